/*
 * Files of JSON lines: what was exported is read back without loss, and a line that is wrong is
 * told with its number.
 */
#include "referee/import-export/import.h"

#include "referee/import-export/export.h"
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

/* Parts of lines that may be wrong. */
#define IMPORT_CUP(version, seats, seed)                                                           \
	"\"version\":" version                                                                     \
	",\"name\":\"x\",\"game\":\"nim\",\"format\":\"swiss\",\"seats\":" seats ",\"seed\":" seed \
	",\"created_ms\":1,\"definition\":\"game = nim\\n\""
#define IMPORT_WORKER(number, name, slots, speed, first, last)                                     \
	"{\"type\":\"worker\",\"worker\":" number ",\"name\":\"" name "\",\"cpu\":\"\",\"arch\":"  \
	"\"x\",\"cores\":2,\"slots\":" slots ",\"speed\":" speed ",\"sandbox\":\"full\","          \
	"\"version\":\"1\",\"first_ms\":" first ",\"last_ms\":" last "}\n"
#define IMPORT_SEATS(first, second)                                                                \
	"[" IMPORT_SEAT(1, first, 0, 1490) "," IMPORT_SEAT(2, second, 1, 1510) "]"
#define IMPORT_MOVE(wall) "[{\"seat\":1,\"move\":\"a2\",\"wall_us\":" wall "}]"
#define IMPORT_ANY(round, started, ended, seats, moves, more)                                      \
	"{\"type\":\"game\",\"pairing\":\"-9\",\"round\":" round ",\"seed\":\"7\","                \
	"\"opening\":\"\",\"final\":\"0 p2 1\",\"reason\":\"normal\",\"sandbox\":\"full\","        \
	"\"started_ms\":" started ",\"ended_ms\":" ended ",\"seats\":" seats                       \
	",\"moves\":" moves more "}\n"

#define IMPORT_BYE(points) "{\"type\":\"bye\",\"round\":1,\"bot\":1,\"points\":" points "}\n"
#define IMPORT_LEAGUE                                                                              \
	"{\"type\":\"tournament\",\"version\":2,\"name\":\"x\",\"game\":\"nim\","                  \
	"\"format\":\"round-robin\",\"seats\":2,\"seed\":\"1\",\"created_ms\":1,"                  \
	"\"definition\":\"game = nim\\n\"}\n"                                                      \
	"{\"type\":\"bot\",\"bot\":1,\"name\":\"ann\",\"command\":\"\",\"digest\":\"\"}\n"

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
	/* the tournament */
	{"{\"type\":\"tournament\"," IMPORT_CUP("3", "2", "\"1\"") "}\n",
		"x.jsonl:1: version 3 of the format; this program knows 1 to 2\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("0", "2", "\"1\"") "}\n",
		"x.jsonl:1: version 0 of the format; this program knows 1 to 2\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "1", "\"1\"") "}\n",
		"x.jsonl:1: seats: 1 is out of range, 2 to 6\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "7", "\"1\"") "}\n",
		"x.jsonl:1: seats: 7 is out of range, 2 to 6\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"1x\"") "}\n",
		"x.jsonl:1: seed: \"1x\" is not a number of 64 bits\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\" 1\"") "}\n",
		"x.jsonl:1: seed: \" 1\" is not a number of 64 bits\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"\"") "}\n",
		"x.jsonl:1: seed: \"\" is not a number of 64 bits\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"9223372036854775808\"") "}\n",
		"x.jsonl:1: seed: \"9223372036854775808\" is not a number of 64 bits\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"-9223372036854775808\"") "}\n", ""},
	{"{\"type\":\"tournament\"," IMPORT_CUP(
		 "1", "2", "\"1\"") ",\"note\":{\"bytes\":\"a\\\\x00b\"}}\n",
		"x.jsonl:1: note: it contains a NUL\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP(
		 "1", "2", "\"1\"") ",\"note\":{\"bytes\":\"a\\\\xfg\"}}\n",
		"x.jsonl:1: note: a backslash begins \\\\ or \\xHH\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"1\"") ",\"note\":{\"byte\":\"a\"}}\n",
		"x.jsonl:1: note: Object item not found: bytes\n"},
	{"{\"type\":\"tournament\"," IMPORT_CUP("1", "2", "\"1\"") ",\"more\":1}\n",
		"x.jsonl:1: tournament: 1 object item(s) left unpacked: more\n"},
	/* bots and workers */
	{IMPORT_HEAD
		"{\"type\":\"bot\",\"bot\":4,\"name\":\"x\",\"command\":\"\",\"digest\":\"\"}\n",
		"x.jsonl:4: bot: number 4, but the next is 3\n"},
	{IMPORT_HEAD IMPORT_WORKER("2", "lab", "1", "9", "5", "6"),
		"x.jsonl:4: worker: number 2, but the next is 1\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "here", "1", "9", "5", "6"),
		"x.jsonl:4: worker: \"here\" is no name of a worker\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "0", "9", "5", "6"),
		"x.jsonl:4: slots: 0 is out of range, 1 to 256\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "257", "9", "5", "6"),
		"x.jsonl:4: slots: 257 is out of range, 1 to 256\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "-1", "5", "6"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "9", "7", "6"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "9", "-1", "6"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "9", "6", "253402300800000"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "256", "0", "6", "6"), ""},
	/* retirements */
	{IMPORT_HEAD "{\"type\":\"retirement\",\"name\":\"x\",\"round\":2,\"back\":1}\n",
		"x.jsonl:4: retirement: a name is needed, and back is 0 or a later round\n"},
	{IMPORT_HEAD "{\"type\":\"retirement\",\"name\":\"x\",\"round\":2,\"back\":-1}\n",
		"x.jsonl:4: back: -1 is out of range, 0 to 2147483647\n"},
	{IMPORT_HEAD "{\"type\":\"retirement\",\"name\":\"\",\"round\":2}\n",
		"x.jsonl:4: retirement: a name is needed, and back is 0 or a later round\n"},
	{IMPORT_HEAD "{\"type\":\"retirement\",\"name\":\"x\",\"round\":2,\"back\":2}\n", ""},
	/* byes: of a swiss for two, as many points as seats */
	{IMPORT_HEAD IMPORT_BYE("2"), ""},
	{IMPORT_HEAD IMPORT_BYE("0"), ""},
	{IMPORT_HEAD IMPORT_BYE("2.5"),
		"x.jsonl:4: bye: 2.5 points; a bye of this tournament has 0 to 2\n"},
	{IMPORT_HEAD IMPORT_BYE("-0.5"),
		"x.jsonl:4: bye: -0.5 points; a bye of this tournament has 0 to 2\n"},
	{IMPORT_LEAGUE IMPORT_BYE("1.5"),
		"x.jsonl:3: bye: 1.5 points; a bye of this tournament has 0 to 0\n"},
	{IMPORT_LEAGUE IMPORT_BYE("0"), ""},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "1125899906842624", "6", "6"), ""},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "1125899906842625", "6", "6"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "9", "6", "6,\"lost\":2147483647"), ""},
	{IMPORT_HEAD IMPORT_WORKER("1", "lab", "1", "9", "6", "6,\"lost\":2147483648"),
		"x.jsonl:4: worker: its numbers are out of range\n"},
	/* games */
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("1000000000000000"), ""),
		""},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("1000000000000001"), ""),
		"x.jsonl:4: move 1: its time is more than 31 years\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""), ""},
	{IMPORT_HEAD IMPORT_ANY("0", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: round: 0 is out of range, 1 to 2147483647\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "3", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: it ended before it started\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "2", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""), ""},
	{IMPORT_HEAD IMPORT_ANY("1", "-1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: its time is outside the years 1970 to 9999\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "253402300799999", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""),
		""},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "253402300800000", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: its time is outside the years 1970 to 9999\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("-1"), ""),
		"x.jsonl:4: move 1: its time is below 0\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("0,\"cpu_us\":-1"), ""),
		""},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("0,\"cpu_us\":-2"), ""),
		"x.jsonl:4: move 1: its time is below 0\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(3, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: seat 1 has rank 3, but 1 rank before it: ties share the better place, as in 1 2 2 4\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(7, 1), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: rank: 7 is out of range, 0 to 6\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(1, 2), IMPORT_MOVE("3"), ""),
		"x.jsonl:4: rank of seat 1 is 1, should be 2\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", "1", IMPORT_MOVE("3"), ""),
		"x.jsonl:4: game: a list of at most 6 seats and one of at most 100000 moves\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", "[1,2,3,4,5,6,7]", IMPORT_MOVE("3"), ""),
		"x.jsonl:4: game: a list of at most 6 seats and one of at most 100000 moves\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(2, 1), "{}", ""),
		"x.jsonl:4: game: a list of at most 6 seats and one of at most 100000 moves\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", "[" IMPORT_SEAT(1, 1, 1, 1500) "]", IMPORT_MOVE("3"), ""),
		"x.jsonl:4: it has 1 seats, but the tournament's games have 2\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ",\"worker\":1"),
		"x.jsonl:4: worker 1 was not named before\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ",\"worker\":-1"),
		"x.jsonl:4: worker -1 was not named before\n"},
	{IMPORT_HEAD IMPORT_ANY(
		 "1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"), ",\"positions\":3"),
		"x.jsonl:4: game: positions is a list\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2", IMPORT_SEATS(2, 1), IMPORT_MOVE("3"),
		 ",\"positions\":[{\"question\":\"what\",\"answer\":\"x\"}]"),
		"x.jsonl:4: position: not a question to a rules program and its answer\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2",
		 "[{\"bot\":1,\"rank\":2,\"points\":0,\"verdict\":\"dull\"}," IMPORT_SEAT(
			 2, 1, 1, 1510) "]",
		 IMPORT_MOVE("3"), ""),
		"x.jsonl:4: seat 1: there is no verdict \"dull\"\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2",
		 "[" IMPORT_SEAT(1, 2, 0, 1480) "," IMPORT_SEAT(2, 1, 1, 1510) "]",
		 IMPORT_MOVE("3"), ""),
		"x.jsonl:4: seat 1 is rated 1480 after the game, but 1490 follows\n"},
	{IMPORT_HEAD IMPORT_ANY("1", "1", "2",
		 "[{\"bot\":1,\"rank\":2,\"points\":0,\"verdict\":\"time\",\"failure\":{\"phase\":\"end\"}}," IMPORT_SEAT(
			 2, 1, 1, 1510) "]",
		 IMPORT_MOVE("3"), ""),
		"x.jsonl:4: failure: phase \"end\"; it is start, newgame or move\n"},
	{IMPORT_HEAD "{\"type\":\"replaced\",\"replaced_ms\":0,\"replay\":\"x\",\"paired\":1}\n",
		"x.jsonl:4: replaced: replaced_ms is a time after 1970\n"},
	{IMPORT_HEAD "{\"type\":\"replaced\",\"replaced_ms\":1,\"replay\":\"x\"}\n",
		"x.jsonl:4: replaced: Object item not found: paired\n"},
	/* lines */
	{IMPORT_HEAD "{\n",
		"x.jsonl:4: no JSON, in column 1: string or '}' expected near end of file\n"},
	{IMPORT_HEAD "[1]\n", "x.jsonl:4: no object\n"},
	{IMPORT_HEAD "1\r\n", "x.jsonl:4: no JSON, in column 1: '[' or '{' expected near '1'\n"},
};

START_TEST(a_line_that_is_wrong_is_told)
	{
		static char told[IMPORT_TEXT];
		import_lines(NULL, import_mistakes[_i].lines, told);
		ck_assert_str_eq(told, import_mistakes[_i].told);
	}
END_TEST

/* A NUL, and a line of more than 16 MiB: the rest is not read. */
START_TEST(bytes_that_no_export_has_end_the_file)
	{
		static char told[IMPORT_TEXT];
		struct import_target target = {.db = NULL};
		size_t size = (16 << 20) + 64;
		char *bytes = malloc(size);
		for (int more = 0; more < 3; more++) {
			size_t length = more == 0 ? 4 : (16 << 20) + (size_t)more - 1;
			memset(bytes, ' ', size);
			memcpy(bytes, more == 0 ? "{ \0}" : "{}", more == 0 ? 4 : 2);
			memcpy(bytes + length, "\n{}\n", 4);
			memset(told, 0, sizeof told);
			FILE *in = fmemopen(bytes, length + 4, "r"),
			     *err = fmemopen(told, sizeof told, "w");
			import_jsonl_read(&target, in, "x.jsonl", err);
			fclose(in);
			fclose(err);
			ck_assert_str_eq(told,
				more == 0 ? "x.jsonl:1: a NUL byte: this is no export\n"
				: more == 1
					? "x.jsonl:1: an object whose \"type\" is not one of tournament, bot, worker, participant, bye, retirement, game, replaced\n"
					  "x.jsonl:2: an object whose \"type\" is not one of tournament, bot, worker, participant, bye, retirement, game, replaced\n"
					: "x.jsonl:1: a line of more than 16777216 bytes: this is no export\n");
		}
		free(bytes);
	}
END_TEST

/* A last line needs no end. */
START_TEST(a_file_may_end_without_a_newline)
	{
		static char told[IMPORT_TEXT];
		char *whole = strdup(import_all);
		whole[strlen(whole) - 1] = '\0';
		ck_assert_int_eq(import_lines(NULL, whole, told).games, 2);
		ck_assert_str_eq(told, "");
		free(whole);
	}
END_TEST

/* Of many mistakes the first are told, and the rest is not read. */
START_TEST(of_many_mistakes_the_first_are_told)
	{
		static char lines[IMPORT_TEXT], told[IMPORT_TEXT], want[IMPORT_TEXT];
		strcpy(lines, IMPORT_HEAD);
		for (int i = 0; i < IMPORT_MISTAKES + 5; i++) {
			strcat(lines, "[]\n");
			if (i < IMPORT_MISTAKES)
				sprintf(want + strlen(want), "x.jsonl:%d: no object\n", 4 + i);
		}
		strcat(want, "x.jsonl: there are more mistakes\n");
		struct import_counts counts = import_lines(NULL, lines, told);
		ck_assert_str_eq(told, want);
		ck_assert_int_eq(counts.mistakes, IMPORT_MISTAKES + 1);
	}
END_TEST

/* A game that is there already is the same, or else a conflict; after a mistake nothing is added.
 */
START_TEST(a_game_that_was_played_differently_is_a_conflict)
	{
		static char told[IMPORT_TEXT];
		static const char other[] = IMPORT_HEAD
			"{\"type\":\"game\",\"pairing\":\"-9\",\"round\":1,\"seed\":\"7\",\"opening\":\"\","
			"\"final\":\"0 p1 2\",\"reason\":\"normal\",\"sandbox\":\"full\",\"started_ms\":1,"
			"\"ended_ms\":2,\"seats\":[" IMPORT_SEAT(1, 1, 1, 1510) "," IMPORT_SEAT(2,
				2, 0, 1490) "],"
					    "\"moves\":[{\"seat\":1,\"move\":\"a1\",\"wall_us\":3},"
					    "{\"seat\":2,\"move\":\"a1\",\"wall_us\":3}]}\n";
		struct db *db = import_open();
		import_lines(db, IMPORT_HEAD IMPORT_GAME, told);
		ck_assert_str_eq(told, "");
		import_lines(db, IMPORT_HEAD IMPORT_GAME, told);
		ck_assert_str_eq(told, "");
		import_lines(db, other, told);
		ck_assert_str_eq(told,
			"x.jsonl:4: pairing -9 of tournament \"odd\" is there already, as game 1, and was played differently\n");
		db_close(db);
	}
END_TEST

SUITE("referee/import-export/import", CASE(what_was_exported_is_read_back_without_loss),
	LOOP(a_line_that_is_wrong_is_told, sizeof import_mistakes / sizeof *import_mistakes),
	CASE(bytes_that_no_export_has_end_the_file), CASE(a_file_may_end_without_a_newline),
	CASE(of_many_mistakes_the_first_are_told),
	CASE(a_game_that_was_played_differently_is_a_conflict))
