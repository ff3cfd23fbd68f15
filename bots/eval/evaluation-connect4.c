/*
 * evaluation-connect4.c - the worth of stones in connect4, by counting bits.
 *
 * `cells` gives each stone as many points as there are lines through its cell: 3 in a corner, 13
 * in the middle. The weights are stored as planes, one for each binary digit, so that evaluating
 * a board takes a few population counts.
 *
 * `threats` adds free cells that would complete a line. With an even number of rows, filling the
 * columns gives seat 1 the cells of odd rows and seat 2 those of even rows (Allis 1988), so
 * threats there are worth most. A seat that can complete a line at once has nearly won. So has, a
 * move later, a seat with two such cells.
 */
#include "bots/eval/evaluation.h"

#include "rules/connect4.h"

enum {
	EVALUATION_CONNECT4_PLANES = 7, /* no cell is in more than 4 * 16 lines */
	EVALUATION_CONNECT4_THREAT = 12,
	EVALUATION_CONNECT4_GOOD = 30, /* a threat that the filling of columns favours */
	EVALUATION_CONNECT4_NOW = 100,
	EVALUATION_CONNECT4_NEXT = 80
};

struct evaluation_connect4_cache {
	uint64_t planes[EVALUATION_CONNECT4_PLANES]; /* cells with that digit in their weight */
	uint64_t board;
	uint64_t odd; /* the first, third, fifth row */
	bool even_rows;
};

_Static_assert(sizeof(struct evaluation_connect4_cache) <= EVALUATION_BYTES, "room");

static const struct evaluation_connect4_cache *evaluation_connect4_cache(
	const struct evaluation_cache *cache)
{
	return (const struct evaluation_connect4_cache *)cache->bytes;
}

/* The number of lines through a cell. */
static int evaluation_connect4_lines(const struct connect4_view *v, int column, int row)
{
	static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
	int lines = 0;

	for (int i = 0; i < 4; i++) {
		for (int back = 0; back < v->connect; back++) {
			int c = column - back * steps[i][0], r = row - back * steps[i][1];
			int c_end = c + (v->connect - 1) * steps[i][0];
			int r_end = r + (v->connect - 1) * steps[i][1];
			lines += c >= 0 && c_end < v->columns && r >= 0 && r < v->rows &&
				 r_end >= 0 && r_end < v->rows;
		}
	}
	return lines;
}

static void evaluation_connect4_prepare(const struct setup *s, struct evaluation_cache *room)
{
	struct evaluation_connect4_cache *cache = (struct evaluation_connect4_cache *)room->bytes;
	struct position start;

	s->rules->start(s, &start);
	struct connect4_view v = connect4_view(s, &start);
	*cache = (struct evaluation_connect4_cache){.even_rows = v.rows % 2 == 0};
	for (int column = 0; column < v.columns; column++) {
		for (int row = 0; row < v.rows; row++) {
			uint64_t bit = UINT64_C(1) << (column * (v.rows + 1) + row);
			int weight = evaluation_connect4_lines(&v, column, row);
			cache->board |= bit;
			if (row % 2 == 0)
				cache->odd |= bit;
			for (int i = 0; i < EVALUATION_CONNECT4_PLANES; i++)
				if (weight >> i & 1)
					cache->planes[i] |= bit;
		}
	}
}

static int64_t evaluation_connect4_sum(
	const struct evaluation_connect4_cache *cache, const struct connect4_view *v)
{
	int64_t sum = 0;

	for (int i = 0; i < EVALUATION_CONNECT4_PLANES && cache->planes[i] != 0; i++)
		sum += (INT64_C(1) << i) *
		       (__builtin_popcountll(v->stones[0] & cache->planes[i]) -
			       __builtin_popcountll(v->stones[1] & cache->planes[i]));
	return sum;
}

static int64_t evaluation_connect4_cells_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *cache)
{
	struct connect4_view v = connect4_view(s, p);
	int64_t sum = evaluation_connect4_sum(evaluation_connect4_cache(cache), &v);

	return seat == 1 ? sum : -sum;
}

static uint64_t evaluation_connect4_shift(uint64_t stones, int by)
{
	return by < 0 ? stones << -by : stones >> by;
}

/* Cells, free or not, that complete a line of stones. Bits between columns never have a stone, so
 * no line crosses them. */
static uint64_t evaluation_connect4_completing(const struct connect4_view *v, uint64_t stones)
{
	const int steps[] = {1, v->rows, v->rows + 1, v->rows + 2};
	uint64_t cells = 0;

	for (int i = 0; i < 4; i++) {
		for (int gap = 0; gap < v->connect; gap++) {
			uint64_t all = UINT64_MAX;
			for (int k = 0; k < v->connect && all != 0; k++)
				if (k != gap)
					all &= evaluation_connect4_shift(
						stones, (k - gap) * steps[i]);
			cells |= all;
		}
	}
	return cells;
}

/* The worth of seat's threats to it. */
static int64_t evaluation_connect4_threatening(
	const struct evaluation_connect4_cache *cache, uint64_t threats, int seat)
{
	uint64_t good = !cache->even_rows ? 0 : seat == 1 ? cache->odd : ~cache->odd;

	return EVALUATION_CONNECT4_THREAT * __builtin_popcountll(threats) +
	       EVALUATION_CONNECT4_GOOD * __builtin_popcountll(threats & good);
}

static int64_t evaluation_connect4_threats_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	const struct evaluation_connect4_cache *cache = evaluation_connect4_cache(room);
	struct connect4_view v = connect4_view(s, p);
	int64_t sum = evaluation_connect4_sum(cache, &v);
	uint64_t all = v.stones[0] | v.stones[1];
	uint64_t free = cache->board & ~all;
	/* The lowest free cell of each column: free, with no free cell below. */
	uint64_t next = free & ~(free << 1);
	uint64_t threats[2];
	int mover = s->rules->to_move(s, p);

	for (int i = 0; i < 2; i++) {
		threats[i] = evaluation_connect4_completing(&v, v.stones[i]) & free;
		int64_t worth = evaluation_connect4_threatening(cache, threats[i], i + 1);
		sum += i == 0 ? worth : -worth;
	}
	int64_t sign = mover == 1 ? 1 : -1;
	if ((threats[mover - 1] & next) != 0)
		sum += sign * EVALUATION_CONNECT4_NOW;
	else if (__builtin_popcountll(threats[2 - mover] & next) > 1)
		sum -= sign * EVALUATION_CONNECT4_NEXT;
	return seat == 1 ? sum : -sum;
}

const struct evaluation evaluation_connect4_cells = {
	.game = "connect4",
	.name = "cells",
	.help = "each stone counts the lines through its cell",
	.prepare = evaluation_connect4_prepare,
	.value = evaluation_connect4_cells_value,
};

const struct evaluation evaluation_connect4_threats = {
	.game = "connect4",
	.name = "threats",
	.help = "cells, and the free cells that complete a line, most in the right rows",
	.prepare = evaluation_connect4_prepare,
	.value = evaluation_connect4_threats_value,
};
