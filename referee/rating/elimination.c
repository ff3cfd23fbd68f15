/*
 * elimination.c - solves the equations of a Laplacian by elimination, and inverts it.
 *
 * A leaf leaves no trace in the rest of the graph: its weight is all that it needs. So only the
 * core has arithmetic to do when weights change.
 *
 * The inverse of the core comes from symmetric sweeps (Beaton 1964; Goodnight, A tutorial on the
 * sweep operator, 1979). The matrix begins as the weights between bots. A sweep of bot k divides
 * its row by its pivot, the sum of its weights to bots that are not swept, and adds to all other
 * places (i, j) the product (i, k) * (k, j) / pivot. Then the places of two swept bots have the
 * inverse; a place of a swept bot and another has the probability that a random walk from the first
 * leaves the swept bots there; and places of two other bots have their weights without the swept
 * ones. None of them is negative, so nothing is subtracted here either. The diagonal of bots that
 * are not swept means nothing.
 *
 * Bots are swept by the tile, so that nearly all the work is products of tiles, which stay in the
 * processor's cache. Of the symmetric matrix only tiles on and below the diagonal are stored.
 */
#include "referee/rating/elimination.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/rating/vector-clones.h"

/* The only opponent of a leaf that has not gone; its pair goes to *pair. */
static int elimination_last(const struct elimination *e, const int *left, int bot, uint32_t *pair)
{
	const struct opponents *o = &e->graph->opponents;
	size_t i = o->start[bot];
	while (left[o->bot[i]] < 0)
		i++;
	*pair = o->pair[i];
	return o->bot[i];
}

/* left: by bot, how many opponents it has that have not gone; -1: it has gone itself. */
static void elimination_order(struct elimination *e, int *left)
{
	int *queue = memory_get((size_t)e->graph->bots + 1, sizeof *queue), queued = 0;
	for (int b = 0; b < e->graph->bots; b++)
		if (left[b] == 1)
			queue[queued++] = b;
	for (int i = 0; i < queued; i++) {
		int bot = queue[i];
		if (left[bot] != 1) /* its last opponent went first: it belongs to the core */
			continue;
		int next = elimination_last(e, left, bot, &e->pair[e->leaves]);
		left[bot] = -1;
		e->next[e->leaves] = next;
		e->order[e->leaves++] = bot;
		if (--left[next] == 1)
			queue[queued++] = next;
	}
	for (int b = 0; b < e->graph->bots; b++)
		if (left[b] >= 0)
			e->order[e->leaves + e->core++] = b;
	free(queue);
}

void elimination_init(struct elimination *e, const struct game_graph *graph)
{
	size_t bots = (size_t)graph->bots + 1;
	int *left = memory_get(bots, sizeof *left);
	*e = (struct elimination){.graph = graph,
		.order = memory_get(bots, sizeof *e->order),
		.next = memory_get(bots, sizeof *e->next),
		.pair = memory_get(bots, sizeof *e->pair),
		.pivot = memory_get(bots, sizeof *e->pivot)};
	for (int b = 0; b < graph->bots; b++)
		left[b] = (int)(graph->opponents.start[b + 1] - graph->opponents.start[b]);
	elimination_order(e, left);
	e->exact = e->core <= ELIMINATION_CORE;
	if (e->exact)
		e->dense = memory_get((size_t)(e->core * e->core) + 1, sizeof *e->dense);
	free(left);
}

void elimination_clear(struct elimination *e)
{
	free(e->order);
	free(e->next);
	free(e->pair);
	free(e->pivot);
	free(e->dense);
}

static double elimination_reciprocal(double pivot)
{
	return pivot > 0 ? 1 / pivot : 0;
}

/* The weights inside the core. degree: by place in the core. */
static void elimination_fill(struct elimination *e, const double *weight, double *degree)
{
	const struct game_graph *graph = e->graph;
	int *place = memory_get((size_t)graph->bots + 1, sizeof *place); /* from 1; 0: a leaf */
	for (int i = 0; i < e->core; i++)
		place[e->order[e->leaves + i]] = i + 1;
	if (e->exact)
		memset(e->dense, 0, (size_t)(e->core * e->core) * sizeof *e->dense);
	for (int b = 0; b < graph->bots; b++)
		for (size_t p = graph->start[b]; p < graph->start[b + 1] && place[b] > 0; p++) {
			int one = place[b] - 1, other = place[graph->other[p]] - 1;
			if (other < 0)
				continue;
			degree[one] += weight[p];
			degree[other] += weight[p];
			if (e->exact) /* The core is in order of its numbers: one < other. */
				e->dense[one * e->core + other] = weight[p];
		}
	free(place);
}

static void elimination_core(struct elimination *e)
{
	int core = e->core;
	for (int k = 0; k < core; k++) {
		const double *row = e->dense + k * core;
		double pivot = 0;
		for (int i = k + 1; i < core; i++)
			pivot += row[i];
		double inverse = e->pivot[e->leaves + k] = elimination_reciprocal(pivot);
		for (int i = k + 1; i < core; i++) {
			double part = row[i] * inverse, *to = e->dense + i * core;
			for (int j = i + 1; j < core && part > 0; j++)
				to[j] += part * row[j];
		}
	}
}

void elimination_weigh(struct elimination *e, const double *weight)
{
	double *degree = memory_get((size_t)e->core + 1, sizeof *degree);
	for (int i = 0; i < e->leaves; i++)
		e->pivot[i] = elimination_reciprocal(weight[e->pair[i]]);
	elimination_fill(e, weight, degree);
	for (int i = 0; i < e->core; i++)
		e->pivot[e->leaves + i] = elimination_reciprocal(degree[i]);
	if (e->exact)
		elimination_core(e);
	free(degree);
}

/* y: by place in the core. */
static void elimination_solve_core(const struct elimination *e, double *y)
{
	const double *inverse = e->pivot + e->leaves;
	for (int k = 0; k < e->core; k++) {
		const double *row = e->dense == NULL ? NULL : e->dense + k * e->core;
		y[k] *= inverse[k];
		for (int i = k + 1; i < e->core && row != NULL; i++)
			y[i] += row[i] * y[k];
	}
	for (int k = e->core - 1; k >= 0 && e->dense != NULL; k--) {
		const double *row = e->dense + k * e->core;
		double sum = 0;
		for (int i = k + 1; i < e->core; i++)
			sum += row[i] * y[i];
		y[k] += sum * inverse[k];
	}
}

void elimination_solve(const struct elimination *e, const double *b, double *x)
{
	double *y = memory_get((size_t)e->core + 1, sizeof *y);
	memcpy(x, b, (size_t)e->graph->bots * sizeof *x);
	for (int i = 0; i < e->leaves; i++)
		x[e->next[i]] += x[e->order[i]];
	for (int i = 0; i < e->core; i++)
		y[i] = x[e->order[e->leaves + i]];
	elimination_solve_core(e, y);
	for (int i = 0; i < e->core; i++)
		x[e->order[e->leaves + i]] = y[i];
	for (int i = e->leaves - 1; i >= 0; i--)
		x[e->order[i]] = x[e->next[i]] + x[e->order[i]] * e->pivot[i];
	free(y);
}

/* --- the inverse ------------------------------------------------------------------------------ */

enum { TILE = ELIMINATION_TILE };

/* to += a' b. Eight rows of b at once, so that each place of to is loaded and stored less often. */
VECTOR_CLONES static void elimination_tile_add(struct elimination_tile *restrict to,
	const struct elimination_tile *restrict a, const struct elimination_tile *restrict b)
{
	for (int k = 0; k < TILE; k += 8) {
		const double(*x)[TILE] = &a->at[k], (*y)[TILE] = &b->at[k];
		for (int i = 0; i < TILE; i++)
			for (int j = 0; j < TILE; j++)
				to->at[i][j] += x[0][i] * y[0][j] + x[1][i] * y[1][j] +
						x[2][i] * y[2][j] + x[3][i] * y[3][j] +
						x[4][i] * y[4][j] + x[5][i] * y[5][j] +
						x[6][i] * y[6][j] + x[7][i] * y[7][j];
	}
}

/* row >= column */
static struct elimination_tile *elimination_tile(
	const struct elimination_inverse *inverse, int row, int column)
{
	return &inverse->tile[(size_t)row * ((size_t)row + 1) / 2 + (size_t)column];
}

static void elimination_turn(struct elimination_tile *to, const struct elimination_tile *from)
{
	for (int i = 0; i < TILE; i++)
		for (int k = 0; k < TILE; k++)
			to->at[k][i] = from->at[i][k];
}

/* Sweeps the bots of a tile of the diagonal. out: their weights to bots of later tiles. */
static void elimination_sweep_tile(double at[TILE][TILE], double out[TILE])
{
	for (int k = 0; k < TILE; k++) {
		double pivot = out[k];
		for (int j = k + 1; j < TILE; j++)
			pivot += at[k][j];
		pivot = elimination_reciprocal(pivot);
		for (int i = 0; i < TILE; i++) {
			double part = at[i][k] * pivot;
			if (i == k || at[i][k] == 0)
				continue;
			out[i] += part * out[k];
			for (int j = 0; j < TILE; j++)
				at[i][j] += part * at[k][j];
			at[i][k] = part;
		}
		for (int j = 0; j < TILE; j++)
			at[k][j] *= pivot;
		at[k][k] = pivot;
	}
}

/* row = the tiles of row k as they would stand in the whole matrix; used: those with anything in
 * them but that of the diagonal. Returns how many that are. */
static int elimination_get_row(const struct elimination_inverse *inverse, int k, int tiles,
	struct elimination_tile *row, int *used)
{
	static const struct elimination_tile zero;
	int count = 0;
	for (int i = 0; i < tiles; i++) {
		if (i < k)
			row[i] = *elimination_tile(inverse, k, i);
		else
			elimination_turn(&row[i], elimination_tile(inverse, i, k));
		if (i != k && memcmp(&row[i], &zero, sizeof zero) != 0)
			used[count++] = i;
	}
	return count;
}

/* Sweeps the bots of row k of the tiles. row, swept: room for a row; used: for its places. */
static void elimination_sweep(const struct elimination_inverse *inverse, int k, int tiles,
	struct elimination_tile *row, struct elimination_tile *swept, int *used)
{
	double out[TILE] = {0};
	struct elimination_tile *own = elimination_tile(inverse, k, k);
	int count = elimination_get_row(inverse, k, tiles, row, used);
	for (int i = 0; i < count; i++)
		for (int a = 0; a < TILE && used[i] > k; a++)
			for (int b = 0; b < TILE; b++)
				out[a] += row[used[i]].at[a][b];
	for (int a = 0; a < TILE; a++)
		for (int b = 0; b < a; b++)
			own->at[b][a] = own->at[a][b];
	elimination_sweep_tile(own->at, out);
	for (int i = 0; i < count; i++) {
		int at = used[i];
		memset(&swept[at], 0, sizeof swept[at]);
		elimination_tile_add(&swept[at], own, &row[at]);
		for (int j = 0; j <= i; j++)
			elimination_tile_add(
				elimination_tile(inverse, at, used[j]), &swept[at], &row[used[j]]);
		if (at < k)
			*elimination_tile(inverse, k, at) = swept[at];
		else
			elimination_turn(elimination_tile(inverse, at, k), &swept[at]);
	}
}

static void elimination_invert_core(const struct elimination_inverse *inverse, int core)
{
	int tiles = (core + TILE - 1) / TILE;
	struct elimination_tile *row = memory_get(2 * (size_t)tiles + 1, sizeof *row);
	int *used = memory_get((size_t)tiles + 1, sizeof *used);
	for (int k = 0; k < tiles; k++)
		elimination_sweep(inverse, k, tiles, row, row + tiles, used);
	free(row);
	free(used);
}

/* The potential of a leaf is that of its last opponent, but for what enters at the leaf itself. */
static void elimination_invert_leaf(
	const struct elimination_inverse *inverse, int bot, int next, double weight)
{
	for (int j = 0; j < inverse->place[bot]; j++)
		*elimination_at(inverse, bot, inverse->bot[j]) =
			*elimination_at(inverse, next, inverse->bot[j]);
	*elimination_at(inverse, bot, bot) =
		*elimination_at(inverse, next, next) + elimination_reciprocal(weight);
}

struct elimination_inverse *elimination_invert(const struct elimination *e, const double *weight)
{
	const struct game_graph *g = e->graph;
	size_t bots = (size_t)g->bots, rows = bots / TILE + 1;
	struct elimination_inverse *inverse = memory_get(1, sizeof *inverse);
	inverse->place = memory_get(bots + 1, sizeof *inverse->place);
	inverse->bot = memory_get(bots + 1, sizeof *inverse->bot);
	inverse->tile = memory_get(rows * (rows + 1) / 2, sizeof *inverse->tile);
	for (int i = 0; i < g->bots; i++) { /* the core first, then leaves: the last to go first */
		inverse->bot[i] = e->order[i < e->core ? e->leaves + i : g->bots - 1 - i];
		inverse->place[inverse->bot[i]] = i;
	}
	for (int b = 0; b < g->bots; b++)
		for (size_t p = g->start[b]; p < g->start[b + 1]; p++)
			if (inverse->place[b] < e->core && inverse->place[g->other[p]] < e->core)
				*elimination_at(inverse, b, g->other[p]) = weight[p];
	elimination_invert_core(inverse, e->core);
	for (int i = e->leaves - 1; i >= 0; i--)
		elimination_invert_leaf(inverse, e->order[i], e->next[i], weight[e->pair[i]]);
	return inverse;
}

void elimination_inverse_free(struct elimination_inverse *inverse)
{
	if (inverse == NULL)
		return;
	free(inverse->place);
	free(inverse->bot);
	free(inverse->tile);
	free(inverse);
}
