/*
 * The list of games: which games a query chooses, page by page. Beside the fixture's six games of
 * cup (1 to 6; 7 and 8 are of another tournament) there are 110 more between alpha and gamma, 9 to
 * 118, which alpha won; in every tenth gamma was absent.
 */
#include "tests/lib/page-fixture.h"

enum { MORE = 110 };

static void add_games(struct db *db)
{
	FIXTURE_GOOD(db_begin(db));
	for (int i = 0; i < MORE; i++) {
		const char *verdict = i % 10 == 9 ? "absent" : "ok";
		struct db_game g = {.tournament = 1,
			.pairing = 1000 + i,
			.round = 3,
			.opening = "",
			.final = "",
			.reason = i % 10 == 9 ? "absent" : "normal",
			.sandbox = "full",
			.started_ms = 1767225700000,
			.ended_ms = 1767225700000,
			.seats = 2,
			.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"},
				{.bot = 3, .rank = 2, .points = 0, .verdict = verdict}}};
		FIXTURE_GOOD(db_game_add(db, &g));
	}
	FIXTURE_GOOD(db_commit(db));
}

/* The games of a query: runs of numbers from the newest on, and the games before and after which
 * the next pages begin; or the status and the reason. */
static const struct {
	const char *query, *games;
} rows[] = {
	{"?absent=yes", "118-69 before 69"},
	{"?absent=yes&before=69", "68-19 before 19 after 68"},
	{"?absent=yes&before=19", "18-9 6-1 after 18"},
	{"?absent=yes&after=18", "68-19 before 19 after 68"},
	{"?absent=yes&after=68", "118-69 before 69"},
	{"?absent=yes&after=17", "67-18 before 18 after 67"},
	{"?before=7", "6-1 after 6"},
	{"?before=1", ""},
	{"?after=118", ""},
	{"?before=3&after=1", "2 after 2"},
	/* without those that were not played: 18, 28, ... */
	{"?before=30", "29 27-19 17-9 6-1 after 29"},
	{"?before=30&absent=yes", "29-9 6-1 after 29"},
	{"?bot=beta", "6-5 2-1"},
	{"?bot=beta&against=alpha", "2-1"},
	{"?bot=gamma&against=beta", "6-5"},
	{"?bot=beta&result=won", "5"},
	{"?bot=beta&result=drawn", "2"},
	{"?bot=beta&result=lost", "6 1"},
	{"?bot=beta&result=fault", "6"},
	{"?result=fault", "6 4-3"},
	{"?result=drawn", "2"},
	{"?round=2", "6-5"},
	{"?round=1&bot=gamma", "4-3"},
	{"?round=99", ""},
	{"?bot=gamma&before=20", "19 17-9 6-3 after 19"},
	{"?bot=gamma&after=4&before=0", "117-109 107-99 97-89 87-79 77-69 67-63 before 63"},
	{"?bot=delta", "400 No bot \"delta\" has played here"},
	{"?bot=beta&against=delta", "400 No bot \"delta\" has played here"},
	{"?result=win", "400 result is won, drawn, lost or fault"},
	{"?absent=no", "400 absent is yes"},
	{"?round=x", "400 round, before and after are whole numbers"},
	{"?before=-1", "400 round, before and after are whole numbers"},
};

/* Writes the numbers of the games as runs, and those of the next pages. */
static void write_runs(const char *json, char *text, size_t room)
{
	static const char *const keys[] = {"before", "after"};
	static const char key[] = "{\"game\":";
	long first = 0, last = 0;
	*text = '\0';
	for (const char *at = json; at != NULL;) {
		at = strstr(at, key);
		long id = at != NULL ? atol(at += strlen(key)) : -1;
		if (id != last - 1 && last > 0) {
			size_t used = strlen(text);
			snprintf(text + used, room - used, first == last ? "%s%ld" : "%s%ld-%ld",
				used > 0 ? " " : "", first, last);
		}
		first = id != last - 1 ? id : first;
		last = id;
	}
	for (int i = 0; i < 2; i++) {
		char mark[16];
		size_t used = strlen(text);
		snprintf(mark, sizeof mark, "\"%s\":", keys[i]);
		const char *value = strstr(json, mark);
		ck_assert_ptr_nonnull(value);
		value += strlen(mark);
		if (strncmp(value, "null", 4) != 0)
			snprintf(text + used, room - used, " %s %ld", keys[i], atol(value));
	}
}

START_TEST(a_query_chooses_games_page_by_page)
	{
		char path[128], text[4096], *answer = NULL;
		size_t size;
		struct db *db = fixture_open(fixture_path("games.db"));
		add_games(db);
		db_close(db);
		page_fixture_tell(fixture_path("games.db"));
		snprintf(path, sizeof path, "/t/T/games%s", rows[_i].query);
		FILE *out = memory_open(&answer, &size);
		page_fixture_print((const char *const[]){path, "json", NULL}, out);
		memory_close(out);
		if (answer[0] == '{') {
			write_runs(answer, text, sizeof text);
		} else {
			snprintf(text, sizeof text, "%s", answer);
			text[strcspn(text, "\n")] = '\0';
		}
		ck_assert_str_eq(text, rows[_i].games);
		free(answer);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no %s in %.3000s", part, text);
}

/* The links to other pages keep the choice. */
START_TEST(the_page_keeps_its_choice)
	{
		char *text = NULL;
		size_t size;
		struct db *db = fixture_open(fixture_path("games.db"));
		add_games(db);
		db_close(db);
		page_fixture_tell(fixture_path("games.db"));
		FILE *out = memory_open(&text, &size);
		page_fixture_print(
			(const char *const[]){
				"/t/T/games?bot=gamma&against=alpha&result=lost&round=3&absent=yes&before=100",
				"html", NULL},
			out);
		memory_close(out);
		has(text, "<option selected>gamma</option>");
		has(text, "<option selected>alpha</option>");
		has(text, "<option value=\"lost\" selected>lost</option>");
		has(text, "name=\"round\" min=\"1\" value=\"3\">");
		has(text, "value=\"yes\" checked>");
		has(text, "<a href=\"/t/1/games\">All games</a>");
		has(text,
			"<a href=\"/t/1/games?after=99&amp;bot=gamma&amp;against=alpha&amp;round=3&amp;result=lost&amp;absent=yes\">Newer games</a>");
		has(text,
			"<a href=\"/t/1/games?before=50&amp;bot=gamma&amp;against=alpha&amp;round=3&amp;result=lost&amp;absent=yes\">Older games</a>");
		free(text);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* The page of a query, and a part that it has, or has not. */
static const struct {
	const char *query, *with, *without;
} parts[] = {
	{"", "<h2 id=\"title\">Games</h2>", ">All games<"},
	{"?bot=beta", "<a href=\"/t/1/games\">All games</a>", "No games."},
	{"?against=beta", ">All games</a>", "No games."},
	{"?result=drawn", ">All games</a>", "No games."},
	{"?absent=yes", ">All games</a>", "No games."},
	{"?round=3", "<a href=\"/t/1/games?before=63&amp;round=3\">Older games</a>", "Newer games"},
	{"?round=99", "<p>No games.</p>", "<table"},
	{"?before=7", "<a href=\"/t/1/games?after=6\">Newer games</a>", "Older games"},
	{"?result=win", "400 result is won, drawn, lost or fault", "<table"},
};

START_TEST(a_page_has_its_parts)
	{
		char path[64], *text = NULL;
		size_t size;
		struct db *db = fixture_open(fixture_path("games.db"));
		add_games(db);
		db_close(db);
		page_fixture_tell(fixture_path("games.db"));
		snprintf(path, sizeof path, "/t/T/games%s", parts[_i].query);
		FILE *out = memory_open(&text, &size);
		page_fixture_print((const char *const[]){path, "html", NULL}, out);
		memory_close(out);
		has(text, parts[_i].with);
		ck_assert_msg(strstr(text, parts[_i].without) == NULL, "%s", parts[_i].without);
		free(text);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/web-games", LOOP(a_query_chooses_games_page_by_page, sizeof rows / sizeof *rows),
	CASE(the_page_keeps_its_choice), LOOP(a_page_has_its_parts, sizeof parts / sizeof *parts))
