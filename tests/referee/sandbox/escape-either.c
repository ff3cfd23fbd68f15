/*
 * A hole to one of two processes is found when the other one is out of reach.
 */
#include "referee/sandbox/escape-tests.c" /* its functions are static */

#include "tests/lib/suite.h"

/* Above the largest number that a process can have (proc(5), pid_max). */
enum { NO_PROCESS = 1 << 23 };

static bool (*const either[])(void) = {escape_read_memory, escape_write_memory, escape_memory_file,
	escape_environment_file, escape_root_file};

START_TEST(one_process_that_can_be_reached_is_enough)
	{
		int end[2];
		ck_assert_int_eq(pipe(end), 0);
		pid_t child = fork();
		if (child == 0) {
			char byte;
			close(end[1]);
			_exit(read(end[0], &byte, 1) == 0 ? 0 : 1);
		}
		escape_facts.init = escape_facts.outside = NO_PROCESS;
		ck_assert(!either[_i]());
		escape_facts.init = child;
		ck_assert(either[_i]());
		escape_facts.init = NO_PROCESS;
		escape_facts.outside = child;
		ck_assert(either[_i]());
		close(end[1]);
		ck_assert_int_eq(waitpid(child, NULL, 0), child);
		close(end[0]);
	}
END_TEST

SUITE("referee/sandbox/escape-either",
	LOOP(one_process_that_can_be_reached_is_enough, sizeof either / sizeof *either))
