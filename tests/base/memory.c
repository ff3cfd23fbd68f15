/*
 * Memory of processes that live long, and of those that have none left.
 *
 * plain too: it measures memory.
 */
#include "base/memory.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

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

/* A double: the machine has no memory for a stream. */
FILE *open_memstream(char **text, size_t *length)
{
	(void)text, (void)length;
	return NULL;
}

static ssize_t taken(void *cookie, const char *bytes, size_t length)
{
	(void)cookie, (void)bytes;
	return (ssize_t)length;
}

static ssize_t refused(void *cookie, const char *bytes, size_t length)
{
	(void)cookie, (void)bytes, (void)length;
	return 0;
}

static int not_closed(void *cookie)
{
	(void)cookie;
	return -1;
}

static void close_badly(void)
{
	FILE *out = fopencookie(
		NULL, "w", (cookie_io_functions_t){.write = taken, .close = not_closed});
	fputs("text", out);
	memory_close(out);
}

/* An error of a write shows before the end; the end itself goes well. */
static void close_after_an_error(void)
{
	FILE *out = fopencookie(NULL, "w", (cookie_io_functions_t){.write = refused});
	fputs("text", out);
	fflush(out);
	memory_close(out);
}

static void open_without_memory(void)
{
	char *text;
	size_t length;
	memory_open(&text, &length);
}

static void (*const failures[])(void) = {open_without_memory, close_badly, close_after_an_error};

START_TEST(a_text_that_cannot_be_held_ends_the_process_with_a_line)
	{
		char line[64] = "";
		int status, ends[2];
		ck_assert_int_eq(pipe(ends), 0);
		pid_t child = fork();
		if (child == 0) {
			dup2(ends[1], STDERR_FILENO);
			failures[_i]();
			_exit(0);
		}
		close(ends[1]);
		ck_assert_int_gt(read(ends[0], line, sizeof line - 1), 0);
		close(ends[0]);
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert(WIFEXITED(status));
		ck_assert_int_eq(WEXITSTATUS(status), 70);
		ck_assert_str_eq(line, "referee: out of memory\n");
	}
END_TEST

SUITE("ground/memory", LOOP(a_text_that_cannot_be_held_ends_the_process_with_a_line, 3),
	CASE(what_is_large_goes_back_to_the_system_also_when_a_larger_one_was_freed))
