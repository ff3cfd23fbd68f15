/*
 * solver-table.c - the table keeps what it is given, and never takes one position for another.
 */
#include "bots/connect4/solver-table.h"

#include "tests/lib/suite.h"

/* On both sides of what is near. */
static const int stones[] = {0, SOLVER_TABLE_NEAR_STONES - 1, SOLVER_TABLE_NEAR_STONES, 41};

START_TEST(bounds_come_back_as_they_were_kept)
	{
		struct solver_table t;
		ck_assert(solver_table_init(&t, 2));
		for (int score = -21; score <= 21; score++) {
			int low, high;
			struct solver_table_slot slot =
				solver_table_slot(&t, (uint64_t)(1000 + score), stones[_i]);
			ck_assert(!solver_table_probe(&slot, &low, &high));
			solver_table_store(&slot, -21, score, 1);
			solver_table_store(&slot, score > 0 ? 0 : -21, score, 100);
			ck_assert(solver_table_probe(&slot, &low, &high));
			ck_assert_int_eq(low, score > 0 ? 0 : -21);
			ck_assert_int_eq(high, score);
		}
		solver_table_clear(&t);
	}
END_TEST

/* Keys of all sizes; those that fall out of a full bucket may be missing, never wrong. */
START_TEST(no_key_is_taken_for_another)
	{
		struct solver_table t;
		ck_assert(solver_table_init(&t, 2));
		uint64_t key = 1;
		int found = 0, keys = 200000;
		for (int pass = 0; pass < 2; pass++, key = 1)
			for (int i = 0; i < keys; i++) {
				key = (key * UINT64_C(6364136223846793005) + 1442695040888963407) &
				      ((UINT64_C(1) << SOLVER_TABLE_KEY_BITS) - 1);
				int score = (int)(key % 43) - 21, low, high;
				struct solver_table_slot slot =
					solver_table_slot(&t, key, stones[_i]);
				if (pass == 0) {
					solver_table_store(&slot, score, score, key % 1000);
				} else if (solver_table_probe(&slot, &low, &high)) {
					ck_assert_int_eq(low, score);
					found++;
				}
			}
		ck_assert_int_gt(found, 1000);
		solver_table_clear(&t);
	}
END_TEST

/* The key that the multiplier scatters to h: h times its inverse (Newton's steps). */
static uint64_t key_of(uint64_t h)
{
	uint64_t inverse = 1;
	for (int i = 0; i < 6; i++)
		inverse *= 2 - UINT64_C(0x9E3779B97F4A7C15) * inverse;
	return h * inverse & ((UINT64_C(1) << SOLVER_TABLE_KEY_BITS) - 1);
}

/* The nearest neighbours there are: one bit of the scattered key apart. */
START_TEST(keys_one_bit_apart_are_told_apart)
	{
		struct solver_table t;
		int low, high;
		ck_assert(solver_table_init(&t, 64));
		for (int grown = 0; grown < SOLVER_TABLE_TIERS; grown++, solver_table_grow(&t)) {
			uint64_t h = UINT64_C(0x123456789abcd);
			struct solver_table_slot slot =
				solver_table_slot(&t, key_of(h), stones[_i]);
			solver_table_store(&slot, 0, 0, 1);
			for (int bit = 0; bit < SOLVER_TABLE_KEY_BITS; bit++) {
				uint64_t other = key_of(h ^ UINT64_C(1) << bit);
				struct solver_table_slot beside =
					solver_table_slot(&t, other, stones[_i]);
				ck_assert(!solver_table_probe(&beside, &low, &high));
			}
			ck_assert(solver_table_probe(&slot, &low, &high));
		}
		solver_table_clear(&t);
	}
END_TEST

START_TEST(nothing_is_known_after_forgetting_and_growing_keeps_the_near_ones)
	{
		struct solver_table t;
		int low, high;
		ck_assert(solver_table_init(&t, 2));
		for (int round = 0; round < 3 * SOLVER_TABLE_GENERATIONS; round++) {
			struct solver_table_slot near =
				solver_table_slot(&t, 77, SOLVER_TABLE_NEAR_STONES);
			struct solver_table_slot far = solver_table_slot(&t, 77, 0);
			ck_assert(!solver_table_probe(&near, &low, &high));
			ck_assert(!solver_table_probe(&far, &low, &high));
			solver_table_store(&near, 1, 2, 10);
			solver_table_store(&far, 3, 4, 10);
			solver_table_grow(&t);
			far = solver_table_slot(&t, 77, 0);
			ck_assert(!solver_table_probe(&far, &low, &high));
			solver_table_store(&far, 5, 6, 10);
			ck_assert(solver_table_probe(&near, &low, &high));
			ck_assert_int_eq(high, 2);
			solver_table_forget(&t);
		}
		solver_table_clear(&t);
	}
END_TEST

SUITE("bots/connect4/solver-table",
	LOOP(bounds_come_back_as_they_were_kept, sizeof(stones) / sizeof(*stones)),
	LOOP(no_key_is_taken_for_another, sizeof(stones) / sizeof(*stones)),
	LOOP(keys_one_bit_apart_are_told_apart, sizeof(stones) / sizeof(*stones)),
	CASE(nothing_is_known_after_forgetting_and_growing_keeps_the_near_ones))
