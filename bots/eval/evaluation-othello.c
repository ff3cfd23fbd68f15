/*
 * evaluation-othello.c - the worth of discs in othello, by counting bits.
 *
 * `cells` weighs them by their cells: corners, edges, and the cells beside a corner. `mobility` has
 * the parts of the first strong programs (Rosenbloom 1982, IAGO): moves now, moves later (free
 * cells beside the other's discs), corners, edges that are safe from a corner on, and the cells
 * beside a free corner, which give it away. Discs themselves count nothing before the end, which
 * the search sees.
 */
#include "bots/eval/evaluation.h"

#include "rules/othello.h"

enum {
	EVALUATION_OTHELLO_EDGE = 30,
	EVALUATION_OTHELLO_MOVE = 20,
	EVALUATION_OTHELLO_LATER = 8,
	EVALUATION_OTHELLO_CORNER = 160,
	EVALUATION_OTHELLO_SAFE = 40,
	EVALUATION_OTHELLO_DIAGONAL = -100, /* beside a free corner, on its diagonal, ... */
	EVALUATION_OTHELLO_BESIDE = -30	    /* ... and on its edges */
};

struct evaluation_othello_cache {
	othello_cells board, left, right, corners;
	othello_cells edges[2];		/* top and bottom rows; first and last columns */
	othello_cells beside, diagonal; /* neighbours of corners */
};

_Static_assert(sizeof(struct evaluation_othello_cache) <= EVALUATION_BYTES, "room");

/* The cells of a set and their neighbours in a row. */
static othello_cells evaluation_othello_sideways(
	const struct evaluation_othello_cache *c, othello_cells cells)
{
	return cells | (cells & ~c->right) << 1 | (cells & ~c->left) >> 1;
}

/* The cells of a set and their neighbours in a column. */
static othello_cells evaluation_othello_upright(othello_cells cells, int size)
{
	return cells | cells << size | cells >> size;
}

/* The neighbours of a set of corners along the edges, and those on the diagonals. */
static void evaluation_othello_near(const struct evaluation_othello_cache *c, othello_cells corners,
	int size, othello_cells *beside, othello_cells *diagonal)
{
	othello_cells row = evaluation_othello_sideways(c, corners);

	*beside = row | evaluation_othello_upright(corners, size);
	*diagonal = evaluation_othello_upright(row, size) & c->board & ~*beside;
	*beside &= c->board & ~corners;
}

static void evaluation_othello_prepare(const struct setup *s, struct evaluation_cache *room)
{
	struct evaluation_othello_cache *c = (struct evaluation_othello_cache *)room->bytes;
	struct position start;

	s->rules->start(s, &start);
	int size = othello_view(s, &start).size;
	*c = (struct evaluation_othello_cache){0};
	for (int cell = 0; cell < size * size; cell++) {
		othello_cells bit = (othello_cells)1 << cell;
		int column = cell % size, row = cell / size;
		c->board |= bit;
		if (column == 0)
			c->left |= bit;
		if (column == size - 1)
			c->right |= bit;
		if (row == 0 || row == size - 1)
			c->edges[0] |= bit;
	}
	c->edges[1] = c->left | c->right;
	c->corners = c->edges[0] & c->edges[1];
	evaluation_othello_near(c, c->corners, size, &c->beside, &c->diagonal);
}

/* Own discs that reach along an edge from an own corner. */
static othello_cells evaluation_othello_safe(
	const struct evaluation_othello_cache *c, othello_cells own, int size)
{
	othello_cells safe = own & c->corners, last = 0;

	while (safe != last) {
		last = safe;
		safe |= evaluation_othello_sideways(c, safe) & own & c->edges[0];
		safe |= evaluation_othello_upright(safe, size) & own & c->edges[1];
	}
	return safe;
}

/* The worth of a board to a seat, its moves now left out. */
static int64_t evaluation_othello_shape(
	const struct evaluation_othello_cache *c, const struct othello_view *v, int seat)
{
	othello_cells own = v->stones[seat - 1], other = v->stones[2 - seat];
	othello_cells free = c->board & ~(own | other);
	othello_cells reach =
		evaluation_othello_upright(evaluation_othello_sideways(c, other), v->size);

	othello_cells beside, diagonal;

	evaluation_othello_near(c, free & c->corners, v->size, &beside, &diagonal);
	return EVALUATION_OTHELLO_LATER * othello_count(reach & free) +
	       EVALUATION_OTHELLO_CORNER * othello_count(own & c->corners) +
	       EVALUATION_OTHELLO_SAFE * othello_count(evaluation_othello_safe(c, own, v->size)) +
	       EVALUATION_OTHELLO_BESIDE * othello_count(own & beside) +
	       EVALUATION_OTHELLO_DIAGONAL * othello_count(own & diagonal);
}

static int64_t evaluation_othello_mobility_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	const struct evaluation_othello_cache *c =
		(const struct evaluation_othello_cache *)room->bytes;
	struct othello_view v = othello_view(s, p);
	int other = 3 - seat;

	return evaluation_othello_shape(c, &v, seat) - evaluation_othello_shape(c, &v, other) +
	       EVALUATION_OTHELLO_MOVE * (othello_count(othello_mobility(s, p, seat)) -
						 othello_count(othello_mobility(s, p, other)));
}

static int64_t evaluation_othello_weighed(
	const struct evaluation_othello_cache *c, othello_cells stones)
{
	return EVALUATION_OTHELLO_CORNER * othello_count(stones & c->corners) +
	       EVALUATION_OTHELLO_EDGE * othello_count(stones & (c->edges[0] | c->edges[1])) +
	       EVALUATION_OTHELLO_BESIDE * othello_count(stones & c->beside) +
	       EVALUATION_OTHELLO_DIAGONAL * othello_count(stones & c->diagonal);
}

static int64_t evaluation_othello_cells_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	const struct evaluation_othello_cache *c =
		(const struct evaluation_othello_cache *)room->bytes;
	struct othello_view v = othello_view(s, p);

	return evaluation_othello_weighed(c, v.stones[seat - 1]) -
	       evaluation_othello_weighed(c, v.stones[2 - seat]);
}

const struct evaluation evaluation_othello_mobility = {
	.game = "othello",
	.name = "mobility",
	.help = "moves now and later, corners, safe edges, and cells that give a corner away",
	.prepare = evaluation_othello_prepare,
	.value = evaluation_othello_mobility_value,
};

const struct evaluation evaluation_othello_cells = {
	.game = "othello",
	.name = "cells",
	.help = "each disc by its cell: corners, edges, and the cells beside a corner",
	.prepare = evaluation_othello_prepare,
	.value = evaluation_othello_cells_value,
};
