/*
 * The pages of games in play are what web-live.txt says, for these games of the fixture's first
 * tournament:
 *
 *   101  alpha - beta, connect4, a clock of 60 s for alpha, 5 s a move for beta, 3 moves
 *   102  gamma - alpha - beta, nim without clocks, no move
 *   103  gamma - delta, both 40/3600+1, the opening b c and two moves, of which the last lost a
 * seat 104  gamma - delta, of which the lines before its begin are there 201  ended as game 6; 202
 * was aborted
 */
#include <inttypes.h>
#include <stdarg.h>

#include "tests/lib/expected-text.h"
#include "tests/lib/page-fixture.h"

static const char *const live_lines[] = {"1 live 1 101 7 1 cup",
	"1 limits 1 0 60000000 0 0 0 fair 0", "1 limits 2 5000000 0 0 0 0 fair 1",
	"1 rules connect4 2", "1 param columns 4", "1 param rows 4", "1 param connect 3",
	"1 player 1 alpha", "1 player 2 beta", "1 game 101 1767225600000",
	"1 move 1 b 52500000 9 - 5 30 1000", "1 move 2 c 1200000 - - - - -",
	"1 move 1 b 500000 9 - 6 -125 2000", "2 live 1 102 8 1 cup", "2 rules nim 3",
	"2 param heaps 3/4", "2 player 1 gamma", "2 player 2 alpha", "2 player 3 beta",
	"2 game 102 1767225601000", "3 live 1 103 9 1 cup",
	"3 limits 1 0 3600000000 40 1000000 0 fair 0",
	"3 limits 2 0 3600000000 40 1000000 0 fair 0", "3 opening b c", "3 rules connect4 2",
	"3 param columns 4", "3 param rows 4", "3 param connect 3", "3 player 1 gamma",
	"3 player 2 delta", "3 game 103 1767225602000", "3 move 1 b 75000000 9 - - - -",
	"3 move 2 c 3595000000 - - - - -", "3 seat 1 2 crash exit\\nstatus", "4 live 1 104 9 1 cup",
	"4 opening b c", "4 rules connect4 2", "4 player 1 gamma", "4 player 2 delta",
	"5 live 1 201 9 1 cup", "5 rules connect4 2", "5 player 1 gamma", "5 player 2 beta",
	"5 game 201 1767225602000", "5 stored 6 /srv/c.db", "5 live 1 202 9 1 cup",
	"5 rules connect4 2", "5 player 1 gamma", "5 player 2 beta", "5 game 202 1767225602000",
	"5 aborted"};

/* At a moment in UTC milliseconds. */
static void live_tell(const char *text, int64_t now)
{
	static struct live_games_news news;
	struct live_event event;
	char line[128];
	strcpy(line, text);
	ck_assert_msg(live_event_read(&event, line), "%s", text);
	ck_assert_msg(live_games_take(&page_fixture_web.live, &event, now, &news), "%s", text);
}

static void live_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void live_say(const char *format, ...)
{
	char line[128];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	live_tell(line, 0);
}

static void live_begin(void)
{
	db_close(fixture_open(fixture_path("live.db")));
	page_fixture_tell(fixture_path("live.db"));
}

START_TEST(a_game_in_play_is_shown_as_the_file_says)
	{
		live_begin();
		for (size_t i = 0; i < sizeof live_lines / sizeof *live_lines; i++)
			live_tell(live_lines[i], 1767225660000 + 100 * (int64_t)i);
		expected_text_check("tests/referee/web/web-live.txt", page_fixture_print);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* A page in a text; to be freed. */
static char *live_page(const char *path, const char *form)
{
	char *text = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	page_fixture_print((const char *[]){path, form, NULL}, out);
	fclose(out);
	return text;
}

static int live_count(const char *text, const char *word)
{
	int count = 0;
	for (const char *at = text; (at = strstr(at, word)) != NULL; at += strlen(word))
		count++;
	return count;
}

/* A number of games, each of two bots of its own. */
static const struct {
	int games, boards, rows;
} live_crowds[] = {{24, 24, 0}, {25, 24, 1}, {40, 24, 16}};

START_TEST(of_many_games_the_first_have_boards_and_the_others_rows)
	{
		live_begin();
		for (int i = 1; i <= live_crowds[_i].games; i++) {
			live_say("%d live 1 %d 7 1 cup", i, i + 300);
			live_say("%d rules connect4 2", i);
			live_say("%d player 1 first-%d", i, i);
			live_say("%d player 2 second-%d", i, i);
			live_say("%d game %d 1767225600000", i, i + 300);
		}
		char *page = live_page("/t/T/live", "html");
		ck_assert_int_eq(live_count(page, "<li class=\"card\""), live_crowds[_i].boards);
		ck_assert_int_eq(live_count(page, "<tr data-pairing"), live_crowds[_i].rows);
		ck_assert_int_eq(
			live_count(page, "Further games</caption>"), live_crowds[_i].rows > 0);
		/* a link to each bot of the first 32 games */
		int links = 2 * live_crowds[_i].games;
		ck_assert_int_eq(live_count(page, "/follow/"), links < 64 ? links : 64);
		free(page);
		page = live_page("/t/T/live", "json");
		ck_assert_int_eq(live_count(page, "\"pairing\""), live_crowds[_i].games);
		ck_assert_int_eq(live_count(page, "\"board\""), live_crowds[_i].boards);
		free(page);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

/* The time that a seat has left, and the seconds of its clock. */
static const struct {
	int64_t ms;
	const char *text;
} live_times[] = {
	{900, "0.9 s"},
	{9999, "9.9 s"},
	{10000, "0:10"},
	{65000, "1:05"},
	{3599999, "59:59"},
	{3600000, "1:00:00"},
	{36061000, "10:01:01"},
};

START_TEST(a_clock_is_shown_in_the_units_of_its_time)
	{
		char line[96];
		live_begin();
		live_tell("1 live 1 101 7 1 cup", 0);
		for (int seat = 1; seat <= 2; seat++) {
			live_say("1 limits %d 0 %" PRId64 " 0 0 0 fair 0", seat,
				live_times[_i].ms * 1000);
		}
		live_tell("1 rules connect4 2", 0);
		live_tell("1 player 1 alpha", 0);
		live_tell("1 player 2 beta", 0);
		live_tell("1 game 101 1767225600000", 0);
		char *page = live_page("/t/T/live", "html");
		snprintf(line, sizeof line, "role=\"timer\">%s</span>", live_times[_i].text);
		ck_assert_msg(live_count(page, line) == 2, "%s", page);
		free(page);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/web-live", CASE(a_game_in_play_is_shown_as_the_file_says),
	LOOP(of_many_games_the_first_have_boards_and_the_others_rows,
		sizeof live_crowds / sizeof *live_crowds),
	LOOP(a_clock_is_shown_in_the_units_of_its_time, sizeof live_times / sizeof *live_times))
