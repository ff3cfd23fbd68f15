/*
 * exact-search.c - exact values of games that are small enough to be searched to the end: tree.
 *
 * The search is pvs. It deepens until no evaluation contributes or the game is decided. It starts
 * with an empty table for each position: a win found at a greater depth than this search has
 * reached need not be the nearest.
 */
#include "bots/solve/exact.h"
#include "base/error.h"

#include <string.h>

bool exact_search_value(struct engine *engine, int64_t nodes, int64_t *value)
{
	struct error err;
	const struct search_limits limits = {.nodes = nodes};
	const struct search_hooks hooks = {.now = NULL};

	if (engine->table_size > 0)
		transposition_forget(&engine->table);
	if (!engine_search(engine, &limits, &hooks, &err) || engine->job.stopped)
		return false;
	*value = engine->job.result.value;
	return true;
}

static bool exact_tree_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "tree") == 0;
}

static bool exact_tree_value(void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	(void)kept;
	return exact_search_value(engine, nodes, value);
}

/* One seat's gain is the other's loss. */
static int64_t exact_tree_over(const struct setup *s, const struct position *p, int seat)
{
	int64_t scores[SEATS_MAX];

	s->rules->scores(s, p, scores);
	return scores[seat - 1];
}

const struct exact exact_tree = {
	.name = "tree",
	.fits = exact_tree_fits,
	.value = exact_tree_value,
	.over = exact_tree_over,
};
