/*
 * Waits that grow, worked out by hand.
 */
#include "base/restart-backoff.h"

#include "tests/lib/suite.h"

#define BEGIN (1000 * SECOND)

START_TEST(each_wait_is_twice_the_one_before_up_to_half_a_minute)
	{
		static const int tenths[] = {5, 10, 20, 40, 80, 160, 300, 300};
		struct restart_backoff b = {0};
		usec now = BEGIN;
		for (size_t i = 0; i < sizeof tenths / sizeof *tenths; i++) {
			restart_backoff_start(&b, now);
			now += SECOND;
			usec wait = restart_backoff_fail(&b, now);
			ck_assert_int_eq(wait, tenths[i] * (SECOND / 10));
			now += wait;
		}
	}
END_TEST

START_TEST(what_has_lasted_for_a_minute_is_waited_for_as_the_first_time)
	{
		struct restart_backoff b = {0};
		restart_backoff_start(&b, BEGIN);
		restart_backoff_fail(&b, BEGIN);
		restart_backoff_start(&b, BEGIN);
		ck_assert_int_eq(restart_backoff_fail(&b, BEGIN + 59 * SECOND), SECOND);
		restart_backoff_start(&b, BEGIN);
		ck_assert_int_eq(restart_backoff_fail(&b, BEGIN + 60 * SECOND), SECOND / 2);
	}
END_TEST

START_TEST(a_thousand_ends_do_not_overflow)
	{
		struct restart_backoff b = {0};
		for (int i = 0; i < 1000; i++) {
			restart_backoff_start(&b, BEGIN);
			ck_assert_int_le(restart_backoff_fail(&b, BEGIN), 30 * SECOND);
		}
	}
END_TEST

SUITE("base/restart-backoff", CASE(each_wait_is_twice_the_one_before_up_to_half_a_minute),
	CASE(what_has_lasted_for_a_minute_is_waited_for_as_the_first_time),
	CASE(a_thousand_ends_do_not_overflow))
