/*
 * Gauntlets: who meets, and how often.
 */
#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"
#include "referee/prepare/tournament-check.h"

START_TEST(in_a_gauntlet_each_seed_meets_each_other_in_all_orders_and_nobody_else_meets)
	{
		struct tournament t;
		for (int seeds = 1; seeds <= 4; seeds++) {
			char text[8];
			snprintf(text, sizeof text, "%d", seeds);
			test_tournament_init(&t, "connect4", 2, 12, 3, NULL);
			played_set(&t, "format", "gauntlet");
			played_set(&t, "seeds", text);
			played_all(&t);
			int met[12][12] = {{0}};
			for (int i = 0; i < played_count; i++)
				met[played[i].bot[0]][played[i].bot[1]]++;
			for (int a = 0; a < 12; a++)
				for (int b = 0; b < 12; b++)
					ck_assert_int_eq(
						met[a][b], (a < seeds) != (b < seeds) ? 3 : 0);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(a_gauntlet_of_three_seats_has_one_seed_and_two_others_in_each_game)
	{
		struct tournament t;
		test_tournament_init(&t, "nim", 3, 8, 1, NULL);
		played_set(&t, "format", "gauntlet");
		played_set(&t, "seeds", "2");
		played_all(&t);
		/* 2 seeds, 6 choose 2 others, 3! orders */
		ck_assert_int_eq(played_count, 2 * 15 * 6);
		for (int i = 0; i < played_count; i++) {
			int seeds = 0;
			for (int seat = 0; seat < 3; seat++)
				seeds += played[i].bot[seat] < 2;
			ck_assert_int_eq(seeds, 1);
		}
		tournament_clear(&t);
	}
END_TEST

/* A game has one seed. Its other seats need bots that are no seeds: one for each. */
START_TEST(all_but_those_who_fill_the_other_seats_may_be_seeds)
	{
		struct tournament t;
		struct reported told;
		for (int players = 2; players <= 4; players++) {
			test_tournament_init(&t, "nim", players, 6, 1, NULL);
			played_set(&t, "format", "gauntlet");
			for (t.seeds = 1; t.seeds <= 6; t.seeds++) {
				reported_init(&told);
				tournament_check(&t, &told.mistakes);
				ck_assert_int_eq(
					told.mistakes.count, t.seeds > 6 - (players - 1) ? 1 : 0);
			}
			tournament_clear(&t);
		}
	}
END_TEST

SUITE("tournament/gauntlet",
	CASE(in_a_gauntlet_each_seed_meets_each_other_in_all_orders_and_nobody_else_meets),
	CASE(a_gauntlet_of_three_seats_has_one_seed_and_two_others_in_each_game),
	CASE(all_but_those_who_fill_the_other_seats_may_be_seeds))
