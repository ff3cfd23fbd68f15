/*
 * broker-double.h - what one side of the broker stands on, as doubles that remember: the connection
 * to the NATS server, the program that started it, its rights, and the time. A test includes this,
 * and then the side's own file, whose functions are static.
 */
#ifndef TESTS_LIB_BROKER_DOUBLE_H
#define TESTS_LIB_BROKER_DOUBLE_H

#include <event2/event.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/machines/nats/broker-check.h"
#include "referee/machines/nats/confine.h"
#include "referee/machines/nats/nats-connection.h"
#include "referee/machines/nats/parent.h"
#include "base/time.h"
#include "referee/machines/worker-session.h"
#include "tests/lib/suite.h"

enum { BROKER_TEXT = 1 << 15, BROKER_PACKETS = 2048 };

/* A packet that was sent, with its texts. */
struct broker_packet {
	char subject[160];
	struct packet p; /* of p only names, kind and numbers */
	char bytes[256]; /* the first of them */
	size_t length;
};

static struct {
	usec now;
	const struct nats_connection_calls *calls;
	void *owner;
	struct broker_packet packets[BROKER_PACKETS];
	int packets_count;
	char hellos[BROKER_TEXT]; /* what was sent that is no packet: "SUBJECT TEXT", lines */
	char subjects[256];	  /* that were subscribed, each with a blank */
	char said[BROKER_TEXT];	  /* to the parent, a line each */
	int given;		  /* the last socket that the parent got; -1: none */
	bool refused;		  /* there is no connection */
	bool unconfined, untrusted, deaf;
	int flushed;
	void (*opened)(void); /* called when the connection is opened; NULL: not called */
} broker;

static usec broker_now(void)
{
	return broker.now;
}

#define time_now broker_now

static void broker_clear(void)
{
	signal(SIGPIPE, SIG_IGN); /* as the program does */
	memset(&broker, 0, sizeof broker);
	broker.now = 1000 * SECOND;
	broker.given = -1;
}

/* --- the connection --------------------------------------------------------------------------- */

struct nats_connection {
	int nothing;
};

struct nats_connection *nats_connection_open(struct event_base *base,
	const struct nats_connection_terms *terms, const struct nats_connection_calls *calls,
	void *owner, struct error *err)
{
	static struct nats_connection connection;
	(void)base;
	broker.calls = calls;
	broker.owner = owner;
	if (broker.opened != NULL)
		broker.opened();
	if (!broker.refused)
		return &connection;
	error_set(err, "%s: no connection", terms->url);
	return NULL;
}

void nats_connection_close(struct nats_connection *c)
{
	(void)c;
}

bool nats_connection_subscribe(struct nats_connection *c, const char *subject, struct error *err)
{
	(void)c, (void)err;
	strcat(strcat(broker.subjects, subject), " ");
	return true;
}

void nats_connection_send(struct nats_connection *c, const char *subject, const char *head,
	size_t head_length, const char *body, size_t body_length)
{
	struct broker_packet *sent = &broker.packets[broker.packets_count];
	char text[512];
	(void)c;
	snprintf(text, sizeof text, "%.*s", (int)head_length, head);
	if (!packet_read(&sent->p, text, head_length)) {
		strcat(strcat(strcat(strcat(broker.hellos, subject), " "), text), "\n");
		return;
	}
	ck_assert_int_lt(broker.packets_count, BROKER_PACKETS - 1);
	snprintf(sent->subject, sizeof sent->subject, "%s", subject);
	snprintf(sent->bytes, sizeof sent->bytes, "%.*s", (int)body_length, body);
	sent->length = body_length;
	broker.packets_count++;
}

void nats_connection_flush(struct nats_connection *c)
{
	(void)c;
	broker.flushed++;
}

/* The last packet that was sent. */
static const struct broker_packet *broker_last(void)
{
	ck_assert_int_gt(broker.packets_count, 0);
	return &broker.packets[broker.packets_count - 1];
}

/* Runs a side in a process of its own, which frees nothing at its end. Returns its exit status;
 * broker.said is what it said, with a line "flushed" if it was flushed. */
static inline int broker_run_apart(int (*run)(const void *terms), const void *terms)
{
	int ends[2], status;
	size_t used = 0;
	ssize_t count;
	ck_assert_int_eq(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		status = run(terms);
		dprintf(ends[1], "%s%s", broker.said, broker.flushed > 0 ? "flushed\n" : "");
		_exit(status);
	}
	close(ends[1]);
	while ((count = read(ends[0], broker.said + used, sizeof broker.said - 1 - used)) > 0)
		used += (size_t)count;
	broker.said[used] = '\0';
	close(ends[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* A packet arrives. */
static void broker_hear(const char *subject, const char *run, const char *session, char kind,
	unsigned number, unsigned taken, const char *bytes)
{
	char data[4096];
	int length = snprintf(
		data, sizeof data, "%s %s %c %u %u\n%s", run, session, kind, number, taken, bytes);
	broker.calls->message(broker.owner, subject, data, (size_t)length);
}

/* --- the parent ------------------------------------------------------------------------------- */

bool parent_open(struct parent *p, struct event_base *base, int socket,
	void (*take)(void *owner, struct fd_message *message), void *owner)
{
	(void)socket;
	*p = (struct parent){.take = take, .owner = owner};
	return base != NULL;
}

bool parent_send(struct parent *p, enum broker_message_kind kind, int fd)
{
	(void)p;
	if (broker.deaf)
		return false;
	strcat(strcat(broker.said, broker_report_table.rows[kind].word), "\n");
	if (fd >= 0)
		broker.given = dup(fd);
	return true;
}

void parent_log(struct parent *p, const char *format, ...)
{
	char text[FD_MESSAGE_TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	(void)p;
	strcat(strcat(strcat(broker.said, "say "), text), "\n");
}

/* --- rights ----------------------------------------------------------------------------------- */

bool confine(const char *const *readable, int count)
{
	(void)readable, (void)count;
	return !broker.unconfined;
}

bool broker_trust_server(struct parent *p, const char *url)
{
	(void)p, (void)url;
	return !broker.untrusted;
}

void broker_trust_key(struct parent *p, const char *nkey)
{
	(void)p, (void)nkey;
}

#endif
