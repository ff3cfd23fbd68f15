/*
 * broker-client.c - waits at a NATS server for main processes.
 */
#include "referee/machines/broker-client.h"

#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/machines/broker-messages.h"
#include "referee/process/fd-message.h"
#include "referee/process/heartbeat.h"
#include "base/restart-backoff.h"

struct broker_client {
	const struct broker_client_terms *terms;
	struct event_base *base;
	pid_t broker, player; /* processes; 0: none */
	int socket;	      /* to the broker's process; -1: none */
	struct event *reading, *start, *free, *over, *ended, *term, *interrupt; /* owned */
	struct restart_backoff broker_backoff, player_backoff;
	bool leaving;
};

static void broker_client_say(const struct broker_client *c, const char *text)
{
	c->terms->say(text);
}

/* Ends a process of ours and waits for it. */
static void broker_client_kill(pid_t *pid)
{
	if (*pid <= 0)
		return;
	kill(*pid, SIGKILL);
	waitpid(*pid, NULL, 0);
	*pid = 0;
}

static void broker_client_leave(struct broker_client *c)
{
	if (c->leaving && c->player > 0)
		broker_client_kill(&c->player);
	c->leaving = true;
	if (c->player > 0)
		kill(c->player, SIGTERM);
	else
		event_base_loopbreak(c->base);
}

static void broker_client_on_signal(evutil_socket_t number, short what, void *arg)
{
	(void)number, (void)what;
	broker_client_leave(arg);
}

/* --- a session -------------------------------------------------------------------------------- */

static void broker_client_on_free(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	struct fd_message message = {.count = 0};
	(void)fd, (void)what;
	fd_message_write(
		&message, &broker_order_table, &(struct broker_message){.kind = BROKER_FREE});
	if (c->player == 0 && c->socket >= 0)
		fd_message_send(c->socket, &message); /* a failure is its end, which is noticed */
}

/* Runs in a child: plays the session. */
static __attribute__((noreturn)) void broker_client_play(
	const struct broker_client *c, int session, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0); /* away from the terminal's signals; the parent passes them on */
	if (getppid() != parent || dup2(session, STDIN_FILENO) < 0 ||
		dup2(session, STDOUT_FILENO) < 0)
		_exit(EXIT_FAILURE);
	close_range(STDERR_FILENO + 1, ~0u, 0);
	execv("/proc/self/exe", c->terms->words);
	_exit(EXIT_FAILURE);
}

static void broker_client_begin(struct broker_client *c, int session)
{
	const pid_t parent = getpid();
	if (c->player > 0 || c->leaving)
		return;
	restart_backoff_start(&c->player_backoff, time_now());
	c->player = fork();
	if (c->player == 0)
		broker_client_play(c, session, parent);
	if (c->player < 0) {
		const struct timeval moment = {.tv_sec = 1};
		broker_client_say(c, strerror(errno));
		c->player = 0;
		event_add(c->free, &moment);
	}
}

/* The session is over. Its process ends by itself, unless it hangs. */
static void broker_client_on_session_end(struct broker_client *c)
{
	const struct timeval wait = time_timeval(heartbeat_patience());
	if (c->player > 0)
		event_add(c->over, &wait);
}

static void broker_client_on_hung(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	(void)fd, (void)what;
	if (c->player <= 0)
		return;
	broker_client_say(c, "the process of a session hangs; it is killed");
	kill(c->player, SIGKILL);
}

/* --- the broker's process --------------------------------------------------------------------- */

static void broker_client_take(struct broker_client *c, struct fd_message *message)
{
	struct broker_message report;
	if (line_table_read(&broker_report_table, &report, message->text, message->count) !=
		LINE_TABLE_RIGHT)
		return;
	if (report.kind == BROKER_SAY)
		broker_client_say(c, report.text);
	else if (report.kind == BROKER_SESSION)
		broker_client_begin(c, message->fds[0]);
	else if (report.kind == BROKER_OVER)
		broker_client_on_session_end(c);
	else if (c->player > 0)
		kill(c->player, SIGTERM);
}

static void broker_client_on_message(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	struct fd_message message;
	(void)what;
	int got = fd_message_receive(fd, &message);
	if (got == 1) {
		broker_client_take(c, &message);
		fd_message_drop(&message);
	} else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		event_del(c->reading); /* its end is noticed */
	}
}

static bool broker_client_start(struct broker_client *c)
{
	const struct broker_client_terms *t = c->terms;
	char slots[16];
	const char *const more[] = {"--name", t->name, "--slots", slots, NULL};
	int ends[2];
	snprintf(slots, sizeof slots, "%d", t->slots);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	c->broker = fork();
	if (c->broker == 0) {
		broker_exec(&t->broker, "worker", ends[1], more);
		_exit(EXIT_FAILURE);
	}
	close(ends[1]);
	c->socket = ends[0];
	evutil_make_socket_nonblocking(c->socket);
	c->reading =
		event_new(c->base, c->socket, EV_READ | EV_PERSIST, broker_client_on_message, c);
	if (c->broker < 0 || c->reading == NULL || event_add(c->reading, NULL) != 0)
		return false;
	broker_client_on_free(-1, 0, c);
	return true;
}

static void broker_client_stop(struct broker_client *c)
{
	if (c->reading != NULL)
		event_free(c->reading);
	c->reading = NULL;
	if (c->socket >= 0)
		close(c->socket);
	c->socket = -1;
}

static void broker_client_again(struct broker_client *c)
{
	struct timeval wait = time_timeval(restart_backoff_fail(&c->broker_backoff, time_now()));
	broker_client_stop(c);
	event_add(c->start, &wait);
}

static void broker_client_on_start(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	(void)fd, (void)what;
	restart_backoff_start(&c->broker_backoff, time_now());
	if (!broker_client_start(c))
		broker_client_again(c);
}

/* --- ends of processes ------------------------------------------------------------------------ */

/* The session is over. After a failure the next one waits a moment. */
static void broker_client_on_player_end(struct broker_client *c, int status)
{
	bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	usec now = time_now();
	struct timeval wait =
		time_timeval(failed ? restart_backoff_fail(&c->player_backoff, now) : 0);
	c->player = 0;
	event_del(c->over);
	if (c->leaving)
		event_base_loopbreak(c->base);
	else
		event_add(c->free, &wait);
}

static void broker_client_on_child(evutil_socket_t number, short what, void *arg)
{
	struct broker_client *c = arg;
	int status;
	(void)number, (void)what;
	if (c->player > 0 && waitpid(c->player, &status, WNOHANG) == c->player)
		broker_client_on_player_end(c, status);
	if (c->broker > 0 && waitpid(c->broker, &status, WNOHANG) == c->broker) {
		c->broker = 0;
		if (!c->leaving)
			broker_client_again(c);
	}
}

/* --- the loop --------------------------------------------------------------------------------- */

static bool broker_client_open(struct broker_client *c)
{
	c->base = event_base_new();
	if (c->base == NULL)
		return false;
	c->start = evtimer_new(c->base, broker_client_on_start, c);
	c->free = evtimer_new(c->base, broker_client_on_free, c);
	c->over = evtimer_new(c->base, broker_client_on_hung, c);
	c->ended = evsignal_new(c->base, SIGCHLD, broker_client_on_child, c);
	c->term = evsignal_new(c->base, SIGTERM, broker_client_on_signal, c);
	c->interrupt = evsignal_new(c->base, SIGINT, broker_client_on_signal, c);
	if (c->start == NULL || c->free == NULL || c->over == NULL || c->ended == NULL ||
		c->term == NULL || c->interrupt == NULL || event_add(c->ended, NULL) != 0 ||
		event_add(c->term, NULL) != 0 || event_add(c->interrupt, NULL) != 0)
		return false;
	event_active(c->start, EV_TIMEOUT, 0);
	return true;
}

static void broker_client_close(struct broker_client *c)
{
	struct event *events[] = {c->start, c->free, c->over, c->ended, c->term, c->interrupt};
	broker_client_stop(c); /* the broker's process sends the last bytes and ends */
	broker_client_kill(&c->player);
	if (c->broker > 0)
		waitpid(c->broker, NULL, 0);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	if (c->base != NULL)
		event_base_free(c->base);
}

bool broker_client_run(const struct broker_client_terms *terms, struct error *err)
{
	struct broker_client c = {.terms = terms, .socket = -1};
	if (!broker_is_usable(&terms->broker, err))
		return false;
	signal(SIGPIPE, SIG_IGN);
	bool good = broker_client_open(&c);
	if (good)
		event_base_dispatch(c.base);
	else
		error_set(err, "events cannot be created: out of memory");
	broker_client_close(&c);
	return good;
}
