/*
 * The page of a bot that failed often, plays over the network and has an author. Of its twelve
 * failures the last ten are shown in full; in two further games it did not take part.
 */
#include "tests/lib/page-fixture.h"

enum { BOT_GAMES = 14 };

/* Verdicts of the games 9 and on: those in which it took no part are neither the first nor the
 * last. */
static const char *const bot_verdicts[BOT_GAMES] = {"crash", "time", "time", "absent", "time",
	"time", "illegal", "time", "time", "benched", "time", "crash", "time", "flood"};

static void bot_begin(const char *settings)
{
	struct db *db = fixture_open(fixture_path("bot.db"));
	struct db_bot bot = {0, "re <mote>", "./SECRET", "r9", settings, .remote = true};
	struct db_move moves[FIXTURE_PLIES];
	fixture_moves(moves, 2, (const char *const[]){"d", "e", "d", "d"});
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_bot_add(db, &bot));
	for (int i = 0; i < BOT_GAMES; i++) {
		char detail[32];
		snprintf(detail, sizeof detail, "failure %d", i);
		struct db_game g = {.tournament = 1,
			.pairing = 70 + i,
			.round = 3,
			.opening = "",
			.final = "7/7/7/3y3/3r3/3yr2 r 3",
			.reason = bot_verdicts[i],
			.sandbox = "full",
			.seats = 2,
			.plies = FIXTURE_PLIES,
			.moves = moves,
			.seat = {{.bot = bot.id,
					 .rank = 2,
					 .verdict = bot_verdicts[i],
					 .detail = detail},
				{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"}}};
		FIXTURE_GOOD(db_game_add(db, &g));
	}
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
	page_fixture_tell(fixture_path("bot.db"));
}

/* The page, until the next one. */
static const char *bot_page(const char *form, const char *name)
{
	static char text[1 << 17];
	memset(text, 0, sizeof text);
	FILE *out = fmemopen(text, sizeof text - 1, "w");
	page_fixture_print((const char *const[]){"/t/T/bot/B", form, name, NULL}, out);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

static const char *bot_has(const char *text, const char *part)
{
	const char *at = strstr(text, part);
	ck_assert_msg(at != NULL, "no %s in %s", part, text);
	return at;
}

START_TEST(the_last_ten_failures_are_shown_newest_first)
	{
		bot_begin("author = A & B\nmovetime = 5ms\n");
		const char *text = bot_page("html", "re <mote>");
		bot_has(text, "<h2><bdi>re &lt;mote&gt;</bdi></h2>");
		bot_has(text, "<p class=\"author\">by <bdi>A &amp; B</bdi></p>");
		bot_has(text,
			"<p class=\"note\">This bot plays over the network. Its processor time is not known.</p>");
		const char *faults = bot_has(text, "<h2>Games lost by a fault</h2>");
		/* 8 by time, 2 by crash, 1 illegal, 1 flood; 1 absent, 1 benched */
		bot_has(faults, "<li><b>8</b> time</li>");
		bot_has(faults, "<li><b>2</b> crash</li>");
		bot_has(faults, "<li><b>1</b> illegal</li>");
		bot_has(faults, "<li><b>1</b> flood</li>");
		bot_has(faults, "<li><b>1</b> absent</li>");
		bot_has(faults, "<li><b>1</b> benched</li>");
		ck_assert_ptr_null(strstr(faults, "> resign</li>"));
		bot_has(faults, "<p class=\"note\">The last 10 of 12:</p>");
		/* games 9 to 22 without 9, 10 (the oldest two), 12 and 18 */
		static const int shown[] = {22, 21, 20, 19, 17, 16, 15, 14, 13, 11};
		const char *at = faults;
		for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
			char part[64];
			snprintf(part, sizeof part, "href=\"/t/1/game/%d\">Game %d</a></h3>",
				shown[i], shown[i]);
			at = bot_has(at, part);
		}
		ck_assert_ptr_null(strstr(at + 1, "<h3>"));
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

START_TEST(all_faults_of_a_bot_are_there_for_programs)
	{
		bot_begin(NULL);
		const char *text = bot_page("json", "re <mote>");
		bot_has(text, "{\"bot\":\"re <mote>\",\"author\":null,");
		const char *faults = bot_has(text, "\"faults\":[{\"game\":9,\"seat\":1,");
		int count = 0;
		for (const char *at = faults; (at = strstr(at, "\"verdict\":")) != NULL; at++)
			count++;
		ck_assert_int_eq(count, BOT_GAMES);
		/* of a bot without faults none */
		text = bot_page("json", "alpha");
		bot_has(text, "\"faults\":[]}");
		text = bot_page("html", "alpha");
		bot_has(text, "<h2>Games lost by a fault</h2>\n<p>No game.</p>");
		ck_assert_ptr_null(strstr(text, "over the network"));
		ck_assert_ptr_null(strstr(text, "class=\"author\""));
		text = bot_page("html", "delta");
		ck_assert_str_eq(text, "404 No bot of this name has played here\n");
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* A bot of the tournament whose program failed once only. */
START_TEST(a_single_failure_has_no_number)
	{
		db_close(fixture_open(fixture_path("bot.db")));
		page_fixture_tell(fixture_path("bot.db"));
		const char *text = bot_page("html", "beta");
		const char *faults = bot_has(text, "<h2>Games lost by a fault</h2>");
		bot_has(faults, "<ul class=\"facts\"><li><b>1</b> crash</li></ul>");
		ck_assert_ptr_null(strstr(faults, "The last "));
		bot_has(faults, "href=\"/t/1/game/6\">Game 6</a></h3>");
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/web-bot", CASE(the_last_ten_failures_are_shown_newest_first),
	CASE(all_faults_of_a_bot_are_there_for_programs), CASE(a_single_failure_has_no_number))
