/*
 * Numbers of what comes and goes: the least that is free, and what was last kept of each.
 */
#include "referee/daemon/id-allocator.h"

#include "tests/suite.h"

START_TEST(each_gets_the_least_number_that_is_free)
	{
		struct numbers n = {NULL, 0};
		for (int i = 1; i <= 100; i++)
			ck_assert_int_eq(numbers_take(&n), i);
		numbers_give(&n, 7);
		numbers_give(&n, 3);
		ck_assert_int_eq(numbers_take(&n), 3);
		ck_assert_int_eq(numbers_take(&n), 7);
		ck_assert_int_eq(numbers_take(&n), 101);
		numbers_clear(&n);
		ck_assert_int_eq(numbers_take(&n), 1);
		numbers_clear(&n);
	}
END_TEST

START_TEST(of_a_number_the_last_game_that_had_it_is_known)
	{
		struct numbers n = {NULL, 0};
		ck_assert_ptr_null(numbers_kept(&n, 1));
		int number = numbers_take(&n);
		ck_assert_ptr_null(numbers_kept(&n, number)); /* it is being played */
		ck_assert_ptr_null(numbers_kept(&n, 0));
		ck_assert_ptr_null(numbers_kept(&n, -1));
		ck_assert_ptr_null(numbers_kept(&n, 1000));
		numbers_keep(&n, number, 12, "cup.db");
		numbers_give(&n, number);
		const struct number_kept *kept = numbers_kept(&n, number);
		ck_assert_ptr_nonnull(kept);
		ck_assert_int_eq(kept->game, 12);
		ck_assert_str_eq(kept->db, "cup.db");
		ck_assert_int_eq(numbers_take(&n), number);
		numbers_keep(&n, number, 13, "a\tb.db");
		kept = numbers_kept(&n, number);
		ck_assert_int_eq(kept->game, 13);
		ck_assert_str_eq(kept->db, "a\\x09b.db");
		ck_assert_ptr_null(numbers_kept(&n, number + 1));
		numbers_clear(&n);
	}
END_TEST

START_TEST(each_of_many_numbers_keeps_its_own_game)
	{
		struct numbers n = {NULL, 0};
		for (int i = 1; i <= 100; i++) {
			/* At once, so that the last one that there is room for is among them. */
			numbers_keep(&n, numbers_take(&n), 1000 + i, "cup.db");
			ck_assert_ptr_nonnull(numbers_kept(&n, i));
		}
		for (int i = 1; i <= 100; i++)
			ck_assert_int_eq(numbers_kept(&n, i)->game, 1000 + i);
		numbers_clear(&n);
	}
END_TEST

SUITE("tournament/numbers", CASE(each_gets_the_least_number_that_is_free),
	CASE(of_a_number_the_last_game_that_had_it_is_known),
	CASE(each_of_many_numbers_keeps_its_own_game))
