/*
 * play-draw.h - draws positions for a person at the terminal: plain, or in colours. People with
 * red-green colour blindness can tell the colours apart.
 */
#ifndef REFEREE_COMMANDS_PLAY_DRAW_H
#define REFEREE_COMMANDS_PLAY_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/rules.h"

enum play_draw_mode {
	PLAY_DRAW_TEXT,	   /* for programs: only the board */
	PLAY_DRAW_MARKS,   /* for people, without colours */
	PLAY_DRAW_COLOURS, /* for people */
};

/* The mode that fits this descriptor. It has colours on a terminal that is not dumb, unless
 * NO_COLOR is set. */
enum play_draw_mode play_draw_mode(int fd);

/*
 * Draws the board of now, and marks the changes since before, which may be NULL. With colours,
 * changes are in reverse. Without colours, new stones stand in brackets, removed stones become a
 * star, and changed lines of a game without stones end in <.
 */
void play_draw_board(FILE *out, enum play_draw_mode mode, const struct setup *s,
	const struct position *now, const struct position *before);

/* "seat 2 (o)", in the seat's colour; the letter only in games that have letters. */
void play_draw_seat(FILE *out, bool colour, const struct setup *s, int seat);

/* Prints the legal moves, separated by blanks, at most `max` of them. Lines are shorter than 80
 * columns; each begins with indent. */
void play_draw_moves(
	FILE *out, const struct setup *s, const struct position *p, int max, const char *indent);

/* Prints the winner, or with more seats a line for each place. */
void play_draw_result(
	FILE *out, bool colour, const struct setup *s, const struct position *p, const int *ranks);

#endif
