/*
 * search-maxn.c - each seat takes what is best for itself (Luckhardt and Irani 1986), with shallow
 * pruning (Korf 1991).
 *
 * A position is worth one number for each seat, those of the end or the evaluation that play leads
 * to; whoever moves takes the largest of its own. Among equal moves the first in the order of the
 * evaluation's gains wins, then of the rules: always the same order, since what the others get may
 * hang on it.
 *
 * Pruning. If seat i has a move worth a to it, and in the position after another move seat j finds
 * one worth b to j, then whatever comes of that position gives j at least b, each other seat k at
 * least -most, and so i at most slack - b + (seats - 2) * most, where no numbers add up to more
 * than slack. If that is not over a, i will not go there, and j need look no further. Nor need a
 * seat that has all there is to have. Neither ever changes move or values.
 *
 * Evaluations add up to 0. When an evaluation says how large they can get and that no game ends
 * before the horizon, that is most, and slack is 0; else most is the largest win, and slack what
 * the plies in the worth of ends add up to. With two seats it is alpha-beta that looks one ply up.
 */
#include "bots/search/move-ordering.h"

struct search_maxn {
	int64_t most, slack;
	bool ends; /* most is a win */
};

/* What a seat that moves must find, for the one that moved before to turn away: best is what that
 * one has elsewhere. */
static int64_t search_maxn_enough(struct search_job *job, int ply, int64_t best)
{
	const struct search_maxn *m = move_ordering(job)->task;
	int others = job->setup->seats - 2;
	/* Nobody wins before the next ply. */
	int64_t most = m->ends ? m->most - ply - 1 : m->most;

	if (best == -VALUE_INFINITE)
		return most;
	if (others == 0)
		return -best;
	if (m->most == VALUE_INFINITE)
		return VALUE_INFINITE;
	int64_t enough = m->slack + others * m->most - best;
	return enough < most ? enough : most;
}

/* Puts the moves in their order. */
static void search_maxn_sort(struct search_job *job, const struct position *p, const move *moves,
	int64_t *keys, int count)
{
	int *gains = move_ordering(job)->gains;

	move_ordering_keys(
		keys, move_ordering_gains(job, p, moves, count, gains) ? gains : NULL, count);
}

/* The last move was seat before's, which has best elsewhere. */
static void search_maxn_values(struct search_job *job, const struct position *p, int depth, int ply,
	int before, int64_t best, int64_t values[SEATS_MAX])
{
	const struct setup *s = job->setup;
	int64_t own = -VALUE_INFINITE;
	int mover, count;

	if (search_leaf_all(job, p, depth, ply, &mover, values))
		return;
	int64_t enough = search_maxn_enough(job, ply, mover == before ? -VALUE_INFINITE : best);
	const move *moves = search_moves(job, p, &count);
	int64_t *keys = move_ordering(job)->keys + (moves - job->stack);
	search_maxn_sort(job, p, moves, keys, count);
	for (int at = 0; at < count && own < enough; at++) {
		int64_t found[SEATS_MAX];
		struct position child = *p;
		move m = moves[move_ordering_pick(keys, at, count)];
		s->rules->play(s, &child, m);
		search_maxn_values(job, &child, depth - 1, ply + 1, mover, own, found);
		if (job->stopped)
			break;
		if (found[mover - 1] <= own)
			continue;
		own = found[mover - 1];
		for (int i = 0; i < s->seats; i++)
			values[i] = found[i];
		search_prefer(job, ply, m);
	}
	search_drop(job, moves);
}

/* What is known of the numbers in all positions that an iteration may come to. */
static struct search_maxn search_maxn_limits(const struct search_job *job, int depth)
{
	const struct setup *s = job->setup;
	const struct evaluation *e = job->evaluation;
	int64_t bound = e->bound != NULL ? e->bound(s, job->position, depth, job->cache) : -1;

	if (bound >= 0)
		return (struct search_maxn){.most = bound};
	if (s->rules->scored)
		return (struct search_maxn){.most = VALUE_INFINITE};
	return (struct search_maxn){
		.most = VALUE_WIN, .slack = (s->seats - 1) * SEARCH_PLIES, .ends = true};
}

static int64_t search_maxn_look(struct search_job *job, int depth)
{
	const struct search_maxn limits = search_maxn_limits(job, depth);
	int64_t values[SEATS_MAX];

	move_ordering(job)->task = &limits;
	search_maxn_values(job, job->position, depth, 0, 0, -VALUE_INFINITE, values);
	return values[job->me - 1];
}

static void search_maxn_run(struct search_job *job)
{
	search_deepen(job, search_maxn_look);
}

const struct search search_maxn = {
	.name = "maxn",
	.help = "each seat takes what is best for itself, with shallow pruning",
	.run = search_maxn_run,
};
