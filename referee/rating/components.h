/*
 * components.h - groups that games join, and in them the sets that results join both ways.
 */
#ifndef REFEREE_RATING_COMPONENTS_H
#define REFEREE_RATING_COMPONENTS_H

#include "referee/rating/game-graph.h"

struct components {
	int *group, groups; /* by bot: from 1, the largest first; 0: it met no bot */
	int *set, sets;	    /* by bot: from 0, in no order; strongly connected by who scored */
	uint8_t *bound;	    /* by bot: enum rating_bound */
	bool bounds;	    /* any group has several sets */
};

void components_init(struct components *s, const struct game_graph *m);
void components_clear(struct components *s);

#endif
