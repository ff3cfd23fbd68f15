/*
 * Writing: what stands in which column, and each function where its table is gone: it says so, and
 * the next one is not misled.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

#include "base/memory.h"

/* --- columns -------------------------------------------------------------------------------- */

/* The rows of a query by another connection, "a|b" a line, NULL as "-". */
static const char *write_rows(const char *path, const char *sql)
{
	static char text[4096];
	sqlite3 *sqlite;
	sqlite3_stmt *statement;
	size_t used = 0;
	text[0] = '\0';
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL), SQLITE_OK);
	while (sqlite3_step(statement) == SQLITE_ROW)
		for (int i = 0, count = sqlite3_column_count(statement); i < count; i++) {
			const char *value = (const char *)sqlite3_column_text(statement, i);
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
				value != NULL ? value : "-", i + 1 < count ? "|" : "\n");
		}
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	return text;
}

START_TEST(each_text_stands_in_its_column)
	{
		const char *path = fixture_path("columns.db");
		struct db *db = fixture_open(path);
		struct db_tournament t = {0, "fresh", "nim", "ladder", "game = nim\n", 3, 77, 88,
			"for all", "rules of it"};
		char *rules = NULL;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &t));
		ck_assert_int_eq(t.id, 3);
		FIXTURE_GOOD(db_tournament_logs(db, 3, "owner"));
		FIXTURE_GOOD(db_note_set(db, 1, "first"));
		FIXTURE_GOOD(db_note_set(db, 1, "second"));
		FIXTURE_GOOD(db_participant_add(db, 3, 2, 9));
		FIXTURE_GOOD(db_admin_action_set(db, 3, "bench", "beta", true));
		FIXTURE_GOOD(db_admin_action_set(db, 3, "add", "delta=x", true));
		FIXTURE_GOOD(db_admin_action_set(db, 3, "bench", "beta", true));
		FIXTURE_GOOD(db_admin_action_set(db, 3, "add", "delta=x", false));
		FIXTURE_GOOD(db_retirement_set(db, 3, "alpha", 4, 0));
		FIXTURE_GOOD(db_retirement_set(db, 3, "beta", 5, 0));
		FIXTURE_GOOD(db_retirement_set(db, 3, "beta", 5, 8));
		FIXTURE_GOOD(db_bye_add(db, 3, 6, 3, 0.5));
		FIXTURE_GOOD(db_commit(db));
		FIXTURE_GOOD(db_rules_of(db, 3, &rules));
		ck_assert_str_eq(rules, "rules of it");
		free(rules);
		FIXTURE_GOOD(db_rules_of(db, 1, &rules));
		ck_assert_ptr_null(rules);
		db_close(db);
		ck_assert_str_eq(
			write_rows(path, "SELECT name, game, format, seats, seed, definition, "
					 "created_ms, logs FROM tournaments WHERE id = 3"),
			"fresh|nim|ladder|3|77|game = nim\n|88|owner\n");
		ck_assert_str_eq(write_rows(path, "SELECT tournament, note FROM notes ORDER BY 1"),
			"1|second\n3|for all\n");
		ck_assert_str_eq(write_rows(path, "SELECT tournament, bot, round FROM participants "
						  "WHERE tournament = 3"),
			"3|2|9\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT tournament, action, bot FROM admin_actions"),
			"3|bench|beta\n");
		ck_assert_str_eq(write_rows(path, "SELECT tournament, bot, round, back FROM "
						  "retirements ORDER BY bot"),
			"3|alpha|4|-\n3|beta|5|8\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT tournament, round, bot, points FROM byes"),
			"3|6|3|0.5\n");
	}
END_TEST

/* A number that is not known is NULL, and one that is known stays, 0 as well. */
START_TEST(unknown_numbers_of_a_game_are_null)
	{
		const char *path = fixture_path("unknown.db");
		struct db *db = fixture_open(path);
		struct db_move moves[] = {
			{.seat = 1,
				.text = "a",
				.wall_us = 0,
				.cpu_us = UNKNOWN,
				.wait_us = UNKNOWN,
				.depth = INT64_MIN,
				.score = INT64_MIN,
				.nodes = INT64_MIN},
			{.seat = 2, .text = "b", .wall_us = 5},
		};
		struct db_info infos[] = {
			{1, INT64_MIN, INT64_MIN, NULL, NULL}, {2, 0, 0, "", "x"}};
		struct db_game g = {.tournament = 1,
			.pairing = 50,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "normal",
			.sandbox = "full",
			.seats = 2,
			.plies = 2,
			.moves = moves,
			.infos = infos,
			.infos_count = 2,
			.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"},
				{.bot = 2,
					.rank = 2,
					.verdict = "crash",
					.stderr_tail = "a\0b",
					.stderr_length = 3,
					.failure = {.phase = "move",
						.limit_us = UNKNOWN,
						.wall_us = 0,
						.cpu_us = UNKNOWN,
						.wait_us = 0,
						.exit_status = 0,
						.signal = UNKNOWN}}}};
		struct db_position positions[] = {{"start", "player 1"}, {"play a", "player 2"}};
		struct db_game removed = g;
		g.positions = positions;
		g.positions_count = 2;
		/* One that came from elsewhere without its moves. */
		removed.pairing = 51;
		removed.ended_ms = 77;
		removed.removed = "keep = 5";
		removed.moves = NULL;
		removed.positions = positions;
		removed.positions_count = 2;
		removed.infos_count = 0;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_game_add(db, &removed));
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		ck_assert_str_eq(write_rows(path, "SELECT game, number, question, answer FROM "
						  "positions ORDER BY game, number"),
			"9|0|start|player 1\n9|1|play a|player 2\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT game, removed_ms, reason FROM removed_moves"),
			"10|77|keep = 5\n");
		ck_assert_str_eq(
			write_rows(path,
				"SELECT plies, (SELECT count(*) FROM moves WHERE game = 10)"
				" FROM games WHERE id = 10"),
			"2|0\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT moves_hash, worker FROM games WHERE pairing = 50"),
			"-|-\n");
		ck_assert_str_eq(write_rows(path, "SELECT wall_us, cpu_us, wait_us, depth, score, "
						  "nodes FROM moves WHERE game = 9 ORDER BY ply"),
			"0|-|-|-|-|-\n5|0|0|0|0|0\n");
		ck_assert_str_eq(write_rows(path, "SELECT ply, seldepth, nps, pv, text FROM "
						  "move_info WHERE game = 9 ORDER BY ply"),
			"1|-|-|-|-\n2|0|0||x\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT limit_us, wall_us, cpu_us, wait_us, exit_status, "
					 "signal, said FROM failures WHERE game = 9"),
			"-|0|-|0|0|-|-\n");
		ck_assert_str_eq(
			write_rows(path, "SELECT seat, detail, hex(stderr) FROM seats WHERE "
					 "game = 9 ORDER BY seat"),
			"1|-|\n2|-|610062\n");
	}
END_TEST

/* --- tables that are gone ------------------------------------------------------------------- */

static struct db_game gone_game(void)
{
	return (struct db_game){.tournament = 1,
		.pairing = 50,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 1,
		.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"}}};
}

static int gone_tournament_add(struct db *db)
{
	struct db_tournament t = {0, "fresh", "nim", "ladder", "", 3, 77, 88, NULL, NULL};
	return db_tournament_add(db, &t);
}

static int gone_logs(struct db *db)
{
	return db_tournament_logs(db, 1, "owner");
}

static int gone_note(struct db *db)
{
	return db_note_set(db, 1, "x");
}

static int gone_bot(struct db *db)
{
	struct db_bot bot = {0, "x", "y", "z"};
	return db_bot_add(db, &bot);
}

static int gone_participant(struct db *db)
{
	return db_participant_add(db, 1, 1, 1);
}

static int gone_action(struct db *db)
{
	return db_admin_action_set(db, 1, "add", "x=y", true);
}

static int gone_action_dropped(struct db *db)
{
	return db_admin_action_set(db, 1, "add", "x=y", false);
}

static int gone_retirement(struct db *db)
{
	return db_retirement_set(db, 1, "alpha", 1, 0);
}

static int gone_bye(struct db *db)
{
	return db_bye_add(db, 1, 1, 1, 1);
}

static int gone_game_add(struct db *db)
{
	struct db_game g = gone_game();
	int error = db_begin(db);
	if (error == DB_OK)
		error = db_game_add(db, &g);
	ck_assert_int_eq(g.id, 0);
	return error;
}

static int gone_replaced(struct db *db)
{
	struct db_game g = gone_game();
	g.replaced.ms = 1;
	int error = db_begin(db);
	return error == DB_OK ? db_replaced_add(db, &g) : error;
}

static int gone_find(struct db *db)
{
	struct db_tournament t;
	return db_tournament_find(db, "cup", &t);
}

static int gone_rows_of(struct db *db, const char *query)
{
	int rows, error = fixture_count(db, query, &rows);
	ck_assert_int_eq(rows, 0);
	return error;
}

static int gone_pairings(struct db *db)
{
	return gone_rows_of(db, "pairings");
}

static int gone_outcomes(struct db *db)
{
	return gone_rows_of(db, "outcomes");
}

static int gone_last_round(struct db *db)
{
	int round = 7;
	return db_last_round(db, 1, &round);
}

static int gone_rules(struct db *db)
{
	char *rules = (char *)db;
	int error = db_rules_of(db, 1, &rules);
	ck_assert_ptr_null(rules);
	return error;
}

static int gone_read(struct db *db)
{
	return gone_rows_of(db, "games");
}

static int gone_columns(struct db *db)
{
	struct db_query q;
	db_query(&q, db, "games", 1);
	ck_assert_int_eq(db_column_count(&q), 0);
	return db_end(&q);
}

static const struct {
	int (*call)(struct db *db);
	const char *why;
} gone_rows[] = {
	{gone_tournament_add, "the tournament could not be added"},
	{gone_logs, "the setting logs could not be kept"},
	{gone_note, "the note could not be kept"},
	{gone_bot, "it cannot be read"},
	{gone_participant, "an entry could not be added"},
	{gone_action, "the operator's action could not be stored"},
	{gone_action_dropped, "the operator's action could not be stored"},
	{gone_retirement, "a bot's retirement could not be kept"},
	{gone_bye, "a bye could not be added"},
	{gone_game_add, "a game could not be added"},
	{gone_replaced, "a game could not be added"},
	{gone_find, "it cannot be read"},
	{gone_pairings, "it cannot be read"},
	{gone_outcomes, "it cannot be read"},
	{gone_last_round, "it cannot be read"},
	{gone_rules, "it cannot be read"},
	{gone_read, "it cannot be read"},
	{gone_columns, NULL},
};

/* Each is asked twice, so that a failure leaves no statement in the way; and by a connection that
 * never saw the table. */
START_TEST(a_table_that_is_gone_is_told_by_each_function)
	{
		static const char sql[] = "PRAGMA writable_schema = ON; DELETE FROM sqlite_master"
					  " WHERE tbl_name <> 'verdicts';"
					  "PRAGMA schema_version = 9999";
		const char *path = fixture_path("gone.db"), *why = gone_rows[_i].why;
		bool reads = why == NULL || strcmp(why, "it cannot be read") == 0;
		struct db *db = fixture_open(path);
		sqlite3 *sqlite;
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(sqlite);
		for (int i = why != NULL ? 0 : 2; i < 4; i++) {
			if (i == 2) {
				db_close(db);
				FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
				why = reads ? "it cannot be read" : "it cannot be used";
			}
			char *right = memory_print("%s: %s: no such table: ", path, why);
			ck_assert_int_eq(gone_rows[_i].call(db), DB_BROKEN);
			ck_assert_int_eq(db_error(db), DB_BROKEN);
			ck_assert_msg(strncmp(db_error_text(db), right, strlen(right)) == 0,
				"%s, not %s", db_error_text(db), right);
			free(right);
			db_rollback(db);
		}
		db_close(db);
	}
END_TEST

SUITE("db/write", CASE(each_text_stands_in_its_column), CASE(unknown_numbers_of_a_game_are_null),
	LOOP(a_table_that_is_gone_is_told_by_each_function, sizeof gone_rows / sizeof *gone_rows))
