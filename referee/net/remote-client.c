/*
 * remote-client.c - a bot of this machine at a referee elsewhere.
 *
 * The way there is waited for; then one loop serves the hello, under one limit of time, and after
 * it the relay between the referee and the bot's pipes.
 */
#include "referee/net/remote-client.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/escape.h"
#include "referee/net/handshake.h"
#include "referee/net/relay.h"
#include "referee/net/tls.h"

enum { CONNECTION_LAST = 512 };

struct connection {
	const struct connection_order *order;
	struct event_base *base;
	struct event *timer;
	struct ssl_ctx_st *ctx; /* NULL: no TLS */
	int fd;
	struct bufferevent *bev, *in, *out; /* the referee; the bot's stdin and stdout */
	struct caller caller;
	char binding[SECRET_TEXT + 1], how[SECRET_TEXT + 64];
	struct connection_bot bot;
	struct relay relay;
	char last[CONNECTION_LAST + 1]; /* the end of what the referee said */
	size_t last_length;
	enum connection_end end;
	char *why;
	size_t room;
};

static void connection_end(struct connection *c, enum connection_end end)
{
	c->end = end;
	event_base_loopbreak(c->base);
}

static void connection_refuse(struct connection *c, const char *why)
{
	snprintf(c->why, c->room, "%s", why);
	connection_end(c, CONNECTION_REFUSED);
}

/* --- welcome -------------------------------------------------------------------------------- */

/* It broke: somewhere on the way, unless the referee was killed. */
static void connection_explain(struct connection *c)
{
	char what[256];
	bool known = c->ctx != NULL && tls_explain(c->bev, what, sizeof what);
	snprintf(c->why, c->room, "the connection broke: %s",
		known ? what : strerror(c->relay.error));
}

/* Keeps the end of it. */
static void connection_heard(void *owner, int end, struct evbuffer *bytes)
{
	struct connection *c = owner;
	struct evbuffer_ptr at;
	size_t length = evbuffer_get_length(bytes), most = CONNECTION_LAST;
	size_t skipped = length > most ? length - most : 0;
	if (end != 0 || length == 0)
		return;
	length -= skipped;
	size_t kept = c->last_length + length > most ? most - length : c->last_length;
	memmove(c->last, c->last + c->last_length - kept, kept);
	evbuffer_ptr_set(bytes, &at, skipped, EVBUFFER_PTR_SET);
	evbuffer_copyout_from(bytes, &at, c->last + kept, length);
	c->last_length = kept + length;
}

/* "error REASON TEXT" as the last line: its reason and text. NULL: it was another one. */
static char *connection_reason(struct connection *c)
{
	char *end = c->last + c->last_length;
	if (end == c->last || end[-1] != '\n')
		return NULL;
	*--end = '\0';
	char *line = memrchr(c->last, '\n', (size_t)(end - c->last));
	line = line != NULL ? line + 1 : c->last;
	return strncmp(line, "error ", 6) == 0 ? line + 6 : NULL;
}

static void connection_over(void *owner, int first)
{
	struct connection *c = owner;
	const char *reason = first == 0 ? connection_reason(c) : NULL;
	bool broke = first == 0 && c->relay.broke && reason == NULL;
	char *shown = reason != NULL ? escape_text(reason, false) : NULL;
	if (broke)
		connection_explain(c);
	else if (shown != NULL)
		snprintf(c->why, c->room, "the referee ended the connection: %s", shown);
	else
		snprintf(c->why, c->room, "the referee ended the connection and did not say why");
	free(shown);
	connection_end(c, broke	       ? CONNECTION_FAILED
			  : first == 0 ? CONNECTION_CLOSED
				       : CONNECTION_BOT);
}

static void connection_play(struct connection *c)
{
	event_del(c->timer);
	if (!connection_bot_start(&c->bot, c->order->command, c->why, c->room)) {
		connection_end(c, CONNECTION_NO_BOT);
		return;
	}
	c->order->welcome(c->order->arg, c->how);
	c->in = bufferevent_socket_new(c->base, c->bot.in, 0);
	c->out = bufferevent_socket_new(c->base, c->bot.out, 0);
	if (c->in == NULL || c->out == NULL) {
		snprintf(c->why, c->room, "no memory");
		connection_end(c, CONNECTION_FAILED);
		return;
	}
	c->relay.ends[0].in = c->relay.ends[0].out = c->bev;
	c->relay.ends[1].in = c->out;
	c->relay.ends[1].out = c->in;
	c->relay.ends[0].plain = c->ctx == NULL;
	c->relay.heard = connection_heard;
	c->relay.over = connection_over;
	c->relay.owner = c;
	relay_start(&c->relay);
}

/* --- the hello ------------------------------------------------------------------------------ */

static void connection_greet(struct connection *c)
{
	char line[HELLO_LINE];
	unsigned char nonce[SECRET_BYTES];
	secret_random(nonce);
	caller_init(&c->caller, c->order->name, c->binding, c->order->token, nonce);
	caller_start(&c->caller, line);
	bufferevent_write(c->bev, line, strlen(line));
}

/* The handshake is done: are they who they should be? */
static void connection_inspect(struct connection *c)
{
	const char *wanted = c->order->fingerprint;
	char why[256];
	if (!tls_fingerprint(c->bev, c->binding)) {
		connection_refuse(c, "it showed no certificate");
	} else if (wanted != NULL && strcmp(wanted, c->binding) != 0) {
		snprintf(c->why, c->room,
			"its certificate has another fingerprint, %s: it is not the referee that "
			"you mean, or it has a new certificate",
			c->binding);
		connection_end(c, CONNECTION_REFUSED);
	} else if (wanted == NULL && !tls_vouched(c->bev, why, sizeof why)) {
		snprintf(c->why, c->room,
			"nobody vouches for its certificate (%s). If the referee's owner told you "
			"this fingerprint, and only then, add\n  --fingerprint %s",
			why, c->binding);
		connection_end(c, CONNECTION_REFUSED);
	} else {
		snprintf(c->how, sizeof c->how, "TLS, certificate %s", c->binding);
		connection_greet(c);
	}
}

static void connection_on_read(struct bufferevent *bev, void *arg)
{
	struct connection *c = arg;
	struct evbuffer *input = bufferevent_get_input(bev);
	char out[HELLO_LINE];
	char *line = evbuffer_readln(input, NULL, EVBUFFER_EOL_CRLF);
	if (line == NULL && evbuffer_get_length(input) > HELLO_MOST)
		connection_refuse(c, "what answers there is no referee");
	if (line == NULL)
		return;
	switch (caller_take(&c->caller, line, out, c->why, c->room)) {
	case HELLO_GOES_ON:
		bufferevent_write(bev, out, strlen(out));
		break;
	case HELLO_REFUSED:
		connection_end(c, CONNECTION_REFUSED);
		break;
	case HELLO_WELCOME:
		connection_play(c);
	}
	free(line);
}

static void connection_on_event(struct bufferevent *bev, short what, void *arg)
{
	struct connection *c = arg;
	if (what & BEV_EVENT_CONNECTED) {
		connection_inspect(c);
		return;
	}
	if (c->ctx != NULL && *c->binding == '\0') {
		char why[256];
		if (!tls_explain(bev, why, sizeof why))
			snprintf(why, sizeof why, "the connection was closed");
		snprintf(c->why, c->room, "no TLS 1.3 with it: %s%s", why,
			strstr(why, "wrong version") != NULL
				? "; what answers there speaks something else (a gate without TLS "
				  "on this machine wants --insecure)"
			: strstr(why, "eof") != NULL || strstr(why, "was closed") != NULL
				? "; a referee closes at once on whom it refused too often, for a "
				  "minute at most"
				: "");
	} else {
		snprintf(c->why, c->room, "it closed the connection before the welcome");
	}
	connection_end(c, CONNECTION_FAILED);
}

static void connection_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct connection *c = arg;
	(void)fd, (void)what;
	snprintf(c->why, c->room, "it does not answer");
	connection_end(c, CONNECTION_FAILED);
}

/* --- its life ------------------------------------------------------------------------------- */

static bool connection_open(struct connection *c, bool tls)
{
	const struct timeval limit = {HELLO_TIME / SECOND, 0};
	if (tls && (c->ctx = tls_client(c->why, c->room)) == NULL)
		return false;
	fcntl(c->fd, F_SETFL, fcntl(c->fd, F_GETFL) | O_NONBLOCK);
	c->base = event_base_new();
	c->timer = c->base != NULL ? evtimer_new(c->base, connection_on_timer, c) : NULL;
	if (c->timer != NULL)
		c->bev = tls ? tls_open(c->base, c->ctx, c->fd, c->order->door.host)
			     : bufferevent_socket_new(c->base, c->fd, 0);
	if (c->bev == NULL) {
		snprintf(c->why, c->room, "no memory");
		return false;
	}
	bufferevent_setcb(c->bev, connection_on_read, NULL, connection_on_event, c);
	bufferevent_enable(c->bev, EV_READ | EV_WRITE);
	event_add(c->timer, &limit);
	return true;
}

static void connection_close(struct connection *c)
{
	if (c->bev != NULL)
		(c->ctx != NULL ? tls_close : bufferevent_free)(c->bev);
	if (c->in != NULL)
		bufferevent_free(c->in);
	if (c->out != NULL)
		bufferevent_free(c->out);
	if (c->timer != NULL)
		event_free(c->timer);
	if (c->base != NULL)
		event_base_free(c->base);
	tls_free(c->ctx);
	close(c->fd);
	secret_forget(&c->caller, sizeof c->caller);
}

enum connection_end connection_run(const struct connection_order *order, char *why, size_t room)
{
	struct connection c = {.order = order, .why = why, .room = room, .end = CONNECTION_FAILED};
	char ending[128];
	bool loopback;
	*why = '\0';
	c.fd = door_connect(&order->door, HELLO_TIME, &loopback, why, room);
	if (c.fd < 0)
		return CONNECTION_FAILED;
	bool tls = !order->door.local && !order->insecure;
	if (connection_open(&c, tls)) {
		if (!tls) {
			strcpy(c.binding, "-");
			snprintf(c.how, sizeof c.how, "%s",
				loopback ? "on this machine, without TLS"
					 : "WITHOUT TLS: everybody on the way reads along");
			connection_greet(&c);
		}
		event_base_dispatch(c.base);
	}
	connection_close(&c);
	if (c.bot.pid > 0 && c.end != CONNECTION_NO_BOT) {
		bool good = connection_bot_end(&c.bot, ending, sizeof ending);
		if (c.end == CONNECTION_BOT)
			snprintf(why, room, "%s", ending);
		/* After `quit` either may be the first to go. */
		if (c.end == CONNECTION_BOT && good)
			c.end = CONNECTION_CLOSED;
	}
	return c.end;
}
