/*
 * Points and places after the rounds of a swiss, as they were added up by hand, and the places of
 * the bots in a bracket.
 */
#include "referee/results/rounds.h"

#include "referee/schedule/schedule.h"
#include "tests/lib/suite.h"

enum { BOTS = 3 };

static struct rounds_match matches[] = {
	{.round = 1, .bots = 2, .bot = {0, 1}, .points = {0.5, 1.5}, .games = 2},
	{.round = 2, .bots = 2, .bot = {1, 2}, .points = {1, 1}, .games = 2},
	{.round = 3, .bots = 2, .bot = {0, 2}, .points = {2, 0}, .games = 2},
};
static struct rounds_bye byes[] = {{1, 2, 2}, {2, 0, 2}, {3, 1, 2}};

static const struct {
	int last;
	double points[BOTS];
	int order[BOTS];
} after[] = {
	{0, {0, 0, 0}, {0, 1, 2}},
	{1, {0.5, 1.5, 2}, {2, 1, 0}},
	{2, {2.5, 2.5, 3}, {2, 0, 1}},
	{3, {4.5, 4.5, 3}, {0, 1, 2}},
	{9, {4.5, 4.5, 3}, {0, 1, 2}},
};

START_TEST(points_after_a_round_are_those_of_its_games_and_byes)
	{
		const struct rounds r = {
			.bots = BOTS, .match = matches, .matches = 3, .bye = byes, .byes = 3};
		double points[BOTS];
		int order[BOTS];
		rounds_points(&r, after[_i].last, points);
		rounds_order(&r, points, order);
		for (int i = 0; i < BOTS; i++) {
			ck_assert_double_eq_tol(points[i], after[_i].points[i], 1e-9);
			ck_assert_int_eq(order[i], after[_i].order[i]);
		}
	}
END_TEST

START_TEST(the_best_two_of_a_bracket_meet_in_its_final_alone)
	{
		for (int bots = 2, slots = 2; bots <= 64; slots *= bots == slots ? 2 : 1, bots++) {
			int slot[64], at[2] = {-1, -1}, found = 0;
			schedule_knockout_bracket(bots, slots, slot);
			for (int i = 0; i < slots; i++) {
				found += slot[i] >= 0;
				if (slot[i] == 0 || slot[i] == 1)
					at[slot[i]] = i;
				/* The first plays the last; a bot without an opponent is among the
				 * first. */
				int other = slot[i ^ 1] < 0 ? slot[i] : slots - 1 - slot[i ^ 1];
				ck_assert(slot[i] < 0 || slot[i] == other);
				ck_assert(slot[i] >= 0 || slot[i ^ 1] < slots - bots);
			}
			ck_assert_int_eq(found, bots);
			ck_assert(at[0] >= 0 && at[1] >= 0);
			ck_assert((at[0] < slots / 2) != (at[1] < slots / 2));
		}
	}
END_TEST

START_TEST(a_knockout_and_a_swiss_alone_have_rounds)
	{
		ck_assert(rounds_of_format("knockout") && rounds_of_format("swiss"));
		ck_assert(!rounds_of_format("round-robin") && !rounds_of_format(""));
	}
END_TEST

SUITE("referee/results/rounds",
	LOOP(points_after_a_round_are_those_of_its_games_and_byes, sizeof after / sizeof *after),
	CASE(the_best_two_of_a_bracket_meet_in_its_final_alone),
	CASE(a_knockout_and_a_swiss_alone_have_rounds))
