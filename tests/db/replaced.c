/*
 * Games that are played again: they leave the tables of games that count, and nothing that counts
 * has them any more.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

static char replaced_said[4096];

/* The rows of a query of the tournament. */
static const char *replaced_read(struct db *db, const char *query, int64_t argument)
{
	replaced_said[0] = '\0';
	fixture_rows(db, query, argument, replaced_said, sizeof replaced_said);
	for (char *at = replaced_said; *at != '\0'; at++)
		*at = *at == '|' ? ' ' : *at;
	return replaced_said;
}

/* A number by a connection that knows nothing of ours. */
static int64_t replaced_number(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	sqlite3_stmt *statement;
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_msg(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
		sqlite3_errmsg(sqlite));
	ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
	int64_t number = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	return number;
}

static int64_t replaced_replace(struct db *db, const char *bot, const char *digest)
{
	int64_t games;
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_replace(db, 1, bot, digest, 1767229999000, &games));
	FIXTURE_GOOD(db_commit(db));
	return games;
}

/* Of the cup beta plays games 1, 2 (b1), 5 and 6 (b2); 3 and 4 are alpha's against gamma. */
START_TEST(the_games_of_a_bot_leave_everything_that_counts)
	{
		const char *path = fixture_path("all.db");
		struct db *db = fixture_open(path);
		ck_assert_int_eq(replaced_replace(db, "beta", NULL), 4);
		ck_assert_str_eq(replaced_read(db, "moves-hashes", 1), "");
		ck_assert_ptr_nonnull(strstr(replaced_read(db, "games", 1), "3 1 alpha - gamma"));
		ck_assert_ptr_null(strstr(replaced_said, "beta"));
		replaced_read(db, "standings", 1);
		ck_assert_ptr_null(strstr(replaced_said, "beta"));
		ck_assert_ptr_nonnull(strstr(replaced_said, "1 alpha 2 2 2.0 100.0 2 0 0"));
		db_close(db);
		/* The sums are those that the games which are left come to; the trio's stay. */
		ck_assert_int_eq(replaced_number(path, "SELECT sum(games) FROM seat_totals WHERE "
						       "tournament = 1"),
			4);
		ck_assert_int_eq(replaced_number(path, "SELECT sum(games) FROM pair_totals WHERE "
						       "tournament = 1"),
			4);
		ck_assert_int_eq(replaced_number(path, "SELECT sum(games) FROM seat_totals WHERE "
						       "tournament = 2"),
			6);
		ck_assert_int_eq(replaced_number(path, "SELECT count(*) FROM pragma_foreign_key_"
						       "check"),
			0);
		ck_assert_int_eq(replaced_number(path, "SELECT count(*) FROM seats s WHERE NOT "
						       "EXISTS (SELECT 1 FROM games WHERE id = "
						       "s.game)"),
			0);
	}
END_TEST

START_TEST(of_another_program_of_that_name_alone)
	{
		struct db *db = fixture_open(fixture_path("program.db"));
		ck_assert_int_eq(replaced_replace(db, "beta", "b2"), 2);
		ck_assert_ptr_nonnull(strstr(replaced_read(db, "replaced", 1), "1 1 alpha - beta"));
		ck_assert_ptr_nonnull(strstr(replaced_said, "2 1 beta - alpha 1/2-1/2"));
		ck_assert_ptr_null(strstr(replaced_said, "5 2 beta"));
		ck_assert_int_eq(replaced_replace(db, "beta", "b2"), 0);
		db_close(db);
	}
END_TEST

/* As it was when it counted: every row, with the moves and the evidence. */
START_TEST(what_was_replaced_can_be_read_as_it_was)
	{
		const char *path = fixture_path("kept.db");
		struct db *db = fixture_open(path);
		char before[4096], moves[4096];
		strcpy(before, replaced_read(db, "game-failures", 4));
		strcpy(moves, replaced_read(db, "game-moves", 4));
		ck_assert_ptr_nonnull(strstr(before, "gamma time no answer for 44 ms"));
		ck_assert_int_eq(replaced_replace(db, "gamma", NULL), 4);
		ck_assert_str_eq(replaced_read(db, "game-moves", 4), "");
		db_close(db);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		ck_assert_str_eq(
			replaced_read(db, "replaced-game", 4), "1 2026-01-01 01:13:19 gamma -\n");
		FIXTURE_GOOD(db_read_replaced(db));
		ck_assert_str_eq(replaced_read(db, "game-failures", 4), before);
		ck_assert_str_eq(replaced_read(db, "game-moves", 4), moves);
		ck_assert_ptr_nonnull(strstr(replaced_read(db, "games", 1), "4 1 gamma - alpha"));
		ck_assert_ptr_null(strstr(replaced_said, "alpha - beta"));
		db_close(db);
	}
END_TEST

static bool replaced_take(void *arg, const struct db_game *g)
{
	struct db_game *kept = arg;
	if (g->replaced.ms != 0)
		ck_assert_int_eq(g->replaced.ms, 1767229999000);
	*kept = (struct db_game){.id = g->id,
		.replaced.ms = g->replaced.ms,
		.replaced.paired = g->replaced.paired,
		.plies = g->moves_count};
	return true;
}

/* The last game has the highest number: it must not be given again. */
START_TEST(a_game_that_is_played_again_gets_a_number_that_no_game_had)
	{
		const char *path = fixture_path("number.db");
		struct db *db = fixture_open(path);
		int64_t left, games;
		struct db_move move = {.seat = 1, .text = "d", .cpu_us = -1, .wait_us = -1};
		struct db_game again = {.tournament = 2,
			.pairing = 7,
			.round = 1,
			.opening = "",
			.final = "x",
			.reason = "normal",
			.sandbox = "full",
			.seats = 2,
			.seat = {{1, 1, 1, "ok"}, {2, 2, 0, "ok"}},
			.plies = 1,
			.moves = &move};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_replace(db, 2, "alpha", NULL, 1767229999000, &games));
		ck_assert_int_eq(games, 2);
		FIXTURE_GOOD(db_replay_left(db, 2, "alpha", &left));
		ck_assert_int_eq(left, 2);
		FIXTURE_GOOD(db_game_add(db, &again));
		ck_assert_int_eq(again.id, 9);
		FIXTURE_GOOD(db_replay_left(db, 2, "alpha", &left));
		ck_assert_int_eq(left, 1);
		FIXTURE_GOOD(db_commit(db));
		/* And again: what has its place now counts no more either. */
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_replace(db, 2, "beta", NULL, 1767229999000, &games));
		ck_assert_int_eq(games, 1);
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		ck_assert_int_eq(replaced_number(path, "SELECT count(*) FROM replaced_games WHERE "
						       "pairing = 7"),
			2);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(db_read_replaced(db));
		struct db_game kept;
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.game = 8}, replaced_take, &kept));
		ck_assert_int_eq(kept.id, 8);
		ck_assert_int_eq(kept.replaced.paired, 1);
		ck_assert_int_eq(kept.plies, FIXTURE_PLIES);
		db_close(db);
	}
END_TEST

/* A reader of an older file has none. */
START_TEST(a_group_that_is_not_committed_replaces_nothing)
	{
		const char *path = fixture_path("undone.db");
		struct db *db = fixture_open(path);
		int64_t games;
		char before[4096];
		strcpy(before, replaced_read(db, "standings", 1));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_replace(db, 1, "beta", NULL, 1767229999000, &games));
		db_close(db);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		ck_assert_str_eq(replaced_read(db, "standings", 1), before);
		ck_assert_str_eq(replaced_read(db, "replaced", 1), "");
		db_close(db);
	}
END_TEST

SUITE("db/replaced", CASE(the_games_of_a_bot_leave_everything_that_counts),
	CASE(of_another_program_of_that_name_alone), CASE(what_was_replaced_can_be_read_as_it_was),
	CASE(a_game_that_is_played_again_gets_a_number_that_no_game_had),
	CASE(a_group_that_is_not_committed_replaces_nothing))
