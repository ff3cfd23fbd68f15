/*
 * worker-link.c - relays lines between the main process and a worker.
 */
#include "referee/machines/worker-link.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "referee/process/wire.h"
#include "referee/machines/worker-dialogue.h"
#include "referee/machines/worker-messages.h"

enum {
	WORKER_LINK_LOOKS = 200,   /* at a command that was ended, 10 ms apart */
	WORKER_LINK_WAITS = 100,   /* the same, before it is ended if it closed its output */
	WORKER_LINK_COMMAND = 160, /* bytes of it that are said */
	WORKER_LINK_UNKNOWN = 127  /* exit status of a shell that does not find a program */
};

struct worker_link_child {
	const struct worker_link *link;
	struct event_base *base;
	struct bufferevent *worker;
	struct event *second; /* owned */
	struct wire main;
	pid_t pid;		   /* of the command */
	bool closing, good, ended; /* ended: the command closed its output */
	struct error why;	   /* the link fails; "": it does not */
	struct worker_manifest manifest;
	struct worker_dialogue dialogue;
};

/* Ends the process; why: for the main process. */
static void worker_link_fail(void *owner, const char *why)
{
	struct worker_link_child *c = owner;
	if (!error_is_set(&c->why))
		error_set(&c->why, "%s", why);
	event_base_loopbreak(c->base);
}

/* --- the dialogue ----------------------------------------------------------------------------- */

static void worker_link_send(void *owner, const void *bytes, size_t length)
{
	struct worker_link_child *c = owner;
	bufferevent_write(c->worker, bytes, length);
}

static void worker_link_send_file(void *owner, int file, int64_t length)
{
	struct worker_link_child *c = owner;
	int copy = fcntl(file, F_DUPFD_CLOEXEC, 0); /* the buffer closes it */
	if (copy < 0 || evbuffer_add_file(bufferevent_get_output(c->worker), copy, 0, length) != 0)
		worker_link_fail(c, "a folder cannot be sent");
}

static void worker_link_print_line(void *owner, const char *line)
{
	struct worker_link_child *c = owner;
	if (line_table_is(&worker_message_table, WORKER_FAILED, line)) {
		worker_link_fail(c, "it sent a line that only its link may send");
		return;
	}
	wire_add(&c->main, line, strlen(line));
	wire_add(&c->main, "\n", 1);
	wire_flush(&c->main);
}

static const struct worker_dialogue_calls worker_link_calls = {
	worker_link_send, worker_link_send_file, worker_link_print_line, worker_link_fail};

static void worker_link_on_bytes(struct bufferevent *worker, void *arg)
{
	struct worker_link_child *c = arg;
	char bytes[65536];
	size_t count;
	struct error err;
	/* The bots' folders are read when the worker has said something: a machine that cannot be
	 * reached costs no more than its command. */
	if (c->manifest.text == NULL &&
		!worker_manifest_make(&c->manifest, c->link->config, &err)) {
		worker_link_fail(c, err.text);
		return;
	}
	while ((count = bufferevent_read(worker, bytes, sizeof bytes)) > 0)
		worker_dialogue_take(&c->dialogue, bytes, count);
}

static void worker_link_on_end(struct bufferevent *worker, short what, void *arg)
{
	struct worker_link_child *c = arg;
	(void)worker;
	(void)what;
	c->good = c->closing;
	c->ended = true;
	worker_link_fail(c, "it ended");
}

/* --- lines of the main process ---------------------------------------------------------------- */

/* The worker reads an end when it has read the rest. */
static void worker_link_on_drained(struct bufferevent *worker, void *arg)
{
	struct worker_link_child *c = arg;
	if (c->closing)
		shutdown(bufferevent_getfd(worker), SHUT_WR);
}

static void worker_link_on_requests(evutil_socket_t from, short what, void *arg)
{
	struct worker_link_child *c = arg;
	char bytes[65536];
	(void)what;
	ssize_t count = read(from, bytes, sizeof bytes);
	if (count > 0) {
		worker_dialogue_request(&c->dialogue, bytes, (size_t)count);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		c->closing = true;
		wire_ignore(&c->main);
		if (evbuffer_get_length(bufferevent_get_output(c->worker)) == 0)
			worker_link_on_drained(c->worker, c);
	}
}

static void worker_link_on_second(evutil_socket_t fd, short what, void *arg)
{
	struct worker_link_child *c = arg;
	(void)fd;
	(void)what;
	worker_dialogue_second(&c->dialogue);
}

/* --- the process ------------------------------------------------------------------------------ */

/* Starts the command with this socket as its standard streams. It ends with this process. A
 * signal that this process ignores would else be ignored by the command as well. */
static pid_t worker_link_start(const char *command, int socket)
{
	static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
	pid_t pid = fork();
	if (pid != 0)
		return pid;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
		signal(ignored[i], SIG_DFL);
	if (dup2(socket, STDIN_FILENO) < 0 || dup2(socket, STDOUT_FILENO) < 0)
		_exit(127);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static bool worker_link_open(struct worker_link_child *c, int from, int to)
{
	int ends[2];
	const struct timeval second = {.tv_sec = 1};
	worker_dialogue_init(&c->dialogue, &worker_link_calls, c, &c->manifest);
	c->base = event_base_new();
	if (c->base == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	c->pid = worker_link_start(c->link->command, ends[1]);
	close(ends[1]);
	evutil_make_socket_nonblocking(ends[0]);
	c->worker = bufferevent_socket_new(c->base, ends[0], BEV_OPT_CLOSE_ON_FREE);
	c->second = event_new(c->base, -1, EV_PERSIST, worker_link_on_second, c);
	if (c->pid < 0 || c->worker == NULL || c->second == NULL)
		return false;
	bufferevent_setcb(
		c->worker, worker_link_on_bytes, worker_link_on_drained, worker_link_on_end, c);
	bool good = heartbeat_start(c->base) &&
		    wire_init(&c->main, c->base, from, to, worker_link_on_requests, c);
	c->main.vital = true;
	return good && event_add(c->second, &second) == 0 &&
	       bufferevent_enable(c->worker, EV_READ | EV_WRITE) == 0;
}

/* Has the command ended, or does it so within some looks? */
static bool worker_link_wait(pid_t pid, int looks, int *status)
{
	const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
	for (int i = 0; i < looks; i++) {
		if (waitpid(pid, status, WNOHANG) != 0)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

/* Ends the command: it has a moment to end by itself. False: it did not; else status is that of
 * waitpid(). */
static bool worker_link_end_command(const struct worker_link_child *c, int *status)
{
	bool over = c->ended && worker_link_wait(c->pid, WORKER_LINK_WAITS, status);
	kill(-c->pid, SIGTERM); /* what it left behind, too */
	if (!over && !worker_link_wait(c->pid, WORKER_LINK_LOOKS, NULL)) {
		kill(-c->pid, SIGKILL);
		waitpid(c->pid, NULL, 0);
	}
	return over;
}

/* Writes how the command ended by itself. */
static void worker_link_ending(int status, char *text, size_t room)
{
	if (WIFSIGNALED(status))
		snprintf(text, room, " (signal %d)", WTERMSIG(status));
	else
		snprintf(text, room, " (exit status %d)%s", WEXITSTATUS(status),
			WEXITSTATUS(status) == WORKER_LINK_UNKNOWN
				? ": a program was not found; write its whole path"
				: "");
}

/* Says why the link fails, in a line that names the command; ending: "" or how it ended. */
static void worker_link_print_failure(struct worker_link_child *c, const char *ending)
{
	char line[WORKER_MESSAGE], text[sizeof line];
	const char *command = c->link->command;
	bool whole = strlen(command) < WORKER_LINK_COMMAND;
	snprintf(text, sizeof text, "worker \"%.*s%s\": %s%s", WORKER_LINK_COMMAND, command,
		whole ? "" : "...", c->why.text, ending);
	const struct worker_message m = {.kind = WORKER_FAILED, .why = text};
	wire_add(&c->main, line, worker_message_write(&m, line));
	wire_finish(&c->main);
}

static void worker_link_close(struct worker_link_child *c)
{
	char ending[80] = "";
	int status;
	if (c->pid > 0 && worker_link_end_command(c, &status))
		worker_link_ending(status, ending, sizeof ending);
	if (error_is_set(&c->why) && !c->closing)
		worker_link_print_failure(c, ending);
	if (c->worker != NULL)
		bufferevent_free(c->worker);
	if (c->second != NULL)
		event_free(c->second);
	wire_clear(&c->main);
	worker_dialogue_clear(&c->dialogue);
	worker_manifest_clear(&c->manifest);
	if (c->base != NULL)
		event_base_free(c->base);
}

static int worker_link_run(const void *arg, int number, int from, int to)
{
	static struct worker_link_child c;
	(void)number;
	c = (struct worker_link_child){.link = arg};
	if (worker_link_open(&c, from, to))
		event_base_dispatch(c.base);
	worker_link_close(&c);
	return c.good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind worker_link_process = {"referee-link", worker_link_run};
