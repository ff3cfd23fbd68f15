/*
 * Elimination: the solution is put back into the equations.
 */
#include "referee/rating/elimination.h"

#include "tests/lib/rating-data.h"

/* Graphs: a chain, a ring, a tree, a square grid, a ring and chance, all pairs, and all pairs with
 * a chain that hangs from them; the last two have too many bots in their cores. */
enum { CHAIN, RING, TREE, GRID, CHANCE, ALL, MANY, TAIL, GRAPHS };

static const struct {
	int bots, core;
} graphs[GRAPHS] = {
	{3000, 1}, {301, 301}, {3000, 1}, {400, 400}, {200, 200}, {60, 60}, {600, 600}, {700, 600}};

static struct rating_data *graph(int which)
{
	int bots = graphs[which].bots;
	struct rating_data *data = rating_data_create(2, bots);
	for (int i = 0; i < bots; i++) {
		if ((which == CHAIN || which == RING || which == CHANCE) && i > 0)
			rating_data_two(data, i - 1, i, 1);
		if (which == TREE && i > 0)
			rating_data_two(data, (i - 1) / 3, i, 1);
		if (which == GRID && i % 20 > 0)
			rating_data_two(data, i - 1, i, 1);
		if (which == GRID && i >= 20)
			rating_data_two(data, i - 20, i, 1);
		if (which == TAIL && i >= 600)
			rating_data_two(data, i - 1, i, 1);
		for (int k = 0; k < i && i < 600; k++)
			if (which >= ALL || (which == CHANCE && rating_data_chance(data) < 0.03))
				rating_data_two(data, k, i, 1);
	}
	if (which == RING || which == CHANCE)
		rating_data_two(data, bots - 1, 0, 1);
	return data;
}

/* b without its mean in each group, which equations of differences want. */
static void chance_without_mean(struct rating_data *data, const struct opponents *o, double *b)
{
	for (int i = 0; i < data->games.bots; i++)
		for (size_t k = o->start[i]; k < o->start[i + 1]; k++) {
			double flow = rating_data_chance(data) - 0.5;
			b[i] += flow;
			b[o->bot[k]] -= flow;
		}
}

/* Of a core that is too large only the leaves' equations hold. */
START_TEST(a_solution_fits_the_equations)
	{
		struct rating_data *data = graph(_i);
		size_t bots = (size_t)data->games.bots;
		struct game_graph meet;
		struct elimination e;
		game_graph_init(&meet, &data->games);
		elimination_init(&e, &meet);
		double *weight = calloc(meet.count + 3 * bots, sizeof *weight),
		       *b = weight + meet.count;
		double *x = b + bots, *back = x + bots;
		for (size_t p = 0; p < meet.count; p++)
			weight[p] = exp(8 * rating_data_chance(data));
		ck_assert_int_eq(e.core, graphs[_i].core);
		ck_assert_int_eq(e.leaves + e.core, graphs[_i].bots);
		ck_assert(e.exact == (e.core <= ELIMINATION_CORE));
		elimination_weigh(&e, weight);
		chance_without_mean(data, &meet.opponents, b);
		elimination_solve(&e, b, x);
		game_graph_times(&meet, weight, x, back);
		for (int i = 0; i < (e.exact ? data->games.bots : e.leaves); i++)
			ck_assert_double_eq_tol(back[e.order[i]], b[e.order[i]], 1e-9);
		free(weight);
		elimination_clear(&e);
		game_graph_clear(&meet);
		rating_data_free(data);
	}
END_TEST

/* A column of the inverse is the potential when 1 enters at its bot and leaves where that is held
 * at 0, which is where the inverse of the bot itself is 0. */
START_TEST(the_inverse_fits_the_equations)
	{
		struct rating_data *data = graph(_i);
		size_t bots = (size_t)data->games.bots;
		struct game_graph meet;
		struct elimination e;
		game_graph_init(&meet, &data->games);
		elimination_init(&e, &meet);
		double *weight = calloc(meet.count + 2 * bots, sizeof *weight),
		       *back = weight + meet.count, *column = back + bots;
		for (size_t p = 0; p < meet.count; p++)
			weight[p] = exp(8 * rating_data_chance(data));
		struct elimination_inverse *inverse = elimination_invert(&e, weight);
		int held = 0;
		while (held < data->games.bots && *elimination_at(inverse, held, held) != 0)
			held++;
		ck_assert_int_lt(held, data->games.bots);
		for (int b = 0; b < data->games.bots; b++) {
			for (int i = 0; i < data->games.bots; i++)
				column[i] = *elimination_at(inverse, i, b);
			game_graph_times(&meet, weight, column, back);
			for (int i = 0; i < data->games.bots; i++) {
				double in = b == held ? 0 : (i == b) - (i == held);
				ck_assert_double_eq_tol(back[i], in, 1e-9);
				ck_assert_ptr_eq(elimination_at(inverse, b, i),
					elimination_at(inverse, i, b));
			}
		}
		elimination_inverse_free(inverse);
		free(weight);
		elimination_clear(&e);
		game_graph_clear(&meet);
		rating_data_free(data);
	}
END_TEST

SUITE("referee/rating/elimination", LOOP(a_solution_fits_the_equations, GRAPHS),
	LOOP(the_inverse_fits_the_equations, GRAPHS))
