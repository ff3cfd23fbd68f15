/*
 * sandbox-selftest.c - the sandbox refuses all that its level must, for root and for another user.
 * The escape tests can find a hole: without a sandbox they succeed.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/sandbox-selftest.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/box.h"
#include "tests/lib/reachable.h"
#include "tests/lib/suite.h"

enum { NOBODY = 4710, ENOUGH = 60 };

enum probes_user {
	PROBES_OWN,    /* the user that runs the tests */
	PROBES_NOBODY, /* another user, as root alone can become */
	PROBES_ROOT,   /* root of a user namespace */
	PROBES_ALONE,  /* root of one that makes no others */
};

static const struct row {
	enum probes_user user;
	enum sandbox_level level;
} rows[] = {
	{PROBES_OWN, SANDBOX_FULL},
	{PROBES_NOBODY, SANDBOX_FULL},
	{PROBES_OWN, SANDBOX_REDUCED},
	{PROBES_NOBODY, SANDBOX_REDUCED},
};

/* This program makes the attempts too. */
static void probes_program(char path[PATH_MAX])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
	ck_assert_int_gt(length, 0);
	path[length] = '\0';
}

/* In a child, as the user: tries, and ends with 0 when judge() is content,
 * or when the sandbox cannot be tested here. */
static int probes_as(enum probes_user user, enum sandbox_level level,
	int (*judge)(const struct sandbox_selftest *t))
{
	struct error err = {""};
	char program[PATH_MAX];
	int status = -1;
	probes_program(program);
	if (!reachable_by(NOBODY, program))
		return 0;
	pid_t child = fork();
	if (child == 0) {
		struct sandbox_selftest t;
		/* As people are: in groups beside their own (65534 is what such groups look like in
		 * a box). */
		if (user == PROBES_ALONE)
			box_forgo_namespaces();
		else if (user == PROBES_ROOT)
			box_be_root_apart();
		else if (geteuid() == 0 && setgroups(2, (const gid_t[]){4711, 4712}) != 0)
			_exit(2);
		if (user == PROBES_NOBODY && geteuid() == 0 &&
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
		/* Neither the program nor the other bot is left. */
		if (waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD)
			_exit(4);
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
		ck_assert_int_eq(probes_as(rows[_i].user, rows[_i].level, probes_all_refused), 0);
	}
END_TEST

static int probes_find(const char *name)
{
	for (int i = 0; escape_tests[i].name != NULL; i++)
		if (strcmp(escape_tests[i].name, name) == 0)
			return i;
	return -1;
}

/* Probes that succeed for any program of any user, whatever its kernel has. */
static const char *const probes_open[] = {"ptrace-me", "limits-init", "affinity", "oom-score",
	"secret", "folder", "dot-dot", "homes", "var", "run", "sys", "proc-sys", "execute",
	"execute-shared", "map-shared", "handle", "quota", "bounding", "list", "inet", "inet6",
	"unix", "abstract", "netlink", "socketpair", "shm", "shm-open", "dev-shm", "msg", "sem",
	"mq", "add-key", "request-key", "keyctl", "typing", "personality", "flock", "record-lock",
	"find-lock", "open-lock", "lease", "inotify", "dnotify", "proc-machine", NULL};

/* Those that succeed for a process of the same user in the same namespaces. */
static const char *const probes_near[] = {"signal-outside", "signal-init", "pidfd-signal",
	"ptrace-outside", "ptrace-init", "read-memory", "write-memory", "take-descriptor", "kcmp",
	"proc-mem", "proc-environ", "proc-fd", "proc-root", "list", "nice-init", "limits-init",
	"ptrace-me", "write-own", "mode-own", NULL};

/* Those that succeed for root, whose rights are those of sandbox-init. */
static const char *const probes_root[] = {"ptrace-init", "read-memory", "write-memory",
	"take-descriptor", "kcmp", "proc-mem", "proc-environ", "proc-root", "nice-init",
	"capabilities", "bounding", "root", NULL};

static int probes_all_open(const struct sandbox_selftest *t, const char *const *names)
{
	int refused = 0;
	for (; *names != NULL; names++)
		if (!t->open[probes_find(*names)]) {
			fprintf(stderr, "refused without a box: %s\n", *names);
			refused++;
		}
	return refused;
}

static int probes_judge_open(const struct sandbox_selftest *t)
{
	return probes_all_open(t, probes_open);
}

static int probes_judge_near(const struct sandbox_selftest *t)
{
	return probes_all_open(t, probes_near);
}

static int probes_judge_root(const struct sandbox_selftest *t)
{
	return probes_all_open(t, probes_root);
}

START_TEST(without_a_box_they_are_open)
	{
		ck_assert_int_eq(probes_as(PROBES_NOBODY, SANDBOX_NONE, probes_judge_open), 0);
	}
END_TEST

START_TEST(without_a_box_and_namespaces_so_are_the_other_processes)
	{
		ck_assert_int_eq(probes_as(PROBES_ALONE, SANDBOX_NONE, probes_judge_near), 0);
	}
END_TEST

START_TEST(without_a_box_root_reaches_the_first_process)
	{
		ck_assert_int_eq(probes_as(PROBES_ROOT, SANDBOX_NONE, probes_judge_root), 0);
	}
END_TEST

START_TEST(each_probe_has_a_name_of_its_own)
	{
		for (int i = 0; escape_tests[i].name != NULL; i++)
			ck_assert_msg(probes_find(escape_tests[i].name) == i, "%s twice",
				escape_tests[i].name);
	}
END_TEST

int main(int argc, char **argv)
{
	/* The leak checker cannot look there. */
	if (argc > 1 && strcmp(argv[1], ESCAPE_TESTS_WORD) == 0)
		_exit(escape_tests_main(argc - 1, argv + 1));
	return suite_run("referee/sandbox/sandbox-selftest",
		(struct suite_case[]){LOOP(a_box_refuses_every_way_out_that_its_level_must,
					      sizeof rows / sizeof *rows),
			CASE(without_a_box_they_are_open),
			CASE(without_a_box_and_namespaces_so_are_the_other_processes),
			CASE(without_a_box_root_reaches_the_first_process),
			CASE(each_probe_has_a_name_of_its_own), (struct suite_case){NULL, 0}});
}
