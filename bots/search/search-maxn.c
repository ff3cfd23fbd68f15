/*
 * search-maxn.c - max^n: each seat plays the move that is best for itself (Luckhardt and Irani
 * 1986), with shallow pruning (Korf 1991).
 *
 * A position's value is one number for each seat, from the end or the evaluation that the line
 * leads to. The mover takes the largest of its own numbers. Of equal moves the first wins, in the
 * order of the evaluation's gains, then of the rules. This order must be fixed, since the other
 * seats' numbers may depend on it.
 *
 * Pruning: let seat i have a move worth a to it. Let seat j find a move worth b to j in the
 * position after another move of i. Then that position gives j at least b, and each other seat k
 * at least -most. So i gets at most slack - b + (seats - 2) * most, where no numbers add up to
 * more than slack. If that is not over a, i will not choose the move, and j can stop. A seat that
 * has the maximum can stop, too. Neither rule changes the move or the values.
 *
 * Evaluations add up to 0. If an evaluation gives a bound of its numbers, and no game can end
 * before the horizon, most is that bound and slack is 0. Otherwise most is the largest win, and
 * slack is the sum of the plies in the worth of ends. With two seats this is alpha-beta that
 * looks only one ply up.
 */
#include "bots/search/move-ordering.h"

struct search_maxn {
	int64_t most, slack;
	bool ends; /* most is a win */
};

/* The number at which the mover can stop, because the seat that moved before then rejects its
 * move. best: that seat's best number elsewhere. */
static int64_t search_maxn_enough(struct search_job *job, int ply, int64_t best)
{
	const struct search_maxn *m = move_ordering(job)->task;
	int others = job->setup->seats - 2;
	/* No seat wins before the next ply. */
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

/* Puts the moves in order. */
static void search_maxn_sort(struct search_job *job, const struct position *p, const move *moves,
	int64_t *keys, int count)
{
	int *gains = move_ordering(job)->gains;

	move_ordering_keys(
		keys, move_ordering_gains(job, p, moves, count, gains) ? gains : NULL, count);
}

/* The last move was seat before's; best is that seat's best number elsewhere. */
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
		struct position child;
		position_copy(s, &child, p);
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

/* Bounds of the numbers in all positions of an iteration. */
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
	.help = "each seat maximizes its own value, with shallow pruning",
	.looks = true,
	.run = search_maxn_run,
};
