/*
 * The cursor: rows by the names of their columns, NULLs, queries in one another, loops that are
 * left early, and failures, which are no empty tables; and the file of queries.
 */
#include <sqlite3.h>

#include "db/connection.h"
#include "tests/lib/db-fixture.h"

/* Of the fixture's two tournaments. */
enum { CUP = 1, TRIO };

START_TEST(a_row_is_read_by_the_names_of_its_columns_in_any_order)
	{
		struct db *db = fixture_open(fixture_path("order.db"));
		struct db_query q;
		db_query(&q, db, "standings", CUP);
		ck_assert(db_next(&q));
		for (int twice = 0; twice < 2; twice++) {
			ck_assert_double_eq(db_real(&q, "points"), 3.5);
			ck_assert_str_eq(db_text(&q, "bot"), "alpha");
			ck_assert_int_eq(db_int(&q, "games"), 4);
			ck_assert_int_eq(db_int(&q, "rank"), 1);
			ck_assert_str_eq(db_text(&q, "games"), "4");
			ck_assert_double_eq(db_real(&q, "mean_rank"), 1);
		}
		ck_assert(db_next(&q));
		ck_assert_str_eq(db_text(&q, "bot"), "beta");
		ck_assert(db_next(&q));
		ck_assert_str_eq(db_text(&q, "bot"), "gamma");
		ck_assert(!db_next(&q));
		ck_assert(!db_next(&q)); /* nor does it begin anew */
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

START_TEST(columns_have_numbers_and_names_also_without_a_row)
	{
		struct db *db = fixture_open(fixture_path("columns.db"));
		struct db_query q;
		db_query(&q, db, "byes", 99);
		ck_assert_int_eq(db_column_count(&q), 4);
		ck_assert_str_eq(db_column_name(&q, 0), "round");
		ck_assert_str_eq(db_column_name(&q, 3), "name");
		ck_assert(!db_next(&q));
		FIXTURE_GOOD(db_end(&q));
		db_query(&q, db, "standings", CUP);
		ck_assert(db_next(&q));
		struct db_value rank = db_value_at(&q, 0), bot = db_value(&q, "bot");
		struct db_value points = db_value(&q, "points");
		ck_assert(rank.type == DB_INTEGER && rank.integer == 1 && rank.real == 1);
		ck_assert_str_eq(rank.text, "1");
		ck_assert(bot.type == DB_TEXT && bot.length == 5);
		ck_assert_str_eq(bot.text, "alpha");
		ck_assert(points.type == DB_REAL && points.real == 3.5);
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

START_TEST(null_is_no_text_and_zero)
	{
		struct db *db = fixture_open(fixture_path("null.db"));
		struct db_query q;
		db_query(&q, db, "game-seats", 1);
		ck_assert(db_next(&q));
		ck_assert(db_is_null(&q, "detail"));
		ck_assert_ptr_null(db_text(&q, "detail"));
		ck_assert_int_eq(db_int(&q, "detail"), 0);
		ck_assert_double_eq(db_real(&q, "detail"), 0);
		ck_assert_int_eq(db_value(&q, "detail").type, DB_NULL);
		ck_assert_ptr_null(db_value(&q, "detail").text);
		ck_assert(!db_is_null(&q, "verdict"));
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

/* The seats of all games of the cup, by a query in the loop of another one. */
static int seats_of_the_cup(struct db *db)
{
	struct db_query games, seats;
	int count = 0;
	db_query(&games, db, "games", CUP);
	while (db_next(&games)) {
		db_query(&seats, db, "game-seats", db_int(&games, "game"));
		while (db_next(&seats))
			count += db_int(&seats, "seat") > 0;
		FIXTURE_GOOD(db_end(&seats));
	}
	FIXTURE_GOOD(db_end(&games));
	return count;
}

START_TEST(queries_run_in_one_another_and_in_themselves)
	{
		struct db *db = fixture_open(fixture_path("nested.db"));
		struct db_query outer, inner;
		int pairs = 0;
		ck_assert_int_eq(seats_of_the_cup(db), 12);
		ck_assert_int_eq(seats_of_the_cup(db), 12);
		db_query(&outer, db, "standings", CUP);
		while (db_next(&outer)) {
			db_query(&inner, db, "standings", CUP);
			while (db_next(&inner))
				pairs +=
					strcmp(db_text(&outer, "bot"), db_text(&inner, "bot")) <= 0;
			FIXTURE_GOOD(db_end(&inner));
		}
		FIXTURE_GOOD(db_end(&outer));
		ck_assert_int_eq(pairs, 6);
		db_close(db);
	}
END_TEST

START_TEST(a_loop_that_is_left_early_leaves_nothing_behind)
	{
		const char *path = fixture_path("early.db");
		struct db *db = fixture_open(path);
		struct db_query q;
		for (int i = 0; i < 3; i++) {
			db_query(&q, db, "standings", CUP);
			ck_assert(db_next(&q));
			ck_assert_str_eq(db_text(&q, "bot"), "alpha"); /* from the start again */
			FIXTURE_GOOD(db_end(&q));
		}
		/* It does not go on reading: the log can be moved into the database and cut. */
		db_close(db);
		char log[PATH_MAX];
		snprintf(log, sizeof log, "%s-wal", path);
		ck_assert_int_ne(access(log, F_OK), 0);
	}
END_TEST

START_TEST(an_argument_is_bound_anew_each_time)
	{
		struct db *db = fixture_open(fixture_path("arguments.db"));
		struct db_query q;
		int rows[2] = {0};
		for (int i = 0; i < 2; i++) {
			db_query(&q, db, "games", i == 0 ? CUP : TRIO);
			while (db_next(&q))
				rows[i]++;
			FIXTURE_GOOD(db_end(&q));
		}
		ck_assert_int_eq(rows[0], 6);
		ck_assert_int_eq(rows[1], 2);
		db_query(&q, db, "some-games", CUP, 2, 100, 4);
		ck_assert(db_next(&q));
		ck_assert_int_eq(db_int(&q, "game"), 6);
		ck_assert(!db_next(&q));
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

START_TEST(a_query_that_fails_is_no_empty_table)
	{
		const char *path = fixture_path("fails.db");
		sqlite3 *sqlite;
		struct db *db;
		struct db_query q;
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_exec(sqlite, "DROP TABLE moves", NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(sqlite);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		db_query(&q, db, "game-moves", 1);
		ck_assert_int_eq(db_column_count(&q), 0);
		ck_assert(!db_next(&q));
		ck_assert(!db_next(&q));
		ck_assert_int_eq(db_end(&q), DB_BROKEN);
		ck_assert_msg(strstr(db_error_text(db), "no such table: moves") != NULL, "%s",
			db_error_text(db));
		db_query(&q, db, "standings", CUP); /* others go on */
		ck_assert(db_next(&q));
		FIXTURE_GOOD(db_end(&q));
		db_close(db);
	}
END_TEST

START_TEST(rows_that_end_in_damage_say_so_after_those_that_were_whole)
	{
		const char *path = fixture_path("damage.db");
		sqlite3 *sqlite;
		struct db *db;
		struct db_query q;
		int rows = 0;
		/* The third row cannot be computed. */
		static const char sql[] =
			"DROP VIEW crosstable; CREATE VIEW crosstable AS SELECT 1 AS tournament,"
			" name AS bot, '' AS opponent,"
			" CASE WHEN id = 3 THEN abs(-9223372036854775807 - 1) ELSE 1 END AS"
			" games, 0 AS points, 0 AS wins, 0 AS draws, 0 AS losses, 0 AS mean FROM bots";
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
		sqlite3_close(sqlite);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		db_query(&q, db, "crosstable", CUP);
		while (db_next(&q))
			rows++;
		ck_assert_int_eq(db_end(&q), DB_BROKEN);
		ck_assert_int_le(rows, 3);
		ck_assert_msg(strstr(db_error_text(db), "it cannot be read") != NULL, "%s",
			db_error_text(db));
		db_close(db);
	}
END_TEST

START_TEST(every_query_has_a_name_of_its_own_help_and_sql_without_parts)
	{
		int count = 0;
		for (const struct db_query_text *q = db_queries(); q->name != NULL; q++, count++) {
			ck_assert_msg(db_query_find(q->name) == q, "%s", q->name);
			ck_assert_msg(*q->help != '\0', "%s", q->name);
			ck_assert_msg(strchr(q->help, '\n') == NULL, "%s", q->name);
			ck_assert_msg(strpbrk(q->sql, "{};") == NULL, "%s", q->name);
			ck_assert_msg(strlen(q->sql) > 20, "%s", q->name);
		}
		ck_assert_int_gt(count, 60);
		ck_assert_str_eq(db_query_find("games-page")->help,
			"TOURNAMENT BOT OPPONENT ROUND RESULT BEFORE COUNT AFTER ALL: the numbers of the newest "
			"games of BOT's name (0: any), as bot-games has the rest, of those before BEFORE (0: all) "
			"and after AFTER; ALL 0: without those that a seat's bot did not play, since it was absent "
			"or benched");
		ck_assert_str_eq(db_query_find("worker-names")->sql,
			"SELECT DISTINCT name FROM workers ORDER BY name");
	}
END_TEST

/* Of one that is several, the first: what it makes, the others need. */
START_TEST(every_statement_can_be_prepared)
	{
		struct db *db = fixture_open(fixture_path("statements.db"));
		int count = 0;
		for (const struct db_query_text *s = db_statements(); s->name != NULL;
			s++, count++) {
			sqlite3_stmt *statement = NULL;
			ck_assert_msg(strpbrk(s->sql, "{}") == NULL, "%s", s->name);
			if (strstr(s->sql, "temp.") != NULL && strstr(s->sql, "DROP") == NULL)
				continue; /* it needs the table of names that are left out */
			ck_assert_msg(sqlite3_prepare_v2(db->sqlite, s->sql, -1, &statement,
					      NULL) == SQLITE_OK,
				"%s: %s", s->name, sqlite3_errmsg(db->sqlite));
			sqlite3_finalize(statement);
		}
		ck_assert_int_gt(count, 40);
		db_close(db);
	}
END_TEST

SUITE("db/query", CASE(every_statement_can_be_prepared),
	CASE(every_query_has_a_name_of_its_own_help_and_sql_without_parts),
	CASE(a_row_is_read_by_the_names_of_its_columns_in_any_order),
	CASE(columns_have_numbers_and_names_also_without_a_row), CASE(null_is_no_text_and_zero),
	CASE(queries_run_in_one_another_and_in_themselves),
	CASE(a_loop_that_is_left_early_leaves_nothing_behind),
	CASE(an_argument_is_bound_anew_each_time), CASE(a_query_that_fails_is_no_empty_table),
	CASE(rows_that_end_in_damage_say_so_after_those_that_were_whole))
