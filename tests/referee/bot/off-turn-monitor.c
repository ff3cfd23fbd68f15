/*
 * Thinking out of turn: what is noticed, what is free.
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

SUITE("referee/bot/off-turn-monitor",
	LOOP(more_than_a_moment_and_more_than_a_twentieth_is_noticed, sizeof uses / sizeof *uses),
	CASE(the_results_say_how_much_it_was))
