/*
 * search-random.c - a random legal move, all with equal probability.
 */
#include "bots/search/search.h"

/* If the caller's seed is the same for each move, the seed alone would repeat. So the position is
 * mixed in. */
static void search_random_run(struct search_job *job)
{
	const struct setup *s = job->setup;
	int count;
	const move *moves = search_moves(job, job->position, &count);
	uint64_t state = random_mix(job->seed, s->rules->key(s, job->position));

	job->result.best = job->result.line[0] = moves[random_below(&state, (uint64_t)count)];
	job->nodes = 1;
}

const struct search search_random = {
	.name = "random",
	.help = "any legal move, drawn from the seed; any number of seats",
	.blind = true,
	.run = search_random_run,
};
