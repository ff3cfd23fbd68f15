/*
 * broker-workers.c - the workers that come to a NATS server.
 */
#include "referee/machines/broker-workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/machines/broker-messages.h"
#include "base/memory.h"
#include "referee/process/peer.h"

struct broker_workers {
	const struct broker_workers_calls *calls; /* borrowed, as is owner */
	void *owner;
	struct broker_link link;
	struct peer *peer; /* owned */
	bool wanted;	   /* workers are */
};

/* A message that cannot be sent is its end, which is noticed. */
static void broker_workers_send(const struct broker_workers *b, const struct broker_message *order)
{
	struct fd_message message = {.count = 0};
	fd_message_write(&message, &broker_order_table, order);
	peer_pass(b->peer, &message);
}

static void broker_workers_send_wish(const struct broker_workers *b)
{
	broker_workers_send(b,
		&(struct broker_message){.kind = BROKER_CALL, .wanted = b->wanted ? "yes" : "no"});
}

static bool broker_workers_on_started(void *arg)
{
	const struct broker_workers *b = arg;
	broker_workers_send_wish(b);
	return true;
}

static bool broker_workers_take(void *arg, struct fd_message *message)
{
	const struct broker_workers *b = arg;
	struct broker_message report;
	if (line_table_read(&broker_report_table, &report, message->text, message->count) !=
		LINE_TABLE_RIGHT)
		return true;
	if (report.kind == BROKER_SAY) {
		b->calls->say(b->owner, report.text);
	} else if (report.kind == BROKER_SESSION) {
		message->count = 0;
		b->calls->session(b->owner, message->fds[0]);
	}
	return true;
}

static void broker_workers_will_restart(void *arg, const struct peer_end *end, usec wait)
{
	const struct broker_workers *b = arg;
	char text[256], span[32];
	time_format(wait, span, sizeof span);
	snprintf(text, sizeof text,
		"the connection to the broker %s has ended (%s); it is started again in %s",
		b->link.broker.url, end->how, span);
	b->calls->say(b->owner, text);
}

static const struct peer_kind broker_workers_peer = {.kept = true,
	.started = broker_workers_on_started,
	.message = broker_workers_take,
	.will_restart = broker_workers_will_restart};

struct broker_workers *broker_workers_open(struct event_base *base,
	const struct arbiter_config *config, const struct broker *broker,
	const struct broker_workers_calls *calls, void *owner, struct error *err)
{
	if (!broker_is_usable(broker, err))
		return NULL;
	struct broker_workers *b = memory_get(1, sizeof *b);
	*b = (struct broker_workers){.calls = calls,
		.owner = owner,
		.link = {config, *broker},
		.peer = peer_create(base, &broker_workers_peer, b)};
	peer_set(b->peer, &broker_link_process, &b->link, 0);
	peer_restart(b->peer, 0);
	return b;
}

void broker_workers_close(struct broker_workers *b)
{
	if (b == NULL)
		return;
	peer_free(b->peer);
	free(b);
}

void broker_workers_call(struct broker_workers *b, bool wanted)
{
	if (b == NULL)
		return;
	b->wanted = wanted;
	broker_workers_send_wish(b);
}

void broker_workers_bar(struct broker_workers *b, const char *name)
{
	if (b != NULL)
		broker_workers_send(b, &(struct broker_message){.kind = BROKER_BAR, .text = name});
}

void broker_workers_retire(struct broker_workers *b)
{
	if (b == NULL)
		return;
	peer_retire(b->peer);
	broker_workers_call(b, false);
}
