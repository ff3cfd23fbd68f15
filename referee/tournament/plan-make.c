/*
 * plan-make.c - what the arbiters are given of a tournament.
 */
#include "referee/tournament/plan-make.h"

#include <stdlib.h>

#include "referee/ground/memory.h"
#include "referee/ground/words.h"

bool plan_make(struct plan *p, const struct tournament *t, char *why, size_t room)
{
	struct bot_plan *bots = memory_get((size_t)t->bots_count, sizeof *bots);
	*p = (struct plan){.rules = t->rules,
		.players = t->players,
		.params = t->params,
		.params_count = t->params_count,
		.limits = t->limits,
		.max_plies = t->max_plies,
		.startup = t->startup,
		.newgame = t->newgame,
		.quit = t->quit,
		.restart = t->restart,
		.ponder = t->ponder,
		.strikes = t->strikes,
		.bots = bots,
		.bots_count = t->bots_count};
	for (int i = 0; i < t->bots_count; i++) {
		const struct bot *bot = &t->bots[i];
		char **words;
		int count;
		bots[i] = (struct bot_plan){.name = bot->name,
			.dir = bot->dir,
			.options = bot->options,
			.options_count = bot->options_count,
			.isready_position = bot->isready_position};
		if (!words_split(bot->command, &words, &count, why, room))
			return false;
		bots[i].argv = words;
	}
	return true;
}

void plan_clear(struct plan *p)
{
	for (int i = 0; i < p->bots_count; i++)
		free((void *)p->bots[i].argv);
	free((struct bot_plan *)p->bots);
	*p = (struct plan){.bots = NULL};
}
