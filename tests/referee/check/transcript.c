/*
 * The transcript of a bot under examination: its name, the options that it offers, which lines say
 * nothing.
 */
#include "referee/check/transcript.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct transcript seen; /* large */

static void say(enum bot_phase phase, const char *line, usec now)
{
	transcript_line(&seen, phase, line, strlen(line), now);
}

static void sent(const char *line)
{
	transcript_sent(&seen, line, strlen(line));
}

static void begin(void)
{
	memset(&seen, 0, sizeof seen);
}

START_TEST(an_introduction_is_taken_down)
	{
		begin();
		sent("ugi");
		say(BOT_GREETING, "id name First Steps 1.0", 10);
		say(BOT_GREETING, "id author A. Student", 11);
		say(BOT_GREETING, "option name Depth type spin default 1 min 1 max 9", 12);
		say(BOT_GREETING, "feature legal sound", 13);
		say(BOT_GREETING, "ugiok", 14);
		say(BOT_SETTING, "readyok", 15);
		ck_assert_str_eq(seen.name, "First Steps 1.0");
		ck_assert_str_eq(seen.author, "A. Student");
		ck_assert_int_eq(seen.offers.count, 1);
		ck_assert_str_eq(seen.offers.list[0].max, "9");
		ck_assert_str_eq(seen.unknown, "sound");
		ck_assert_str_eq(seen.line, "id name First Steps 1.0");
		ck_assert(seen.spoke && seen.greeted && seen.done && !seen.echoes && !seen.uciok);
		ck_assert_int_eq(seen.first, 10);
		ck_assert_int_eq(seen.ugiok, 14);
		ck_assert_int_eq(seen.readyok, 15);
		ck_assert_int_eq(seen.strays_count, 0);
	}
END_TEST

START_TEST(lines_that_say_nothing_are_counted_by_their_first_word)
	{
		begin();
		say(BOT_READY, "debug a", 1);
		say(BOT_READY, "", 1);
		say(BOT_READY, "  debug b", 1);
		say(BOT_READY, "bestmove a", 1);
		say(BOT_THINKING, "bestmove a", 1);
		say(BOT_THINKING, "bestmove b", 1);
		say(BOT_THINKING, "info depth x", 1);
		ck_assert_int_eq(seen.strays_count, 3);
		ck_assert_str_eq(seen.strays[0].word, "debug");
		ck_assert_int_eq(seen.strays[0].count, 2);
		ck_assert_str_eq(seen.strays[1].word, "bestmove");
		ck_assert_int_eq(seen.strays[1].count, 1);
		ck_assert_str_eq(seen.strays[2].word, "info");
	}
END_TEST

/* A byte order mark (U+FEFF in UTF-8) and a colour (ECMA-48) before a word of the protocol, and
 * before another. */
static const struct {
	const char *line, *why;
} unseen[] = {
	{"\xef\xbb\xbfid name x", "a byte order mark is before it: write UTF-8 without one"},
	{"\xef\xbb\xbf", "a byte order mark is before it: write UTF-8 without one"},
	{"\033[1;32mid name x", "it has escape codes of a terminal: print plain text"},
	{"\033[0m", "it has escape codes of a terminal: print plain text"},
	{"\xef\xbb\xbfhello", "no word of the protocol; print debug output to stderr"},
	{"\033[32mhello", "no word of the protocol; print debug output to stderr"},
	{"hello", "no word of the protocol; print debug output to stderr"},
};

START_TEST(bytes_that_are_not_seen_are_told)
	{
		begin();
		sent("ugi");
		say(BOT_GREETING, unseen[_i].line, 1);
		ck_assert_int_eq(seen.strays_count, 1);
		ck_assert_msg(strstr(seen.strays[0].why, unseen[_i].why) == seen.strays[0].why,
			"%s", seen.strays[0].why);
	}
END_TEST

START_TEST(endless_kinds_of_nonsense_take_no_more_room)
	{
		char line[] = "a nonsense";
		begin();
		for (char c = 'a'; c <= 'z'; c++) {
			line[0] = c;
			say(BOT_READY, line, 1);
		}
		ck_assert_int_eq(seen.strays_count, STRAYS_MAX);
		ck_assert_int_eq(seen.strays_more, 26 - STRAYS_MAX);
	}
END_TEST

START_TEST(an_echo_is_the_line_that_was_sent)
	{
		begin();
		sent("ugi");
		say(BOT_GREETING, "ugiok", 2);
		ck_assert(!seen.echoes);
		say(BOT_GREETING, "ugi", 2);
		ck_assert(seen.echoes);
	}
END_TEST

START_TEST(a_new_question_forgets_the_old_answer)
	{
		begin();
		sent("ugi");
		say(BOT_GREETING, "hello", 2);
		sent("isready");
		ck_assert_str_eq(seen.line, "");
		seen.awaiting = "readyok";
		say(BOT_SETTING, "readyokay", 4);
		ck_assert(!seen.awaited);
		say(BOT_SETTING, "readyok", 4);
		ck_assert(seen.awaited);
	}
END_TEST

SUITE("referee/check/transcript", CASE(an_introduction_is_taken_down),
	CASE(lines_that_say_nothing_are_counted_by_their_first_word),
	LOOP(bytes_that_are_not_seen_are_told, sizeof unseen / sizeof *unseen),
	CASE(endless_kinds_of_nonsense_take_no_more_room), CASE(an_echo_is_the_line_that_was_sent),
	CASE(a_new_question_forgets_the_old_answer))
