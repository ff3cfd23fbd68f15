/*
 * sandbox-selftest.c - the sandbox refuses all that its level must, for root and for another user.
 * The escape tests can find a hole: without a sandbox they succeed.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/sandbox-selftest.h"

#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/reachable.h"
#include "tests/lib/suite.h"

enum { NOBODY = 4710, ENOUGH = 60 };

static const struct row {
	bool nobody;
	enum sandbox_level level;
} rows[] = {
	{false, SANDBOX_FULL},
	{true, SANDBOX_FULL},
	{false, SANDBOX_REDUCED},
	{true, SANDBOX_REDUCED},
};

/* The program of this build. */
static void probes_referee(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	ck_assert_int_gt(length, 0);
	path[length] = '\0';
	char *tests = strstr(path, "/tests/referee/");
	ck_assert_ptr_nonnull(tests);
	strcpy(tests, "/referee");
}

/* In a child, as the user: tries, and ends with 0 when judge() is content,
 * or when the sandbox cannot be tested here. */
static int probes_as(
	bool nobody, enum sandbox_level level, int (*judge)(const struct sandbox_selftest *t))
{
	struct error err = {""};
	char program[PATH_MAX];
	int status = -1;
	probes_referee(program);
	if (!reachable_by(NOBODY, program))
		return 0;
	pid_t child = fork();
	if (child == 0) {
		struct sandbox_selftest t;
		/* As people are: in groups beside their own (65534 is what such groups look like in
		 * a box). */
		if (geteuid() == 0 && setgroups(2, (const gid_t[]){4711, 4712}) != 0)
			_exit(2);
		if (nobody && geteuid() == 0 &&
			(setgid(NOBODY) != 0 || setuid(NOBODY) != 0 ||
				prctl(PR_SET_DUMPABLE, 1) != 0))
			_exit(2);
		sandbox_prepare();
		if (!sandbox_can(level, &err)) {
			fprintf(stderr, "not tested here: %s\n", err.text);
			_exit(0);
		}
		if (!sandbox_selftest_run(&t, program, level, &err)) {
			fprintf(stderr, "%s\n", err.text);
			_exit(3);
		}
		_exit(judge(&t));
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	return status;
}

static int probes_all_refused(const struct sandbox_selftest *t)
{
	for (int i = 0; i < t->count; i++)
		if (t->open[i] && t->level >= escape_tests[i].since)
			fprintf(stderr, "open: %s\n", escape_tests[i].name);
	return t->failed == 0 && t->count >= ENOUGH ? 0 : 1;
}

START_TEST(a_box_refuses_every_way_out_that_its_level_must)
	{
		ck_assert_int_eq(probes_as(rows[_i].nobody, rows[_i].level, probes_all_refused), 0);
	}
END_TEST

static int probes_find(const char *name)
{
	for (int i = 0; escape_tests[i].name != NULL; i++)
		if (strcmp(escape_tests[i].name, name) == 0)
			return i;
	return -1;
}

/* Probes that succeed for any program of any user on a machine like ours. */
static int probes_some_open(const struct sandbox_selftest *t)
{
	static const char *const known[] = {"secret", "folder", "dot-dot", "inet", "unix",
		"abstract", "list", "ptrace-me", "shm-open", "dev-shm"};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!t->open[probes_find(known[i])]) {
			fprintf(stderr, "refused without a box: %s\n", known[i]);
			return 1;
		}
	return 0;
}

START_TEST(without_a_box_they_are_open)
	{
		ck_assert_int_eq(probes_as(true, SANDBOX_NONE, probes_some_open), 0);
	}
END_TEST

START_TEST(each_probe_has_a_name_of_its_own)
	{
		for (int i = 0; escape_tests[i].name != NULL; i++)
			ck_assert_msg(probes_find(escape_tests[i].name) == i, "%s twice",
				escape_tests[i].name);
	}
END_TEST

SUITE("referee/sandbox/sandbox-selftest",
	LOOP(a_box_refuses_every_way_out_that_its_level_must, sizeof rows / sizeof *rows),
	CASE(without_a_box_they_are_open), CASE(each_probe_has_a_name_of_its_own))
