/*
 * evaluation-tree.c - the mean of the leaves below a node, from sums computed once.
 */
#include "bots/eval/evaluation.h"

#include <assert.h>

#include "rules/tree.h"

struct evaluation_tree_cache {
	int64_t sums[EVALUATION_BYTES / sizeof(int64_t)]; /* of all leaves before that one */
};

static void evaluation_tree_prepare(const struct setup *s, struct evaluation_cache *room)
{
	struct evaluation_tree_cache *cache = (struct evaluation_tree_cache *)room->bytes;
	struct position start;

	s->rules->start(s, &start);
	struct tree_view v = tree_view(s, &start);
	assert((size_t)v.count < sizeof cache->sums / sizeof *cache->sums);
	cache->sums[0] = 0;
	for (int i = 0; i < v.count; i++)
		cache->sums[i + 1] = cache->sums[i] + v.leaves[i];
}

static int64_t evaluation_tree_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *room)
{
	const struct evaluation_tree_cache *cache =
		(const struct evaluation_tree_cache *)room->bytes;
	struct tree_view v = tree_view(s, p);
	int64_t mean = (cache->sums[v.last] - cache->sums[v.first]) / (v.last - v.first);

	return seat == 1 ? mean : -mean;
}

const struct evaluation evaluation_tree_mean = {
	.game = "tree",
	.name = "mean",
	.help = "the mean of all leaves below",
	.prepare = evaluation_tree_prepare,
	.value = evaluation_tree_value,
};
