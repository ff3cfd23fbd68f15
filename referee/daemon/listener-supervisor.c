/*
 * listener-supervisor.c - keeps the listener alive and handles its messages.
 *
 * The listener talks to the whole network. The supervisor checks its messages before it believes
 * or shows them, and kills a listener that sends a wrong one.
 */
#include "referee/daemon/listener-supervisor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/daemon/listener-files.h"
#include "base/plural.h"
#include "base/escape.h"
#include "referee/process/fd-message.h"
#include "base/memory.h"
#include "referee/process/peer.h"
#include "base/rate-limit.h"
#include "base/text-file.h"
#include "base/time.h"
#include "referee/net/listener.h"
#include "referee/net/listener-messages.h"
#include "referee/net/net-address.h"
#include "referee/net/tls.h"
#include "referee/net/tokens.h"
#include "referee/sandbox/cpu-clock.h"

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

/* A source that fails repeatedly. One line reports it; later failures are counted for a while. */
struct listener_supervisor_failure {
	char source[2 * NET_ADDRESS_ADDRESS]; /* "": free */
	usec until;
	int seconds;  /* of its last penalty */
	long repeats; /* failures that were not reported */
};

enum { LISTENER_SUPERVISOR_FAILURES = 32 };

struct listener_supervisor {
	struct listener_supervisor_options options;
	struct peer *peer; /* owned */
	struct remote_sessions *sessions;
	struct listener_supervisor_socket sockets[LISTENER_SOCKETS];
	int sockets_count;
	struct listener_files files;
	struct event *timer;  /* for failures and dropped lines to report */
	int awaited;	      /* tokens files that the listener has not confirmed */
	struct cpu_clock cpu; /* of the listener */
	usec heard;	      /* its last sign of life, or that of the one before; 0: none */
	int silent;	      /* looks in a row without one */
	usec explained;	      /* since then: its work, and its wait for a processor */
	struct rate_limit line_limit;
	struct listener_supervisor_failure failures[LISTENER_SUPERVISOR_FAILURES];
	uint64_t penalties;
	void (*take_client)(void *arg, const char *name, const char *address, int fd);
	void *take_arg;
	void (*take_invited)(void *arg, const char *name, const char *address, int fd);
	void *invited_arg;
};

enum {
	LISTENER_SUPERVISOR_MESSAGES = 32,   /* per wake-up */
	LISTENER_SUPERVISOR_PATIENCE = 1000, /* ms to wait for its end */
	LISTENER_SUPERVISOR_FAILING = 60,    /* s between two lines about a failing name */
	LISTENER_SUPERVISOR_OTHERS =
		LISTENER_WAITING + 64, /* descriptors of the listener besides those of bots */
};

static const char *const listener_supervisor_kinds[] = {"tls", "plain", "unix"};

/* --- tokens ---------------------------------------------------------------------------------- */

static void listener_supervisor_revoke(struct listener_supervisor *s, bool forget)
{
	struct listener_files *f = &s->files;
	for (int i = 0; i < f->revoked_count; i++) {
		remote_sessions_drop(s->sessions, f->revoked[i],
			tokens_find(&f->known, f->revoked[i]) != NULL ? "its token was replaced"
								      : "its token was revoked");
		if (forget)
			free(f->revoked[i]);
	}
	if (forget)
		f->revoked_count = 0;
}

/* --- log lines -------------------------------------------------------------------------------- */

static void listener_supervisor_arm_timer(struct listener_supervisor *s)
{
	static const struct timeval moment = {1, 0};
	if (s->timer != NULL && !evtimer_pending(s->timer, NULL))
		evtimer_add(s->timer, &moment);
}

/* Reports an event that network clients can cause; limited. */
static void listener_supervisor_log_limited(void *arg, const char *line)
{
	struct listener_supervisor *s = arg;
	if (rate_limit_allows(&s->line_limit, time_now()))
		peer_log(s->peer, "%s", line);
	else
		listener_supervisor_arm_timer(s);
}

/* Ends the count of a reported failure, and reports how often it recurred. */
static void listener_supervisor_close_failure(
	struct listener_supervisor *s, struct listener_supervisor_failure *f)
{
	char line[2 * ERROR_TEXT];
	if (f->repeats > 0) {
		snprintf(line, sizeof line, "%s failed %s in the following %d s", f->source,
			counted(f->repeats, "more time").text, f->seconds);
		listener_supervisor_log_limited(s, line);
	}
	*f = (struct listener_supervisor_failure){.until = 0};
}

/* Closes the counts whose time is over. True: others remain. */
static bool listener_supervisor_sweep_failures(struct listener_supervisor *s, usec now)
{
	bool left = false;
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &s->failures[i];
		if (f->source[0] != '\0' && now >= f->until)
			listener_supervisor_close_failure(s, f);
		left |= f->source[0] != '\0';
	}
	return left;
}

/* Counts a failure. True: report it; false: it was reported recently. */
static bool listener_supervisor_count_failure(
	struct listener_supervisor *s, const char *source, int seconds)
{
	usec now = time_now(), until = now + seconds * SECOND;
	struct listener_supervisor_failure *at = NULL;
	listener_supervisor_sweep_failures(s, now);
	listener_supervisor_arm_timer(s);
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &s->failures[i];
		if (strcmp(f->source, source) == 0) {
			f->repeats++;
			f->seconds = seconds;
			f->until = until;
			return false;
		}
		if (at == NULL ||
			(at->source[0] != '\0' && (f->source[0] == '\0' || f->until < at->until)))
			at = f;
	}
	listener_supervisor_close_failure(s, at);
	*at = (struct listener_supervisor_failure){.until = until, .seconds = seconds};
	snprintf(at->source, sizeof at->source, "%s", source);
	return true;
}

static void listener_supervisor_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct listener_supervisor *s = arg;
	(void)fd, (void)what;
	if (listener_supervisor_sweep_failures(s, time_now()))
		listener_supervisor_arm_timer(s);
	long lost = rate_limit_lost(&s->line_limit, time_now());
	if (lost > 0)
		peer_log(s->peer, "%ld more lines of this kind were dropped", lost);
	else if (s->line_limit.lost > 0)
		listener_supervisor_arm_timer(s);
}

/* --- messages to the listener ----------------------------------------------------------------- */

static bool listener_supervisor_send(
	struct listener_supervisor *s, const struct listener_message *m, int first, int second)
{
	struct fd_message message = {.fds = {first, second}, .count = 1 + (second >= 0)};
	fd_message_write(&message, &listener_order_table, m);
	return peer_pass(s->peer, &message);
}

static bool listener_supervisor_send_tokens(struct listener_supervisor *s)
{
	const struct listener_message m = {.kind = LISTENER_TOKENS};
	bool sent = listener_supervisor_send(s, &m, s->files.tokens, -1);
	s->awaited += sent;
	return sent;
}

static bool listener_supervisor_send_certificate(struct listener_supervisor *s)
{
	const struct listener_message m = {.kind = LISTENER_CERTIFICATE};
	return s->files.certificate < 0 ||
	       listener_supervisor_send(s, &m, s->files.certificate, s->files.key);
}

static bool listener_supervisor_send_sockets(struct listener_supervisor *s)
{
	bool sent = true;
	for (int i = 0; sent && i < s->sockets_count; i++) {
		const struct listener_supervisor_socket *socket = &s->sockets[i];
		const struct listener_message m = {.kind = LISTENER_LISTEN,
			.transport = listener_supervisor_kinds[socket->kind],
			.address = socket->address};
		sent = listener_supervisor_send(s, &m, socket->fd, -1);
	}
	return sent;
}

/* --- messages from the listener --------------------------------------------------------------- */

/* Can a bot of this name have connected? Its token must be present, or must have been present
 * until the listener got the present tokens. */
static bool listener_supervisor_may_connect(const struct listener_supervisor *s, const char *name)
{
	bool known = tokens_find(&s->files.known, name) != NULL;
	for (int i = 0; i < s->files.revoked_count; i++)
		known |= strcmp(s->files.revoked[i], name) == 0;
	return known;
}

/* Passes on the connection of a proved name. False: the message is wrong. */
static bool listener_supervisor_take_connection(struct listener_supervisor *s,
	struct fd_message *message, const struct listener_message *m, const char *address)
{
	char line[ERROR_TEXT];
	bool sends = m->kind == LISTENER_SEND, joins = invitation_name_is_good(m->name);
	if (!listener_supervisor_may_connect(s, m->name))
		return false;
	if (message->count == 1 &&
		(joins ? !sends || s->take_invited == NULL : sends && s->take_client == NULL))
		return true; /* it is closed with the message */
	if (message->count == 1) {
		message->count = 0; /* another owns it now */
		if (joins)
			s->take_invited(s->invited_arg, m->name, address, message->fds[0]);
		else if (sends)
			s->take_client(s->take_arg, m->name, address, message->fds[0]);
		else
			remote_sessions_take(s->sessions, m->name, address, message->fds[0]);
		return true;
	}
	snprintf(line, sizeof line,
		"%s: the connection from %s was closed; no descriptor is left for it", m->name,
		address);
	listener_supervisor_log_limited(s, line);
	return true;
}

void listener_supervisor_on_send(struct listener_supervisor *s,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg)
{
	s->take_client = take;
	s->take_arg = arg;
}

void listener_supervisor_on_join(struct listener_supervisor *s,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg)
{
	s->take_invited = take;
	s->invited_arg = arg;
}

bool listener_supervisor_settled(const struct listener_supervisor *s)
{
	return s->awaited == 0;
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

uint64_t listener_supervisor_penalties(const struct listener_supervisor *s)
{
	return s->penalties;
}

long listener_supervisor_starts(const struct listener_supervisor *s)
{
	return peer_starts(s->peer);
}

static void listener_supervisor_take_penalty(
	struct listener_supervisor *s, char address[NET_ADDRESS_ADDRESS], int seconds)
{
	char line[ERROR_TEXT];
	listener_supervisor_cut_port(address);
	if (!listener_supervisor_count_failure(s, address, seconds))
		return;
	s->penalties++;
	snprintf(line, sizeof line,
		"<4>%s: too many failed logins; its connections are refused for %d s", address,
		seconds);
	listener_supervisor_log_limited(s, line);
}

static void listener_supervisor_take_failing(
	struct listener_supervisor *s, const char *name, char address[NET_ADDRESS_ADDRESS])
{
	char line[ERROR_TEXT];
	listener_supervisor_cut_port(address);
	snprintf(line, sizeof line, "%s as %s", address, name);
	if (!listener_supervisor_count_failure(s, line, LISTENER_SUPERVISOR_FAILING))
		return;
	snprintf(line, sizeof line,
		"<4>%s: repeated failed logins as %s; the client has a wrong token", address, name);
	listener_supervisor_log_limited(s, line);
}

/* The earlier tokens admitted all bots before this message. False: no answer was due. */
static bool listener_supervisor_confirm_tokens(struct listener_supervisor *s)
{
	if (s->awaited == 0)
		return false;
	s->awaited--;
	listener_supervisor_revoke(s, s->awaited == 0);
	return true;
}

/* False: the message is wrong. */
static bool listener_supervisor_take(void *arg, struct fd_message *message)
{
	struct listener_supervisor *s = arg;
	struct listener_message m;
	char address[NET_ADDRESS_ADDRESS];
	enum line_table_status status =
		line_table_read(&listener_report_table, &m, message->text, message->count);
	if (status == LINE_TABLE_WRONG ||
		(m.name != NULL && !token_name_is_good(m.name) && !invitation_name_is_good(m.name)))
		return false;
	/* Makes an address from the listener safe to show. */
	snprintf(address, NET_ADDRESS_ADDRESS, "%s", (m.address != NULL ? m.address : ""));
	for (char *at = address; *at != '\0'; at++)
		if (*at < '!' || *at > '~')
			*at = '?';
	switch (m.kind) {
	case LISTENER_PENALTY:
		listener_supervisor_take_penalty(s, address, m.seconds);
		return true;
	case LISTENER_FAILING:
		listener_supervisor_take_failing(s, m.name, address);
		return true;
	case LISTENER_READY:
		return strcmp(m.what, "tokens") == 0 ? listener_supervisor_confirm_tokens(s)
						     : strcmp(m.what, "certificate") == 0 ||
							       strcmp(m.what, "listen") == 0;
	case LISTENER_WRONG: {
		char *text = memory_print(*m.text != '\0' ? "%s: %s" : "%s%s", m.what, m.text);
		char *shown = escape_text(text, false);
		char *line = memory_print("the process rejected a message: %s", shown);
		listener_supervisor_log_limited(s, line);
		free(line);
		free(shown);
		free(text);
		return strcmp(m.what, "tokens") != 0 || listener_supervisor_confirm_tokens(s);
	}
	default:
		return listener_supervisor_take_connection(s, message, &m, address);
	}
}

/* --- its heartbeat ---------------------------------------------------------------------------- */

/* Is it runnable now? Then it waits for a processor at most. */
static bool listener_supervisor_is_runnable(const struct listener_supervisor *s)
{
	char path[64], text[256] = "";
	snprintf(path, sizeof path, "/proc/%d/stat", (int)peer_pid(s->peer));
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
	listener_files_close(&fd);
	text[length > 0 ? length : 0] = '\0';
	const char *name = strrchr(text, ')');
	return name != NULL && strncmp(name, ") R", 3) == 0;
}

/* It has missed a beat. Has it stood still, beyond its work and its wait for a processor? It beats
 * twice for each look, so that less than two looks can be without a beat as they are. */
static bool listener_supervisor_is_late(const struct listener_supervisor *s, usec now)
{
	usec look = heartbeat_patience() / (HEARTBEAT_LOOKS * HEARTBEAT_CLOSELY);
	return s->heard > 0 && now - s->heard - s->explained > 7 * look / 4;
}

/*
 * A listener that misses beats is stopped, or waits for a processor. In the second case it is as
 * late as the network may be. In the first the silence of bots is not theirs: from its last sign of
 * life on, or from that of the one before.
 */
static void listener_supervisor_on_look(void *owner, bool beat)
{
	struct listener_supervisor *s = owner;
	usec now = time_now(), wait = cpu_clock_wait(&s->cpu);
	s->explained += cpu_clock_cpu(&s->cpu) + (wait > 0 ? wait : 0);
	bool late = (s->silent > 0 || !beat) && listener_supervisor_is_late(s, now);
	if (!beat) {
		s->silent++;
		if (late && !listener_supervisor_is_runnable(s))
			remote_sessions_listener_silent(s->sessions);
		return;
	}
	if (late)
		remote_sessions_held_up(s->sessions, now - s->heard);
	s->silent = 0;
	s->explained = 0;
	s->heard = now;
	remote_sessions_listener_heard(s->sessions);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void listener_supervisor_on_ended(void *arg, const struct peer_end *end)
{
	struct listener_supervisor *s = arg;
	(void)end;
	remote_sessions_listener_died(s->sessions);
	remote_sessions_listener_silent(s->sessions);
	cpu_clock_close(&s->cpu);
	s->silent++; /* until the next one beats */
	s->explained = 0;
	s->awaited = 0;
	/* A client that earlier tokens admitted cannot connect any more. */
	listener_supervisor_revoke(s, true);
}

static bool listener_supervisor_on_started(void *arg)
{
	struct listener_supervisor *s = arg;
	cpu_clock_open(&s->cpu, peer_pid(s->peer));
	bool sent = listener_supervisor_send_certificate(s) && listener_supervisor_send_tokens(s) &&
		    listener_supervisor_send_sockets(s);
	if (sent && peer_starts(s->peer) > 1)
		peer_log(s->peer, "the process runs again");
	return sent;
}

static void listener_supervisor_on_log(void *arg, const char *line)
{
	const struct listener_supervisor *s = arg;
	s->options.say(s->options.arg, line);
}

static const struct peer_kind listener_supervisor_peer = {.name = "listener",
	.loss = ", and its TLS connections with it",
	.messages_most = LISTENER_SUPERVISOR_MESSAGES,
	.kept = true,
	.patience = LISTENER_SUPERVISOR_PATIENCE,
	.started = listener_supervisor_on_started,
	.message = listener_supervisor_take,
	.ended = listener_supervisor_on_ended,
	.looked = listener_supervisor_on_look,
	.say = listener_supervisor_on_log};

/* --- the sockets -------------------------------------------------------------------------------
 */

static bool listener_supervisor_open_socket(
	struct listener_supervisor *s, const char *text, struct error *err)
{
	struct listener_supervisor_socket *socket = &s->sockets[s->sockets_count];
	struct net_address address;
	struct error wrong;
	bool plain = strncmp(text, "plain:", 6) == 0;
	struct net_address_options options = {.plain = plain, .insecure = s->options.insecure};
	struct sockaddr_storage bound = {.ss_family = AF_UNIX};
	socklen_t length = sizeof bound;
	if (!net_address_read(&address, plain ? text + 6 : text, &wrong) ||
		(socket->fd = net_address_listen(&address, options, socket->address, &wrong)) < 0)
		return error_set(err, "--bot-listen %.200s: %s", text, wrong.text);
	socket->kind = address.local ? LISTENER_SUPERVISOR_UNIX
		       : plain	     ? LISTENER_SUPERVISOR_PLAIN
				     : LISTENER_SUPERVISOR_TLS;
	getsockname(socket->fd, (struct sockaddr *)&bound, &length);
	socket->loopback = net_address_is_loopback((struct sockaddr *)&bound);
	s->sockets_count++;
	return true;
}

static bool listener_supervisor_open_sockets(struct listener_supervisor *s, struct error *err)
{
	if (s->options.addresses_count > LISTENER_SOCKETS)
		return error_set(err, "--bot-listen: too many addresses; at most %d are allowed",
			LISTENER_SOCKETS);
	for (int i = 0; i < s->options.addresses_count; i++)
		if (!listener_supervisor_open_socket(s, s->options.addresses[i], err))
			return false;
	return true;
}

static bool listener_supervisor_has(
	const struct listener_supervisor *s, enum listener_supervisor_kind kind)
{
	for (int i = 0; i < s->sockets_count; i++)
		if (s->sockets[i].kind == kind)
			return true;
	return false;
}

/* --- beginning -------------------------------------------------------------------------------- */

static void listener_supervisor_log_tokens(struct listener_supervisor *s)
{
	size_t count = 0, open = 0;
	struct rlimit files;
	char invited[64] = "", whole[PATH_MAX];
	for (size_t i = 0; i < s->files.known.count; i++) {
		count += s->files.known.rows[i].bots == 0;
		open += s->files.known.rows[i].bots > 0 &&
			s->files.known.rows[i].expires > time_utc() / 1000;
	}
	if (open > 0)
		snprintf(invited, sizeof invited, "; %s open", counted(open, "invitation is").text);
	if (count > 0)
		peer_log(s->peer, "%s a token%s", counted(count, "bot has").text, invited);
	else if (open > 0)
		peer_log(s->peer,
			"no bot has a token yet%s, with which `referee token join` makes tokens",
			invited);
	else
		peer_log(s->peer,
			"no bot has a token yet; `referee token invite --owner NAME --file %s` invites the first one, then send SIGHUP",
			realpath(s->options.tokens, whole) != NULL ? whole : s->options.tokens);
	size_t needs = LISTENER_SUPERVISOR_OTHERS + 2 * count;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < needs)
		peer_log(s->peer,
			"a process may have %llu descriptors, but this many bots may need %zu; raise the limit with `ulimit -Hn`, or LimitNOFILE= of the unit",
			(unsigned long long)files.rlim_cur, needs);
}

static void listener_supervisor_log_sockets(struct listener_supervisor *s)
{
	for (int i = 0; i < s->sockets_count; i++) {
		const struct listener_supervisor_socket *socket = &s->sockets[i];
		if (socket->kind == LISTENER_SUPERVISOR_TLS)
			peer_log(s->peer, "tls %s, fingerprint %s", socket->address,
				s->files.fingerprint);
		else if (socket->kind == LISTENER_SUPERVISOR_UNIX)
			peer_log(s->peer, "%s", socket->address);
		else if (!socket->loopback)
			peer_log(s->peer,
				"plain %s, INSECURE: without TLS every host on the path can read and change the traffic",
				socket->address);
		else
			peer_log(s->peer, "plain %s, without TLS", socket->address);
	}
}

static enum listener_supervisor_status listener_supervisor_open(
	struct listener_supervisor *s, struct error *err)
{
	s->sessions = remote_sessions_create(s->options.base, listener_supervisor_log_limited, s);
	s->timer = evtimer_new(s->options.base, listener_supervisor_on_timer, s);
	error_set(err, "listener: out of memory for events");
	s->peer = peer_create(s->options.base, &listener_supervisor_peer, s);
	if (s->sessions == NULL || s->timer == NULL)
		return LISTENER_SUPERVISOR_BROKEN;
	if (!listener_files_make_tokens(&s->files, err) ||
		!listener_files_read_tokens(&s->files, err))
		return LISTENER_SUPERVISOR_FILE;
	if (!listener_supervisor_open_sockets(s, err))
		return LISTENER_SUPERVISOR_ADDRESS;
	if ((s->options.certificate != NULL ||
		    listener_supervisor_has(s, LISTENER_SUPERVISOR_TLS)) &&
		!listener_files_read_certificate(&s->files, err))
		return LISTENER_SUPERVISOR_FILE;
	peer_set(s->peer, &listener_process, NULL, 0);
	if (peer_start(s->peer))
		return LISTENER_SUPERVISOR_GOOD;
	error_set(err, "listener: the process cannot be started: %s", strerror(errno));
	return LISTENER_SUPERVISOR_BROKEN;
}

enum listener_supervisor_status listener_supervisor_create(struct listener_supervisor **s,
	const struct listener_supervisor_options *options, struct error *err)
{
	*s = memory_get(1, sizeof **s);
	(*s)->options = *options;
	(*s)->cpu.file = -1;
	listener_files_init(&(*s)->files, &(*s)->options);
	enum listener_supervisor_status status = listener_supervisor_open(*s, err);
	if (status == LISTENER_SUPERVISOR_GOOD) {
		listener_supervisor_log_sockets(*s);
		listener_supervisor_log_tokens(*s);
		return status;
	}
	listener_supervisor_free(*s);
	*s = NULL;
	return status;
}

void listener_supervisor_free(struct listener_supervisor *s)
{
	if (s == NULL)
		return;
	if (s->sessions != NULL)
		remote_sessions_close_all(s->sessions);
	peer_free(s->peer);
	cpu_clock_close(&s->cpu);
	remote_sessions_free(s->sessions);
	for (int i = 0; i < s->sockets_count; i++) {
		close(s->sockets[i].fd);
		if (s->sockets[i].kind == LISTENER_SUPERVISOR_UNIX)
			unlink(s->sockets[i].address + 5); /* after "unix:" */
	}
	if (s->timer != NULL)
		event_free(s->timer);
	listener_files_clear(&s->files);
	free(s);
}

struct remote_sessions *listener_supervisor_sessions(const struct listener_supervisor *s)
{
	return s->sessions;
}

const struct tokens *listener_supervisor_tokens(const struct listener_supervisor *s)
{
	return &s->files.known;
}

const char *listener_supervisor_owner(const struct listener_supervisor *s, const char *name)
{
	const struct token_row *row = tokens_find(&s->files.known, name);
	return row != NULL ? token_owner(row) : NULL;
}

void listener_supervisor_reread(struct listener_supervisor *s)
{
	struct error err;
	char before[CRYPTO_TEXT + 1];
	size_t count = s->files.known.count;
	int revoked = s->files.revoked_count;
	bool good = listener_files_read_tokens(&s->files, &err);
	bool changed = s->files.known.count != count || s->files.revoked_count != revoked;
	if (good && changed)
		listener_supervisor_log_tokens(s);
	else if (!good)
		peer_log(s->peer, "%s; the old tokens stay valid", err.text);
	listener_supervisor_revoke(s, peer_pid(s->peer) == 0);
	memcpy(before, s->files.fingerprint, sizeof before);
	bool certified =
		s->options.certificate != NULL && listener_files_read_certificate(&s->files, &err);
	if (s->options.certificate != NULL && !certified)
		peer_log(s->peer, "%s; the old certificate stays in use", err.text);
	else if (certified && strcmp(before, s->files.fingerprint) != 0)
		peer_log(s->peer, "new certificate, fingerprint %s", s->files.fingerprint);
	if (peer_pid(s->peer) == 0)
		return; /* a new listener gets both when it starts */
	if ((good && !listener_supervisor_send_tokens(s)) ||
		(certified && !listener_supervisor_send_certificate(s)))
		peer_kill(s->peer, "does not read its messages and was killed");
}
