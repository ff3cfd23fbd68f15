/*
 * answer-cache.c - the cache against an array that remembers all.
 */
#include "rules/process/answer-cache.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "rules/rules.h"
#include "tests/lib/suite.h"

enum { KEYS = 3000, STEPS = 60000, VALUE = 900 };

START_TEST(a_value_is_the_last_one_that_was_put_or_it_is_unknown)
	{
		struct answer_cache *c = answer_cache_create(0);
		static int last[KEYS]; /* 0: never put */
		char key[32], value[VALUE];
		uint64_t random = 7;
		int known = 0, unknown = 0;
		memset(last, 0, sizeof last);
		for (int step = 1; step <= STEPS; step++) {
			int k = (int)random_below(&random, KEYS);
			size_t length = (size_t)sprintf(key, "key %d", k), size;
			if (random_below(&random, 2) == 0) {
				memset(value, 'a' + k % 26, sizeof value);
				memcpy(value, &step, sizeof step);
				ck_assert(answer_cache_put(c, key, length, value,
					sizeof step + (size_t)(k % (VALUE - (int)sizeof step))));
				last[k] = step;
				continue;
			}
			const int *got = answer_cache_get(c, key, length, &size);
			known += got != NULL;
			unknown += got == NULL && last[k] != 0;
			if (got != NULL) {
				ck_assert_int_eq(*got, last[k]);
				ck_assert_uint_eq(size,
					sizeof step + (size_t)(k % (VALUE - (int)sizeof step)));
			}
		}
		/* It has less room than all values take, and uses it. */
		ck_assert_int_gt(known, 1000);
		ck_assert_int_gt(unknown, 100);
		answer_cache_clear(c);
		ck_assert_ptr_null(answer_cache_get(c, "key 1", 5, NULL));
		answer_cache_free(c);
		answer_cache_free(NULL);
	}
END_TEST

START_TEST(the_value_that_was_used_last_stays)
	{
		struct answer_cache *c = answer_cache_create(0);
		static char value[60000];
		char key[32];
		ck_assert(answer_cache_put(c, "kept", 4, "x", 2));
		for (int i = 0; i < 1000; i++) {
			ck_assert(answer_cache_put(
				c, key, (size_t)sprintf(key, "%d", i), value, sizeof value));
			ck_assert_str_eq(answer_cache_get(c, "kept", 4, NULL), "x");
		}
		ck_assert_ptr_null(answer_cache_get(c, "0", 1, NULL));
		ck_assert_ptr_nonnull(answer_cache_get(c, "999", 3, NULL));
		answer_cache_free(c);
	}
END_TEST

/* Beside its key and its value an entry takes less than 128 bytes. */
START_TEST(what_went_has_made_room_for_as_much)
	{
		enum { PUTS = 50000, KEY = 400, SIZE = 100 };
		struct answer_cache *c = answer_cache_create(0);
		static char key[KEY + 1], value[SIZE];
		int kept = 0;
		for (int i = 0; i < PUTS; i++) {
			snprintf(key, sizeof key, "%0400d", i);
			ck_assert(answer_cache_put(c, key, KEY, value, SIZE));
		}
		for (int i = PUTS - 1; i >= 0; i--, kept++) {
			snprintf(key, sizeof key, "%0400d", i);
			if (answer_cache_get(c, key, KEY, NULL) == NULL)
				break;
		}
		ck_assert_int_ge(kept, ANSWER_CACHE_LEAST / (KEY + SIZE + 128));
		ck_assert_int_le(kept, ANSWER_CACHE_LEAST / (KEY + SIZE));
		answer_cache_free(c);
	}
END_TEST

START_TEST(a_value_that_takes_the_place_of_another_pushes_nothing_out)
	{
		struct answer_cache *c = answer_cache_create(0);
		static char value[60000];
		char key[32];
		for (int i = 0; i < 8; i++)
			ck_assert(answer_cache_put(
				c, key, (size_t)sprintf(key, "%d", i), value, sizeof value));
		for (int i = 0; i < 1000; i++)
			ck_assert(answer_cache_put(
				c, "again", 5, value, sizeof value - (size_t)i % 7));
		for (int i = 0; i < 8; i++)
			ck_assert_ptr_nonnull(
				answer_cache_get(c, key, (size_t)sprintf(key, "%d", i), NULL));
		answer_cache_free(c);
	}
END_TEST

SUITE("rules/process/answer-cache", CASE(a_value_is_the_last_one_that_was_put_or_it_is_unknown),
	CASE(the_value_that_was_used_last_stays), CASE(what_went_has_made_room_for_as_much),
	CASE(a_value_that_takes_the_place_of_another_pushes_nothing_out))
