/*
 * Numbers of what comes and goes: the least that is free, and what was last kept of each.
 */
#include "referee/daemon/id-allocator.h"

#include "tests/lib/suite.h"

START_TEST(each_gets_the_least_number_that_is_free)
	{
		struct id_allocator ids = {NULL, 0};
		for (int i = 1; i <= 100; i++)
			ck_assert_int_eq(id_allocator_take(&ids), i);
		id_allocator_release(&ids, 7);
		id_allocator_release(&ids, 3);
		ck_assert_int_eq(id_allocator_take(&ids), 3);
		ck_assert_int_eq(id_allocator_take(&ids), 7);
		ck_assert_int_eq(id_allocator_take(&ids), 101);
		id_allocator_clear(&ids);
		ck_assert_int_eq(id_allocator_take(&ids), 1);
		id_allocator_clear(&ids);
	}
END_TEST

START_TEST(of_a_number_the_last_game_that_had_it_is_known)
	{
		struct id_allocator ids = {NULL, 0};
		ck_assert_ptr_null(id_allocator_kept(&ids, 1));
		int number = id_allocator_take(&ids);
		ck_assert_ptr_null(id_allocator_kept(&ids, number)); /* it is being played */
		ck_assert_ptr_null(id_allocator_kept(&ids, 0));
		ck_assert_ptr_null(id_allocator_kept(&ids, -1));
		ck_assert_ptr_null(id_allocator_kept(&ids, 1000));
		id_allocator_keep(&ids, number, 12, "cup.db");
		id_allocator_release(&ids, number);
		const struct number_kept *kept = id_allocator_kept(&ids, number);
		ck_assert_ptr_nonnull(kept);
		ck_assert_int_eq(kept->game, 12);
		ck_assert_str_eq(kept->db, "cup.db");
		ck_assert_int_eq(id_allocator_take(&ids), number);
		id_allocator_keep(&ids, number, 13, "a\tb.db");
		kept = id_allocator_kept(&ids, number);
		ck_assert_int_eq(kept->game, 13);
		ck_assert_str_eq(kept->db, "a\\x09b.db");
		ck_assert_ptr_null(id_allocator_kept(&ids, number + 1));
		id_allocator_clear(&ids);
	}
END_TEST

START_TEST(each_of_many_numbers_keeps_its_own_game)
	{
		struct id_allocator ids = {NULL, 0};
		for (int i = 1; i <= 100; i++) {
			/* At once, so that the last one that there is room for is among them. */
			id_allocator_keep(&ids, id_allocator_take(&ids), 1000 + i, "cup.db");
			ck_assert_ptr_nonnull(id_allocator_kept(&ids, i));
		}
		for (int i = 1; i <= 100; i++)
			ck_assert_int_eq(id_allocator_kept(&ids, i)->game, 1000 + i);
		id_allocator_clear(&ids);
	}
END_TEST

SUITE("tournament/numbers", CASE(each_gets_the_least_number_that_is_free),
	CASE(of_a_number_the_last_game_that_had_it_is_known),
	CASE(each_of_many_numbers_keeps_its_own_game))
