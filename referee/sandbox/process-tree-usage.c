/*
 * process-tree-usage.c - walks through the processes of a sandbox.
 *
 * Each look makes a list. A process on the previous list is counted from its value there, a new
 * process from 0.
 */
#include "referee/sandbox/process-tree-usage.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"

enum { PROCESS_TREE_USAGE_TEXT = 4096 };

struct process_tree_usage_process {
	pid_t pid;
	usec cpu;   /* CPU time of its threads, and of its children that have ended */
	usec ended; /* part of cpu: its children that have ended */
};

struct process_tree_usage_thread {
	pid_t tid;
	usec wait;
};

struct process_tree_usage_list {
	struct process_tree_usage_process process[PROCESS_TREE_USAGE_MAX];
	struct process_tree_usage_thread thread[PROCESS_TREE_USAGE_MAX];
	int processes, threads;
	int own; /* threads of the sandbox's first process; they are the first in thread */
	bool ready;
};

void process_tree_usage_open(struct process_tree_usage *usage, pid_t init)
{
	*usage = (struct process_tree_usage){.init = init};
}

void process_tree_usage_close(struct process_tree_usage *usage)
{
	free(usage->before);
	free(usage->now);
	*usage = (struct process_tree_usage){.init = 0};
}

bool process_tree_usage_possible(struct error *err)
{
	static const char *const files[] = {"schedstat", "children"};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		char path[64];
		snprintf(path, sizeof path, "/proc/thread-self/%s", files[i]);
		if (access(path, R_OK) == 0)
			continue;
		return error_set(err,
			"this system has no %s, which is needed to charge it: take clock = wall",
			path);
	}
	return true;
}

/* Reads a small file of /proc; "" if it is gone. */
static __attribute__((format(printf, 2, 3))) void process_tree_usage_read(
	char text[PROCESS_TREE_USAGE_TEXT], const char *format, ...)
{
	char path[96];
	va_list words;
	va_start(words, format);
	vsnprintf(path, sizeof path, format, words);
	va_end(words);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, PROCESS_TREE_USAGE_TEXT - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
}

/* The fields of a stat file from the state on, behind the name, which may contain any byte. */
static const char *process_tree_usage_stat(const char *text)
{
	const char *end = strrchr(text, ')');
	return end == NULL || end[1] == '\0' ? "" : end + 2;
}

/* Field n of a process's stat, from 1 as in proc(5); n is after the name. */
static long long process_tree_usage_field(const char *stat, int n)
{
	for (int at = 3; at < n; at++) {
		stat += strcspn(stat, " ");
		stat += *stat == ' ';
	}
	return strtoll(stat, NULL, 10);
}

/* Sum of cutime and cstime. */
static usec process_tree_usage_ended(const char *stat)
{
	long ticks = sysconf(_SC_CLK_TCK);
	return (process_tree_usage_field(stat, 16) + process_tree_usage_field(stat, 17)) * SECOND /
	       (ticks > 0 ? ticks : 100);
}

/* Appends the children of a thread to the list, to be visited later. */
static void process_tree_usage_children(struct process_tree_usage_list *l, pid_t pid, pid_t tid)
{
	char text[PROCESS_TREE_USAGE_TEXT], *at = text, *end;
	process_tree_usage_read(text, "/proc/%d/task/%d/children", (int)pid, (int)tid);
	for (;; at = end) {
		pid_t child = (pid_t)strtol(at, &end, 10);
		if (end == at || l->processes == PROCESS_TREE_USAGE_MAX)
			return;
		l->process[l->processes++] = (struct process_tree_usage_process){.pid = child};
	}
}

static void process_tree_usage_thread(struct process_tree_usage_list *l, pid_t pid, pid_t tid)
{
	char text[PROCESS_TREE_USAGE_TEXT];
	if (l->threads == PROCESS_TREE_USAGE_MAX)
		return;
	process_tree_usage_read(text, "/proc/%d/task/%d/schedstat", (int)pid, (int)tid);
	const char *blank = strchr(text, ' ');
	l->thread[l->threads++] = (struct process_tree_usage_thread){
		tid, blank == NULL ? 0 : strtoll(blank, NULL, 10) / 1000};
	process_tree_usage_children(l, pid, tid);
}

/* Visits each thread of a process. */
static void process_tree_usage_threads(struct process_tree_usage_list *l, pid_t pid)
{
	char text[PROCESS_TREE_USAGE_TEXT], path[64];
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	DIR *folder = opendir(path);
	for (struct dirent *e; folder != NULL && (e = readdir(folder)) != NULL;) {
		pid_t tid = (pid_t)strtol(e->d_name, NULL, 10);
		if (tid <= 0)
			continue;
		process_tree_usage_thread(l, pid, tid);
		process_tree_usage_read(text, "/proc/%d/task/%d/stat", (int)pid, (int)tid);
		l->ready |= *process_tree_usage_stat(text) == 'R';
	}
	if (folder != NULL)
		closedir(folder);
}

static void process_tree_usage_process(
	struct process_tree_usage_list *l, struct process_tree_usage_process *p)
{
	char text[PROCESS_TREE_USAGE_TEXT];
	clockid_t clock;
	struct timespec t = {0};
	process_tree_usage_read(text, "/proc/%d/stat", (int)p->pid);
	const char *stat = process_tree_usage_stat(text);
	if (*stat == '\0')
		return;
	if (clock_getcpuclockid(p->pid, &clock) == 0)
		clock_gettime(clock, &t);
	p->ended = process_tree_usage_ended(stat);
	p->cpu = t.tv_sec * SECOND + t.tv_nsec / 1000 + p->ended;
	l->ready |= *stat == 'R';
	if (process_tree_usage_field(stat, 20) > 1)
		process_tree_usage_threads(l, p->pid);
	else
		process_tree_usage_thread(l, p->pid, p->pid);
}

/* Visits all descendants of sandbox-init. Orphans that it waited for are in its own row. */
static void process_tree_usage_walk(struct process_tree_usage_list *l, pid_t init)
{
	char text[PROCESS_TREE_USAGE_TEXT];
	l->processes = 1;
	l->threads = 0;
	l->ready = false;
	process_tree_usage_read(text, "/proc/%d/stat", (int)init);
	l->process[0] = (struct process_tree_usage_process){
		.pid = init, .cpu = process_tree_usage_ended(process_tree_usage_stat(text))};
	process_tree_usage_children(l, init, init);
	for (int i = 1; i < l->processes; i++) {
		process_tree_usage_process(l, &l->process[i]);
		if (i == 1)
			l->own = l->threads;
	}
}

/* The same process in the previous look. The order of lists rarely changes. */
static struct process_tree_usage_process process_tree_usage_before(
	const struct process_tree_usage_list *l, int at, pid_t pid)
{
	if (at < l->processes && l->process[at].pid == pid)
		return l->process[at];
	for (int i = 0; i < l->processes; i++)
		if (l->process[i].pid == pid)
			return l->process[i];
	return (struct process_tree_usage_process){.pid = pid};
}

static usec process_tree_usage_wait_before(
	const struct process_tree_usage_list *l, int at, pid_t tid)
{
	if (at < l->threads && l->thread[at].tid == tid)
		return l->thread[at].wait;
	for (int i = 0; i < l->threads; i++)
		if (l->thread[i].tid == tid)
			return l->thread[i].wait;
	return 0;
}

static usec process_tree_usage_more(usec now, usec before)
{
	return now > before ? now - before : 0;
}

void process_tree_usage_measure(
	struct process_tree_usage *usage, struct process_tree_usage_found *found)
{
	bool first = usage->now == NULL;
	if (first) {
		usage->before = memory_get(1, sizeof *usage->before);
		usage->now = memory_get(1, sizeof *usage->now);
	}
	struct process_tree_usage_list *before = usage->now, *now = usage->before;
	usage->before = before;
	usage->now = now;
	process_tree_usage_walk(now, usage->init);
	*found = (struct process_tree_usage_found){
		.processes = now->processes - 1, .ready = now->ready};
	for (int i = 0; i < now->processes; i++) {
		const struct process_tree_usage_process *p = &now->process[i];
		struct process_tree_usage_process was =
			process_tree_usage_before(before, i, p->pid);
		usec more = process_tree_usage_more(p->cpu, was.cpu);
		found->cpu += first ? 0 : more;
		if (i > 0)
			found->others +=
				i > 1 ? more : process_tree_usage_more(p->ended, was.ended);
	}
	for (int i = 0; i < now->threads; i++) {
		const struct process_tree_usage_thread *t = &now->thread[i];
		usec more = process_tree_usage_more(
			t->wait, process_tree_usage_wait_before(before, i, t->tid));
		found->wait += first ? 0 : more;
		found->others_wait += i >= now->own ? more : 0;
	}
}
