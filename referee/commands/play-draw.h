/*
 * play-draw.h - what a person at the board sees of a position: in colours that people who confuse
 * red and green can tell apart, or plain.
 */
#ifndef REFEREE_COMMANDS_PLAY_DRAW_H
#define REFEREE_COMMANDS_PLAY_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "rules/rules.h"

/* May what goes to this descriptor be coloured? Not without a terminal, nor where NO_COLOR or a
 * dumb terminal say so. */
bool play_draw_may_colour(int fd);

enum play_draw_mode {
	PLAY_DRAW_TEXT,	   /* for programs: the board and nothing else */
	PLAY_DRAW_MARKS,   /* for people, without colours */
	PLAY_DRAW_COLOURS, /* for people */
};

/* How to draw for what is behind this descriptor. */
enum play_draw_mode play_draw_mode(int fd);

/*
 * The board of now. What is not as it was in before is marked: in colours in reverse; without,
 * stones that came stand in brackets, where one was is a star, and lines of a game without stones
 * end in <. before may be NULL.
 */
void play_draw_board(FILE *out, enum play_draw_mode mode, const struct setup *s,
	const struct position *now, const struct position *before);

/* "seat 2 (o)", in the seat's colour; the letter only where the game has them. */
void play_draw_seat(FILE *out, bool colour, const struct setup *s, int seat);

/* The legal moves parted by blanks, at most `most` of them, in lines of less than 80 columns, each
 * of which begins with indent. */
void play_draw_moves(
	FILE *out, const struct setup *s, const struct position *p, int most, const char *indent);

/* Who won, or who came where: a line, or one for each place. */
void play_draw_result(
	FILE *out, bool colour, const struct setup *s, const struct position *p, const int *ranks);

#endif
