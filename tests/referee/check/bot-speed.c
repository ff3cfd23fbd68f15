/*
 * Speed: the moves that a bot made, and the warning that they deserve. Milliseconds all.
 *
 * plain too: it measures processor time.
 */
#include "referee/check/bot-speed.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	int moves;
	struct {
		double wall, cpu, allowed;
	} move[4];
	const char *warning; /* words of it; NULL: none */
} games[] = {
	{1, {{10, 10, 100}}, NULL},
	{1, {{95, 95, 100}}, NULL}, /* exactly a twentieth is left */
	{1, {{95.1, 95.1, 100}}, "only 4.9 ms before"},
	{1, {{100, 100, 100}}, "only 0 ms before"},
	{1, {{100.1, 100.1, 100}}, "0.1 ms after its time"},
	{2, {{115, 115, 100}, {10, 10, 100}}, "15 ms after its time"},
	{2, {{10, 10, 100}, {115, 115, 100}}, "15 ms after its time"},
	{2, {{1000, 1000, 60000}, {990, 990, 1000}}, "only 10 ms before"}, /* of its own limit */
	{2, {{105, 105, 100}, {3, 3, 0}}, "5 ms after its time"}, /* the margin saved both */
	{1, {{50, 65, 100}}, NULL}, /* a fifth and 5 ms more: the clocks differ */
	{1, {{50, 65.1, 100}}, "several threads"},
	{3, {{10, 0, 100}, {10, 30, 100}, {10, 0, 100}}, NULL}, /* what counts is all of it */
	{3, {{10, 20, 100}, {10, 20, 100}, {10, 20, 100}}, "60 ms of processor in 30 ms"},
};

/* All of it is charged. */
static void speed_move(struct bot_speed *s, usec wall, usec cpu, usec allowed)
{
	bot_speed_add(s, &(struct spent){wall, cpu, -1}, wall, allowed);
}

static struct bot_speed speed_of(int row)
{
	struct bot_speed s = {0};
	for (int i = 0; i < games[row].moves; i++)
		speed_move(&s, (usec)(games[row].move[i].wall * 1000),
			(usec)(games[row].move[i].cpu * 1000),
			(usec)(games[row].move[i].allowed * 1000));
	return s;
}

START_TEST(a_bot_is_warned_of_what_loses_games_and_of_nothing_else)
	{
		char text[512] = "";
		struct bot_speed s = speed_of(_i);
		bool warned = bot_speed_warn(&s, text, sizeof text);
		ck_assert_msg(warned == (games[_i].warning != NULL), "%s", text);
		if (warned)
			ck_assert_msg(strstr(text, games[_i].warning) != NULL, "%s", text);
	}
END_TEST

START_TEST(what_is_not_charged_is_no_reason_for_a_warning)
	{
		char text[512];
		struct bot_speed s = {0};
		bot_speed_add(&s, &(struct spent){200000, 10000, 190000}, 10000, 100000);
		ck_assert(!bot_speed_warn(&s, text, sizeof text));
	}
END_TEST

START_TEST(no_number_is_told_with_an_exponent)
	{
		char text[512];
		struct bot_speed s = {0};
		speed_move(&s, 999900, 999900, 1500 * SECOND);
		bot_speed_write(&s, text, sizeof text);
		ck_assert_str_eq(text,
			"1 move: 1 s at least, 1 s on average, 1 s at most, of 1500 s; processor: 1 s on average, 1 s at most");
	}
END_TEST

START_TEST(the_line_tells_least_mean_and_most)
	{
		char text[512];
		struct bot_speed s = {0};
		speed_move(&s, 2000, 1000, 50000);
		speed_move(&s, 1000, 1000, 50000);
		speed_move(&s, 6000, 4000, 50000);
		bot_speed_write(&s, text, sizeof text);
		ck_assert_str_eq(text,
			"3 moves: 1 ms at least, 3 ms on average, 6 ms at most, of 50 ms; processor: 2 ms on average, 4 ms at most");
	}
END_TEST

SUITE("referee/check/bot-speed",
	LOOP(a_bot_is_warned_of_what_loses_games_and_of_nothing_else, sizeof games / sizeof *games),
	CASE(what_is_not_charged_is_no_reason_for_a_warning),
	CASE(no_number_is_told_with_an_exponent), CASE(the_line_tells_least_mean_and_most))
