/*
 * A tournament of two bots while it is played: which games say something of their strengths.
 */
#include "referee/director/match-strength.h"

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

static struct {
	struct tournament t;
	struct game_queue queue;
	struct match_strength m;
} place;

static void place_open(const char *format, int bots)
{
	struct reported told;
	reported_init(&told);
	memset(&place, 0, sizeof place);
	test_tournament_init(&place.t, "nim", 2, bots, 1, NULL);
	free(place.t.format);
	place.t.format = memory_copy(format);
	ck_assert(game_queue_init(&place.queue, &place.t, &told.mistakes));
	place.m.queue = &place.queue;
	game_pairs_init(&place.m.pairs);
}

static void place_close(void)
{
	match_strength_clear(&place.m);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
}

/* Bot 0 sits in this seat and has this rank. */
static void add(uint64_t key, int seat, int rank, int other, unsigned failed)
{
	struct result r = {.seats = 2, .opening_key = key, .failed = failed};
	r.bot[seat - 1] = 0, r.bot[2 - seat] = 1;
	r.rank[seat - 1] = rank, r.rank[2 - seat] = other;
	match_strength_add(&place.m, &r);
}

START_TEST(results_are_those_of_the_first_bot_in_either_seat)
	{
		struct strength_estimate e;
		place_open("round-robin", 2);
		add(1, 1, 1, 2, 0);
		add(2, 2, 1, 1, 0);
		add(1, 2, 1, 2, 0);
		add(2, 1, 2, 1, 0);
		ck_assert(match_strength_estimate(&place.m, &e));
		ck_assert_int_eq(e.games.count[GAME_PAIRS_WON], 2);
		ck_assert_int_eq(e.games.count[GAME_PAIRS_DRAWN], 1);
		ck_assert_int_eq(e.games.count[GAME_PAIRS_LOST], 1);
		ck_assert_int_eq(e.pairs.count[4], 1);
		ck_assert_int_eq(e.pairs.count[1], 1);
		ck_assert(!e.test);
		place_close();
	}
END_TEST

START_TEST(games_in_which_both_failed_say_nothing)
	{
		struct strength_estimate e;
		place_open("round-robin", 2);
		add(1, 1, 1, 1, 3);
		ck_assert(match_strength_estimate(&place.m, &e));
		ck_assert(!e.any);
		place_close();
	}
END_TEST

START_TEST(three_bots_are_no_match)
	{
		struct strength_estimate e;
		struct result_counts games, pairs;
		const struct sprt *test;
		place_open("round-robin", 3);
		add(1, 1, 1, 2, 0);
		ck_assert(!match_strength_estimate(&place.m, &e));
		ck_assert(!match_strength_counts(&place.m, &games, &pairs, &test));
		ck_assert_int_eq(match_strength_left(&place.m, 0), -1);
		place_close();
	}
END_TEST

/* Plays this many pairs of a test, worth 2 and 1 points by turns. */
static void play(int pairs)
{
	struct pairing p;
	for (int game = 0; game < 2 * pairs; game++) {
		ck_assert_int_eq(schedule_iterator_next(&place.queue.iterator, &p), SCHEDULE_GAME);
		bool wins = p.bot[0] == 0 || game % 4 < 2;
		int rank[] = {1, 2};
		if (wins != (p.bot[0] == 0))
			rank[0] = 2, rank[1] = 1;
		struct score score = played_score(rank, 2);
		schedule_iterator_result(&place.queue.iterator, p.key, &score);
		add(p.key, 1, 2, 1, 0); /* what does not count for the test */
	}
}

START_TEST(of_a_test_the_pairs_that_it_counts_count)
	{
		struct strength_estimate e;
		struct result_counts games, pairs;
		const struct sprt *test;
		place_open("sprt", 2);
		place.t.sprt = (struct sprt){SPRT_LOGISTIC, 0, 10, 0.05, 0.05};
		place.t.concurrency = 4;
		play(12);
		ck_assert(match_strength_estimate(&place.m, &e));
		ck_assert(e.test);
		ck_assert_int_eq(e.pairs.count[4], 6);
		ck_assert_int_eq(e.pairs.count[2], 6);
		ck_assert(match_strength_counts(&place.m, &games, &pairs, &test));
		ck_assert_ptr_eq(test, &place.t.sprt);
		ck_assert_int_eq(result_counts_results(&pairs), 12);
		/* sprt_left() is in pairs, and no more are played than `games` allows. */
		long left = match_strength_left(&place.m, 24);
		ck_assert_int_eq(left, (long)(2 * sprt_left(&place.t.sprt, &pairs) + 0.5));
		ck_assert_int_gt(left, 20);
		place.t.games = 44;
		ck_assert_int_eq(match_strength_left(&place.m, 24), 20);
		place_close();
	}
END_TEST

START_TEST(of_no_test_nobody_knows_what_is_left)
	{
		place_open("sprt", 2);
		ck_assert_int_eq(match_strength_left(&place.m, 0), -1);
		place.t.games = 44; /* it is known how many there can be */
		ck_assert_int_eq(match_strength_left(&place.m, 4), 40);
		place_close();
		place_open("round-robin", 2);
		ck_assert_int_eq(match_strength_left(&place.m, 0), -1);
		place_close();
	}
END_TEST

SUITE("referee/director/match-strength", CASE(results_are_those_of_the_first_bot_in_either_seat),
	CASE(games_in_which_both_failed_say_nothing), CASE(three_bots_are_no_match),
	CASE(of_a_test_the_pairs_that_it_counts_count), CASE(of_no_test_nobody_knows_what_is_left))
