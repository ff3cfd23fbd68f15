/*
 * evaluation-chinese-checkers-racing.c - evaluates the race to the goal.
 *
 * Each peg costs for its steps to the goal's tip, and more the farther back it is: a straggler
 * costs more than the same steps shared out. The tip itself costs nothing. So the far cells of
 * the goal are filled first, and its entrance stays open. Cells beside the line from tip to tip
 * cost a little too, because the middle has more ways forward. `jumping` also counts the jumps
 * that every peg has at once, above all those that lead forward.
 *
 * The weights were found by games between neighbouring weights, 150 or 300 each, at 5000 nodes a
 * move.
 */
#include "bots/eval/evaluation.h"

#include <stdlib.h>

#include "rules/chinese-checkers.h"

enum {
	/* Per peg: */
	EVALUATION_RACING_STEP = 100,
	EVALUATION_RACING_SQUARE = 30, /* for the square of its steps */
	EVALUATION_RACING_SIDE = 40,   /* for each step off the line */
	/* Per seat that came home: it has less than nothing left. */
	EVALUATION_RACING_HOME = 100000,
	/* Per jump: for each step that it gains, and for one that gains none. */
	EVALUATION_RACING_JUMP = 100,
	EVALUATION_RACING_MOBILITY = 80,
	/* Unit of a move's gain. */
	EVALUATION_RACING_PART = 16
};

/* The cost of a peg, by its goal point and its cell. */
struct evaluation_racing {
	int32_t costs[STAR_POINTS][STAR_CELLS];
};

_Static_assert(sizeof(struct evaluation_racing) <= EVALUATION_BYTES, "the room is large enough");

static int evaluation_racing_goal(const struct checkers_view *v, int i)
{
	return (v->points[i] + STAR_POINTS / 2) % STAR_POINTS;
}

static void evaluation_racing_prepare(const struct setup *s, struct evaluation_cache *cache)
{
	struct evaluation_racing *e = (struct evaluation_racing *)cache->bytes;
	struct position start;

	s->rules->start(s, &start);
	const struct star *star = checkers_view(s, &start).star;
	for (int point = 0; point < STAR_POINTS; point++)
		for (int cell = 0; cell < STAR_CELLS; cell++) {
			int steps = star->steps[point][cell];
			int left = star->steps[(point + 1) % STAR_POINTS][cell];
			int right = star->steps[(point + STAR_POINTS - 1) % STAR_POINTS][cell];
			e->costs[point][cell] = EVALUATION_RACING_STEP * steps +
						EVALUATION_RACING_SQUARE * steps * steps +
						EVALUATION_RACING_SIDE * abs(left - right);
		}
}

/* The worth of the jumps of the peg on a cell. */
static int evaluation_racing_jumps(const struct checkers_view *v, const uint8_t *steps, int cell)
{
	const struct star *star = v->star;
	int place = star->place[cell], worth = 0;
	uint64_t window = star_window(v->taken, place);
	uint64_t jumps = star_behind(window) & star->around[place] & ~window;

	for (; jumps != 0; jumps &= jumps - 1) {
		int to = star->cell[place - STAR_REACH + __builtin_ctzll(jumps)];
		int gain = steps[cell] - steps[to];
		worth += gain > 0 ? EVALUATION_RACING_JUMP * gain : EVALUATION_RACING_MOBILITY;
	}
	return worth;
}

/* The cost of all that seat i + 1 has left. */
static int evaluation_racing_cost(
	const struct evaluation_racing *e, const struct checkers_view *v, int i, bool jumping)
{
	int goal = evaluation_racing_goal(v, i), cost = 0;

	if (v->home >> i & 1)
		return -EVALUATION_RACING_HOME;
	for (int half = 0; half < 2; half++)
		for (uint64_t pegs = v->pegs[i][half]; pegs != 0; pegs &= pegs - 1) {
			int cell = half * 64 + __builtin_ctzll(pegs);
			cost += e->costs[goal][cell];
			if (jumping)
				cost -= evaluation_racing_jumps(v, v->star->steps[goal], cell);
		}
	return cost;
}

static inline int64_t evaluation_racing_compare(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *cache, bool jumping)
{
	const struct evaluation_racing *e = (const struct evaluation_racing *)cache->bytes;
	struct checkers_view v = checkers_view(s, p);
	int64_t all = 0, own = 0;

	for (int i = 0; i < s->seats; i++) {
		int cost = evaluation_racing_cost(e, &v, i, jumping);
		all += cost;
		if (i == seat - 1)
			own = cost;
	}
	return all - s->seats * own;
}

static int64_t evaluation_racing_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	return evaluation_racing_compare(s, p, seat, cache, false);
}

static int64_t evaluation_jumping_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	return evaluation_racing_compare(s, p, seat, cache, true);
}

static void evaluation_racing_gains(const struct setup *s, const struct position *p,
	const move *moves, int count, int *gains, const struct evaluation_cache *cache)
{
	const struct evaluation_racing *e = (const struct evaluation_racing *)cache->bytes;
	struct checkers_view v = checkers_view(s, p);
	const int32_t *costs = e->costs[evaluation_racing_goal(&v, v.to_move - 1)];

	for (int i = 0; i < count; i++)
		gains[i] = (costs[checkers_from(moves[i])] - costs[checkers_to(moves[i])]) /
			   EVALUATION_RACING_PART;
}

const struct evaluation evaluation_chinese_checkers_racing = {
	.game = "chinese-checkers",
	.name = "racing",
	.help = "stragglers, far cells and the middle count",
	.prepare = evaluation_racing_prepare,
	.value = evaluation_racing_value,
	.gains = evaluation_racing_gains,
};

const struct evaluation evaluation_chinese_checkers_jumping = {
	.game = "chinese-checkers",
	.name = "jumping",
	.help = "racing, and the jumps that each peg has",
	.prepare = evaluation_racing_prepare,
	.value = evaluation_jumping_value,
	.gains = evaluation_racing_gains,
};
