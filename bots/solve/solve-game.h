/*
 * solve-game.h - the game, seats, parameters and position from a command line.
 */
#ifndef BOTS_SOLVE_SOLVE_GAME_H
#define BOTS_SOLVE_SOLVE_GAME_H

#include "bots/solve/solve.h"
#include "rules/rules.h"

struct solve_game {
	struct setup setup;
	struct position position;
};

/* Finds a game by name. NULL: there is none, and why has a line with the nearest name. */
const struct rules *solve_game_find(const char *name, char *why, size_t room);

/* Sets up the game at its start. seats 0: the fewest. */
bool solve_game_init(struct solve_game *game, const struct rules *rules, int seats,
	const char *const *settings, int count, char *why, size_t room);

/* Reads a position, which may be "startpos". */
bool solve_game_place(struct solve_game *game, const char *text, char *why, size_t room);

#endif
