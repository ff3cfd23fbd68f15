/*
 * Games that were drawn: sorted by who plays them, each once, in the order of the schedule.
 */
#include "referee/director/pending-games.h"

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

struct drawing {
	struct tournament t;
	struct reported told;
	struct game_queue agenda;
	struct pending_games drawn;
};

/* A round-robin of so many bots, of which the first are remote. */
static void drawing_init(struct drawing *d, int bots, int remote)
{
	reported_init(&d->told);
	test_tournament_init(&d->t, "nim", 2, bots, 1, NULL);
	for (int i = 0; i < remote; i++)
		d->t.bots[i].remote = true;
	ck_assert(game_queue_init(&d->agenda, &d->t, &d->told.mistakes));
	pending_games_init(&d->drawn, &d->agenda);
}

static void drawing_clear(struct drawing *d)
{
	pending_games_clear(&d->drawn);
	game_queue_clear(&d->agenda);
	tournament_clear(&d->t);
}

static int drawing_remote_seats(const struct drawing *d, const struct pairing *p)
{
	return d->t.bots[p->bot[0]].remote + d->t.bots[p->bot[1]].remote;
}

/* What pending_games_each_remote() went through. */
struct met {
	struct drawing *d;
	int count, take;    /* take: the number of the game that is taken out; 0: none; -1: all */
	int64_t number[64]; /* of the games, in the order they were met */
};

static bool met_one(void *arg, struct pending_games_game *game)
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
		struct pending_games_game game;
		drawing_init(&d, 6, 2);
		struct met met = {.d = &d};
		int64_t before = 0;
		int local = 0;
		for (; pending_games_next_local(&d.drawn, 1, &game); local++) {
			ck_assert_int_eq(drawing_remote_seats(&d, &game.pairing), 0);
			ck_assert_int_gt(game.number, before);
			before = game.number;
		}
		ck_assert_int_eq(d.drawn.step, SCHEDULE_END);
		ck_assert_int_eq(local, 12);
		ck_assert_int_eq(pending_games_count(&d.drawn), 18);
		pending_games_each_remote(&d.drawn, met_one, &met);
		ck_assert_int_eq(met.count, 18);
		for (int i = 1; i < met.count; i++)
			ck_assert_int_gt(met.number[i], met.number[i - 1]);
		drawing_clear(&d);
	}
END_TEST

START_TEST(what_is_given_back_has_its_old_place_and_knows_its_tries)
	{
		struct drawing d;
		struct pending_games_game first, second, again;
		struct job job;
		drawing_init(&d, 6, 0);
		ck_assert(pending_games_next_local(&d.drawn, 1, &first));
		ck_assert(pending_games_next_local(&d.drawn, 1, &second));
		while (pending_games_more(&d.drawn, 1))
			;
		pending_games_open(&d.drawn, &first, &job);
		ck_assert_int_eq(job.pairing.key, first.pairing.key);
		job.tries = 2;
		pending_games_return(&d.drawn, &second);
		pending_games_put_back(&d.drawn, &job, 7);
		ck_assert_int_eq(pending_games_count(&d.drawn), 30);
		ck_assert(pending_games_local_before(&d.drawn, first.number + 1));
		ck_assert(!pending_games_local_before(&d.drawn, first.number));
		ck_assert(pending_games_next_local(&d.drawn, 9, &again));
		ck_assert_int_eq(again.pairing.key, first.pairing.key);
		ck_assert_int_eq(again.tries, 2);
		ck_assert_int_eq(again.since, 7);
		ck_assert(pending_games_next_local(&d.drawn, 9, &again));
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
		while (pending_games_more(&d.drawn, 1))
			;
		pending_games_each_remote(&d.drawn, met_one, &all);
		one.take = (int)all.number[9];
		pending_games_each_remote(&d.drawn, met_one, &one);
		ck_assert_int_eq(one.count, 18);
		for (int i = 0; i < 18; i++)
			pending_games_open(&d.drawn, &d.drawn.remote.games[i % 17], &jobs[i]);
		pending_games_each_remote(&d.drawn, met_one, &rest);
		ck_assert_int_eq(rest.count, 17);
		ck_assert_int_eq(d.drawn.remote.count, 0);
		for (int i = 0; i < 17; i++)
			pending_games_put_back(&d.drawn, &jobs[i * 5 % 17], 2);
		pending_games_each_remote(&d.drawn, met_one, &last);
		ck_assert_int_eq(last.count, 17);
		for (int i = 0; i < 17; i++)
			ck_assert_int_eq(last.number[i], rest.number[i]);
		drawing_clear(&d);
	}
END_TEST

START_TEST(no_more_than_so_many_are_drawn_before_others_begin)
	{
		struct drawing d;
		struct pending_games_game game;
		int count = 0;
		drawing_init(&d, 300, 0); /* 300 x 299 games */
		while (pending_games_more(&d.drawn, 1))
			count++;
		ck_assert_int_eq(count, PENDING_GAMES_MAX);
		ck_assert_int_eq(d.drawn.step, SCHEDULE_GAME);
		ck_assert(pending_games_next_local(&d.drawn, 1, &game));
		ck_assert(pending_games_more(&d.drawn, 1));
		ck_assert(!pending_games_more(&d.drawn, 1));
		drawing_clear(&d);
	}
END_TEST

SUITE("tournament/drawn", CASE(games_are_sorted_by_whether_a_remote_bot_sits_in_them),
	CASE(what_is_given_back_has_its_old_place_and_knows_its_tries),
	CASE(games_with_remote_bots_are_met_in_order_whatever_was_taken_out),
	CASE(no_more_than_so_many_are_drawn_before_others_begin))
