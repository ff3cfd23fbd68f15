/*
 * Views: what they say of the fixture is what was added up by hand, and what asks for one game or
 * for one bot looks at no others.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

static const struct {
	const char *sql;  /* asked of the fixture */
	const char *rows; /* cells separated by |, rows by \n */
} views_rows[] = {
	{"SELECT tournament, bot, verdict, times, last FROM fault_kinds",
		"1|beta|crash|1|6\n1|gamma|illegal|1|3\n1|gamma|time|1|4\n2|alpha|time|1|8\n"},
	{"SELECT tournament, game, round, running_elo, change FROM rating_history WHERE bot = "
	 "'beta'"
	 " ORDER BY tournament, game",
		"1|1|1|1490.0|-10.0\n1|2|1|1490.5|0.5\n1|5|2|1500.3|9.8\n1|6|2|1489.5|-10.8\n"
		"2|7|1|1490.0|-10.0\n2|8|1|1491.0|1.0\n"},
	/* without an opening seat 1 made 1/2 + 1 + 0 + 1 + 1, seat 2 the rest of the five */
	{"SELECT opening, seat, games, points, mean, wins, draws FROM openings"
	 " WHERE tournament = 1 ORDER BY opening, seat",
		"|1|5|3.5|0.7|3|1\n|2|5|1.5|0.3|1|1\nd d|1|1|1.0|1.0|1|0\nd d|2|1|0.0|0.0|0|0\n"},
	{"SELECT ply, seat, bot, move, wall_ms, cpu_ms, wait_ms, depth, score, nodes"
	 " FROM move_list WHERE game = 4",
		"1|1|gamma|d|1.0|0.5|0.1|1|0|100\n2|2|alpha|e|10.0|5.0|1.0|||\n"
		"3|1|gamma|d|2.0|1.0||3|-2|100\n4|2|alpha|d|20.0|10.0||||\n"},
	/* each bot sat twice in each seat, and the second's last move took 20 of its 24 ms */
	{"SELECT bot, moves, limit_ms, slowest_ms, over_80, over_95, late, waiting_percent"
	 " FROM time_trouble WHERE tournament = 1",
		"alpha|8|24.0|20.0|2|0|0|\nbeta|8|24.0|20.0|2|0|0|\n"
		"gamma|8|24.0|20.0|2|0|1|25.0\n"},
	/* seat 1 moved twice; without a limit for each move nothing can be said of its parts */
	{"SELECT bot, moves, limit_ms, over_80, over_95, late FROM time_trouble"
	 " WHERE tournament = 2",
		"alpha|3||||1\nbeta|2||||0\ngamma|3||||0\n"},
};

static void views_ask(sqlite3 *sqlite, const char *sql, char *text, size_t room)
{
	sqlite3_stmt *statement;
	size_t length = 0;
	text[0] = '\0';
	ck_assert_msg(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
		sqlite3_errmsg(sqlite));
	int columns = sqlite3_column_count(statement);
	while (sqlite3_step(statement) == SQLITE_ROW)
		for (int i = 0; i < columns; i++) {
			const char *cell = (const char *)sqlite3_column_text(statement, i);
			length += (size_t)snprintf(text + length, room - length, "%s%c",
				cell != NULL ? cell : "", i + 1 < columns ? '|' : '\n');
			ck_assert(length < room);
		}
	ck_assert_int_eq(sqlite3_finalize(statement), SQLITE_OK);
}

START_TEST(a_view_says_what_was_added_up_by_hand)
	{
		char text[4096];
		sqlite3 *sqlite;
		struct db *db = fixture_open(fixture_path("views.db"));
		ck_assert_int_eq(sqlite3_open(fixture_path("views.db"), &sqlite), SQLITE_OK);
		views_ask(sqlite, views_rows[_i].sql, text, sizeof text);
		ck_assert_str_eq(text, views_rows[_i].rows);
		sqlite3_close(sqlite);
		db_close(db);
	}
END_TEST

/* The fixture with one cell changed: asked of it then. */
static const struct {
	const char *change, *sql, *rows;
} views_edges[] = {
	/* of a limit of 24 ms exactly 80 % and 95 % are not more than that; one microsecond is */
	{"UPDATE moves SET wall_us = 22800 WHERE wall_us = 20000",
		"SELECT bot, over_80, over_95 FROM time_trouble WHERE tournament = 1",
		"alpha|2|0\nbeta|2|0\ngamma|2|0\n"},
	{"UPDATE moves SET wall_us = 22801 WHERE wall_us = 20000",
		"SELECT bot, over_80, over_95 FROM time_trouble WHERE tournament = 1",
		"alpha|2|2\nbeta|2|2\ngamma|2|2\n"},
	{"UPDATE moves SET wall_us = 19200 WHERE wall_us = 20000",
		"SELECT bot, over_80, over_95 FROM time_trouble WHERE tournament = 1",
		"alpha|0|0\nbeta|0|0\ngamma|0|0\n"},
};

START_TEST(a_view_keeps_to_its_edges)
	{
		char text[4096];
		sqlite3 *sqlite;
		const char *path = fixture_path("edges.db");
		unlink(path);
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_exec(sqlite, views_edges[_i].change, NULL, NULL, NULL), SQLITE_OK);
		views_ask(sqlite, views_edges[_i].sql, text, sizeof text);
		ck_assert_str_eq(text, views_edges[_i].rows);
		sqlite3_close(sqlite);
	}
END_TEST

/* How a definition writes the time of a move, in milliseconds. */
static const struct {
	const char *definition, *limit;
} views_limits[] = {
	{"movetime = 100ms\nrounds = 1\n", "100.0\n"},
	{"game = nim\nmovetime = 250us\n", "0.25\n"},
	{"movetime = 90s\n", "90000.0\n"},
	{"movetime = 1m", "60000.0\n"},
	{"a = b\nmovetime = 2h\nc = d\n", "7200000.0\n"},
	{"movetime = none\ntc = 40/60+0.6\n", "\n"},
	{"bot x movetime = 5s\n", "\n"},
	{"", "\n"},
};

START_TEST(the_limit_of_a_move_is_read_from_the_definition)
	{
		char sql[256], text[256];
		sqlite3 *sqlite;
		const char *path = fixture_path("limits.db");
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		snprintf(sql, sizeof sql, "UPDATE tournaments SET definition = '%s'",
			views_limits[_i].definition);
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
		views_ask(sqlite, "SELECT DISTINCT limit_ms FROM time_trouble", text, sizeof text);
		ck_assert_str_eq(text, views_limits[_i].limit);
		sqlite3_close(sqlite);
	}
END_TEST

/* A bot's own settings, and what each bot of the first tournament is held to then. */
static const struct {
	const char *settings, *limits, *own;
} views_own[] = {
	{"dir = x\noption = movetime = 3\n", "alpha|100.0\nbeta|100.0\ngamma|100.0\n", ""},
	{"movetime = 2s\n", "alpha|100.0\nbeta|2000.0\ngamma|100.0\n", "beta|movetime 2s\n"},
	{"dir = x\nmovetime = 5ms\ndepth = 6\n", "alpha|100.0\nbeta|5.0\ngamma|100.0\n",
		"beta|movetime 5ms, depth 6\n"},
	{"tc = 60+1\n", "alpha|100.0\nbeta|\ngamma|100.0\n", "beta|tc 60+1\n"},
	{"tc = inf\nnodes = 500\nmargin = 1s\n", "alpha|100.0\nbeta|\ngamma|100.0\n",
		"beta|tc inf, nodes 500, margin 1s\n"},
	{"nodes = 7\n", "alpha|100.0\nbeta|100.0\ngamma|100.0\n", "beta|nodes 7\n"},
};

START_TEST(a_bots_own_limits_stand_in_the_place_of_the_tournaments)
	{
		char sql[512], text[256] = "";
		sqlite3 *sqlite;
		struct db *db;
		const char *path = fixture_path("own.db");
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		snprintf(sql, sizeof sql,
			"UPDATE tournaments SET definition = 'movetime = 100ms'; DELETE FROM "
			"bot_settings; INSERT INTO bot_settings SELECT id, '%s' FROM bots "
			"WHERE name = 'beta'",
			views_own[_i].settings);
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
		views_ask(sqlite,
			"SELECT bot, limit_ms FROM time_trouble WHERE tournament = 1 ORDER BY bot",
			text, sizeof text);
		ck_assert_str_eq(text, views_own[_i].limits);
		sqlite3_close(sqlite);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		text[0] = '\0';
		fixture_rows(db, "limits", 1, text, sizeof text);
		ck_assert_str_eq(text, views_own[_i].own);
		db_close(db);
	}
END_TEST

/* Queries for one game or one bot, or from sums that are stored. */
static const char *const views_quick[] = {"tournaments", "tournament-names", "bots", "standings",
	"crosstable", "head-to-head", "bot-head-to-head", "seat-results", "some-games", "bot-games",
	"name-games", "game", "game-seats", "game-failures", "game-moves"};

/* Tables that grow with every game, by all their names in the queries. */
static const char *const views_large[] = {"SCAN g", "SCAN s", "SCAN m", "SCAN o", "SCAN e",
	"SCAN f", "SCAN r", "SCAN l", "SCAN games", "SCAN seats", "SCAN moves", "SCAN ratings",
	"SEARCH s USING PRIMARY KEY (game<?)"};

START_TEST(asking_for_one_game_or_one_bot_looks_at_no_others)
	{
		char sql[4096], text[8192];
		sqlite3 *sqlite;
		const struct db_query_text *q = db_query_find(views_quick[_i]);
		db_close(fixture_open(fixture_path("plans.db")));
		ck_assert_int_eq(sqlite3_open(fixture_path("plans.db"), &sqlite), SQLITE_OK);
		snprintf(sql, sizeof sql, "EXPLAIN QUERY PLAN %s", q->sql);
		views_ask(sqlite, sql, text, sizeof text);
		ck_assert_msg(strchr(text, '|') != NULL, "%s", text);
		for (size_t i = 0; i < sizeof views_large / sizeof *views_large; i++) {
			const char *found = strstr(text, views_large[i]);
			size_t length = strlen(views_large[i]);
			while (found != NULL && strchr(" \n", found[length]) == NULL)
				found = strstr(found + 1, views_large[i]);
			ck_assert_msg(found == NULL, "%s:\n%s", q->name, text);
		}
		sqlite3_close(sqlite);
	}
END_TEST

SUITE("db/views",
	LOOP(a_view_says_what_was_added_up_by_hand, sizeof views_rows / sizeof *views_rows),
	LOOP(a_view_keeps_to_its_edges, sizeof views_edges / sizeof *views_edges),
	LOOP(a_bots_own_limits_stand_in_the_place_of_the_tournaments,
		sizeof views_own / sizeof *views_own),
	LOOP(the_limit_of_a_move_is_read_from_the_definition,
		sizeof views_limits / sizeof *views_limits),
	LOOP(asking_for_one_game_or_one_bot_looks_at_no_others,
		sizeof views_quick / sizeof *views_quick))
