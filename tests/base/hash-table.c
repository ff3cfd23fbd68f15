/*
 * Hash tables of numbers, 0 among them, and of texts, beside an array that says the same.
 */
#include "base/hash-table.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { MOST = 5000 };

/* Some of them far apart, with the same low bits. */
static uint64_t key_of(uint64_t number)
{
	return number % 3 == 0 ? number << 40 : number;
}

static uint64_t drawn(uint64_t *stream)
{
	*stream = *stream * UINT64_C(6364136223846793005) + 1442695040888963407u;
	return *stream >> 33;
}

START_TEST(a_set_has_what_was_added_once_and_nothing_else)
	{
		static bool has[MOST];
		struct hash_table t = {.value = 0};
		size_t count = 0;
		uint64_t stream = 1;
		ck_assert(!hash_table_has(&t, 0) && !hash_table_has(&t, 1));
		for (int i = 0; i < 3 * MOST; i++) {
			uint64_t number = drawn(&stream) % MOST;
			ck_assert_int_eq(hash_table_add(&t, key_of(number)), !has[number]);
			count += !has[number];
			has[number] = true;
			ck_assert_uint_eq(t.count, count);
			ck_assert(2 * t.count <= t.size + 2);
		}
		for (uint64_t number = 0; number < MOST; number++)
			ck_assert_int_eq(hash_table_has(&t, key_of(number)), has[number]);
		ck_assert(!hash_table_has(&t, MOST));
		hash_table_clear(&t);
		ck_assert_uint_eq(t.count, 0);
		ck_assert(hash_table_find(&t, 1) == NULL && !hash_table_remove(&t, 1));
	}
END_TEST

/* Three numbers, which fill their slot but not its last word. */
struct row {
	int32_t a, b, c;
};

START_TEST(keys_keep_their_values_while_others_come_and_go)
	{
		static int32_t held[MOST]; /* 0: it is not there */
		struct hash_table t = {.value = sizeof(struct row)};
		uint64_t stream = 2, key;
		size_t count = 0, at = 0;
		struct row *r;
		for (int i = 1; i <= 20 * MOST; i++) {
			uint64_t number = drawn(&stream) % MOST;
			if (drawn(&stream) % 2 == 0) {
				ck_assert_int_eq(
					hash_table_remove(&t, key_of(number)), held[number] != 0);
				count -= held[number] != 0;
				held[number] = 0;
				continue;
			}
			r = hash_table_get(&t, key_of(number));
			ck_assert_int_eq(r->a, held[number]);
			ck_assert_int_eq(r->c, -held[number]);
			count += held[number] == 0;
			held[number] = i;
			*r = (struct row){i, 0, -i};
			ck_assert_uint_eq(t.count, count);
		}
		for (uint64_t number = 0; number < MOST; number++) {
			r = hash_table_find(&t, key_of(number));
			ck_assert_int_eq(r != NULL ? r->a : 0, held[number]);
		}
		while ((r = hash_table_next(&t, &at, &key)) != NULL) {
			uint64_t number = key >> 40 != 0 ? key >> 40 : key;
			ck_assert_int_eq(r->a, held[number]);
			ck_assert_int_ne(r->a, 0);
			held[number] = 0;
			count--;
		}
		ck_assert_uint_eq(count, 0);
		hash_table_clear(&t);
	}
END_TEST

/* It is a number like any other, also when the table grows after it. */
START_TEST(zero_stays)
	{
		struct hash_table t = {.value = sizeof(uint64_t)};
		uint64_t key = 7;
		size_t at = 0;
		*(uint64_t *)hash_table_get(&t, 0) = 42;
		ck_assert_ptr_nonnull(hash_table_next(&t, &at, &key));
		ck_assert_uint_eq(key, 0);
		ck_assert_ptr_null(hash_table_next(&t, &at, &key));
		ck_assert(!hash_table_add(&t, 0));
		for (uint64_t number = 1; number <= 1000; number++)
			ck_assert(hash_table_add(&t, number));
		ck_assert_uint_eq(*(uint64_t *)hash_table_find(&t, 0), 42);
		ck_assert_uint_eq(t.count, 1001);
		ck_assert(hash_table_remove(&t, 0) && !hash_table_remove(&t, 0));
		ck_assert_ptr_null(hash_table_find(&t, 0));
		ck_assert_uint_eq(*(uint64_t *)hash_table_get(&t, 0), 0);
		hash_table_clear(&t);
		ck_assert_ptr_null(hash_table_find(&t, 0));
	}
END_TEST

START_TEST(texts_are_known_by_what_they_say)
	{
		enum { TEXTS = 1000 };
		static char text[TEXTS][16];
		struct hash_table t = {.value = sizeof(int), .texts = true};
		char same[16];
		ck_assert_ptr_null(hash_table_find_text(&t, ""));
		for (int i = 0; i < TEXTS; i++) {
			snprintf(text[i], sizeof text[i], "%d", i);
			*(int *)hash_table_get_text(&t, i > 0 ? text[i] : "") = i;
		}
		ck_assert_uint_eq(t.count, TEXTS);
		ck_assert_int_eq(*(int *)hash_table_find_text(&t, ""), 0);
		for (int i = 1; i < TEXTS; i++) {
			snprintf(same, sizeof same, "%d", i);
			ck_assert_int_eq(*(int *)hash_table_find_text(&t, same), i);
			ck_assert_int_eq(*(int *)hash_table_get_text(&t, same), i);
			ck_assert_int_eq(hash_table_remove_text(&t, same), true);
			ck_assert_ptr_null(hash_table_find_text(&t, same));
		}
		ck_assert_uint_eq(t.count, 1);
		hash_table_clear(&t);
		ck_assert(t.texts && t.value == sizeof(int));
	}
END_TEST

SUITE("base/hash-table", CASE(a_set_has_what_was_added_once_and_nothing_else),
	CASE(keys_keep_their_values_while_others_come_and_go), CASE(zero_stays),
	CASE(texts_are_known_by_what_they_say))
