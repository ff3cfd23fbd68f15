/*
 * search-minimax.c - every line to the requested depth, or to the end of the game (Shannon 1950).
 *
 * It is the reference for the other searches: slow and plain. Of equal moves the first wins.
 */
#include "bots/search/search.h"

static int64_t search_minimax_value(
	struct search_job *job, const struct position *p, int depth, int ply)
{
	const struct rules *rules = job->setup->rules;
	int64_t value;
	int mover, count;

	if (search_leaf(job, p, depth, ply, &mover, &value))
		return value;
	bool mine = mover == job->me;
	int64_t best = mine ? -VALUE_INFINITE : VALUE_INFINITE;
	const move *moves = search_moves(job, p, &count);
	for (int i = 0; i < count; i++) {
		struct position child;
		position_copy(job->setup, &child, p);
		rules->play(job->setup, &child, moves[i]);
		value = search_minimax_value(job, &child, depth - 1, ply + 1);
		if (job->stopped)
			break;
		if (mine ? value > best : value < best) {
			best = value;
			search_prefer(job, ply, moves[i]);
		}
	}
	search_drop(job, moves);
	return best;
}

static int64_t search_minimax_look(struct search_job *job, int depth)
{
	return search_minimax_value(job, job->position, depth, 0);
}

static void search_minimax_run(struct search_job *job)
{
	search_deepen(job, search_minimax_look);
}

const struct search search_minimax = {
	.name = "minimax",
	.help = "every line to the depth; over two seats: all others against me",
	.run = search_minimax_run,
};
