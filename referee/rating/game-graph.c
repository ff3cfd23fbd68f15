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
static struct meeting *game_graph_file(struct game_graph *graph, const struct rating_games *g,
	const struct game_graph_seats *s, size_t *from)
{
	for (size_t i = 0; i < g->count; i++)
		for (int w = 0; w < graph->ways; w++) {
			const int32_t *bot = g->bot + i * (size_t)g->seats;
			int32_t a = bot[s->first[w]], b = bot[s->second[w]];
			if (a != b && b >= 0)
				from[game_graph_lower(a, b) + 1]++;
		}
	for (int b = 0; b < graph->bots; b++)
		from[b + 1] += from[b];
	struct meeting *filed = memory_resize(NULL, from[graph->bots] + 1, sizeof *filed);
	size_t *next = memory_resize(NULL, (size_t)graph->bots + 1, sizeof *next);
	memcpy(next, from, ((size_t)graph->bots + 1) * sizeof *next);
	for (size_t i = 0; i < g->count; i++)
		for (int w = 0; w < graph->ways; w++) {
			const int32_t *bot = g->bot + i * (size_t)g->seats;
			int32_t a = bot[s->first[w]], b = bot[s->second[w]];
			uint32_t way = (uint32_t)(i * (size_t)graph->ways + (size_t)w);
			int32_t low = game_graph_lower(a, b);
			graph->pair[way] = GAME_GRAPH_NONE;
			if (a != b && b >= 0)
				filed[next[low]++] = (struct meeting){a + b - low, way};
		}
	free(next);
	return filed;
}

static void game_graph_add(struct game_graph *graph, size_t pair, const struct rating_games *g,
	const struct game_graph_seats *s, const struct meeting *met)
{
	size_t game = met->way / (uint32_t)graph->ways, way = met->way % (uint32_t)graph->ways;
	const uint8_t *rank = g->rank + game * (size_t)g->seats;
	const int32_t *bot = g->bot + game * (size_t)g->seats;
	int first = rank[s->first[way]], second = rank[s->second[way]];
	bool turned = bot[s->first[way]] == met->other;
	int low = turned ? second : first, high = turned ? first : second;
	graph->pair[met->way] = (uint32_t)pair;
	graph->met[pair]++;
	graph->scored[pair] |= (uint8_t)((low <= high) | (high <= low) << 1);
}

static void game_graph_room(struct game_graph *graph, size_t room)
{
	graph->other = memory_resize(graph->other, room, sizeof *graph->other);
	graph->met = memory_resize(graph->met, room, sizeof *graph->met);
	graph->scored = memory_resize(graph->scored, room, sizeof *graph->scored);
}

/* Every pair from both sides. */
static void game_graph_opponents(struct game_graph *graph)
{
	struct opponents *o = &graph->opponents;
	size_t *next = memory_get((size_t)graph->bots + 2, sizeof *next);
	o->start = memory_get((size_t)graph->bots + 1, sizeof *o->start);
	o->bot = memory_resize(NULL, 2 * graph->count + 1, sizeof *o->bot);
	o->pair = memory_resize(NULL, 2 * graph->count + 1, sizeof *o->pair);
	for (int b = 0; b < graph->bots; b++)
		for (size_t p = graph->start[b]; p < graph->start[b + 1]; p++) {
			o->start[b]++;
			o->start[graph->other[p]]++;
		}
	for (int b = 0; b < graph->bots; b++)
		next[b + 1] = next[b] + o->start[b];
	memcpy(o->start, next, ((size_t)graph->bots + 1) * sizeof *o->start);
	for (int b = 0; b < graph->bots; b++)
		for (size_t p = graph->start[b]; p < graph->start[b + 1]; p++) {
			int32_t other = graph->other[p];
			o->pair[next[b]] = o->pair[next[other]] = (uint32_t)p;
			o->bot[next[b]++] = other;
			o->bot[next[other]++] = b;
		}
	free(next);
}

void game_graph_init(struct game_graph *graph, const struct rating_games *g)
{
	struct game_graph_seats s;
	size_t *from = memory_get((size_t)g->bots + 2, sizeof *from), room = 0;
	*graph = (struct game_graph){.bots = g->bots, .ways = game_graph_ways(&s, g->seats)};
	assert(g->count < UINT32_MAX / (size_t)graph->ways);
	graph->pair = memory_resize(NULL, g->count * (size_t)graph->ways + 1, sizeof *graph->pair);
	graph->start = memory_get((size_t)g->bots + 1, sizeof *graph->start);
	struct meeting *filed = game_graph_file(graph, g, &s, from);
	size_t *seen = memory_get((size_t)g->bots + 1, sizeof *seen); /* by the higher: pair + 1 */

	for (int b = 0; b < graph->bots; b++) {
		graph->start[b] = graph->count;
		if (graph->count + (size_t)graph->bots > room)
			game_graph_room(graph,
				room = graph->count + graph->count / 2 + (size_t)graph->bots + 1);
		for (size_t i = from[b]; i < from[b + 1]; i++) {
			size_t *pair = &seen[filed[i].other];
			if (*pair <= graph->start[b]) {
				graph->other[graph->count] = filed[i].other;
				graph->met[graph->count] = 0;
				graph->scored[graph->count] = 0;
				*pair = ++graph->count;
			}
			game_graph_add(graph, *pair - 1, g, &s, &filed[i]);
		}
	}
	graph->start[graph->bots] = graph->count;
	game_graph_room(graph, graph->count + 1);
	game_graph_opponents(graph);
	free(seen);
	free(filed);
	free(from);
}

void game_graph_clear(struct game_graph *graph)
{
	free(graph->start);
	free(graph->other);
	free(graph->met);
	free(graph->scored);
	free(graph->pair);
	free(graph->opponents.start);
	free(graph->opponents.bot);
	free(graph->opponents.pair);
}

void game_graph_times(
	const struct game_graph *graph, const double *weight, const double *x, double *y)
{
	memset(y, 0, (size_t)graph->bots * sizeof *y);
	for (int b = 0; b < graph->bots; b++) {
		double own = x[b], sum = 0;
		for (size_t p = graph->start[b]; p < graph->start[b + 1]; p++) {
			double flow = weight[p] * (own - x[graph->other[p]]);
			sum += flow;
			y[graph->other[p]] -= flow;
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

static bool components_leads(
	const struct game_graph *graph, int bot, size_t i, enum components_way way)
{
	int scored = graph->scored[graph->opponents.pair[i]];
	bool lower = bot < graph->opponents.bot[i];
	return way == COMPONENTS_BOTH || (scored & (lower == (way == COMPONENTS_UP) ? 2 : 1)) != 0;
}

/* Marks all bots that can be reached from marked ones, with the mark of the bot that led there. */
static void components_reach(
	const struct game_graph *graph, enum components_way way, int *mark, int *queue)
{
	int head = 0, tail = 0;
	for (int b = 0; b < graph->bots; b++)
		if (mark[b] != 0)
			queue[tail++] = b;
	for (; head < tail; head++) {
		int bot = queue[head];
		for (size_t i = graph->opponents.start[bot]; i < graph->opponents.start[bot + 1];
			i++)
			if (mark[graph->opponents.bot[i]] == 0 &&
				components_leads(graph, bot, i, way)) {
				mark[graph->opponents.bot[i]] = mark[bot];
				queue[tail++] = graph->opponents.bot[i];
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

static void components_groups(struct components *components, const struct game_graph *graph)
{
	size_t bots = (size_t)graph->bots;
	int *queue = memory_get(bots + 1, sizeof *queue),
	    *mark = memory_get(bots + 1, sizeof *mark);
	struct components_size *size = memory_get(bots + 1, sizeof *size);
	for (int b = 0; b < graph->bots; b++) {
		int head = 0, tail = 0;
		if (mark[b] != 0)
			continue;
		mark[b] = ++components->groups;
		for (queue[tail++] = b; head < tail; head++)
			for (size_t i = graph->opponents.start[queue[head]];
				i < graph->opponents.start[queue[head] + 1]; i++)
				if (mark[graph->opponents.bot[i]] == 0) {
					mark[graph->opponents.bot[i]] = components->groups;
					queue[tail++] = graph->opponents.bot[i];
				}
		size[components->groups - 1] = (struct components_size){tail, b};
	}
	qsort(size, (size_t)components->groups, sizeof *size, components_larger);
	int *rank = queue; /* by mark: where the group stands; the queue is empty */
	for (int g = 0; g < components->groups; g++)
		rank[mark[size[g].first] - 1] = g + 1;
	for (int b = 0; b < graph->bots; b++)
		components->group[b] = rank[mark[b] - 1];
	free(size);
	free(mark);
	free(queue);
}

static void components_enter(struct components_search *search, int bot)
{
	search->number[bot] = search->low[bot] = ++search->count;
	search->at[bot] = search->m->opponents.start[bot];
	search->path[search->depth++] = bot;
	search->stack[search->held++] = bot;
}

static void components_leave(
	struct components_search *search, struct components *components, int bot)
{
	search->depth--;
	if (search->depth > 0 && search->low[bot] < search->low[search->path[search->depth - 1]])
		search->low[search->path[search->depth - 1]] = search->low[bot];
	if (search->low[bot] != search->number[bot])
		return;
	for (int member = -1; member != bot;) {
		member = search->stack[--search->held];
		components->set[member] = components->sets;
	}
	components->sets++;
}

/* Looks at the next neighbour of the bot at the end of the path. */
static void components_look(struct components_search *search, struct components *components)
{
	int bot = search->path[search->depth - 1];
	size_t i = search->at[bot]++;
	if (i == search->m->opponents.start[bot + 1]) {
		components_leave(search, components, bot);
		return;
	}
	int to = search->m->opponents.bot[i];
	if (!components_leads(search->m, bot, i, COMPONENTS_UP) || components->set[to] >= 0)
		return;
	if (search->number[to] == 0)
		components_enter(search, to);
	else if (search->number[to] < search->low[bot])
		search->low[bot] = search->number[to];
}

static void components_find(struct components *components, const struct game_graph *graph)
{
	size_t bots = (size_t)graph->bots + 1;
	struct components_search search = {graph, memory_get(bots, sizeof(int)),
		memory_get(bots, sizeof(int)), 0, memory_get(bots, sizeof(size_t)),
		memory_get(bots, sizeof(int)), 0, memory_get(bots, sizeof(int)), 0};
	memset(components->set, -1, (size_t)graph->bots * sizeof *components->set);
	for (int b = 0; b < graph->bots; b++) {
		if (search.number[b] == 0)
			components_enter(&search, b);
		while (search.depth > 0)
			components_look(&search, components);
	}
	free(search.low);
	free(search.number);
	free(search.at);
	free(search.path);
	free(search.stack);
}

/* By group: the set with the most bots, of equals the one with the most games; -1: no set has two.
 */
static void components_measures(
	const struct components *components, const struct game_graph *graph, int *measure)
{
	int64_t *size = memory_get((size_t)components->sets + 1, sizeof *size);
	int64_t *met = memory_get((size_t)components->sets + 1, sizeof *met);
	memset(measure, -1, ((size_t)components->groups + 1) * sizeof *measure);
	for (int b = 0; b < graph->bots; b++) {
		size[components->set[b]]++;
		for (size_t i = graph->opponents.start[b]; i < graph->opponents.start[b + 1]; i++)
			met[components->set[b]] += graph->met[graph->opponents.pair[i]];
	}
	for (int b = 0; b < graph->bots; b++) {
		int *best = &measure[components->group[b]], set = components->set[b];
		if (size[set] > 1 && (*best < 0 || size[set] > size[*best] ||
					     (size[set] == size[*best] && met[set] > met[*best])))
			*best = set;
	}
	free(size);
	free(met);
}

/* In groups where all bots stand alone: has it one above itself, and one below? */
static enum rating_bound components_alone(const struct game_graph *graph, int bot)
{
	bool above = false, below = false;
	for (size_t i = graph->opponents.start[bot]; i < graph->opponents.start[bot + 1]; i++) {
		above |= components_leads(graph, bot, i, COMPONENTS_UP);
		below |= components_leads(graph, bot, i, COMPONENTS_DOWN);
	}
	if (above && below)
		return RATING_LOOSE;
	return above ? RATING_AT_MAX : below ? RATING_AT_MIN : RATING_EXACT;
}

static void components_bounds(struct components *components, const struct game_graph *graph)
{
	size_t bots = (size_t)graph->bots + 1;
	int *measure = memory_get((size_t)components->groups + 1, sizeof *measure);
	int *up = memory_get(bots, sizeof *up), *down = memory_get(bots, sizeof *down);
	int *queue = memory_get(bots, sizeof *queue);
	components_measures(components, graph, measure);
	for (int b = 0; b < graph->bots; b++)
		up[b] = down[b] = measure[components->group[b]] == components->set[b];
	components_reach(graph, COMPONENTS_UP, up, queue);
	components_reach(graph, COMPONENTS_DOWN, down, queue);
	for (int b = 0; b < graph->bots; b++) {
		enum rating_bound bound = RATING_LOOSE;
		if (measure[components->group[b]] < 0)
			bound = components_alone(graph, b);
		else if (up[b])
			bound = down[b] ? RATING_EXACT : RATING_AT_MIN;
		else if (down[b])
			bound = RATING_AT_MAX;
		components->bound[b] = (uint8_t)bound;
		components->bounds = components->bounds || bound != RATING_EXACT;
	}
	free(measure);
	free(up);
	free(down);
	free(queue);
}

void components_init(struct components *components, const struct game_graph *graph)
{
	size_t bots = (size_t)graph->bots + 1;
	*components = (struct components){.group = memory_get(bots, sizeof *components->group),
		.set = memory_get(bots, sizeof *components->set),
		.bound = memory_get(bots, sizeof *components->bound)};
	components_groups(components, graph);
	components_find(components, graph);
	if (components->sets >
		components->groups) /* else each group is one set, and nothing is a bound */
		components_bounds(components, graph);
}

void components_clear(struct components *components)
{
	free(components->group);
	free(components->set);
	free(components->bound);
}
