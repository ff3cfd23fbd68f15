/*
 * game-graph.c - which bots played each other.
 *
 * A counting sort files meetings under the lower number. A mark for each higher number then finds
 * the pairs. That takes neither comparisons nor a hash: there may be millions of games.
 *
 * The sets are strongly connected components (Tarjan, Depth-first search and linear graph
 * algorithms, 1972), found without recursion, since chains are long.
 */
#include "referee/rating/game-graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A meeting, filed under its lower number. */
struct meeting {
	int32_t other;
	uint32_t way; /* game * ways + pair of seats */
};

struct game_graph_seats {
	int first[RATING_SEATS * RATING_SEATS], second[RATING_SEATS * RATING_SEATS];
};

static int game_graph_ways(struct game_graph_seats *s, int seats)
{
	int ways = 0;
	for (int i = 0; i < seats; i++)
		for (int j = i + 1; j < seats; j++, ways++) {
			s->first[ways] = i;
			s->second[ways] = j;
		}
	return ways;
}

static int32_t game_graph_lower(int32_t a, int32_t b)
{
	return a < b ? a : b;
}

/* The meetings under their lower numbers, those of bot b from from[b] on. */
static struct meeting *game_graph_file(struct game_graph *m, const struct rating_games *g,
	const struct game_graph_seats *s, size_t *from)
{
	for (size_t i = 0; i < g->count; i++)
		for (int w = 0; w < m->ways; w++) {
			const int32_t *bot = g->bot + i * (size_t)g->seats;
			int32_t a = bot[s->first[w]], b = bot[s->second[w]];
			if (a != b && b >= 0)
				from[game_graph_lower(a, b) + 1]++;
		}
	for (int b = 0; b < m->bots; b++)
		from[b + 1] += from[b];
	struct meeting *filed = memory_resize(NULL, from[m->bots] + 1, sizeof *filed);
	size_t *next = memory_resize(NULL, (size_t)m->bots + 1, sizeof *next);
	memcpy(next, from, ((size_t)m->bots + 1) * sizeof *next);
	for (size_t i = 0; i < g->count; i++)
		for (int w = 0; w < m->ways; w++) {
			const int32_t *bot = g->bot + i * (size_t)g->seats;
			int32_t a = bot[s->first[w]], b = bot[s->second[w]];
			uint32_t way = (uint32_t)(i * (size_t)m->ways + (size_t)w);
			int32_t low = game_graph_lower(a, b);
			m->pair[way] = GAME_GRAPH_NONE;
			if (a != b && b >= 0)
				filed[next[low]++] = (struct meeting){a + b - low, way};
		}
	free(next);
	return filed;
}

static void game_graph_add(struct game_graph *m, size_t pair, const struct rating_games *g,
	const struct game_graph_seats *s, const struct meeting *met)
{
	size_t game = met->way / (uint32_t)m->ways, way = met->way % (uint32_t)m->ways;
	const uint8_t *rank = g->rank + game * (size_t)g->seats;
	const int32_t *bot = g->bot + game * (size_t)g->seats;
	int first = rank[s->first[way]], second = rank[s->second[way]];
	bool turned = bot[s->first[way]] == met->other;
	int low = turned ? second : first, high = turned ? first : second;
	m->pair[met->way] = (uint32_t)pair;
	m->met[pair]++;
	m->scored[pair] |= (uint8_t)((low <= high) | (high <= low) << 1);
}

static void game_graph_room(struct game_graph *m, size_t room)
{
	m->other = memory_resize(m->other, room, sizeof *m->other);
	m->met = memory_resize(m->met, room, sizeof *m->met);
	m->scored = memory_resize(m->scored, room, sizeof *m->scored);
}

/* Every pair from both sides. */
static void game_graph_opponents(struct game_graph *m)
{
	struct opponents *o = &m->opponents;
	size_t *next = memory_get((size_t)m->bots + 2, sizeof *next);
	o->start = memory_get((size_t)m->bots + 1, sizeof *o->start);
	o->bot = memory_resize(NULL, 2 * m->count + 1, sizeof *o->bot);
	o->pair = memory_resize(NULL, 2 * m->count + 1, sizeof *o->pair);
	for (int b = 0; b < m->bots; b++)
		for (size_t p = m->start[b]; p < m->start[b + 1]; p++) {
			o->start[b]++;
			o->start[m->other[p]]++;
		}
	for (int b = 0; b < m->bots; b++)
		next[b + 1] = next[b] + o->start[b];
	memcpy(o->start, next, ((size_t)m->bots + 1) * sizeof *o->start);
	for (int b = 0; b < m->bots; b++)
		for (size_t p = m->start[b]; p < m->start[b + 1]; p++) {
			int32_t other = m->other[p];
			o->pair[next[b]] = o->pair[next[other]] = (uint32_t)p;
			o->bot[next[b]++] = other;
			o->bot[next[other]++] = b;
		}
	free(next);
}

void game_graph_init(struct game_graph *m, const struct rating_games *g)
{
	struct game_graph_seats s;
	size_t *from = memory_get((size_t)g->bots + 2, sizeof *from), room = 0;
	*m = (struct game_graph){.bots = g->bots, .ways = game_graph_ways(&s, g->seats)};
	assert(g->count < UINT32_MAX / (size_t)m->ways);
	m->pair = memory_resize(NULL, g->count * (size_t)m->ways + 1, sizeof *m->pair);
	m->start = memory_get((size_t)g->bots + 1, sizeof *m->start);
	struct meeting *filed = game_graph_file(m, g, &s, from);
	size_t *seen = memory_get((size_t)g->bots + 1, sizeof *seen); /* by the higher: pair + 1 */

	for (int b = 0; b < m->bots; b++) {
		m->start[b] = m->count;
		if (m->count + (size_t)m->bots > room)
			game_graph_room(m, room = m->count + m->count / 2 + (size_t)m->bots + 1);
		for (size_t i = from[b]; i < from[b + 1]; i++) {
			size_t *pair = &seen[filed[i].other];
			if (*pair <= m->start[b]) {
				m->other[m->count] = filed[i].other;
				m->met[m->count] = 0;
				m->scored[m->count] = 0;
				*pair = ++m->count;
			}
			game_graph_add(m, *pair - 1, g, &s, &filed[i]);
		}
	}
	m->start[m->bots] = m->count;
	game_graph_room(m, m->count + 1);
	game_graph_opponents(m);
	free(seen);
	free(filed);
	free(from);
}

void game_graph_clear(struct game_graph *m)
{
	free(m->start);
	free(m->other);
	free(m->met);
	free(m->scored);
	free(m->pair);
	free(m->opponents.start);
	free(m->opponents.bot);
	free(m->opponents.pair);
}

void game_graph_times(const struct game_graph *m, const double *weight, const double *x, double *y)
{
	memset(y, 0, (size_t)m->bots * sizeof *y);
	for (int b = 0; b < m->bots; b++) {
		double own = x[b], sum = 0;
		for (size_t p = m->start[b]; p < m->start[b + 1]; p++) {
			double flow = weight[p] * (own - x[m->other[p]]);
			sum += flow;
			y[m->other[p]] -= flow;
		}
		y[b] += sum;
	}
}

/* --- components ------------------------------------------------------------------------------- */

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
