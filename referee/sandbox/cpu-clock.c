/*
 * cpu-clock.c - a process's clock, and the second number of its schedstat.
 */
#include "referee/sandbox/cpu-clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static usec meter_read_wait(const struct meter *m)
{
	char text[96];
	ssize_t length = m->file < 0 ? -1 : pread(m->file, text, sizeof text - 1, 0);
	if (length <= 0)
		return -1;
	text[length] = '\0';
	const char *blank = strchr(text, ' ');
	return blank == NULL ? -1 : strtoll(blank, NULL, 10) / 1000;
}

void meter_open(struct meter *m, pid_t pid)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
	m->file = open(path, O_RDONLY | O_CLOEXEC);
	m->wait = meter_read_wait(m);
	m->cpu = 0;
	/* Process 0 would be ourselves. */
	if (pid <= 0 || clock_getcpuclockid(pid, &m->clock) != 0)
		m->clock = -1; /* no clock: every reading fails, and counts nothing */
}

void meter_close(struct meter *m)
{
	if (m->file >= 0)
		close(m->file);
	m->file = -1;
}

usec meter_cpu(struct meter *m)
{
	struct timespec t;
	usec before = m->cpu;
	if (clock_gettime(m->clock, &t) == 0)
		m->cpu = t.tv_sec * SECOND + t.tv_nsec / 1000;
	return m->cpu - before;
}

usec meter_wait(struct meter *m)
{
	usec before = m->wait;
	m->wait = meter_read_wait(m);
	return before < 0 || m->wait < 0 ? -1 : m->wait - before;
}

usec meter_own_wait(void)
{
	static struct meter own = {.file = -1};
	if (own.file < 0)
		own.file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	usec wait = meter_read_wait(&own);
	return wait > 0 ? wait : 0;
}
