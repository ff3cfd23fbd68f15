/*
 * The processes of a box: how many there are, what they use, whether they want a processor.
 *
 * plain too: it measures processor time.
 */
#include "referee/sandbox/process-tree-usage.h"

#include <poll.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

enum { PAUSE = 10 /* ms */ };

/* A script that runs in the box, and the usage that is found of it, sooner or later. */
static const struct row {
	const char *script;
	int processes;
	bool ready;
	usec cpu; /* used in all */
} rows[] = {
	{"read line", 1, false, 0},
	{"sleep 60 & setsid sleep 60 & (setsid sleep 60 &); read line; wait", 4, false, 0},
	{"while :; do :; done", 1, true, 50 * MILLISECOND},
	{"while :; do :; done & (setsid sh -c 'while :; do :; done' &); read line; wait", 3, true,
		50 * MILLISECOND},
	/* a child that has ended is counted with who waited for it */
	{"sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'; read line", 1, false,
		10 * MILLISECOND},
};

static bool usage_sees(const struct row *row)
{
	char *const argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)row->script, NULL};
	struct error err;
	struct sandbox sandbox;
	struct process_tree_usage usage;
	struct process_tree_usage_found found;
	usec cpu = 0;
	bool seen = false;
	sandbox_prepare();
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_FULL};
	if (sandbox_start(&sandbox, &options, &err) != SANDBOX_STARTED)
		return false;
	process_tree_usage_open(&usage, sandbox.init);
	while (!seen) { /* the test's own limit ends it */
		process_tree_usage_measure(&usage, &found);
		cpu += found.cpu;
		seen = found.processes == row->processes && found.ready == row->ready &&
		       cpu >= row->cpu && found.wait >= 0;
		poll(NULL, 0, PAUSE);
	}
	process_tree_usage_close(&usage);
	sandbox_kill(&sandbox);
	return seen;
}

START_TEST(all_that_is_in_a_box_is_found)
	{
		int status = -1;
		pid_t child = fork(); /* sandbox_prepare() changes who calls it */
		if (child == 0) {
			suite_begin_test(); /* a child has no alarm of its parent */
			_exit(usage_sees(&rows[_i]) ? 0 : 1);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
END_TEST

/* A child that has ended, which the kernel worked for: what the shell says of it itself. */
static bool census_counts_kernel(void)
{
	char *const argv[] = {(char *)"/bin/sh", (char *)"-c",
		(char *)"read line; dd if=/dev/zero of=/dev/null bs=1M count=10000 2>/dev/null; times; read line",
		NULL};
	struct error err;
	char said[256] = "";
	int minutes[4];
	double seconds[4];
	struct sandbox sandbox;
	struct process_tree_usage usage;
	struct process_tree_usage_found found;
	size_t length = 0;
	sandbox_prepare();
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_FULL};
	if (sandbox_start(&sandbox, &options, &err) != SANDBOX_STARTED)
		return false;
	process_tree_usage_open(&usage, sandbox.init);
	process_tree_usage_measure(&usage, &found);
	bool asked = write(sandbox.in, "\n", 1) == 1;
	/* Two lines: the shell, its children; user and system of each. */
	while (asked && sscanf(said, "%dm%lfs %dm%lfs\n%dm%lfs %dm%lfs\n", &minutes[0], &seconds[0],
				&minutes[1], &seconds[1], &minutes[2], &seconds[2], &minutes[3],
				&seconds[3]) < 8) {
		struct pollfd event = {sandbox.out, POLLIN, 0};
		ssize_t got = poll(&event, 1, -1) == 1
				      ? read(sandbox.out, said + length, sizeof said - 1 - length)
				      : 0;
		if (got <= 0)
			break;
		length += (size_t)got;
	}
	process_tree_usage_measure(&usage, &found);
	process_tree_usage_close(&usage);
	sandbox_kill(&sandbox);
	usec used = 0, system = (usec)(seconds[3] * SECOND);
	for (int i = 0; i < 4; i++)
		used += minutes[i] * 60 * SECOND + (usec)(seconds[i] * SECOND);
	bool good = found.processes == 1 && system > 20 * MILLISECOND &&
		    found.cpu > used - 20 * MILLISECOND && found.cpu < used + 40 * MILLISECOND;
	if (!good)
		fprintf(stderr, "%d processes, %ld us of %ld us, %ld us of them in the kernel\n",
			found.processes, (long)found.cpu, (long)used, (long)system);
	return good;
}

START_TEST(what_the_kernel_did_for_a_child_that_has_ended_counts)
	{
		int status = -1;
		pid_t child = fork();
		if (child == 0) {
			suite_begin_test();
			_exit(census_counts_kernel() ? 0 : 1);
		}
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_int_eq(status, 0);
	}
END_TEST

START_TEST(a_box_that_is_gone_is_empty)
	{
		struct process_tree_usage usage;
		struct process_tree_usage_found found;
		process_tree_usage_open(&usage, 0);
		process_tree_usage_measure(&usage, &found);
		process_tree_usage_measure(&usage, &found);
		ck_assert_int_eq(found.processes, 0);
		ck_assert_int_eq(found.cpu, 0);
		ck_assert(!found.ready);
		process_tree_usage_close(&usage);
	}
END_TEST

SUITE("referee/sandbox/process-tree-usage",
	LOOP(all_that_is_in_a_box_is_found, sizeof rows / sizeof *rows),
	CASE(what_the_kernel_did_for_a_child_that_has_ended_counts),
	CASE(a_box_that_is_gone_is_empty))
