/*
 * listener-supervisor.c - keeps the listener alive and handles its messages.
 *
 * The listener talks to the whole network. The supervisor checks its messages before it believes
 * or shows them, and kills a listener that sends a wrong one.
 */
#include "referee/daemon/listener-supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/escape.h"
#include "referee/base/fd-message.h"
#include "referee/base/log.h"
#include "referee/base/memory.h"
#include "referee/base/process.h"
#include "referee/base/rate-limit.h"
#include "referee/base/restart-backoff.h"
#include "referee/base/text-file.h"
#include "referee/net/listener.h"
#include "referee/net/net-address.h"
#include "referee/net/tls.h"
#include "referee/net/tokens.h"

enum listener_supervisor_kind {
	LISTENER_SUPERVISOR_TLS,
	LISTENER_SUPERVISOR_PLAIN,
	LISTENER_SUPERVISOR_UNIX
};

struct listener_supervisor_socket {
	enum listener_supervisor_kind kind;
	int fd;
	bool loopback;			   /* or a Unix socket */
	char address[NET_ADDRESS_ADDRESS]; /* as shown in messages */
};

/* The files sent to the listener when it begins. They cannot change later. */
struct listener_supervisor_files {
	int tokens;	      /* an in-memory copy of the file's text; -1: none */
	int certificate, key; /* -1: none */
	char fingerprint[CRYPTO_TEXT + 1];
	struct tokens known; /* the contents of tokens */
	char **revoked;	     /* owned: names whose token was replaced or removed */
	int revoked_count;
};

/* A source that fails repeatedly. One line reports it; later failures are counted for a while. */
struct listener_supervisor_failure {
	char who[2 * NET_ADDRESS_ADDRESS]; /* "": free */
	usec until;
	int seconds; /* of its last penalty */
	long more;   /* failures that were not reported */
};

enum { LISTENER_SUPERVISOR_FAILURES = 32 };

struct listener_supervisor {
	struct listener_supervisor_terms terms;
	struct remote_sessions *sessions;
	struct listener_supervisor_socket sockets[LISTENER_SOCKETS];
	int sockets_count;
	char *identity; /* owned: the certificate's path */
	struct listener_supervisor_files files;
	struct process process;
	struct event *reading, *again, *room;
	int awaited; /* tokens files that the listener has not confirmed */
	struct restart_backoff backoff;
	struct rate_limit trickle;
	struct listener_supervisor_failure failures[LISTENER_SUPERVISOR_FAILURES];
};

enum {
	LISTENER_SUPERVISOR_TOKENS = 1 << 20, /* bytes; the listener reads no more */
	LISTENER_SUPERVISOR_PARCELS = 32,     /* per wake-up */
	LISTENER_SUPERVISOR_PATIENCE = 1000,  /* ms to wait for its end */
	LISTENER_SUPERVISOR_FAILING = 60,     /* s between two lines about a failing name */
	LISTENER_SUPERVISOR_DIGITS = 9,	      /* of seconds */
	LISTENER_SUPERVISOR_OTHERS =
		LISTENER_WAITING + 64, /* descriptors of the listener besides those of bots */
};

static const char *const listener_supervisor_kinds[] = {"tls", "plain", "unix"};

/* --- the files ------------------------------------------------------------------------------- */

static void listener_supervisor_files_init(struct listener_supervisor_files *f)
{
	*f = (struct listener_supervisor_files){.tokens = -1, .certificate = -1, .key = -1};
	crypto_random(f->known.nobody);
}

static void listener_supervisor_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void listener_supervisor_files_clear(struct listener_supervisor_files *f)
{
	listener_supervisor_close(&f->tokens);
	listener_supervisor_close(&f->certificate);
	listener_supervisor_close(&f->key);
	tokens_clear(&f->known);
	for (int i = 0; i < f->revoked_count; i++)
		free(f->revoked[i]);
	free(f->revoked);
	f->revoked = NULL;
	f->revoked_count = 0;
}

/* --- tokens ---------------------------------------------------------------------------------- */

/* Copies the text to a file in memory. -1 with errno. */
static int listener_supervisor_hold(const char *text)
{
	size_t length = strlen(text);
	int fd = memfd_create("tokens", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, text, length) != (ssize_t)length)
		listener_supervisor_close(&fd);
	return fd;
}

/* Lists the names whose token has changed. */
static void listener_supervisor_compare(
	struct listener_supervisor_files *f, const struct tokens *fresh)
{
	for (size_t i = 0; i < f->known.count; i++) {
		const struct token_row *old = &f->known.rows[i];
		const struct token_row *now = tokens_find(fresh, old->name);
		if (now != NULL && crypto_same(old->keys.stored, now->keys.stored))
			continue;
		f->revoked =
			memory_resize(f->revoked, (size_t)f->revoked_count + 1, sizeof *f->revoked);
		f->revoked[f->revoked_count++] = memory_copy(old->name);
	}
}

static void listener_supervisor_warn(struct listener_supervisor *g)
{
	char line[WHY];
	struct stat file;
	if (stat(g->terms.tokens, &file) != 0 || (file.st_mode & 077) == 0)
		return;
	snprintf(line, sizeof line,
		"listener: %.300s: others can read it, and pass themselves off as the referee; `chmod 600` it",
		g->terms.tokens);
	g->terms.say(g->terms.arg, line);
}

static bool listener_supervisor_read_tokens(struct listener_supervisor *g, char why[WHY])
{
	struct listener_supervisor_files *f = &g->files;
	struct tokens fresh;
	char wrong[WHY / 2];
	int line, fd = -1;
	char *text = text_file_read(
		g->terms.tokens, LISTENER_SUPERVISOR_TOKENS, &line, wrong, sizeof wrong);
	bool good = text != NULL && tokens_read(&fresh, text, f->known.nobody, wrong, sizeof wrong);
	if (good && (fd = listener_supervisor_hold(text)) < 0) {
		snprintf(wrong, sizeof wrong, "cannot be copied: %s", strerror(errno));
		tokens_clear(&fresh);
		good = false;
	}
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	if (!good) {
		snprintf(why, WHY, "%.200s: %s%s", g->terms.tokens, wrong,
			access(g->terms.tokens, F_OK) == 0
				? ""
				: "; `referee token NAME --file FILE` makes it");
		return false;
	}
	listener_supervisor_compare(f, &fresh);
	listener_supervisor_close(&f->tokens);
	tokens_clear(&f->known);
	f->tokens = fd;
	f->known = fresh;
	listener_supervisor_warn(g);
	return true;
}

static void listener_supervisor_revoke(struct listener_supervisor *g, bool forget)
{
	struct listener_supervisor_files *f = &g->files;
	for (int i = 0; i < f->revoked_count; i++) {
		remote_sessions_drop(g->sessions, f->revoked[i],
			tokens_find(&f->known, f->revoked[i]) != NULL ? "it has another token now"
								      : "it has no token any more");
		if (forget)
			free(f->revoked[i]);
	}
	if (forget)
		f->revoked_count = 0;
}

/* --- certificate ----------------------------------------------------------------------------- */

/* "referee.tokens" -> "referee.pem" */
static char *listener_supervisor_beside(const char *tokens)
{
	const char *slash = strrchr(tokens, '/'), *name = slash != NULL ? slash + 1 : tokens;
	const char *dot = strrchr(name, '.');
	size_t length = dot != NULL && dot > name ? (size_t)(dot - tokens) : strlen(tokens);
	return memory_print("%.*s.pem", (int)length, tokens);
}

static int listener_supervisor_open_file(const char *path, char why[WHY])
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		snprintf(why, WHY, "%.300s: cannot be read: %s", path, strerror(errno));
	return fd;
}

/* Finds the certificate, and makes a self-signed one if there is none. */
static bool listener_supervisor_find(struct listener_supervisor *g, char why[WHY])
{
	char wrong[WHY / 2];
	if (g->identity == NULL)
		g->identity = g->terms.certificate != NULL
				      ? memory_copy(g->terms.certificate)
				      : listener_supervisor_beside(g->terms.tokens);
	if (g->terms.certificate != NULL || tls_make_identity(g->identity, wrong, sizeof wrong))
		return true;
	snprintf(why, WHY, "%.200s: %s", g->identity, wrong);
	return false;
}

static bool listener_supervisor_read_certificate(struct listener_supervisor *g, char why[WHY])
{
	struct listener_supervisor_files *f = &g->files;
	char wrong[WHY / 4], fingerprint[CRYPTO_TEXT + 1];
	if (!listener_supervisor_find(g, why))
		return false;
	const char *key_path = g->terms.key != NULL ? g->terms.key : g->identity;
	int certificate = listener_supervisor_open_file(g->identity, why);
	int key = certificate >= 0 ? listener_supervisor_open_file(key_path, why) : -1;
	struct ssl_ctx_st *tls = NULL;
	if (key >= 0) {
		tls = tls_server(certificate, key, fingerprint, wrong, sizeof wrong);
		if (tls == NULL && g->terms.key != NULL)
			snprintf(why, WHY, "%.150s and %.150s: %s", g->identity, key_path, wrong);
		else if (tls == NULL)
			snprintf(why, WHY, "%.300s: %s", g->identity, wrong);
	}
	if (tls == NULL) {
		listener_supervisor_close(&certificate);
		listener_supervisor_close(&key);
		return false;
	}
	tls_free(tls);
	listener_supervisor_close(&f->certificate);
	listener_supervisor_close(&f->key);
	f->certificate = certificate;
	f->key = key;
	memcpy(f->fingerprint, fingerprint, sizeof fingerprint);
	return true;
}

/* --- log lines -------------------------------------------------------------------------------- */

static void listener_supervisor_say(struct listener_supervisor *g, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void listener_supervisor_say(struct listener_supervisor *g, const char *format, ...)
{
	char text[2 * WHY], line[2 * WHY + 16];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*slistener: %s", level, text, text + level);
	g->terms.say(g->terms.arg, line);
}

static void listener_supervisor_make_room(struct listener_supervisor *g)
{
	static const struct timeval moment = {1, 0};
	if (g->room != NULL && !evtimer_pending(g->room, NULL))
		evtimer_add(g->room, &moment);
}

/* Reports an event that network clients can cause; limited. */
static void listener_supervisor_mention(void *arg, const char *line)
{
	struct listener_supervisor *g = arg;
	if (rate_limit_may(&g->trickle, time_now()))
		listener_supervisor_say(g, "%s", line);
	else
		listener_supervisor_make_room(g);
}

/* Ends the count of a reported failure, and reports how often it recurred. */
static void listener_supervisor_close_failure(
	struct listener_supervisor *g, struct listener_supervisor_failure *f)
{
	char line[2 * WHY];
	if (f->more > 0) {
		snprintf(line, sizeof line, "%s failed %ld more time%s in the %d s that followed",
			f->who, f->more, f->more == 1 ? "" : "s", f->seconds);
		listener_supervisor_mention(g, line);
	}
	f->who[0] = '\0';
}

/* Closes the counts whose time is over. True: others remain. */
static bool listener_supervisor_look_at_failures(struct listener_supervisor *g, usec now)
{
	bool left = false;
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &g->failures[i];
		if (f->who[0] != '\0' && now >= f->until)
			listener_supervisor_close_failure(g, f);
		left |= f->who[0] != '\0';
	}
	return left;
}

/* Counts a failure. True: report it; false: it was reported recently. */
static bool listener_supervisor_is_news(struct listener_supervisor *g, const char *who, int seconds)
{
	usec now = time_now(), until = now + seconds * SECOND;
	struct listener_supervisor_failure *at = NULL;
	listener_supervisor_look_at_failures(g, now);
	listener_supervisor_make_room(g);
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &g->failures[i];
		if (strcmp(f->who, who) == 0) {
			f->more++;
			f->seconds = seconds;
			f->until = until;
			return false;
		}
		if (at == NULL ||
			(at->who[0] != '\0' && (f->who[0] == '\0' || f->until < at->until)))
			at = f;
	}
	listener_supervisor_close_failure(g, at);
	*at = (struct listener_supervisor_failure){.until = until, .seconds = seconds};
	snprintf(at->who, sizeof at->who, "%s", who);
	return true;
}

static void listener_supervisor_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct listener_supervisor *g = arg;
	(void)fd, (void)what;
	if (listener_supervisor_look_at_failures(g, time_now()))
		listener_supervisor_make_room(g);
	long lost = rate_limit_lost(&g->trickle, time_now());
	if (lost > 0)
		listener_supervisor_say(g, "%ld more lines like these are left out", lost);
	else if (g->trickle.lost > 0)
		listener_supervisor_make_room(g);
}

/* --- messages to the listener ----------------------------------------------------------------- */

static bool listener_supervisor_send(
	struct listener_supervisor *g, const char *text, int first, int second)
{
	struct fd_message p = {.fds = {first, second}, .count = 1 + (second >= 0)};
	snprintf(p.text, sizeof p.text, "%s", text);
	return fd_message_send(g->process.to, &p) == 0;
}

static bool listener_supervisor_send_tokens(struct listener_supervisor *g)
{
	bool sent = listener_supervisor_send(g, "tokens", g->files.tokens, -1);
	g->awaited += sent;
	return sent;
}

static bool listener_supervisor_send_certificate(struct listener_supervisor *g)
{
	return g->files.certificate < 0 ||
	       listener_supervisor_send(g, "certificate", g->files.certificate, g->files.key);
}

static bool listener_supervisor_send_sockets(struct listener_supervisor *g)
{
	char order[FD_MESSAGE_TEXT];
	bool sent = true;
	for (int i = 0; sent && i < g->sockets_count; i++) {
		const struct listener_supervisor_socket *s = &g->sockets[i];
		snprintf(order, sizeof order, "listen %s %s", listener_supervisor_kinds[s->kind],
			s->address);
		sent = listener_supervisor_send(g, order, s->fd, -1);
	}
	return sent;
}

/* --- messages from the listener --------------------------------------------------------------- */

/* A word from the listener, safe to show; false: there was none. */
static bool listener_supervisor_word(const char **text, char *word, size_t room)
{
	size_t length = strcspn(*text, " ");
	snprintf(word, room, "%.*s", (int)length, *text);
	*text += length;
	*text += **text == ' ';
	for (char *at = word; *at != '\0'; at++)
		if (*at < '!' || *at > '~')
			*at = '?';
	return length > 0 && length < room;
}

/* Exactly two words: a valid token name, and an address. */
static bool listener_supervisor_words(
	const char *rest, char name[TOKEN_NAME + 1], char address[NET_ADDRESS_ADDRESS])
{
	return listener_supervisor_word(&rest, name, TOKEN_NAME + 1) &&
	       listener_supervisor_word(&rest, address, NET_ADDRESS_ADDRESS) && *rest == '\0' &&
	       token_name_is_good(name);
}

/* Can a bot of this name have connected? Its token must be present, or must have been present
 * until the listener got the present tokens. */
static bool listener_supervisor_knows(const struct listener_supervisor *g, const char *name)
{
	bool known = tokens_find(&g->files.known, name) != NULL;
	for (int i = 0; i < g->files.revoked_count; i++)
		known |= strcmp(g->files.revoked[i], name) == 0;
	return known;
}

/* bot NAME ADDRESS */
static bool listener_supervisor_take_bot(
	struct listener_supervisor *g, struct fd_message *p, const char *rest)
{
	char name[TOKEN_NAME + 1], address[NET_ADDRESS_ADDRESS], line[WHY];
	if (!listener_supervisor_words(rest, name, address) ||
		!listener_supervisor_knows(g, name) || p->count > 1)
		return false;
	if (p->count == 1) {
		p->count = 0; /* the sessions own it now */
		remote_sessions_take(g->sessions, name, address, p->fds[0]);
		return true;
	}
	snprintf(line, sizeof line, "%s came, from %s, but there is no descriptor left for it",
		name, address);
	listener_supervisor_mention(g, line);
	return true;
}

/* Removes the port, which differs each time, from "192.0.2.1:4711" or "[2001:db8::1]:4711". */
static void listener_supervisor_cut_port(char address[NET_ADDRESS_ADDRESS])
{
	char *colon = strncmp(address, "unix:", 5) != 0 ? strrchr(address, ':') : NULL;
	if (colon == NULL)
		return;
	*colon = '\0';
	size_t length = strlen(address);
	if (length > 2 && *address == '[' && address[length - 1] == ']') {
		address[length - 1] = '\0';
		memmove(address, address + 1, length - 1);
	}
}

static uint64_t listener_supervisor_penalised;

uint64_t listener_supervisor_penalties(void)
{
	return listener_supervisor_penalised;
}

/* penalty ADDRESS SECONDS */
static bool listener_supervisor_take_penalty(
	struct listener_supervisor *g, struct fd_message *p, const char *rest)
{
	char address[NET_ADDRESS_ADDRESS], line[WHY];
	(void)p;
	if (!listener_supervisor_word(&rest, address, sizeof address) || *rest == '\0' ||
		strlen(rest) > LISTENER_SUPERVISOR_DIGITS ||
		rest[strspn(rest, "0123456789")] != '\0')
		return false;
	listener_supervisor_cut_port(address);
	if (!listener_supervisor_is_news(g, address, atoi(rest)))
		return true;
	listener_supervisor_penalised++;
	snprintf(line, sizeof line,
		"<4>%s failed too often to come in: nobody from there is heard for %s s", address,
		rest);
	listener_supervisor_mention(g, line);
	return true;
}

/* failing NAME ADDRESS */
static bool listener_supervisor_take_failing(
	struct listener_supervisor *g, struct fd_message *p, const char *rest)
{
	char name[TOKEN_NAME + 1], address[NET_ADDRESS_ADDRESS], line[WHY];
	(void)p;
	if (!listener_supervisor_words(rest, name, address))
		return false;
	listener_supervisor_cut_port(address);
	snprintf(line, sizeof line, "%s as %s", address, name);
	if (!listener_supervisor_is_news(g, line, LISTENER_SUPERVISOR_FAILING))
		return true;
	snprintf(line, sizeof line,
		"<4>%s fails again and again to come in as %s: it has not the token of that name",
		address, name);
	listener_supervisor_mention(g, line);
	return true;
}

/* The earlier tokens admitted all bots before this message. False: no answer was due. */
static bool listener_supervisor_answered(struct listener_supervisor *g)
{
	if (g->awaited == 0)
		return false;
	g->awaited--;
	listener_supervisor_revoke(g, g->awaited == 0);
	return true;
}

/* ready tokens COUNT, ready certificate FINGERPRINT, ready listen KIND ADDRESS */
static bool listener_supervisor_take_ready(
	struct listener_supervisor *g, struct fd_message *p, const char *rest)
{
	(void)p;
	if (strncmp(rest, "tokens ", 7) == 0)
		return listener_supervisor_answered(g);
	return strncmp(rest, "certificate ", 12) == 0 || strncmp(rest, "listen ", 7) == 0;
}

/* The supervisor checked the files before it sent them, so this is a fault of the referee. */
static bool listener_supervisor_take_wrong(
	struct listener_supervisor *g, struct fd_message *p, const char *rest)
{
	char *shown = escape_text(rest, false);
	char *line = memory_print("it refuses what it was sent: %s", shown);
	(void)p;
	listener_supervisor_mention(g, line);
	free(line);
	free(shown);
	return strncmp(rest, "tokens", 6) != 0 || listener_supervisor_answered(g);
}

static const struct {
	const char *word;
	bool (*take)(struct listener_supervisor *g, struct fd_message *p, const char *rest);
} listener_supervisor_news[] = {
	{"bot", listener_supervisor_take_bot},
	{"penalty", listener_supervisor_take_penalty},
	{"failing", listener_supervisor_take_failing},
	{"ready", listener_supervisor_take_ready},
	{"wrong", listener_supervisor_take_wrong},
};

static bool listener_supervisor_take(struct listener_supervisor *g, struct fd_message *p)
{
	size_t length = strcspn(p->text, " ");
	for (size_t i = 0; i < sizeof listener_supervisor_news / sizeof *listener_supervisor_news;
		i++)
		if (strlen(listener_supervisor_news[i].word) == length && p->text[length] == ' ' &&
			strncmp(p->text, listener_supervisor_news[i].word, length) == 0)
			return listener_supervisor_news[i].take(g, p, p->text + length + 1);
	return false;
}

/* --- life cycle ------------------------------------------------------------------------------- */

/* Ends the listener. With enough patience it tells its clients that their connections end. */
static int listener_supervisor_stop(struct listener_supervisor *g, int patience)
{
	if (g->reading != NULL) {
		remote_sessions_cut(g->sessions);
		event_free(g->reading);
	}
	g->reading = NULL;
	int status = process_leave(&g->process, patience);
	g->awaited = 0;
	/* A client that earlier tokens admitted cannot connect any more. */
	listener_supervisor_revoke(g, true);
	return status;
}

/* Starts another listener after a pause. */
static void listener_supervisor_renew(struct listener_supervisor *g, const char *why)
{
	usec wait = restart_backoff_fail(&g->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	listener_supervisor_say(
		g, "<4>%s; it is started again in %.1f s", why, (double)wait / SECOND);
	evtimer_add(g->again, &moment);
}

static void listener_supervisor_lose(struct listener_supervisor *g, const char *why)
{
	listener_supervisor_stop(g, 0);
	listener_supervisor_renew(g, why);
}

static void listener_supervisor_on_wrong(struct listener_supervisor *g, const char *text)
{
	char *shown = escape_text(text, false), why[WHY];
	snprintf(why, sizeof why,
		"it said \"%.80s\", which it must not say: it was killed, and with it the connections with TLS",
		shown);
	free(shown);
	listener_supervisor_lose(g, why);
}

static void listener_supervisor_on_gone(struct listener_supervisor *g)
{
	char ending[32], why[128];
	process_ending(&g->process, listener_supervisor_stop(g, 0), ending, sizeof ending);
	snprintf(
		why, sizeof why, "it has ended (%s), and with it the connections with TLS", ending);
	listener_supervisor_renew(g, why);
}

static void listener_supervisor_on_parcel(evutil_socket_t fd, short what, void *arg)
{
	struct listener_supervisor *g = arg;
	struct fd_message p;
	int got = 1;
	(void)what;
	for (int i = 0; i < LISTENER_SUPERVISOR_PARCELS && got > 0; i++) {
		got = fd_message_receive(fd, &p);
		if (got <= 0)
			break;
		bool right = listener_supervisor_take(g, &p);
		fd_message_drop(&p);
		if (!right) {
			listener_supervisor_on_wrong(g, p.text);
			return;
		}
	}
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		listener_supervisor_on_gone(g);
}

static bool listener_supervisor_start(struct listener_supervisor *g)
{
	restart_backoff_start(&g->backoff, time_now());
	if (process_start(&g->process, &listener_process, NULL, 0) != 0)
		return false;
	g->reading = event_new(g->terms.base, g->process.from, EV_READ | EV_PERSIST,
		listener_supervisor_on_parcel, g);
	return g->reading != NULL && event_add(g->reading, NULL) == 0 &&
	       process_watch(&g->process, g->terms.base) &&
	       listener_supervisor_send_certificate(g) && listener_supervisor_send_tokens(g) &&
	       listener_supervisor_send_sockets(g);
}

static void listener_supervisor_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct listener_supervisor *g = arg;
	(void)fd, (void)what;
	if (!listener_supervisor_start(g))
		listener_supervisor_lose(g, "it cannot be started");
	else
		listener_supervisor_say(g, "it is there again");
}

/* --- the sockets -------------------------------------------------------------------------------
 */

static bool listener_supervisor_open_socket(
	struct listener_supervisor *g, const char *text, char why[WHY])
{
	struct listener_supervisor_socket *s = &g->sockets[g->sockets_count];
	struct net_address address;
	char wrong[WHY / 2];
	bool plain = strncmp(text, "plain:", 6) == 0;
	struct net_address_wish wish = {.plain = plain, .insecure = g->terms.insecure};
	struct sockaddr_storage bound = {.ss_family = AF_UNIX};
	socklen_t length = sizeof bound;
	if (!net_address_read(&address, plain ? text + 6 : text, wrong, sizeof wrong) ||
		(s->fd = net_address_listen(&address, wish, s->address, wrong, sizeof wrong)) < 0) {
		snprintf(why, WHY, "--bot-listen %.200s: %s", text, wrong);
		return false;
	}
	s->kind = address.local ? LISTENER_SUPERVISOR_UNIX
		  : plain	? LISTENER_SUPERVISOR_PLAIN
				: LISTENER_SUPERVISOR_TLS;
	getsockname(s->fd, (struct sockaddr *)&bound, &length);
	s->loopback = net_address_is_loopback((struct sockaddr *)&bound);
	g->sockets_count++;
	return true;
}

static bool listener_supervisor_open_sockets(struct listener_supervisor *g, char why[WHY])
{
	if (g->terms.addresses_count > LISTENER_SOCKETS) {
		snprintf(why, WHY, "--bot-listen: there are %d at most", LISTENER_SOCKETS);
		return false;
	}
	for (int i = 0; i < g->terms.addresses_count; i++)
		if (!listener_supervisor_open_socket(g, g->terms.addresses[i], why))
			return false;
	return true;
}

static bool listener_supervisor_has(
	const struct listener_supervisor *g, enum listener_supervisor_kind kind)
{
	for (int i = 0; i < g->sockets_count; i++)
		if (g->sockets[i].kind == kind)
			return true;
	return false;
}

/* --- beginning -------------------------------------------------------------------------------- */

static void listener_supervisor_say_tokens(struct listener_supervisor *g)
{
	size_t count = g->files.known.count;
	struct rlimit files;
	if (count == 0)
		listener_supervisor_say(g,
			"nobody has a token: `referee token NAME --file %s`, and SIGHUP",
			g->terms.tokens);
	else
		listener_supervisor_say(
			g, "%zu name%s a token", count, count == 1 ? " has" : "s have");
	size_t needs = LISTENER_SUPERVISOR_OTHERS + 2 * count;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < needs)
		listener_supervisor_say(g,
			"a process may have %llu descriptors, and so many bots could need %zu: raise it with `ulimit -Hn`, or LimitNOFILE= of the unit",
			(unsigned long long)files.rlim_cur, needs);
}

static void listener_supervisor_say_sockets(struct listener_supervisor *g)
{
	for (int i = 0; i < g->sockets_count; i++) {
		const struct listener_supervisor_socket *s = &g->sockets[i];
		if (s->kind == LISTENER_SUPERVISOR_TLS)
			listener_supervisor_say(
				g, "tls %s, fingerprint %s", s->address, g->files.fingerprint);
		else if (s->kind == LISTENER_SUPERVISOR_UNIX)
			listener_supervisor_say(g, "%s", s->address);
		else if (!s->loopback)
			listener_supervisor_say(g,
				"plain %s, INSECURE: without TLS everybody on the way can read and write along",
				s->address);
		else
			listener_supervisor_say(g, "plain %s, without TLS", s->address);
	}
}

static enum listener_supervisor_status listener_supervisor_open(
	struct listener_supervisor *g, char why[WHY])
{
	g->sessions = remote_sessions_create(g->terms.base, listener_supervisor_mention, g);
	g->again = evtimer_new(g->terms.base, listener_supervisor_on_again, g);
	g->room = evtimer_new(g->terms.base, listener_supervisor_on_room, g);
	snprintf(why, WHY, "the listener: there is no room for its events");
	if (g->sessions == NULL || g->again == NULL || g->room == NULL)
		return LISTENER_SUPERVISOR_BROKEN;
	if (!listener_supervisor_read_tokens(g, why))
		return LISTENER_SUPERVISOR_FILE;
	if (!listener_supervisor_open_sockets(g, why))
		return LISTENER_SUPERVISOR_ADDRESS;
	if ((g->terms.certificate != NULL || listener_supervisor_has(g, LISTENER_SUPERVISOR_TLS)) &&
		!listener_supervisor_read_certificate(g, why))
		return LISTENER_SUPERVISOR_FILE;
	if (listener_supervisor_start(g))
		return LISTENER_SUPERVISOR_GOOD;
	snprintf(why, WHY, "the listener cannot be started: %s", strerror(errno));
	return LISTENER_SUPERVISOR_BROKEN;
}

enum listener_supervisor_status listener_supervisor_create(struct listener_supervisor **g,
	const struct listener_supervisor_terms *terms, char why[WHY])
{
	*g = memory_get(1, sizeof **g);
	(*g)->terms = *terms;
	(*g)->process = (struct process){.to = -1, .from = -1};
	listener_supervisor_files_init(&(*g)->files);
	enum listener_supervisor_status status = listener_supervisor_open(*g, why);
	if (status == LISTENER_SUPERVISOR_GOOD) {
		listener_supervisor_say_sockets(*g);
		listener_supervisor_say_tokens(*g);
		return status;
	}
	listener_supervisor_free(*g);
	*g = NULL;
	return status;
}

void listener_supervisor_free(struct listener_supervisor *g)
{
	if (g == NULL)
		return;
	if (g->sessions != NULL) {
		remote_sessions_part(g->sessions);
		listener_supervisor_stop(g, LISTENER_SUPERVISOR_PATIENCE);
	}
	remote_sessions_free(g->sessions);
	for (int i = 0; i < g->sockets_count; i++) {
		close(g->sockets[i].fd);
		if (g->sockets[i].kind == LISTENER_SUPERVISOR_UNIX)
			unlink(g->sockets[i].address + 5); /* after "unix:" */
	}
	if (g->again != NULL)
		event_free(g->again);
	if (g->room != NULL)
		event_free(g->room);
	listener_supervisor_files_clear(&g->files);
	free(g->identity);
	free(g);
}

struct remote_sessions *listener_supervisor_sessions(const struct listener_supervisor *g)
{
	return g->sessions;
}

void listener_supervisor_reread(struct listener_supervisor *g)
{
	char why[WHY], before[CRYPTO_TEXT + 1];
	size_t count = g->files.known.count;
	int revoked = g->files.revoked_count;
	bool good = listener_supervisor_read_tokens(g, why);
	bool changed = g->files.known.count != count || g->files.revoked_count != revoked;
	if (good && changed)
		listener_supervisor_say_tokens(g);
	else if (!good)
		listener_supervisor_say(g, "%s: the tokens stay as they were", why);
	listener_supervisor_revoke(g, g->process.pid == 0);
	memcpy(before, g->files.fingerprint, sizeof before);
	bool certified =
		g->terms.certificate != NULL && listener_supervisor_read_certificate(g, why);
	if (g->terms.certificate != NULL && !certified)
		listener_supervisor_say(g, "%s: the certificate stays as it was", why);
	else if (certified && strcmp(before, g->files.fingerprint) != 0)
		listener_supervisor_say(
			g, "the certificate is another now, fingerprint %s", g->files.fingerprint);
	if (g->process.pid == 0)
		return; /* a new listener gets both when it starts */
	if ((good && !listener_supervisor_send_tokens(g)) ||
		(certified && !listener_supervisor_send_certificate(g)))
		listener_supervisor_lose(g, "it does not read what it is sent");
}
