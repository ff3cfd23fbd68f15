/*
 * Thinking out of turn: what is noticed, what is free.
 *
 * plain too: it measures processor time.
 */
#include "referee/bot/off-turn-monitor.h"

#include <string.h>

#include "tests/lib/suite.h"

/* In milliseconds. */
static const struct {
	usec cpu, others;
	bool noticed;
} uses[] = {
	{0, 0, false}, {0, 100000, false}, {20, 20, false},	       /* to tidy up */
	{21, 21, true},						       /* a moment, but all of it */
	{21, 419, true},					       /* just over a twentieth */
	{21, 420, false},					       /* a twentieth */
	{500, 10000, false}, {501, 10000, true}, {20000, 10000, true}, /* two threads */
};

START_TEST(more_than_a_moment_and_more_than_a_twentieth_is_noticed)
	{
		usec cpu = uses[_i].cpu * MILLISECOND, others = uses[_i].others * MILLISECOND;
		ck_assert(off_turn_cpu_noticed(cpu, others) == uses[_i].noticed);
	}
END_TEST

START_TEST(the_results_say_how_much_it_was)
	{
		char text[256];
		off_turn_cpu_explain(1234567, 2000000, text, sizeof text);
		ck_assert_ptr_nonnull(strstr(
			text, "used 1234.6 ms of processor in the 2000.0 ms in which it was not "));
	}
END_TEST

/* As if it had been measured, in milliseconds, in games one after the other. */
static const struct game {
	usec cpu, others;
	const char *told; /* NULL: nothing */
} games[] = {
	{0, 10000, NULL},
	{30, 400, "used 30.0 ms of processor in the 400.0 ms in "},
	{0, 5000, NULL},
	{19, 19, NULL},
	{19, 19, NULL},
	{0, 0, NULL},
	{600, 5000, "used 600.0 ms of processor in the 5000.0 ms in "},
};

START_TEST(each_game_counts_alone)
	{
		struct off_turn_monitor monitor;
		off_turn_monitor_init(&monitor, NULL);
		for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
			char text[256] = "";
			/* In two parts, as after two questions. */
			for (int part = 0; part < 2; part++) {
				monitor.idle += games[i].others * MILLISECOND / 2;
				monitor.idle_cpu += games[i].cpu * MILLISECOND / 2;
			}
			ck_assert_msg(off_turn_monitor_report(&monitor, text, sizeof text) ==
					      (games[i].told != NULL),
				"game %zu", i);
			if (games[i].told != NULL)
				ck_assert_ptr_eq(strstr(text, games[i].told), text);
		}
		monitor.ponder = true;
		monitor.idle = monitor.idle_cpu = SECOND;
		char text[256];
		ck_assert(!off_turn_monitor_report(&monitor, text, sizeof text));
	}
END_TEST

SUITE("referee/bot/off-turn-monitor",
	LOOP(more_than_a_moment_and_more_than_a_twentieth_is_noticed, sizeof uses / sizeof *uses),
	CASE(the_results_say_how_much_it_was), CASE(each_game_counts_alone))
