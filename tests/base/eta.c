/*
 * How long it will take, counted by hand.
 */
#include "base/eta.h"

#include "tests/lib/suite.h"

#define BEGIN (1000 * SECOND)

START_TEST(before_anything_is_done_nobody_knows)
	{
		struct eta eta = {.count = 0};
		ck_assert_int_eq(eta_left(&eta, BEGIN, 10), -1);
		eta_note(&eta, BEGIN, 0);
		ck_assert_int_eq(eta_left(&eta, BEGIN + SECOND, 10), -1);
		ck_assert_double_eq(eta_per_minute(&eta, BEGIN + SECOND), -1);
	}
END_TEST

/* 100 were there; 100 more in 10 seconds, and then 200 are missing. */
START_TEST(an_even_pace_goes_on)
	{
		struct eta eta = {.count = 0};
		for (long i = 0; i <= 100; i++)
			eta_note(&eta, BEGIN + i * 100 * MILLISECOND, 100 + i);
		ck_assert_int_eq(eta_left(&eta, BEGIN + 10 * SECOND, 200), 20 * SECOND);
		ck_assert_double_eq_tol(eta_per_minute(&eta, BEGIN + 10 * SECOND), 600, 1e-9);
		ck_assert_int_eq(eta_left(&eta, BEGIN + 10 * SECOND, 0), 0);
	}
END_TEST

/* 10 000 in ten seconds, then one each ten seconds: a mean of all would say 41 ms each. */
START_TEST(quick_games_promise_nothing_of_slow_ones)
	{
		struct eta eta = {.count = 0};
		for (long i = 0; i <= 10000; i++)
			eta_note(&eta, BEGIN + i * MILLISECOND, i);
		for (long i = 1; i <= 40; i++)
			eta_note(&eta, BEGIN + (10 + 10 * i) * SECOND, 10000 + i);
		ck_assert_int_eq(eta_left(&eta, BEGIN + 410 * SECOND, 6), 60 * SECOND);
	}
END_TEST

/* A run waits for a bot: the longer that has taken, the longer it may take. */
START_TEST(a_wait_is_never_shorter_than_it_was_so_far)
	{
		struct eta eta = {.count = 0};
		for (long i = 0; i <= 10000; i++)
			eta_note(&eta, BEGIN + i * MILLISECOND, i);
		ck_assert_int_lt(eta_left(&eta, BEGIN + 10 * SECOND, 2), SECOND);
		ck_assert_int_eq(eta_left(&eta, BEGIN + 70 * SECOND, 2), 60 * SECOND);
		ck_assert_int_eq(eta_left(&eta, BEGIN + 70 * SECOND, 0), 0);
	}
END_TEST

SUITE("base/eta", CASE(before_anything_is_done_nobody_knows), CASE(an_even_pace_goes_on),
	CASE(quick_games_promise_nothing_of_slow_ones),
	CASE(a_wait_is_never_shorter_than_it_was_so_far))
