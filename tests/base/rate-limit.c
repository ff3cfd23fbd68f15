/*
 * Rate limits in lines a second, counted by hand.
 */
#include "base/rate-limit.h"

#include "tests/lib/suite.h"

#define BEGIN (1000 * SECOND)

static int say(struct rate_limit *limit, int lines, usec now)
{
	int said = 0;
	for (int i = 0; i < lines; i++)
		said += rate_limit_allows(limit, now);
	return said;
}

START_TEST(a_burst_is_said_and_then_four_a_second)
	{
		struct rate_limit limit = {0};
		ck_assert_int_eq(say(&limit, 100, BEGIN), 20);
		ck_assert_int_eq(say(&limit, 100, BEGIN), 0);
		ck_assert_int_eq(say(&limit, 100, BEGIN + SECOND), 4);
		ck_assert_int_eq(say(&limit, 100, BEGIN + 3 * SECOND), 8);
		ck_assert_int_eq(say(&limit, 100, BEGIN + 100 * SECOND), 20);
	}
END_TEST

START_TEST(what_is_not_said_is_counted_once_when_there_is_room_again)
	{
		struct rate_limit limit = {0};
		ck_assert_int_eq(rate_limit_lost(&limit, BEGIN), 0);
		say(&limit, 25, BEGIN);
		ck_assert_int_eq(rate_limit_lost(&limit, BEGIN), 0);
		ck_assert_int_eq(rate_limit_lost(&limit, BEGIN + SECOND), 5);
		ck_assert_int_eq(rate_limit_lost(&limit, BEGIN + SECOND), 0);
	}
END_TEST

START_TEST(a_line_now_and_then_is_always_said)
	{
		struct rate_limit limit = {0};
		for (int i = 0; i < 1000; i++)
			ck_assert_int_eq(say(&limit, 1, BEGIN + i * SECOND / 4), 1);
	}
END_TEST

START_TEST(six_at_once_and_then_one_every_ten_minutes)
	{
		usec spent = 0, cost = 600 * SECOND;
		for (int i = 0; i < 6; i++) {
			ck_assert_int_le(rate_limit_wait(spent, cost, 6, 10 * BEGIN), 0);
			ck_assert(rate_limit_charge(&spent, cost, 6, 10 * BEGIN));
		}
		ck_assert_int_eq(rate_limit_wait(spent, cost, 6, 10 * BEGIN), cost);
		ck_assert(!rate_limit_charge(&spent, cost, 6, 10 * BEGIN + cost - 1));
		ck_assert_int_eq(rate_limit_wait(spent, cost, 6, 10 * BEGIN + cost - 1), 1);
		ck_assert(rate_limit_charge(&spent, cost, 6, 10 * BEGIN + cost));
	}
END_TEST

SUITE("base/rate-limit", CASE(a_burst_is_said_and_then_four_a_second),
	CASE(what_is_not_said_is_counted_once_when_there_is_room_again),
	CASE(a_line_now_and_then_is_always_said), CASE(six_at_once_and_then_one_every_ten_minutes))
