/*
 * worker-link.c - relays lines between the main process and a worker.
 */
#include "referee/worker/worker-link.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "referee/base/escape.h"
#include "referee/base/file-tree.h"
#include "referee/base/memory.h"
#include "referee/base/write-queue.h"
#include "referee/sandbox/snapshot.h"
#include "referee/worker/worker-config.h"
#include "referee/worker/worker-facts.h"

enum {
	WORKER_LINK_SILENT = 30, /* seconds without a line */
	WORKER_LINK_LOOKS = 200	 /* at a command that was ended, 10 ms apart */
};

struct worker_link_child {
	const struct worker_link *link;
	struct event_base *base;
	struct bufferevent *worker;
	struct event *requests, *second; /* owned */
	struct write_queue out;
	int from;
	pid_t pid;		   /* of the command */
	struct worker_facts facts; /* slots 0: the worker has not said them */
	bool ready, closing, good;
	int silent; /* seconds */
};

/* Ends the process; why: what is said on stderr, in a line that names the command. */
static void worker_link_fail(struct worker_link_child *c, const char *why)
{
	if (!c->closing)
		fprintf(stderr, "worker \"%s\": %s\n", c->link->command, why);
	event_base_loopbreak(c->base);
}

/* --- what the worker needs -------------------------------------------------------------------- */

/* The place of a folder: the copy that was made when the run began, or itself. */
static void worker_link_place(
	const struct arbiter_config *p, const char *dir, char place[FIND_PROGRAM_PATH])
{
	char absolute[FIND_PROGRAM_PATH];
	snprintf(place, FIND_PROGRAM_PATH, "%s", dir);
	if (!find_program_absolute(dir, NULL, absolute))
		return;
	for (int i = 0; i < p->bots_count; i++)
		if (p->bots[i].dir == dir)
			snapshot_where(p->bots[i].held, absolute, place);
}

static bool worker_link_send_folder(struct worker_link_child *c, const char *dir)
{
	char place[FIND_PROGRAM_PATH];
	worker_link_place(c->link->config, dir, place);
	int file = memfd_create("folder", MFD_CLOEXEC);
	bool good = file >= 0 && file_tree_stream_send(file, place) &&
		    file_tree_stream_send_end(file, 0);
	off_t size = good ? lseek(file, 0, SEEK_CUR) : 0;
	if (!good) {
		fprintf(stderr, "worker \"%s\": %s: the folder cannot be read: %s\n",
			c->link->command, dir, strerror(errno));
		if (file >= 0)
			close(file);
		return false;
	}
	struct evbuffer *to = bufferevent_get_output(c->worker);
	return evbuffer_add_printf(to, "folder %lld\n", (long long)size) > 0 &&
	       evbuffer_add_file(to, file, 0, size) == 0;
}

static bool worker_link_send_config(struct worker_link_child *c)
{
	const struct arbiter_config *p = c->link->config;
	struct evbuffer *to = bufferevent_get_output(c->worker);
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	worker_config_write(out, p);
	memory_close(out);
	bool good = evbuffer_add_printf(to, "config %zu\n", size) > 0 &&
		    evbuffer_add(to, text, size) == 0;
	free(text);
	const char *dir;
	for (int i = 0; good && (dir = worker_config_folder(p, i)) != NULL; i++)
		good = worker_link_send_folder(c, dir);
	return good;
}

/* --- lines of the worker ---------------------------------------------------------------------- */

static void worker_link_send_line(struct worker_link_child *c, const char *line)
{
	write_queue_add(&c->out, line, strlen(line));
	write_queue_add(&c->out, "\n", 1);
	write_queue_flush(&c->out);
}

/* The first line. */
static void worker_link_greet(struct worker_link_child *c, const char *line)
{
	struct worker_facts facts;
	struct error err;
	if (!worker_facts_greeting(&facts, line, &err)) {
		worker_link_fail(c, err.text);
		return;
	}
	c->facts = facts;
	if (!worker_link_send_config(c))
		worker_link_fail(c, "its games cannot be sent");
}

static void worker_link_tell_facts(struct worker_link_child *c)
{
	static const char word[] = "worker ";
	char line[sizeof word + WORKER_FACTS_LINE];
	memcpy(line, word, sizeof word);
	worker_facts_write(&c->facts, line + strlen(word));
	worker_link_send_line(c, line);
}

static void worker_link_take(struct worker_link_child *c, char *line)
{
	c->silent = 0;
	if (c->facts.slots == 0) {
		worker_link_greet(c, line);
	} else if (!c->ready && strcmp(line, "ready") == 0) {
		c->ready = true;
		worker_link_tell_facts(c);
	} else if (strcmp(line, "beat") == 0) {
		; /* it lives */
	} else if (c->ready) {
		worker_link_send_line(c, line);
	} else {
		char *shown = escape_text(line, false);
		worker_link_fail(c, shown);
		free(shown);
	}
}

static void worker_link_on_lines(struct bufferevent *worker, void *arg)
{
	struct worker_link_child *c = arg;
	struct evbuffer *in = bufferevent_get_input(worker);
	char *line;
	size_t length;
	while ((line = evbuffer_readln(in, &length, EVBUFFER_EOL_LF)) != NULL) {
		worker_link_take(c, line);
		free(line);
	}
	if (evbuffer_get_length(in) >= WORKER_LINE)
		worker_link_fail(c, "it sent a line that is too long");
}

static void worker_link_on_end(struct bufferevent *worker, short what, void *arg)
{
	struct worker_link_child *c = arg;
	(void)worker;
	(void)what;
	c->good = c->closing;
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
		bufferevent_write(c->worker, bytes, (size_t)count);
	} else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
		c->closing = true;
		event_del(c->requests);
		if (evbuffer_get_length(bufferevent_get_output(c->worker)) == 0)
			worker_link_on_drained(c->worker, c);
	}
}

static void worker_link_on_second(evutil_socket_t fd, short what, void *arg)
{
	struct worker_link_child *c = arg;
	(void)fd;
	(void)what;
	if (++c->silent > WORKER_LINK_SILENT)
		worker_link_fail(c, "it has been silent for 30 s");
}

/* --- the process ------------------------------------------------------------------------------ */

/* Starts the command with this socket as its standard streams. It ends with this process. */
static pid_t worker_link_start(const char *command, int socket)
{
	pid_t pid = fork();
	if (pid != 0)
		return pid;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	signal(SIGPIPE, SIG_DFL);
	if (dup2(socket, STDIN_FILENO) < 0 || dup2(socket, STDOUT_FILENO) < 0)
		_exit(127);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static bool worker_link_open(struct worker_link_child *c, int to)
{
	int ends[2];
	const struct timeval second = {.tv_sec = 1};
	c->base = event_base_new();
	if (c->base == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	c->pid = worker_link_start(c->link->command, ends[1]);
	close(ends[1]);
	evutil_make_socket_nonblocking(ends[0]);
	c->worker = bufferevent_socket_new(c->base, ends[0], BEV_OPT_CLOSE_ON_FREE);
	c->requests = event_new(c->base, c->from, EV_READ | EV_PERSIST, worker_link_on_requests, c);
	c->second = event_new(c->base, -1, EV_PERSIST, worker_link_on_second, c);
	if (c->pid < 0 || c->worker == NULL || c->requests == NULL || c->second == NULL)
		return false;
	bufferevent_setcb(
		c->worker, worker_link_on_lines, worker_link_on_drained, worker_link_on_end, c);
	return heartbeat_give(c->base) && write_queue_init(&c->out, c->base, to) &&
	       event_add(c->requests, NULL) == 0 && event_add(c->second, &second) == 0 &&
	       bufferevent_enable(c->worker, EV_READ | EV_WRITE) == 0;
}

/* Ends the command: it has a moment to end by itself. */
static void worker_link_end_command(pid_t pid)
{
	const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
	kill(-pid, SIGTERM);
	for (int i = 0; i < WORKER_LINK_LOOKS; i++) {
		if (waitpid(pid, NULL, WNOHANG) != 0)
			return;
		nanosleep(&moment, NULL);
	}
	kill(-pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

static void worker_link_close(struct worker_link_child *c)
{
	if (c->pid > 0)
		worker_link_end_command(c->pid);
	if (c->worker != NULL)
		bufferevent_free(c->worker);
	if (c->requests != NULL)
		event_free(c->requests);
	if (c->second != NULL)
		event_free(c->second);
	write_queue_clear(&c->out);
	if (c->base != NULL)
		event_base_free(c->base);
}

static int worker_link_run(const void *arg, int number, int from, int to)
{
	static struct worker_link_child c;
	(void)number;
	c = (struct worker_link_child){.link = arg, .from = from};
	if (worker_link_open(&c, to))
		event_base_dispatch(c.base);
	worker_link_close(&c);
	return c.good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind worker_link_process = {"referee-link", worker_link_run};
