/*
 * plan-make.c - what the arbiters are given of a tournament.
 */
#include "referee/tournament/plan-make.h"

#include <sched.h>
#include <stdlib.h>

#include "referee/ground/memory.h"
#include "referee/ground/words.h"
#include "referee/tournament/schedule.h"

bool plan_make(struct plan *p, const struct tournament *t, char *why, size_t room)
{
	int copies = schedule_bots_seats(t), count_all = copies * t->bots_count;
	struct bot_plan *bots = memory_get((size_t)count_all, sizeof *bots);
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
		.bots_count = count_all};
	for (int i = 0; i < count_all; i++) {
		const struct bot *bot = &t->bots[i % t->bots_count];
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

bool plan_pins(const struct tournament *t)
{
	cpu_set_t mine;
	bool room =
		sched_getaffinity(0, sizeof mine, &mine) == 0 && t->concurrency <= CPU_COUNT(&mine);
	return t->affinity == AFFINITY_YES || (t->affinity == AFFINITY_AUTO && room);
}

void plan_clear(struct plan *p)
{
	for (int i = 0; i < p->bots_count; i++)
		free((void *)p->bots[i].argv);
	free((struct bot_plan *)p->bots);
	*p = (struct plan){.bots = NULL};
}
