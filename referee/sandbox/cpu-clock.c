/*
 * cpu-clock.c - reads a process's CPU clock, and the second number of its schedstat.
 */
#include "referee/sandbox/cpu-clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static usec cpu_clock_read_wait(int file)
{
	char text[96];
	ssize_t length = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
	if (length <= 0)
		return -1;
	text[length] = '\0';
	const char *blank = strchr(text, ' ');
	return blank == NULL ? -1 : strtoll(blank, NULL, 10) / 1000;
}

void cpu_clock_open(struct cpu_clock *clock, pid_t pid)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	clock->file = open(path, O_RDONLY | O_CLOEXEC);
	clock->wait = cpu_clock_read_wait(clock->file);
	clock->cpu = 0;
	/* Pid 0 would mean this process. */
	if (pid <= 0 || clock_getcpuclockid(pid, &clock->clock) != 0)
		clock->clock = -1; /* no clock: every reading fails and counts as 0 */
}

void cpu_clock_close(struct cpu_clock *clock)
{
	if (clock->file >= 0)
		close(clock->file);
	clock->file = -1;
}

usec cpu_clock_cpu(struct cpu_clock *clock)
{
	struct timespec t;
	usec before = clock->cpu;
	if (clock_gettime(clock->clock, &t) == 0)
		clock->cpu = t.tv_sec * SECOND + t.tv_nsec / 1000;
	return clock->cpu - before;
}

usec cpu_clock_wait(struct cpu_clock *clock)
{
	usec before = clock->wait;
	clock->wait = cpu_clock_read_wait(clock->file);
	return before < 0 || clock->wait < 0 ? -1 : clock->wait - before;
}

/* This process's own schedstat file, kept open; -1: not open yet. */
static int cpu_clock_own_file = -1;

usec cpu_clock_own_wait(void)
{
	if (cpu_clock_own_file < 0)
		cpu_clock_own_file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	usec wait = cpu_clock_read_wait(cpu_clock_own_file);
	return wait > 0 ? wait : 0;
}
