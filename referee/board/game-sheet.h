/*
 * game-sheet.h - the picture of a game as a file: title, players with their places, the board after
 * some of the turns, what happened last.
 */
#ifndef REFEREE_BOARD_GAME_SHEET_H
#define REFEREE_BOARD_GAME_SHEET_H

#include <stdio.h>

#include "referee/game/history.h"

/* Texts are borrowed. */
struct game_sheet {
	const char *title;	       /* "Game 17 of cup" */
	const char *subtitle;	       /* "" for none */
	const struct history *history; /* its names are the players'; none: a position alone */
	int count;		       /* turns of it that were played by the picture's time */
	const int *ranks;	       /* by seat - 1; NULL: it is not over, or nobody knows */
	const char *result;	       /* how it ended, in words; NULL with ranks */
	const char *css, *colours;     /* as svg_style() takes them */
};

/* Writes it as SVG. False, with a line in why: the turns cannot be played. */
bool game_sheet_write(FILE *out, const struct game_sheet *sheet, char *why, size_t room);

#endif
