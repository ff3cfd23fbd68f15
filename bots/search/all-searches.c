/*
 * all-searches.c - the table of searches. A new search is one file and one row.
 */
#include "bots/search/search.h"

#include <string.h>

const struct search *const all_searches[] = {
	&search_random,
	&search_first,
	&search_minimax,
	&search_alphabeta,
	&search_pvs,
	&search_maxn,
	&search_paranoid,
	&search_brs,
	&search_brs_plus,
	&search_opps,
	&search_mcts,
	&search_perfect,
	NULL,
};

const struct search *search_find(const char *name)
{
	for (int i = 0; all_searches[i] != NULL; i++)
		if (strcmp(all_searches[i]->name, name) == 0)
			return all_searches[i];
	return NULL;
}
