/*
 * search-alphabeta.c - minimax without the lines that cannot matter (Knuth and Moore 1975).
 *
 * It is the textbook's: moves in the rules' order, no table. Value and move are minimax's: a cut
 * returns a bound that some earlier move already reaches, and only a better value replaces it.
 */
#include "bots/search/search.h"

/* Exact inside alpha..beta; otherwise a bound of the value. */
static int64_t search_alphabeta_value(struct search_job *job, const struct position *p, int depth,
	int ply, int64_t alpha, int64_t beta)
{
	const struct rules *rules = job->setup->rules;
	int64_t value;
	int mover, count;

	if (search_leaf(job, p, depth, ply, &mover, &value))
		return value;
	bool mine = mover == job->me;
	int64_t *bound = mine ? &alpha : &beta;
	const move *moves = search_moves(job, p, &count);
	for (int i = 0; i < count && alpha < beta; i++) {
		struct position child;
		position_copy(job->setup, &child, p);
		rules->play(job->setup, &child, moves[i]);
		value = search_alphabeta_value(job, &child, depth - 1, ply + 1, alpha, beta);
		if (job->stopped)
			break;
		if (mine ? value > *bound : value < *bound) {
			*bound = value;
			search_prefer(job, ply, moves[i]);
		}
	}
	search_drop(job, moves);
	return *bound;
}

static int64_t search_alphabeta_look(struct search_job *job, int depth)
{
	return search_alphabeta_value(
		job, job->position, depth, 0, -VALUE_INFINITE, VALUE_INFINITE);
}

static void search_alphabeta_run(struct search_job *job)
{
	search_deepen(job, search_alphabeta_look);
}

const struct search search_alphabeta = {
	.name = "alphabeta",
	.help = "minimax's value and move in fewer nodes; over two seats: all others against me",
	.run = search_alphabeta_run,
};
