/*
 * broker-workers.c - the workers that come to a NATS server.
 */
#include "referee/machines/broker-workers.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/machines/broker-messages.h"
#include "referee/process/fd-message.h"
#include "base/memory.h"
#include "referee/process/process.h"
#include "base/restart-backoff.h"

struct broker_workers {
	struct event_base *base; /* borrowed, as are the next two */
	const struct broker_workers_calls *calls;
	void *owner;
	struct broker_link link;
	struct process process;
	struct event *reading, *start; /* owned */
	struct restart_backoff backoff;
	bool wanted;  /* workers are */
	bool retired; /* it is not started again */
};

static void broker_workers_tell(const struct broker_workers *b)
{
	struct fd_message message = {.count = 0};
	const struct broker_message order = {
		.kind = BROKER_CALL, .wanted = b->wanted ? "yes" : "no"};
	fd_message_write(&message, &broker_order_table, &order);
	if (b->process.pid > 0)
		fd_message_send(
			b->process.to, &message); /* a failure is its end, which is noticed */
}

static void broker_workers_stop(struct broker_workers *b)
{
	if (b->reading != NULL)
		event_free(b->reading);
	b->reading = NULL;
	process_end(&b->process);
}

static void broker_workers_again(struct broker_workers *b, const char *why)
{
	usec now = time_now();
	usec wait = restart_backoff_fail(&b->backoff, now);
	char text[256], span[32];
	struct timeval timeout = time_timeval(wait);
	time_format(wait, span, sizeof span);
	snprintf(text, sizeof text,
		"the connection to the broker %s has ended (%s); it is started again in %s",
		b->link.broker.url, why, span);
	b->calls->say(b->owner, text);
	event_add(b->start, &timeout);
}

static void broker_workers_take(struct broker_workers *b, struct fd_message *message)
{
	struct broker_message report;
	if (line_table_read(&broker_report_table, &report, message->text, message->count) !=
		LINE_TABLE_RIGHT)
		return;
	if (report.kind == BROKER_SAY) {
		b->calls->say(b->owner, report.text);
	} else if (report.kind == BROKER_SESSION) {
		message->count = 0;
		b->calls->session(b->owner, message->fds[0]);
	}
}

static void broker_workers_on_message(evutil_socket_t fd, short what, void *arg)
{
	struct broker_workers *b = arg;
	struct fd_message message;
	char ending[64];
	(void)what;
	int got = fd_message_receive(fd, &message);
	if (got == 1) {
		broker_workers_take(b, &message);
		fd_message_drop(&message);
	} else if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		event_free(b->reading);
		b->reading = NULL;
		int status = process_end(&b->process);
		process_ending(&b->process, status, ending, sizeof ending);
		if (!b->retired)
			broker_workers_again(b, ending);
	}
}

static void broker_workers_on_start(evutil_socket_t fd, short what, void *arg)
{
	struct broker_workers *b = arg;
	(void)fd, (void)what;
	restart_backoff_start(&b->backoff, time_now());
	if (process_start(&b->process, &broker_link_process, &b->link, 0) != 0) {
		broker_workers_again(b, strerror(errno));
		return;
	}
	b->reading = event_new(
		b->base, b->process.from, EV_READ | EV_PERSIST, broker_workers_on_message, b);
	if (b->reading == NULL || event_add(b->reading, NULL) != 0 ||
		!process_watch(&b->process, b->base)) {
		broker_workers_stop(b);
		broker_workers_again(b, "out of memory");
		return;
	}
	broker_workers_tell(b);
}

struct broker_workers *broker_workers_open(struct event_base *base,
	const struct arbiter_config *config, const struct broker *broker,
	const struct broker_workers_calls *calls, void *owner, struct error *err)
{
	if (!broker_is_usable(broker, err))
		return NULL;
	struct broker_workers *b = memory_get(1, sizeof *b);
	*b = (struct broker_workers){.base = base,
		.calls = calls,
		.owner = owner,
		.link = {config, *broker},
		.process = {.to = -1, .from = -1, .hand = -1},
		.start = evtimer_new(base, broker_workers_on_start, b)};
	if (b->start != NULL) {
		event_active(b->start, EV_TIMEOUT, 0);
		return b;
	}
	error_set(err, "events cannot be created: out of memory");
	broker_workers_close(b);
	return NULL;
}

void broker_workers_close(struct broker_workers *b)
{
	if (b == NULL)
		return;
	broker_workers_stop(b);
	if (b->start != NULL)
		event_free(b->start);
	free(b);
}

void broker_workers_call(struct broker_workers *b, bool wanted)
{
	if (b == NULL)
		return;
	b->wanted = wanted;
	broker_workers_tell(b);
}

void broker_workers_bar(struct broker_workers *b, const char *name)
{
	struct fd_message message = {.count = 0};
	if (b == NULL || b->process.pid <= 0)
		return;
	fd_message_write(&message, &broker_order_table,
		&(struct broker_message){.kind = BROKER_BAR, .text = name});
	fd_message_send(b->process.to, &message);
}

void broker_workers_retire(struct broker_workers *b)
{
	if (b == NULL)
		return;
	b->retired = true;
	event_del(b->start);
	broker_workers_call(b, false);
}
