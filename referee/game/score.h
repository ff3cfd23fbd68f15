/*
 * score.h - formats the score that a bot gave for its position. Pure.
 *
 * The stored number is hundredths of the bot's own unit, from its own view. A forced win in N plies
 * is SCORE_MATE less N, a forced loss N less SCORE_MATE. A forced end is at most SCORE_MATE_PLIES
 * away; any other number is hundredths.
 */
#ifndef REFEREE_GAME_SCORE_H
#define REFEREE_GAME_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCORE_MATE = 1000000, SCORE_MATE_PLIES = 100000, SCORE_TEXT = 32 };

/* The stored number of the protocol's "mate N", in plies. No score in hundredths gets such a
 * number. */
int64_t score_of_mate(int64_t plies);

/* Writes "+0.31", or for a forced end its plies: "M5", "-M4". Returns the length. */
int score_write(int64_t score, char text[SCORE_TEXT]);

#endif
