/*
 * Sets of numbers, 0 among them, beside an array that says the same.
 */
#include "base/number-set.h"

#include "tests/lib/suite.h"

START_TEST(a_set_has_what_was_added_once_and_nothing_else)
	{
		enum { MOST = 5000 };
		static bool has[MOST];
		struct number_set s;
		size_t count = 0;
		uint64_t next = 1;
		number_set_init(&s);
		ck_assert(!number_set_has(&s, 0) && !number_set_has(&s, 1));
		for (int i = 0; i < 3 * MOST; i++) {
			next = next * UINT64_C(6364136223846793005) + 1442695040888963407u;
			uint64_t number = (next >> 33) % MOST;
			/* Some of them far apart, with the same low bits. */
			uint64_t kept = number % 3 == 0 ? number << 40 : number;
			ck_assert_int_eq(number_set_add(&s, kept), !has[number]);
			count += !has[number];
			has[number] = true;
			ck_assert_uint_eq(number_set_count(&s), count);
		}
		for (uint64_t number = 0; number < MOST; number++)
			ck_assert_int_eq(
				number_set_has(&s, number % 3 == 0 ? number << 40 : number),
				has[number]);
		ck_assert(!number_set_has(&s, MOST));
		number_set_clear(&s);
		ck_assert_uint_eq(number_set_count(&s), 0);
		ck_assert(!number_set_has(&s, 1));
	}
END_TEST

/* It is a number like any other, also when the set grows after it. */
START_TEST(zero_stays)
	{
		struct number_set s;
		number_set_init(&s);
		ck_assert(number_set_add(&s, 0));
		ck_assert(!number_set_add(&s, 0));
		for (uint64_t number = 1; number <= 1000; number++)
			ck_assert(number_set_add(&s, number));
		ck_assert(number_set_has(&s, 0));
		ck_assert_uint_eq(number_set_count(&s), 1001);
		number_set_clear(&s);
		ck_assert(!number_set_has(&s, 0));
	}
END_TEST

SUITE("base/number-set", CASE(a_set_has_what_was_added_once_and_nothing_else), CASE(zero_stays))
