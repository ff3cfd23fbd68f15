/*
 * Swiss: who meets whom, and who sits out.
 */
#include <string.h>

#include "tests/referee/tournament/played.h"
#include "tests/suite.h"

static int swiss_met[PLAYED_BOTS][PLAYED_BOTS];

/* The fewest second meetings of a round, by trying all: of those in the set, all must be paired. */
static int fewest[1 << 12];
static void count_fewest(int bots)
{
	fewest[0] = 0;
	for (int some = 1; some < 1 << bots; some++) {
		int first = __builtin_ctz((unsigned)some);
		fewest[some] = PLAYED_BOTS;
		for (int other = first + 1; other < bots; other++) {
			int rest = some & ~(1 << first) & ~(1 << other);
			if (some >> other & 1 &&
				fewest[rest] + (swiss_met[first][other] > 0) < fewest[some])
				fewest[some] = fewest[rest] + (swiss_met[first][other] > 0);
		}
	}
}

/* How many of a round's pairs have met before; notes that they meet. */
static int meet_again(int round)
{
	int again = 0;
	for (int i = 0; i < played_count; i++) {
		int a = played[i].bot[0], b = played[i].bot[1];
		if (played[i].round != round || a > b)
			continue;
		again += swiss_met[a][b] > 0;
		swiss_met[a][b]++;
		swiss_met[b][a]++;
	}
	return again;
}

START_TEST(in_a_swiss_no_more_bots_meet_again_than_must)
	{
		struct tournament t;
		int bots = _i + 3;
		made_init(&t, "connect4", 2, bots, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "9");
		played_all(&t);
		memset(swiss_met, 0, sizeof swiss_met);
		for (int round = 1; round <= 9 && round < bots; round++) {
			int out = 0, best = PLAYED_BOTS;
			count_fewest(bots);
			int all = (1 << bots) - 1;
			for (int i = 0; i < played_byes_count; i++)
				out |= played_byes[i].round < round ? 1 << played_byes[i].bot : 0;
			for (int bye = 0; bye < bots && bots % 2 == 1; bye++)
				if ((out >> bye & 1) == 0 && fewest[all & ~(1 << bye)] < best)
					best = fewest[all & ~(1 << bye)];
			if (bots % 2 == 0)
				best = fewest[all];
			ck_assert_int_eq(meet_again(round), best);
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots)
	{
		struct tournament t;
		for (int bots = 4; bots <= PLAYED_BOTS; bots += 2) {
			char text[8];
			snprintf(text, sizeof text, "%d", bots / 2);
			made_init(&t, "connect4", 2, bots, 1, NULL);
			played_set(&t, "format", "swiss");
			played_set(&t, "rounds", text);
			played_all(&t);
			memset(swiss_met, 0, sizeof swiss_met);
			for (int round = 1; round <= bots / 2; round++)
				ck_assert_int_eq(meet_again(round), 0);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once)
	{
		struct tournament t;
		for (int players = 2; players <= 4; players++) {
			for (int bots = players + 1; bots <= PLAYED_BOTS; bots++) {
				made_init(&t, "nim", players, bots, 1, NULL);
				played_set(&t, "format", "swiss");
				played_set(&t, "rounds", "20");
				played_all(&t);
				int times[PLAYED_BOTS] = {0};
				ck_assert_int_eq(played_byes_count, 20 * (bots % players));
				for (int i = 0; i < played_byes_count; i++) {
					times[played_byes[i].bot]++;
					ck_assert_double_eq(played_byes[i].points, players);
					for (int bot = 0; bot < bots; bot++)
						ck_assert_int_le(
							times[played_byes[i].bot], times[bot] + 1);
				}
				tournament_clear(&t);
			}
		}
	}
END_TEST

START_TEST(in_a_swiss_the_lowest_of_those_who_have_not_sits_out)
	{
		struct tournament t;
		made_init(&t, "connect4", 2, 33, 1, NULL);
		played_set(&t, "format", "swiss");
		played_all(&t);
		ck_assert_int_eq(played_byes_count, 6);
		for (int round = 2; round <= 6; round++) {
			int points[33] = {0}, rank[SEATS_MAX], bye = played_byes[round - 1].bot;
			for (int i = 0; i < played_count && played[i].round < round; i++) {
				played_judge(&played[i], rank);
				points[played[i].bot[0]] += results_halves(rank, 2, 0);
				points[played[i].bot[1]] += results_halves(rank, 2, 1);
			}
			for (int i = 0; i < round - 1; i++)
				points[played_byes[i].bot] = 4 * round; /* it had one */
			for (int bot = 0; bot < 33; bot++)
				ck_assert_int_le(points[bye], points[bot]);
		}
		tournament_clear(&t);
	}
END_TEST

/* In the first round nobody has points; in the second winners meet winners. */
START_TEST(in_a_swiss_those_meet_who_stand_alike)
	{
		struct tournament t;
		double points[16] = {0};
		made_init(&t, "connect4", 2, 16, 1, NULL);
		played_set(&t, "format", "swiss");
		played_all(&t);
		ck_assert_int_eq(played_count, 4 * 16);
		double apart = 0;
		for (int i = 0; i < played_count; i++) {
			int rank[SEATS_MAX], a = played[i].bot[0], b = played[i].bot[1];
			if (i % 16 == 0 && i > 0)
				for (int j = i - 16; j < i; j++) {
					played_judge(&played[j], rank);
					points[played[j].bot[0]] += (rank[1] - rank[0] + 1) / 2.0;
					points[played[j].bot[1]] += (rank[0] - rank[1] + 1) / 2.0;
				}
			apart += points[a] > points[b] ? points[a] - points[b]
						       : points[b] - points[a];
		}
		/* By lot it would be more than a point a game. */
		ck_assert_double_le(apart / played_count, 0.5);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_swiss_of_a_thousand_is_paired_in_seconds)
	{
		struct tournament t;
		struct walk w;
		struct pairing p;
		made_init(&t, "connect4", 2, 999, 1, NULL);
		played_set(&t, "format", "swiss");
		walk_init(&w, &t);
		int games = 0;
		for (; walk_next(&w, &p) == SCHEDULE_GAME; games++)
			played_finish(&w, &p);
		ck_assert_int_eq(games, 10 * 998);
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/swiss", LOOP(in_a_swiss_no_more_bots_meet_again_than_must, 10),
	CASE(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots),
	CASE(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once),
	CASE(in_a_swiss_the_lowest_of_those_who_have_not_sits_out),
	CASE(in_a_swiss_those_meet_who_stand_alike),
	CASE(a_swiss_of_a_thousand_is_paired_in_seconds))
