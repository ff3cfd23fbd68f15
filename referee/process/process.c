/*
 * process.c - starts and ends the referee's own processes.
 */
#include "referee/process/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"

enum { PROCESS_FROM = 3, PROCESS_TO = 4, PROCESS_PIPE = 1 << 20 };

/* The connections of a process, as descriptors: [0] is read, [1] is written. */
struct process_ways {
	int down[2], up[2];
	int fd_channel[2]; /* our end, its end; -1: none */
	int beat;	   /* shared by both */
};

pid_t process_fork(void)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
	sigset_t all, before, none;
	const pid_t parent = getpid();
	/* A signal that arrives before the child ignores signals would run the parent's handler,
	 * which writes to the parent. Then one Ctrl-C would count as two. */
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	const pid_t pid = fork();
	if (pid != 0) {
		const int saved = errno;
		sigprocmask(SIG_SETMASK, &before, NULL);
		errno = saved;
		return pid;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);	/* the parent died before the line above */
	time_watch_gaps(0, NULL, NULL); /* that of the parent is about its loop */
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	return 0;
}

static int process_compare(const void *a, const void *b)
{
	const int *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* Closes all descriptors but the standard ones and the ends of the process. */
static void process_close_others(const struct process_ways *w)
{
	int ends[] = {w->down[0], w->up[1], w->fd_channel[1], w->beat};
	unsigned next = STDERR_FILENO + 1;
	qsort(ends, sizeof ends / sizeof *ends, sizeof *ends, process_compare);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		if (ends[i] < (int)next)
			continue; /* there is none, or it is a standard one */
		if ((unsigned)ends[i] > next)
			close_range(next, (unsigned)ends[i] - 1, 0);
		next = (unsigned)ends[i] + 1;
	}
	close_range(next, ~0u, 0);
}

/* Runs in the child: keeps only its ends of the connections. The others go first: the parent may have
 * used up its descriptors. */
static void process_become(const struct process_kind *kind, const struct process_ways *w)
{
	prctl(PR_SET_NAME, kind->name);
	process_close_others(w);
	/* Move both away first, so that neither overwrites the other. */
	int from = fcntl(w->down[0], F_DUPFD, PROCESS_BEAT + 1);
	int to = fcntl(w->up[1], F_DUPFD, PROCESS_BEAT + 1);
	int fd_channel =
		w->fd_channel[1] < 0 ? -1 : fcntl(w->fd_channel[1], F_DUPFD, PROCESS_BEAT + 1);
	int beat = fcntl(w->beat, F_DUPFD, PROCESS_BEAT + 1);
	if (dup3(from, PROCESS_FROM, O_CLOEXEC) < 0 || dup3(to, PROCESS_TO, O_CLOEXEC) < 0 ||
		dup3(beat, PROCESS_BEAT, O_CLOEXEC) < 0 ||
		(fd_channel >= 0 && dup3(fd_channel, PROCESS_FD_CHANNEL, O_CLOEXEC) < 0))
		_exit(EXIT_FAILURE);
	if (fd_channel < 0)
		close(PROCESS_FD_CHANNEL);
	close_range(PROCESS_BEAT + 1, ~0u, 0);
	heartbeat_set_fd(PROCESS_BEAT);
}

static void process_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void process_disconnect(struct process_ways *w)
{
	int saved = errno;
	for (int i = 0; i < 2; i++) {
		process_close(&w->down[i]);
		process_close(&w->up[i]);
		process_close(&w->fd_channel[i]);
	}
	errno = saved;
}

static int process_socket(int ends[2])
{
	return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
}

/* Opens the connections of a process of this kind. */
static int process_connect(const struct process_kind *kind, struct process_ways *w)
{
	bool good = false;
	*w = (struct process_ways){{-1, -1}, {-1, -1}, {-1, -1}, -1};
	if (!kind->is_socket) {
		good = pipe2(w->down, O_CLOEXEC) == 0 && pipe2(w->up, O_CLOEXEC) == 0;
	} else if (process_socket(w->down) == 0) {
		w->up[0] = fcntl(w->down[1], F_DUPFD_CLOEXEC, 0);
		w->up[1] = fcntl(w->down[0], F_DUPFD_CLOEXEC, 0);
		good = w->up[0] >= 0 && w->up[1] >= 0;
	}
	if (good && (!kind->has_fd_channel || process_socket(w->fd_channel) == 0))
		return 0;
	process_disconnect(w);
	return -1;
}

/* Only in a sanitized build: returns 1 and reports if memory has leaked. */
extern int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

/* Runs the process and ends it. It does not call exit(), which would run the parent's exit
 * handlers. */
static __attribute__((noreturn)) void process_work(
	const struct process_kind *kind, const void *arg, int number)
{
	int status = kind->run(arg, number, PROCESS_FROM, PROCESS_TO);
	if (__lsan_do_recoverable_leak_check != NULL &&
		prctl(PR_GET_DUMPABLE) == 1 /* not the listener */
		&& __lsan_do_recoverable_leak_check() != 0)
		status = EXIT_FAILURE;
	_exit(status);
}

int process_start(struct process *p, const struct process_kind *kind, const void *arg, int number)
{
	struct process_ways w;
	p->fd_channel = -1;
	if (process_connect(kind, &w) != 0)
		return -1;
	if (!heartbeat_open(&p->beat)) {
		process_disconnect(&w);
		return -1;
	}
	w.beat = p->beat.fd;
	fcntl(w.up[1], F_SETPIPE_SZ, PROCESS_PIPE);   /* room while we wait for the disk */
	fcntl(w.down[1], F_SETPIPE_SZ, PROCESS_PIPE); /* so that we never wait for an arbiter */
	fcntl(w.up[0], F_SETFL, O_NONBLOCK);
	if (w.fd_channel[0] >= 0)
		fcntl(w.fd_channel[0], F_SETFL, O_NONBLOCK);
	p->pid = process_fork();
	if (p->pid == 0) {
		process_become(kind, &w);
		process_work(kind, arg, number);
	}
	int saved = errno;
	process_close(&w.down[0]);
	process_close(&w.up[1]);
	process_close(&w.fd_channel[1]);
	p->to = w.down[1];
	p->from = w.up[0];
	p->fd_channel = w.fd_channel[0];
	if (p->pid > 0)
		return 0;
	p->pid = 0;
	process_kill(p);
	errno = saved;
	return -1;
}

int process_attach(struct process *p, int socket)
{
	*p = (struct process){
		.to = socket, .from = fcntl(socket, F_DUPFD_CLOEXEC, 0), .fd_channel = -1};
	if (p->from >= 0 && fcntl(socket, F_SETFL, O_NONBLOCK) == 0)
		return 0;
	process_kill(p);
	return -1;
}

void process_close_input(struct process *p)
{
	if (p->to >= 0) {
		shutdown(p->to, SHUT_WR); /* a socket stays open until p->from is closed too */
		close(p->to);
	}
	p->to = -1;
	if (p->fd_channel > 0)
		close(p->fd_channel);
	p->fd_channel = -1;
}

int process_kill(struct process *p)
{
	int status = 0;
	process_close_input(p);
	heartbeat_close(&p->beat);
	if (p->from >= 0)
		close(p->from);
	p->from = -1;
	if (p->pid > 0) {
		kill(p->pid, SIGKILL);
		while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
			;
	}
	p->pid = 0;
	return status;
}

int process_wait(struct process *p, int patience)
{
	struct pollfd end = {.fd = p->from}; /* no event: only the end of all writers */
	process_close_input(p);
	while (p->pid > 0 && poll(&end, 1, patience) < 0 && errno == EINTR)
		;
	return process_kill(p);
}

void process_ending(const struct process *p, int status, char *text, size_t room)
{
	if (p->beat.lost)
		snprintf(text, room, "no sign of life for %g s",
			(double)heartbeat_patience() / SECOND);
	else if (WIFSIGNALED(status))
		snprintf(text, room, "signal %d", WTERMSIG(status));
	else
		snprintf(text, room, "exit status %d", WEXITSTATUS(status));
}

void process_raise_files(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
}

void process_pin(int number)
{
	cpu_set_t mine, one;
	if (number < 0 || sched_getaffinity(0, sizeof mine, &mine) != 0)
		return;
	number %= CPU_COUNT(&mine);
	for (int cpu = 0, seen = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &mine) && seen++ == number) {
			CPU_ZERO(&one);
			CPU_SET(cpu, &one);
			sched_setaffinity(0, sizeof one, &one);
			return;
		}
}
