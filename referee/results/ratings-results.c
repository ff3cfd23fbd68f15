/*
 * ratings-results.c - collects results for ratings.
 */
#include "referee/results/ratings.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

/* FNV-1a (Fowler, Noll and Vo 1991) */
static uint32_t ratings_hash(const char *name)
{
	uint32_t hash = 2166136261u;
	for (; *name != '\0'; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash ^ hash >> 15;
}

/* The hash slot that has a name, or would have it. */
static int *ratings_slot(const struct ratings_names *n, const char *name)
{
	uint32_t at = ratings_hash(name);
	while (n->slots[at & (uint32_t)(n->size - 1)] != 0 &&
		strcmp(n->names[n->slots[at & (uint32_t)(n->size - 1)] - 1], name) != 0)
		at++;
	return &n->slots[at & (uint32_t)(n->size - 1)];
}

static void ratings_names_grow(struct ratings_names *n)
{
	free(n->slots);
	n->size = n->size > 0 ? 2 * n->size : 64;
	n->slots = memory_get((size_t)n->size, sizeof *n->slots);
	for (int i = 0; i < n->count; i++)
		*ratings_slot(n, n->names[i]) = i + 1;
}

int ratings_name(struct ratings_names *n, const char *name)
{
	if (2 * n->count >= n->size)
		ratings_names_grow(n);
	int *slot = ratings_slot(n, name);
	if (*slot == 0) {
		if (n->count == n->room) {
			n->room = 2 * n->room + 16;
			n->names = memory_resize(n->names, (size_t)n->room, sizeof *n->names);
		}
		n->names[n->count++] = memory_copy(name);
		*slot = n->count;
	}
	return *slot - 1;
}

int ratings_name_find(const struct ratings_names *n, const char *name)
{
	return n->size > 0 ? *ratings_slot(n, name) - 1 : -1;
}

void ratings_names_clear(struct ratings_names *n)
{
	for (int i = 0; i < n->count; i++)
		free(n->names[i]);
	free(n->names);
	free(n->slots);
}

size_t ratings_add(struct ratings_results *r)
{
	size_t seats = (size_t)r->games.seats;
	if (r->games.count == r->room) {
		r->room = r->room + r->room / 2 + 1024;
		r->bot = memory_resize(r->bot, r->room * seats, sizeof *r->bot);
		r->rank = memory_resize(r->rank, r->room * seats, sizeof *r->rank);
		r->games.bot = r->bot;
		r->games.rank = r->rank;
	}
	return r->games.count++;
}

/* The state while games are read. number: our numbers of bots by row id; -1: not seen. */
struct ratings_gathering {
	struct ratings_results *results;
	int *number;  /* owned, as the next */
	char **names; /* owned */
	int named, room;
	bool exclude; /* skips games in which a bot failed */
	int64_t strange;
};

static void ratings_named(void *arg, int number, const char *name)
{
	struct ratings_gathering *g = arg;
	if (number >= g->room) {
		g->room = 2 * number + 16;
		g->names = memory_resize(g->names, (size_t)g->room, sizeof *g->names);
		g->number = memory_resize(g->number, (size_t)g->room, sizeof *g->number);
	}
	g->names[number] = memory_copy(name);
	g->number[number] = -1;
	g->named = number + 1;
}

static bool ratings_result(void *arg, const struct db_result *result)
{
	struct ratings_gathering *g = arg;
	struct ratings_results *r = g->results;
	if (!result->scored || (g->exclude && result->forfeit))
		return true;
	if (result->seats != r->games.seats) {
		g->strange = result->game;
		return false;
	}
	size_t at = ratings_add(r) * (size_t)result->seats;
	for (int i = 0; i < result->seats; i++) {
		int *number = &g->number[result->bot[i]];
		if (*number < 0)
			*number = ratings_name(&r->names, g->names[result->bot[i]]);
		r->bot[at + (size_t)i] = *number;
		r->rank[at + (size_t)i] = (uint8_t)result->rank[i];
	}
	return true;
}

int ratings_gather(
	struct ratings_results *r, struct db *db, const struct db_results_of *of, int64_t *strange)
{
	struct ratings_gathering g = {.results = r, .exclude = of->forfeits};
	int error = db_results(db, of, ratings_named, ratings_result, &g);
	r->games.bots = r->names.count;
	*strange = g.strange;
	for (int i = 0; i < g.named; i++)
		free(g.names[i]);
	free(g.names);
	free(g.number);
	return error;
}

void ratings_results_clear(struct ratings_results *r)
{
	free(r->bot);
	free(r->rank);
	ratings_names_clear(&r->names);
}

int ratings_fit(
	struct ratings_results *r, struct db *db, int64_t tournament, struct rating_table **table)
{
	static const struct rating_options usual = {.prior = 1, .advantage = true};
	const struct db_results_of of = {
		.tournaments = &tournament, .count = 1, .since_ms = INT64_MIN};
	int64_t strange = 0;
	int error = r->games.seats >= 2 ? ratings_gather(r, db, &of, &strange) : DB_OK;
	*table = NULL;
	if (error == DB_OK && r->games.count > 0 && strange == 0)
		*table = rating_create(&r->games, &usual);
	return error;
}
