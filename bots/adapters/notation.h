/*
 * notation.h - moves and boards in the words of other programs.
 *
 * A pattern says how a program writes a move. In it stand for a move:
 *
 *	{m}     the move as the referee writes it
 *	{c} {C} the letter of its column, small or capital
 *	{d}     the number of its column; the first is the base
 *	{r}     the number of its row as the game counts rows: from the bottom, at othello from the
 *	        top; the first is the base. {R} the same from 1 whatever the base
 *	{t}     the number of its row from the top; the first is the base
 *	{i}     the number of its cell, row by row from the top left; the first is the base
 *
 * At connect4 the row is that of the cell where the stone comes to rest. A move of two cells
 * (`a2b3`) has {c} to {i} of its second cell, and {from} and {to}. A pass has no cell: it is
 * written as a word of its own.
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

/* How a program writes moves. */
struct notation_form {
	const char *pattern;
	int base;
	const char
		*pass; /* the word of a pass; "": it is not written; NULL: as the referee has it */
};

/* The result of reading a text. */
enum notation_found {
	NOTATION_NONE, /* no legal move */
	NOTATION_MOVE,
	NOTATION_SEVERAL /* legal moves that the form writes alike */
};

/* Is the move, as the referee writes it, a pass? */
bool notation_is_pass(const char *text);

/* Reads the rows of the position's string. False: the game has no board of rows. */
bool notation_board(const struct setup *s, const struct position *p, struct notation_board *board);

/* Writes a legal move of the position. */
void notation_write(const struct setup *s, const struct position *p, move m,
	const struct notation_form *form, char text[NOTATION_TEXT]);

/* Finds the one legal move that is written as text. */
enum notation_found notation_read(const struct setup *s, const struct position *p, const char *text,
	const struct notation_form *form, move *m);

/* The text for `bestmove` of a text that is no legal move: its own column's letter if it is a
 * whole number, else its first word. A word that is a legal move to the referee alone is marked. */
void notation_illegal(const struct setup *s, const struct position *p, const char *text,
	const struct notation_form *form, char *out, size_t room);

#endif
