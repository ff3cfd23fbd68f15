/*
 * The first page: which tournaments it has, in which order, and what it says of each. Each has a
 * database of its own, in which a given number of bots share the first place.
 */
#include "tests/lib/page-fixture.h"

enum { HOME_BOTS = 5 };

static const char *const home_names[HOME_BOTS] = {"ann", "b<b", "cat", "dan", "eve"};

/* A game of the last bot against each leader: it loses to all of them. */
static void home_add_games(struct db *db, int64_t tournament, const int64_t *bots, int leaders)
{
	struct db_move moves[FIXTURE_PLIES];
	fixture_moves(moves, 2, (const char *const[]){"d", "e", "d", "d"});
	for (int i = 0; i < leaders; i++) {
		struct db_game g = {.tournament = tournament,
			.pairing = i + 1,
			.round = 1,
			.opening = "",
			.final = "7/7/7/3y3/3r3/3yr2 r 3",
			.reason = "normal",
			.sandbox = "full",
			.seats = 2,
			.plies = FIXTURE_PLIES,
			.moves = moves,
			.seat = {{.bot = bots[i],
					 .rank = 1,
					 .points = 1,
					 .verdict = "ok",
					 .elo_before = 1500,
					 .elo_after = 1500},
				{.bot = bots[HOME_BOTS - 1],
					.rank = 2,
					.verdict = "ok",
					.elo_before = 1500,
					.elo_after = 1500}}};
		FIXTURE_GOOD(db_game_add(db, &g));
	}
}

/* Makes the database of tournament number, begun on this day of January 2026. */
static const char *home_make(int number, int leaders, int day)
{
	struct db *db;
	char name[16];
	int64_t bots[HOME_BOTS];
	snprintf(name, sizeof name, "home%d.db", number);
	const char *path = fixture_path(name);
	struct db_tournament t = {0, "cup", "connect4", "round-robin",
		"game = connect4\nmovetime = 24ms\n", 2, 1,
		1767225600000 + (int64_t)(day - 1) * 86400000};
	fixture_remove(path);
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &t));
	for (int i = 0; i < HOME_BOTS; i++) {
		struct db_bot bot = {0, home_names[i], "./bot", home_names[i]};
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
		FIXTURE_GOOD(db_participant_add(db, t.id, bot.id, i + 1));
	}
	home_add_games(db, t.id, bots, leaders);
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
	return path;
}

static void home_tell(const char *line)
{
	static struct live_games_news news;
	struct live_event event;
	char copy[PATH_MAX + 64];
	snprintf(copy, sizeof copy, "%s", line);
	ck_assert_msg(live_event_read(&event, copy), "%s", line);
	ck_assert_msg(live_games_take(&page_fixture_web.live, &event, 0, &news), "%s", line);
}

/* Tournament number of this name; path NULL: it has no database yet. */
static void home_tournament(int number, const char *state, const char *name, const char *path)
{
	char line[PATH_MAX + 64];
	snprintf(line, sizeof line, "tournament %d %s 4 8 %s %s %s - - -", number,
		path != NULL ? "1" : "-", state, name, path != NULL ? path : "-");
	home_tell(line);
}

/* The page; to be freed. */
static char *home_page(const char *query, const char *form)
{
	char path[64], *text = NULL;
	size_t size = 0;
	snprintf(path, sizeof path, "/%s", query);
	FILE *out = open_memstream(&text, &size);
	page_fixture_print((const char *const[]){path, form, NULL}, out);
	fclose(out);
	return text;
}

static void home_has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "no %s in %s", part, text);
}

static const struct {
	int leaders;
	const char *state, *words, *json;
} home_leaders[] = {
	{0, "running", "</li><li>5 bots</li><li>began", "\"leaders\":[]"},
	{1, "running", "<li><b><bdi>ann</bdi></b> leads</li>", "\"leaders\":[\"ann\"]"},
	{2, "paused", "<li><b><bdi>ann</bdi></b> and <b><bdi>b&lt;b</bdi></b> lead</li>",
		"\"leaders\":[\"ann\",\"b<b\"]"},
	{3, "running",
		"<li><b><bdi>ann</bdi></b>, <b><bdi>b&lt;b</bdi></b> and <b><bdi>cat</bdi></b> lead</li>",
		"\"leaders\":[\"ann\",\"b<b\",\"cat\"]"},
	{3, "done",
		"<li><b><bdi>ann</bdi></b>, <b><bdi>b&lt;b</bdi></b> and <b><bdi>cat</bdi></b> came first</li>",
		"\"leaders\":[\"ann\",\"b<b\",\"cat\"]"},
	{4, "running", "<li>4 bots lead</li>", "\"leaders\":[\"ann\",\"b<b\",\"cat\"]"},
	{1, "done", "<li><b><bdi>ann</bdi></b> came first</li>", "\"leaders\":[\"ann\"]"},
};

START_TEST(the_bots_in_the_first_place_are_named)
	{
		live_games_init(&page_fixture_web.live);
		page_fixture_web.prefix = "";
		home_tournament(1, home_leaders[_i].state, "cup",
			home_make(1, home_leaders[_i].leaders, 3));
		char *text = home_page("", "html");
		home_has(text, home_leaders[_i].words);
		home_has(text, "<ul class=\"row-facts\"><li>connect4</li><li>round-robin</li>");
		home_has(text, "<time datetime=\"2026-01-03\">2026-01-03</time>");
		free(text);
		text = home_page("", "json");
		home_has(text, home_leaders[_i].json);
		home_has(text, "\"begun\":\"2026-01-03T00:00:00.000Z\"");
		home_has(text, "\"bots\":5,");
		free(text);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* Nine tournaments, of which those that play come first, then the newest. */
static void home_many(void)
{
	static const struct {
		const char *state, *name;
		int day;
	} all[] = {{"done", "old", 1}, {"done", "new", 9}, {"waiting", "later", 2},
		{"running", "now", 1}, {"paused", "rest", 4}, {"failed", "broken", 5},
		{"done", "same-1", 6}, {"done", "same-2", 6}};
	live_games_init(&page_fixture_web.live);
	page_fixture_web.prefix = "/p";
	for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
		home_tournament(
			i + 1, all[i].state, all[i].name, home_make(i + 1, i % 3, all[i].day));
}

/* Are these the tournaments of the page, in this order? */
static void home_in_order(const char *text, const char *const *names)
{
	for (; *names != NULL; names++) {
		text = strstr(text, "<article ");
		ck_assert_msg(text != NULL, "%s", *names);
		text = strstr(text, "<bdi>") + strlen("<bdi>");
		ck_assert_msg(strncmp(text, *names, strlen(*names)) == 0, "%s", *names);
	}
	ck_assert_ptr_null(strstr(text, "<article "));
}

START_TEST(what_plays_comes_first_and_then_the_newest)
	{
		home_many();
		char *text = home_page("", "html");
		home_in_order(text, (const char *const[]){"now", "rest", "later", "new", "same-2",
					    "same-1", "broken", "old", NULL});
		home_has(text, "<a href=\"/p/t/4\"><bdi>now</bdi></a>");
		ck_assert_ptr_null(strstr(text, "<form"));
		free(text);
		/* the ninth makes a field to search them */
		home_tournament(9, "running", "ninth", NULL);
		text = home_page("", "html");
		home_has(text, "<form class=\"filter\" role=\"search\" action=\"/p/\">");
		ck_assert_ptr_null(strstr(text, "All tournaments</a>"));
		free(text);
		page_fixture_web.prefix = "";
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

static const struct {
	const char *query, *there, *absent;
} home_searches[] = {
	{"?search=OLD", "<bdi>old</bdi>", "<bdi>new</bdi>"},
	{"?search=running", "<bdi>now</bdi>", "<bdi>rest</bdi>"},
	{"?search=ect4", "<bdi>old</bdi>", "No tournament has this text."},
	{"?search=round-rob", "<bdi>old</bdi>", "No tournament has this text."},
	{"?search=b%3Cb", "<bdi>later</bdi>", "<bdi>new</bdi>"}, /* two bots lead there */
	{"?search=ann", "<bdi>new</bdi>", "<bdi>old</bdi>"},	 /* no game was played */
	{"?search=%3Cx", "<p>No tournament has this text.</p>", "<article"},
	{"?search=%3Cx", "name=\"search\" value=\"&lt;x\">", "<x"},
	{"?search=x", "<a href=\"/p/\">All tournaments</a>", "<article"},
};

START_TEST(a_search_finds_what_a_row_shows)
	{
		home_many();
		char *text = home_page(home_searches[_i].query, "html");
		home_has(text, home_searches[_i].there);
		ck_assert_msg(strstr(text, home_searches[_i].absent) == NULL, "%s", text);
		free(text);
		page_fixture_web.prefix = "";
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* The live stream alone speaks of these: of one without a database, of one whose database is gone.
 */
START_TEST(a_tournament_without_a_database_has_its_progress)
	{
		live_games_init(&page_fixture_web.live);
		home_tournament(1, "running", "cup", home_make(1, 1, 3));
		home_tournament(2, "waiting", "later", NULL);
		home_tournament(3, "failed", "gone", fixture_path("gone.db"));
		home_tournament(4, "done", "after", home_make(4, 2, 2));
		char *text = home_page("", "html");
		home_in_order(text, (const char *const[]){"cup", "later", "after", "gone", NULL});
		char *facts = text;
		int count = 0;
		while ((facts = strstr(facts, "row-facts")) != NULL)
			count++, facts++;
		ck_assert_int_eq(count, 2);
		home_has(text, "<span class=\"state\">failed</span> 4 of 8 games");
		free(text);
		text = home_page("", "json");
		home_has(text, "\"game\":null,\"format\":null,\"bots\":null,\"begun\":null,");
		free(text);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

START_TEST(games_in_play_and_the_texts_of_the_site_are_there)
	{
		static const struct web_options takes = {.takes_bots = true};
		live_games_init(&page_fixture_web.live);
		home_tournament(1, "running", "cup", home_make(1, 1, 3));
		home_tell("1 live 1 9 5 1 cup");
		char *text = home_page("", "html");
		home_has(text, "<a href=\"/t/1/live\">1 game now</a>");
		ck_assert_ptr_null(strstr(text, "Take part"));
		ck_assert_ptr_null(strstr(text, "class=\"about\""));
		free(text);
		home_tell("2 live 1 10 5 1 cup");
		page_fixture_web.options = &takes;
		page_fixture_web.about = "two <lines>\nof it";
		text = home_page("", "html");
		home_has(text, "<a href=\"/t/1/live\">2 games now</a>");
		home_has(text, "<section aria-label=\"Take part\">");
		home_has(text, "<p class=\"about\">two &lt;lines&gt;\nof it</p>");
		free(text);
		page_fixture_web.options = &page_fixture_options;
		page_fixture_web.about = NULL;
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/web-home",
	LOOP(the_bots_in_the_first_place_are_named, sizeof home_leaders / sizeof *home_leaders),
	CASE(what_plays_comes_first_and_then_the_newest),
	LOOP(a_search_finds_what_a_row_shows, sizeof home_searches / sizeof *home_searches),
	CASE(a_tournament_without_a_database_has_its_progress),
	CASE(games_in_play_and_the_texts_of_the_site_are_there))
