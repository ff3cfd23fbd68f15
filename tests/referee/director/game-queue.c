/*
 * Agendas: what is left when some of the schedule is held, counted apart.
 */
#include "base/error.h"
#include "referee/director/game-queue.h"

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static const struct {
	const char *format;
	int players, bots, games;
} cases[] = {{"round-robin", 2, 6, 0}, {"round-robin", 3, 6, 0}, {"round-robin", 3, 7, 95},
	{"mix", 3, 4, 0}, {"mix", 4, 6, 100}};
enum { CASES = sizeof cases / sizeof *cases };

/* Holds every third game of the first half, and some that are no games here. */
START_TEST(what_is_left_is_the_schedule_less_what_is_held)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct pairing p;
		struct job job;
		reported_init(&told);
		test_tournament_init(&t, "nim", cases[_i].players, cases[_i].bots, 1, NULL);
		free(t.format);
		t.format = memory_copy(cases[_i].format);
		t.games = t.games_began = cases[_i].games;
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		int64_t count = schedule_count(&t), held = 0;
		ck_assert_int_eq(game_queue_played(&queue), 0);
		for (int64_t at = 0; at < count / 2; held++) {
			ck_assert(test_tournament_game(&t, at++, &p));
			game_queue_hold(&queue, (int64_t)p.key);
			at += 2;
		}
		game_queue_hold(&queue, 0);
		game_queue_hold(&queue, 12345);
		ck_assert_int_eq(game_queue_played(&queue), held);
		int64_t left = 0;
		for (; game_queue_next(&queue, &job) == SCHEDULE_GAME; left++)
			ck_assert(!hash_table_has(&queue.held, job.pairing.key));
		ck_assert_int_eq(left, count - held);
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

/* Two of the held games were played before it was known that bot 0 plays seat 1 alone. */
START_TEST(what_is_left_and_what_is_played_leave_out_the_same_games)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct pairing p;
		struct job job;
		reported_init(&told);
		test_tournament_init(&t, "nim", 2, 4, 2, NULL);
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		int others = 0, own = 0;
		for (int64_t at = 0; test_tournament_game(&t, at, &p); at++) {
			int *held = p.bot[1] == 0 ? &others : &own;
			if (*held < 2 && ++*held > 0)
				game_queue_hold(&queue, (int64_t)p.key);
		}
		t.bots[0].seats = 1;
		ck_assert_int_eq(schedule_count(&t), 18);
		ck_assert_int_eq(game_queue_played(&queue), 2);
		int left = 0;
		for (; game_queue_next(&queue, &job) == SCHEDULE_GAME; left++)
			ck_assert_int_ne(job.pairing.bot[1], 0);
		ck_assert_int_eq(left, 18 - 2);
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

/* Sets up a tournament with one order of seats, whose bots are bot-0, bot-1, ... without one of
 * them, so that a bot joins or leaves in the middle of the list. */
static void one_order(
	struct tournament *t, struct game_queue *queue, int players, int bots, int without)
{
	struct reported told;
	reported_init(&told);
	test_tournament_init(t, "nim", players, bots, 2, NULL);
	t->seat_orders = ORDERS_ONE;
	if (without >= 0) {
		bot_clear(&t->bots[without]);
		memmove(&t->bots[without], &t->bots[without + 1],
			(size_t)(--t->bots_count - without) * sizeof *t->bots);
	}
	ck_assert(game_queue_init(queue, t, &told.mistakes));
}

static const struct {
	const char *format;
	int players, before, after; /* the bot that is missing; -1: none */
	int first, more;	    /* games of one round before, and those that come to it */
} one_orders[] = {
	{"round-robin", 2, 1, -1, 10, 5},
	{"round-robin", 2, -1, 1, 15, 0},
	{"round-robin", 2, 0, -1, 10, 5},
	{"round-robin", 2, 2, 4, 10, 4},
	{"round-robin", 3, 2, -1, 10, 10},
	{"round-robin", 3, -1, 2, 20, 0},
	{"gauntlet", 2, 2, -1, 4, 1},
	{"gauntlet", 2, -1, 2, 5, 0},
};

START_TEST(with_one_order_no_pairing_is_played_again_when_bots_join_or_leave)
	{
		struct tournament before, after;
		struct game_queue first, queue;
		struct job job;
		int games = 0, more = 0;
		one_order(&before, &first, one_orders[_i].players, 6, one_orders[_i].before);
		one_order(&after, &queue, one_orders[_i].players, 6, one_orders[_i].after);
		free(before.format);
		before.format = memory_copy(one_orders[_i].format);
		free(after.format);
		after.format = memory_copy(one_orders[_i].format);
		schedule_iterator_init(&first.iterator, &before);
		schedule_iterator_init(&queue.iterator, &after);
		for (; game_queue_next(&first, &job) == SCHEDULE_GAME; games++)
			game_queue_hold(&queue, (int64_t)job.pairing.key);
		ck_assert_int_eq(games, 2 * one_orders[_i].first);
		int64_t left = schedule_count(&after) - 2 * one_orders[_i].more;
		ck_assert_int_eq(game_queue_played(&queue), left);
		while (game_queue_next(&queue, &job) == SCHEDULE_GAME)
			more++;
		ck_assert_int_eq(more, 2 * one_orders[_i].more);
		game_queue_clear(&first);
		game_queue_clear(&queue);
		tournament_clear(&before);
		tournament_clear(&after);
	}
END_TEST

START_TEST(a_million_million_games_are_counted_without_going_through_them)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct pairing p;
		int64_t at = 0;
		reported_init(&told);
		test_tournament_init(&t, "nim", 2, 1000, 1, NULL);
		t.rounds = 1000000;
		/* 1000 x 999 games a round: 10^12 are too many to go through */
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		for (int i = 0; i < 1000; i++) {
			ck_assert(test_tournament_game(&t, at++, &p));
			game_queue_hold(&queue, (int64_t)p.key);
		}
		ck_assert_int_eq(game_queue_played(&queue), 1000);
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

/* The points of a seat in a game that is not played: two halves for each benched bot, one half for
 * each that stays as well. The benched get nothing, and before version 6 they were tied. */
static const struct {
	int seats;
	unsigned benched;
	bool failed_tie;
	int halves[3];
} skipped[] = {
	{2, 1, false, {0, 2}},
	{2, 2, false, {2, 0}},
	{2, 3, false, {0, 0}},
	{2, 3, true, {1, 1}},
	{3, 1, false, {0, 3, 3}},
	{3, 5, false, {0, 4, 0}},
	{3, 5, true, {1, 4, 1}},
	{3, 7, false, {0, 0, 0}},
	{3, 7, true, {2, 2, 2}},
};

START_TEST(a_game_that_is_not_played_counts_so)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct pairing p;
		struct score score;
		reported_init(&told);
		test_tournament_init(&t, "nim", skipped[_i].seats, 6, 1, NULL);
		free(t.format);
		t.format = memory_copy("swiss");
		t.failed_tie = skipped[_i].failed_tie;
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		ck_assert_int_eq(game_queue_draw(&queue, &p), SCHEDULE_GAME);
		game_queue_skip(&queue, &p, skipped[_i].benched);
		ck_assert(schedule_iterator_score(&queue.iterator, &p, &score));
		for (int seat = 0; seat < skipped[_i].seats; seat++)
			ck_assert_int_eq(score.halves[seat], skipped[_i].halves[seat]);
		ck_assert_uint_eq(score.away, skipped[_i].benched);
		ck_assert(score.skipped);
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

/* A game of letters draws its pile from its own seed: what is set up for one serves no other. */
START_TEST(each_game_is_set_up_from_its_own_seed)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct job job;
		struct setup own;
		struct error err;
		char text[POSITION_TEXT], wanted[POSITION_TEXT];
		reported_init(&told);
		test_tournament_init(&t, "letters", 2, 4, 2, NULL);
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		while (game_queue_next(&queue, &job) == SCHEDULE_GAME) {
			ck_assert(setup_init(&own, t.rules, 2, job.pairing.seed, NULL, 0, &err));
			queue.setup.rules->write(&queue.setup, &job.opening.position, text);
			own.rules->start(&own, &job.opening.position);
			own.rules->write(&own, &job.opening.position, wanted);
			ck_assert_str_eq(text, wanted);
		}
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

static int64_t agenda_weigh(
	void *arg, const struct setup *s, uint64_t seed, const struct opening *opening)
{
	(void)arg, (void)s, (void)seed, (void)opening;
	return 1;
}

START_TEST(an_uneven_opening_is_counted_when_its_game_is_opened_first)
	{
		struct tournament t;
		struct reported told;
		struct game_queue queue;
		struct job job;
		reported_init(&told);
		test_tournament_init(&t, "connect4", 2, 3, 1, "random:3");
		ck_assert(game_queue_init(&queue, &t, &told.mistakes));
		queue.judge = (struct openings_judge){agenda_weigh, NULL};
		queue.openings.judge = &queue.judge;
		for (int games = 1; games <= 3; games++) {
			ck_assert_int_eq(game_queue_next(&queue, &job), SCHEDULE_GAME);
			ck_assert_int_eq(queue.uneven, games);
			game_queue_open(&queue, &job, false);
			ck_assert_int_eq(queue.uneven, games);
		}
		game_queue_clear(&queue);
		tournament_clear(&t);
	}
END_TEST

SUITE("referee/director/game-queue", LOOP(what_is_left_is_the_schedule_less_what_is_held, CASES),
	CASE(what_is_left_and_what_is_played_leave_out_the_same_games),
	LOOP(with_one_order_no_pairing_is_played_again_when_bots_join_or_leave,
		sizeof one_orders / sizeof *one_orders),
	CASE(a_million_million_games_are_counted_without_going_through_them),
	LOOP(a_game_that_is_not_played_counts_so, sizeof skipped / sizeof *skipped),
	CASE(each_game_is_set_up_from_its_own_seed),
	CASE(an_uneven_opening_is_counted_when_its_game_is_opened_first))
