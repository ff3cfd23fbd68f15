/*
 * Tails: whatever the pieces in which the bytes came, the last of them are there.
 */
#include "base/tail-buffer.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { TAIL_ALL = 3 * TAIL_BUFFER_BYTES + 7 };

static char tail_byte(int i)
{
	return (char)(i * 7 + i / 256);
}

static const size_t pieces[] = {
	1, 3, 100, TAIL_BUFFER_BYTES - 1, TAIL_BUFFER_BYTES, TAIL_BUFFER_BYTES + 1, TAIL_ALL};

START_TEST(the_last_bytes_are_kept_in_whichever_pieces_they_came)
	{
		static char all[TAIL_ALL];
		char out[TAIL_BUFFER_BYTES + 1];
		struct tail_buffer t = {.total = 0};
		for (int i = 0; i < TAIL_ALL; i++)
			all[i] = tail_byte(i);
		for (size_t at = 0; at < TAIL_ALL; at += pieces[_i]) {
			size_t left = TAIL_ALL - at;
			tail_buffer_add(&t, all + at, left < pieces[_i] ? left : pieces[_i]);
		}
		ck_assert_uint_eq(t.total, TAIL_ALL);
		ck_assert_uint_eq(tail_buffer_copy(&t, out, sizeof out), TAIL_BUFFER_BYTES);
		ck_assert_mem_eq(out, all + TAIL_ALL - TAIL_BUFFER_BYTES, TAIL_BUFFER_BYTES);
		ck_assert_int_eq(out[TAIL_BUFFER_BYTES], '\0');
		ck_assert_uint_eq(tail_buffer_copy(&t, out, 6), 5);
		ck_assert_mem_eq(out, all + TAIL_ALL - 5, 5);
		ck_assert_int_eq(out[5], '\0');
	}
END_TEST

START_TEST(less_than_it_holds_is_all_there_and_cleared_it_is_empty)
	{
		char out[TAIL_BUFFER_BYTES + 1];
		struct tail_buffer t = {.total = 0};
		ck_assert_uint_eq(tail_buffer_copy(&t, out, sizeof out), 0);
		tail_buffer_add(&t, "a\0b", 3);
		tail_buffer_add(&t, "", 0);
		tail_buffer_add(&t, "\xff\n", 2);
		ck_assert_uint_eq(tail_buffer_copy(&t, out, sizeof out), 5);
		ck_assert_mem_eq(out, "a\0b\xff\n", 6);
		tail_buffer_clear(&t);
		ck_assert_uint_eq(tail_buffer_copy(&t, out, sizeof out), 0);
		ck_assert_str_eq(out, "");
	}
END_TEST

SUITE("base/tail-buffer",
	LOOP(the_last_bytes_are_kept_in_whichever_pieces_they_came, sizeof pieces / sizeof *pieces),
	CASE(less_than_it_holds_is_all_there_and_cleared_it_is_empty))
