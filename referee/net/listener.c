/*
 * listener.c - the process that accepts bots from the network.
 *
 * A connection before its welcome has one timer, set when it was accepted, and again only to let a
 * refusal be sent. No input changes it. After the welcome the connection leaves the listener: its
 * descriptor goes to the main process. With TLS one end of a socket pair goes there, and a relay
 * serves the other.
 */
#include "referee/net/listener.h"

#include <assert.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/net/handshake.h"
#include "referee/net/listener-messages.h"
#include "referee/net/peer-limits.h"
#include "referee/process/heartbeat.h"
#include "referee/net/net-address.h"
#include "referee/net/relay.h"
#include "referee/process/fd-message.h"
#include "referee/net/tls.h"
#include "referee/sandbox/seccomp.h"

enum {
	LISTENER_ACCEPTS = 64,		/* at one wake-up */
	LISTENER_PAUSE = 100,		/* ms until the next try when there are no descriptors */
	LISTENER_LINGER = 1,		/* seconds to send a refusal */
	LISTENER_TOKENS_FILE = 2 << 20, /* bytes of a token file */
	LISTENER_RELAYS = 4096,
	LISTENER_LAST = 16, /* tries to relay the last bytes at the end */
};

enum listener_kind { LISTENER_IS_TLS, LISTENER_IS_PLAIN, LISTENER_IS_UNIX, LISTENER_KINDS };

static const char *const listener_kinds[LISTENER_KINDS] = {"tls", "plain", "unix"};

struct listener_socket {
	struct listener *listener;
	enum listener_kind kind;
	int fd;
	struct event *event;
};

struct listener {
	struct event_base *base;
	int main; /* the socket to the main process */
	struct event *control, *resume;
	struct listener_socket sockets[LISTENER_SOCKETS];
	int sockets_count;
	struct ssl_ctx_st *tls; /* NULL: no certificate yet */
	char fingerprint[CRYPTO_TEXT + 1];
	struct tokens tokens;
	struct peer_limits sources, names;   /* names: as used from each source */
	TAILQ_HEAD(, listener_guest) guests; /* oldest first */
	int guests_count;
	TAILQ_HEAD(, listener_relay) relays;
	int relays_count;
};

/* A connection before its welcome. */
struct listener_guest {
	TAILQ_ENTRY(listener_guest) entry;
	struct listener *listener;
	enum listener_kind kind;
	int fd;
	struct bufferevent *bev; /* does not own fd */
	struct event *timer;
	struct peer_limit_key source, name;
	char address[NET_ADDRESS_ADDRESS];
	struct handshake hello;
	bool named;   /* it has sent its name, and name is counted */
	bool shaken;  /* with TLS: the handshake is done */
	bool refused; /* the refusal was sent */
};

struct listener_relay {
	TAILQ_ENTRY(listener_relay) entry;
	struct listener *listener;
	struct relay relay; /* end 0: the bot */
	int fd, inside;
};

/* Sends a report; one that does not fit is lost. Only a lost answer to `tokens` matters. Until the
 * main process starts another listener, each reading of the tokens again disconnects clients with
 * revoked tokens. */
static void listener_report(struct listener *listener, const struct listener_message *m)
{
	struct fd_message message = {.count = 0};
	fd_message_write(&message, &listener_report_table, m);
	fd_message_send(listener->main, &message);
}

/* Sends the answer to an order. */
static void listener_answer(struct listener *listener, enum listener_message_kind kind,
	const char *what, const char *text)
{
	listener_report(
		listener, &(struct listener_message){.kind = kind, .what = what, .text = text});
}

/* --- guests --------------------------------------------------------------------------------- */

/* Has the client said nothing at all? It may still be about to begin. */
static bool listener_is_mute(const struct listener_guest *guest)
{
	return guest->hello.total == 0 && !guest->shaken;
}

/* Reports to the limits of the source how the login ended. Many bots may share an address. So a
 * failure with a name counts for the name and is spared for the source. A source with an earlier
 * success is spared too. A client without a word has failed in nothing: it took a place, which it
 * loses to the next one. */
static void listener_judge(struct listener_guest *guest, bool welcome)
{
	struct listener *listener = guest->listener;
	usec now = time_now(), wait = 0;
	bool spared = *guest->hello.name != '\0' ||
		      peer_limits_trusted(&listener->sources, &guest->source);
	if (guest->named)
		wait = peer_limits_end(&listener->names, &guest->name,
			welcome ? PEER_LIMIT_WELCOME : PEER_LIMIT_FAILED, now);
	if (wait > 0)
		listener_report(listener, &(struct listener_message){.kind = LISTENER_FAILING,
						  .name = guest->hello.name,
						  .address = guest->address});
	wait = peer_limits_end(&listener->sources, &guest->source,
		welcome			  ? PEER_LIMIT_WELCOME
		: listener_is_mute(guest) ? PEER_LIMIT_LOST
		: spared		  ? PEER_LIMIT_SPARED
					  : PEER_LIMIT_FAILED,
		now);
	if (wait > 0)
		listener_report(listener, &(struct listener_message){.kind = LISTENER_PENALTY,
						  .address = guest->address,
						  .seconds = (int)(wait / SECOND)});
}

/* Removes the guest; its bufferevent and descriptor are the caller's. */
static void listener_remove(struct listener_guest *guest, bool welcome)
{
	struct listener *listener = guest->listener;
	listener_judge(guest, welcome);
	TAILQ_REMOVE(&listener->guests, guest, entry);
	listener->guests_count--;
	event_free(guest->timer);
	handshake_clear(&guest->hello);
	free(guest);
}

static void listener_drop(struct listener_guest *guest)
{
	if (guest->kind == LISTENER_IS_TLS)
		tls_close(guest->bev);
	else
		bufferevent_free(guest->bev);
	close(guest->fd);
	listener_remove(guest, false);
}

/* Sends the pending output and reads nothing more. The connection is dropped when the output is
 * sent, or soon. */
static void listener_refuse(struct listener_guest *guest)
{
	static const struct timeval linger = {LISTENER_LINGER, 0};
	guest->refused = true;
	bufferevent_disable(guest->bev, EV_READ);
	bufferevent_write(guest->bev, HANDSHAKE_ERROR, strlen(HANDSHAKE_ERROR));
	event_add(guest->timer, &linger);
}

static void listener_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct listener_guest *guest = arg;
	(void)fd, (void)what;
	if (guest->refused)
		listener_drop(guest);
	else
		listener_refuse(guest);
}

static void listener_on_written(struct bufferevent *bev, void *arg)
{
	struct listener_guest *guest = arg;
	if (guest->refused && evbuffer_get_length(bufferevent_get_output(bev)) == 0)
		listener_drop(guest);
}

static void listener_on_event(struct bufferevent *bev, short what, void *arg)
{
	static const char hint[] = "error this port speaks TLS 1.3 and nothing else\n";
	struct listener_guest *guest = arg;
	(void)bev;
	if (what & BEV_EVENT_CONNECTED) {
		guest->shaken = true;
		return;
	}
	/* The refusal is in clear text, for a client without TLS. A client with TLS got an alert.
	 */
	if (guest->kind == LISTENER_IS_TLS && !guest->shaken && (what & BEV_EVENT_ERROR))
		send(guest->fd, hint, sizeof hint - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
	listener_drop(guest);
}

/* --- relays of TLS connections whose bots have logged in ------------------------------------- */

static void listener_end_relay(struct listener_relay *one)
{
	struct listener *listener = one->listener;
	relay_stop(&one->relay);
	tls_close(one->relay.ends[0].in);
	bufferevent_free(one->relay.ends[1].in);
	close(one->fd);
	close(one->inside);
	TAILQ_REMOVE(&listener->relays, one, entry);
	listener->relays_count--;
	free(one);
}

static void listener_on_relay_over(void *owner, int first)
{
	(void)first;
	listener_end_relay(owner);
}

static void listener_on_relay_sent(void *owner)
{
	struct listener_relay *one = owner;
	tls_end_sending(one->relay.ends[0].in);
	shutdown(one->fd, SHUT_WR);
}

/* Relays between a TLS connection on the socket fd and the socket inside. The relay owns all three
 * from now on. False: there is no room, and it owns none. */
static bool listener_add_relay(
	struct listener *listener, struct bufferevent *tls, int fd, int inside)
{
	struct bufferevent *bev = NULL;
	if (listener->relays_count < LISTENER_RELAYS) {
		fcntl(inside, F_SETFL, fcntl(inside, F_GETFL) | O_NONBLOCK);
		bev = bufferevent_socket_new(listener->base, inside, 0);
	}
	if (bev == NULL)
		return false;
	struct listener_relay *one = memory_get(1, sizeof *one);
	*one = (struct listener_relay){.listener = listener, .fd = fd, .inside = inside};
	one->relay.ends[0].in = one->relay.ends[0].out = tls;
	one->relay.ends[1].in = one->relay.ends[1].out = bev;
	one->relay.ends[1].plain = true;
	one->relay.over = listener_on_relay_over;
	one->relay.all_sent = listener_on_relay_sent;
	one->relay.owner = one;
	TAILQ_INSERT_TAIL(&listener->relays, one, entry);
	listener->relays_count++;
	relay_start(&one->relay);
	return true;
}

/* --- welcome -------------------------------------------------------------------------------- */

/* Passes a descriptor to the main process; the caller must still close it. */
static bool listener_pass(struct listener_guest *guest, int fd)
{
	struct fd_message message = {.fds = {fd}, .count = 1};
	const struct listener_message m = {
		.kind = guest->hello.sends ? LISTENER_SEND : LISTENER_BOT,
		.name = guest->hello.name,
		.address = guest->address};
	fd_message_write(&message, &listener_report_table, &m);
	return fd_message_send(guest->listener->main, &message) == 0;
}

static void listener_welcome_tls(struct listener_guest *guest, const char *line)
{
	int pair[2];
	bufferevent_setcb(guest->bev, NULL, NULL, NULL, NULL);
	bufferevent_disable(guest->bev, EV_READ);
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		listener_drop(guest);
		return;
	}
	bool taken = listener_pass(guest, pair[1]);
	close(pair[1]);
	bufferevent_write(guest->bev, line, strlen(line));
	if (!taken || !listener_add_relay(guest->listener, guest->bev, guest->fd, pair[0])) {
		close(pair[0]);
		listener_drop(guest);
		return;
	}
	listener_remove(guest, true);
}

/* The line is written directly: a buffer here would have to stay with the connection. */
static void listener_welcome_plain(struct listener_guest *guest, const char *line)
{
	size_t length = strlen(line);
	/* A bufferevent freed in its own callback lives until that returns. The main process keeps
	 * the connection open, so closing our descriptor would not remove it from the epoll set. */
	bufferevent_disable(guest->bev, EV_READ | EV_WRITE);
	bufferevent_free(guest->bev);
	bool good = send(guest->fd, line, length, MSG_DONTWAIT | MSG_NOSIGNAL) == (ssize_t)length;
	fcntl(guest->fd, F_SETFL, fcntl(guest->fd, F_GETFL) & ~O_NONBLOCK);
	good = good && listener_pass(guest, guest->fd);
	close(guest->fd);
	listener_remove(guest, good);
}

static void listener_on_read(struct bufferevent *bev, void *arg)
{
	struct listener_guest *guest = arg;
	char bytes[2 * HANDSHAKE_MAX], out[HANDSHAKE_LINE];
	size_t count = bufferevent_read(bev, bytes, sizeof bytes);
	if (guest->refused || count == 0)
		return;
	switch (handshake_take(&guest->hello, bytes, count, time_now(), out)) {
	case HANDSHAKE_GOES_ON:
		/* Failures per name are counted to inform the operator. No client is refused for
		 * them: otherwise a client at the same address could lock out a bot by failing with
		 * its name. */
		if (*guest->hello.name != '\0' && !guest->named) {
			peer_address_of_name(&guest->source, guest->hello.name, &guest->name);
			guest->named = peer_limits_begin(
				&guest->listener->names, &guest->name, time_now());
		}
		bufferevent_write(bev, out, strlen(out));
		break;
	case HANDSHAKE_REFUSED:
		listener_refuse(guest);
		break;
	case HANDSHAKE_WELCOME:
		if (guest->kind == LISTENER_IS_TLS)
			listener_welcome_tls(guest, out);
		else
			listener_welcome_plain(guest, out);
	}
}

/* --- new connections ------------------------------------------------------------------------ */

/* False: nothing was started with the connection, and fd is the caller's. */
static bool listener_begin(struct listener_guest *guest)
{
	static const struct timeval limit = {HANDSHAKE_TIME / SECOND, 0};
	unsigned char nonce[CRYPTO_BYTES];
	struct listener *listener = guest->listener;
	bool tls = guest->kind == LISTENER_IS_TLS;
	guest->timer = evtimer_new(listener->base, listener_on_timer, guest);
	guest->bev = tls ? tls_open(listener->base, listener->tls, guest->fd, NULL)
			 : bufferevent_socket_new(listener->base, guest->fd, 0);
	if (guest->timer == NULL || guest->bev == NULL) {
		if (guest->timer != NULL)
			event_free(guest->timer);
		if (guest->bev != NULL)
			(tls ? tls_close : bufferevent_free)(guest->bev);
		return false;
	}
	crypto_random(nonce);
	handshake_init(&guest->hello, &listener->tokens, tls ? listener->fingerprint : "-", nonce,
		time_now() + HANDSHAKE_TIME);
	bufferevent_setcb(
		guest->bev, listener_on_read, listener_on_written, listener_on_event, guest);
	bufferevent_setwatermark(guest->bev, EV_READ, 0, 2 * HANDSHAKE_MAX);
	bufferevent_enable(guest->bev, EV_READ | EV_WRITE);
	event_add(guest->timer, &limit);
	TAILQ_INSERT_TAIL(&listener->guests, guest, entry);
	listener->guests_count++;
	return true;
}

/* The oldest client without a login makes room, among those of the same source. */
static void listener_make_room(struct listener *listener, const struct peer_limit_key *source)
{
	struct listener_guest *guest;
	if (!peer_limits_many(&listener->sources, source))
		return;
	TAILQ_FOREACH (guest, &listener->guests, entry)
		if (memcmp(&guest->source, source, sizeof *source) == 0) {
			listener_drop(guest);
			return;
		}
}

static void listener_admit(
	struct listener_socket *sock, int fd, const struct sockaddr_storage *from)
{
	struct listener *listener = sock->listener;
	struct listener_guest *guest = memory_get(1, sizeof *guest);
	*guest = (struct listener_guest){.listener = listener, .kind = sock->kind, .fd = fd};
	peer_address_of(fd, from, &guest->source, guest->address);
	listener_make_room(listener, &guest->source);
	if (!peer_limits_begin(&listener->sources, &guest->source, time_now())) {
		close(fd);
		free(guest);
		return;
	}
	if (sock->kind != LISTENER_IS_UNIX)
		net_address_tune(fd);
	if (listener->guests_count == LISTENER_WAITING) /* and among all */
		listener_drop(TAILQ_FIRST(&listener->guests));
	if (!listener_begin(guest)) {
		peer_limits_end(&listener->sources, &guest->source, PEER_LIMIT_LOST, time_now());
		close(fd);
		free(guest);
	}
}

/* No connection is accepted until there may be descriptors again. */
static void listener_pause(struct listener *listener)
{
	static const struct timeval pause = {0, LISTENER_PAUSE * 1000};
	for (int i = 0; i < listener->sockets_count; i++)
		event_del(listener->sockets[i].event);
	event_add(listener->resume, &pause);
}

static void listener_on_resume(evutil_socket_t fd, short what, void *arg)
{
	struct listener *listener = arg;
	(void)fd, (void)what;
	for (int i = 0; i < listener->sockets_count; i++)
		event_add(listener->sockets[i].event, NULL);
}

static void listener_on_accept(evutil_socket_t fd, short what, void *arg)
{
	struct listener_socket *sock = arg;
	(void)what;
	for (int i = 0; i < LISTENER_ACCEPTS; i++) {
		struct sockaddr_storage from = {.ss_family = AF_UNIX};
		socklen_t length = sizeof from;
		int one = accept4(
			fd, (struct sockaddr *)&from, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
		if (one >= 0)
			listener_admit(sock, one, &from);
		else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
			return listener_pause(sock->listener);
		else if (errno == EAGAIN)
			return;
	}
}

/* --- messages of the main process ----------------------------------------------------------- */

static void listener_take_tokens(struct listener *listener, struct fd_message *message)
{
	struct error err = {"the file cannot be read"};
	unsigned char decoy[CRYPTO_BYTES];
	struct tokens read;
	char *text = memory_get(LISTENER_TOKENS_FILE + 1, 1);
	ssize_t length =
		message->count == 1 ? pread(message->fds[0], text, LISTENER_TOKENS_FILE, 0) : -1;
	/* Unknown names keep their keys. */
	memcpy(decoy, listener->tokens.decoy, sizeof decoy);
	if (length >= 0 && tokens_read(&read, text, decoy, &err)) {
		char count[24];
		tokens_clear(&listener->tokens);
		listener->tokens = read;
		snprintf(count, sizeof count, "%zu", listener->tokens.count);
		listener_answer(listener, LISTENER_READY, "tokens", count);
	} else {
		listener_answer(listener, LISTENER_WRONG, "tokens", err.text);
	}
	free(text);
}

static void listener_take_certificate(struct listener *listener, struct fd_message *message)
{
	struct error err = {"two descriptors are needed: certificate and key"};
	char fingerprint[CRYPTO_TEXT + 1];
	struct ssl_ctx_st *tls = NULL;
	if (message->count == 2)
		tls = tls_server(message->fds[0], message->fds[1], fingerprint, &err);
	if (tls == NULL) {
		listener_answer(listener, LISTENER_WRONG, "certificate", err.text);
		return;
	}
	tls_free(listener->tls);
	listener->tls = tls;
	memcpy(listener->fingerprint, fingerprint, sizeof fingerprint);
	listener_answer(listener, LISTENER_READY, "certificate", fingerprint);
}

static void listener_take_socket(
	struct listener *listener, struct fd_message *message, const struct listener_message *m)
{
	char text[FD_MESSAGE_TEXT];
	int kind = 0;
	while (kind < LISTENER_KINDS && strcmp(m->transport, listener_kinds[kind]) != 0)
		kind++;
	struct listener_socket *sock = &listener->sockets[listener->sockets_count];
	snprintf(text, sizeof text, "%s %s", m->transport, m->address);
	if (kind == LISTENER_KINDS || message->count != 1 ||
		listener->sockets_count == LISTENER_SOCKETS ||
		(kind == LISTENER_IS_TLS && listener->tls == NULL)) {
		listener_answer(listener, LISTENER_WRONG, "listen", text);
		return;
	}
	*sock = (struct listener_socket){listener, (enum listener_kind)kind, message->fds[0], NULL};
	fcntl(sock->fd, F_SETFL, fcntl(sock->fd, F_GETFL) | O_NONBLOCK);
	sock->event =
		event_new(listener->base, sock->fd, EV_READ | EV_PERSIST, listener_on_accept, sock);
	if (sock->event == NULL || event_add(sock->event, NULL) != 0) {
		listener_answer(listener, LISTENER_WRONG, "listen", "out of memory for its event");
		return;
	}
	message->count = 0; /* owned by the listener now */
	listener->sockets_count++;
	listener_answer(listener, LISTENER_READY, "listen", text);
}

static void listener_take(struct listener *listener, struct fd_message *message)
{
	struct listener_message m;
	char text[FD_MESSAGE_TEXT];
	memcpy(text, message->text, sizeof text);
	if (line_table_read(&listener_order_table, &m, message->text, message->count) ==
		LINE_TABLE_WRONG)
		listener_answer(listener, LISTENER_WRONG, "message", text);
	else if (m.kind == LISTENER_TOKENS)
		listener_take_tokens(listener, message);
	else if (m.kind == LISTENER_CERTIFICATE)
		listener_take_certificate(listener, message);
	else
		listener_take_socket(listener, message, &m);
}

static void listener_on_main(evutil_socket_t fd, short what, void *arg)
{
	struct listener *listener = arg;
	struct fd_message message;
	(void)what;
	int got = fd_message_receive(fd, &message);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		event_base_loopbreak(listener->base);
		return;
	}
	listener_take(listener, &message);
	fd_message_drop(&message);
}

/* --- its life ------------------------------------------------------------------------------- */

static void listener_clear(struct listener *listener)
{
	while (!TAILQ_EMPTY(&listener->guests))
		listener_drop(TAILQ_FIRST(&listener->guests));
	while (!TAILQ_EMPTY(&listener->relays))
		listener_end_relay(TAILQ_FIRST(&listener->relays));
	for (int i = 0; i < listener->sockets_count; i++) {
		event_free(listener->sockets[i].event);
		close(listener->sockets[i].fd);
	}
	event_free(listener->control);
	event_free(listener->resume);
	event_base_free(listener->base);
	tls_free(listener->tls);
	tokens_clear(&listener->tokens);
	free(listener);
}

enum { LISTENER_UID = 65534 /* the unprivileged user of most systems */ };

static const char *const listener_refused[] = {
	"fork", "vfork", "clone", "clone3", "open", "openat", "kill", NULL};

/* Drops all rights that the listener does not need, since it talks to untrusted clients. As root it
 * becomes an unprivileged user. It cannot start a program or process, open a file or connect. It
 * may use sockets that the main process opened. False with errno. */
static bool listener_drop_rights(void)
{
	process_raise_files();
	if (geteuid() == 0 && (setgroups(0, NULL) != 0 ||
				      setresgid(LISTENER_UID, LISTENER_UID, LISTENER_UID) != 0 ||
				      setresuid(LISTENER_UID, LISTENER_UID, LISTENER_UID) != 0))
		return false;
	/* A change of user clears it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && seccomp_deny(listener_refused);
}

static int listener_run(const void *arg, int number, int from, int to)
{
	struct listener *listener = memory_get(1, sizeof *listener);
	(void)arg, (void)number;
	listener->main = to;
	TAILQ_INIT(&listener->guests);
	TAILQ_INIT(&listener->relays);
	crypto_random(listener->tokens.decoy);
	tls_prepare();
	listener->base = event_base_new();
	assert(listener->base != NULL);
	listener->control =
		event_new(listener->base, from, EV_READ | EV_PERSIST, listener_on_main, listener);
	listener->resume = evtimer_new(listener->base, listener_on_resume, listener);
	bool beats = heartbeat_start_closely(listener->base);
	assert(listener->control != NULL && listener->resume != NULL && beats);
	if (!listener_drop_rights()) {
		listener_answer(listener, LISTENER_WRONG, "rights", strerror(errno));
		return EXIT_FAILURE;
	}
	event_add(listener->control, NULL);
	event_base_dispatch(listener->base);
	/* Before the main process ends the listener, it sends the bots their reasons: relays them. */
	event_del(listener->control);
	for (int i = 0; i < listener->sockets_count; i++)
		event_del(listener->sockets[i].event);
	for (int i = 0; i < LISTENER_LAST && listener->relays_count > 0; i++)
		event_base_loop(listener->base, EVLOOP_NONBLOCK);
	listener_clear(listener);
	return EXIT_SUCCESS;
}

const struct process_kind listener_process = {"referee-listen", listener_run, .is_socket = true};
