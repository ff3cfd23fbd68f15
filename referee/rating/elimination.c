/*
 * elimination.c - solves the equations of a Laplacian by elimination.
 *
 * A leaf leaves no trace in the rest of the graph: its weight is all that it needs. So only the
 * core has arithmetic to do when weights change.
 */
#include "referee/rating/elimination.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

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
		.inverse = memory_get(bots, sizeof *e->inverse)};
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
	free(e->inverse);
	free(e->dense);
}

static double elimination_inverse(double pivot)
{
	return pivot > 0 ? 1 / pivot : 0;
}

/* The weights inside the core. degree: by place in the core. */
static void elimination_fill(struct elimination *e, const double *weight, double *degree)
{
	const struct game_graph *m = e->graph;
	int *place = memory_get((size_t)m->bots + 1, sizeof *place); /* from 1; 0: a leaf */
	for (int i = 0; i < e->core; i++)
		place[e->order[e->leaves + i]] = i + 1;
	if (e->exact)
		memset(e->dense, 0, (size_t)(e->core * e->core) * sizeof *e->dense);
	for (int b = 0; b < m->bots; b++)
		for (size_t p = m->start[b]; p < m->start[b + 1] && place[b] > 0; p++) {
			int one = place[b] - 1, other = place[m->other[p]] - 1;
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
		double inverse = e->inverse[e->leaves + k] = elimination_inverse(pivot);
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
		e->inverse[i] = elimination_inverse(weight[e->pair[i]]);
	elimination_fill(e, weight, degree);
	for (int i = 0; i < e->core; i++)
		e->inverse[e->leaves + i] = elimination_inverse(degree[i]);
	if (e->exact)
		elimination_core(e);
	free(degree);
}

/* y: by place in the core. */
static void elimination_solve_core(const struct elimination *e, double *y)
{
	const double *inverse = e->inverse + e->leaves;
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
		x[e->order[i]] = x[e->next[i]] + x[e->order[i]] * e->inverse[i];
	free(y);
}
