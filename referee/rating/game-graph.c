/*
 * game-graph.c - which bots played each other.
 *
 * A counting sort files meetings under the lower number. A mark for each higher number then finds
 * the pairs. That takes neither comparisons nor a hash: there may be millions of games.
 */
#include "referee/rating/game-graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

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

void game_graph_degrees(const struct game_graph *m, const double *weight, double *degree)
{
	memset(degree, 0, (size_t)m->bots * sizeof *degree);
	for (int b = 0; b < m->bots; b++)
		for (size_t p = m->start[b]; p < m->start[b + 1]; p++) {
			degree[b] += weight[p];
			degree[m->other[p]] += weight[p];
		}
}
