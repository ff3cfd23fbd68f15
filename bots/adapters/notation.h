/*
 * notation.h - moves and boards in the words of other programs.
 *
 * A pattern says how a program writes a move. In it stand for a move:
 *
 *	{m}     the move as the referee writes it
 *	{c} {C} the letter of its column, small or capital
 *	{d}     the number of its column; the first is the base
 *	{r}     the number of its row from the bottom, {t} from the top; the first is the base.
 *	        {R} the same as {r} from 1 whatever the base
 *	{i}     the number of its cell, row by row from the top left; the first is the base
 *
 * At connect4 the row is that of the cell where the stone comes to rest. A move of two cells
 * (`a2b3`) has {c} to {i} of its second cell, and {from} and {to}.
 */
#ifndef BOTS_ADAPTERS_NOTATION_H
#define BOTS_ADAPTERS_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/rules.h"

enum { NOTATION_TEXT = 64, NOTATION_CELLS = 256, NOTATION_ROWS = 32 };

/* A board by rows from the top, as the position string has it. */
struct notation_board {
	int rows, columns;				   /* columns: of the longest row */
	int lengths[NOTATION_ROWS];			   /* of each row */
	unsigned char cells[NOTATION_ROWS][NOTATION_ROWS]; /* a seat; 0: free */
};

/* Reads the rows of the position's string. False: the game has no board of rows. */
bool notation_board(const struct setup *s, const struct position *p, struct notation_board *board);

/* Writes a legal move of the position in the pattern. */
void notation_write(const struct setup *s, const struct position *p, move m, const char *pattern,
	int base, char text[NOTATION_TEXT]);

/* Finds the legal move that the pattern writes as text. */
bool notation_read(const struct setup *s, const struct position *p, const char *text,
	const char *pattern, int base, move *m);

/* The text for `bestmove` of a text that is no legal move: its own column's letter if it is a
 * whole number, else its first word. */
void notation_illegal(const char *text, const char *pattern, int base, char *out, size_t room);

#endif
