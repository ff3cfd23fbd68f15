/*
 * Games that were drawn: sorted by who plays them, each once, in the order of the schedule.
 */
#include "referee/director/game-queue.h"

#include <string.h>

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
		first.lost_on_workers = 3;
		game_queue_begin(&d.queue, &first, &job);
		ck_assert_int_eq(job.pairing.key, first.pairing.key);
		ck_assert_int_eq(job.lost_on_workers, 3);
		ck_assert_int_eq(job.check, 0);
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

/* Choices by the number of a game. */
struct chooser {
	enum game_queue_choice choices[GAME_QUEUE_LOOK + 2];
	int64_t most; /* the last number that it was asked about */
};

static enum game_queue_choice chooser_judge(void *arg, const struct pending_game *game)
{
	struct chooser *c = arg;
	if (game->number > c->most)
		c->most = game->number;
	return game->number <= GAME_QUEUE_LOOK + 1 ? c->choices[game->number] : GAME_QUEUE_WILLING;
}

static const struct {
	enum game_queue_choice choices[5]; /* of games 1 to 5 */
	int drawn;			   /* games that are pending before */
	int64_t number, most;
} choosings[] = {
	{{GAME_QUEUE_WILLING, GAME_QUEUE_WILLING}, 0, 1, 1},
	{{GAME_QUEUE_OTHERS, GAME_QUEUE_NEVER, GAME_QUEUE_WILLING}, 0, 3, 3},
	{{GAME_QUEUE_WILLING, GAME_QUEUE_PREFERS, GAME_QUEUE_PREFERS}, 5, 2, 2},
	{{GAME_QUEUE_WILLING, GAME_QUEUE_OTHERS, GAME_QUEUE_NEVER}, 3, 1, 3},
	/* It prefers a later game only if that is drawn already. */
	{{GAME_QUEUE_WILLING, GAME_QUEUE_PREFERS}, 1, 1, 1},
};

START_TEST(a_machine_gets_the_first_game_of_its_best_choice)
	{
		struct drawing d;
		struct chooser c = {.most = 0};
		struct pending_game game;
		drawing_init(&d, 6, 0);
		memcpy(&c.choices[1], choosings[_i].choices, sizeof choosings[_i].choices);
		for (int i = 0; i < choosings[_i].drawn; i++)
			ck_assert(game_queue_fetch(&d.queue, 1));
		ck_assert(game_queue_choose_local(&d.queue, 1, chooser_judge, &c, &game));
		ck_assert_int_eq(game.number, choosings[_i].number);
		ck_assert_int_eq(c.most, choosings[_i].most);
		/* The others keep their order. */
		for (int64_t number = 1, left = game_queue_pending(&d.queue); left > 0; number++) {
			if (number == choosings[_i].number)
				continue;
			ck_assert(game_queue_take_local(&d.queue, 1, &game));
			ck_assert_int_eq(game.number, number);
			left--;
		}
		drawing_clear(&d);
	}
END_TEST

/* 40 bots have 1560 games. */
START_TEST(games_for_others_wait_until_the_list_is_full)
	{
		struct drawing d;
		struct chooser c = {.most = 0};
		struct pending_game game;
		drawing_init(&d, 40, 0);
		for (int i = 0; i < GAME_QUEUE_LOOK + 2; i++)
			c.choices[i] = i == 1 ? GAME_QUEUE_NEVER : GAME_QUEUE_OTHERS;
		ck_assert(game_queue_choose_local(&d.queue, 1, chooser_judge, &c, &game));
		ck_assert_int_eq(game.number, 2);
		ck_assert_int_eq(game_queue_pending(&d.queue), GAME_QUEUE_LOOK - 1);
		drawing_clear(&d);
	}
END_TEST

/* 6 bots have 30 games, which is less than the list. */
START_TEST(at_the_end_games_for_others_are_left_to_them)
	{
		struct drawing d;
		struct chooser c = {.most = 0};
		struct pending_game game;
		drawing_init(&d, 6, 2);
		for (int i = 0; i < GAME_QUEUE_LOOK + 2; i++)
			c.choices[i] = GAME_QUEUE_OTHERS;
		ck_assert(!game_queue_choose_local(&d.queue, 1, chooser_judge, &c, &game));
		ck_assert_int_eq(d.queue.step, SCHEDULE_END);
		ck_assert_int_eq(game_queue_pending(&d.queue), 30);
		ck_assert(game_queue_take_local(&d.queue, 1, &game));
		drawing_clear(&d);
	}
END_TEST

START_TEST(few_games_that_follow_from_results_are_drawn_past_those_that_it_cannot_play)
	{
		struct drawing d;
		struct chooser c = {.most = 0};
		struct pending_game game;
		reported_init(&d.told);
		test_tournament_init(&d.t, "nim", 2, 200, 1, NULL);
		free(d.t.format);
		d.t.format = memory_copy("swiss");
		ck_assert(game_queue_init(&d.queue, &d.t, &d.told.mistakes));
		ck_assert(!game_queue_choose_local(&d.queue, 1, chooser_judge, &c, &game));
		ck_assert_int_eq(game_queue_pending(&d.queue), GAME_QUEUE_LOOK_RESULTS);
		ck_assert(game_queue_take_local(&d.queue, 1, &game));
		ck_assert_int_eq(game.number, 1);
		drawing_clear(&d);
	}
END_TEST

SUITE("director/game-queue-pending", CASE(games_are_sorted_by_whether_a_remote_bot_sits_in_them),
	CASE(what_is_given_back_has_its_old_place_and_knows_its_tries),
	CASE(games_with_remote_bots_are_met_in_order_whatever_was_taken_out),
	CASE(no_more_than_so_many_are_drawn_before_others_begin),
	LOOP(a_machine_gets_the_first_game_of_its_best_choice,
		sizeof choosings / sizeof *choosings),
	CASE(games_for_others_wait_until_the_list_is_full),
	CASE(at_the_end_games_for_others_are_left_to_them),
	CASE(few_games_that_follow_from_results_are_drawn_past_those_that_it_cannot_play))
