/*
 * listener.c - the network's door.
 *
 * A connection that is not welcome yet has one timer, set when it came and again only to let its
 * refusal get out; nothing that it sends moves it. One that is welcome leaves the gate: its
 * descriptor goes to the main process, or, where TLS must be spoken, one end of a pair of sockets,
 * and a relay serves the other (tls-relay.c).
 */
#include "referee/net/listener.h"

#include <assert.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/net/handshake.h"
#include "referee/net/peer-limits.h"
#include "referee/base/heartbeat.h"
#include "referee/net/net-address.h"
#include "referee/net/tls-relay.h"
#include "referee/base/fd-message.h"
#include "referee/net/peer-address.h"
#include "referee/net/tls.h"

enum {
	GATE_ACCEPTS = 64,     /* at one wake-up */
	GATE_PAUSE = 100,      /* ms until we try again when there are no descriptors */
	GATE_LINGER = 1,       /* seconds for a refusal to get out */
	GATE_TOKENS = 1 << 20, /* bytes of a file of tokens */
	GATE_LAST = 16,	       /* looks at what there is to pass on in the end */
};

enum gate_kind { GATE_IS_TLS, GATE_IS_PLAIN, GATE_IS_UNIX, GATE_KINDS };

static const char *const gate_kinds[GATE_KINDS] = {"tls", "plain", "unix"};

struct gate_door {
	struct gate *gate;
	enum gate_kind kind;
	int fd;
	struct event *event;
};

struct gate {
	struct event_base *base;
	int main; /* the socket to the main process */
	struct event *control, *resume;
	struct gate_door doors[GATE_DOORS];
	int doors_count;
	struct ssl_ctx_st *tls; /* NULL: no certificate came yet */
	char fingerprint[SECRET_TEXT + 1];
	struct tokens tokens;
	struct sources sources, names;	 /* names: as they are said from each source */
	TAILQ_HEAD(, gate_guest) guests; /* oldest first */
	int guests_count;
	struct gate_relays *relays;
};

/* A connection that is not welcome yet. */
struct gate_guest {
	TAILQ_ENTRY(gate_guest) entry;
	struct gate *gate;
	enum gate_kind kind;
	int fd;
	struct bufferevent *bev; /* does not own fd */
	struct event *timer;
	struct source_key source, name;
	char address[DOOR_ADDRESS];
	struct hello hello;
	bool named;   /* it has said who it is, and name is counted */
	bool shaken;  /* with TLS: the handshake is done */
	bool refused; /* and told so */
};

static void gate_tell(struct gate *g, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* What does not fit is lost. Of what is told here only an answer to tokens is missed: until the
 * gate is another, who had a token revoked is sent away again with each reading of the tokens. */
static void gate_tell(struct gate *g, const char *format, ...)
{
	struct parcel p = {.count = 0};
	va_list list;
	va_start(list, format);
	vsnprintf(p.text, sizeof p.text, format, list);
	va_end(list);
	parcel_send(g->main, &p);
}

/* --- guests --------------------------------------------------------------------------------- */

/* What its end says of where it came from. Many may come from one address: who has said a name
 * fails by that, and where somebody came in before nobody is suspected at once. */
static void gate_judge(struct gate_guest *c, bool welcome)
{
	struct gate *g = c->gate;
	usec now = time_now(), wait = 0;
	bool spared = *c->hello.name != '\0' || sources_trusted(&g->sources, &c->source);
	if (c->named)
		wait = sources_leave(
			&g->names, &c->name, welcome ? SOURCE_WELCOME : SOURCE_FAILED, now);
	if (wait > 0)
		gate_tell(g, "failing %s %s", c->hello.name, c->address);
	wait = sources_leave(&g->sources, &c->source,
		welcome	 ? SOURCE_WELCOME
		: spared ? SOURCE_SPARED
			 : SOURCE_FAILED,
		now);
	if (wait > 0)
		gate_tell(g, "penalty %s %d", c->address, (int)(wait / SECOND));
}

/* It is a guest no more; its bufferevent and descriptor are the caller's. */
static void gate_let_go(struct gate_guest *c, bool welcome)
{
	struct gate *g = c->gate;
	gate_judge(c, welcome);
	TAILQ_REMOVE(&g->guests, c, entry);
	g->guests_count--;
	event_free(c->timer);
	hello_clear(&c->hello);
	free(c);
}

static void gate_drop(struct gate_guest *c)
{
	if (c->kind == GATE_IS_TLS)
		tls_close(c->bev);
	else
		bufferevent_free(c->bev);
	close(c->fd);
	gate_let_go(c, false);
}

/* Sends what there is to say and listens no more; drops it when that is out, or soon. */
static void gate_refuse(struct gate_guest *c)
{
	static const struct timeval linger = {GATE_LINGER, 0};
	c->refused = true;
	bufferevent_disable(c->bev, EV_READ);
	bufferevent_write(c->bev, HELLO_ERROR, strlen(HELLO_ERROR));
	event_add(c->timer, &linger);
}

static void gate_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct gate_guest *c = arg;
	(void)fd, (void)what;
	if (c->refused)
		gate_drop(c);
	else
		gate_refuse(c);
}

static void gate_on_written(struct bufferevent *bev, void *arg)
{
	struct gate_guest *c = arg;
	if (c->refused && evbuffer_get_length(bufferevent_get_output(bev)) == 0)
		gate_drop(c);
}

static void gate_on_event(struct bufferevent *bev, short what, void *arg)
{
	static const char hint[] = "error this port speaks TLS 1.3 and nothing else\n";
	struct gate_guest *c = arg;
	(void)bev;
	if (what & BEV_EVENT_CONNECTED) {
		c->shaken = true;
		return;
	}
	/* In clear text, for who speaks it; a client with TLS was sent an alert. */
	if (c->kind == GATE_IS_TLS && !c->shaken && (what & BEV_EVENT_ERROR))
		send(c->fd, hint, sizeof hint - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	gate_drop(c);
}

/* --- welcome -------------------------------------------------------------------------------- */

/* Hands a descriptor to the main process; it stays ours to close. */
static bool gate_hand_over(struct gate_guest *c, int fd)
{
	struct parcel p = {.fds = {fd}, .count = 1};
	snprintf(p.text, sizeof p.text, "bot %s %s", c->hello.name, c->address);
	return parcel_send(c->gate->main, &p) == 0;
}

static void gate_welcome_tls(struct gate_guest *c, const char *line)
{
	int pair[2];
	bufferevent_setcb(c->bev, NULL, NULL, NULL, NULL);
	bufferevent_disable(c->bev, EV_READ);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		gate_drop(c);
		return;
	}
	bool taken = gate_hand_over(c, pair[1]);
	close(pair[1]);
	bufferevent_write(c->bev, line, strlen(line));
	if (!taken || !gate_relays_add(c->gate->relays, c->bev, c->fd, pair[0])) {
		close(pair[0]);
		gate_drop(c);
		return;
	}
	gate_let_go(c, true);
}

/* The line goes out by itself: a buffer of ours would have to be left behind with it. */
static void gate_welcome_plain(struct gate_guest *c, const char *line)
{
	size_t length = strlen(line);
	/* Freed inside its own call it lives on until that returns. The main process keeps the
	 * connection open, so closing our descriptor would not take it out of the epoll set. */
	bufferevent_disable(c->bev, EV_READ | EV_WRITE);
	bufferevent_free(c->bev);
	bool good = send(c->fd, line, length, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)length;
	fcntl(c->fd, F_SETFL, fcntl(c->fd, F_GETFL) & ~O_NONBLOCK);
	good = good && gate_hand_over(c, c->fd);
	close(c->fd);
	gate_let_go(c, good);
}

/* It has said its name: how often that fails is counted, for people to know. Nobody is refused for
 * it: who is behind the same address could keep somebody else out by failing in his name. */
static void gate_count_name(struct gate_guest *c)
{
	if (*c->hello.name == '\0' || c->named)
		return;
	source_of_name(&c->source, c->hello.name, &c->name);
	c->named = sources_enter(&c->gate->names, &c->name, time_now());
}

static void gate_on_read(struct bufferevent *bev, void *arg)
{
	struct gate_guest *c = arg;
	char bytes[2 * HELLO_MOST], out[HELLO_LINE];
	size_t count = bufferevent_read(bev, bytes, sizeof bytes);
	if (c->refused || count == 0)
		return;
	switch (hello_take(&c->hello, bytes, count, time_now(), out)) {
	case HELLO_GOES_ON:
		gate_count_name(c);
		bufferevent_write(bev, out, strlen(out));
		break;
	case HELLO_REFUSED:
		gate_refuse(c);
		break;
	case HELLO_WELCOME:
		if (c->kind == GATE_IS_TLS)
			gate_welcome_tls(c, out);
		else
			gate_welcome_plain(c, out);
	}
}

/* --- who comes ------------------------------------------------------------------------------ */

/* False: nothing was begun with it, and fd is the caller's. */
static bool gate_begin(struct gate_guest *c)
{
	static const struct timeval limit = {HELLO_TIME / SECOND, 0};
	unsigned char nonce[SECRET_BYTES];
	struct gate *g = c->gate;
	bool tls = c->kind == GATE_IS_TLS;
	c->timer = evtimer_new(g->base, gate_on_timer, c);
	c->bev = tls ? tls_open(g->base, g->tls, c->fd, NULL)
		     : bufferevent_socket_new(g->base, c->fd, 0);
	if (c->timer == NULL || c->bev == NULL) {
		if (c->timer != NULL)
			event_free(c->timer);
		if (c->bev != NULL)
			(tls ? tls_close : bufferevent_free)(c->bev);
		return false;
	}
	secret_random(nonce);
	hello_init(
		&c->hello, &g->tokens, tls ? g->fingerprint : "-", nonce, time_now() + HELLO_TIME);
	bufferevent_setcb(c->bev, gate_on_read, gate_on_written, gate_on_event, c);
	bufferevent_setwatermark(c->bev, EV_READ, 0, 2 * HELLO_MOST);
	bufferevent_enable(c->bev, EV_READ | EV_WRITE);
	event_add(c->timer, &limit);
	TAILQ_INSERT_TAIL(&g->guests, c, entry);
	g->guests_count++;
	return true;
}

static void gate_admit(struct gate_door *d, int fd, const struct sockaddr_storage *from)
{
	struct gate *g = d->gate;
	struct gate_guest *c = memory_get(1, sizeof *c);
	*c = (struct gate_guest){.gate = g, .kind = d->kind, .fd = fd};
	source_of(fd, from, &c->source, c->address);
	if (!sources_enter(&g->sources, &c->source, time_now())) {
		close(fd);
		free(c);
		return;
	}
	if (d->kind != GATE_IS_UNIX)
		door_tune(fd);
	/* Who came long ago and has not said who it is makes room. */
	if (g->guests_count == GATE_WAITING)
		gate_drop(TAILQ_FIRST(&g->guests));
	if (!gate_begin(c)) {
		sources_leave(&g->sources, &c->source, SOURCE_LOST, time_now());
		close(fd);
		free(c);
	}
}

/* Nobody is accepted until there may be descriptors again. */
static void gate_pause(struct gate *g)
{
	static const struct timeval pause = {0, GATE_PAUSE * 1000};
	for (int i = 0; i < g->doors_count; i++)
		event_del(g->doors[i].event);
	event_add(g->resume, &pause);
}

static void gate_on_resume(evutil_socket_t fd, short what, void *arg)
{
	struct gate *g = arg;
	(void)fd, (void)what;
	for (int i = 0; i < g->doors_count; i++)
		event_add(g->doors[i].event, NULL);
}

static void gate_on_knock(evutil_socket_t fd, short what, void *arg)
{
	struct gate_door *d = arg;
	(void)what;
	for (int i = 0; i < GATE_ACCEPTS; i++) {
		struct sockaddr_storage from = {.ss_family = AF_UNIX};
		socklen_t length = sizeof from;
		int one = accept4(
			fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (one >= 0)
			gate_admit(d, one, &from);
		else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
			return gate_pause(d->gate);
		else if (errno == EAGAIN)
			return;
	}
}

/* --- what the main process sends ------------------------------------------------------------ */

static void gate_take_tokens(struct gate *g, struct parcel *p, const char *rest)
{
	char why[128] = "they cannot be read";
	unsigned char nobody[SECRET_BYTES];
	struct tokens read;
	char *text = memory_get(GATE_TOKENS + 1, 1);
	ssize_t length = p->count == 1 ? pread(p->fds[0], text, GATE_TOKENS, 0) : -1;
	(void)rest;
	/* Names that are not there keep their keys. */
	memcpy(nobody, g->tokens.nobody, sizeof nobody);
	if (length >= 0 && tokens_read(&read, text, nobody, why, sizeof why)) {
		tokens_clear(&g->tokens);
		g->tokens = read;
		gate_tell(g, "ready tokens %zu", g->tokens.count);
	} else {
		gate_tell(g, "wrong tokens: %s", why);
	}
	free(text);
}

static void gate_take_certificate(struct gate *g, struct parcel *p, const char *rest)
{
	char why[128] = "two files belong to it", fingerprint[SECRET_TEXT + 1];
	struct ssl_ctx_st *tls = NULL;
	(void)rest;
	if (p->count == 2)
		tls = tls_server(p->fds[0], p->fds[1], fingerprint, why, sizeof why);
	if (tls == NULL) {
		gate_tell(g, "wrong certificate: %s", why);
		return;
	}
	tls_free(g->tls);
	g->tls = tls;
	memcpy(g->fingerprint, fingerprint, sizeof fingerprint);
	gate_tell(g, "ready certificate %s", fingerprint);
}

static void gate_take_listener(struct gate *g, struct parcel *p, const char *rest)
{
	const char *address = strchr(rest, ' ');
	int kind = 0;
	while (kind < GATE_KINDS &&
		(address == NULL || strncmp(rest, gate_kinds[kind], (size_t)(address - rest)) != 0))
		kind++;
	struct gate_door *d = &g->doors[g->doors_count];
	if (kind == GATE_KINDS || p->count != 1 || g->doors_count == GATE_DOORS ||
		(kind == GATE_IS_TLS && g->tls == NULL)) {
		gate_tell(g, "wrong listen: %s", rest);
		return;
	}
	*d = (struct gate_door){g, (enum gate_kind)kind, p->fds[0], NULL};
	fcntl(d->fd, F_SETFL, fcntl(d->fd, F_GETFL) | O_NONBLOCK);
	d->event = event_new(g->base, d->fd, EV_READ | EV_PERSIST, gate_on_knock, d);
	if (d->event == NULL || event_add(d->event, NULL) != 0) {
		gate_tell(g, "wrong listen: no room for its event");
		return;
	}
	p->count = 0; /* ours now */
	g->doors_count++;
	gate_tell(g, "ready listen %s", rest);
}

static const struct {
	const char *word;
	void (*take)(struct gate *g, struct parcel *p, const char *rest);
} gate_orders[] = {
	{"tokens", gate_take_tokens},
	{"certificate", gate_take_certificate},
	{"listen", gate_take_listener},
};

static void gate_on_main(evutil_socket_t fd, short what, void *arg)
{
	struct gate *g = arg;
	struct parcel p;
	(void)what;
	int got = parcel_receive(fd, &p);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		event_base_loopbreak(g->base);
		return;
	}
	size_t length = strcspn(p.text, " ");
	const char *rest = p.text[length] == ' ' ? p.text + length + 1 : "";
	size_t i = 0, count = sizeof gate_orders / sizeof *gate_orders;
	p.text[length] = '\0';
	while (i < count && strcmp(gate_orders[i].word, p.text) != 0)
		i++;
	if (i < count)
		gate_orders[i].take(g, &p, rest);
	else
		gate_tell(g, "wrong order: %.64s", p.text);
	parcel_drop(&p);
}

/* --- its life ------------------------------------------------------------------------------- */

static void gate_clear(struct gate *g)
{
	while (!TAILQ_EMPTY(&g->guests))
		gate_drop(TAILQ_FIRST(&g->guests));
	gate_relays_free(g->relays);
	for (int i = 0; i < g->doors_count; i++) {
		event_free(g->doors[i].event);
		close(g->doors[i].fd);
	}
	event_free(g->control);
	event_free(g->resume);
	event_base_free(g->base);
	tls_free(g->tls);
	tokens_clear(&g->tokens);
	free(g);
}

/* The main process says why connections end before it ends us. */
static void gate_pass_last_words(struct gate *g)
{
	event_del(g->control);
	for (int i = 0; i < g->doors_count; i++)
		event_del(g->doors[i].event);
	for (int i = 0; i < GATE_LAST && gate_relays_any(g->relays); i++)
		event_base_loop(g->base, EVLOOP_NONBLOCK);
}

int gate_run(const void *arg, int number, int from, int to)
{
	struct gate *g = memory_get(1, sizeof *g);
	(void)arg, (void)number;
	g->main = to;
	TAILQ_INIT(&g->guests);
	secret_random(g->tokens.nobody);
	tls_prepare();
	g->base = event_base_new();
	assert(g->base != NULL);
	g->relays = gate_relays_create(g->base);
	g->control = event_new(g->base, from, EV_READ | EV_PERSIST, gate_on_main, g);
	g->resume = evtimer_new(g->base, gate_on_resume, g);
	bool beats = beat_give(g->base);
	assert(g->control != NULL && g->resume != NULL && beats);
	if (!gate_drop_rights()) {
		gate_tell(g, "wrong rights: they cannot be given up: %s", strerror(errno));
		return EXIT_FAILURE;
	}
	event_add(g->control, NULL);
	event_base_dispatch(g->base);
	gate_pass_last_words(g);
	gate_clear(g);
	return EXIT_SUCCESS;
}
