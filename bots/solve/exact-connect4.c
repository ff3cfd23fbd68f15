/*
 * exact-connect4.c - exact values of connect4: from the repertoire and the solver on the standard
 * board, by a search to the end of the game on any other board.
 */
#include "bots/solve/exact.h"

#include <string.h>

#include "bots/connect4/repertoire.h"
#include "bots/connect4/solver.h"
#include "rules/connect4.h"

/* The repertoire's results would take far more nodes than this. With a smaller budget it is not
 * used. */
enum { EXACT_CONNECT4_REPERTOIRE = 1000000 };

struct exact_connect4_budget {
	const struct solver *solver;
	uint64_t end; /* its node count at which to stop */
};

static int exact_connect4_stones(const struct connect4_view *v, int seat)
{
	return __builtin_popcountll(v->stones[seat - 1]);
}

/* The winner's score with this number of stones. */
static int64_t exact_connect4_score(const struct connect4_view *v, int stones)
{
	return (v->columns * v->rows + 1) / 2 + 1 - stones;
}

static int64_t exact_connect4_over(const struct setup *s, const struct position *p, int seat)
{
	struct connect4_view v = connect4_view(s, p);
	int64_t scores[SEATS_MAX];

	s->rules->scores(s, p, scores);
	if (scores[seat - 1] == 0)
		return 0;
	int winner = scores[seat - 1] > 0 ? seat : 3 - seat;
	return scores[seat - 1] * exact_connect4_score(&v, exact_connect4_stones(&v, winner));
}

/*
 * The standard board.
 */

static bool exact_connect4_fits(const struct setup *s)
{
	struct error err;

	return search_perfect.fits(s, &err);
}

static void *exact_connect4_create(void)
{
	return solver_create(SOLVER_MEGABYTES);
}

static void exact_connect4_forget(void *kept)
{
	solver_forget(kept);
}

static void exact_connect4_free(void *kept)
{
	solver_free(kept);
}

static bool exact_connect4_stop(void *argument)
{
	const struct exact_connect4_budget *budget = argument;

	return solver_nodes(budget->solver) >= budget->end;
}

static bool exact_connect4_value(void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	struct solver *solver = kept;
	struct connect4_view v = connect4_view(&engine->setup, &engine->position);
	int seat = engine->setup.rules->to_move(&engine->setup, &engine->position), column, score;
	struct board b = {v.stones[seat - 1], v.stones[0] | v.stones[1]};
	struct exact_connect4_budget budget = {solver, solver_nodes(solver) + (uint64_t)nodes};
	struct solver_answer answer;

	if (nodes >= EXACT_CONNECT4_REPERTOIRE && repertoire_find(&b, &column, &score)) {
		*value = score;
		return true;
	}
	solver_set_stop(solver, exact_connect4_stop, &budget);
	solver_solve(solver, &b, &answer);
	*value = answer.low;
	return answer.low == answer.high;
}

const struct exact exact_connect4 = {
	.name = "connect4",
	.fits = exact_connect4_fits,
	.create = exact_connect4_create,
	.forget = exact_connect4_forget,
	.free = exact_connect4_free,
	.value = exact_connect4_value,
	.over = exact_connect4_over,
};

/*
 * Any other board.
 */

static bool exact_connect4_any_fits(const struct setup *s)
{
	return strcmp(s->rules->name, "connect4") == 0;
}

static bool exact_connect4_any_value(
	void *kept, struct engine *engine, int64_t nodes, int64_t *value)
{
	struct connect4_view v = connect4_view(&engine->setup, &engine->position);
	int seat = engine->setup.rules->to_move(&engine->setup, &engine->position);
	int64_t found;

	(void)kept;
	if (!exact_search_value(engine, nodes, &found))
		return false;
	int plies = search_plies(engine->setup.rules, found);
	if (found > 0)
		*value =
			exact_connect4_score(&v, exact_connect4_stones(&v, seat) + (plies + 1) / 2);
	else if (found < 0)
		*value = -exact_connect4_score(&v, exact_connect4_stones(&v, 3 - seat) + plies / 2);
	else
		*value = 0;
	return true;
}

const struct exact exact_connect4_any = {
	.name = "connect4 on other boards",
	.fits = exact_connect4_any_fits,
	.value = exact_connect4_any_value,
	.over = exact_connect4_over,
};
