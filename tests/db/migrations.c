/*
 * Migrations: what an older file becomes, and that it is read as it is. version-1.sql to
 * version-13.sql are schema.sql as it was at those versions.
 */
#include "protocol/verdict.h"
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

#include "db/connection.h"
#include "db/schema.h"

/* Runs SQL on a file by a connection that knows nothing of ours. */
static void migrations_foreign(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_close(sqlite), SQLITE_OK);
}

static long migrations_number(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	sqlite3_stmt *statement;
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
	long number = (long)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(sqlite);
	return number;
}

static size_t migrations_read_file(const char *path, char *text, size_t room)
{
	FILE *file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	size_t length = fread(text, 1, room, file);
	fclose(file);
	return length;
}

enum { MIGRATIONS_VERSION = 14 /* of schema.sql: the one place here that a new version changes */ };

static const char *const migrations_steps[] = {
	[0 ... MIGRATIONS_VERSION - 2] = "", /* which the file has */
	"ALTER TABLE bots ADD COLUMN colour TEXT; UPDATE bots SET colour = 'red'",
	"CREATE TABLE flags (bot INTEGER REFERENCES bots); INSERT INTO flags SELECT id FROM bots",
	NULL,
};

static const char *const migrations_bad_steps[] = {
	[0 ... MIGRATIONS_VERSION - 2] = "", /* which the file has */
	"ALTER TABLE bots ADD COLUMN colour TEXT",
	"INSERT INTO nowhere VALUES (1)",
	NULL,
};

START_TEST(an_older_file_is_brought_up_to_date_and_keeps_its_rows)
	{
		const char *path = fixture_path("old.db");
		struct db *db = fixture_open(path);
		FIXTURE_GOOD(db_make_ready(db, migrations_steps));
		ck_assert_int_eq(
			migrations_number(path, "PRAGMA user_version"), MIGRATIONS_VERSION + 2);
		ck_assert_int_eq(
			migrations_number(path, "SELECT count(*) FROM bots WHERE colour = 'red'"),
			4);
		ck_assert_int_eq(migrations_number(path, "SELECT count(*) FROM flags"), 4);
		FIXTURE_GOOD(db_make_ready(db, migrations_steps));
		db_close(db);
		ck_assert_int_eq(db_open(&db, path, DB_READ), DB_NEWER);
		char newer[16];
		snprintf(newer, sizeof newer, "version %d", MIGRATIONS_VERSION + 2);
		ck_assert_ptr_nonnull(strstr(db_error_text(db), newer));
		db_close(db);
	}
END_TEST

START_TEST(a_migration_that_fails_leaves_the_file_as_it_was)
	{
		const char *path = fixture_path("stays.db");
		struct db *db = fixture_open(path);
		ck_assert_int_eq(db_make_ready(db, migrations_bad_steps), DB_BROKEN);
		db_close(db);
		ck_assert_int_eq(
			migrations_number(path, "PRAGMA user_version"), MIGRATIONS_VERSION);
		ck_assert_int_eq(
			migrations_number(path, "SELECT count(*) FROM pragma_table_info('bots')"),
			5);
	}
END_TEST

enum { MIGRATIONS_ARGUMENTS = 16 /* that any query takes at most */ };

/* How many arguments a query takes: "?" each, or up to "?6". */
static int migrations_arguments(const char *sql)
{
	int count = 0, last = 0;
	for (; (sql = strchr(sql, '?')) != NULL; sql++, count++)
		last = atoi(sql + 1) > last ? atoi(sql + 1) : last;
	count = last > 0 ? last : count;
	ck_assert_int_le(count, MIGRATIONS_ARGUMENTS);
	return count;
}

static void migrations_answer(
	struct db *db, const char *query, int count, int64_t argument, char *text)
{
	const int64_t numbers[MIGRATIONS_ARGUMENTS] = {argument, argument, 0, 0, 0, 100};
	struct db_query q;
	size_t length = strlen(text);
	db_query_numbers(&q, db, query, numbers, count);
	while (db_next(&q))
		for (int i = 0; i < q.columns; i++) {
			const char *cell = db_value_at(&q, i).text;
			length += (size_t)sprintf(text + length, "%s=%s ", db_column_name(&q, i),
				cell != NULL ? cell : "-");
		}
	FIXTURE_GOOD(db_end(&q));
}

/* The answers to every query about a tournament, in one text. */
static void migrations_answers(const char *path, char *text)
{
	struct db *db;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	text[0] = '\0';
	for (const struct db_query_text *q = db_queries(); q->name != NULL; q++)
		for (int64_t argument = 1; argument <= 2; argument++)
			migrations_answer(
				db, q->name, migrations_arguments(q->sql), argument, text);
	db_close(db);
}

/* The tables that are there since version 3. */
#define MIGRATIONS_OF_3(played)                                                                    \
	"INSERT INTO entries SELECT * FROM new.participants;"                                      \
	"INSERT INTO byes SELECT * FROM new.byes;"                                                 \
	"INSERT INTO totals SELECT tournament, bot, seat, games, points, squares, wins, draws, "   \
	"losses, ranks, faults, last" played " FROM new.seat_totals;"                              \
	"INSERT INTO pair_totals SELECT * FROM new.pair_totals;"

/* The same by the names of version 8. */
#define MIGRATIONS_OF_8                                                                            \
	"INSERT INTO participants SELECT * FROM new.participants;"                                 \
	"INSERT INTO byes SELECT * FROM new.byes;"                                                 \
	"INSERT INTO seat_totals SELECT * FROM new.seat_totals;"                                   \
	"INSERT INTO pair_totals SELECT * FROM new.pair_totals;"

/* The fixture as an older version would have kept it: its schema is version-N.sql as it was then.
 */
static void migrations_make_version(int version, const char *path, const char *fixture)
{
	static char schema[65536];
	char name[64], copy[2048];
	fixture_remove(path);
	snprintf(name, sizeof name, "tests/db/version-%d.sql", version);
	schema[migrations_read_file(name, schema, sizeof schema - 1)] = '\0';
	migrations_foreign(path, schema);
	snprintf(copy, sizeof copy,
		"ATTACH '%s' AS new; INSERT INTO tournaments SELECT id, name, game, "
		"format, seats, seed, replace(definition, 'movetime', '%s'), created_ms%s "
		"FROM new.tournaments;"
		"INSERT INTO bots SELECT id, name, command, digest%s FROM new.bots;"
		"INSERT INTO games SELECT id, tournament, pairing, round, seed, opening, final, "
		"reason, sandbox, plies, started_ms, ended_ms%s FROM new.games;"
		"INSERT INTO seats SELECT * FROM new.seats; INSERT INTO moves SELECT * FROM "
		"new.moves;"
		"INSERT INTO ratings SELECT * FROM new.ratings;%s%s",
		fixture, version < 7 ? "per-move" : "movetime", version < 6 ? "" : ", logs",
		version < 4 ? "" : ", remote",
		version < 3    ? ""
		: version < 10 ? ", moves_hash"
			       : ", moves_hash, worker",
		version == 1  ? ""
		: version < 8 ? "INSERT INTO evidence SELECT * FROM new.failures;"
			      : "INSERT INTO failures SELECT * FROM new.failures;",
		version < 3   ? ""
		: version < 6 ? MIGRATIONS_OF_3("")
		: version < 8 ? MIGRATIONS_OF_3(", played")
			      : MIGRATIONS_OF_8);
	migrations_foreign(path, copy);
}

/* Tables, columns and indexes that one file has and the other has not, and rows of the totals. */
static void migrations_compare(const char *path, const char *fixture)
{
	char sql[4096];
	static const char *const asked[] = {
		"SELECT s.name, c.* FROM %s.sqlite_schema s, pragma_table_xinfo(s.name, '%s') c"
		" WHERE s.type = 'table'",
		"SELECT s.name, i.* FROM %s.sqlite_schema s, pragma_index_xinfo(s.name, '%s') i"
		" WHERE s.type = 'index'",
		"SELECT name, sql FROM %s.sqlite_schema WHERE type = 'view' AND '%s' <> ''",
		"SELECT * FROM %s.seat_totals WHERE '%s' <> ''",
		"SELECT * FROM %s.pair_totals WHERE '%s' <> ''",
	};
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		char mine[512], theirs[512];
		sqlite3 *sqlite;
		sqlite3_stmt *statement;
		snprintf(mine, sizeof mine, asked[i], "main", "main");
		snprintf(theirs, sizeof theirs, asked[i], "new", "new");
		snprintf(sql, sizeof sql,
			"SELECT (SELECT count(*) FROM (%1$s EXCEPT %2$s)) + (SELECT count(*) FROM"
			" (%2$s EXCEPT %1$s)), (SELECT count(*) FROM (%1$s))",
			mine, theirs);
		ck_assert_int_eq(
			sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
		snprintf(mine, sizeof mine, "ATTACH '%s' AS new", fixture);
		ck_assert_int_eq(sqlite3_exec(sqlite, mine, NULL, NULL, NULL), SQLITE_OK);
		ck_assert_msg(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK,
			"%s", sqlite3_errmsg(sqlite));
		ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
		ck_assert_msg(sqlite3_column_int(statement, 0) == 0, "differ: %s", asked[i]);
		ck_assert_int_gt(sqlite3_column_int(statement, 1), 0);
		sqlite3_finalize(statement);
		sqlite3_close(sqlite);
	}
}

START_TEST(an_older_file_is_read_like_a_new_one_and_writing_makes_it_one)
	{
		static char old[65536], new[65536], before[262144], after[262144];
		const char *path = fixture_path("version.db"), *fixture = fixture_path("now.db");
		int version = _i + 1;
		struct db *db;
		db_close(fixture_open(fixture));
		if (version == 1) /* which kept none */
			migrations_foreign(fixture, "DELETE FROM failures");
		migrations_make_version(version, path, fixture);
		size_t length = migrations_read_file(path, before, sizeof before);
		migrations_answers(path, old);
		migrations_answers(fixture, new);
		ck_assert_ptr_nonnull(strstr(old, "mean_rank=1.75"));
		ck_assert_str_eq(old, new);
		ck_assert(length < sizeof before);
		ck_assert_uint_eq(migrations_read_file(path, after, sizeof after), length);
		ck_assert_mem_eq(before, after, length);
		ck_assert_int_eq(migrations_number(path, "PRAGMA user_version"), version);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_eq(
			migrations_number(path, "PRAGMA user_version"), MIGRATIONS_VERSION);
		ck_assert_int_eq(migrations_number(path, "SELECT count(*) FROM seat_results"), 12);
		migrations_compare(path, fixture);
		migrations_answers(path, old);
		ck_assert_str_eq(old, new);
	}
END_TEST

/* SQL without comments, blanks and the quotes that SQLite puts around a new name. */
static void migrations_normalize(const char *sql, char *text, size_t room)
{
	size_t length = 0;
	while (*sql != '\0') {
		if (strncmp(sql, "--", 2) == 0)
			sql += strcspn(sql, "\n");
		else if (strchr(" \t\n\"", *sql) == NULL)
			text[length++] = *sql;
		sql += *sql != '\0';
		ck_assert_uint_lt(length, room);
	}
	text[length] = '\0';
}

enum { MIGRATIONS_DEFINITION = 4096 };

/* Writes the definition of a table or an index. False: the file does not have it. */
static bool migrations_definition_of(
	sqlite3 *sqlite, const char *file, const char *name, char text[MIGRATIONS_DEFINITION])
{
	char sql[128];
	sqlite3_stmt *statement;
	snprintf(sql, sizeof sql, "SELECT sql FROM %s.sqlite_schema WHERE name = ?", file);
	ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL), SQLITE_OK);
	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	bool found = sqlite3_step(statement) == SQLITE_ROW;
	if (found)
		migrations_normalize((const char *)sqlite3_column_text(statement, 0), text,
			MIGRATIONS_DEFINITION);
	sqlite3_finalize(statement);
	return found;
}

/* Tables, indexes and triggers have the same definitions in both files: conditions, keys and
 * references too. */
static void migrations_compare_definitions(const char *path, const char *fixture)
{
	char attach[512], old[MIGRATIONS_DEFINITION], new[MIGRATIONS_DEFINITION];
	sqlite3 *sqlite;
	sqlite3_stmt *names;
	int count = 0;
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	snprintf(attach, sizeof attach, "ATTACH '%s' AS new", fixture);
	ck_assert_int_eq(sqlite3_exec(sqlite, attach, NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(
		sqlite3_prepare_v2(sqlite,
			"SELECT name FROM main.sqlite_schema WHERE type <> 'view' AND sql NOT NULL "
			"UNION SELECT name FROM new.sqlite_schema WHERE type <> 'view' AND sql NOT NULL",
			-1, &names, NULL),
		SQLITE_OK);
	for (; sqlite3_step(names) == SQLITE_ROW; count++) {
		const char *name = (const char *)sqlite3_column_text(names, 0);
		ck_assert_msg(migrations_definition_of(sqlite, "main", name, old),
			"no migration makes %s", name);
		ck_assert_msg(migrations_definition_of(sqlite, "new", name, new),
			"schema.sql does not have %s", name);
		ck_assert_str_eq(old, new);
	}
	ck_assert_int_gt(count, 15);
	sqlite3_finalize(names);
	sqlite3_close(sqlite);
}

START_TEST(an_older_file_gets_the_definitions_of_a_new_one)
	{
		const char *path = fixture_path("define.db"), *fixture = fixture_path("fresh.db");
		struct db *db;
		db_close(fixture_open(fixture));
		if (_i == 0) /* version 1 kept none */
			migrations_foreign(fixture, "DELETE FROM failures");
		migrations_make_version(_i + 1, path, fixture);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		migrations_compare_definitions(path, fixture);
	}
END_TEST

/* A game of trio in which alpha has two seats: the first, and the third, which fell by its clock.
 */
static void migrations_add_twice(struct db *db)
{
	static const char *const heaps[] = {"a1", "a2", "a3", "a1"};
	struct db_move moves[FIXTURE_PLIES];
	struct db_game g = {.tournament = 2,
		.pairing = 20,
		.round = 2,
		.opening = "",
		.final = "0 p1 1",
		.reason = "normal",
		.sandbox = "full",
		.started_ms = 1767225700000,
		.ended_ms = 1767225700250,
		.seats = 3,
		.seat = {{1, 1, 1, "ok", NULL, NULL, 1500, 1510},
			{2, 2, 0.5, "ok", NULL, NULL, 1500, 1500},
			{1, 3, 0, "time", NULL, NULL, 1500, 1490}},
		.plies = FIXTURE_PLIES,
		.moves = moves};
	g.seat[2].failure = (struct db_failure){.phase = "move",
		.limit_us = 1,
		.wall_us = 2,
		.exit_status = UNKNOWN,
		.signal = UNKNOWN};
	fixture_moves(moves, 3, heaps);
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_game_add(db, &g));
	FIXTURE_GOOD(db_commit(db));
}

/* The totals of trio with it, added up by hand: with the fixture's two games. */
static const char *const migrations_twice[] = {
	/* alpha in seat 1: game 7 (1 point, rank 1) and this one; seat 3: this one alone */
	"SELECT games = 2 AND points = 2 AND squares = 2 AND wins = 2 AND draws = 0 AND losses = 0"
	" AND ranks = 2 AND faults = 0 AND last = 9 AND played = 2 FROM seat_totals"
	" WHERE tournament = 2 AND bot = 1 AND seat = 1",
	"SELECT games = 1 AND points = 0 AND squares = 0 AND wins = 0 AND draws = 0 AND losses = 1"
	" AND ranks = 3 AND faults = 1 AND last = 9 AND played = 1 FROM seat_totals"
	" WHERE tournament = 2 AND bot = 1 AND seat = 3",
	/* alpha against beta: 7 won, 8 lost, and here two seats of it, of which each has met beta
	 */
	"SELECT games = 4 AND points = 2 AND wins = 2 AND draws = 0 AND losses = 2 FROM pair_totals"
	" WHERE tournament = 2 AND bot = 1 AND opponent = 2",
	/* beta against alpha: one game of it here, in which it met two seats: below one, above the
	 * other */
	"SELECT games = 3 AND points = 1.25 AND wins = 2 AND draws = 0 AND losses = 2"
	" FROM pair_totals WHERE tournament = 2 AND bot = 2 AND opponent = 1",
	"SELECT count(*) = 0 FROM pair_totals WHERE bot = opponent",
};

START_TEST(a_bot_in_two_seats_of_a_game_is_counted_in_an_older_file_as_by_hand)
	{
		static char old[65536], new[65536];
		const char *path = fixture_path("twice.db"), *fixture = fixture_path("seats.db");
		struct db *db = fixture_open(fixture);
		migrations_add_twice(db);
		db_close(db);
		if (_i == 0)
			migrations_foreign(fixture, "DELETE FROM failures");
		migrations_make_version(_i + 1, path, fixture);
		migrations_answers(path, old);
		migrations_answers(fixture, new);
		ck_assert_str_eq(old, new);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		for (size_t i = 0; i < sizeof migrations_twice / sizeof *migrations_twice; i++) {
			ck_assert_msg(migrations_number(fixture, migrations_twice[i]) == 1,
				"kept with each game: %s", migrations_twice[i]);
			ck_assert_msg(migrations_number(path, migrations_twice[i]) == 1, "%s",
				migrations_twice[i]);
		}
		migrations_compare(path, fixture);
		migrations_answers(path, old);
		ck_assert_str_eq(old, new);
	}
END_TEST

/* The settings of a tournament and a bot of an older file have the names of today. */
static void migrations_check_words(const char *path)
{
	ck_assert_int_eq(migrations_number(path,
				 "SELECT count(*) FROM tournaments WHERE id = 1 AND definition = "
				 "'game = nim' || char(10) || 'seat-orders = one' || char(10) || "
				 "'clock = wall' || char(10) || "
				 "'draw = moves=8 score=10 from-ply=40' || char(10)"),
		1);
	ck_assert_int_eq(migrations_number(path,
				 "SELECT count(*) FROM bot_settings WHERE bot = 1 AND settings = "
				 "'startup-timeout = 1s' || char(10) || "
				 "'isready-every-move = yes' || char(10)"),
		1);
}

static void migrations_definitions(struct db *db, char *text)
{
	struct db_query q;
	db_query(&q, db, "definitions");
	while (db_next(&q))
		strcat(text, db_text(&q, "definition"));
	FIXTURE_GOOD(db_end(&q));
}

START_TEST(settings_of_an_older_file_have_the_names_of_today)
	{
		static char text[65536];
		const char *path = fixture_path("words.db"), *fixture = fixture_path("today.db");
		struct db *db;
		db_close(fixture_open(fixture));
		migrations_make_version(_i + 2, path, fixture);
		migrations_foreign(path,
			"UPDATE tournaments SET definition = 'game = nim' || char(10) || 'orders = one'"
			" || char(10) || 'charge = wall' || char(10) || 'draw = 8:10:40' || char(10)"
			" WHERE id = 1; INSERT OR REPLACE INTO bot_settings VALUES (1, 'startup = 1s'"
			" || char(10) || 'isready = position' || char(10))");
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		text[0] = '\0';
		migrations_definitions(db, text);
		db_close(db);
		ck_assert_ptr_nonnull(strstr(text,
			"seat-orders = one\nclock = wall\ndraw = moves=8 score=10 from-ply=40\n"));
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		migrations_check_words(path);
	}
END_TEST

/* A loss by a verdict of version 9 in a file that was older. */
START_TEST(a_build_that_failed_fits_into_a_file_that_was_older)
	{
		const char *path = fixture_path("built.db"), *fixture = fixture_path("build.db");
		struct db *db;
		db_close(fixture_open(fixture));
		migrations_make_version(_i + 1, path, fixture);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		migrations_foreign(path, "UPDATE seats SET verdict = 'build' WHERE game = 1");
		ck_assert_int_gt(migrations_number(path,
					 "SELECT count(*) FROM seats WHERE verdict = 'build'"),
			0);
		ck_assert_int_eq(
			migrations_number(path, "SELECT count(*) FROM pragma_integrity_check WHERE "
						"integrity_check <> 'ok'"),
			0);
	}
END_TEST

START_TEST(an_operators_view_follows_the_new_names_and_a_broken_one_stays)
	{
		const char *path = fixture_path("views.db"), *fixture = fixture_path("current.db");
		struct db *db;
		db_close(fixture_open(fixture));
		migrations_make_version(7, path, fixture);
		migrations_foreign(path,
			"CREATE VIEW mine AS SELECT e.phase, g.line FROM evidence e"
			" JOIN games g ON g.id = e.game; CREATE TABLE gone (a);"
			"CREATE VIEW broken AS SELECT a FROM gone; DROP TABLE gone");
		long rows = migrations_number(path, "SELECT count(*) FROM mine");
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_gt(rows, 0);
		ck_assert_int_eq(migrations_number(path, "SELECT count(*) FROM mine"), rows);
		ck_assert_int_eq(
			migrations_number(path, "SELECT count(*) FROM sqlite_schema WHERE sql ="
						" 'CREATE VIEW broken AS SELECT a FROM gone'"),
			1);
	}
END_TEST

/* SQLite's own checks of a file older than version 4 that was brought up to date. */
START_TEST(moves_without_processor_time_fit_into_a_file_that_was_older)
	{
		const char *path = fixture_path("remote.db"), *fixture = fixture_path("new.db");
		char sqls[][160] = {
			"SELECT (SELECT integrity_check FROM pragma_integrity_check) = 'ok'",
			"SELECT count(*) = 0 FROM pragma_foreign_key_check",
			"SELECT \"notnull\" = 0 FROM pragma_table_info('moves') WHERE name = "
			"'cpu_us'",
			"SELECT \"notnull\" = 1 FROM pragma_table_info('moves') WHERE name = "
			"'wall_us'",
			"SELECT strict = 1 AND wr = 1 FROM pragma_table_list WHERE name = 'moves'",
			"SELECT min(remote) = 0 AND max(remote) = 0 FROM bots",
			"SELECT count(*) = 1 FROM moves WHERE cpu_us IS NULL"};
		struct db *db;
		db_close(fixture_open(fixture));
		migrations_make_version(3, path, fixture);
		long moves = migrations_number(path, "SELECT sum(wall_us * ply) FROM moves");
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_eq(
			migrations_number(path, "SELECT sum(wall_us * ply) FROM moves"), moves);
		migrations_foreign(path,
			"UPDATE moves SET cpu_us = NULL WHERE (game, ply) = (SELECT game, ply FROM "
			"moves LIMIT 1)");
		for (size_t i = 0; i < sizeof sqls / sizeof *sqls; i++)
			ck_assert_msg(migrations_number(path, sqls[i]) == 1, "%s", sqls[i]);
		ck_assert_int_eq(
			migrations_number(path, "PRAGMA user_version"), MIGRATIONS_VERSION);
	}
END_TEST

/* A move whose time is no number, as STRICT never lets one in. */
START_TEST(a_file_whose_moves_are_damaged_is_not_brought_up_to_date)
	{
		const char *path = fixture_path("damaged.db"), *fixture = fixture_path("sound.db");
		struct db *db;
		db_close(fixture_open(fixture));
		migrations_make_version(3, path, fixture);
		migrations_foreign(path,
			"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, "
			"'wall_us INTEGER NOT NULL', 'wall_us INTEGER') WHERE name = 'moves'; "
			"PRAGMA writable_schema = RESET; UPDATE moves SET wall_us = NULL; "
			"PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, "
			"'wall_us INTEGER', 'wall_us INTEGER NOT NULL') WHERE name = 'moves'; "
			"PRAGMA writable_schema = OFF");
		ck_assert_int_eq(db_open(&db, path, DB_WRITE), DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(db_error_text(db), "it is damaged"));
		db_close(db);
		ck_assert_int_eq(migrations_number(path, "PRAGMA user_version"), 3);
		ck_assert_int_eq(
			migrations_number(path, "SELECT count(*) FROM pragma_table_info('bots')"),
			4);
	}
END_TEST

/* The rows of the table that say what verdict.c does; all: as many as it has. */
static int migrations_right_verdicts(const char *path, int *all)
{
	int right = 0;
	*all = migrations_number(path, "SELECT count(*) FROM verdicts");
	for (int v = 0; v < VERDICTS; v++) {
		char sql[256];
		const struct verdict_row *row = &verdict_table[v];
		snprintf(sql, sizeof sql,
			"SELECT count(*) FROM verdicts WHERE name = '%s' AND fault = %d AND away = %d"
			" AND took_part = %d",
			row->name, row->fault, row->away, row->took_part);
		right += migrations_number(path, sql);
	}
	return right;
}

START_TEST(a_file_that_is_written_gets_the_verdicts_of_today_and_keeps_later_ones)
	{
		const char *path = fixture_path("verdicts.db");
		struct db *db;
		int all;
		db_close(fixture_open(path));
		ck_assert_int_eq(migrations_right_verdicts(path, &all), VERDICTS);
		ck_assert_int_eq(all, VERDICTS);
		migrations_foreign(path,
			"DELETE FROM verdicts WHERE name = 'benched'; UPDATE verdicts SET fault = 0"
			" WHERE name = 'time'; INSERT INTO verdicts VALUES ('later', 1, 0, 1)");
		FIXTURE_GOOD(db_open(&db, path, DB_READ)); /* changes nothing */
		db_close(db);
		ck_assert_int_eq(migrations_right_verdicts(path, &all), VERDICTS - 2);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		db_close(db);
		ck_assert_int_eq(migrations_right_verdicts(path, &all), VERDICTS);
		ck_assert_int_eq(all, VERDICTS + 1);
	}
END_TEST

/* A verdict of a later program of the same version: what it says in the table counts. */
START_TEST(a_verdict_is_classed_by_the_table_and_an_unknown_one_is_a_fault)
	{
		const char *path = fixture_path("classes.db");
		struct db *db;
		int faults;
		db_close(fixture_open(path));
		migrations_foreign(path,
			"PRAGMA foreign_keys = OFF; INSERT INTO verdicts VALUES ('later', 0, 0, 1);"
			" UPDATE seats SET verdict = 'later' WHERE verdict = 'time';"
			" UPDATE seats SET verdict = 'nowhere' WHERE verdict = 'crash'");
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		FIXTURE_GOOD(fixture_count(db, "faults", &faults));
		db_close(db);
		ck_assert_int_eq(faults, 2); /* illegal, and nowhere */
	}
END_TEST

SUITE("db/migrations", CASE(a_file_that_is_written_gets_the_verdicts_of_today_and_keeps_later_ones),
	CASE(a_verdict_is_classed_by_the_table_and_an_unknown_one_is_a_fault),
	CASE(an_older_file_is_brought_up_to_date_and_keeps_its_rows),
	LOOP(an_older_file_is_read_like_a_new_one_and_writing_makes_it_one, MIGRATIONS_VERSION - 1),
	LOOP(an_older_file_gets_the_definitions_of_a_new_one, MIGRATIONS_VERSION - 1),
	LOOP(a_bot_in_two_seats_of_a_game_is_counted_in_an_older_file_as_by_hand, 3),
	LOOP(settings_of_an_older_file_have_the_names_of_today, 6),
	LOOP(a_build_that_failed_fits_into_a_file_that_was_older, 8),
	CASE(an_operators_view_follows_the_new_names_and_a_broken_one_stays),
	CASE(moves_without_processor_time_fit_into_a_file_that_was_older),
	CASE(a_file_whose_moves_are_damaged_is_not_brought_up_to_date),
	CASE(a_migration_that_fails_leaves_the_file_as_it_was))
