/*
 * board-terminal.h - boards in lines of text: plain, or in colours. People with red-green colour
 * blindness can tell the colours apart.
 */
#ifndef REFEREE_BOARD_BOARD_TERMINAL_H
#define REFEREE_BOARD_BOARD_TERMINAL_H

#include "referee/board/board.h"

enum board_terminal_mode {
	BOARD_TERMINAL_TEXT,	/* for programs: only the board */
	BOARD_TERMINAL_MARKS,	/* for people, without colours */
	BOARD_TERMINAL_COLOURS, /* for people */
};

/*
 * Draws the board of a scene, each line after indent, and marks what its move changes. With
 * colours, changes are in reverse. Without colours, new stones stand in brackets, removed stones
 * become a star, and lines with other changes end in <.
 */
void board_terminal(FILE *out, enum board_terminal_mode mode, const struct board_scene *scene,
	const char *indent);

/* A position's board without colours and marks, in lines ended by \n; to be freed. */
char *board_text(const struct setup *s, const struct position *p);

/* "seat 2 (o)", in the seat's colour; the letter only in games that have letters. */
void board_terminal_seat(FILE *out, bool colour, const struct setup *s, int seat);

#endif
