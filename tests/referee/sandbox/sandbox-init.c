/*
 * sandbox-init.c - what the first process of a sandbox hands to its program, and how it counts
 * memory where no control group does: for an unprivileged user and, for root, for root.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/sandbox-init.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/lib/box.h"
#include "tests/lib/suite.h"

enum { MIB = 1 << 20, TEXT = 4096 };

static struct error err;

/* Reads all that the program prints, until it ends. */
static void box_read_all(const struct sandbox *sandbox, char text[TEXT])
{
	size_t length = 0;
	ssize_t got;
	do {
		box_await(sandbox->out);
		got = read(sandbox->out, text + length, TEXT - 1 - length);
		length += got > 0 ? (size_t)got : 0;
	} while (got > 0);
	text[length] = '\0';
}

/* Waits for the report of its end. */
static bool box_ends(struct sandbox *sandbox, int *status)
{
	box_await(sandbox->report);
	return sandbox_ended(sandbox, status);
}

/* Runs a script of the shell to its end. */
static int box_run(const char *script, enum sandbox_level level,
	const struct sandbox_limits *limits, char text[TEXT])
{
	char *const argv[] = {(char *)"/bin/sh", (char *)"-c", (char *)script, NULL};
	const struct sandbox_options options = {.argv = argv, .level = level, .resources = limits};
	struct sandbox sandbox;
	int status = -1;
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
	box_read_all(&sandbox, text);
	HOLDS(box_ends(&sandbox, &status));
	sandbox_kill(&sandbox);
	return status;
}

/* --- what a program begins with -------------------------------------------------------------- */

/* The referee ignores and blocks signals, and has another umask: none of it is the program's. */
static void box_begin_clean(void)
{
	static const char script[] =
		"grep -e Sig[BI] -e NoNew -e Seccomp: /proc/self/status; umask; "
		"ls -l /proc/self/fd | grep -c -e pipe; echo $TMPDIR";
	/* Signals 32 and 33: posix_spawn() of glibc, so make(1), leaves them ignored. */
	static const unsigned long long of_glibc = 3ull << 31;
	unsigned long long ignored;
	char text[TEXT];
	sigset_t all;
	sandbox_prepare();
	signal(SIGPIPE, SIG_IGN);
	signal(SIGUSR1, SIG_IGN);
	signal(SIGRTMAX, SIG_IGN);
	sigemptyset(&all);
	sigaddset(&all, SIGTERM);
	sigprocmask(SIG_BLOCK, &all, NULL);
	umask(022);
	for (int level = SANDBOX_REDUCED; level <= SANDBOX_FULL; level++) {
		if (!sandbox_can((enum sandbox_level)level, &err))
			continue;
		HOLDS(box_run(script, (enum sandbox_level)level, NULL, text) == 0);
		/* The shell blocks nothing; grep's pipe in the second line replaces one of three.
		 */
		HOLDS(strstr(text, "SigBlk:\t0000000000000000") != NULL);
		const char *line = strstr(text, "SigIgn:");
		HOLDS(line != NULL && sscanf(line, "SigIgn: %llx", &ignored) == 1);
		HOLDS((ignored & ~of_glibc) == 0);
		HOLDS(strstr(text, "NoNewPrivs:\t1") != NULL);
		HOLDS(strstr(text, "Seccomp:\t2") != NULL);
		HOLDS(strstr(text, "\n0077\n3\n/tmp\n") != NULL);
	}
}

START_TEST(a_program_begins_without_the_signals_and_the_umask_of_the_referee)
	{
		box_as(&box_users[_i], box_begin_clean);
	}
END_TEST

static void box_name_host(void)
{
	char text[TEXT], own[TEXT] = "";
	HOLDS(gethostname(own, sizeof own - 2) == 0);
	strcat(own, "\n");
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	box_run("uname -n; pwd; exit 7", SANDBOX_FULL, NULL, text);
	HOLDS(strncmp(text, "referee\n/", 9) == 0);
	box_run("uname -n", SANDBOX_REDUCED, NULL, text);
	HOLDS(strcmp(text, own) == 0);
}

START_TEST(the_host_name_is_hidden_at_level_full_alone)
	{
		box_as(&box_users[_i], box_name_host);
	}
END_TEST

static const struct {
	const char *script;
	int status; /* of waitpid() */
} ends[] = {
	{"exit 0", 0},
	{"exit 3", 3 << 8},
	{"kill -9 $$", SIGKILL},
	{"kill -15 $$", SIGTERM},
	{"(exec sleep 60) & exit 4", 4 << 8},
	{"(exit 5) & exit 6", 6 << 8},
};

static void box_end_all(void)
{
	char text[TEXT];
	sandbox_prepare();
	for (int level = SANDBOX_NONE; level <= SANDBOX_FULL; level++)
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
			/* Its child must not keep its pipe. */
			char *script;
			if (!sandbox_can((enum sandbox_level)level, &err))
				continue;
			HOLDS(asprintf(&script, "exec >/dev/null; %s", ends[i].script) > 0);
			int status = box_run(script, (enum sandbox_level)level, NULL, text);
			error_set(&err, "%s: %d", script, status);
			HOLDS(status == ends[i].status);
			free(script);
		}
}

START_TEST(the_end_of_the_program_is_reported_and_no_other)
	{
		box_as(&box_users[_i], box_end_all);
	}
END_TEST

START_TEST(the_fault_of_an_order_is_its_folder_or_its_program)
	{
		int refused_ones = 0, layers = 0;
		bool refused, last = false;
		for (;; layers++) {
			const char *name = sandbox_init_layer(layers, &refused);
			ck_assert_int_eq(refused,
				strcmp(name, "folder") == 0 || strcmp(name, "program") == 0);
			refused_ones += refused;
			last = strcmp(name, "program") == 0;
			if (last)
				break;
		}
		ck_assert(last);
		ck_assert_int_eq(refused_ones, 2);
	}
END_TEST

/* --- memory ---------------------------------------------------------------------------------- */

/* Holds 24 MiB in each of four places: the program, its child, that one's child, and a child that a
 * thread started. Says so, and waits. Its argument: the seconds until it says that it lives. */
static const char box_hold[] = "import os, sys, threading, time\n"
			       "def hold():\n"
			       "    global held\n"
			       "    held = bytearray(24 << 20)\n"
			       "    for at in range(0, len(held), 4096): held[at] = 1\n"
			       "    os.write(1, b'h')\n"
			       "def child():\n"
			       "    if os.fork() == 0:\n"
			       "        hold()\n"
			       "        if os.fork() == 0:\n"
			       "            time.sleep(600)\n"
			       "        time.sleep(600)\n"
			       "thread = threading.Thread(target=child)\n"
			       "thread.start()\n"
			       "child()\n"
			       "hold()\n"
			       "sys.stdin.readline()\n"
			       "time.sleep(float(sys.argv[1]))\n"
			       "os.write(1, b'lives')\n"
			       "time.sleep(600)\n";

/* Reads until the program has written this, or has ended: false. */
static bool box_wait_for(const struct sandbox *sandbox, const char *wanted, size_t count)
{
	char byte;
	size_t found = 0;
	while (found < count) {
		struct pollfd event = {sandbox->out, POLLIN, 0};
		poll(&event, 1, -1);
		if (read(sandbox->out, &byte, 1) != 1)
			return false;
		found += byte == *wanted;
	}
	return true;
}

static void box_count_memory(void)
{
	static const struct {
		int64_t memory;
		bool lives;
	} rows[] = {{INT64_C(60) * MIB, false}, {INT64_C(256) * MIB, true}};
	sandbox_prepare();
	for (int level = SANDBOX_REDUCED; level <= SANDBOX_FULL; level++)
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			/* One that is to end never says that it lives. */
			char *const argv[] = {(char *)"/usr/bin/python3", (char *)"-c",
				(char *)box_hold, (char *)(rows[i].lives ? "0.5" : "600"), NULL};
			const struct sandbox_limits limits = {
				.memory = rows[i].memory, .processes = 64, .files = 64};
			const struct sandbox_options options = {.argv = argv,
				.level = (enum sandbox_level)level,
				.resources = &limits};
			struct sandbox sandbox;
			int status;
			if (!sandbox_can((enum sandbox_level)level, &err))
				continue;
			HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
			error_set(&err, "level %d, row %zu", level, i);
			/* The kernel may kill one process alone of a control group, and leave the
			 * others. */
			while (!rows[i].lives && sandbox.counted && !sandbox_starved(&sandbox))
				poll(NULL, 0, 10);
			bool held = (rows[i].lives || !sandbox.counted) &&
				    box_wait_for(&sandbox, "h", 3) &&
				    write(sandbox.in, "\n", 1) == 1 &&
				    box_wait_for(&sandbox, "l", 1);
			HOLDS(held == rows[i].lives);
			HOLDS(sandbox.counted || rows[i].lives || box_ends(&sandbox, &status));
			HOLDS(!rows[i].lives || !sandbox_ended(&sandbox, &status));
			HOLDS(sandbox_starved(&sandbox) != rows[i].lives);
			HOLDS(rows[i].lives || sandbox.counted ||
				(sandbox.watched && sandbox.taken > rows[i].memory));
			sandbox_kill(&sandbox);
		}
}

START_TEST(memory_is_counted_over_children_of_children_and_of_threads)
	{
		box_as(&box_users[_i], box_count_memory);
	}
END_TEST

/* Each holds some 50 MiB that is in no process's pages: shared memory that was given back, buffers
 * of sockets, buffers of pipes. */
static const char *const box_hidden[] = {
	"import mmap, time\n"
	"shared = mmap.mmap(-1, 48 << 20)\n"
	"for at in range(0, len(shared), 1 << 20):\n"
	"    shared[at:at + (1 << 20)] = b'x' * (1 << 20)\n"
	"    shared.madvise(mmap.MADV_DONTNEED)\n"
	"time.sleep(600)\n",
	"import socket, time\n"
	"pairs = [socket.socketpair() for i in range(112)]\n"
	"for one in sum(pairs, ()):\n"
	"    one.setblocking(False)\n"
	"    try:\n"
	"        while True: one.send(b'x' * 32768)\n"
	"    except BlockingIOError: pass\n"
	"time.sleep(600)\n",
	"import os, time\n"
	"for i in range(7):\n"
	"    if os.fork() == 0: break\n"
	"for i in range(100): os.write(os.pipe()[1], b'x' * 65536)\n"
	"time.sleep(600)\n",
};

static void box_find_hidden(void)
{
	static const struct sandbox_limits limits = {
		.memory = 40 * MIB, .processes = 64, .files = 256};
	sandbox_prepare();
	for (int level = SANDBOX_REDUCED; level <= SANDBOX_FULL; level++)
		for (size_t i = 0; i < sizeof box_hidden / sizeof *box_hidden; i++) {
			char *const argv[] = {(char *)"/usr/bin/python3", (char *)"-c",
				(char *)box_hidden[i], NULL};
			const struct sandbox_options options = {.argv = argv,
				.level = (enum sandbox_level)level,
				.resources = &limits};
			struct sandbox sandbox;
			int status;
			if (!sandbox_can((enum sandbox_level)level, &err))
				continue;
			HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
			error_set(&err, "level %d, row %zu", level, i);
			if (!sandbox.counted) {
				struct pollfd report = {sandbox.report, POLLIN, 0};
				HOLDS(poll(&report, 1, -1) == 1 &&
					sandbox_ended(&sandbox, &status));
			}
			while (sandbox.counted && !sandbox_starved(&sandbox))
				poll(NULL, 0, 10);
			HOLDS(sandbox_starved(&sandbox));
			sandbox_kill(&sandbox);
		}
}

START_TEST(memory_outside_the_pages_of_processes_is_found)
	{
		box_as(&box_users[_i], box_find_hidden);
	}
END_TEST

/* Its peak is reported, in bytes, as far as it is its own. */
static void box_report_peak(void)
{
	static char *const argv[] = {(char *)"/usr/bin/python3", (char *)"-c",
		(char *)"import os; held = bytearray(os.urandom(40 << 20))", NULL};
	const struct sandbox_options options = {.argv = argv, .level = SANDBOX_FULL};
	struct sandbox sandbox;
	int status;
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err))
		return;
	HOLDS(sandbox_start(&sandbox, &options, &err) == SANDBOX_STARTED);
	HOLDS(box_ends(&sandbox, &status) && status == 0);
	HOLDS(sandbox.taken > INT64_C(80) * MIB && sandbox.taken < INT64_C(160) * MIB);
	HOLDS(!sandbox.watched && !sandbox_starved(&sandbox));
	sandbox_kill(&sandbox);
}

START_TEST(the_peak_of_its_memory_is_reported)
	{
		box_as(&box_users[_i], box_report_peak);
	}
END_TEST

SUITE("referee/sandbox/sandbox-init",
	LOOP(a_program_begins_without_the_signals_and_the_umask_of_the_referee, BOX_USERS),
	LOOP(the_host_name_is_hidden_at_level_full_alone, BOX_USERS),
	LOOP(the_end_of_the_program_is_reported_and_no_other, BOX_USERS),
	CASE(the_fault_of_an_order_is_its_folder_or_its_program),
	LOOP(memory_is_counted_over_children_of_children_and_of_threads, BOX_USERS),
	LOOP(memory_outside_the_pages_of_processes_is_found, BOX_USERS),
	LOOP(the_peak_of_its_memory_is_reported, BOX_USERS))
