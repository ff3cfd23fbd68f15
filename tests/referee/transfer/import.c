/*
 * Files of JSON lines: what was exported is read back without loss, and a line that is wrong is
 * told with its number.
 */
#include "referee/transfer/import.h"

#include "referee/transfer/export.h"
#include "tests/lib/db-fixture.h"

enum { IMPORT_TEXT = 65536 };

/* An empty database. */
static struct db *import_open(void)
{
	struct db *db;
	fixture_remove(fixture_path("import.db"));
	FIXTURE_GOOD(db_open(&db, fixture_path("import.db"), DB_WRITE));
	return db;
}

/* The lines of a tournament. */
static void import_export(const struct db_tournament *t, const char *path, char *text)
{
	struct db *db;
	struct export e = {.tournament = *t, .format = export_formats};
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	while (e.format->write != export_jsonl)
		e.format++;
	e.db = db;
	e.out = fmemopen(text, IMPORT_TEXT, "w");
	ck_assert_ptr_nonnull(e.out);
	ck_assert_int_eq(export_jsonl(&e), 0);
	fclose(e.out);
	db_close(db);
}

/* Reads lines into db (NULL: they are only checked); told: what was reported. */
static struct import_counts import_lines(struct db *db, const char *lines, char *told)
{
	struct import_target target = {.db = db};
	memset(told, 0, IMPORT_TEXT);
	FILE *in = fmemopen((char *)lines, strlen(lines), "r"),
	     *err = fmemopen(told, IMPORT_TEXT, "w");
	ck_assert(in != NULL && err != NULL);
	if (db != NULL)
		FIXTURE_GOOD(db_begin(db));
	struct import_counts counts = import_jsonl_read(&target, in, "x.jsonl", err);
	if (db != NULL)
		FIXTURE_GOOD(db_commit(db));
	fclose(in);
	fclose(err);
	return counts;
}

/* With what a row may hold: bytes that are no text, long numbers, workers, a check, a bye. */
#define IMPORT_HEAD                                                                                   \
	"{\"type\":\"tournament\",\"version\":2,\"name\":\"odd\",\"game\":\"nim\","                   \
	"\"format\":\"swiss\",\"seats\":2,\"seed\":\"-5\",\"created_ms\":-1,"                         \
	"\"definition\":\"game = nim\\nparam = heaps=2\\nrounds = 3\\n\",\"note\":\"two\\nlines\"}\n" \
	"{\"type\":\"bot\",\"bot\":1,\"name\":\"ann\",\"command\":\"./a\",\"digest\":\"a0\","         \
	"\"settings\":\"depth = 3\\n\"}\n"                                                            \
	"{\"type\":\"bot\",\"bot\":2,\"name\":\"ben\",\"command\":\"\",\"digest\":\"\","              \
	"\"remote\":true}\n"
#define IMPORT_SEAT(bot, rank, points, after)                                                      \
	"{\"bot\":" #bot ",\"rank\":" #rank ",\"points\":" #points ",\"verdict\":\"ok\","          \
	"\"elo_before\":1500,\"elo_after\":" #after "}"
#define IMPORT_GAME                                                                                \
	"{\"type\":\"game\",\"pairing\":\"-9\",\"round\":1,\"seed\":\"7\",\"opening\":\"\","       \
	"\"final\":\"0 p2 1\",\"reason\":\"normal\",\"sandbox\":\"full\",\"started_ms\":1,"        \
	"\"ended_ms\":2,\"seats\":[" IMPORT_SEAT(1, 2, 0, 1490) "," IMPORT_SEAT(                   \
		2, 1, 1, 1510) "],"                                                                \
			       "\"moves\":[{\"seat\":1,\"move\":\"a2\",\"wall_us\":3}]}\n"

static const char import_all[] = IMPORT_HEAD
	"{\"type\":\"worker\",\"worker\":1,\"name\":\"lab\",\"cpu\":\"c\",\"arch\":\"x\","
	"\"cores\":2,\"slots\":1,\"speed\":9,\"sandbox\":\"full\",\"version\":\"1\","
	"\"first_ms\":5,\"last_ms\":6,\"lost\":3}\n"
	"{\"type\":\"worker\",\"worker\":2,\"name\":\"lab2\",\"cpu\":\"\",\"arch\":\"x\","
	"\"cores\":4,\"slots\":3,\"speed\":8,\"sandbox\":\"none\",\"version\":\"2\","
	"\"first_ms\":7,\"last_ms\":8,\"lost\":0}\n"
	"{\"type\":\"participant\",\"bot\":1,\"round\":1}\n"
	"{\"type\":\"participant\",\"bot\":2,\"round\":2}\n"
	"{\"type\":\"retirement\",\"name\":\"ben\",\"round\":2,\"back\":4}\n"
	"{\"type\":\"bye\",\"round\":3,\"bot\":2,\"points\":0.5}\n" IMPORT_GAME
	"{\"type\":\"game\",\"pairing\":\"9223372036854775807\",\"round\":2,\"seed\":\"-8\","
	"\"opening\":\"a1\",\"final\":\"1 p1 2 out2\",\"reason\":\"crash\",\"sandbox\":\"none\","
	"\"started_ms\":10,\"ended_ms\":20,\"worker\":1,"
	"\"check\":{\"worker\":2,\"same\":false,\"checked_ms\":30},\"seats\":["
	"{\"bot\":2,\"rank\":1,\"points\":1,\"verdict\":\"ok\","
	"\"elo_before\":1510,\"elo_after\":1519.4249887221547},"
	"{\"bot\":1,\"rank\":2,\"points\":0,\"verdict\":\"crash\","
	"\"detail\":{\"bytes\":\"\\\\xff\\\\\\\\\"},\"stderr\":{\"bytes\":\"a\\\\x00b\"},"
	"\"elo_before\":1490,\"elo_after\":1480.5750112778453,"
	"\"failure\":{\"phase\":\"move\",\"asked\":\"go\",\"said\":\"x\",\"limit_us\":1,"
	"\"wall_us\":2,\"cpu_us\":3,\"wait_us\":4,\"exit_status\":5,\"signal\":6}}],\"moves\":[]}\n";

/* Ratings are computed anew, by K = 20: 10 of a win of equals, then
 * 20 (1 - 1 / (1 + 10^(-20 / 400))) = 9.425 of a win of one that stands 20 higher. */
START_TEST(what_was_exported_is_read_back_without_loss)
	{
		static char told[IMPORT_TEXT], again[IMPORT_TEXT];
		struct db *db = import_open();
		struct db_tournament t = {0, "odd", "nim", "swiss",
			"game = nim\nparam = heaps=2\nrounds = 3\n", 2, -5, -1, "two\nlines", NULL};
		struct import_counts counts = import_lines(db, import_all, told);
		ck_assert_str_eq(told, "");
		ck_assert_int_eq(counts.mistakes, 0);
		ck_assert_int_eq(counts.games, 2);
		ck_assert_int_eq(counts.tournaments, 1);
		db_close(db);
		t.id = 1;
		import_export(&t, fixture_path("import.db"), again);
		ck_assert_str_eq(again, import_all);
	}
END_TEST

/* Lines, and all that is told of them; each line begins with "x.jsonl:". */
static const struct {
	const char *lines, *told;
} import_mistakes[] = {
	{"", "x.jsonl:0: it holds no tournament\n"},
	{"{}\n",
		"x.jsonl:1: an object whose \"type\" is not one of tournament, bot, worker, participant, bye, retirement, game, replaced\n"},
	{"x\n", "x.jsonl:1: this is not JSON lines, and text is for people; import JSON lines: `referee export --format jsonl`\n"},
	{"[1]\n",
		"x.jsonl:1: this is not JSON lines, and text is for people; import JSON lines: `referee export --format jsonl`\n"},
	{IMPORT_GAME, "x.jsonl:1: a game before any tournament\n"},
	{"{\"type\":\"tournament\",\"version\":3}\n",
		"x.jsonl:1: tournament: Object item not found: name\n"},
	{IMPORT_HEAD "{\"type\":\"odd\"}\n",
		"x.jsonl:4: an object whose \"type\" is not one of tournament, bot, worker, participant, bye, retirement, game, replaced\n"},
	{IMPORT_HEAD "\n\n{\"type\":\"bye\",\"round\":0,\"bot\":2,\"points\":0.5}\n",
		"x.jsonl:6: round: 0 is out of range, 1 to 2147483647\n"},
	{IMPORT_HEAD "{\"type\":\"bye\",\"round\":1,\"bot\":3,\"points\":0.5}\n",
		"x.jsonl:4: bot 3 was not named before\n"},
	{IMPORT_HEAD "{\"type\":\"bot\",\"bot\":4,\"name\":\"x\"}\n",
		"x.jsonl:4: bot: Object item not found: command\n"},
	{IMPORT_HEAD "{\"type\":\"participant\",\"bot\":1}\n",
		"x.jsonl:4: participant: Object item not found: round\n"},
	{IMPORT_HEAD IMPORT_GAME "{\"type\":\"game\"}\n",
		"x.jsonl:5: game: Object item not found: pairing\n"},
};

START_TEST(a_line_that_is_wrong_is_told)
	{
		static char told[IMPORT_TEXT];
		import_lines(NULL, import_mistakes[_i].lines, told);
		ck_assert_str_eq(told, import_mistakes[_i].told);
	}
END_TEST

SUITE("referee/transfer/import", CASE(what_was_exported_is_read_back_without_loss),
	LOOP(a_line_that_is_wrong_is_told, sizeof import_mistakes / sizeof *import_mistakes))
