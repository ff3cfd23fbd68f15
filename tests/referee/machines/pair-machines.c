/*
 * The table of pairs, compared with a plain list.
 */
#include "referee/machines/pair-machines.h"

#include <string.h>

#include "tests/lib/suite.h"

START_TEST(a_pair_is_known_from_its_first_game_to_its_last)
	{
		struct pair_machines p = {.pairs = {.count = 0}};
		ck_assert_int_eq(pair_machines_find(&p, 7), -1);
		pair_machines_begin(&p, 7, 3, 3);
		ck_assert_int_eq(pair_machines_find(&p, 7), 3);
		pair_machines_begin(&p, 7, 5, 3);
		ck_assert_int_eq(pair_machines_find(&p, 7), 5);
		pair_machines_move(&p, 7, 6);
		ck_assert_int_eq(pair_machines_find(&p, 7), 6);
		pair_machines_begin(&p, 7, 5, 3);
		ck_assert_int_eq(pair_machines_find(&p, 7), -1);
		pair_machines_move(&p, 7, 6);
		ck_assert_int_eq(pair_machines_find(&p, 7), -1);
		pair_machines_begin(&p, 8, 1, 1);
		ck_assert_int_eq(pair_machines_find(&p, 8), -1);
		ck_assert_uint_eq(p.pairs.count, 0);
		pair_machines_clear(&p);
	}
END_TEST

/* Seeds that all want few places, added and removed in disorder. */
START_TEST(many_pairs_are_as_in_a_list)
	{
		enum { SEEDS = 200 };
		struct pair_machines p = {.pairs = {.count = 0}};
		int machine[SEEDS], begun[SEEDS];
		uint64_t random = 1;
		memset(begun, 0, sizeof begun);
		for (int step = 0; step < 20000; step++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			int i = (int)(random >> 33) % SEEDS;
			uint64_t seed = (uint64_t)(i % 8) + ((uint64_t)i << 32);
			machine[i] = (int)(random >> 50) & 7;
			pair_machines_begin(&p, seed, machine[i], 2);
			begun[i] = !begun[i];
			for (int k = step % 50; k < SEEDS; k += 50) {
				uint64_t other = (uint64_t)(k % 8) + ((uint64_t)k << 32);
				ck_assert_int_eq(
					pair_machines_find(&p, other), begun[k] ? machine[k] : -1);
			}
		}
		pair_machines_clear(&p);
	}
END_TEST

START_TEST(a_full_table_forgets_and_goes_on)
	{
		struct pair_machines p = {.pairs = {.count = 0}};
		for (uint64_t i = 0; i < PAIR_MACHINES_MAX + 1; i++)
			pair_machines_begin(&p, i * 0x9e3779b97f4a7c15u, 1, 2);
		ck_assert_uint_eq(p.pairs.count, 1);
		ck_assert_int_eq(
			pair_machines_find(&p, PAIR_MACHINES_MAX * 0x9e3779b97f4a7c15u), 1);
		pair_machines_clear(&p);
	}
END_TEST

SUITE("referee/machines/pair-machines", CASE(a_pair_is_known_from_its_first_game_to_its_last),
	CASE(many_pairs_are_as_in_a_list), CASE(a_full_table_forgets_and_goes_on))
