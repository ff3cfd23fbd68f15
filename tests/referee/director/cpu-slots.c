/*
 * Arbiters share the processors evenly, also while their number changes.
 */
#include "referee/director/cpu-slots.h"

#include "tests/lib/suite.h"

START_TEST(the_first_of_the_emptiest_slots_is_taken)
	{
		struct cpu_slots slots;
		cpu_slots_init(&slots, 3);
		for (int i = 0; i < 7; i++)
			ck_assert_int_eq(cpu_slots_take(&slots), i % 3);
		cpu_slots_release(&slots, 2);
		ck_assert_int_eq(cpu_slots_take(&slots), 2);
		cpu_slots_release(&slots, 1);
		cpu_slots_release(&slots, 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 2);
	}
END_TEST

START_TEST(slots_that_are_taken_stay_so_when_their_number_changes)
	{
		struct cpu_slots slots;
		cpu_slots_init(&slots, CPU_SLOTS_MAX);
		for (int i = 0; i < CPU_SLOTS_MAX; i++)
			ck_assert_int_eq(cpu_slots_take(&slots), i);
		cpu_slots_resize(&slots, 2);
		ck_assert_int_eq(cpu_slots_take(&slots), 0);
		cpu_slots_release(&slots, CPU_SLOTS_MAX - 1); /* begun when there were more */
		ck_assert_int_eq(cpu_slots_take(&slots), 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 0);
		cpu_slots_resize(&slots, CPU_SLOTS_MAX);
		ck_assert_int_eq(cpu_slots_take(&slots), CPU_SLOTS_MAX - 1);
		ck_assert_int_eq(cpu_slots_take(&slots), 2);
	}
END_TEST

START_TEST(one_slot_takes_all)
	{
		struct cpu_slots slots;
		cpu_slots_init(&slots, 1);
		for (int i = 0; i < 5; i++)
			ck_assert_int_eq(cpu_slots_take(&slots), 0);
	}
END_TEST

SUITE("referee/director/cpu-slots", CASE(the_first_of_the_emptiest_slots_is_taken),
	CASE(slots_that_are_taken_stay_so_when_their_number_changes), CASE(one_slot_takes_all))
