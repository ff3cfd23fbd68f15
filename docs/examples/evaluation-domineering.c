/*
 * evaluation-domineering.c - room for dominoes.
 */
#include "bots/eval/evaluation.h"

#include "rules/domineering.h"

/* Half a point for each place more than the other seat has. */
enum { EVALUATION_DOMINEERING_PLACE = 50 };

static int64_t evaluation_domineering_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *cache)
{
	(void)cache;
	return EVALUATION_DOMINEERING_PLACE *
	       (__builtin_popcountll(domineering_places(s, p, seat)) -
		       __builtin_popcountll(domineering_places(s, p, 3 - seat)));
}

const struct evaluation evaluation_domineering_room = {
	.game = "domineering",
	.name = "room",
	.help = "places for a domino, less those of the other seat",
	.value = evaluation_domineering_value,
};
