/*
 * Decisions of the director about the next games: their requests, the pace, benched bots, the
 * wake-up; and how it notes the games of workers. No process runs.
 */
#include "referee/director/director.h"

#include <stdio.h>
#include <string.h>

#include "referee/director/director-machines.h"
#include "referee/director/director-workers.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

enum { BOTS = 3, WORKERS = 2 };

static struct {
	struct event_base *base;
	struct tournament t;
	struct reported told;
	struct game_queue queue;
	struct game_store store;
	struct arbiter_handle workers[WORKERS];
	struct director d;
	int looks;
	char log[4096]; /* one line for each that was said */
} place;

static void place_log(void *arg, const char *text)
{
	size_t used = strlen(place.log);
	(void)arg;
	snprintf(place.log + used, sizeof place.log - used, "%s\n", text);
}

static void place_on_feed(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	place.looks++;
}

/* Of three bots one failed is benched. */
static void place_init(void)
{
	struct director *d = &place.d;
	memset(&place, 0, sizeof place);
	reported_init(&place.told);
	test_tournament_init(&place.t, "nim", 2, BOTS, 1, NULL);
	place.t.terms.strikes = 1;
	ck_assert(game_queue_init(&place.queue, &place.t, &place.told.mistakes));
	benching_init(&place.store.benching, &place.t);
	place.base = event_base_new();
	TAILQ_INIT(&d->arbiters);
	d->t = &place.t;
	d->queue = &place.queue;
	d->store = &place.store;
	d->options = (struct director_options){.base = place.base, .log = place_log};
	d->feed = event_new(place.base, -1, 0, place_on_feed, NULL);
	d->later = event_new(place.base, -1, 0, place_on_feed, NULL);
	d->config.bots_count = 2 * BOTS;
	director_machines_init(d);
}

static void place_clear(void)
{
	director_machines_clear(&place.d);
	event_free(place.d.feed);
	event_free(place.d.later);
	benching_clear(&place.store.benching);
	game_queue_clear(&place.queue);
	tournament_clear(&place.t);
	event_base_free(place.base);
}

/* The next game, in which these bots have the seats. */
static void place_next(struct pending_game *game, int first, int second)
{
	ck_assert(game_queue_take_local(&place.queue, time_now(), game));
	game->pairing.bot[0] = first;
	game->pairing.bot[1] = second;
}

/* --- the request of a game ------------------------------------------------------------------ */

START_TEST(a_request_names_bots_and_the_seats_that_are_left_out)
	{
		struct pending_game game;
		struct game_request request;
		struct job job = {.worker = 5, .benched = 3, .absent = 3};
		place_init();
		benching_note(&place.store.benching, 77, (int[]){1, 0},
			(const char *const[]){"crash", "ok"}, 2, "crash");
		place_next(&game, 1, 0);
		director_begin(&place.d, &game, 3, &job, &request);
		ck_assert_int_eq(job.worker, 0);
		ck_assert_uint_eq(job.benched, 1); /* seat 1 */
		ck_assert_uint_eq(job.absent, 2);  /* that seat is benched, not absent */
		ck_assert_int_eq(job.number, game.number);
		ck_assert_uint_eq(request.pairing, (uint64_t)game.pairing.key);
		ck_assert_uint_eq(request.seed, game.pairing.seed);
		ck_assert_int_eq(request.seats, 2);
		ck_assert_uint_eq(request.benched, 1);
		ck_assert_uint_eq(request.absent, 2);
		ck_assert_int_eq(request.failed[0], 77);
		ck_assert_int_eq(request.failed[1], 0);
		ck_assert_int_eq(request.bot[0], 1);
		ck_assert_int_eq(request.bot[1], 0);
		ck_assert_str_eq(request.fen, "");
		ck_assert_str_eq(request.moves, "");
		place_clear();
	}
END_TEST

/* The second process of bot i is number BOTS + i. */
START_TEST(a_bot_with_two_seats_has_two_processes)
	{
		struct pending_game game;
		struct game_request request;
		struct job job;
		place_init();
		place_next(&game, 2, 2);
		director_begin(&place.d, &game, 0, &job, &request);
		ck_assert_int_eq(request.bot[0], 2);
		ck_assert_int_eq(request.bot[1], BOTS + 2);
		ck_assert_uint_eq(request.benched | request.absent, 0);
		place_clear();
	}
END_TEST

/* --- the pace ------------------------------------------------------------------------------- */

START_TEST(after_a_game_has_begun_the_next_waits_for_the_pace)
	{
		struct pending_game game;
		struct game_request request;
		struct job job;
		place_init();
		ck_assert(!director_paced(&place.d));
		place.t.pace = 60 * SECOND;
		ck_assert(!director_paced(&place.d));
		place_next(&game, 0, 1);
		usec before = time_now();
		director_begin(&place.d, &game, 0, &job, &request);
		ck_assert_int_ge(place.d.next, before + 60 * SECOND);
		ck_assert_int_le(place.d.next, time_now() + 60 * SECOND);
		ck_assert(!event_pending(place.d.feed, EV_TIMEOUT, NULL));
		ck_assert(director_paced(&place.d));
		ck_assert(event_pending(place.d.feed, EV_TIMEOUT, NULL));
		place.d.next = time_now();
		ck_assert(!director_paced(&place.d));
		place_clear();
	}
END_TEST

START_TEST(the_earliest_wake_up_counts)
	{
		place_init();
		usec now = time_now();
		director_wake(&place.d, now + 60 * SECOND);
		ck_assert_int_eq(place.d.wake, now + 60 * SECOND);
		director_wake(&place.d, now + 90 * SECOND);
		ck_assert_int_eq(place.d.wake, now + 60 * SECOND);
		director_wake(&place.d, now + 30 * SECOND);
		ck_assert_int_eq(place.d.wake, now + 30 * SECOND);
		/* One that is in the past comes at once. */
		director_wake(&place.d, now - SECOND);
		ck_assert_int_eq(place.d.wake, now - SECOND);
		event_base_loop(place.base, EVLOOP_ONCE);
		ck_assert_int_eq(place.looks, 1);
		place_clear();
	}
END_TEST

/* --- benched bots --------------------------------------------------------------------------- */

START_TEST(games_of_benched_bots_are_skipped_if_the_tournament_or_the_operator_says_so)
	{
		struct pending_game first, second;
		place_init();
		place_next(&first, 1, 0);
		place_next(&second, 2, 0);
		benching_note(&place.store.benching, 1, (int[]){1, 0},
			(const char *const[]){"crash", "ok"}, 2, "crash");
		/* It has lost: the game is held without it. */
		ck_assert(!director_skips(&place.d, &first.pairing));
		place.t.skip_benched = true;
		ck_assert(!director_skips(&place.d, &second.pairing));
		ck_assert_int_eq(place.d.skipped, 0);
		ck_assert(director_skips(&place.d, &first.pairing));
		ck_assert_int_eq(place.d.skipped, 1);
		place.t.skip_benched = false;
		benching_bench(&place.store.benching, 2, true);
		ck_assert(director_skips(&place.d, &second.pairing));
		ck_assert_int_eq(place.d.skipped, 2);
		place_clear();
	}
END_TEST

/* --- games of workers ----------------------------------------------------------------------- */

static void place_workers(void)
{
	place_init();
	for (int i = 0; i < WORKERS; i++) {
		place.workers[i].worker = i + 1;
		place.d.workers[i].handle = &place.workers[i];
		place.d.workers[i].row = 10 + i;
	}
}

/* The clock of a machine may be an hour fast or slow, or be set in the middle of a game: the span
 * counts, and ours says when it ended. */
START_TEST(a_game_ends_now_and_took_as_long_as_it_says)
	{
		place_workers();
		for (int worker = 0; worker <= 2; worker += 2) {
			const struct job job = {
				.worker = worker, .requested = time_boot() - 60 * SECOND};
			struct db_game g = {.started_ms = 5000, .ended_ms = 7500, .worker = 3};
			int64_t before = time_utc();
			director_workers_mark(&place.d, &job, &g);
			ck_assert_int_eq(g.worker, worker == 0 ? 0 : 11);
			ck_assert_int_ge(g.ended_ms, before);
			ck_assert_int_le(g.ended_ms, time_utc());
			ck_assert_int_eq(g.ended_ms - g.started_ms, 2500);
			/* No game ends before it begins, or lasts since before its request: 60 s, a
			 * hundredth of that, and 50 ms for clocks that differ. */
			g = (struct db_game){.started_ms = 7500, .ended_ms = 5000};
			director_workers_mark(&place.d, &job, &g);
			ck_assert_int_eq(g.ended_ms, g.started_ms);
			g = (struct db_game){.started_ms = 0, .ended_ms = 253402300799999};
			director_workers_mark(&place.d, &job, &g);
			ck_assert_int_ge(g.ended_ms - g.started_ms, 60650);
			ck_assert_int_le(g.ended_ms - g.started_ms, 61000);
		}
		place_clear();
	}
END_TEST

START_TEST(the_longest_game_of_each_machine_is_known)
	{
		const struct job here = {.worker = 0}, there = {.worker = 2};
		static const int spans[] = {400, 900, 700}; /* ms */
		place_workers();
		for (int i = 0; i < 3; i++) {
			struct db_game g = {.started_ms = 100, .ended_ms = 100 + spans[i]};
			director_workers_played(&place.d, &there, &g);
			g.ended_ms = 101;
			director_workers_played(&place.d, &here, &g);
		}
		ck_assert_int_eq(place.d.workers[1].longest, 900 * MILLISECOND);
		ck_assert_int_eq(place.d.workers[0].longest, 0);
		ck_assert_int_eq(place.d.longest, MILLISECOND);
		place_clear();
	}
END_TEST

SUITE("referee/director/director", CASE(a_request_names_bots_and_the_seats_that_are_left_out),
	CASE(a_bot_with_two_seats_has_two_processes),
	CASE(after_a_game_has_begun_the_next_waits_for_the_pace), CASE(the_earliest_wake_up_counts),
	CASE(games_of_benched_bots_are_skipped_if_the_tournament_or_the_operator_says_so),
	CASE(a_game_ends_now_and_took_as_long_as_it_says),
	CASE(the_longest_game_of_each_machine_is_known))
