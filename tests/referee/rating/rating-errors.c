/*
 * Errors of ratings, against what chance does: games drawn again from those there were, a thousand
 * times (Efron, Bootstrap methods, 1979), and against the inverse itself.
 */
#include "tests/lib/rating-data.h"

enum { BOTS = 20, GAMES = 10000, AGAIN = 1000, VALUES = BOTS + 4 };

/* A third of the games between equals is drawn, fewer between others; the first has 40 Elo more. */
static double played(struct rating_data *m, double apart)
{
	double expected = 1 / (1 + exp(-(apart + 40) / RATING_ELO));
	double drawn = fmin(expected, 1 - expected) * 0.7, chance = rating_data_chance(m);
	return chance < expected - drawn / 2 ? 1 : chance < expected + drawn / 2 ? 0.5 : 0;
}

static struct rating_data *two_seats(void)
{
	struct rating_data *m = rating_data_create(2, BOTS);
	while (m->games.count < GAMES) {
		int a = (int)(rating_data_chance(m) * BOTS),
		    b = (int)(rating_data_chance(m) * BOTS);
		if (a != b)
			rating_data_two(m, a, b, played(m, 25.0 * (b - a)));
	}
	return m;
}

/* Games of four, in which bots get places in the order of their strength and chance; some tie. */
static struct rating_data *four_seats(void)
{
	struct rating_data *m = rating_data_create(4, 6);
	while (m->games.count < 800) {
		int bots[4], ranks[4] = {1, 1, 1, 1};
		double value[4];
		for (int i = 0; i < 4; i++) {
			bots[i] = (int)(rating_data_chance(m) * 6);
			value[i] = floor(
				(-log(-log(rating_data_chance(m) + 1e-300)) - 0.2 * bots[i]) * 3);
		}
		for (int i = 0; i < 4; i++)
			for (int k = 0; k < 4; k++)
				ranks[i] += value[k] > value[i];
		rating_data_game(m, bots, ranks);
	}
	return m;
}

/* The standard deviations of ratings, of games drawn again from m's; behind them those of the
 * effects. */
static void drawn_again(
	const struct rating_data *m, const struct rating_options *options, double *error)
{
	int bots = m->games.bots, seats = m->games.seats;
	double sum[VALUES] = {0}, squares[VALUES] = {0};
	struct rating_data *again = rating_data_create(seats, bots);
	again->seed = 99;
	for (int i = 0; i < AGAIN; i++) {
		again->games.count = 0;
		while (again->games.count < m->games.count) {
			size_t from = (size_t)(rating_data_chance(again) * (double)m->games.count);
			size_t to = again->games.count++, each = (size_t)seats;
			memcpy(again->bot + to * each, m->bot + from * each,
				each * sizeof *again->bot);
			memcpy(again->rank + to * each, m->rank + from * each, each);
		}
		struct rating_table *t = rating_create(&again->games, options);
		for (int b = 0; b < bots + t->effects; b++) {
			double value = b < bots ? t->rating[b].elo : t->effect[b - bots];
			sum[b] += value;
			squares[b] += value * value;
		}
		rating_free(t);
	}
	for (int b = 0; b < VALUES; b++)
		error[b] = sqrt((squares[b] - sum[b] * sum[b] / AGAIN) / (AGAIN - 1));
	rating_data_free(again);
}

/* A thousand draws tell an error to 2.2%: all together must be much nearer than one of them. */
START_TEST(errors_are_what_games_drawn_again_say)
	{
		struct rating_data *m = _i == 0 ? two_seats() : four_seats();
		struct rating_options options = {1, true};
		struct rating_table *t = rating_create(&m->games, &options);
		double error[VALUES], mean = 0;
		int bots = m->games.bots;
		drawn_again(m, &options, error);
		for (int b = 0; b < bots; b++) {
			double ratio = t->rating[b].error / error[b];
			mean += ratio / bots;
			ck_assert_msg(fabs(ratio - 1) < 0.08, "bot %d: %.3f, drawn again %.3f", b,
				t->rating[b].error, error[b]);
		}
		ck_assert_msg(fabs(mean - 1) < 0.02, "on average %.4f times", mean);
		ck_assert_int_eq(t->effects, _i == 0 ? 1 : 4);
		for (int i = 0; i < t->effects; i++)
			ck_assert_double_eq_tol(t->effect_error[i] / error[bots + i], 1, 0.08);
		/* Draws make results vary less than coins. */
		ck_assert_double_lt(t->variance, 0.95);
		rating_free(t);
		rating_data_free(m);
	}
END_TEST

/* --- other numbers ---------------------------------------------------------------------------- */

enum { FEW = 5, PLACES = 3 };

/* Games of few bots, each of which has seats, results and games of its own, so that no two numbers
 * are alike; bot b is called called[b], and seat s is seats[s]. */
static struct rating_data *uneven(int places, const int *called, const int *seats)
{
	struct rating_data *m = rating_data_create(places, FEW);
	for (int i = 0; i < 200; i++) {
		int bots[PLACES], ranks[PLACES];
		double value[PLACES];
		for (int s = 0; s < places; s++) {
			double chance = rating_data_chance(m);
			int bot = (int)(chance * chance * FEW);
			value[s] = floor(3 * rating_data_chance(m) + 0.3 * bot + 0.4 * s * s);
			bots[seats[s]] = called[bot];
		}
		for (int s = 0; s < places; s++) {
			ranks[seats[s]] = 1;
			for (int k = 0; k < places; k++)
				ranks[seats[s]] += value[k] > value[s];
		}
		rating_data_game(m, bots, ranks);
	}
	return m;
}

static const struct {
	int places, called[FEW], seats[PLACES];
} renamed[] = {
	{2, {4, 3, 2, 1, 0}, {0, 1}},
	{2, {1, 2, 3, 4, 0}, {0, 1}},
	{3, {2, 3, 4, 0, 1}, {0, 1, 2}},
	{3, {0, 1, 2, 3, 4}, {2, 0, 1}},
	{3, {4, 0, 3, 1, 2}, {1, 0, 2}},
};

/* Bots and seats have numbers, and these say nothing. */
START_TEST(other_numbers_of_bots_and_seats_change_nothing)
	{
		static const int same[] = {0, 1, 2, 3, 4};
		const int *called = renamed[_i].called, *seats = renamed[_i].seats;
		struct rating_data *m = uneven(renamed[_i].places, same, same),
				   *n = uneven(renamed[_i].places, called, seats);
		for (int prior = 0; prior <= 1; prior++) {
			struct rating_options options = {prior, true};
			struct rating_table *x = rating_create(&m->games, &options),
					    *y = rating_create(&n->games, &options);
			for (int b = 0; b < FEW; b++) {
				const struct rating *one = &x->rating[b],
						    *other = &y->rating[called[b]];
				ck_assert_double_eq_tol(one->elo, other->elo, 1e-6);
				ck_assert_double_eq_tol(one->error, other->error, 1e-6);
				ck_assert_int_eq(one->best, other->best);
				ck_assert_int_eq(one->worst, other->worst);
				ck_assert_int_eq(one->games, other->games);
				ck_assert(one->above == other->above ||
					  fabs(one->above - other->above) < 1e-6 ||
					  (isnan(one->above) && isnan(other->above)));
			}
			ck_assert_int_eq(x->effects, y->effects);
			for (int s = 0; s < x->effects; s++) {
				ck_assert_double_eq_tol(x->effect[s], y->effect[seats[s]], 1e-6);
				ck_assert_double_eq_tol(
					x->effect_error[s], y->effect_error[seats[s]], 1e-6);
			}
			ck_assert_double_eq_tol(x->variance, y->variance, 1e-9);
			rating_free(x);
			rating_free(y);
		}
		rating_data_free(m);
		rating_data_free(n);
	}
END_TEST

/* --- the inverse itself ----------------------------------------------------------------------- */

enum { MANY = 600 };

static double dense[MANY][MANY];

/* Gauss and Jordan on L + 1, whose inverse is that of L against the mean, and a constant. */
static void invert(int bots)
{
	static double inverse[MANY][MANY];
	for (int i = 0; i < bots; i++)
		for (int k = 0; k < bots; k++) {
			dense[i][k] += 1;
			inverse[i][k] = i == k;
		}
	for (int p = 0; p < bots; p++)
		for (int i = 0; i < bots; i++) {
			double part = i == p ? 1 - 1 / dense[p][p] : dense[i][p] / dense[p][p];
			for (int k = 0; k < bots; k++) {
				dense[i][k] -= part * dense[p][k];
				inverse[i][k] -= part * inverse[p][k];
			}
		}
	memcpy(dense, inverse, sizeof dense);
}

/* Coins alone, all bots equal: an equal number of wins either way, so that all ratings are 0, a
 * game's information is 1/4, and observed and expected variance are the same. */
static const struct {
	int bots, pairs; /* pairs a bot, drawn */
} coins[] = {{400, 4}, {500, 60}, {MANY, 60}, {MANY, 4}};

START_TEST(errors_are_those_of_the_inverse)
	{
		int bots = coins[_i].bots;
		struct rating_data *m = rating_data_create(2, bots);
		memset(dense, 0, sizeof dense);
		for (int i = 0; i < coins[_i].pairs * bots; i++) {
			int a = i % bots, b = (int)(rating_data_chance(m) * bots);
			if (a == b)
				continue;
			for (int k = 0; k < 2; k++)
				rating_data_two(m, a, b, k);
			dense[a][a] += 0.5, dense[b][b] += 0.5;
			dense[a][b] -= 0.5, dense[b][a] -= 0.5;
		}
		invert(bots);
		struct rating_table *t =
			rating_create(&m->games, &(struct rating_options){0, false});
		for (int b = 0; b < bots; b++) {
			double known = RATING_ELO * sqrt(dense[b][b] - 1.0 / bots / bots);
			ck_assert_double_eq_tol(t->rating[b].error / known, 1, 1e-6);
		}
		rating_free(t);
		rating_data_free(m);
	}
END_TEST

/* --- groups ----------------------------------------------------------------------------------- */

/* The same games twice, the second time of other bots. Only the variance of all results is not
 * quite the same, because half a coin more was added to it. */
START_TEST(another_group_changes_no_error)
	{
		struct rating_data *one = rating_data_create(2, 3), *two = rating_data_create(2, 6);
		for (int i = 0; i < 300; i++) {
			int a = i % 3, b = (i + 1) % 3;
			double score = played(one, 50.0 * (b - a));
			rating_data_two(one, a, b, score);
			rating_data_two(two, a, b, score);
			rating_data_two(two, a + 3, b + 3, score);
		}
		struct rating_options options = {1, false};
		struct rating_table *alone = rating_create(&one->games, &options);
		struct rating_table *both = rating_create(&two->games, &options);
		ck_assert_int_eq(both->groups, 2);
		for (int b = 0; b < 6; b++)
			ck_assert_double_eq_tol(
				both->rating[b].error / alone->rating[b % 3].error, 1, 1e-3);
		rating_free(alone);
		rating_free(both);
		rating_data_free(one);
		rating_data_free(two);
	}
END_TEST

SUITE("referee/rating/rating-errors", LOOP(errors_are_what_games_drawn_again_say, 2),
	LOOP(other_numbers_of_bots_and_seats_change_nothing, sizeof renamed / sizeof *renamed),
	LOOP(errors_are_those_of_the_inverse, 4), CASE(another_group_changes_no_error))
