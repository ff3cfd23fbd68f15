/*
 * remote-client.c - runs a local bot against a referee elsewhere. Connecting blocks. Then one event
 * loop serves the login, under one time limit, and after it the relay between the referee and the
 * bot's pipes.
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

enum { REMOTE_CLIENT_LAST = 512 };

struct remote_client {
	const struct remote_client_order *order;
	struct event_base *base;
	struct event *timer;
	struct ssl_ctx_st *ctx; /* NULL: no TLS */
	int fd;
	struct bufferevent *bev, *in, *out; /* the referee; the bot's stdin and stdout */
	struct caller caller;
	char binding[CRYPTO_TEXT + 1], how[CRYPTO_TEXT + 64];
	struct remote_client_bot bot;
	struct relay relay;
	char last[REMOTE_CLIENT_LAST + 1]; /* the last bytes from the referee */
	size_t last_length;
	enum remote_client_end end;
	char *why;
	size_t room;
};

static void remote_client_end(struct remote_client *c, enum remote_client_end end)
{
	c->end = end;
	event_base_loopbreak(c->base);
}

static void remote_client_refuse(struct remote_client *c, const char *why)
{
	snprintf(c->why, c->room, "%s", why);
	remote_client_end(c, REMOTE_CLIENT_REFUSED);
}

/* --- welcome -------------------------------------------------------------------------------- */

/* Explains a broken connection: a network failure, unless the referee was killed. */
static void remote_client_explain(struct remote_client *c)
{
	char what[256];
	bool known = c->ctx != NULL && tls_explain(c->bev, what, sizeof what);
	snprintf(c->why, c->room, "the connection broke: %s",
		known ? what : strerror(c->relay.error));
}

/* Keeps the last bytes from the referee. */
static void remote_client_heard(void *owner, int end, struct evbuffer *bytes)
{
	struct remote_client *c = owner;
	struct evbuffer_ptr at;
	size_t length = evbuffer_get_length(bytes), most = REMOTE_CLIENT_LAST;
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

/* Splits the last line "error REASON TEXT" into reason and text. NULL: it was another line. */
static char *remote_client_reason(struct remote_client *c)
{
	char *end = c->last + c->last_length;
	if (end == c->last || end[-1] != '\n')
		return NULL;
	*--end = '\0';
	char *line = memrchr(c->last, '\n', (size_t)(end - c->last));
	line = line != NULL ? line + 1 : c->last;
	return strncmp(line, "error ", 6) == 0 ? line + 6 : NULL;
}

static void remote_client_over(void *owner, int first)
{
	struct remote_client *c = owner;
	const char *reason = first == 0 ? remote_client_reason(c) : NULL;
	bool broke = first == 0 && c->relay.broke && reason == NULL;
	char *shown = reason != NULL ? escape_text(reason, false) : NULL;
	if (broke)
		remote_client_explain(c);
	else if (shown != NULL)
		snprintf(c->why, c->room, "the referee ended the connection: %s", shown);
	else
		snprintf(c->why, c->room, "the referee ended the connection and did not say why");
	free(shown);
	remote_client_end(c, broke	  ? REMOTE_CLIENT_FAILED
			     : first == 0 ? REMOTE_CLIENT_CLOSED
					  : REMOTE_CLIENT_BOT);
}

static void remote_client_play(struct remote_client *c)
{
	event_del(c->timer);
	if (!remote_client_bot_start(&c->bot, c->order->command, c->why, c->room)) {
		remote_client_end(c, REMOTE_CLIENT_NO_BOT);
		return;
	}
	c->order->welcome(c->order->arg, c->how);
	c->in = bufferevent_socket_new(c->base, c->bot.in, 0);
	c->out = bufferevent_socket_new(c->base, c->bot.out, 0);
	if (c->in == NULL || c->out == NULL) {
		snprintf(c->why, c->room, "no memory");
		remote_client_end(c, REMOTE_CLIENT_FAILED);
		return;
	}
	c->relay.ends[0].in = c->relay.ends[0].out = c->bev;
	c->relay.ends[1].in = c->out;
	c->relay.ends[1].out = c->in;
	c->relay.ends[0].plain = c->ctx == NULL;
	c->relay.heard = remote_client_heard;
	c->relay.over = remote_client_over;
	c->relay.owner = c;
	relay_start(&c->relay);
}

/* --- the hello ------------------------------------------------------------------------------ */

static void remote_client_greet(struct remote_client *c)
{
	char line[HANDSHAKE_LINE];
	unsigned char nonce[CRYPTO_BYTES];
	crypto_random(nonce);
	caller_init(&c->caller, c->order->name, c->binding, c->order->token, nonce);
	caller_start(&c->caller, line);
	bufferevent_write(c->bev, line, strlen(line));
}

/* The TLS handshake is done: checks the identity of the referee. */
static void remote_client_inspect(struct remote_client *c)
{
	const char *wanted = c->order->fingerprint;
	char why[256];
	if (!tls_fingerprint(c->bev, c->binding)) {
		remote_client_refuse(c, "it showed no certificate");
	} else if (wanted != NULL && strcmp(wanted, c->binding) != 0) {
		snprintf(c->why, c->room,
			"its certificate has another fingerprint, %s: it is not the referee that you mean, or it has a new certificate",
			c->binding);
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
	} else if (wanted == NULL && !tls_vouched(c->bev, why, sizeof why)) {
		snprintf(c->why, c->room,
			"nobody vouches for its certificate (%s). If the referee's owner told you this fingerprint, and only then, add\n"
			"  --fingerprint %s",
			why, c->binding);
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
	} else {
		snprintf(c->how, sizeof c->how, "TLS, certificate %s", c->binding);
		remote_client_greet(c);
	}
}

static void remote_client_on_read(struct bufferevent *bev, void *arg)
{
	struct remote_client *c = arg;
	struct evbuffer *input = bufferevent_get_input(bev);
	char out[HANDSHAKE_LINE];
	char *line = evbuffer_readln(input, NULL, EVBUFFER_EOL_CRLF);
	if (line == NULL && evbuffer_get_length(input) > HANDSHAKE_MAX)
		remote_client_refuse(c, "what answers there is no referee");
	if (line == NULL)
		return;
	switch (caller_take(&c->caller, line, out, c->why, c->room)) {
	case HANDSHAKE_GOES_ON:
		bufferevent_write(bev, out, strlen(out));
		break;
	case HANDSHAKE_REFUSED:
		remote_client_end(c, REMOTE_CLIENT_REFUSED);
		break;
	case HANDSHAKE_WELCOME:
		remote_client_play(c);
	}
	free(line);
}

static void remote_client_on_event(struct bufferevent *bev, short what, void *arg)
{
	struct remote_client *c = arg;
	if (what & BEV_EVENT_CONNECTED) {
		remote_client_inspect(c);
		return;
	}
	if (c->ctx != NULL && *c->binding == '\0') {
		char why[256];
		if (!tls_explain(bev, why, sizeof why))
			snprintf(why, sizeof why, "the connection was closed");
		snprintf(c->why, c->room, "no TLS 1.3 with it: %s%s", why,
			strstr(why, "wrong version") != NULL
				? "; what answers there speaks something else (a listener without TLS on this machine wants --insecure)"
			: strstr(why, "eof") != NULL || strstr(why, "was closed") != NULL
				? "; a referee closes at once on whom it refused too often, for a minute at most"
				: "");
	} else {
		snprintf(c->why, c->room, "it closed the connection before the welcome");
	}
	remote_client_end(c, REMOTE_CLIENT_FAILED);
}

static void remote_client_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct remote_client *c = arg;
	(void)fd, (void)what;
	snprintf(c->why, c->room, "it does not answer");
	remote_client_end(c, REMOTE_CLIENT_FAILED);
}

/* --- its life ------------------------------------------------------------------------------- */

static bool remote_client_open(struct remote_client *c, bool tls)
{
	const struct timeval limit = {HANDSHAKE_TIME / SECOND, 0};
	if (tls && (c->ctx = tls_client(c->why, c->room)) == NULL)
		return false;
	fcntl(c->fd, F_SETFL, fcntl(c->fd, F_GETFL) | O_NONBLOCK);
	c->base = event_base_new();
	c->timer = c->base != NULL ? evtimer_new(c->base, remote_client_on_timer, c) : NULL;
	if (c->timer != NULL)
		c->bev = tls ? tls_open(c->base, c->ctx, c->fd, c->order->address.host)
			     : bufferevent_socket_new(c->base, c->fd, 0);
	if (c->bev == NULL) {
		snprintf(c->why, c->room, "no memory");
		return false;
	}
	bufferevent_setcb(c->bev, remote_client_on_read, NULL, remote_client_on_event, c);
	bufferevent_enable(c->bev, EV_READ | EV_WRITE);
	event_add(c->timer, &limit);
	return true;
}

static void remote_client_close(struct remote_client *c)
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
	crypto_forget(&c->caller, sizeof c->caller);
}

enum remote_client_end remote_client_run(
	const struct remote_client_order *order, char *why, size_t room)
{
	struct remote_client c = {
		.order = order, .why = why, .room = room, .end = REMOTE_CLIENT_FAILED};
	char ending[128];
	bool loopback;
	*why = '\0';
	c.fd = net_address_connect(&order->address, HANDSHAKE_TIME, &loopback, why, room);
	if (c.fd < 0)
		return REMOTE_CLIENT_FAILED;
	bool tls = !order->address.local && !order->insecure;
	if (remote_client_open(&c, tls)) {
		if (!tls) {
			strcpy(c.binding, "-");
			snprintf(c.how, sizeof c.how, "%s",
				loopback ? "on this machine, without TLS"
					 : "WITHOUT TLS: everybody on the way reads along");
			remote_client_greet(&c);
		}
		event_base_dispatch(c.base);
	}
	remote_client_close(&c);
	if (c.bot.pid > 0 && c.end != REMOTE_CLIENT_NO_BOT) {
		bool good = remote_client_bot_end(&c.bot, ending, sizeof ending);
		if (c.end == REMOTE_CLIENT_BOT)
			snprintf(why, room, "%s", ending);
		/* After `quit` either side may close first. */
		if (c.end == REMOTE_CLIENT_BOT && good)
			c.end = REMOTE_CLIENT_CLOSED;
	}
	return c.end;
}
