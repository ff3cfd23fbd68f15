/*
 * Ladders: blocks of pairs, and bots that join.
 */
#include <malloc.h>
#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

static void expect(int at, const struct pairing *p)
{
	ck_assert_int_lt(at, played_count);
	ck_assert_msg(memcmp(p, &played[at], sizeof *p) == 0, "game %d is another", at);
}

static void ladder(struct tournament *t, int bots, const char *games)
{
	test_tournament_init(t, "connect4", 2, bots, 1, NULL);
	played_set(t, "format", "ladder");
	played_set(t, "games", games);
}

START_TEST(in_a_ladder_a_pair_plays_both_orders_and_nobody_has_more_than_two_pairs_in_a_block)
	{
		struct tournament t;
		int bots = _i + 2, turns[PLAYED_BOTS] = {0};
		ladder(&t, bots, "600");
		played_all(&t);
		for (int i = 0; i < played_count; i += 2) {
			const struct pairing *one = &played[i], *other = &played[i + 1];
			ck_assert_int_eq(one->bot[0], other->bot[1]);
			ck_assert_int_eq(one->bot[1], other->bot[0]);
			ck_assert_uint_eq(one->seed, other->seed);
			if (i > 0 && one->round != played[i - 1].round)
				memset(turns, 0, sizeof turns);
			ck_assert_int_le(++turns[one->bot[0]], 2);
			ck_assert_int_le(++turns[one->bot[1]], 2);
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_ladder_pairs_bots_that_stand_close)
	{
		struct tournament t;
		double apart = 0;
		int games = 0;
		ladder(&t, 20, "2000");
		played_all(&t);
		for (int i = 1000; i < played_count; i++, games++)
			apart += abs(played[i].bot[0] / 4 - played[i].bot[1] / 4);
		/* If all bots met all others it would be 160 * 2 / 190. */
		ck_assert_double_le(apart / games, 1.45);
		tournament_clear(&t);
	}
END_TEST

/* Names are b0, b1, ...: see test-tournament.h. */
START_TEST(a_prior_decides_the_first_pairs_and_results_the_later_ones)
	{
		struct tournament t;
		char prior[512] = "";
		for (int i = 0; i < 8; i++) {
			test_tournament_init(&t, "connect4", 2, 8, 1, NULL);
			snprintf(prior + strlen(prior), sizeof prior - strlen(prior), "%s%s:%d",
				i > 0 ? " " : "", t.bots[i].name, i % 2 == 0 ? -600 : 600);
			tournament_clear(&t);
		}
		ladder(&t, 8, "600");
		played_set(&t, "prior", prior);
		played_all(&t);
		/* The first block has four pairs of two games. */
		for (int i = 0; i < 8; i++) {
			ck_assert_int_eq(played[i].round, 1);
			ck_assert_int_eq(played[i].bot[0] % 2, played[i].bot[1] % 2);
		}
		int mixed = 0;
		for (int i = 400; i < played_count; i++)
			mixed += played[i].bot[0] % 2 != played[i].bot[1] % 2;
		ck_assert_int_gt(mixed, 20); /* the bots are not as the prior says */
		tournament_clear(&t);
	}
END_TEST

/* The walk knows of the bot when it comes; or from the start, as when the tournament goes on. */
START_TEST(who_joins_a_ladder_plays_from_that_block_on_and_the_same_games_when_it_goes_on)
	{
		struct tournament t, grown;
		struct reported told;
		struct schedule_iterator it;
		struct pairing p;
		int joined = -1;
		ladder(&t, 9, "900");
		t.bots[8].enters = 12;
		played_all(&t);
		for (int i = 0; i < played_count; i++)
			if (joined < 0 && (played[i].bot[0] == 8 || played[i].bot[1] == 8))
				joined = played[i].round;
		ck_assert_int_eq(joined, 12);
		ladder(&grown, 8, "900");
		reported_init(&told);
		schedule_iterator_init(&it, &grown);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			expect((int)it.at - 1, &p);
			played_finish(&it, &p);
			if (schedule_iterator_joins(&it) == 12 && grown.bots_count == 8)
				tournament_add_bot(&grown, "bot-8", (struct origin){"--bot", 0},
					&told.mistakes)
					->enters = 12;
		}
		ck_assert_int_eq(it.at, played_count);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
		tournament_clear(&grown);
	}
END_TEST

/* The last _i + 1 of four bots are on the bench. */
START_TEST(a_ladder_goes_on_among_those_who_are_not_on_the_bench)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		int first = 3 - _i, played_here[4] = {0};
		ladder(&t, 4, "400");
		schedule_iterator_init(&it, &t);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			unsigned benched =
				(unsigned)(p.bot[0] >= first) | (unsigned)(p.bot[1] >= first) << 1;
			if (benched > 0)
				played_skip(&it, &p, benched);
			else
				played_finish(&it, &p);
			for (int i = 0; i < 2; i++)
				played_here[p.bot[i]] += benched == 0;
		}
		for (int i = 0; i < first; i++)
			ck_assert_int_ge(played_here[i], 100);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* One of four, from block 10 on to the end of block 19. */
START_TEST(who_is_taken_off_the_bench_of_a_ladder_plays_from_the_next_block_on)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		int before = 0, after = 0;
		ladder(&t, 4, "400");
		schedule_iterator_init(&it, &t);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			bool its = p.bot[0] == 3 || p.bot[1] == 3;
			if (p.round == 19)
				t.bots[3].back_in_round = schedule_iterator_joins(&it);
			if (its && p.round >= 10 && p.round < 20)
				played_skip(&it, &p, p.bot[0] == 3 ? 1 : 2);
			else
				played_finish(&it, &p);
			before += its && p.round >= 10 && p.round < 20;
			after += its && p.round == 20;
		}
		ck_assert_int_ge(before, 2);
		ck_assert_int_ge(after, 2);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

enum note { NOTE_BOTH_FAILED, NOTE_NOT_PLAYED, NOTE_DRAWN };

/* A ladder of 9 bots in which every third pair's games end so; leaves its games in played. */
static void note(enum note how)
{
	static const int drawn[2] = {1, 1};
	struct tournament t;
	struct schedule_iterator it;
	struct pairing p;
	ladder(&t, 9, "600");
	schedule_iterator_init(&it, &t);
	for (played_count = 0; schedule_iterator_next(&it, &p) == SCHEDULE_GAME; played_count++) {
		played[played_count] = p;
		if (played_count / 2 % 3 != 0)
			played_finish(&it, &p);
		else if (how == NOTE_NOT_PLAYED)
			played_skip(&it, &p, 0);
		else if (how == NOTE_DRAWN)
			played_ranked(&it, &p, drawn);
		else
			schedule_iterator_result(&it, p.key, &(struct score){.halves = {0, 0}});
	}
	schedule_iterator_clear(&it);
	tournament_clear(&t);
}

static struct pairing noted[PLAYED_MAX];

/* The games that follow are those that follow a game which was not played. */
START_TEST(a_game_in_which_both_failed_says_nothing_of_their_strengths)
	{
		int same = 0;
		note(NOTE_BOTH_FAILED);
		ck_assert_int_eq(played_count, 600);
		memcpy(noted, played, sizeof noted);
		note(NOTE_NOT_PLAYED);
		for (int i = 0; i < 600; i++)
			expect(i, &noted[i]);
		note(NOTE_DRAWN);
		for (int i = 0; i < 600; i++)
			same += memcmp(&noted[i], &played[i], sizeof *played) == 0;
		ck_assert_int_lt(same, 500); /* a drawn one says something */
	}
END_TEST

/* All that is allocated; a sanitizer's allocator does not say. */
static size_t in_use(void)
{
	struct mallinfo2 m = mallinfo2();
	return m.uordblks + m.hblkhd;
}

/* Most ladders are small and without end: not as much as a thousand bots would need, and of each
 * game what its ratings are fitted from, with some room. */
/* From block 4 on bot 2 is away, until block 9; and the same once more from the start. */
START_TEST(who_retires_from_a_ladder_is_not_paired_until_it_is_back)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		ladder(&t, 6, "120");
		schedule_iterator_init(&it, &t);
		for (played_count = 0; schedule_iterator_next(&it, &p) == SCHEDULE_GAME;
			played_count++) {
			played[played_count] = p;
			played_finish(&it, &p);
			if (p.round == 3 && t.bots[2].retirements_count == 0)
				bot_retire(&t.bots[2], schedule_iterator_joins(&it));
			if (p.round == 8 && bot_is_retired(&t.bots[2]))
				bot_come_back(&t.bots[2], schedule_iterator_joins(&it));
		}
		schedule_iterator_clear(&it);
		int games[3] = {0};
		for (int i = 0; i < played_count; i++) {
			int round = played[i].round;
			bool away = round >= 4 && round < 9;
			if (played[i].bot[0] == 2 || played[i].bot[1] == 2)
				games[away ? 1 : round >= 9 ? 2 : 0]++;
		}
		ck_assert_int_gt(games[0], 0);
		ck_assert_int_eq(games[1], 0);
		ck_assert_int_gt(games[2], 0);
		schedule_iterator_init(&it, &t);
		for (int i = 0; schedule_iterator_next(&it, &p) == SCHEDULE_GAME; i++) {
			expect(i, &p);
			played_finish(&it, &p);
		}
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_ladder_ends_when_all_but_one_have_retired)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		ladder(&t, 3, "600");
		schedule_iterator_init(&it, &t);
		ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
		bot_retire(&t.bots[0], 3);
		bot_retire(&t.bots[1], 3);
		int games = 1;
		for (played_finish(&it, &p); schedule_iterator_next(&it, &p) == SCHEDULE_GAME;
			games++)
			played_finish(&it, &p);
		ck_assert_int_eq(p.round, 2);
		ck_assert_int_eq(games, 4);
		/* One that comes back for that very block was never away. */
		bot_come_back(&t.bots[0], 3);
		ck_assert(bot_plays(&t.bots[0], 3));
		bot_retire(&t.bots[0], 3);
		ck_assert(!bot_plays(&t.bots[0], 3) && bot_plays(&t.bots[0], 2));
		ck_assert_int_eq(t.bots[0].retirements_count, 1);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_ladder_remembers_little_of_each_game_and_nothing_of_bots_that_are_not_there)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		size_t most[] = {20 << 10, 72 * 4000};
		test_tournament_init(&t, "connect4", 2, 4, 1, NULL);
		played_set(&t, "format", "ladder");
		size_t before = in_use();
		schedule_iterator_init(&it, &t);
		for (int i = 0; i < 4000 && schedule_iterator_next(&it, &p) == SCHEDULE_GAME; i++) {
			played_finish(&it, &p);
			ck_assert_uint_le(in_use(), before + most[i >= 100]);
		}
		ck_assert_int_eq(it.at, 4000);
		schedule_iterator_clear(&it);
		ck_assert_uint_le(in_use(), before + (1 << 10));
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/ladder",
	LOOP(in_a_ladder_a_pair_plays_both_orders_and_nobody_has_more_than_two_pairs_in_a_block,
		PLAYED_BOTS - 1),
	CASE(a_prior_decides_the_first_pairs_and_results_the_later_ones),
	CASE(a_ladder_pairs_bots_that_stand_close),
	CASE(who_joins_a_ladder_plays_from_that_block_on_and_the_same_games_when_it_goes_on),
	CASE(who_retires_from_a_ladder_is_not_paired_until_it_is_back),
	CASE(a_ladder_ends_when_all_but_one_have_retired),
	LOOP(a_ladder_goes_on_among_those_who_are_not_on_the_bench, 2),
	CASE(who_is_taken_off_the_bench_of_a_ladder_plays_from_the_next_block_on),
	CASE(a_game_in_which_both_failed_says_nothing_of_their_strengths),
	CASE(a_ladder_remembers_little_of_each_game_and_nothing_of_bots_that_are_not_there))
