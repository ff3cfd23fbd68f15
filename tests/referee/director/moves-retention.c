/*
 * Games whose moves go while others come: how many, which, and what stays of them.
 */
#include "referee/director/moves-retention.h"

#include "tests/lib/db-fixture.h"

static const int64_t day = INT64_C(24) * 3600 * 1000;

static int64_t kept(struct db *db)
{
	int64_t games;
	FIXTURE_GOOD(db_moves_count(db, 1, &games));
	return games;
}

static bool retention_see(void *arg, const struct db_game *g)
{
	int *state = arg;
	ck_assert_int_eq(g->moves_count, g->removed != NULL ? 0 : g->plies);
	ck_assert_int_gt(g->plies, 0);
	for (int i = 0; i < g->seats && g->removed != NULL; i++) {
		ck_assert_ptr_null(g->seat[i].failure.phase);
		ck_assert_ptr_null(g->seat[i].stderr_tail);
		ck_assert_ptr_nonnull(g->seat[i].verdict);
	}
	/* The removed ones come first. */
	ck_assert(g->removed == NULL || *state == 0);
	*state = g->removed == NULL;
	return true;
}

static void step(struct moves_retention *m, struct db *db, int written, int64_t now)
{
	int state = 0;
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(moves_retention_step(m, db, 1, written, now));
	FIXTURE_GOOD(db_commit(db));
	FIXTURE_GOOD(
		fixture_each_game(db, &(struct db_filter){.tournament = 1}, retention_see, &state));
}

/* The end of the newest game. */
static bool newest_see(void *arg, const struct db_game *g)
{
	*(int64_t *)arg = g->ended_ms;
	return true;
}

START_TEST(the_newest_games_of_a_number_keep_their_moves)
	{
		const char *path = fixture_path("cup.db");
		struct db *db = fixture_open(path);
		struct moves_retention m;
		int64_t all = kept(db);
		ck_assert_int_gt(all, 3);
		moves_retention_init(&m, &(struct keep){.games = 0});
		step(&m, db, 0, 1);
		ck_assert_int_eq(kept(db), all);
		moves_retention_init(&m, &(struct keep){.games = all});
		step(&m, db, 0, 1);
		ck_assert_int_eq(kept(db), all);
		step(&m, db, 1, 1); /* as if one more was there */
		ck_assert_int_eq(kept(db), all - 1);
		moves_retention_init(&m, &(struct keep){.games = 2});
		step(&m, db, 0, 1);
		ck_assert_int_eq(kept(db), 2);
		step(&m, db, 0, 1);
		ck_assert_int_eq(kept(db), 2);
		db_close(db);
		fixture_remove(path);
	}
END_TEST

START_TEST(games_that_ended_before_some_days_lose_theirs)
	{
		const char *path = fixture_path("cup.db");
		struct db *db = fixture_open(path);
		struct moves_retention m;
		int64_t all = kept(db), newest = 0;
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.tournament = 1}, newest_see, &newest));
		moves_retention_init(&m, &(struct keep){.time = 30 * 24 * 3600 * SECOND});
		step(&m, db, 0, newest);
		ck_assert_int_eq(kept(db), all);
		step(&m, db, 0, newest + 30 * day);
		ck_assert_int_eq(kept(db), 1);
		step(&m, db, 0, newest + 30 * day + 1);
		ck_assert_int_eq(kept(db), 0);
		db_close(db);
		fixture_remove(path);
	}
END_TEST

START_TEST(the_reason_is_the_setting)
	{
		char text[MOVES_RETENTION_TEXT];
		moves_retention_reason(&(struct keep){.games = 100000}, text);
		ck_assert_str_eq(text, "keep-moves = 100000");
		moves_retention_reason(&(struct keep){.time = 30 * 24 * 3600 * SECOND}, text);
		ck_assert_str_eq(text, "keep-moves = 30d");
	}
END_TEST

SUITE("referee/director/moves-retention", CASE(the_newest_games_of_a_number_keep_their_moves),
	CASE(games_that_ended_before_some_days_lose_theirs), CASE(the_reason_is_the_setting))
