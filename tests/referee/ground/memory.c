/*
 * Memory of processes that live long.
 */
#include "referee/ground/memory.h"

#include <malloc.h>
#include <stdlib.h>

#include "tests/suite.h"

enum { LARGE = 4 << 20 };

/* How many large blocks the allocator has from the system; a sanitizer's does not say. */
static size_t large_blocks(void)
{
	return mallinfo2().hblks;
}

START_TEST(what_is_large_goes_back_to_the_system_also_when_a_larger_one_was_freed)
	{
		memory_live_long();
		free(memory_get(LARGE, 1));
		size_t before = large_blocks();
		char *block = memory_get(LARGE / 2, 1);
		size_t with = large_blocks();
		free(block);
#ifndef __SANITIZE_ADDRESS__
		ck_assert_uint_eq(with, before + 1);
#endif
		(void)with;
		ck_assert_uint_eq(large_blocks(), before);
	}
END_TEST

SUITE("ground/memory", CASE(what_is_large_goes_back_to_the_system_also_when_a_larger_one_was_freed))
