/*
 * solve-game.c - sets up a game from a command line.
 */
#include "bots/solve/solve-game.h"

#include <string.h>

#include "protocol/did-you-mean.h"

/* For games with random parameters: the same ones every time. */
enum { SOLVE_GAME_SEED = 1 };

const struct rules *solve_game_find(const char *name, char *why, size_t room)
{
	const struct rules *rules = rules_find(name);
	struct did_you_mean near = did_you_mean_to(name);

	for (int i = 0; all_rules[i] != NULL; i++)
		did_you_mean_offer(&near, all_rules[i]->name);
	if (rules == NULL)
		solve_refuse(why, room, "no game \"%.60s\"%s%s%s (see referee-bot --list)", name,
			near.best != NULL ? "; did you mean " : "",
			near.best != NULL ? near.best : "", near.best != NULL ? "?" : "");
	return rules;
}

bool solve_game_init(struct solve_game *game, const struct rules *rules, int seats,
	const char *const *settings, int count, char *why, size_t room)
{
	if (!setup_init(&game->setup, rules, seats, SOLVE_GAME_SEED, settings, count, why, room))
		return false;
	rules->start(&game->setup, &game->position);
	return true;
}

bool solve_game_place(struct solve_game *game, const char *text, char *why, size_t room)
{
	const struct rules *rules = game->setup.rules;

	if (strcmp(text, "startpos") == 0) {
		rules->start(&game->setup, &game->position);
		return true;
	}
	return rules->read(&game->setup, &game->position, text, why, room);
}
