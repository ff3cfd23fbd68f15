/*
 * elimination.c - a Laplacian's equations solved by elimination.
 *
 * First who is tied to whom when it goes out, once for a graph; then the numbers, for each set of
 * weights: column by column, each column taking from the earlier ones that reach it.
 */
#include "referee/rating/elimination.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

enum { ELIMINATION_FEW = 4 /* neighbours: of chains, trees and rings */ };

/* Bots that are left, in lists by degree, and who is tied to whom by now. */
struct ties {
	int bots;
	int *degree, *room, **to;    /* by bot */
	int *head, *next, *previous; /* lists by degree; -1: none */
	int lowest;
	int *mark, marks; /* by bot: the last mark that it got */
};

static void ties_link(struct ties *t, int bot)
{
	int degree = t->degree[bot];
	t->next[bot] = t->head[degree];
	t->previous[bot] = -1;
	if (t->head[degree] >= 0)
		t->previous[t->head[degree]] = bot;
	t->head[degree] = bot;
	if (degree < t->lowest)
		t->lowest = degree;
}

static void ties_unlink(struct ties *t, int bot)
{
	if (t->previous[bot] >= 0)
		t->next[t->previous[bot]] = t->next[bot];
	else
		t->head[t->degree[bot]] = t->next[bot];
	if (t->next[bot] >= 0)
		t->previous[t->next[bot]] = t->previous[bot];
}

static void ties_init(struct ties *t, const struct game_graph *m, const struct neighbours *near)
{
	size_t bots = (size_t)m->bots;
	*t = (struct ties){.bots = m->bots,
		.degree = memory_get(bots, sizeof *t->degree),
		.room = memory_get(bots, sizeof *t->room),
		.to = memory_get(bots, sizeof *t->to),
		.head = memory_get(bots + 1, sizeof *t->head),
		.next = memory_get(bots, sizeof *t->next),
		.previous = memory_get(bots, sizeof *t->previous),
		.mark = memory_get(bots, sizeof *t->mark)};
	memset(t->head, -1, (bots + 1) * sizeof *t->head);
	for (int b = 0; b < m->bots; b++) {
		size_t degree = near->start[b + 1] - near->start[b];
		t->degree[b] = t->room[b] = (int)degree;
		t->to[b] = memory_resize(NULL, degree + 1, sizeof **t->to);
		for (size_t i = 0; i < degree; i++)
			t->to[b][i] = near->to[near->start[b] + i];
		ties_link(t, b);
	}
}

static void ties_clear(struct ties *t)
{
	for (int b = 0; b < t->bots; b++)
		free(t->to[b]);
	free(t->degree);
	free(t->room);
	free(t->to);
	free(t->head);
	free(t->next);
	free(t->previous);
	free(t->mark);
}

/* The bot with the fewest ties. */
static int ties_least(struct ties *t)
{
	while (t->head[t->lowest] < 0)
		t->lowest++;
	return t->head[t->lowest];
}

/* One of those that a bot leaves behind is tied to all others of them. */
static void ties_join(struct ties *t, int bot, int gone)
{
	int *to = t->to[bot], count = t->degree[bot];
	ties_unlink(t, bot);
	t->marks++;
	t->mark[bot] = t->marks;
	for (int i = 0; i < count; i++) {
		t->mark[to[i]] = t->marks;
		if (to[i] == gone)
			to[i--] = to[--count];
	}
	if (count + t->degree[gone] > t->room[bot]) {
		t->room[bot] = 2 * (count + t->degree[gone]);
		t->to[bot] = to = memory_resize(to, (size_t)t->room[bot], sizeof *to);
	}
	for (int i = 0; i < t->degree[gone]; i++)
		if (t->mark[t->to[gone][i]] != t->marks)
			to[count++] = t->to[gone][i];
	t->degree[bot] = count;
	ties_link(t, bot);
}

/* Takes a bot out; what it was tied to stays in its list. */
static void ties_take(struct ties *t, int bot)
{
	ties_unlink(t, bot);
	for (int i = 0; i < t->degree[bot]; i++)
		ties_join(t, t->to[bot][i], bot);
}

/* So many are left, who have that many ties or more: would it not pay to begin? */
static bool elimination_hopeless(double bots, double degree)
{
	return degree > ELIMINATION_FEW && bots * degree * degree / 6 > ELIMINATION_COST;
}

/* Is it hopeless from the first bot on? Large graphs are, and are not copied for that. */
static bool elimination_skips(const struct neighbours *near, int bots)
{
	size_t least = SIZE_MAX;
	for (int b = 0; b < bots; b++)
		if (near->start[b + 1] - near->start[b] < least)
			least = near->start[b + 1] - near->start[b];
	return bots > 0 && elimination_hopeless(bots, (double)least);
}

/* Who goes out, in which order; of those that do, the ties are left in t. */
static void elimination_order(struct elimination *e, struct ties *t)
{
	double cost = 0;
	int easy = -1; /* so many went out before one had more than a few ties */
	bool full = false;
	for (e->count = 0; e->count < t->bots && !full;) {
		int bot = ties_least(t), degree = t->degree[bot];
		if (easy < 0 && degree > ELIMINATION_FEW) {
			easy = e->count;
			full = elimination_hopeless(t->bots - e->count, degree);
		}
		cost += (double)degree * degree;
		full = full || cost > ELIMINATION_COST;
		if (full)
			break;
		e->place[bot] = e->count;
		e->order[e->count++] = bot;
		ties_take(t, bot);
	}
	e->exact = !full;
	if (full && easy >= 0)
		e->count = easy;
}

/* Those that do not go out, after all others. */
static void elimination_rest(struct elimination *e, int bots)
{
	bool *out = memory_get((size_t)bots, sizeof *out);
	int place = e->count;
	for (int i = 0; i < e->count; i++)
		out[e->order[i]] = true;
	for (int b = 0; b < bots; b++)
		if (!out[b]) {
			e->place[b] = place;
			e->order[place++] = b;
		}
	free(out);
}

static int elimination_compare(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

void elimination_init(
	struct elimination *e, const struct game_graph *m, const struct neighbours *near)
{
	size_t bots = (size_t)m->bots;
	struct ties t;
	*e = (struct elimination){.meetings = m,
		.near = near,
		.order = memory_get(bots, sizeof *e->order),
		.place = memory_get(bots, sizeof *e->place),
		.inverse = memory_get(bots, sizeof *e->inverse)};
	bool skips = elimination_skips(near, m->bots);
	if (!skips) {
		ties_init(&t, m, near);
		elimination_order(e, &t);
	}
	elimination_rest(e, m->bots);
	e->start = memory_get((size_t)e->count + 1, sizeof *e->start);
	for (int i = 0; i < e->count; i++)
		e->start[i + 1] = e->start[i] + (size_t)t.degree[e->order[i]];
	e->later = memory_resize(NULL, e->start[e->count] + 1, sizeof *e->later);
	e->weight = memory_resize(NULL, e->start[e->count] + 1, sizeof *e->weight);
	for (int i = 0; i < e->count; i++) {
		int *later = e->later + e->start[i], degree = t.degree[e->order[i]];
		for (int k = 0; k < degree; k++)
			later[k] = e->place[t.to[e->order[i]][k]];
		qsort(later, (size_t)degree, sizeof *later, elimination_compare);
	}
	if (!skips)
		ties_clear(&t);
}

void elimination_clear(struct elimination *e)
{
	free(e->order);
	free(e->place);
	free(e->start);
	free(e->later);
	free(e->weight);
	free(e->inverse);
}

/* What is known while columns are made. */
struct columns {
	double *sum; /* by place: the column that is being made */
	int *first;  /* by place: the columns that reach it next, in a list by next; -1: none */
	int *next;
	size_t *at; /* by column: how far it was taken */
};

/* Files a column under the next place that it reaches. */
static void columns_file(struct columns *c, const struct elimination *e, int column)
{
	if (c->at[column] == e->start[column + 1])
		return;
	int reached = e->later[c->at[column]];
	if (reached >= e->count)
		return;
	c->next[column] = c->first[reached];
	c->first[reached] = column;
}

/* The weights of the pairs themselves. */
static void columns_begin(
	struct columns *c, const struct elimination *e, int place, const double *weight)
{
	int bot = e->order[place];
	for (size_t i = e->near->start[bot]; i < e->near->start[bot + 1]; i++)
		if (e->place[e->near->to[i]] > place)
			c->sum[e->place[e->near->to[i]]] = weight[e->near->pair[i]];
}

/* What earlier ones left to it when they went out. */
static void columns_take(struct columns *c, const struct elimination *e, int place)
{
	for (int from = c->first[place], next; from >= 0; from = next) {
		size_t at = c->at[from]++;
		double part = e->weight[at] * e->inverse[from];
		next = c->next[from];
		for (size_t i = at + 1; i < e->start[from + 1]; i++)
			c->sum[e->later[i]] += part * e->weight[i];
		columns_file(c, e, from);
	}
}

static double elimination_inverse(double pivot)
{
	return pivot > 0 ? 1 / pivot : 0;
}

/* The diagonal of who stays: its own weights less what goes through those who went out. */
static void elimination_rest_inverse(struct elimination *e, const double *weight)
{
	int bots = e->meetings->bots;
	double *degree = memory_get(2 * (size_t)bots + 1, sizeof *degree), *left = degree + bots;
	game_graph_degrees(e->meetings, weight, degree);
	for (int i = e->count; i < bots; i++)
		left[i] = degree[e->order[i]];
	for (int i = 0; i < e->count; i++)
		for (size_t k = e->start[i]; k < e->start[i + 1]; k++)
			if (e->later[k] >= e->count)
				left[e->later[k]] -= e->weight[k] * e->weight[k] * e->inverse[i];
	for (int i = e->count; i < bots; i++) {
		double least = 1e-10 * degree[e->order[i]];
		e->inverse[i] = elimination_inverse(left[i] > least ? left[i] : least);
	}
	free(degree);
}

void elimination_weigh(struct elimination *e, const double *weight)
{
	size_t bots = (size_t)e->meetings->bots;
	struct columns c = {memory_get(bots, sizeof *c.sum), memory_get(bots, sizeof *c.first),
		memory_get(bots, sizeof *c.next), memory_get(bots, sizeof *c.at)};
	memset(c.first, -1, bots * sizeof *c.first);
	for (int i = 0; i < e->count; i++) {
		columns_begin(&c, e, i, weight);
		columns_take(&c, e, i);
		double pivot = 0;
		for (size_t k = e->start[i]; k < e->start[i + 1]; k++) {
			e->weight[k] = c.sum[e->later[k]];
			pivot += e->weight[k];
			c.sum[e->later[k]] = 0;
		}
		e->inverse[i] = elimination_inverse(pivot);
		c.at[i] = e->start[i];
		columns_file(&c, e, i);
	}
	elimination_rest_inverse(e, weight);
	free(c.sum);
	free(c.first);
	free(c.next);
	free(c.at);
}

void elimination_solve(const struct elimination *e, const double *b, double *x)
{
	int bots = e->meetings->bots;
	double *y = memory_resize(NULL, (size_t)bots + 1, sizeof *y);
	for (int i = 0; i < bots; i++)
		y[i] = b[e->order[i]];
	for (int i = 0; i < e->count; i++) {
		y[i] *= e->inverse[i];
		for (size_t k = e->start[i]; k < e->start[i + 1]; k++)
			y[e->later[k]] += e->weight[k] * y[i];
	}
	for (int i = e->count; i < bots; i++)
		y[i] *= e->inverse[i];
	for (int i = e->count - 1; i >= 0; i--) {
		double sum = 0;
		for (size_t k = e->start[i]; k < e->start[i + 1]; k++)
			sum += e->weight[k] * y[e->later[k]];
		y[i] = e->inverse[i] > 0 ? y[i] + sum * e->inverse[i] : 0;
	}
	for (int i = 0; i < bots; i++)
		x[e->order[i]] = y[i];
	free(y);
}

/* What is known of the inverse, by the places of the elimination. */
struct inverse {
	double *diagonal; /* by place */
	double *entry;	  /* as the weights */
	double *sum;	  /* of the column that is being made */
	int *where;	  /* by place: which of the column's ties it is, from 1; 0: none */
};

/* What one of a column's ties adds to it: part is how much of it goes there. */
static void inverse_add(const struct elimination *e, struct inverse *v, size_t column, int tie)
{
	int place = e->later[column + (size_t)tie];
	double part = e->weight[column + (size_t)tie];
	v->sum[tie] += part * v->diagonal[place];
	if (place >= e->count)
		return;
	for (size_t i = e->start[place]; i < e->start[place + 1]; i++) {
		int other = v->where[e->later[i]] - 1;
		if (other < 0)
			continue;
		v->sum[other] += part * v->entry[i];
		v->sum[tie] += e->weight[column + (size_t)other] * v->entry[i];
	}
}

static void inverse_column(const struct elimination *e, struct inverse *v, int place)
{
	size_t column = e->start[place];
	int ties = (int)(e->start[place + 1] - column);
	double sum = 1;
	for (int i = 0; i < ties; i++) {
		v->where[e->later[column + (size_t)i]] = i + 1;
		v->sum[i] = 0;
	}
	for (int i = 0; i < ties; i++)
		inverse_add(e, v, column, i);
	for (int i = 0; i < ties; i++) {
		v->entry[column + (size_t)i] = v->sum[i] * e->inverse[place];
		sum += e->weight[column + (size_t)i] * v->entry[column + (size_t)i];
		v->where[e->later[column + (size_t)i]] = 0;
	}
	v->diagonal[place] = sum * e->inverse[place];
}

void elimination_diagonal(const struct elimination *e, double *diagonal)
{
	size_t bots = (size_t)e->meetings->bots + 1;
	struct inverse v = {memory_get(bots, sizeof *v.diagonal),
		memory_get(e->start[e->count] + 1, sizeof *v.entry),
		memory_get(bots, sizeof *v.sum), memory_get(bots, sizeof *v.where)};
	assert(e->exact);
	for (int i = e->count - 1; i >= 0; i--)
		inverse_column(e, &v, i);
	for (int i = 0; i < e->count; i++)
		diagonal[e->order[i]] = v.diagonal[i];
	free(v.diagonal);
	free(v.entry);
	free(v.sum);
	free(v.where);
}
