/*
 * Games that were drawn: sorted by who plays them, each once, in the order of the schedule.
 */
#include "referee/director/game-queue.h"

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

struct drawing {
	struct tournament t;
	struct reported told;
	struct game_queue queue;
};

/* A round-robin of this many bots, of which the first are remote. */
static void drawing_init(struct drawing *d, int bots, int remote)
{
	reported_init(&d->told);
	test_tournament_init(&d->t, "nim", 2, bots, 1, NULL);
	for (int i = 0; i < remote; i++)
		d->t.bots[i].remote = true;
	ck_assert(game_queue_init(&d->queue, &d->t, &d->told.mistakes));
}

static void drawing_clear(struct drawing *d)
{
	game_queue_clear(&d->queue);
	tournament_clear(&d->t);
}

static int drawing_remote_seats(const struct drawing *d, const struct pairing *p)
{
	return d->t.bots[p->bot[0]].remote + d->t.bots[p->bot[1]].remote;
}

/* The games that game_queue_each_remote() went through. */
struct met {
	struct drawing *d;
	int count, take;    /* take: the number of the game that is taken out; 0: none; -1: all */
	int64_t number[64]; /* of the games, in the order they were met */
};

static bool met_one(void *arg, struct pending_game *game)
{
	struct met *m = arg;
	ck_assert_int_gt(drawing_remote_seats(m->d, &game->pairing), 0);
	m->number[m->count++] = game->number;
	return m->take < 0 || game->number == m->take;
}

/* 2 of 6 bots are remote: 4 x 3 games are among the others, and 30 in all. */
START_TEST(games_are_sorted_by_whether_a_remote_bot_sits_in_them)
	{
		struct drawing d;
		struct pending_game game;
		drawing_init(&d, 6, 2);
		struct met met = {.d = &d};
		int64_t before = 0;
		int local = 0;
		for (; game_queue_take_local(&d.queue, 1, &game); local++) {
			ck_assert_int_eq(drawing_remote_seats(&d, &game.pairing), 0);
			ck_assert_int_gt(game.number, before);
			before = game.number;
		}
		ck_assert_int_eq(d.queue.step, SCHEDULE_END);
		ck_assert_int_eq(local, 12);
		ck_assert_int_eq(game_queue_pending(&d.queue), 18);
		game_queue_each_remote(&d.queue, met_one, &met);
		ck_assert_int_eq(met.count, 18);
		for (int i = 1; i < met.count; i++)
			ck_assert_int_gt(met.number[i], met.number[i - 1]);
		drawing_clear(&d);
	}
END_TEST

START_TEST(what_is_given_back_has_its_old_place_and_knows_its_tries)
	{
		struct drawing d;
		struct pending_game first, second, again;
		struct job job;
		drawing_init(&d, 6, 0);
		ck_assert(game_queue_take_local(&d.queue, 1, &first));
		ck_assert(game_queue_take_local(&d.queue, 1, &second));
		while (game_queue_fetch(&d.queue, 1))
			;
		game_queue_begin(&d.queue, &first, &job);
		ck_assert_int_eq(job.pairing.key, first.pairing.key);
		job.tries = 2;
		game_queue_return(&d.queue, &second);
		game_queue_put_back(&d.queue, &job, 7);
		ck_assert_int_eq(game_queue_pending(&d.queue), 30);
		ck_assert(game_queue_local_before(&d.queue, first.number + 1));
		ck_assert(!game_queue_local_before(&d.queue, first.number));
		ck_assert(game_queue_take_local(&d.queue, 9, &again));
		ck_assert_int_eq(again.pairing.key, first.pairing.key);
		ck_assert_int_eq(again.tries, 2);
		ck_assert_int_eq(again.since, 7);
		ck_assert(game_queue_take_local(&d.queue, 9, &again));
		ck_assert_int_eq(again.pairing.key, second.pairing.key);
		drawing_clear(&d);
	}
END_TEST

/* Of 18 games one is taken out of the middle, then all, then some are given back in disorder. */
START_TEST(games_with_remote_bots_are_met_in_order_whatever_was_taken_out)
	{
		struct drawing d;
		struct job jobs[18];
		drawing_init(&d, 6, 2);
		struct met all = {.d = &d}, one = {.d = &d}, rest = {.d = &d, .take = -1},
			   last = {.d = &d};
		while (game_queue_fetch(&d.queue, 1))
			;
		game_queue_each_remote(&d.queue, met_one, &all);
		one.take = (int)all.number[9];
		game_queue_each_remote(&d.queue, met_one, &one);
		ck_assert_int_eq(one.count, 18);
		for (int i = 0; i < 18; i++)
			game_queue_begin(&d.queue, &d.queue.remote.games[i % 17], &jobs[i]);
		game_queue_each_remote(&d.queue, met_one, &rest);
		ck_assert_int_eq(rest.count, 17);
		ck_assert_int_eq(d.queue.remote.count, 0);
		for (int i = 0; i < 17; i++)
			game_queue_put_back(&d.queue, &jobs[i * 5 % 17], 2);
		game_queue_each_remote(&d.queue, met_one, &last);
		ck_assert_int_eq(last.count, 17);
		for (int i = 0; i < 17; i++)
			ck_assert_int_eq(last.number[i], rest.number[i]);
		drawing_clear(&d);
	}
END_TEST

START_TEST(no_more_than_so_many_are_drawn_before_others_begin)
	{
		struct drawing d;
		struct pending_game game;
		int count = 0;
		drawing_init(&d, 300, 0); /* 300 x 299 games */
		while (game_queue_fetch(&d.queue, 1))
			count++;
		ck_assert_int_eq(count, GAME_QUEUE_PENDING_MAX);
		ck_assert_int_eq(d.queue.step, SCHEDULE_GAME);
		ck_assert(game_queue_take_local(&d.queue, 1, &game));
		ck_assert(game_queue_fetch(&d.queue, 1));
		ck_assert(!game_queue_fetch(&d.queue, 1));
		drawing_clear(&d);
	}
END_TEST

SUITE("director/game-queue-pending", CASE(games_are_sorted_by_whether_a_remote_bot_sits_in_them),
	CASE(what_is_given_back_has_its_old_place_and_knows_its_tries),
	CASE(games_with_remote_bots_are_met_in_order_whatever_was_taken_out),
	CASE(no_more_than_so_many_are_drawn_before_others_begin))
