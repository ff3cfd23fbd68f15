/*
 * evaluation-chinese-checkers-distance.c - the steps that all seats have left, less our own steps
 * times the number of seats: the sum of our leads over each other seat. A seat that is home
 * counts as if it had gone EVALUATION_DISTANCE_HOME steps beyond, more than any seat has left.
 */
#include "bots/eval/evaluation.h"

#include "rules/chinese-checkers.h"

enum { EVALUATION_DISTANCE_HOME = 200, EVALUATION_DISTANCE_STEPS = 160 };

static int64_t evaluation_distance_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	struct checkers_view v = checkers_view(s, p);
	int sum = -EVALUATION_DISTANCE_HOME * __builtin_popcount(v.home);
	int own = v.steps[seat - 1];

	(void)cache;
	for (int i = 0; i < s->seats; i++)
		sum += v.steps[i];
	if (v.home >> (seat - 1) & 1)
		own -= EVALUATION_DISTANCE_HOME;
	return sum - s->seats * own;
}

/* The steps that a move gains. */
static void evaluation_distance_gains(const struct setup *s, const struct position *p,
	const move *moves, int count, int *gains, const struct evaluation_cache *cache)
{
	struct checkers_view v = checkers_view(s, p);
	const uint8_t *steps =
		v.star->steps[(v.points[v.to_move - 1] + STAR_POINTS / 2) % STAR_POINTS];

	(void)cache;
	for (int i = 0; i < count; i++)
		gains[i] = steps[checkers_from(moves[i])] - steps[checkers_to(moves[i])];
}

/* The fewest own moves that bring a seat home. */
static int evaluation_distance_needed(const struct checkers_view *v, int i)
{
	const uint64_t *goal = v->goals[i], *pegs = v->pegs[i];

	return __builtin_popcountll(pegs[0] & ~goal[0]) + __builtin_popcountll(pegs[1] & ~goal[1]);
}

/* All seats but one must come home; a point that is full and shared takes no move. */
static int64_t evaluation_distance_bound(const struct setup *s, const struct position *p, int plies,
	const struct evaluation_cache *cache)
{
	struct checkers_view v = checkers_view(s, p);
	int needed = 0, most = 0;

	(void)cache;
	if (plies >= checkers_calm(s, p))
		return -1;
	for (int i = 0; i < s->seats; i++) {
		if ((v.home | v.out) >> i & 1)
			continue;
		int own = evaluation_distance_needed(&v, i);
		needed += own;
		most = own > most ? own : most;
	}
	if (plies >= needed - most)
		return -1;
	return (s->seats - 1) * (EVALUATION_DISTANCE_STEPS + EVALUATION_DISTANCE_HOME);
}

const struct evaluation evaluation_chinese_checkers_distance = {
	.game = "chinese-checkers",
	.name = "distance",
	.help = "steps that we are ahead of the others",
	.value = evaluation_distance_value,
	.gains = evaluation_distance_gains,
	.bound = evaluation_distance_bound,
};
