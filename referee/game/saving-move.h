/*
 * saving-move.h - finds a move that keeps a win or a draw, by playing out what can follow. Pure.
 *
 * It answers only where little is left of a game, and never guesses; the solver (bots/solve) knows
 * more, but is another process. Equal positions are looked at once (a transposition table).
 */
#ifndef REFEREE_GAME_SAVING_MOVE_H
#define REFEREE_GAME_SAVING_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* Can it be asked of games with this setup: two seats, who win, draw or lose? */
bool saving_move_can(const struct setup *s);

/* Finds the first legal move after which the seat to move still wins (win), or does not lose.
 * Visits at most *positions, which is decreased by the number visited. False: none was found. */
bool saving_move_find(const struct setup *s, const struct position *p, bool win, int64_t *positions,
	char text[MOVE_TEXT]);

#endif
