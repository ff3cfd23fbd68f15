/*
 * search-first.c - the first legal move, which is the initial answer of search_run().
 */
#include "bots/search/search.h"

static void search_first_run(struct search_job *job)
{
	job->nodes = 1;
}

const struct search search_first = {
	.name = "first",
	.help = "the first legal move; any number of seats",
	.blind = true,
	.run = search_first_run,
};
