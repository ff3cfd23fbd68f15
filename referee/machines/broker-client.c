/*
 * broker-client.c - waits at a NATS server for main processes.
 */
#include "referee/machines/broker-client.h"

#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/restart-backoff.h"
#include "referee/machines/broker-messages.h"
#include "referee/process/peer.h"

enum { BROKER_CLIENT_LAST = 20000 /* ms that the broker's process has for the last bytes */ };

struct broker_client {
	const struct broker_client_terms *terms;
	struct event_base *base;
	struct peer *broker; /* owned, as the events */
	struct event *free, *over, *ended, *term, *interrupt;
	pid_t player; /* 0: none */
	struct restart_backoff player_backoff;
	bool leaving;
};

/* Ends the session and waits for it. */
static void broker_client_kill(struct broker_client *c)
{
	if (c->player <= 0)
		return;
	kill(c->player, SIGKILL);
	waitpid(c->player, NULL, 0);
	c->player = 0;
}

static void broker_client_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct broker_client *c = arg;
	(void)number, (void)what;
	if (c->leaving)
		broker_client_kill(c);
	c->leaving = true;
	if (c->player > 0)
		kill(c->player, SIGTERM);
	else
		event_base_loopbreak(c->base);
}

/* --- a session -------------------------------------------------------------------------------- */

static void broker_client_on_free(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	struct fd_message message = {.count = 0};
	(void)fd, (void)what;
	fd_message_write(
		&message, &broker_order_table, &(struct broker_message){.kind = BROKER_FREE});
	if (c->player == 0)
		peer_pass(c->broker, &message); /* a failure is its end, which is noticed */
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
		c->terms->say(strerror(errno));
		c->player = 0;
		event_add(c->free, &moment);
	}
}

static void broker_client_on_hung(evutil_socket_t fd, short what, void *arg)
{
	struct broker_client *c = arg;
	(void)fd, (void)what;
	if (c->player <= 0)
		return;
	c->terms->say("the process of a session hangs; it is killed");
	kill(c->player, SIGKILL);
}

/* --- the broker's process --------------------------------------------------------------------- */

static bool broker_client_take(void *arg, struct fd_message *message)
{
	struct broker_client *c = arg;
	const struct timeval patience = time_timeval(heartbeat_patience());
	struct broker_message report;
	if (line_table_read(&broker_report_table, &report, message->text, message->count) !=
		LINE_TABLE_RIGHT)
		return true;
	if (report.kind == BROKER_SAY)
		c->terms->say(report.text);
	else if (report.kind == BROKER_SESSION)
		broker_client_begin(c, message->fds[0]);
	else if (report.kind == BROKER_OVER && c->player > 0)
		event_add(c->over, &patience); /* it ends by itself, unless it hangs */
	else if (report.kind == BROKER_LEAVE && c->player > 0)
		kill(c->player, SIGTERM);
	return true;
}

static bool broker_client_on_started(void *arg)
{
	broker_client_on_free(-1, 0, arg);
	return true;
}

/* The process itself has said why it ends. */
static void broker_client_will_restart(void *arg, const struct peer_end *end, usec wait)
{
	(void)arg, (void)end, (void)wait;
}

static const struct peer_kind broker_client_peer = {.kept = true,
	.unwatched = true,
	.patience = BROKER_CLIENT_LAST,
	.started = broker_client_on_started,
	.message = broker_client_take,
	.will_restart = broker_client_will_restart};

static int broker_client_run_broker(const void *arg, int number, int from, int to)
{
	const struct broker_client_terms *t = arg;
	char slots[16];
	(void)number, (void)to;
	snprintf(slots, sizeof slots, "%d", t->slots);
	broker_exec(&t->broker, "worker", from,
		(const char *const[]){"--name", t->name, "--slots", slots, NULL});
	return EXIT_FAILURE;
}

static const struct process_kind broker_client_process = {
	.name = "referee-broker", .run = broker_client_run_broker, .is_socket = true};

/* --- the end of a session --------------------------------------------------------------------- */

/* After a failure the next one waits a moment. */
static void broker_client_on_child(evutil_socket_t number, short what, void *arg)
{
	struct broker_client *c = arg;
	int status;
	(void)number, (void)what;
	if (c->player <= 0 || waitpid(c->player, &status, WNOHANG) != c->player)
		return;
	bool failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	struct timeval wait =
		time_timeval(failed ? restart_backoff_fail(&c->player_backoff, time_now()) : 0);
	c->player = 0;
	event_del(c->over);
	if (c->leaving)
		event_base_loopbreak(c->base);
	else
		event_add(c->free, &wait);
}

/* --- the loop --------------------------------------------------------------------------------- */

static bool broker_client_open(struct broker_client *c)
{
	c->base = event_base_new();
	if (c->base == NULL)
		return false;
	c->free = evtimer_new(c->base, broker_client_on_free, c);
	c->over = evtimer_new(c->base, broker_client_on_hung, c);
	c->ended = evsignal_new(c->base, SIGCHLD, broker_client_on_child, c);
	c->term = evsignal_new(c->base, SIGTERM, broker_client_on_signal, c);
	c->interrupt = evsignal_new(c->base, SIGINT, broker_client_on_signal, c);
	if (c->free == NULL || c->over == NULL || c->ended == NULL || c->term == NULL ||
		c->interrupt == NULL || event_add(c->ended, NULL) != 0 ||
		event_add(c->term, NULL) != 0 || event_add(c->interrupt, NULL) != 0)
		return false;
	c->broker = peer_create(c->base, &broker_client_peer, c);
	peer_set(c->broker, &broker_client_process, c->terms, 0);
	peer_restart(c->broker, 0);
	return true;
}

static void broker_client_close(struct broker_client *c)
{
	struct event *events[] = {c->free, c->over, c->ended, c->term, c->interrupt};
	peer_free(c->broker); /* it sends the last bytes and ends */
	broker_client_kill(c);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i] != NULL)
			event_free(events[i]);
	if (c->base != NULL)
		event_base_free(c->base);
}

bool broker_client_run(const struct broker_client_terms *terms, struct error *err)
{
	struct broker_client c = {.terms = terms};
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
