/*
 * memory-usage.c - children that hold a known amount of each kind of memory, and the sum that is
 * found of them.
 *
 * plain too: it measures memory.
 */
#include "referee/sandbox/memory-usage.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

#define MIB (INT64_C(1) << 20)

enum { SIZE = 12 << 20, PAIRS = 20, PIPES = 64 };

static int ready[2];
static uid_t user; /* that looks; 0: as the user that runs the tests */

/* In a child that holds something: says so, and waits. */
static void hold(void)
{
	if (write(ready[1], "x", 1) == 1)
		for (;;)
			pause();
	_exit(1);
}

static char *get(int flags)
{
	char *memory = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		_exit(1);
	return memory;
}

static void hold_nothing(void)
{
	hold();
}

static void hold_pages(void)
{
	memset(get(MAP_PRIVATE), 1, SIZE);
	hold();
}

/* The child of a child holds as much again. */
static void hold_in_both(void)
{
	if (fork() == 0)
		hold_pages();
	hold_pages();
}

/* The last one has ended, and was not waited for. */
static void hold_beside_ended(void)
{
	siginfo_t info;
	if (fork() == 0)
		hold_pages();
	pid_t ended = fork();
	if (ended == 0)
		_exit(0);
	if (waitid(P_PID, (id_t)ended, &info, WEXITED | WNOWAIT) == 0)
		hold_pages();
	_exit(1);
}

/* Reserved, and not used. */
static void hold_reserve(void)
{
	get(MAP_PRIVATE);
	hold();
}

static void hold_shared(void)
{
	memset(get(MAP_SHARED), 1, SIZE);
	hold();
}

/* Given back by this process, and there all the same. */
static void hold_given_back(void)
{
	char *memory = get(MAP_SHARED);
	memset(memory, 1, SIZE);
	if (madvise(memory, SIZE, MADV_DONTNEED) != 0)
		_exit(1);
	hold();
}

/* One after the other for the same memory: four processes, one size. */
static void hold_shared_by_four(void)
{
	memset(get(MAP_SHARED), 1, SIZE);
	for (int i = 0; i < 3; i++)
		if (fork() == 0)
			hold();
	hold();
}

/* The end of it is mapped alone. */
static void hold_its_end(void)
{
	char *memory = get(MAP_SHARED);
	if (munmap(memory, SIZE - 4096) != 0)
		_exit(1);
	hold();
}

static void hold_file(void)
{
	int fd = memfd_create("file", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, SIZE) != 0 ||
		mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		_exit(1);
	hold();
}

/* A file of the system, which the kernel can drop at any time. */
static void hold_program(void)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
	if (fd < 0 || mmap(NULL, SIZE, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED)
		_exit(1);
	hold();
}

static void hold_sockets(void)
{
	int ends[2];
	for (int i = 0; i < PAIRS; i++)
		if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
			_exit(1);
	/* Twice each: the same sockets. */
	if (fork() == 0)
		hold();
	hold();
}

static void hold_pipes(void)
{
	int ends[2];
	for (int i = 0; i < PIPES; i++)
		if (pipe(ends) != 0)
			_exit(1);
	hold();
}

/* A thread with descriptors of its own, which the process does not show as its own. */
static void *thread_with_files(void *arg)
{
	if (unshare(CLONE_FILES) != 0)
		_exit(1);
	hold_sockets();
	return arg;
}

static void hold_sockets_of_thread(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, thread_with_files, NULL) != 0)
		_exit(1);
	for (;;)
		pause();
}

/* A touch of each 2 MiB takes a page table of 4 KiB for each. */
static void hold_tables(void)
{
	enum { TABLES = 1024 };
	const size_t size = (size_t)TABLES << 21;
	volatile char *memory =
		mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (memory == MAP_FAILED || madvise((void *)memory, size, MADV_NOHUGEPAGE) != 0)
		_exit(1);
	for (size_t at = 0; at < size; at += 2 << 20)
		(void)memory[at];
	hold();
}

/* Processes that say they are ready, and what they hold in all, above the same processes with
 * nothing, in MiB. Half a MiB is noise. */
static const struct row {
	const char *name;
	void (*hold)(void);
	int processes;
	double least, most;
} rows[] = {
	{"nothing", hold_nothing, 1, -1, 2},
	{"pages", hold_pages, 1, 11.5, 14},
	{"pages of a child's child", hold_in_both, 2, 23.5, 27},
	{"pages beside a process that has ended", hold_beside_ended, 2, 23.5, 27},
	{"a reserve", hold_reserve, 1, -1, 2},
	{"shared memory", hold_shared, 1, 11.5, 14},
	{"shared memory that was given back", hold_given_back, 1, 11.5, 14},
	{"shared memory of four", hold_shared_by_four, 4, 11.5, 17},
	{"the end of shared memory", hold_its_end, 1, 11.5, 14},
	{"a file in memory", hold_file, 1, 11.5, 14},
	{"a file", hold_program, 1, -1, 2},
	/* 40 sockets. By default a buffer has 208 KiB, and may hold half as much more. */
	{"sockets", hold_sockets, 2, 40 * 0.2, 40 * 0.4},
	{"sockets of a thread", hold_sockets_of_thread, 2, 40 * 0.2, 40 * 0.4},
	{"pipes", hold_pipes, 1, 3.5, 6},
	{"page tables", hold_tables, 1, 3.5, 7},
};

/* In a child, so that no descendant is of another test: the sum for the descendants of this. */
static int64_t usage_of(const struct row *row, int64_t limit)
{
	int64_t found = -1;
	int answer[2];
	ck_assert(pipe(answer) == 0 && pipe(ready) == 0);
	pid_t child = fork();
	if (child == 0) {
		struct memory_usage m;
		char byte;
		setpgid(0, 0);
		/* Root may look everywhere. */
		if (user != 0 && geteuid() == 0 &&
			(setuid(user) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0))
			_exit(1);
		pid_t holder = fork();
		if (holder == 0)
			row->hold();
		for (int i = 0; i < row->processes; i++)
			if (read(ready[0], &byte, 1) != 1)
				_exit(1);
		memory_usage_init(&m, 64);
		found = memory_usage_measure(&m, false, limit);
		if (write(answer[1], &found, sizeof found) != sizeof found)
			_exit(1);
		signal(SIGTERM, SIG_IGN);
		kill(0, SIGTERM);
		while (wait(NULL) > 0)
			;
		_exit(0);
	}
	close(answer[1]);
	ck_assert_int_eq(read(answer[0], &found, sizeof found), sizeof found);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	close(answer[0]);
	close(ready[0]);
	close(ready[1]);
	return found;
}

START_TEST(each_kind_of_memory_counts_once)
	{
		const struct row *row = &rows[_i];
		const struct row nothing = {"", hold_nothing, 1, 0, 0};
		const double without = (double)usage_of(&nothing, 0) / MIB;
		const double with = (double)usage_of(row, 0) / MIB;
		ck_assert_msg(with - without >= row->least && with - without <= row->most,
			"%s: %.2f MiB without, %.2f with", row->name, without, with);
	}
END_TEST

/* Below a limit that is far away the sum may be less, and never above it. */
START_TEST(below_the_limit_no_sum_is_above_it)
	{
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			const int64_t limit = 256 * MIB;
			ck_assert_int_le(usage_of(&rows[i], limit), limit);
		}
		/* Shared memory is found as soon as it may matter. */
		ck_assert_int_gt(
			usage_of(&(struct row){"", hold_given_back, 1, 0, 0}, 12 * MIB), 12 * MIB);
	}
END_TEST

/* A process that does not let others look counts with all that it could hold: its mappings, and 64
 * sockets. */
static void hold_hidden(void)
{
	get(MAP_SHARED);
	if (prctl(PR_SET_DUMPABLE, 0) != 0)
		_exit(1);
	hold();
}

START_TEST(a_process_that_hides_counts_with_all_that_it_could_hold)
	{
		const struct row hidden = {"", hold_hidden, 1, 0, 0},
				 open = {"", hold_shared, 1, 0, 0};
		user = 65534;
		const double less = (double)usage_of(&open, 0) / MIB;
		const double more = (double)usage_of(&hidden, 0) / MIB;
		user = 0;
#ifdef __SANITIZE_ADDRESS__ /* its mappings are of terabytes */
		const double most = 1e12;
#else
		const double most = 64 * 0.4 + 12;
#endif
		ck_assert_msg(more - less >= 64 * 0.2 && more - less <= most,
			"%.2f MiB open, %.2f hidden", less, more);
	}
END_TEST

/* Processes that have ended and were not waited for: the kernel shows their descriptors to root
 * alone. */
static void hold_ended(void)
{
	siginfo_t seen;
	for (int i = 0; i < 8; i++) {
		pid_t ended = fork();
		if (ended == 0)
			_exit(0);
		if (waitid(P_PID, (id_t)ended, &seen, WEXITED | WNOWAIT) != 0)
			_exit(1);
	}
	hold();
}

START_TEST(processes_that_have_ended_hide_nothing)
	{
		const struct row ended = {"", hold_ended, 1, 0, 0},
				 nothing = {"", hold_nothing, 1, 0, 0};
		user = 65534;
		const double without = (double)usage_of(&nothing, 0) / MIB,
			     with = (double)usage_of(&ended, 0) / MIB;
		user = 0;
		ck_assert_msg(with - without < 2, "%.2f MiB without, %.2f with", without, with);
	}
END_TEST

SUITE("referee/sandbox/memory-usage",
	LOOP(each_kind_of_memory_counts_once, sizeof rows / sizeof *rows),
	CASE(below_the_limit_no_sum_is_above_it),
	CASE(a_process_that_hides_counts_with_all_that_it_could_hold),
	CASE(processes_that_have_ended_hide_nothing))
