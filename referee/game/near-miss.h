/*
 * near-miss.h - explains answers that are nearly right: the answer, and the correct form. Pure.
 */
#ifndef REFEREE_GAME_NEAR_MISS_H
#define REFEREE_GAME_NEAR_MISS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/game/game.h"

enum { NEAR_MISS_TEXT = 320, NEAR_MISS_LINE = 80 };

/* For the text of a "bestmove" that is no legal move of g: err receives the explanation, as in
 * `is written "e"`. False: the text is not near a move. */
bool near_miss_move(const struct game *g, const char *text, struct error *err);

/* For lines without an answer while a move was due; the last may have no end. Finds the line that
 * was meant as the answer, and writes the correct form. g NULL: the game is unknown. False: no such
 * line. */
bool near_miss_answer(const struct game *g, const char *output, struct error *err);

/* The same for the answer to "ugi" or "isready". */
bool near_miss_word(const char *awaited, const char *output, struct error *err);

/* Removes byte order marks and escape sequences of a terminal (ECMA-48: ESC [ ... a final byte)
 * from a line. plain has room for the line, and may be the line. */
void near_miss_strip(const char *line, char *plain);

#endif
