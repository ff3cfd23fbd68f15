/*
 * star.h - the star of chinese checkers: its cells, points and distances, and the layout in which
 * a cell's surroundings are found by one shift.
 *
 * A cell has coordinates x (column `a` to `q`, less that of `i`) and y (row 1 to 17, less 9); with
 * z = -x - y it is on the star when x, y and z are all -4 or more, or all 4 or less. Neighbours
 * are (1,0), (0,1), (-1,1) away, or the other way round.
 *
 * Cells are numbered 0 to 120 from the bottom row up, each row from the left; a set of cells is
 * two words, cell 0 in the lowest bit. The same cell's place is STAR_REACH + 14 * (y + 8) + x - 4:
 * as no place beside a row's end is one of a cell, what lies one step or one jump away is at a
 * fixed difference of places, and a set of places is a few words that can be shifted.
 */
#ifndef RULES_STAR_H
#define RULES_STAR_H

#include <stdbool.h>
#include <stdint.h>

enum {
	STAR_CELLS = 121,
	STAR_POINTS = 6,
	STAR_PEGS = 10,	  /* cells of a point */
	STAR_FILLED = 20, /* steps to the tip from all cells of a point */
	STAR_ROWS = 17,
	STAR_STRIDE = 14,
	STAR_REACH = 2 * STAR_STRIDE, /* places that the farthest jump passes */
	STAR_PLACES = 256,
	STAR_WORDS = 5, /* of a set of places, with a word of room behind the last place */
	STAR_NONE = 255
};

/* Surroundings: bit STAR_REACH is the cell itself, and others as far as their places differ. */
#define STAR_STEP_BITS                                                                             \
	(UINT64_C(1) << (STAR_REACH - 1) | UINT64_C(1) << (STAR_REACH + 1) |                       \
		UINT64_C(1) << (STAR_REACH - STAR_STRIDE) |                                        \
		UINT64_C(1) << (STAR_REACH + STAR_STRIDE) |                                        \
		UINT64_C(1) << (STAR_REACH - STAR_STRIDE + 1) |                                    \
		UINT64_C(1) << (STAR_REACH + STAR_STRIDE - 1))

/* Points are numbered clockwise from the bottom; the one opposite of k is (k + 3) % 6. */
struct star {
	int8_t x[STAR_CELLS], y[STAR_CELLS];
	uint8_t place[STAR_CELLS];
	uint8_t cell[STAR_PLACES + STAR_STRIDE]; /* STAR_NONE where there is none */
	uint8_t slot[STAR_PLACES];    /* below 64, different among cells that jumps may connect */
	uint64_t around[STAR_PLACES]; /* the cells one step and one jump away, as surroundings */
	uint8_t steps[STAR_POINTS][STAR_CELLS]; /* to the point's tip */
	uint64_t points[STAR_POINTS][2];
};

/* Fills in the tables. */
void star_init(struct star *star);

/* The cell with these coordinates, or STAR_NONE. */
int star_cell(const struct star *star, int x, int y);

/* Steps between two cells. */
int star_distance(int x, int y, int to_x, int to_y);

/* The first and the last x of a row. */
void star_row(int y, int *first, int *last);

/* The surroundings of a place in a set of places. */
static inline uint64_t star_window(const uint64_t places[STAR_WORDS], int place)
{
	unsigned base = (unsigned)(place - STAR_REACH), shift = base % 64;
	const uint64_t *word = &places[base / 64];
	return word[0] >> shift | word[1] << 1 << (63 - shift);
}

/* The places behind the neighbours in a place's surroundings: a jump over a neighbour lands there.
 */
static inline uint64_t star_behind(uint64_t window)
{
	const uint64_t one = 1;
	uint64_t over = window & STAR_STEP_BITS;
	return (over << 1 & one << (STAR_REACH + 2)) | (over >> 1 & one << (STAR_REACH - 2)) |
	       (over << STAR_STRIDE & one << (STAR_REACH + 2 * STAR_STRIDE)) |
	       (over >> STAR_STRIDE & one << (STAR_REACH - 2 * STAR_STRIDE)) |
	       (over << (STAR_STRIDE - 1) & one << (STAR_REACH + 2 * STAR_STRIDE - 2)) |
	       (over >> (STAR_STRIDE - 1) & one << (STAR_REACH - 2 * STAR_STRIDE + 2));
}

#endif
