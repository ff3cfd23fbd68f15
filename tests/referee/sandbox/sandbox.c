/*
 * sandbox.c - boxes start, say how their program ended, and end with all that is in them: for root
 * and for an unprivileged user.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "referee/sandbox/cgroup.h"
#include "tests/lib/box.h"
#include "tests/lib/reachable.h"
#include "tests/lib/suite.h"

enum { BOXES = 3 };

static enum sandbox_level box_tested = SANDBOX_FULL;

/* Is the process the child of sandbox-init that runs the program? Not every kernel reports it. */
static bool box_runs(const struct sandbox *sandbox)
{
	char path[64];
	int parent = 0;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)sandbox->init,
		(int)sandbox->init);
	if (sandbox->program == 0 && access(path, F_OK) != 0)
		return true;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)sandbox->program);
	FILE *file = fopen(path, "r");
	bool good = file != NULL && fscanf(file, "%*d (sh) %*c %d", &parent) == 1;
	if (file != NULL)
		fclose(file);
	return good && parent == sandbox->init;
}

static void box_start_many(void)
{
	static char *const argv[] = {
		(char *)"/bin/sh", (char *)"-c", (char *)"read line; exit 3", NULL};
	struct error err = {""};
	struct sandbox boxes[BOXES];
	const struct sandbox_options options = {.argv = argv, .level = box_tested};
	sandbox_prepare();
	for (int i = 0; i < BOXES; i++)
		HOLDS(sandbox_start(&boxes[i], &options, &err) == SANDBOX_STARTED);
	for (int i = 0; i < BOXES; i++) {
		int status = 0;
		HOLDS(!sandbox_ended(&boxes[i], &status));
		HOLDS(box_runs(&boxes[i]));
		HOLDS(write(boxes[i].in, "\n", 1) == 1);
		box_await(boxes[i].out);
		struct pollfd report = {boxes[i].report, POLLIN, 0};
		HOLDS(poll(&report, 1, -1) == 1 && sandbox_wait_ended(&boxes[i], &status));
		HOLDS(WIFEXITED(status) && WEXITSTATUS(status) == 3);
		sandbox_kill(&boxes[i]);
		/* The next one starts as well as the first. */
		HOLDS(sandbox_start(&boxes[i], &options, &err) == SANDBOX_STARTED);
		sandbox_kill(&boxes[i]);
	}
	HOLDS(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
}

START_TEST(boxes_start_one_after_another_for_whoever_runs_them)
	{
		box_as(&box_users[_i], box_start_many);
	}
END_TEST

/* The process that ran away holds a pipe of ours: it has ended when the pipe does. */
static void box_kill_runaway(void)
{
	static char *const argv[] = {
		(char *)"/bin/sh", (char *)"-c", (char *)"setsid sleep 60 & echo; wait", NULL};
	struct error err = {""};
	char byte;
	struct sandbox sandbox;
	const struct sandbox_options options = {.argv = argv, .level = box_tested};
	if (sandbox_prepare() != SANDBOX_NAMESPACE)
		return;
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
	box_await(sandbox.out);
	HOLDS(read(sandbox.out, &byte, 1) == 1);
	int out = dup(sandbox.out);
	sandbox_kill(&sandbox);
	HOLDS(read(out, &byte, 1) == 0);
}

START_TEST(a_box_ends_with_what_ran_away_in_it)
	{
		box_as(&box_users[_i], box_kill_runaway);
	}
END_TEST

/* The state of a process, as /proc shows it: T for stopped. */
static char box_state(pid_t pid)
{
	char path[64], text[512] = "";
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *file = fopen(path, "r");
	if (file == NULL || fgets(text, sizeof text, file) == NULL || strrchr(text, ')') == NULL)
		return '?';
	fclose(file);
	return strrchr(text, ')')[2];
}

/* Is everything in the box stopped, or is nothing, within ten seconds? */
static bool box_becomes(const struct sandbox *sandbox, bool stopped, int processes)
{
	char path[64];
	int found = 0;
	for (int tries = 0; tries < 1000; tries++) {
		snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)sandbox->init,
			(int)sandbox->init);
		FILE *file = fopen(path, "r");
		int pid;
		for (found = 0; file != NULL && fscanf(file, "%d", &pid) == 1;)
			found += (box_state(pid) == 'T') == stopped;
		if (file != NULL)
			fclose(file);
		if (found == processes)
			return true;
		poll(NULL, 0, 10);
	}
	fprintf(stderr, "%d of %d processes\n", found, processes);
	return false;
}

/* Two that ran away from a third: all three are children of the sandbox init then. */
static void box_freeze_all(void)
{
	static char *const argv[] = {(char *)"/bin/sh", (char *)"-c",
		(char *)"for i in 1 2; do (setsid sleep 60 &) done; echo; read line; echo $line",
		NULL};
	struct error err = {""};
	char text[8] = "";
	struct sandbox sandbox;
	const struct sandbox_options options = {.argv = argv, .level = box_tested};
	if (sandbox_prepare() != SANDBOX_NAMESPACE)
		return;
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
	box_await(sandbox.out);
	HOLDS(read(sandbox.out, text, 1) == 1);
	HOLDS(box_becomes(&sandbox, false, 3));
	for (int i = 0; i < 20; i++)
		HOLDS(sandbox_freeze(&sandbox));
	HOLDS(box_becomes(&sandbox, true, 3));
	for (int i = 0; i < 20; i++) {
		sandbox_thaw(&sandbox);
		HOLDS(sandbox_freeze(&sandbox));
	}
	HOLDS(box_becomes(&sandbox, true, 3));
	sandbox_thaw(&sandbox);
	HOLDS(box_becomes(&sandbox, false, 3));
	HOLDS(write(sandbox.in, "good\n", 5) == 5);
	box_await(sandbox.out);
	HOLDS(read(sandbox.out, text, 5) == 5 && strncmp(text, "good\n", 5) == 0);
	/* And frozen it can be killed. */
	HOLDS(sandbox_freeze(&sandbox));
	sandbox_kill(&sandbox);
	HOLDS(waitpid(-1, NULL, 0) == -1 && errno == ECHILD);
}

START_TEST(a_box_is_frozen_with_all_that_is_in_it_until_it_is_thawed)
	{
		box_as(&box_users[_i], box_freeze_all);
	}
END_TEST

/* The folder that the tests are built into. */
static void box_rogue(const char *name, char path[SANDBOX_PATH])
{
	ssize_t length = readlink("/proc/self/exe", path, SANDBOX_PATH - 1);
	path[length > 0 ? length : 0] = '\0';
	char *tests = strstr(path, "/tests/referee/");
	if (tests != NULL)
		snprintf(tests, SANDBOX_PATH - (size_t)(tests - path), "/tests/rogues/%s", name);
}

/* Under the sanitizers each fork copies much. */
#ifdef __SANITIZE_ADDRESS__
enum { CHAINS = 30 };
#else
enum { CHAINS = 1000 };
#endif

/* Each link of the chain holds the pipe. */
static void box_kill_chain(void)
{
	static char program[SANDBOX_PATH];
	struct error err = {""};
	char byte, *argv[] = {program, NULL};
	/* The sanitizers take more memory than any limit leaves. */
	static const struct sandbox_limits limits = {.processes = 64, .files = 64};
	const struct sandbox_options options = {
		.argv = argv, .level = SANDBOX_FULL, .resources = &limits};
	const int chains = geteuid() == 0 ? CHAINS : CHAINS / 10;
	struct sandbox sandbox;
	box_rogue("chain", program);
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	for (int i = 0; i < chains; i++) {
		HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
		box_await(sandbox.out);
		HOLDS(read(sandbox.out, &byte, 1) == 1);
		int out = dup(sandbox.out);
		sandbox_kill(&sandbox);
		while (read(out, &byte, 1) > 0)
			;
		HOLDS(read(out, &byte, 1) == 0);
		close(out);
	}
}

START_TEST(of_a_chain_of_children_that_runs_away_nobody_is_left)
	{
		char program[SANDBOX_PATH];
		box_rogue("chain", program);
		if (box_users[_i].uid == 0 || reachable_by(box_users[_i].uid, program))
			box_as(&box_users[_i], box_kill_chain);
	}
END_TEST

static const struct refusal {
	const char *program, *dir, *why;
} refusals[] = {
	{"/no/such/program", NULL, "\"/no/such/program\" cannot be started: No such file"},
	{"/etc/passwd", NULL, "\"/etc/passwd\" cannot be started: Permission denied"},
	{"/bin/sh", "/no/such/folder", "\"/no/such/folder\" cannot be started: No such file"},
	{"/", NULL, "\"/\" is a folder, not a program"},
	{".", "/usr", "there is no program \".\""},
	{"./bin", "/usr/local", "\"/usr/local/bin\" is a folder, not a program"},
	{"no-such-program-anywhere", NULL, "there is no program \"no-such-program-anywhere\""},
};

static void box_refuse_all(void)
{
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		char *argv[] = {(char *)refusals[i].program, NULL};
		struct error err = {""};
		const struct sandbox_options options = {
			.argv = argv, .dir = refusals[i].dir, .level = box_tested};
		struct sandbox sandbox;
		if (i == 0)
			sandbox_prepare();
		HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_REFUSED);
		HOLDS(strncmp(err.text, refusals[i].why, strlen(refusals[i].why)) == 0);
		HOLDS(sandbox.in == -1 && sandbox.out == -1 && sandbox.err == -1 &&
			sandbox.init == 0);
	}
}

START_TEST(what_cannot_be_started_is_refused_with_its_name_and_the_reason)
	{
		box_as(&box_users[_i], box_refuse_all);
	}
END_TEST

/* Starts two at once and is killed before it hears of either. Both ignore the end of their input.
 */
static void box_die_while_two_start(void)
{
	static char *const argv[] = {(char *)"/bin/sh", (char *)"-c",
		(char *)"trap '' HUP TERM; while :; do sleep 1; done", NULL};
	struct error err = {""};
	struct sandbox boxes[2];
	const struct sandbox_options options = {.argv = argv, .level = box_tested};
	const struct sched_param first = {.sched_priority = 1};
	cpu_set_t one;
	sandbox_prepare();
	/* So that none of them runs before it is over with us. */
	CPU_ZERO(&one);
	CPU_SET(0, &one);
	sched_setaffinity(0, sizeof one, &one);
	sched_setscheduler(0, SCHED_FIFO, &first);
	for (int i = 0; i < 2; i++)
		HOLDS(sandbox_begin(&boxes[i], &options, &err) == SANDBOX_STARTED);
	kill(getpid(), SIGKILL);
}

/* All that a dead one leaves behind becomes ours: waits for its end. */
static bool box_nobody_is_left(void)
{
	const usec until = time_now() + 10 * SECOND;
	while (waitpid(-1, NULL, WNOHANG) >= 0)
		if (time_now() > until)
			return false;
		else
			poll(NULL, 0, 5);
	return errno == ECHILD;
}

/* A little later each time, until it would have started long ago. */
static void box_kill_early(void)
{
	static char *const argv[] = {(char *)"/bin/sleep", (char *)"1000", NULL};
	struct error err = {""};
	struct sandbox sandbox;
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_NONE};
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	box_forgo_namespaces();
	HOLDS(sandbox_prepare() == SANDBOX_GROUP);
	for (int i = 0; i < 2000; i++) {
		HOLDS(sandbox_begin(&sandbox, &options, &err) == SANDBOX_STARTED);
		for (usec until = time_now() + i; time_now() < until;)
			;
		sandbox_kill(&sandbox);
	}
	HOLDS(box_nobody_is_left());
}

START_TEST(where_there_are_no_namespaces_nobody_is_left_of_a_box_that_was_killed_as_it_began)
	{
		box_as(&box_users[0], box_kill_early);
	}
END_TEST

static void box_kill_who_starts_two(void)
{
	struct error err = {""};
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (int i = 0; i < 5; i++) {
		pid_t child = fork();
		if (child == 0)
			box_die_while_two_start();
		HOLDS(waitpid(child, NULL, 0) == child);
		HOLDS(box_nobody_is_left());
	}
}

START_TEST(boxes_end_with_whoever_dies_while_it_starts_them)
	{
		box_as(&box_users[_i], box_kill_who_starts_two);
	}
END_TEST

/* --- limits --------------------------------------------------------------------------------- */

/* As /proc/PID/limits shows them (proc(5)), soft and hard alike. */
static bool box_has_limit(const char *text, const char *name, const char *wanted)
{
	char soft[32] = "", hard[32] = "";
	const char *line = strstr(text, name);
	if (line != NULL && sscanf(line + strlen(name), "%31s %31s", soft, hard) == 2 &&
		strcmp(soft, wanted) == 0 && strcmp(hard, wanted) == 0)
		return true;
	fprintf(stderr, "%s: %s %s, not %s\n", name, soft, hard, wanted);
	return false;
}

/* All that a program with these limits is shown of its own limits. */
static void box_read_limits(const struct sandbox_limits *limits, char text[4096])
{
	static char *const argv[] = {(char *)"/bin/sh", (char *)"-c",
		(char *)"while read -r line; do echo \"$line\"; done </proc/self/limits", NULL};
	struct error err = {""};
	size_t length = 0;
	ssize_t got;
	struct sandbox sandbox;
	const struct sandbox_options options = {
		.argv = argv, .level = SANDBOX_FULL, .resources = limits};
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
	do {
		box_await(sandbox.out);
		got = read(sandbox.out, text + length, 4095 - length);
		length += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	text[length] = '\0';
	sandbox_kill(&sandbox);
}

/* The numbers of its order, also where the machine's own are lower than any that a probe asks for;
 * the rest as privileges.c promises: nothing locked beyond 64 KiB, no queues, no priority. */
static void box_limit_all(void)
{
	static const struct sandbox_limits limits = {
		.scratch = 3 << 20, .processes = 17, .files = 61};
	static const struct sandbox_limits most = {.files = INT64_C(1) << 40};
	struct error err = {""};
	char text[4096], own[32];
	struct rlimit ours;
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	box_read_limits(&limits, text);
	HOLDS(box_has_limit(text, "Max open files", "61"));
	HOLDS(box_has_limit(text, "Max file size", "3145728"));
	HOLDS(box_has_limit(text, "Max core file size", "0"));
	HOLDS(box_has_limit(text, "Max locked memory", "65536"));
	HOLDS(box_has_limit(text, "Max msgqueue size", "0"));
	HOLDS(box_has_limit(text, "Max nice priority", "0"));
	HOLDS(box_has_limit(text, "Max realtime priority", "0"));
	HOLDS(box_has_limit(text, "Max pending signals", "512"));
	/* More than we have ourselves cannot be given. */
	HOLDS(getrlimit(RLIMIT_NOFILE, &ours) == 0);
	snprintf(own, sizeof own, "%llu", (unsigned long long)ours.rlim_max);
	box_read_limits(&most, text);
	HOLDS(box_has_limit(text, "Max open files", own));
}

START_TEST(a_program_has_the_limits_of_its_order_and_none_that_is_higher)
	{
		box_as(&box_users[_i], box_limit_all);
	}
END_TEST

/* Maps 64 MiB that all its processes share, which each of them reads, and lives through ten looks
 * of sandbox-init: its argument is how many seconds. Its own memory, without that, is some MiB for
 * each process. */
static const char box_share_memory[] = "import mmap, os, sys, time\n"
				       "shared = mmap.mmap(-1, 64 << 20)\n"
				       "for at in range(0, len(shared), 4096): shared[at] = 1\n"
				       "for i in range(4):\n"
				       "    if os.fork() == 0:\n"
				       "        for at in range(0, len(shared), 4096): shared[at]\n"
				       "        os.write(1, b'r')\n"
				       "        time.sleep(600)\n"
				       "time.sleep(float(sys.argv[1]))\n"
				       "print('lives', flush=True)\n"
				       "time.sleep(600)\n";

/* Reads until the text is there; false: it ended before. */
static bool box_reads(const struct sandbox *sandbox, const char *wanted)
{
	char text[256] = "";
	size_t length = 0;
	ssize_t got;
	do {
		struct pollfd event = {sandbox->out, POLLIN, 0};
		poll(&event, 1, -1);
		got = read(sandbox->out, text + length, sizeof text - 1 - length);
		length += got > 0 ? (size_t)got : 0;
		text[length] = '\0';
		if (strstr(text, wanted) != NULL)
			return true;
	} while (got > 0 || (got < 0 && errno == EAGAIN));
	return false;
}

/* Where a control group counts, each page counts once anyway. */
static void box_share(void)
{
	static const struct {
		int64_t memory;
		bool lives;
	} rows[] = {{INT64_C(160) << 20, true}, {INT64_C(64) << 20, false}};
	struct error err = {""};
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		/* One that is to end never says that it lives. */
		char *const argv[] = {(char *)"python3", (char *)"-c", (char *)box_share_memory,
			(char *)(rows[i].lives ? "1" : "600"), NULL};
		const struct sandbox_limits limits = {
			.memory = rows[i].memory, .processes = 64, .files = 64};
		const struct sandbox_options options = {
			.argv = argv, .level = SANDBOX_FULL, .resources = &limits};
		struct sandbox sandbox;
		HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
		HOLDS(box_reads(&sandbox, "lives") == rows[i].lives);
		struct pollfd report = {sandbox.report, POLLIN, 0};
		int status;
		HOLDS(rows[i].lives ||
			(poll(&report, 1, -1) == 1 && sandbox_ended(&sandbox, &status) &&
				sandbox_starved(&sandbox)));
		sandbox_kill(&sandbox);
	}
}

START_TEST(memory_that_processes_share_counts_once)
	{
		box_as(&box_users[_i], box_share);
	}
END_TEST

/* --- slots ----------------------------------------------------------------------------------- */

/* The user of the program, as /proc shows it. */
static unsigned box_uid(const struct sandbox *sandbox)
{
	char path[64], line[256];
	unsigned uid = 0;
	snprintf(path, sizeof path, "/proc/%d/status", (int)sandbox->program);
	FILE *file = fopen(path, "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "Uid: %u", &uid) == 1)
			break;
	if (file != NULL)
		fclose(file);
	return uid;
}

static void box_take_slots(void)
{
	static char *const argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)"read line", NULL};
	static const struct sandbox_limits limits = {.memory = 64 << 20, .processes = 8};
	struct error err = {""};
	struct sandbox sandbox[BOXES];
	const char *groups;
	char folder[4096];
	struct stat space;
	const struct sandbox_options options = {
		.argv = argv, .level = SANDBOX_FULL, .resources = &limits};
	HOLDS(stat("/proc/self/ns/pid", &space) == 0);
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	for (int i = 0; i < BOXES; i++) {
		HOLDS(sandbox_start(&sandbox[i], &options, &err) == SANDBOX_STARTED);
		HOLDS(sandbox[i].slot == i + 1);
		HOLDS(geteuid() != 0 ? box_uid(&sandbox[i]) == geteuid()
				     : box_uid(&sandbox[i]) >= 0x40000000 &&
					       (i == 0 || box_uid(&sandbox[i]) !=
								  box_uid(&sandbox[i - 1])));
	}
	snprintf(folder, sizeof folder, "%s/referee-%llu-%d-2",
		(cgroup_place(&groups) > 0 ? groups : "/no/such"), (unsigned long long)space.st_ino,
		(int)getpid());
	HOLDS(sandbox[1].counted == (access(folder, F_OK) == 0));
	sandbox_kill(&sandbox[1]);
	HOLDS(sandbox[1].slot == 0);
	HOLDS(access(folder, F_OK) != 0);
	/* The next one gets the free slot, and a group as well as the first. */
	HOLDS(sandbox_start(&sandbox[1], &options, &err) == SANDBOX_STARTED);
	HOLDS(sandbox[1].slot == 2);
	HOLDS(sandbox[1].counted == sandbox[0].counted);
	for (int i = 0; i < BOXES; i++)
		sandbox_kill(&sandbox[i]);
}

START_TEST(each_box_has_a_slot_of_its_own_which_is_free_again_when_it_is_killed)
	{
		box_as(&box_users[_i], box_take_slots);
	}
END_TEST

/* A program that only its owner may read: at this level root's bot is another user. */
static char box_secret[] = "/var/tmp/box-XXXXXX";

static void box_forbid(void)
{
	char *const argv[] = {box_secret, NULL};
	struct error err = {""};
	char wanted[256];
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_REDUCED};
	struct sandbox sandbox;
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_REDUCED, &err))
		return;
	snprintf(wanted, sizeof wanted,
		"\"%s\" cannot be started: at this level of the sandbox the bot has a user of its own, which may not read the file",
		box_secret);
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_REFUSED);
	HOLDS(sandbox.forbidden == (geteuid() == 0));
	HOLDS(sandbox.forbidden == (strcmp(err.text, wanted) == 0));
}

START_TEST(a_program_that_its_own_user_may_not_read_is_forbidden)
	{
		strcpy(box_secret, "/var/tmp/box-XXXXXX");
		int fd = mkstemp(box_secret);
		ck_assert_int_ge(fd, 0);
		ck_assert_int_eq(write(fd, "#!/bin/sh\n", 10), 10);
		ck_assert_int_eq(fchmod(fd, 0700), 0);
		close(fd);
		box_as(&box_users[_i], box_forbid);
		ck_assert_int_eq(unlink(box_secret), 0);
	}
END_TEST

/* Without namespaces only the level that needs them cannot be had. */
static void box_ask_for_levels(void)
{
	struct error err = {""};
	box_forgo_namespaces();
	HOLDS(sandbox_prepare() == SANDBOX_GROUP);
	HOLDS(!sandbox_can(SANDBOX_FULL, &err));
	HOLDS(strstr(err.text, "; `referee doctor` says more") != NULL);
	HOLDS(sandbox_can(SANDBOX_NONE, &err));
	/* The only other reason. */
	HOLDS(sandbox_can(SANDBOX_REDUCED, &err) || strstr(err.text, "no Landlock") != NULL);
}

START_TEST(without_namespaces_the_full_level_alone_cannot_be_had)
	{
		box_as(&box_users[0], box_ask_for_levels);
	}
END_TEST

/* sandbox-init is lost when a process outside kills it, not when its program ends. */
static void box_lose(void)
{
	static char *const argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)"read line", NULL};
	struct error err = {""};
	const struct sandbox_options options = {.argv = argv, .level = box_tested};
	for (int outside = 0; outside < 2; outside++) {
		struct sandbox sandbox;
		int status;
		if (outside == 0 && sandbox_prepare() != SANDBOX_NAMESPACE)
			return;
		HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
		HOLDS(!sandbox_lost(&sandbox));
		if (outside == 1)
			HOLDS(kill(sandbox.init, SIGKILL) == 0);
		else
			HOLDS(write(sandbox.in, "\n", 1) == 1);
		box_await(sandbox.out);
		box_await(sandbox.report);
		siginfo_t end;
		HOLDS(waitid(P_PID, (id_t)sandbox.init, &end, WEXITED | WNOWAIT) == 0);
		HOLDS(sandbox_lost(&sandbox) == (outside == 1));
		HOLDS(sandbox_ended(&sandbox, &status) == (outside == 0));
		sandbox_kill(&sandbox);
	}
}

START_TEST(a_box_is_lost_when_its_first_process_is_killed_from_outside)
	{
		box_as(&box_users[_i], box_lose);
	}
END_TEST

SUITE("referee/sandbox/sandbox", LOOP(memory_that_processes_share_counts_once, BOX_USERS),
	LOOP(a_program_has_the_limits_of_its_order_and_none_that_is_higher, BOX_USERS),
	LOOP(boxes_start_one_after_another_for_whoever_runs_them, BOX_USERS),
	LOOP(a_box_ends_with_what_ran_away_in_it, BOX_USERS),
	LOOP(a_box_is_frozen_with_all_that_is_in_it_until_it_is_thawed, BOX_USERS),
	LOOP(of_a_chain_of_children_that_runs_away_nobody_is_left, BOX_USERS),
	LOOP(what_cannot_be_started_is_refused_with_its_name_and_the_reason, BOX_USERS),
	CASE(where_there_are_no_namespaces_nobody_is_left_of_a_box_that_was_killed_as_it_began),
	LOOP(boxes_end_with_whoever_dies_while_it_starts_them, BOX_USERS),
	LOOP(each_box_has_a_slot_of_its_own_which_is_free_again_when_it_is_killed, BOX_USERS),
	LOOP(a_program_that_its_own_user_may_not_read_is_forbidden, BOX_USERS),
	CASE(without_namespaces_the_full_level_alone_cannot_be_had),
	LOOP(a_box_is_lost_when_its_first_process_is_killed_from_outside, BOX_USERS))
