/*
 * score.h - a score that a bot said of its position, as people read it. Pure.
 *
 * Kept is one number: hundredths of the bot's own unit, good for itself; a forced win in N plies is
 * SCORE_MATE less N, a forced loss N less SCORE_MATE. No end of a game is further away than
 * SCORE_MATE_PLIES; what is beyond that is hundredths.
 */
#ifndef REFEREE_GAME_SCORE_H
#define REFEREE_GAME_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SCORE_MATE = 1000000, SCORE_MATE_PLIES = 100000, SCORE_TEXT = 32 };

/* "mate N" of the protocol, in plies, as it is kept; no score in hundredths is taken for as much.
 */
int64_t score_of_mate(int64_t plies);

/* Writes "+0.31", or of a forced end its plies: "M5", "-M4". Returns the length. */
int score_write(int64_t score, char text[SCORE_TEXT]);

/* Reads what score_write() wrote, of this length. False: it is none. */
bool score_read(const char *text, size_t length, int64_t *score);

#endif
