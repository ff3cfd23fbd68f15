/*
 * Ratings: groups, bounds, anchors, and what two models say of the same games. Known answers are
 * worked out by hand: of two bots who meet alone, a share of s points is 400 log10(s / (1 - s)).
 */
#include "tests/lib/rating-data.h"

static struct rating_table *rated(struct rating_data *data, double prior, bool advantage)
{
	return rating_create(&data->games, &(struct rating_options){prior, advantage});
}

/* The first of two wins this many of the games, in both seats alike. */
static void met(struct rating_data *data, int a, int b, int wins, int games)
{
	for (int i = 0; i < games; i++) {
		bool won = (i + 1) * wins / games > i * wins / games;
		if (i % 2 == 0)
			rating_data_two(data, a, b, won);
		else
			rating_data_two(data, b, a, !won);
	}
}

static double elo_of_share(double share)
{
	return 400 * log10(share / (1 - share));
}

START_TEST(each_group_has_a_mean_of_zero_and_its_own_ratings)
	{
		struct rating_data *data = rating_data_create(2, 6); /* 5 has no game */
		met(data, 0, 1, 12, 16);
		met(data, 2, 3, 10, 16);
		met(data, 3, 4, 8, 16);
		struct rating_table *t = rated(data, 0, false);
		ck_assert_int_eq(t->groups, 2);
		ck_assert_int_eq(t->rated, 5);
		ck_assert_int_eq(t->rating[2].group, 1);
		ck_assert_int_eq(t->rating[3].group, 1);
		ck_assert_int_eq(t->rating[4].group, 1);
		ck_assert_int_eq(t->rating[0].group, 2);
		ck_assert_int_eq(t->rating[5].group, 0);
		ck_assert_double_eq_tol(t->rating[0].elo, elo_of_share(0.75) / 2, 1e-6);
		ck_assert_double_eq_tol(t->rating[1].elo, -elo_of_share(0.75) / 2, 1e-6);
		ck_assert_double_eq_tol(
			t->rating[2].elo - t->rating[3].elo, elo_of_share(0.625), 1e-6);
		ck_assert_double_eq_tol(t->rating[3].elo, t->rating[4].elo, 1e-6);
		ck_assert_double_eq_tol(
			t->rating[2].elo + t->rating[3].elo + t->rating[4].elo, 0, 1e-6);
		ck_assert_int_eq(t->order[0], 2);
		ck_assert(isnan(t->rating[t->order[2]].above)); /* the last of its group */
		ck_assert_int_eq(t->rating[t->order[3]].worst <= 2, 1);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(a_chain_of_thousands_is_what_its_pairs_say)
	{
		enum { BOTS = 3000, GAMES = 20 };
		struct rating_data *data = rating_data_create(2, BOTS);
		double known[BOTS] = {0}, sum = 0;
		for (int i = 0; i + 1 < BOTS; i++) {
			int wins = 8 + i % 7;
			met(data, i, i + 1, wins, GAMES);
			known[i + 1] = known[i] - elo_of_share(wins / (double)GAMES);
		}
		for (int i = 0; i < BOTS; i++)
			sum += known[i] / BOTS;
		struct rating_table *t = rated(data, 0, false);
		ck_assert(t->converged);
		ck_assert_double_lt(t->gradient, 1e-6);
		for (int i = 0; i < BOTS; i++)
			ck_assert_double_eq_tol(t->rating[i].elo, known[i] - sum, 1e-3);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

/* 0 never lost a point, 4 never won one; between 1, 2 and 3 results go both ways. */
static struct rating_data *bounded(void)
{
	struct rating_data *data = rating_data_create(2, 5);
	met(data, 1, 2, 12, 16);
	met(data, 2, 3, 8, 16);
	for (int i = 1; i < 5; i++)
		met(data, 0, i, 4, 4);
	for (int i = 1; i < 4; i++)
		met(data, i, 4, 4, 4);
	return data;
}

START_TEST(who_never_lost_or_never_won_has_a_finite_bound)
	{
		static const enum rating_bound bounds[] = {
			RATING_AT_MIN, RATING_EXACT, RATING_EXACT, RATING_EXACT, RATING_AT_MAX};
		struct rating_data *data = bounded();
		struct rating_table *t = rated(data, _i, _i > 0);
		ck_assert(t->converged);
		for (int i = 0; i < 5; i++) {
			ck_assert_int_eq(t->rating[i].bound, bounds[i]);
			ck_assert(isfinite(t->rating[i].elo) && isfinite(t->rating[i].error));
			ck_assert(i == 0 || t->rating[i].elo < t->rating[0].elo);
			ck_assert(i == 4 || t->rating[i].elo > t->rating[4].elo);
		}
		if (_i == 0) { /* inside the set they are as if the others had not been there */
			double top = t->rating[1].elo - t->rating[2].elo;
			ck_assert_double_eq_tol(top, elo_of_share(0.75), 1e-6);
			ck_assert_double_eq_tol(t->rating[2].elo, t->rating[3].elo, 1e-6);
		}
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(where_each_beats_the_next_alone_the_middle_has_no_hold)
	{
		struct rating_data *data = rating_data_create(2, 3);
		met(data, 0, 1, 2, 2);
		met(data, 1, 2, 2, 2);
		struct rating_table *t = rated(data, 0, true);
		ck_assert_int_eq(t->rating[0].bound, RATING_AT_MIN);
		ck_assert_int_eq(t->rating[1].bound, RATING_LOOSE);
		ck_assert_int_eq(t->rating[2].bound, RATING_AT_MAX);
		ck_assert_double_gt(t->rating[0].elo, t->rating[1].elo + 1);
		ck_assert(t->effects_lost && t->effects == 0);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(what_has_no_likeliest_value_never_counts_as_converged)
	{
		struct rating_data *data = rating_data_create(2, 3);
		for (int a = 0; a < 3; a++) /* who moves first wins, always */
			for (int b = 0; b < 3; b++)
				if (a != b)
					rating_data_two(data, a, b, 1);
		struct rating_table *t = rated(data, 0, true);
		ck_assert(!t->converged);
		rating_free(t);
		t = rated(data, 1, true);
		ck_assert(t->converged);
		ck_assert_double_gt(t->effect[0], 100);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(seats_that_nobody_changed_are_worth_what_cannot_be_told)
	{
		struct rating_data *data = rating_data_create(2, 2);
		for (int i = 0; i < 10; i++)
			rating_data_two(data, 0, 1, i < 7);
		struct rating_table *t = rated(data, 0, true);
		ck_assert(t->effects_lost);
		ck_assert_int_eq(t->effects, 0);
		ck_assert_double_eq_tol(
			t->rating[0].elo - t->rating[1].elo, elo_of_share(0.7), 1e-6);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(anchors_move_their_group_and_nothing_else)
	{
		struct rating_data *data = rating_data_create(2, 4);
		met(data, 0, 1, 12, 16);
		met(data, 2, 3, 12, 16);
		struct rating_table *t = rated(data, 1, false);
		double one = t->rating[0].elo, other = t->rating[1].elo, apart = t->rating[2].elo;
		rating_anchor(t, (int[]){1}, (double[]){1500}, 1);
		ck_assert_double_eq_tol(t->rating[1].elo, 1500, 1e-9);
		ck_assert_double_eq_tol(t->rating[0].elo, 1500 + one - other, 1e-9);
		ck_assert(t->rating[2].elo == apart);
		rating_anchor(t, (int[]){0, 1}, (double[]){1000, 1300}, 2);
		ck_assert_double_eq_tol(t->rating[0].elo + t->rating[1].elo, 2300, 1e-9);
		ck_assert_double_eq_tol(t->rating[0].elo - t->rating[1].elo, one - other, 1e-9);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(errors_are_relative_to_a_single_anchor)
	{
		struct rating_data *data = rating_data_create(2, 2);
		met(data, 0, 1, 12, 16);
		struct rating_table *mean = rated(data, 1, false);
		const int both[] = {0, 1};
		for (int anchors = 1; anchors <= 2; anchors++) {
			const struct rating_options options = {
				.prior = 1, .anchors = both, .anchors_count = anchors};
			struct rating_table *t = rating_create(&data->games, &options);
			double error = mean->rating[1].error;
			ck_assert_double_eq_tol(t->rating[0].error, anchors == 1 ? 0 : error, 1e-9);
			/* both are as far from their mean, on its two sides */
			ck_assert_double_eq_tol(
				t->rating[1].error, anchors == 1 ? 2 * error : error, 1e-9);
			ck_assert_double_eq_tol(t->rating[0].above, mean->rating[0].above, 1e-9);
			rating_free(t);
		}
		rating_free(mean);
		rating_data_free(data);
	}
END_TEST

/* Games of two with a free third seat go to the model of more seats. */
START_TEST(games_of_two_are_the_same_to_both_models)
	{
		struct rating_data *two = rating_data_create(2, 12),
				   *three = rating_data_create(3, 12);
		for (int i = 0; i < 400; i++) {
			int a = (int)(rating_data_chance(two) * 12),
			    b = (int)(rating_data_chance(two) * 12);
			double score = floor(rating_data_chance(two) * (_i > 0 ? 3 : 2)) /
				       (_i > 0 ? 2 : 1);
			if (a == b)
				continue;
			rating_data_two(two, a, b, score);
			rating_data_game(three, (int[]){a, b, -1},
				(int[]){score < 0.5 ? 2 : 1, score > 0.5 ? 2 : 1, 0});
		}
		for (double prior = 0; prior < 3; prior += 2) {
			struct rating_table *t = rated(two, prior, false),
					    *u = rated(three, prior, false);
			ck_assert_str_eq(t->model, "Bradley-Terry");
			ck_assert_str_eq(u->model, "Plackett-Luce");
			for (int b = 0; b < 12; b++) {
				ck_assert_double_eq_tol(t->rating[b].elo, u->rating[b].elo, 1e-6);
				ck_assert_double_eq_tol(
					t->rating[b].points, u->rating[b].points, 1e-9);
				ck_assert_int_eq(t->rating[b].draws, u->rating[b].draws);
				/* One goes game by game, the other by sums; the prior's part
				 * differs. */
				ck_assert_double_eq_tol(t->rating[b].error, u->rating[b].error,
					t->rating[b].error / 50);
			}
			rating_free(t);
			rating_free(u);
		}
		rating_data_free(two);
		rating_data_free(three);
	}
END_TEST

START_TEST(an_even_record_is_never_decided_and_a_long_one_is)
	{
		struct rating_data *data = rating_data_create(2, 3);
		met(data, 0, 1, 50, 100);
		met(data, 1, 2, 500, 600);
		struct rating_table *t = rated(data, 1, true);
		ck_assert_double_gt(t->rating[t->order[0]].above, 0.05);
		ck_assert_double_lt(t->rating[t->order[0]].above, 0.95);
		ck_assert_double_gt(t->rating[t->order[1]].above, 0.999);
		ck_assert_int_eq(t->rating[0].best, 1);
		ck_assert_int_eq(t->rating[0].worst, 2);
		ck_assert_int_eq(t->rating[2].best, 3);
		ck_assert_int_eq(t->rating[2].worst, 3);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(a_bot_against_itself_says_what_the_first_seat_is_worth)
	{
		struct rating_data *data = rating_data_create(2, 1);
		for (int i = 0; i < 20; i++)
			rating_data_two(data, 0, 0, i < 15);
		struct rating_table *t = rated(data, 1, true);
		ck_assert_double_eq_tol(t->effect[0], elo_of_share(0.75), 1e-6);
		ck_assert(t->rating[0].elo == 0);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

/* By hand: 0 and 1 share the first place, 2 is last; then 2 beats 0, who beats 1. */
START_TEST(games_draws_and_points_are_counted_by_seat)
	{
		struct rating_data *data = rating_data_create(3, 4);
		rating_data_game(data, (int[]){0, 1, 2}, (int[]){1, 1, 3});
		rating_data_game(data, (int[]){2, 0, 1}, (int[]){1, 2, 3});
		rating_data_game(data, (int[]){3, 3, 0}, (int[]){1, 3, 1});
		struct rating_table *t = rated(data, 1, false);
		static const struct {
			int games, draws;
			double points;
		} wanted[] = {{3, 2, 0.75 + 0.5 + 0.75}, {2, 1, 0.75}, {2, 0, 1}, {2, 1, 0.75}};
		for (int i = 0; i < 4; i++) {
			ck_assert_int_eq(t->rating[i].games, wanted[i].games);
			ck_assert_int_eq(t->rating[i].draws, wanted[i].draws);
			ck_assert_double_eq_tol(t->rating[i].points, wanted[i].points, 1e-9);
		}
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(equal_ratings_stand_in_the_order_of_their_numbers)
	{
		enum { BOTS = 7 };
		struct rating_data *data = rating_data_create(2, BOTS);
		for (int a = 0; a < BOTS; a++)
			for (int b = 0; b < BOTS; b++)
				if (a != b)
					rating_data_two(data, a, b, 0.5);
		struct rating_table *t = rated(data, 1, false);
		for (int i = 0; i < BOTS; i++) {
			ck_assert_double_eq(t->rating[i].elo, 0);
			ck_assert_int_eq(t->order[i], i);
		}
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

/* Of three seats with results that are not alike what they are worth adds up to nothing. */
START_TEST(what_seats_are_worth_adds_up_to_nothing)
	{
		struct rating_data *data = rating_data_create(3, 3);
		static const int orders[6][3] = {
			{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
		for (int i = 0; i < 60; i++)
			rating_data_game(data, orders[i % 6],
				i % 10 < 6   ? (int[]){1, 2, 3}
				: i % 10 < 9 ? (int[]){2, 1, 3}
					     : (int[]){3, 2, 1});
		struct rating_table *t = rated(data, 1, true);
		ck_assert_int_eq(t->effects, 3);
		ck_assert_double_eq_tol(t->effect[0] + t->effect[1] + t->effect[2], 0, 1e-6);
		ck_assert_double_gt(t->effect[0], t->effect[1]);
		ck_assert_double_gt(t->effect[1], t->effect[2]);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

/* A draw joins two both ways: no more is bounded than by games that both could have won. */
START_TEST(one_draw_makes_a_rating_exact)
	{
		struct rating_data *data = rating_data_create(2, 2);
		for (int i = 0; i < 4; i++)
			rating_data_two(data, i % 2, 1 - i % 2, i % 2 == 0);
		struct rating_table *t = rated(data, 0, false);
		ck_assert_int_ne(t->rating[0].bound, RATING_EXACT);
		rating_free(t);
		rating_data_two(data, 0, 1, 0.5);
		t = rated(data, 0, false);
		ck_assert_int_eq(t->rating[0].bound, RATING_EXACT);
		ck_assert_int_eq(t->rating[1].bound, RATING_EXACT);
		ck_assert_double_eq_tol(
			t->rating[0].elo - t->rating[1].elo, elo_of_share(0.9), 1e-6);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

START_TEST(no_games_make_an_empty_table)
	{
		struct rating_data *data = rating_data_create(2 + _i, 2 * _i);
		struct rating_table *t = rated(data, 1, true);
		ck_assert_int_eq(t->rated, 0);
		ck_assert_int_eq(t->groups, 0);
		rating_free(t);
		rating_data_free(data);
	}
END_TEST

SUITE("referee/rating/rating", CASE(each_group_has_a_mean_of_zero_and_its_own_ratings),
	CASE(a_chain_of_thousands_is_what_its_pairs_say),
	LOOP(who_never_lost_or_never_won_has_a_finite_bound, 2),
	CASE(where_each_beats_the_next_alone_the_middle_has_no_hold),
	CASE(what_has_no_likeliest_value_never_counts_as_converged),
	CASE(seats_that_nobody_changed_are_worth_what_cannot_be_told),
	CASE(anchors_move_their_group_and_nothing_else),
	CASE(errors_are_relative_to_a_single_anchor),
	LOOP(games_of_two_are_the_same_to_both_models, 2),
	CASE(an_even_record_is_never_decided_and_a_long_one_is),
	CASE(a_bot_against_itself_says_what_the_first_seat_is_worth),
	CASE(games_draws_and_points_are_counted_by_seat),
	CASE(equal_ratings_stand_in_the_order_of_their_numbers),
	CASE(what_seats_are_worth_adds_up_to_nothing), CASE(one_draw_makes_a_rating_exact),
	LOOP(no_games_make_an_empty_table, 5))
