/*
 * components.c - groups that games join, and in them the sets that results join both ways (Tarjan,
 * Depth-first search and linear graph algorithms, 1972; without recursion, since chains are long).
 */
#include "referee/rating/components.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

struct components_search {
	const struct game_graph *m;
	int *low, *number, count; /* by bot, from 1; 0: not seen */
	size_t *at;		  /* by bot: how far its neighbours were looked at */
	int *path, depth;	  /* the bots that led to where the search is */
	int *stack, held;	  /* bots without a set so far */
};

/* Which ways the search may go: to bots that scored against this one, to bots that it scored
 * against, or both. */
enum components_way { COMPONENTS_UP, COMPONENTS_DOWN, COMPONENTS_BOTH };

static bool components_leads(const struct game_graph *m, int bot, size_t i, enum components_way way)
{
	int scored = m->scored[m->opponents.pair[i]];
	bool lower = bot < m->opponents.bot[i];
	return way == COMPONENTS_BOTH || (scored & (lower == (way == COMPONENTS_UP) ? 2 : 1)) != 0;
}

/* Marks all bots that can be reached from marked ones, with the mark of the bot that led there. */
static void components_reach(
	const struct game_graph *m, enum components_way way, int *mark, int *queue)
{
	int head = 0, tail = 0;
	for (int b = 0; b < m->bots; b++)
		if (mark[b] != 0)
			queue[tail++] = b;
	for (; head < tail; head++) {
		int bot = queue[head];
		for (size_t i = m->opponents.start[bot]; i < m->opponents.start[bot + 1]; i++)
			if (mark[m->opponents.bot[i]] == 0 && components_leads(m, bot, i, way)) {
				mark[m->opponents.bot[i]] = mark[bot];
				queue[tail++] = m->opponents.bot[i];
			}
	}
}

/* A group's size and first bot, to be ordered. */
struct components_size {
	int bots, first;
};

static int components_larger(const void *a, const void *b)
{
	const struct components_size *x = a, *y = b;
	return x->bots != y->bots ? (x->bots < y->bots ? 1 : -1)
				  : (x->first > y->first) - (x->first < y->first);
}

static void components_groups(struct components *s, const struct game_graph *m)
{
	size_t bots = (size_t)m->bots;
	int *queue = memory_get(bots + 1, sizeof *queue),
	    *mark = memory_get(bots + 1, sizeof *mark);
	struct components_size *size = memory_get(bots + 1, sizeof *size);
	for (int b = 0; b < m->bots; b++) {
		int head = 0, tail = 0;
		if (mark[b] != 0)
			continue;
		mark[b] = ++s->groups;
		for (queue[tail++] = b; head < tail; head++)
			for (size_t i = m->opponents.start[queue[head]];
				i < m->opponents.start[queue[head] + 1]; i++)
				if (mark[m->opponents.bot[i]] == 0) {
					mark[m->opponents.bot[i]] = s->groups;
					queue[tail++] = m->opponents.bot[i];
				}
		size[s->groups - 1] = (struct components_size){tail, b};
	}
	qsort(size, (size_t)s->groups, sizeof *size, components_larger);
	int *rank = queue; /* by mark: where the group stands; the queue is empty */
	for (int g = 0; g < s->groups; g++)
		rank[mark[size[g].first] - 1] = g + 1;
	for (int b = 0; b < m->bots; b++)
		s->group[b] = rank[mark[b] - 1];
	free(size);
	free(mark);
	free(queue);
}

static void components_enter(struct components_search *t, int bot)
{
	t->number[bot] = t->low[bot] = ++t->count;
	t->at[bot] = t->m->opponents.start[bot];
	t->path[t->depth++] = bot;
	t->stack[t->held++] = bot;
}

static void components_leave(struct components_search *t, struct components *s, int bot)
{
	t->depth--;
	if (t->depth > 0 && t->low[bot] < t->low[t->path[t->depth - 1]])
		t->low[t->path[t->depth - 1]] = t->low[bot];
	if (t->low[bot] != t->number[bot])
		return;
	for (int member = -1; member != bot;) {
		member = t->stack[--t->held];
		s->set[member] = s->sets;
	}
	s->sets++;
}

/* Looks at the next neighbour of the bot at the end of the path. */
static void components_look(struct components_search *t, struct components *s)
{
	int bot = t->path[t->depth - 1];
	size_t i = t->at[bot]++;
	if (i == t->m->opponents.start[bot + 1]) {
		components_leave(t, s, bot);
		return;
	}
	int to = t->m->opponents.bot[i];
	if (!components_leads(t->m, bot, i, COMPONENTS_UP) || s->set[to] >= 0)
		return;
	if (t->number[to] == 0)
		components_enter(t, to);
	else if (t->number[to] < t->low[bot])
		t->low[bot] = t->number[to];
}

static void components_find(struct components *s, const struct game_graph *m)
{
	size_t bots = (size_t)m->bots + 1;
	struct components_search t = {m, memory_get(bots, sizeof(int)),
		memory_get(bots, sizeof(int)), 0, memory_get(bots, sizeof(size_t)),
		memory_get(bots, sizeof(int)), 0, memory_get(bots, sizeof(int)), 0};
	memset(s->set, -1, (size_t)m->bots * sizeof *s->set);
	for (int b = 0; b < m->bots; b++) {
		if (t.number[b] == 0)
			components_enter(&t, b);
		while (t.depth > 0)
			components_look(&t, s);
	}
	free(t.low);
	free(t.number);
	free(t.at);
	free(t.path);
	free(t.stack);
}

/* By group: the set with the most bots, of equals the one with the most games; -1: no set has two.
 */
static void components_measures(
	const struct components *s, const struct game_graph *m, int *measure)
{
	int64_t *size = memory_get((size_t)s->sets + 1, sizeof *size);
	int64_t *met = memory_get((size_t)s->sets + 1, sizeof *met);
	memset(measure, -1, ((size_t)s->groups + 1) * sizeof *measure);
	for (int b = 0; b < m->bots; b++) {
		size[s->set[b]]++;
		for (size_t i = m->opponents.start[b]; i < m->opponents.start[b + 1]; i++)
			met[s->set[b]] += m->met[m->opponents.pair[i]];
	}
	for (int b = 0; b < m->bots; b++) {
		int *best = &measure[s->group[b]], set = s->set[b];
		if (size[set] > 1 && (*best < 0 || size[set] > size[*best] ||
					     (size[set] == size[*best] && met[set] > met[*best])))
			*best = set;
	}
	free(size);
	free(met);
}

/* In groups where all bots stand alone: has it one above itself, and one below? */
static enum rating_bound components_alone(const struct game_graph *m, int bot)
{
	bool above = false, below = false;
	for (size_t i = m->opponents.start[bot]; i < m->opponents.start[bot + 1]; i++) {
		above |= components_leads(m, bot, i, COMPONENTS_UP);
		below |= components_leads(m, bot, i, COMPONENTS_DOWN);
	}
	if (above && below)
		return RATING_LOOSE;
	return above ? RATING_AT_MAX : below ? RATING_AT_MIN : RATING_EXACT;
}

static void components_bounds(struct components *s, const struct game_graph *m)
{
	size_t bots = (size_t)m->bots + 1;
	int *measure = memory_get((size_t)s->groups + 1, sizeof *measure);
	int *up = memory_get(bots, sizeof *up), *down = memory_get(bots, sizeof *down);
	int *queue = memory_get(bots, sizeof *queue);
	components_measures(s, m, measure);
	for (int b = 0; b < m->bots; b++)
		up[b] = down[b] = measure[s->group[b]] == s->set[b];
	components_reach(m, COMPONENTS_UP, up, queue);
	components_reach(m, COMPONENTS_DOWN, down, queue);
	for (int b = 0; b < m->bots; b++) {
		enum rating_bound bound = RATING_LOOSE;
		if (measure[s->group[b]] < 0)
			bound = components_alone(m, b);
		else if (up[b])
			bound = down[b] ? RATING_EXACT : RATING_AT_MIN;
		else if (down[b])
			bound = RATING_AT_MAX;
		s->bound[b] = (uint8_t)bound;
		s->bounds = s->bounds || bound != RATING_EXACT;
	}
	free(measure);
	free(up);
	free(down);
	free(queue);
}

void components_init(struct components *s, const struct game_graph *m)
{
	size_t bots = (size_t)m->bots + 1;
	*s = (struct components){.group = memory_get(bots, sizeof *s->group),
		.set = memory_get(bots, sizeof *s->set),
		.bound = memory_get(bots, sizeof *s->bound)};
	components_groups(s, m);
	components_find(s, m);
	if (s->sets > s->groups) /* else each group is one set, and nothing is a bound */
		components_bounds(s, m);
}

void components_clear(struct components *s)
{
	free(s->group);
	free(s->set);
	free(s->bound);
}
