/*
 * game-sheet.h - the picture of a game as a file: title, players with their places, the board
 * after some of the turns, the last event.
 */
#ifndef REFEREE_BOARD_GAME_SHEET_H
#define REFEREE_BOARD_GAME_SHEET_H

#include <stdio.h>

#include "base/error.h"
#include "referee/game/move-list.h"

/* Texts are borrowed. */
struct game_sheet {
	const char *title;	       /* "Game 17 of cup" */
	const char *subtitle;	       /* "" for none */
	const struct move_list *moves; /* it names the players; without names: a position alone */
	int count;		       /* turns played when the picture is taken */
	const int *ranks; /* by seat - 1; NULL: the game is not over, or the ranks are not known */
	const char *result;	   /* the result in words; NULL with ranks */
	const char *css, *colours; /* as in svg_style() */
};

/* Writes the picture as SVG. False: the turns cannot be played, and err has a line. */
bool game_sheet_write(FILE *out, const struct game_sheet *sheet, struct error *err);

#endif
