/*
 * board.h - a Connect Four position on the standard board, as two sets of cells.
 *
 * Seven columns of six cells. A set of cells is 49 bits of a word: bit 7 * column + row, rows from
 * the bottom; bit 6 of each column stays empty, so that shifts never carry a line from one column
 * into the next. With "stones" all occupied cells, stones + BOARD_BOTTOM is the cell above each
 * column's top, and mover + stones is a number that no other position has (Tromp).
 *
 * The board knows nothing of the rest of the project; columns are 0..6, as text 1..7 or a..g.
 */
#ifndef BOTS_CONNECT4_BOARD_H
#define BOTS_CONNECT4_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
	BOARD_COLUMNS = 7,
	BOARD_ROWS = 6,
	BOARD_CELLS = 42,
	BOARD_STEP = 7 /* bits from a cell to its right neighbour */
};

#define BOARD_BOTTOM	     UINT64_C(0x40810204081) /* the lowest cell of each column */
#define BOARD_FULL	     (BOARD_BOTTOM * 63)
#define BOARD_ODD_ROWS	     (BOARD_BOTTOM * 21) /* rows 1, 3, 5 as people count them */
#define BOARD_EVEN_ROWS	     (BOARD_BOTTOM * 42) /* rows 2, 4, 6 */
#define BOARD_COLUMN(column) (UINT64_C(63) << (BOARD_STEP * (column)))

/* One position. The number of stones gives the side to move: even for the first player. */
struct board {
	uint64_t mover;	 /* the stones of the side to move */
	uint64_t stones; /* those of both */
};

/* Reads "d d e c" or "4453", the columns played from the empty board: a..g or 1..7, with or without
 * blanks. No move may follow a four or use a full column. False: err names the mistake and its
 * place. */
bool board_read_columns(struct board *b, const char *text, struct error *err);

/* Reads "7/7/7/7/3y3/3r3 r 2": rows from the top, the side to move, the move's number. A position
 * that no game can reach (stones in the air, wrong counts, a four already made) is refused. */
bool board_read_position(struct board *b, const char *text, struct error *err);

/* Plays a column that is not full. */
void board_play(struct board *b, int column);

/* The same position seen in a mirror. */
struct board board_mirror(const struct board *b);

/* The cells of a set, left and right exchanged. */
uint64_t board_mirror_cells(uint64_t cells);

/* Whether the side that just moved has four in a line. */
bool board_is_won(const struct board *b);

/* How many stones there are, 0..42. */
int board_count(const struct board *b);

/* The cells that can be played: at most one a column. */
static inline uint64_t board_playable(uint64_t stones)
{
	return (stones + BOARD_BOTTOM) & BOARD_FULL;
}

/* The column of a cell (of the lowest cell of a set that is not empty). */
static inline int board_column(uint64_t cell)
{
	return __builtin_ctzll(cell) / BOARD_STEP;
}

/* A number that no other position has, 49 bits. */
static inline uint64_t board_key(const struct board *b)
{
	return b->mover + b->stones;
}

#endif
