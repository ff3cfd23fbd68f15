/*
 * near-miss.h - answers that are nearly right: what was written, and what would be right. Pure.
 */
#ifndef REFEREE_GAME_NEAR_MISS_H
#define REFEREE_GAME_NEAR_MISS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/game.h"

enum { NEAR_MISS_TEXT = 320, NEAR_MISS_LINE = 80 };

/* The text of a "bestmove" is no legal move of g: why says of it what is wrong, as in "is written
 * \"e\"". False: nothing in it is near. */
bool near_miss_move(const struct game *g, const char *text, char *why, size_t room);

/* A move was awaited, and none of these lines was an answer, the last of which may have no end:
 * says which of them was meant to be one, and what would be right. g NULL: the game is not known.
 * False: none was. */
bool near_miss_answer(const struct game *g, const char *said, char *why, size_t room);

/* The same for the word that answers "ugi" or "isready". */
bool near_miss_word(const char *awaited, const char *said, char *why, size_t room);

#endif
