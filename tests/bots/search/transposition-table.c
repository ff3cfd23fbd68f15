/*
 * The table of positions: what was stored is found, what is deep stays longest, and what was
 * forgotten never comes back, however often is forgotten.
 */
#include "bots/search/transposition-table.h"

#include "tests/lib/suite.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static struct transposition_entry entry(uint64_t key, int depth, int64_t value)
{
	return (struct transposition_entry){.key = key,
		.depth = (int16_t)depth,
		.value = value,
		.best = 3,
		.marks = BOUND_LOWER};
}

static int64_t value_of(const struct transposition *t, uint64_t key)
{
	const struct transposition_entry *found = transposition_find(t, key);
	return found != NULL ? found->value : -1;
}

START_TEST(the_table_is_the_largest_of_its_megabytes)
	{
		struct transposition t;
		for (int megabytes = 1; megabytes <= 3; megabytes++) {
			ck_assert(transposition_init(&t, megabytes));
			size_t bytes = (t.mask + 1) * 2 * sizeof *t.entries;
			ck_assert_uint_le(bytes, (size_t)megabytes << 20);
			ck_assert_uint_gt(2 * bytes, (size_t)megabytes << 20);
			ck_assert_uint_eq((t.mask + 1) & t.mask, 0); /* a power of two */
			ck_assert_ptr_null(transposition_find(&t, 0));
			transposition_clear(&t);
		}
	}
END_TEST

/* A first touch may take milliseconds, which a move of five has not. But a bot's memory has a limit,
 * which a large table is beyond when it is full, and not before. */
START_TEST(a_table_is_in_memory_before_the_first_move_unless_it_is_large)
	{
		static const int megabytes[] = {16, 64, 256};
		size_t most = (size_t)64 << 20, large = (size_t)2 << 20;
		struct transposition t;
		ck_assert(transposition_init(&t, megabytes[_i]));
		size_t bytes = (t.mask + 1) * 2 * sizeof *t.entries, touched = 0;
		size_t page = (size_t)sysconf(_SC_PAGESIZE);
		unsigned char *pages = malloc(bytes / page);
		ck_assert_int_eq(mincore(t.entries, bytes, pages), 0);
		for (size_t i = 0; i < bytes / page; i++)
			touched += pages[i] & 1;
		ck_assert_uint_le(bytes < most ? bytes : most, touched * page);
		ck_assert_uint_le(touched * page, most + large);
		free(pages);
		transposition_clear(&t);
	}
END_TEST

/* Keys of one bucket: they differ above the mask. */
START_TEST(of_a_bucket_the_deepest_and_the_newest_stay)
	{
		struct transposition t;
		ck_assert(transposition_init(&t, 1));
		uint64_t step = t.mask + 1, a = 5, b = 5 + step, c = 5 + 2 * step;
		transposition_store(&t, entry(a, 4, 40));
		const struct transposition_entry *found = transposition_find(&t, a);
		ck_assert_ptr_nonnull(found);
		ck_assert(found->depth == 4 && found->best == 3 && found->marks == BOUND_LOWER);
		/* less deep: beside it; as deep: in front of it; the last one gives way */
		transposition_store(&t, entry(b, 2, 20));
		ck_assert_int_eq(value_of(&t, a), 40);
		ck_assert_int_eq(value_of(&t, b), 20);
		transposition_store(&t, entry(c, 4, 44));
		ck_assert_int_eq(value_of(&t, a), 40);
		ck_assert_int_eq(value_of(&t, b), -1);
		ck_assert_int_eq(value_of(&t, c), 44);
		transposition_store(&t, entry(b, 3, 30));
		ck_assert_int_eq(value_of(&t, a), -1);
		ck_assert_int_eq(value_of(&t, b), 30);
		ck_assert_int_eq(value_of(&t, c), 44);
		/* the same position takes its own place, also when it is less deep */
		transposition_store(&t, entry(c, 1, 11));
		ck_assert_int_eq(value_of(&t, c), 11);
		ck_assert_int_eq(value_of(&t, b), 30);
		ck_assert_int_eq(value_of(&t, 6), -1);
		transposition_clear(&t);
	}
END_TEST

START_TEST(what_was_forgotten_never_comes_back)
	{
		struct transposition t;
		ck_assert(transposition_init(&t, 1));
		for (int i = 0; i < 600; i++) { /* more than there are generations */
			for (uint64_t key = 1; key <= 3; key++)
				ck_assert_ptr_null(transposition_find(&t, key));
			transposition_store(&t, entry(1 + (uint64_t)i % 3, 9, i));
			ck_assert_int_eq(value_of(&t, 1 + (uint64_t)i % 3), i);
			transposition_forget(&t);
			ck_assert_int_ne(t.generation, 0);
		}
		/* One that is new takes the place of what was forgotten, however deep that was. */
		transposition_store(&t, entry(1, 1, 7));
		ck_assert_int_eq(value_of(&t, 1), 7);
		transposition_clear(&t);
	}
END_TEST

SUITE("bots/search/transposition-table", CASE(the_table_is_the_largest_of_its_megabytes),
	LOOP(a_table_is_in_memory_before_the_first_move_unless_it_is_large, 3),
	CASE(of_a_bucket_the_deepest_and_the_newest_stay),
	CASE(what_was_forgotten_never_comes_back))
