/*
 * Plans of samples: how often the search for one runs. The search is a double that counts and
 * swaps nothing, so that no clock is needed to see the work.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/director/game-queue.h"
#include "referee/schedule/balance-anneal.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

static int searches;

void balance_anneal_init(struct balance_anneal *e, int bots, int seats, int rows, uint64_t seed)
{
	*e = (struct balance_anneal){.bots = bots, .seats = seats, .rows = rows, .random = seed};
	e->row = memory_get((size_t)rows + 1, sizeof *e->row);
	e->met = memory_get((size_t)(bots * bots), sizeof *e->met);
	e->played = memory_get((size_t)bots, sizeof *e->played);
}

void balance_anneal_clear(struct balance_anneal *e)
{
	free(e->row);
	free(e->met);
	free(e->played);
	memset(e, 0, sizeof *e);
}

bool balance_anneal_run(struct balance_anneal *e)
{
	(void)e;
	searches++;
	return true;
}

enum { BOTS = 8, GAMES = 40 };

/* 40 games of 8 bots are five blocks: one search for what the tournament began with. */
static void sample_init(struct tournament *t, struct game_queue *a, int seats, uint64_t seed)
{
	struct reported told;
	reported_init(&told);
	test_tournament_init(t, "nim", seats, BOTS, 1, NULL);
	t->games = t->games_began = GAMES;
	t->seed = seed;
	ck_assert(game_queue_init(a, t, &told.mistakes));
}

START_TEST(tournaments_side_by_side_are_planned_once_each)
	{
		struct tournament t[3];
		struct game_queue a[3];
		struct job job;
		searches = 0;
		for (int i = 0; i < 3; i++)
			sample_init(&t[i], &a[i], i + 2, (uint64_t)i + 1);
		for (int game = 0; game < GAMES; game++)
			for (int i = 0; i < 3; i++)
				ck_assert_int_eq(game_queue_next(&a[i], &job), SCHEDULE_GAME);
		for (int i = 0; i < 3; i++)
			ck_assert_int_eq(game_queue_next(&a[i], &job), SCHEDULE_END);
		ck_assert_int_eq(searches, 3);
		for (int i = 0; i < 3; i++) {
			game_queue_clear(&a[i]);
			tournament_clear(&t[i]);
		}
	}
END_TEST

START_TEST(counting_what_was_played_and_playing_on_share_a_plan)
	{
		struct tournament t;
		struct game_queue a;
		struct pairing p;
		struct job job;
		sample_init(&t, &a, 3, 1);
		searches = 0;
		for (int at = 0; at < GAMES / 2; at++) {
			ck_assert(schedule_iterator_game(&a.walk, at, &p));
			game_queue_hold(&a, (int64_t)p.key);
		}
		ck_assert_int_eq(game_queue_played(&a), GAMES / 2);
		for (int left = GAMES / 2; left > 0; left--)
			ck_assert_int_eq(game_queue_next(&a, &job), SCHEDULE_GAME);
		ck_assert_int_eq(game_queue_next(&a, &job), SCHEDULE_END);
		ck_assert_int_eq(searches, 1);
		game_queue_clear(&a);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/plans", CASE(tournaments_side_by_side_are_planned_once_each),
	CASE(counting_what_was_played_and_playing_on_share_a_plan))
