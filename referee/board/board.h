/*
 * board.h - how a position of a game is drawn: one row a game, one file each (board-nim.c).
 * What stands around it - who plays, the moves - is the sheet's (game-sheet.h).
 */
#ifndef REFEREE_BOARD_BOARD_H
#define REFEREE_BOARD_BOARD_H

#include <stdio.h>

#include "referee/board/board-scene.h"

struct board {
	const char *game; /* the rules' name */

	/* How much room draw() takes; both below 2000. */
	void (*size)(const struct board_scene *scene, double *width, double *height);

	/* Draws the position, the last move marked, from (0, 0) to that size. */
	void (*draw)(FILE *out, const struct board_scene *scene);
};

/* all-boards.c: a game's row; one that has none is drawn as its board is written. */
const struct board *board_find(const struct rules *rules);

/* board-text.c: the board as text, for every game. */
extern const struct board board_text;

#endif
