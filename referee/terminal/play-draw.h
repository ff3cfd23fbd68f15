/*
 * play-draw.h - draws moves and results for a person at the terminal. board-terminal.h draws
 * boards.
 */
#ifndef REFEREE_TERMINAL_PLAY_DRAW_H
#define REFEREE_TERMINAL_PLAY_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/board/board-terminal.h"

/* The mode that fits this descriptor. It has colours on a terminal that is not dumb, unless
 * NO_COLOR is set. */
enum board_terminal_mode play_draw_mode(int fd);

/* Prints the legal moves, separated by blanks, at most `max` of them. Lines are shorter than 80
 * columns; each begins with indent. */
void play_draw_moves(
	FILE *out, const struct setup *s, const struct position *p, int max, const char *indent);

/* Prints the winner, or with more seats a line for each place. */
void play_draw_result(
	FILE *out, bool colour, const struct setup *s, const struct position *p, const int *ranks);

#endif
