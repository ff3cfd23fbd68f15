/*
 * Every format on a tournament with all that a database can hold, as export.txt has it; the fixture
 * is exported in tests/referee/commands/printed/export.txt. The words of a case: the format, then
 * what is asked for.
 *
 * The tournament is a test of two bots in nim, whose second game has an opening, 7 plies and a
 * crash, and was played by a worker and checked by another.
 */
#include "referee/import-export/export.h"

#include <sqlite3.h>

#include "referee/game/score.h"
#include "referee/report/report.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

static int64_t export_add_bot(struct db *db, const char *name, const char *settings)
{
	struct db_bot bot = {.name = name,
		.command = settings != NULL ? "./a \"b\"" : "",
		.digest = settings != NULL ? "a0" : "",
		.settings = settings,
		.remote = settings == NULL};
	FIXTURE_GOOD(db_bot_add(db, &bot));
	return bot.id;
}

static int64_t export_add_worker(struct db *db, int64_t tournament, const char *name)
{
	struct db_worker w = {.name = name,
		.cpu = "",
		.arch = "x86_64",
		.cores = 2,
		.slots = 1,
		.speed = 1000,
		.sandbox = "full",
		.version = "1",
		.first_ms = 5,
		.last_ms = 6,
		.lost = 3};
	FIXTURE_GOOD(db_worker_add(db, tournament, &w));
	return w.id;
}

/* Game number 0 or 1 of the tournament. */
static void export_add_game(struct db *db, int64_t tournament, int number, const int64_t bots[2],
	int64_t worker, int64_t checker)
{
	static const char *const texts[] = {"a1", "a3", "a2", "a2", "a3", "a1", "a3"};
	struct db_move moves[7];
	struct db_game g = {.tournament = tournament,
		.pairing = number == 0 ? INT64_MIN : 77,
		.round = 1,
		.seed = number == 0 ? -1 : INT64_MAX,
		.opening = number == 0 ? "" : "a1 a1",
		.final = number == 0 ? "20 p2 1" : "4 p2 5",
		.reason = number == 0 ? "normal" : "crash",
		.sandbox = "full",
		.started_ms = 1767225600001 + 3600000 * number,
		.ended_ms = 1767225661234 + 3600000 * number,
		.seats = 2,
		.plies = number == 0 ? 1 : 7,
		.moves = moves,
		.worker = number == 0 ? 0 : worker};
	for (int i = 0; i < 7; i++)
		moves[i] = (struct db_move){.seat = i % 2 + 1,
			.text = texts[i],
			.wall_us = i == 0   ? 61000001
				   : i == 6 ? 720000
					    : 120 * i,
			.cpu_us = i == 1 ? UNKNOWN : 10 * i,
			.wait_us = i == 2 ? UNKNOWN : i,
			.depth = i < 3 ? INT64_MIN : i,
			.score = i < 2	  ? INT64_MIN
				 : i == 5 ? 6 - SCORE_MATE
					  : 31 * i,
			.nodes = i == 4 ? INT64_MIN : 1000 * i};
	for (int i = 0; i < 2; i++)
		g.seat[i] = (struct db_seat){.bot = bots[(i + number) % 2],
			.rank = i + 1,
			.points = 1 - i,
			.verdict = i == 0 || number == 0 ? "ok" : "crash",
			.elo_before = 1500 + number * 0.1,
			.elo_after = 1500 + (1 - 2 * i) / 3.0};
	if (number == 1) {
		g.seat[1].detail = "say \"no\"\\\n\xff end";
		g.seat[1].stderr_tail = "a\0b\\";
		g.seat[1].stderr_length = 4;
		g.seat[1].failure = (struct db_failure){.phase = "move",
			.asked = "go",
			.said = "x\xc3",
			.said_length = 2,
			.limit_us = 5000,
			.wall_us = 1,
			.cpu_us = -1,
			.wait_us = 0,
			.exit_status = 0,
			.signal = 9};
	}
	FIXTURE_GOOD(db_game_add(db, &g));
	const struct db_spot_check check = {checker, false, 1234};
	if (number == 1)
		FIXTURE_GOOD(db_spot_check_add(db, g.id, &check));
}

static void export_add(struct db *db, struct db_tournament *t)
{
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, t));
	const int64_t bots[2] = {export_add_bot(db, "ann \"a\"", "movetime = 5ms\ndepth = 3\n"),
		export_add_bot(db, "ben", NULL)};
	int64_t first = export_add_worker(db, t->id, "lab01"),
		second = export_add_worker(db, t->id, "lab02");
	for (int i = 0; i < 2; i++)
		FIXTURE_GOOD(db_participant_add(db, t->id, bots[i], i + 1));
	FIXTURE_GOOD(db_retirement_set(db, t->id, "ben", 2, 4));
	FIXTURE_GOOD(db_bye_add(db, t->id, 3, bots[1], 0.1));
	for (int i = 0; i < 2; i++)
		export_add_game(db, t->id, i, bots, first, second);
	FIXTURE_GOOD(db_commit(db));
}

static bool export_has(const char *const *words, const char *word)
{
	for (; *words != NULL; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static void export_choose(struct export *e, const char *const *words)
{
	e->choice = (struct export_choice){
		.from_ply = 1, .to_ply = INT64_MAX, .sample = INT64_MAX, .share = 1};
	e->choice.no_openings = export_has(words, "no-openings");
	e->choice.no_forced = export_has(words, "no-forced");
	e->choice.only_scored = export_has(words, "only-scored");
	e->choice.no_faults = export_has(words, "no-faults");
	e->choice.unique = export_has(words, "unique");
	if (export_has(words, "plies-3-to-5")) {
		e->choice.from_ply = 3;
		e->choice.to_ply = 5;
	}
	if (export_has(words, "no-sample"))
		e->choice.sample = 0;
	e->json = export_has(words, "json");
	for (; *words != NULL; words++)
		if (strncmp(*words, "game=", 5) == 0)
			e->games[e->games_count++] = atoi(*words + 5);
		else if (strncmp(*words, "bot=", 4) == 0)
			e->bot = *words + 4;
}

/* Opens the database for reading, with the tournament in it. sql: changes it before; NULL: nothing.
 */
static struct db *export_open(struct export *e, const char *sql)
{
	struct db *db = fixture_open(fixture_path("export.db"));
	sqlite3 *file;
	e->format = export_formats;
	e->max_games = -1;
	e->tournament = (struct db_tournament){.name = "say \"x\" \\ \xc3\xa9\x01",
		.game = "nim",
		.format = "sprt",
		.definition = "game = nim\nparam = heaps=21\ntc = 40/60+0.6\n"
			      "movetime = none\ndepth = 6\nelo1 = 7\n",
		.seats = 2,
		.seed = -5,
		.created_ms = -1,
		.note = "two\nlines"};
	export_add(db, &e->tournament);
	db_close(db);
	if (sql != NULL) {
		ck_assert_int_eq(sqlite3_open(fixture_path("export.db"), &file), SQLITE_OK);
		ck_assert_int_eq(sqlite3_exec(file, sql, NULL, NULL, NULL), SQLITE_OK);
		ck_assert_int_ge(sqlite3_changes(file), 1);
		sqlite3_close(file);
	}
	FIXTURE_GOOD(db_open(&db, fixture_path("export.db"), DB_READ));
	e->db = db;
	return db;
}

static void export_case(const char *const *words, FILE *out)
{
	struct export e = {.out = out};
	struct db *db = export_open(&e, NULL);
	export_choose(&e, words);
	while (strcmp(e.format->name, words[0]) != 0)
		e.format++;
	int status = e.format->write(&e);
	if (status != 0)
		fprintf(out, "%d %s\n", status, e.err.text);
	db_close(db);
}

START_TEST(a_format_is_written_as_the_file_says)
	{
		expected_text_check("tests/referee/import-export/export.txt", export_case);
	}
END_TEST

/* A change of the second game, 10, after which it cannot be written whole. */
static const char *const export_damages[] = {
	"DELETE FROM moves WHERE game = 10 AND ply = 7",
	"DELETE FROM seats WHERE game = 10 AND seat = 2",
	"DELETE FROM seats WHERE game = 10",
	"DELETE FROM ratings WHERE game = 10 AND seat = 1",
	"UPDATE moves SET seat = 3 WHERE game = 10 AND ply = 2",
	"UPDATE moves SET seat = 0 WHERE game = 10 AND ply = 7",
	"UPDATE games SET plies = 8 WHERE id = 10",
};

START_TEST(a_game_that_is_not_whole_ends_an_export)
	{
		struct export e = {.out = NULL};
		char *text = NULL;
		size_t size = 0;
		struct db *db = export_open(&e, export_damages[_i]);
		e.out = open_memstream(&text, &size);
		ck_assert_int_eq(export_places(&e), EXPORT_FAILED);
		fclose(e.out);
		ck_assert_str_eq(e.err.text,
			"game 10 is not whole: `referee verify` lists the missing rows");
		ck_assert_str_eq(
			text, "game,seat,player,place\n9,1,\"ann \"\"a\"\"\",1\n9,2,ben,2\n");
		free(text);
		db_close(db);
	}
END_TEST

/* The JSON lines after a change; game: only this one, 0: all. To be freed. */
static char *export_lines(const char *sql, int64_t game)
{
	struct export e = {.out = NULL};
	char *text = NULL;
	size_t size = 0;
	struct db *db = export_open(&e, sql);
	e.out = open_memstream(&text, &size);
	if (game != 0)
		e.games[e.games_count++] = game;
	ck_assert_int_eq(export_jsonl(&e), 0);
	fclose(e.out);
	db_close(db);
	return text;
}

static void export_is_in(const char *text, const char *part, bool wanted)
{
	ck_assert_msg((strstr(text, part) != NULL) == wanted, "%s in %s", part, text);
}

/* Both games were replaced; the spot check of a game that counted is no more. */
START_TEST(a_replaced_game_follows_unless_single_games_are_asked_for)
	{
		struct export e = {.out = NULL};
		struct db *db = export_open(&e, NULL);
		int64_t games;
		db_close(db);
		FIXTURE_GOOD(db_open(&db, fixture_path("export.db"), DB_WRITE));
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_replace(
			db, e.tournament.id, "ben", NULL, INT64_C(1767229999000), &games));
		FIXTURE_GOOD(db_commit(db));
		ck_assert_int_eq(games, 2);
		db_close(db);
		for (int single = 0; single < 2; single++) {
			char *text = NULL;
			size_t size = 0;
			FIXTURE_GOOD(db_open(&db, fixture_path("export.db"), DB_READ));
			e.db = db;
			e.games_count = 0;
			if (single)
				e.games[e.games_count++] = 10;
			e.out = open_memstream(&text, &size);
			/* no game of that number counts */
			ck_assert_int_eq(export_jsonl(&e), single ? EXPORT_FAILED : 0);
			fclose(e.out);
			export_is_in(text, "\"type\":\"game\"", false);
			export_is_in(text, "\"type\":\"replaced\"", !single);
			export_is_in(
				text, "\"replaced_ms\":1767229999000,\"replay\":\"ben\"", !single);
			export_is_in(text, "\"check\":", false);
			free(text);
			db_close(db);
		}
	}
END_TEST

START_TEST(the_answers_of_a_rules_program_are_written)
	{
		char *text = export_lines(
			"INSERT INTO positions (game, number, question, answer) VALUES"
			" (10, 1, 'start', 'turn 1\nlegal a1'), (10, 2, 'a1', 'turn 2 \"x\"')",
			10);
		export_is_in(text,
			"\"positions\":[{\"question\":\"start\",\"answer\":\"turn 1\\nlegal a1\"},"
			"{\"question\":\"a1\",\"answer\":\"turn 2 \\\"x\\\"\"}]",
			true);
		free(text);
		text = export_lines(NULL, 10);
		export_is_in(text, "\"positions\"", false);
		free(text);
	}
END_TEST

/* It says nothing of strengths. */
START_TEST(a_game_in_which_all_failed_has_no_places)
	{
		static const char *const sql[] = {
			"UPDATE seats SET verdict = 'crash', rank = 1, points = 0 WHERE game = 10",
			"UPDATE seats SET verdict = 'ok', rank = 1, points = 0.5 WHERE game = 10"};
		for (int i = 0; i < 2; i++)
			for (int places = 0; places < 2; places++) {
				struct export e = {.out = NULL};
				char *text = NULL;
				size_t size = 0;
				struct db *db = export_open(&e, sql[i]);
				e.out = open_memstream(&text, &size);
				ck_assert_int_eq(places ? export_places(&e) : export_csv(&e), 0);
				fclose(e.out);
				ck_assert_int_eq(
					strstr(text, "\n10,1,ben,1") != NULL, i == 1 || !places);
				ck_assert_int_eq(
					strstr(text, "\n10,2,") != NULL, i == 1 || !places);
				free(text);
				db_close(db);
			}
	}
END_TEST

/* It has its results alone. */
START_TEST(a_game_without_moves_is_counted_where_moves_are_written)
	{
		for (int i = 0; i < 2; i++) {
			struct export e = {.out = NULL};
			char *text = NULL;
			size_t size = 0;
			struct db *db = export_open(&e,
				"DELETE FROM moves WHERE game = 9;"
				"INSERT INTO removed_moves VALUES (9, 1, 'keep = 1d')");
			e.out = open_memstream(&text, &size);
			while (e.format->write != (i == 0 ? export_csv : export_record))
				e.format++;
			ck_assert_int_eq(e.format->write(&e), 0);
			fclose(e.out);
			ck_assert_int_eq(e.removed, i);
			ck_assert_int_eq(strstr(text, "\n9,1,") != NULL, i == 0);
			ck_assert_int_eq(strstr(text, "rules nim") == NULL, i == 0);
			free(text);
			db_close(db);
		}
	}
END_TEST

START_TEST(the_page_has_the_tournament_and_what_is_asked_for)
	{
		static const struct report_left_out left_out = {"late", "came <too> late"};
		static const char *const there[] = {"<title>say &quot;x&quot; ", "<b>2</b> games",
			"came &lt;too&gt; late", "<h2 id=\"strength-title\">Strength</h2>",
			"the newest 1 of 2 games"};
		struct export e = {.out = NULL};
		char *text = NULL;
		size_t size = 0;
		struct db *db = export_open(&e, NULL);
		e.out = open_memstream(&text, &size);
		e.max_games = 1;
		e.left_out = &left_out;
		e.left_out_count = 1;
		ck_assert_int_eq(export_html(&e), 0);
		fclose(e.out);
		for (size_t i = 0; i < sizeof there / sizeof *there; i++)
			ck_assert_msg(strstr(text, there[i]) != NULL, "%s", there[i]);
		free(text);
		db_close(db);
	}
END_TEST

/* Days by `date -u -d @SECONDS`. */
static const struct {
	int64_t ms;
	const char *text;
} export_times[] = {
	{0, "1970-01-01T00:00:00.000Z"},
	{1, "1970-01-01T00:00:00.001Z"},
	{951782400000 - 1, "2000-02-28T23:59:59.999Z"},
	{951782400000, "2000-02-29T00:00:00.000Z"},
	{1772366400123, "2026-03-01T12:00:00.123Z"},
	{253402300799999, "9999-12-31T23:59:59.999Z"},
};

START_TEST(times_are_written_in_utc)
	{
		char text[EXPORT_TIME];
		for (size_t i = 0; i < sizeof export_times / sizeof *export_times; i++) {
			export_time(export_times[i].ms, text);
			ck_assert_str_eq(text, export_times[i].text);
		}
		export_time(-1, text);
		ck_assert_str_eq(text, "1970-01-01T00:00:00.000Z");
		export_time(EXPORT_TIME_MAX + 1, text);
		ck_assert_str_eq(text, "9999-12-31T23:59:59.999Z");
	}
END_TEST

START_TEST(a_number_has_its_shortest_text)
	{
		static const struct {
			double value;
			const char *text;
		} rows[] = {{0.1, "0.1"}, {1.0 / 3, "0.3333333333333333"}, {1500, "1500"},
			{0.1 + 0.2, "0.30000000000000004"}, {-2.5, "-2.5"}, {1e300, "1e+300"}};
		char text[EXPORT_REAL];
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			export_real(rows[i].value, text);
			ck_assert_str_eq(text, rows[i].text);
		}
	}
END_TEST

SUITE("referee/import-export/export", CASE(a_format_is_written_as_the_file_says),
	LOOP(a_game_that_is_not_whole_ends_an_export,
		sizeof export_damages / sizeof *export_damages),
	CASE(a_replaced_game_follows_unless_single_games_are_asked_for),
	CASE(the_answers_of_a_rules_program_are_written),
	CASE(a_game_in_which_all_failed_has_no_places),
	CASE(a_game_without_moves_is_counted_where_moves_are_written),
	CASE(the_page_has_the_tournament_and_what_is_asked_for), CASE(times_are_written_in_utc),
	CASE(a_number_has_its_shortest_text))
