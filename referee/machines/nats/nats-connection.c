/*
 * nats-connection.c - a connection to a NATS server, for a program with an event loop.
 */
#include "referee/machines/nats/nats-connection.h"

#include <nats/nats.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/queue.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/machines/nats/nats-login.h"
#include "referee/machines/nkey.h"

enum {
	NATS_CONNECTION_SUBJECTS = 4,
	NATS_CONNECTION_SPENT = 64,
	NATS_CONNECTION_SPENT_BYTES = 256 << 10,
	NATS_CONNECTION_MESSAGE = 256 << 10,
	NATS_CONNECTION_RETRY = 500,	/* ms between tries to connect, ... */
	NATS_CONNECTION_JITTER = 1500,	/* ... and up to as much again: many clients come back */
	NATS_CONNECTION_PING = 5000,	/* ms */
	NATS_CONNECTION_PINGS = 2,	/* that may stay unanswered */
	NATS_CONNECTION_DEADLINE = 5000 /* ms for a write */
};

#define NATS_CONNECTION_ASK (3 * SECOND) /* to find out why it cannot connect */

/* A change of the connection, as a thread of the library passes it to the loop. */
struct nats_connection_item {
	STAILQ_ENTRY(nats_connection_item) entry;
	enum { ITEM_CONNECTED, ITEM_DISCONNECTED, ITEM_CLOSED } kind;
	struct error why; /* "": it is to be sought */
};

STAILQ_HEAD(nats_connection_items, nats_connection_item);

struct nats_connection {
	const struct nats_connection_terms *terms; /* borrowed */
	const struct nats_connection_calls *calls;
	void *owner;
	struct event_base *base; /* borrowed */
	pthread_t thread;	 /* of the loop */
	natsOptions *options;
	natsConnection *nats;
	natsSubscription *subjects[NATS_CONNECTION_SUBJECTS];
	int subjects_count;
	bool connected;	  /* as the loop knows */
	atomic_bool ever; /* it was connected */
	char room[NATS_CONNECTION_MESSAGE];
	natsMsg *spent[NATS_CONNECTION_SPENT]; /* messages that were handled */
	int spent_count;
	size_t spent_bytes;

	int wake;					   /* an eventfd */
	struct event *event, *flush, *readable, *writable; /* owned; the last two of a socket */
	pthread_mutex_t lock;				   /* on all below */
	struct nats_connection_items items;
	struct {
		natsSock socket;
		bool fresh;	       /* the loop does not know the socket yet */
		bool reading, writing; /* the library waits for it */
	} wanted;
};

/* --- changes of the connection, from the library's threads to the loop ---------------------------
 */

static void nats_connection_wake(struct nats_connection *c)
{
	const uint64_t one = 1;
	if (write(c->wake, &one, sizeof one) < 0) {
		; /* the counter is full: the loop will look */
	}
}

static void nats_connection_pass(struct nats_connection *c, struct nats_connection_item *item)
{
	pthread_mutex_lock(&c->lock);
	STAILQ_INSERT_TAIL(&c->items, item, entry);
	pthread_mutex_unlock(&c->lock);
	nats_connection_wake(c);
}

static void nats_connection_on_connected(natsConnection *nats, void *arg)
{
	struct nats_connection_item *item = memory_get(1, sizeof *item);
	struct nats_connection *c = arg;
	(void)nats;
	atomic_store(&c->ever, true);
	item->kind = ITEM_CONNECTED;
	nats_connection_pass(c, item);
}

/* The library tells only a few of the reasons, and not always the same. */
static void nats_connection_explain(
	const struct nats_connection *c, natsConnection *nats, struct error *err)
{
	const char *why = "";
	natsStatus s = natsConnection_GetLastError(nats, &why);
	if (s == NATS_OK || why == NULL)
		why = "";
	if (strstr(why, "Permissions Violation") != NULL)
		error_set(err, "its key is for another name or pool");
	else if (strstr(why, "Authorization Violation") != NULL)
		error_set(err, "it does not know the key");
	else if (atomic_load(&c->ever))
		error_set(err, "the connection was lost");
}

/* Asks the server, in the loop: without a connection there is nothing else to do. */
static void nats_connection_seek(const struct nats_connection *c, struct error *err)
{
	const struct nats_connection_terms *t = c->terms;
	if (!error_is_set(err) &&
		nats_login_fault(t->url, t->ca, t->nkey, NATS_CONNECTION_ASK, err))
		error_set(err, "it did not answer");
}

static void nats_connection_pass_end(struct nats_connection *c, natsConnection *nats, int kind)
{
	struct nats_connection_item *item = memory_get(1, sizeof *item);
	item->kind = kind;
	nats_connection_explain(c, nats, &item->why);
	nats_connection_pass(c, item);
}

static void nats_connection_on_disconnected(natsConnection *nats, void *arg)
{
	nats_connection_pass_end(arg, nats, ITEM_DISCONNECTED);
}

/* The library has given up: the server refuses us. */
static void nats_connection_on_closed(natsConnection *nats, void *arg)
{
	nats_connection_pass_end(arg, nats, ITEM_CLOSED);
}

/* The server refuses a subject, or messages came faster than they were taken. */
static void nats_connection_on_error(
	natsConnection *nats, natsSubscription *subject, natsStatus status, void *arg)
{
	(void)subject;
	if (status != NATS_SLOW_CONSUMER)
		nats_connection_on_disconnected(nats, arg);
}

static struct nats_connection_item *nats_connection_next(struct nats_connection *c)
{
	pthread_mutex_lock(&c->lock);
	struct nats_connection_item *item = STAILQ_FIRST(&c->items);
	if (item != NULL)
		STAILQ_REMOVE_HEAD(&c->items, entry);
	pthread_mutex_unlock(&c->lock);
	return item;
}

static void nats_connection_handle(struct nats_connection *c, struct nats_connection_item *item)
{
	switch (item->kind) {
	case ITEM_CONNECTED:
		c->connected = true;
		c->calls->connected(c->owner);
		break;
	case ITEM_DISCONNECTED:
		nats_connection_seek(c, &item->why);
		c->connected = natsConnection_Status(c->nats) == NATS_CONN_STATUS_CONNECTED;
		c->calls->disconnected(c->owner, item->why.text);
		break;
	case ITEM_CLOSED:
		nats_connection_seek(c, &item->why);
		c->connected = false;
		c->calls->closed(c->owner, item->why.text);
		break;
	}
	free(item);
}

/* --- the socket --------------------------------------------------------------------------------
 *
 * The loop reads and writes it, so a message passes no other thread. The library tells it which
 * socket there is and what to wait for: from the loop's own thread, or, when it connects again or
 * sends a ping, from another, with its locks held. Then the loop is woken and does it.
 */

static bool nats_connection_wants(struct nats_connection *c, const bool *what)
{
	pthread_mutex_lock(&c->lock);
	bool wanted = *what;
	pthread_mutex_unlock(&c->lock);
	return wanted;
}

static void nats_connection_drop_spent(struct nats_connection *c)
{
	for (int i = 0; i < c->spent_count; i++)
		natsMsg_Destroy(c->spent[i]);
	c->spent_count = 0;
	c->spent_bytes = 0;
}

/* Frees a message, but many at a time: each time wakes a thread of the library, which does it. */
static void nats_connection_spend(struct nats_connection *c, natsMsg *message)
{
	c->spent[c->spent_count++] = message;
	c->spent_bytes += (size_t)natsMsg_GetDataLength(message);
	if (c->spent_count == NATS_CONNECTION_SPENT || c->spent_bytes > NATS_CONNECTION_SPENT_BYTES)
		nats_connection_drop_spent(c);
}

static void nats_connection_take_messages(struct nats_connection *c, natsSubscription *subject)
{
	uint64_t waiting = 0;
	natsMsg *message;
	while (natsSubscription_QueuedMsgs(subject, &waiting) == NATS_OK && waiting > 0 &&
		natsSubscription_NextMsg(&message, subject, 0) == NATS_OK) {
		c->calls->message(c->owner, natsMsg_GetSubject(message), natsMsg_GetData(message),
			(size_t)natsMsg_GetDataLength(message));
		nats_connection_spend(c, message);
	}
}

static void nats_connection_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct nats_connection *c = arg;
	(void)fd, (void)what;
	if (!nats_connection_wants(c, &c->wanted.reading))
		return;
	natsConnection_ProcessReadEvent(c->nats);
	for (int i = 0; i < c->subjects_count; i++)
		nats_connection_take_messages(c, c->subjects[i]);
}

/* Writes all that was sent since the loop last waited; what the socket has no room for, later. */
static void nats_connection_on_writable(evutil_socket_t fd, short what, void *arg)
{
	struct nats_connection *c = arg;
	(void)fd, (void)what;
	if (!nats_connection_wants(c, &c->wanted.writing))
		return;
	natsConnection_ProcessWriteEvent(c->nats);
	if (c->writable != NULL && nats_connection_wants(c, &c->wanted.writing))
		event_add(c->writable, NULL);
}

static void nats_connection_forget_socket(struct nats_connection *c)
{
	if (c->readable != NULL)
		event_free(c->readable);
	if (c->writable != NULL)
		event_free(c->writable);
	c->readable = c->writable = NULL;
}

/* Does as the library wishes. */
static void nats_connection_follow(struct nats_connection *c)
{
	pthread_mutex_lock(&c->lock);
	bool fresh = c->wanted.fresh, reading = c->wanted.reading, writing = c->wanted.writing;
	natsSock socket = c->wanted.socket;
	c->wanted.fresh = false;
	pthread_mutex_unlock(&c->lock);
	if (fresh || !reading)
		nats_connection_forget_socket(c);
	if (reading && c->readable == NULL) {
		c->readable = event_new(
			c->base, socket, EV_READ | EV_PERSIST, nats_connection_on_readable, c);
		c->writable = event_new(c->base, socket, EV_WRITE, nats_connection_on_writable, c);
		if (c->readable == NULL || c->writable == NULL || event_add(c->readable, NULL) != 0)
			abort();
	}
	if (writing)
		event_active(c->flush, EV_TIMEOUT, 0);
}

/* The library wishes something else. */
static void nats_connection_changed(struct nats_connection *c)
{
	if (pthread_equal(pthread_self(), c->thread))
		nats_connection_follow(c);
	else
		nats_connection_wake(c);
}

static natsStatus nats_connection_want(struct nats_connection *c, bool *what, bool wanted)
{
	pthread_mutex_lock(&c->lock);
	*what = wanted;
	pthread_mutex_unlock(&c->lock);
	nats_connection_changed(c);
	return NATS_OK;
}

static natsStatus nats_connection_want_reading(void *data, bool wanted)
{
	struct nats_connection *c = data;
	return nats_connection_want(c, &c->wanted.reading, wanted);
}

static natsStatus nats_connection_want_writing(void *data, bool wanted)
{
	struct nats_connection *c = data;
	if (!wanted) { /* nothing to do but to remember it */
		pthread_mutex_lock(&c->lock);
		c->wanted.writing = false;
		pthread_mutex_unlock(&c->lock);
		return NATS_OK;
	}
	return nats_connection_want(c, &c->wanted.writing, true);
}

static natsStatus nats_connection_attach(
	void **data, void *connection, natsConnection *nats, natsSock socket)
{
	struct nats_connection *c = connection;
	(void)nats;
	*data = c;
	pthread_mutex_lock(&c->lock);
	c->wanted.socket = socket;
	c->wanted.fresh = c->wanted.reading = true;
	c->wanted.writing = false;
	pthread_mutex_unlock(&c->lock);
	nats_connection_changed(c);
	return NATS_OK;
}

static natsStatus nats_connection_detach(void *data)
{
	return nats_connection_want_reading(data, false);
}

static void nats_connection_on_wake(evutil_socket_t fd, short what, void *arg)
{
	struct nats_connection *c = arg;
	struct nats_connection_item *item;
	uint64_t count;
	(void)what;
	if (read(fd, &count, sizeof count) < 0)
		return;
	nats_connection_follow(c);
	while ((item = nats_connection_next(c)) != NULL)
		nats_connection_handle(c, item);
}

/* --- the connection --------------------------------------------------------------------------- */

/* The library reads the file again at each connection. */
static bool nats_connection_set_key(natsOptions *o, const char *file, struct error *err)
{
	struct nkey key;
	if (!nkey_load(&key, file, err))
		return false;
	natsStatus s = natsOptions_SetNKeyFromSeed(o, key.public_text, file);
	crypto_forget(&key, sizeof key);
	return s == NATS_OK || error_set(err, "%s: %s", file, natsStatus_GetText(s));
}

static bool nats_connection_set(
	struct nats_connection *c, const struct nats_connection_terms *t, struct error *err)
{
	natsOptions *o = NULL;
	natsStatus s = natsOptions_Create(&o);
	c->options = o;
	bool tls = strncmp(t->url, "tls://", strlen("tls://")) == 0;
	natsStatus steps[] = {s, natsOptions_SetURL(o, t->url), natsOptions_SetName(o, t->name),
		natsOptions_SetNoEcho(o, true), natsOptions_SetAllowReconnect(o, true),
		natsOptions_SetMaxReconnect(o, -1),
		natsOptions_SetReconnectWait(o, NATS_CONNECTION_RETRY),
		natsOptions_SetReconnectJitter(o, NATS_CONNECTION_JITTER, NATS_CONNECTION_JITTER),
		natsOptions_SetPingInterval(o, NATS_CONNECTION_PING),
		natsOptions_SetMaxPingsOut(o, NATS_CONNECTION_PINGS),
		natsOptions_SetWriteDeadline(o, NATS_CONNECTION_DEADLINE),
		natsOptions_SetSendAsap(o, true), /* the loop gathers what is sent */
		natsOptions_SetEventLoop(o, c, nats_connection_attach, nats_connection_want_reading,
			nats_connection_want_writing, nats_connection_detach),
		natsOptions_SetReconnectedCB(o, nats_connection_on_connected, c),
		natsOptions_SetDisconnectedCB(o, nats_connection_on_disconnected, c),
		natsOptions_SetClosedCB(o, nats_connection_on_closed, c),
		natsOptions_SetErrorHandler(o, nats_connection_on_error, c),
		natsOptions_SetRetryOnFailedConnect(o, true, nats_connection_on_connected, c)};
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		if (steps[i] != NATS_OK)
			return error_set(err, "%s: %s", t->url, natsStatus_GetText(steps[i]));
	if (tls && natsOptions_SetSecure(o, true) != NATS_OK)
		return error_set(err, "%s: the NATS library has no TLS", t->url);
	if (tls && t->ca != NULL && natsOptions_LoadCATrustedCertificates(o, t->ca) != NATS_OK)
		return error_set(err, "%s: no certificates can be read from it", t->ca);
	return t->nkey == NULL || nats_connection_set_key(o, t->nkey, err);
}

struct nats_connection *nats_connection_open(struct event_base *base,
	const struct nats_connection_terms *terms, const struct nats_connection_calls *calls,
	void *owner, struct error *err)
{
	struct nats_connection *c = memory_get(1, sizeof *c);
	c->terms = terms;
	c->calls = calls;
	c->owner = owner;
	c->base = base;
	c->thread = pthread_self();
	STAILQ_INIT(&c->items);
	pthread_mutex_init(&c->lock, NULL);
	c->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	c->event = event_new(base, c->wake, EV_READ | EV_PERSIST, nats_connection_on_wake, c);
	c->flush = event_new(base, -1, 0, nats_connection_on_writable, c);
	if (c->wake < 0 || c->event == NULL || c->flush == NULL || event_add(c->event, NULL) != 0) {
		error_set(err, "the connection cannot be made: out of memory");
	} else if (nats_connection_set(c, terms, err)) {
		natsStatus s = natsConnection_Connect(&c->nats, c->options);
		if (s == NATS_OK)
			nats_connection_on_connected(c->nats, c);
		else if (s == NATS_NOT_YET_CONNECTED)
			nats_connection_on_disconnected(c->nats, c);
		if (s == NATS_OK || s == NATS_NOT_YET_CONNECTED)
			return c;
		error_set(err, "%s: %s", terms->url, natsStatus_GetText(s));
	}
	nats_connection_close(c);
	return NULL;
}

void nats_connection_close(struct nats_connection *c)
{
	struct nats_connection_item *item;
	if (c == NULL)
		return;
	for (int i = 0; i < c->subjects_count; i++)
		natsSubscription_Destroy(c->subjects[i]);
	nats_connection_drop_spent(c);
	natsConnection_Destroy(c->nats);
	natsOptions_Destroy(c->options);
	nats_Close(); /* waits for the library's threads */
	while ((item = nats_connection_next(c)) != NULL)
		free(item);
	nats_connection_forget_socket(c);
	if (c->event != NULL)
		event_free(c->event);
	if (c->flush != NULL)
		event_free(c->flush);
	if (c->wake >= 0)
		close(c->wake);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

bool nats_connection_subscribe(struct nats_connection *c, const char *subject, struct error *err)
{
	natsSubscription **to = &c->subjects[c->subjects_count];
	natsStatus s = c->subjects_count == NATS_CONNECTION_SUBJECTS
			       ? NATS_NO_MEMORY
			       : natsConnection_SubscribeSync(to, c->nats, subject);
	if (s != NATS_OK)
		return error_set(err, "%s: %s", subject, natsStatus_GetText(s));
	c->subjects_count++;
	return true;
}

void nats_connection_send(struct nats_connection *c, const char *subject, const char *head,
	size_t head_length, const char *body, size_t body_length)
{
	if (!c->connected || head_length + body_length > sizeof c->room)
		return;
	memcpy(c->room, head, head_length);
	memcpy(c->room + head_length, body, body_length);
	/* An error is a lost connection, which is reported by itself. */
	natsConnection_Publish(c->nats, subject, c->room, (int)(head_length + body_length));
}

void nats_connection_flush(struct nats_connection *c)
{
	struct pollfd room = {.fd = c->wanted.socket, .events = POLLOUT};
	while (c->connected && nats_connection_wants(c, &c->wanted.writing) &&
		poll(&room, 1, NATS_CONNECTION_RETRY) == 1)
		natsConnection_ProcessWriteEvent(c->nats);
}
