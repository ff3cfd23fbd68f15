/*
 * Errors of ratings, against what chance does: games drawn again from those there were, a thousand
 * times (Efron, Bootstrap methods, 1979), and against the inverse itself.
 */
#include "tests/lib/rating-data.h"

enum { BOTS = 20, GAMES = 10000, AGAIN = 1000 };

/* A third of the games between equals is drawn, fewer between others; the first has 40 Elo more. */
static double played(struct rating_data *data, double apart)
{
	double expected = 1 / (1 + exp(-(apart + 40) / RATING_ELO));
	double drawn = fmin(expected, 1 - expected) * 0.7, chance = rating_data_chance(data);
	return chance < expected - drawn / 2 ? 1 : chance < expected + drawn / 2 ? 0.5 : 0;
}

static struct rating_data *two_seats(void)
{
	struct rating_data *data = rating_data_create(2, BOTS);
	while (data->games.count < GAMES) {
		int a = (int)(rating_data_chance(data) * BOTS),
		    b = (int)(rating_data_chance(data) * BOTS);
		if (a != b)
			rating_data_two(data, a, b, played(data, 25.0 * (b - a)));
	}
	return data;
}

/* Games of four, in which bots get places in the order of their strength and chance; some tie. */
static struct rating_data *four_seats(void)
{
	struct rating_data *data = rating_data_create(4, 6);
	while (data->games.count < 800) {
		int bots[4], ranks[4] = {1, 1, 1, 1};
		double value[4];
		for (int i = 0; i < 4; i++) {
			bots[i] = (int)(rating_data_chance(data) * 6);
			value[i] = floor(
				(-log(-log(rating_data_chance(data) + 1e-300)) - 0.2 * bots[i]) *
				3);
		}
		for (int i = 0; i < 4; i++)
			for (int k = 0; k < 4; k++)
				ranks[i] += value[k] > value[i];
		rating_data_game(data, bots, ranks);
	}
	return data;
}

/* The first bot has seat 1 in nine games of ten, so that its rating and the seat's worth pull at
 * each other. */
static struct rating_data *uneven_seats(void)
{
	struct rating_data *data = rating_data_create(2, 4);
	while (data->games.count < 2000) {
		int other = 1 + (int)(rating_data_chance(data) * 3);
		bool first = rating_data_chance(data) < 0.9;
		if (rating_data_chance(data) < 0.3)
			rating_data_two(data, other, 1 + other % 3, played(data, 0));
		else if (first)
			rating_data_two(data, 0, other, played(data, 25.0 * other));
		else
			rating_data_two(data, other, 0, played(data, -25.0 * other));
	}
	return data;
}

static struct rating_data *(*const results[])(void) = {two_seats, four_seats, uneven_seats};

/* The standard deviations of ratings, of games drawn again from m's; then those of the seats'
 * worth.
 */
static void drawn_again(const struct rating_data *data, const struct rating_options *options,
	int effects, double *error)
{
	int bots = data->games.bots, seats = data->games.seats;
	double sum[BOTS + RATING_SEATS] = {0}, squares[BOTS + RATING_SEATS] = {0};
	struct rating_data *again = rating_data_create(seats, bots);
	again->seed = 99;
	for (int i = 0; i < AGAIN; i++) {
		again->games.count = 0;
		while (again->games.count < data->games.count) {
			size_t from =
				(size_t)(rating_data_chance(again) * (double)data->games.count);
			size_t to = again->games.count++, each = (size_t)seats;
			memcpy(again->bot + to * each, data->bot + from * each,
				each * sizeof *again->bot);
			memcpy(again->rank + to * each, data->rank + from * each, each);
		}
		struct rating_table *t = rating_create(&again->games, options);
		for (int b = 0; b < bots + effects; b++) {
			double value = b < bots ? t->rating[b].elo : t->effect[b - bots];
			sum[b] += value;
			squares[b] += value * value;
		}
		rating_free(t);
	}
	for (int b = 0; b < bots + effects; b++)
		error[b] = sqrt((squares[b] - sum[b] * sum[b] / AGAIN) / (AGAIN - 1));
	rating_data_free(again);
}

/* A thousand draws tell an error to 2.2%: all together must be much nearer than one of them. */
START_TEST(errors_are_what_games_drawn_again_say)
	{
		struct rating_data *data = results[_i]();
		struct rating_options options = {1, true};
		struct rating_table *t = rating_create(&data->games, &options);
		double error[BOTS + RATING_SEATS], mean = 0;
		int bots = data->games.bots;
		ck_assert_int_eq(t->effects, data->games.seats == 2 ? 1 : data->games.seats);
		drawn_again(data, &options, t->effects, error);
		for (int b = 0; b < bots; b++) {
			double ratio = t->rating[b].error / error[b];
			mean += ratio / bots;
			ck_assert_msg(fabs(ratio - 1) < 0.08, "bot %d: %.3f, drawn again %.3f", b,
				t->rating[b].error, error[b]);
		}
		ck_assert_msg(fabs(mean - 1) < 0.02, "on average %.4f times", mean);
		for (int i = 0; i < t->effects; i++)
			ck_assert_msg(fabs(t->effect_error[i] / error[bots + i] - 1) < 0.08,
				"seat %d: %.3f, drawn again %.3f", i + 1, t->effect_error[i],
				error[bots + i]);
		/* Draws make results vary less than coins. */
		ck_assert_double_lt(t->variance, 0.95);
		rating_free(t);
		rating_data_free(data);
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
		struct rating_data *data = rating_data_create(2, bots);
		memset(dense, 0, sizeof dense);
		for (int i = 0; i < coins[_i].pairs * bots; i++) {
			int a = i % bots, b = (int)(rating_data_chance(data) * bots);
			if (a == b)
				continue;
			for (int k = 0; k < 2; k++)
				rating_data_two(data, a, b, k);
			dense[a][a] += 0.5, dense[b][b] += 0.5;
			dense[a][b] -= 0.5, dense[b][a] -= 0.5;
		}
		invert(bots);
		struct rating_table *t =
			rating_create(&data->games, &(struct rating_options){0, false});
		for (int b = 0; b < bots; b++) {
			double known = RATING_ELO * sqrt(dense[b][b] - 1.0 / bots / bots);
			ck_assert_double_eq_tol(t->rating[b].error / known, 1, 1e-6);
		}
		rating_free(t);
		rating_data_free(data);
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

SUITE("referee/rating/rating-errors",
	LOOP(errors_are_what_games_drawn_again_say, sizeof results / sizeof *results),
	LOOP(errors_are_those_of_the_inverse, 4), CASE(another_group_changes_no_error))
