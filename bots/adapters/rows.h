/*
 * rows.h - boards as programs print and read them, row by row from the top.
 *
 * A cell is a letter of --cells, which may be one outside of ASCII. In a struct rows it is its
 * number there: 0 for a free cell, 1 for a stone of seat 1.
 */
#ifndef BOTS_ADAPTERS_ROWS_H
#define BOTS_ADAPTERS_ROWS_H

#include <stdbool.h>

#include "bots/adapters/adapter.h"

enum { ROWS_LETTER = 8 };

/* The last rows. */
struct rows {
	int count;
	int lengths[NOTATION_ROWS];
	unsigned char cells[NOTATION_ROWS][NOTATION_ROWS];

	/* For rows_find(): */
	int seen;   /* rows since the first one, or since a board ended for certain */
	int behind; /* rows behind a board of the game so far; -1: there was none */
	bool ruled; /* lines that are no rows stand between the rows of a board */
	char maybe[ADAPTER_ANSWER]; /* the move of a board that may be parts of two; "": none */
	struct error doubt;	    /* the reason why the last line gave no move; "": none */
};

/* The number of letters in a text. */
int rows_letters(const char *text);

/* The letter of a seat's stones, by --cells and --mine; seat 0: of a free cell. Valid until the
 * next call. */
const char *rows_stone(const struct adapter_run *a, int seat);

/* Writes a row of the board: its letters, with --gap between them. */
void rows_write(const struct adapter_run *a, const struct notation_board *board, int row, char *out,
	size_t room);

/*
 * Adds the cells of a line to the rows. Where the line has bars, what stands between two of them is
 * a cell, and nothing is a free one; elsewhere each letter of --cells is a cell, and blanks and
 * punctuation between them are passed over. A line without a cell may stand between two rows; any
 * other that is no row empties them. True: the last rows are a whole board.
 */
bool rows_add(const struct adapter_run *a, struct rows *rows, const char *line);

/* Finds the legal move that leads to these rows. */
bool rows_move(const struct adapter_run *a, const struct rows *rows, char answer[ADAPTER_ANSWER]);

/* Are they a position of the game so far, such as the one before the move? */
bool rows_are_known(const struct adapter_run *a, const struct rows *rows);

/*
 * Looks for the board after the move in what a program prints: behind lines that look like rows,
 * and behind boards of any position of the game so far. A board that ends such a one begins anew;
 * what lies across two boards counts only if no whole board follows. True: the line completes it.
 */
bool rows_find(const struct adapter_run *a, struct rows *rows, const char *line,
	char answer[ADAPTER_ANSWER]);

/* A line that is no row came, or a prompt: behind a board another one begins. True: now a move is
 * certain. */
bool rows_end(const struct adapter_run *a, struct rows *rows, char answer[ADAPTER_ANSWER]);

/* No rows were seen yet. */
void rows_clear(struct rows *rows);

#endif
