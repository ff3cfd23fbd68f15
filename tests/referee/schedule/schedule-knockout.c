/*
 * Knockouts: the bracket, ties and the lot.
 */
#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

START_TEST(in_a_knockout_who_loses_a_match_is_out_and_one_is_left)
	{
		struct tournament t;
		for (int bots = 2; bots <= PLAYED_BOTS; bots++) {
			int rounds = 0, last[PLAYED_BOTS] = {0}, halves[PLAYED_BOTS] = {0},
			    left = bots;
			while (1 << rounds < bots)
				rounds++;
			test_tournament_init(&t, "connect4", 2, bots, 1, NULL);
			played_set(&t, "format", "knockout");
			played_all(&t);
			for (int i = 0; i < played_count; i++)
				for (int seat = 0; seat < 2; seat++)
					last[played[i].bot[seat]] = played[i].round;
			/* The seeds that the bracket has no opponent for, and the champion. */
			ck_assert_int_eq(played_byes_count, (1 << rounds) - bots + 1);
			for (int i = 0; i < played_byes_count - 1; i++) {
				ck_assert_int_eq(played_byes[i].round, 1);
				ck_assert_int_lt(played_byes[i].bot, (1 << rounds) - bots);
			}
			ck_assert_int_eq(played_byes[played_byes_count - 1].round, rounds + 1);
			ck_assert_int_eq(last[played_byes[played_byes_count - 1].bot], rounds);
			/* In each round half of those who are left in the bracket go. */
			for (int round = 1; round <= rounds; round++) {
				int gone = 0;
				for (int bot = 0; bot < bots; bot++)
					gone += last[bot] == round;
				int matches = round == 1 ? bots - (1 << (rounds - 1))
							 : 1 << (rounds - round);
				ck_assert_int_eq(round == rounds ? gone - 1 : gone, matches);
				left -= matches;
			}
			ck_assert_int_eq(left, 1);
			/* The bot that goes on has no fewer points of its match than the other. */
			for (int i = 0; i < played_count; i++) {
				int rank[SEATS_MAX], a = played[i].bot[0], b = played[i].bot[1];
				if (i > 0 && played[i].round != played[i - 1].round)
					memset(halves, 0, sizeof halves);
				played_judge(&played[i], rank);
				const struct score score = played_score(rank, 2);
				halves[a] += score.halves[0];
				halves[b] += score.halves[1];
				bool final = i + 1 == played_count ||
					     played[i + 1].round != played[i].round;
				for (int j = 0; j <= i && final; j++) {
					a = played[j].bot[0], b = played[j].bot[1];
					if (played[j].round == played[i].round && last[a] > last[b])
						ck_assert_int_ge(halves[a], halves[b]);
				}
			}
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(the_first_two_seeds_of_a_knockout_could_meet_only_in_the_final)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		test_tournament_init(&t, "connect4", 2, 13, 1, NULL);
		played_set(&t, "format", "knockout");
		schedule_iterator_init(&it, &t);
		int met[13][13] = {{0}};
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			/* The better seed wins everything. */
			int rank[2] = {1 + (p.bot[0] > p.bot[1]), 1 + (p.bot[0] < p.bot[1])};
			met[p.bot[0]][p.bot[1]] = p.round;
			played_ranked(&it, &p, rank);
		}
		/* 13 in a bracket of 16: the sums of seeds (from 1) that meet are 17, 9, 5, 3. */
		for (int a = 0; a < 13; a++)
			for (int b = 0; b < 13; b++) {
				int sum = a + b + 2, round = 0;
				for (int size = 16, r = 1; size > 1; size /= 2, r++)
					if (a != b && sum == size + 1 && a < size && b < size)
						round = r;
				ck_assert_int_eq(met[a][b], round);
			}
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

static int words;
static void on_log(void *arg, const char *text)
{
	(void)arg;
	ck_assert_ptr_nonnull(strstr(text, "tied after 18 games"));
	words++;
}

START_TEST(a_match_in_which_all_is_drawn_is_decided_by_lot_after_nine_pairs_of_games)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		uint64_t opening[9] = {0};
		test_tournament_init(&t, "connect4", 2, 2, 1, NULL);
		played_set(&t, "format", "knockout");
		schedule_iterator_init(&it, &t);
		it.on_log = on_log;
		words = 0;
		int games = 0;
		for (; schedule_iterator_next(&it, &p) == SCHEDULE_GAME; games++) {
			played_ranked(&it, &p, (int[]){1, 1});
			if (games % 2 == 1)
				ck_assert_uint_eq(p.opening_number, opening[games / 2]);
			opening[games / 2] = p.opening_number;
			for (int i = 0; i < games / 2; i++)
				ck_assert_uint_ne(opening[i], opening[games / 2]);
		}
		ck_assert_int_eq(games, 18);
		ck_assert_int_eq(words, 1);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* Three bots, of which the first has a bye. The second wins its match in the second wave, and then
 * the final. */
START_TEST(how_a_knockout_stands_and_ends_is_told)
	{
		static const struct {
			int rank[2]; /* of the bot that is first in the file, and of the other */
			const char *state;
		} games[] = {
			{{1, 1}, "round 1 of 2"},
			{{1, 1}, "round 1 of 2"},
			{{1, 2}, "round 1 of 2, 1 of 1 matches tied"},
			{{1, 1}, "round 1 of 2, 1 of 1 matches tied"},
			{{2, 1}, "round 2 of 2"},
			{{1, 1}, "round 2 of 2"},
		};
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		char text[256];
		int count = 0;
		test_tournament_init(&t, "connect4", 2, 3, 1, NULL);
		played_set(&t, "format", "knockout");
		schedule_iterator_init(&it, &t);
		for (; schedule_iterator_next(&it, &p) == SCHEDULE_GAME; count++) {
			bool swapped = p.bot[0] > p.bot[1];
			ck_assert_int_lt(count, sizeof games / sizeof *games);
			schedule_iterator_describe(&it, text, sizeof text);
			ck_assert_str_eq(text, games[count].state);
			played_ranked(&it, &p,
				(int[]){games[count].rank[swapped], games[count].rank[!swapped]});
		}
		ck_assert_int_eq(count, sizeof games / sizeof *games);
		schedule_iterator_conclude(&it, text, sizeof text);
		ck_assert_str_eq(
			text, "bot-1 wins the knockout of 3: the final against bot-0 1.5 to 0.5");
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* Four bots. The last is benched: its match with the first is not played, but both were there. */
START_TEST(in_a_match_that_is_not_played_both_came_as_far)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		int there[4][4] = {{0}};
		test_tournament_init(&t, "connect4", 2, 4, 1, NULL);
		played_set(&t, "format", "knockout");
		schedule_iterator_init(&it, &t);
		it.on_bye = played_on_bye;
		played_byes_count = 0;
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			unsigned benched = p.bot[0] == 3 ? 1 : p.bot[1] == 3 ? 2 : 0;
			if (benched != 0)
				played_skip(&it, &p, benched);
			else
				played_ranked(&it, &p,
					(int[]){1 + (p.bot[0] > p.bot[1]),
						1 + (p.bot[0] < p.bot[1])});
		}
		for (int i = 0; i < played_byes_count; i++) {
			ck_assert_double_eq(played_byes[i].points, 0);
			there[played_byes[i].bot][played_byes[i].round]++;
		}
		/* Bot 0 came through round 1 without a game, and won the final. */
		ck_assert_int_eq(played_byes_count, 3);
		ck_assert_int_eq(there[0][1], 1);
		ck_assert_int_eq(there[3][1], 1);
		ck_assert_int_eq(there[0][3], 1);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/knockout", CASE(in_a_knockout_who_loses_a_match_is_out_and_one_is_left),
	CASE(the_first_two_seeds_of_a_knockout_could_meet_only_in_the_final),
	CASE(a_match_in_which_all_is_drawn_is_decided_by_lot_after_nine_pairs_of_games),
	CASE(how_a_knockout_stands_and_ends_is_told),
	CASE(in_a_match_that_is_not_played_both_came_as_far))
