/*
 * Elimination: what it solves is put back into the equations; its diagonal is what it solves for
 * one bot after the other.
 */
#include "referee/rating/elimination.h"

#include "tests/lib/rating-data.h"

/* Graphs: a chain, a ring, a tree, a square grid, chance, everybody with everybody, and everybody
 * with everybody with a chain that hangs from it; the last two have too many for exactness. */
enum { CHAIN, RING, TREE, GRID, CHANCE, ALL, MANY, TAIL, GRAPHS };

static const struct {
	int bots;
	bool exact;
} graphs[GRAPHS] = {{300, true}, {301, true}, {300, true}, {400, true}, {200, true}, {60, true},
	{600, false}, {700, false}};

static struct rating_data *graph(int which)
{
	int bots = graphs[which].bots;
	struct rating_data *m = rating_data_create(2, bots);
	for (int i = 0; i < bots; i++) {
		if ((which == CHAIN || which == RING) && i > 0)
			rating_data_two(m, i - 1, i, 1);
		if (which == TREE && i > 0)
			rating_data_two(m, (i - 1) / 3, i, 1);
		if (which == GRID && i % 20 > 0)
			rating_data_two(m, i - 1, i, 1);
		if (which == GRID && i >= 20)
			rating_data_two(m, i - 20, i, 1);
		if (which == TAIL && i >= 600)
			rating_data_two(m, i - 1, i, 1);
		for (int k = 0; k < i && i < 600; k++)
			if (which >= ALL || (which == CHANCE && rating_data_chance(m) < 0.03))
				rating_data_two(m, k, i, 1);
	}
	if (which == RING)
		rating_data_two(m, bots - 1, 0, 1);
	return m;
}

/* b without its mean in each group, which equations that know only differences want. */
static void chance_without_mean(struct rating_data *m, const struct neighbours *near, double *b)
{
	int bots = m->games.bots;
	for (int i = 0; i < bots; i++)
		b[i] = 0;
	for (int i = 0; i < bots; i++)
		for (size_t k = near->start[i]; k < near->start[i + 1]; k++) {
			double flow = rating_data_chance(m) - 0.5;
			b[i] += flow;
			b[near->to[k]] -= flow;
		}
}

START_TEST(what_is_solved_fits_the_equations)
	{
		struct rating_data *m = graph(_i);
		size_t bots = (size_t)m->games.bots;
		struct game_graph meet;
		struct neighbours near;
		struct elimination e;
		game_graph_init(&meet, &m->games);
		neighbours_init(&near, &meet);
		elimination_init(&e, &meet, &near);
		double *weight = calloc(meet.count + 4 * bots, sizeof *weight),
		       *b = weight + meet.count;
		double *x = b + bots, *back = x + bots, *diagonal = back + bots;
		for (size_t p = 0; p < meet.count; p++)
			weight[p] = exp(8 * rating_data_chance(m));
		ck_assert_int_eq(e.exact, graphs[_i].exact);
		elimination_weigh(&e, weight);
		chance_without_mean(m, &near, b);
		elimination_solve(&e, b, x);
		game_graph_times(&meet, weight, x, back);
		for (size_t i = 0; i < bots && e.exact; i++)
			ck_assert_double_eq_tol(back[i], b[i], 1e-9);
		if (e.exact)
			elimination_diagonal(&e, diagonal);
		for (size_t i = 0; i < bots && e.exact; i++) {
			memset(b, 0, bots * sizeof *b);
			b[i] = 1;
			elimination_solve(&e, b, x);
			ck_assert_double_eq_tol(diagonal[i], x[i], 1e-9 * (1 + x[i]));
		}
		free(weight);
		elimination_clear(&e);
		neighbours_clear(&near);
		game_graph_clear(&meet);
		rating_data_free(m);
	}
END_TEST

/* A chain that hangs from who cannot go out is eliminated all the same. */
START_TEST(chains_go_out_of_any_graph)
	{
		struct rating_data *m = graph(TAIL);
		struct game_graph meet;
		struct neighbours near;
		struct elimination e;
		game_graph_init(&meet, &m->games);
		neighbours_init(&near, &meet);
		elimination_init(&e, &meet, &near);
		ck_assert(!e.exact);
		ck_assert_int_eq(e.count, 100);
		elimination_clear(&e);
		neighbours_clear(&near);
		game_graph_clear(&meet);
		rating_data_free(m);
	}
END_TEST

SUITE("referee/rating/elimination", LOOP(what_is_solved_fits_the_equations, GRAPHS),
	CASE(chains_go_out_of_any_graph))
