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
	char *identity; /* owned: the certificate's path */
	struct listener_supervisor_files files;
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
	LISTENER_SUPERVISOR_TOKENS = 2 << 20, /* bytes; the listener reads no more */
	LISTENER_SUPERVISOR_MESSAGES = 32,    /* per wake-up */
	LISTENER_SUPERVISOR_PATIENCE = 1000,  /* ms to wait for its end */
	LISTENER_SUPERVISOR_FAILING = 60,     /* s between two lines about a failing name */
	LISTENER_SUPERVISOR_OTHERS =
		LISTENER_WAITING + 64, /* descriptors of the listener besides those of bots */
};

static const char *const listener_supervisor_kinds[] = {"tls", "plain", "unix"};

/* --- the files ------------------------------------------------------------------------------- */

static void listener_supervisor_files_init(struct listener_supervisor_files *f)
{
	*f = (struct listener_supervisor_files){.tokens = -1, .certificate = -1, .key = -1};
	crypto_random(f->known.decoy);
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
static int listener_supervisor_copy_to_memory(const char *text)
{
	size_t length = strlen(text);
	int fd = memfd_create("tokens", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, text, length) != (ssize_t)length)
		listener_supervisor_close(&fd);
	return fd;
}

/* Lists the names whose token has changed. */
static void listener_supervisor_list_revoked(
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

static void listener_supervisor_warn_of_mode(struct listener_supervisor *supervisor)
{
	char line[ERROR_TEXT];
	struct stat file;
	if (stat(supervisor->options.tokens, &file) != 0 || (file.st_mode & 077) == 0)
		return;
	snprintf(line, sizeof line,
		"listener: %.300s: other users can read this file and pretend to be the referee; run `chmod 600` on it",
		supervisor->options.tokens);
	supervisor->options.say(supervisor->options.arg, line);
}

/* A ladder begins without bots: makes an empty file of tokens if there is none. False: err has the
 * reason. */
static bool listener_supervisor_make_tokens(
	struct listener_supervisor *supervisor, struct error *err)
{
	int fd = open(supervisor->options.tokens, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
	if (fd < 0 && errno != EEXIST)
		return error_set(err, "%.300s: cannot be made: %s", supervisor->options.tokens,
			strerror(errno));
	listener_supervisor_close(&fd);
	return true;
}

static bool listener_supervisor_read_tokens(
	struct listener_supervisor *supervisor, struct error *err)
{
	struct listener_supervisor_files *f = &supervisor->files;
	struct tokens fresh;
	struct error wrong;
	int line, fd = -1;
	char *text = text_file_read(
		supervisor->options.tokens, LISTENER_SUPERVISOR_TOKENS, &line, &wrong);
	bool good = text != NULL && tokens_read(&fresh, text, f->known.decoy, &wrong);
	if (good && (fd = listener_supervisor_copy_to_memory(text)) < 0) {
		error_set(&wrong, "cannot be copied: %s", strerror(errno));
		tokens_clear(&fresh);
		good = false;
	}
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	if (!good)
		return error_set(err, "%.200s: %s", supervisor->options.tokens, wrong.text);
	listener_supervisor_list_revoked(f, &fresh);
	listener_supervisor_close(&f->tokens);
	tokens_clear(&f->known);
	f->tokens = fd;
	f->known = fresh;
	listener_supervisor_warn_of_mode(supervisor);
	return true;
}

static void listener_supervisor_revoke(struct listener_supervisor *supervisor, bool forget)
{
	struct listener_supervisor_files *f = &supervisor->files;
	for (int i = 0; i < f->revoked_count; i++) {
		remote_sessions_drop(supervisor->sessions, f->revoked[i],
			tokens_find(&f->known, f->revoked[i]) != NULL ? "its token was replaced"
								      : "its token was revoked");
		if (forget)
			free(f->revoked[i]);
	}
	if (forget)
		f->revoked_count = 0;
}

/* --- certificate ----------------------------------------------------------------------------- */

/* "referee.tokens" -> "referee.pem" */
static char *listener_supervisor_certificate_path(const char *tokens)
{
	const char *slash = strrchr(tokens, '/'), *name = slash != NULL ? slash + 1 : tokens;
	const char *dot = strrchr(name, '.');
	size_t length = dot != NULL && dot > name ? (size_t)(dot - tokens) : strlen(tokens);
	return memory_print("%.*s.pem", (int)length, tokens);
}

static int listener_supervisor_open_file(const char *path, struct error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		error_set(err, "%.300s: cannot be read: %s", path, strerror(errno));
	return fd;
}

/* Finds the certificate, and makes a self-signed one if there is none. */
static bool listener_supervisor_find_certificate(
	struct listener_supervisor *supervisor, struct error *err)
{
	struct error wrong;
	if (supervisor->identity == NULL)
		supervisor->identity =
			supervisor->options.certificate != NULL
				? memory_copy(supervisor->options.certificate)
				: listener_supervisor_certificate_path(supervisor->options.tokens);
	if (supervisor->options.certificate != NULL ||
		tls_make_identity(supervisor->identity, &wrong))
		return true;
	return error_set(err, "%.200s: %s", supervisor->identity, wrong.text);
}

static bool listener_supervisor_read_certificate(
	struct listener_supervisor *supervisor, struct error *err)
{
	struct listener_supervisor_files *f = &supervisor->files;
	struct error wrong;
	char fingerprint[CRYPTO_TEXT + 1];
	if (!listener_supervisor_find_certificate(supervisor, err))
		return false;
	const char *key_path =
		supervisor->options.key != NULL ? supervisor->options.key : supervisor->identity;
	int certificate = listener_supervisor_open_file(supervisor->identity, err);
	int key = certificate >= 0 ? listener_supervisor_open_file(key_path, err) : -1;
	struct ssl_ctx_st *tls = NULL;
	if (key >= 0) {
		tls = tls_server(certificate, key, fingerprint, &wrong);
		if (tls == NULL && supervisor->options.key != NULL)
			error_set(err, "%.150s and %.150s: %s", supervisor->identity, key_path,
				wrong.text);
		else if (tls == NULL)
			error_set(err, "%.300s: %s", supervisor->identity, wrong.text);
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

static void listener_supervisor_arm_timer(struct listener_supervisor *supervisor)
{
	static const struct timeval moment = {1, 0};
	if (supervisor->timer != NULL && !evtimer_pending(supervisor->timer, NULL))
		evtimer_add(supervisor->timer, &moment);
}

/* Reports an event that network clients can cause; limited. */
static void listener_supervisor_say_limited(void *arg, const char *line)
{
	struct listener_supervisor *supervisor = arg;
	if (rate_limit_may(&supervisor->line_limit, time_now()))
		peer_say(supervisor->peer, "%s", line);
	else
		listener_supervisor_arm_timer(supervisor);
}

/* Ends the count of a reported failure, and reports how often it recurred. */
static void listener_supervisor_close_failure(
	struct listener_supervisor *supervisor, struct listener_supervisor_failure *f)
{
	char line[2 * ERROR_TEXT];
	if (f->repeats > 0) {
		snprintf(line, sizeof line, "%s failed %s in the following %d s", f->source,
			counted(f->repeats, "more time").text, f->seconds);
		listener_supervisor_say_limited(supervisor, line);
	}
	*f = (struct listener_supervisor_failure){.until = 0};
}

/* Closes the counts whose time is over. True: others remain. */
static bool listener_supervisor_sweep_failures(struct listener_supervisor *supervisor, usec now)
{
	bool left = false;
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &supervisor->failures[i];
		if (f->source[0] != '\0' && now >= f->until)
			listener_supervisor_close_failure(supervisor, f);
		left |= f->source[0] != '\0';
	}
	return left;
}

/* Counts a failure. True: report it; false: it was reported recently. */
static bool listener_supervisor_count_failure(
	struct listener_supervisor *supervisor, const char *source, int seconds)
{
	usec now = time_now(), until = now + seconds * SECOND;
	struct listener_supervisor_failure *at = NULL;
	listener_supervisor_sweep_failures(supervisor, now);
	listener_supervisor_arm_timer(supervisor);
	for (int i = 0; i < LISTENER_SUPERVISOR_FAILURES; i++) {
		struct listener_supervisor_failure *f = &supervisor->failures[i];
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
	listener_supervisor_close_failure(supervisor, at);
	*at = (struct listener_supervisor_failure){.until = until, .seconds = seconds};
	snprintf(at->source, sizeof at->source, "%s", source);
	return true;
}

static void listener_supervisor_on_timer(evutil_socket_t fd, short what, void *arg)
{
	struct listener_supervisor *supervisor = arg;
	(void)fd, (void)what;
	if (listener_supervisor_sweep_failures(supervisor, time_now()))
		listener_supervisor_arm_timer(supervisor);
	long lost = rate_limit_lost(&supervisor->line_limit, time_now());
	if (lost > 0)
		peer_say(supervisor->peer, "%ld more lines of this kind were dropped", lost);
	else if (supervisor->line_limit.lost > 0)
		listener_supervisor_arm_timer(supervisor);
}

/* --- messages to the listener ----------------------------------------------------------------- */

static bool listener_supervisor_send(struct listener_supervisor *supervisor,
	const struct listener_message *m, int first, int second)
{
	struct fd_message message = {.fds = {first, second}, .count = 1 + (second >= 0)};
	fd_message_write(&message, &listener_order_table, m);
	return peer_pass(supervisor->peer, &message);
}

static bool listener_supervisor_send_tokens(struct listener_supervisor *supervisor)
{
	const struct listener_message m = {.kind = LISTENER_TOKENS};
	bool sent = listener_supervisor_send(supervisor, &m, supervisor->files.tokens, -1);
	supervisor->awaited += sent;
	return sent;
}

static bool listener_supervisor_send_certificate(struct listener_supervisor *supervisor)
{
	const struct listener_message m = {.kind = LISTENER_CERTIFICATE};
	return supervisor->files.certificate < 0 ||
	       listener_supervisor_send(
		       supervisor, &m, supervisor->files.certificate, supervisor->files.key);
}

static bool listener_supervisor_send_sockets(struct listener_supervisor *supervisor)
{
	bool sent = true;
	for (int i = 0; sent && i < supervisor->sockets_count; i++) {
		const struct listener_supervisor_socket *s = &supervisor->sockets[i];
		const struct listener_message m = {.kind = LISTENER_LISTEN,
			.transport = listener_supervisor_kinds[s->kind],
			.address = s->address};
		sent = listener_supervisor_send(supervisor, &m, s->fd, -1);
	}
	return sent;
}

/* --- messages from the listener --------------------------------------------------------------- */

/* Makes an address from the listener safe to show. */
static void listener_supervisor_plain(const char *text, char address[NET_ADDRESS_ADDRESS])
{
	snprintf(address, NET_ADDRESS_ADDRESS, "%s", text);
	for (char *at = address; *at != '\0'; at++)
		if (*at < '!' || *at > '~')
			*at = '?';
}

/* Can a bot of this name have connected? Its token must be present, or must have been present
 * until the listener got the present tokens. */
static bool listener_supervisor_may_connect(
	const struct listener_supervisor *supervisor, const char *name)
{
	bool known = tokens_find(&supervisor->files.known, name) != NULL;
	for (int i = 0; i < supervisor->files.revoked_count; i++)
		known |= strcmp(supervisor->files.revoked[i], name) == 0;
	return known;
}

/* Passes on the connection of a proved name. False: the message is wrong. */
static bool listener_supervisor_take_connection(struct listener_supervisor *supervisor,
	struct fd_message *message, const struct listener_message *m, const char *address)
{
	char line[ERROR_TEXT];
	bool sends = m->kind == LISTENER_SEND, joins = invitation_name_is_good(m->name);
	if (!listener_supervisor_may_connect(supervisor, m->name))
		return false;
	if (message->count == 1 && (joins ? !sends || supervisor->take_invited == NULL
					  : sends && supervisor->take_client == NULL))
		return true; /* it is closed with the message */
	if (message->count == 1) {
		message->count = 0; /* another owns it now */
		if (joins)
			supervisor->take_invited(
				supervisor->invited_arg, m->name, address, message->fds[0]);
		else if (sends)
			supervisor->take_client(
				supervisor->take_arg, m->name, address, message->fds[0]);
		else
			remote_sessions_take(
				supervisor->sessions, m->name, address, message->fds[0]);
		return true;
	}
	snprintf(line, sizeof line,
		"%s: the connection from %s was closed; no descriptor is left for it", m->name,
		address);
	listener_supervisor_say_limited(supervisor, line);
	return true;
}

void listener_supervisor_on_send(struct listener_supervisor *supervisor,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg)
{
	supervisor->take_client = take;
	supervisor->take_arg = arg;
}

void listener_supervisor_on_join(struct listener_supervisor *supervisor,
	void (*take)(void *arg, const char *name, const char *address, int fd), void *arg)
{
	supervisor->take_invited = take;
	supervisor->invited_arg = arg;
}

bool listener_supervisor_settled(const struct listener_supervisor *supervisor)
{
	return supervisor->awaited == 0;
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

uint64_t listener_supervisor_penalties(const struct listener_supervisor *supervisor)
{
	return supervisor->penalties;
}

long listener_supervisor_starts(const struct listener_supervisor *supervisor)
{
	return peer_starts(supervisor->peer);
}

static void listener_supervisor_take_penalty(
	struct listener_supervisor *supervisor, char address[NET_ADDRESS_ADDRESS], int seconds)
{
	char line[ERROR_TEXT];
	listener_supervisor_cut_port(address);
	if (!listener_supervisor_count_failure(supervisor, address, seconds))
		return;
	supervisor->penalties++;
	snprintf(line, sizeof line,
		"<4>%s: too many failed logins; its connections are refused for %d s", address,
		seconds);
	listener_supervisor_say_limited(supervisor, line);
}

static void listener_supervisor_take_failing(
	struct listener_supervisor *supervisor, const char *name, char address[NET_ADDRESS_ADDRESS])
{
	char line[ERROR_TEXT];
	listener_supervisor_cut_port(address);
	snprintf(line, sizeof line, "%s as %s", address, name);
	if (!listener_supervisor_count_failure(supervisor, line, LISTENER_SUPERVISOR_FAILING))
		return;
	snprintf(line, sizeof line,
		"<4>%s: repeated failed logins as %s; the client has a wrong token", address, name);
	listener_supervisor_say_limited(supervisor, line);
}

/* The earlier tokens admitted all bots before this message. False: no answer was due. */
static bool listener_supervisor_confirm_tokens(struct listener_supervisor *supervisor)
{
	if (supervisor->awaited == 0)
		return false;
	supervisor->awaited--;
	listener_supervisor_revoke(supervisor, supervisor->awaited == 0);
	return true;
}

/* The supervisor checked the files before it sent them, so this is a fault of the referee. */
static void listener_supervisor_take_wrong(
	struct listener_supervisor *supervisor, const struct listener_message *m)
{
	char *text = memory_print(*m->text != '\0' ? "%s: %s" : "%s%s", m->what, m->text);
	char *shown = escape_text(text, false);
	char *line = memory_print("the process rejected a message: %s", shown);
	listener_supervisor_say_limited(supervisor, line);
	free(line);
	free(shown);
	free(text);
}

/* False: the message is wrong. */
static bool listener_supervisor_take(void *arg, struct fd_message *message)
{
	struct listener_supervisor *supervisor = arg;
	struct listener_message m;
	char address[NET_ADDRESS_ADDRESS];
	enum line_table_status status =
		line_table_read(&listener_report_table, &m, message->text, message->count);
	if (status == LINE_TABLE_WRONG ||
		(m.name != NULL && !token_name_is_good(m.name) && !invitation_name_is_good(m.name)))
		return false;
	listener_supervisor_plain(m.address != NULL ? m.address : "", address);
	switch (m.kind) {
	case LISTENER_PENALTY:
		listener_supervisor_take_penalty(supervisor, address, m.seconds);
		return true;
	case LISTENER_FAILING:
		listener_supervisor_take_failing(supervisor, m.name, address);
		return true;
	case LISTENER_READY:
		return strcmp(m.what, "tokens") == 0
			       ? listener_supervisor_confirm_tokens(supervisor)
			       : strcmp(m.what, "certificate") == 0 ||
					 strcmp(m.what, "listen") == 0;
	case LISTENER_WRONG:
		listener_supervisor_take_wrong(supervisor, &m);
		return strcmp(m.what, "tokens") != 0 ||
		       listener_supervisor_confirm_tokens(supervisor);
	default:
		return listener_supervisor_take_connection(supervisor, message, &m, address);
	}
}

/* --- its heartbeat ---------------------------------------------------------------------------- */

/* Is it runnable now? Then it waits for a processor at most. */
static bool listener_supervisor_is_runnable(const struct listener_supervisor *supervisor)
{
	char path[64], text[256] = "";
	snprintf(path, sizeof path, "/proc/%d/stat", (int)peer_pid(supervisor->peer));
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
	listener_supervisor_close(&fd);
	text[length > 0 ? length : 0] = '\0';
	const char *name = strrchr(text, ')');
	return name != NULL && strncmp(name, ") R", 3) == 0;
}

/* It has missed a beat. Has it stood still, beyond its work and its wait for a processor? It beats
 * twice for each look, so that less than two looks can be without a beat as they are. */
static bool listener_supervisor_is_late(const struct listener_supervisor *supervisor, usec now)
{
	usec look = heartbeat_patience() / (HEARTBEAT_LOOKS * HEARTBEAT_CLOSELY);
	return supervisor->heard > 0 &&
	       now - supervisor->heard - supervisor->explained > 7 * look / 4;
}

/*
 * A listener that misses beats is stopped, or waits for a processor. In the second case it is as
 * late as the network may be. In the first the silence of bots is not theirs: from its last sign of
 * life on, or from that of the one before.
 */
static void listener_supervisor_on_look(void *owner, bool beat)
{
	struct listener_supervisor *supervisor = owner;
	usec now = time_now(), wait = cpu_clock_wait(&supervisor->cpu);
	supervisor->explained += cpu_clock_cpu(&supervisor->cpu) + (wait > 0 ? wait : 0);
	bool late =
		(supervisor->silent > 0 || !beat) && listener_supervisor_is_late(supervisor, now);
	if (!beat) {
		supervisor->silent++;
		if (late && !listener_supervisor_is_runnable(supervisor))
			remote_sessions_listener_silent(supervisor->sessions);
		return;
	}
	if (late)
		remote_sessions_held_up(supervisor->sessions, now - supervisor->heard);
	supervisor->silent = 0;
	supervisor->explained = 0;
	supervisor->heard = now;
	remote_sessions_listener_heard(supervisor->sessions);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void listener_supervisor_on_ended(void *arg, const struct peer_end *end)
{
	struct listener_supervisor *supervisor = arg;
	(void)end;
	remote_sessions_listener_died(supervisor->sessions);
	remote_sessions_listener_silent(supervisor->sessions);
	cpu_clock_close(&supervisor->cpu);
	supervisor->silent++; /* until the next one beats */
	supervisor->explained = 0;
	supervisor->awaited = 0;
	/* A client that earlier tokens admitted cannot connect any more. */
	listener_supervisor_revoke(supervisor, true);
}

static bool listener_supervisor_on_started(void *arg)
{
	struct listener_supervisor *supervisor = arg;
	cpu_clock_open(&supervisor->cpu, peer_pid(supervisor->peer));
	bool sent = listener_supervisor_send_certificate(supervisor) &&
		    listener_supervisor_send_tokens(supervisor) &&
		    listener_supervisor_send_sockets(supervisor);
	if (sent && peer_starts(supervisor->peer) > 1)
		peer_say(supervisor->peer, "the process runs again");
	return sent;
}

static void listener_supervisor_on_say(void *arg, const char *line)
{
	const struct listener_supervisor *supervisor = arg;
	supervisor->options.say(supervisor->options.arg, line);
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
	.say = listener_supervisor_on_say};

/* --- the sockets -------------------------------------------------------------------------------
 */

static bool listener_supervisor_open_socket(
	struct listener_supervisor *supervisor, const char *text, struct error *err)
{
	struct listener_supervisor_socket *s = &supervisor->sockets[supervisor->sockets_count];
	struct net_address address;
	struct error wrong;
	bool plain = strncmp(text, "plain:", 6) == 0;
	struct net_address_options options = {
		.plain = plain, .insecure = supervisor->options.insecure};
	struct sockaddr_storage bound = {.ss_family = AF_UNIX};
	socklen_t length = sizeof bound;
	if (!net_address_read(&address, plain ? text + 6 : text, &wrong) ||
		(s->fd = net_address_listen(&address, options, s->address, &wrong)) < 0)
		return error_set(err, "--bot-listen %.200s: %s", text, wrong.text);
	s->kind = address.local ? LISTENER_SUPERVISOR_UNIX
		  : plain	? LISTENER_SUPERVISOR_PLAIN
				: LISTENER_SUPERVISOR_TLS;
	getsockname(s->fd, (struct sockaddr *)&bound, &length);
	s->loopback = net_address_is_loopback((struct sockaddr *)&bound);
	supervisor->sockets_count++;
	return true;
}

static bool listener_supervisor_open_sockets(
	struct listener_supervisor *supervisor, struct error *err)
{
	if (supervisor->options.addresses_count > LISTENER_SOCKETS)
		return error_set(err, "--bot-listen: too many addresses; at most %d are allowed",
			LISTENER_SOCKETS);
	for (int i = 0; i < supervisor->options.addresses_count; i++)
		if (!listener_supervisor_open_socket(
			    supervisor, supervisor->options.addresses[i], err))
			return false;
	return true;
}

static bool listener_supervisor_has(
	const struct listener_supervisor *supervisor, enum listener_supervisor_kind kind)
{
	for (int i = 0; i < supervisor->sockets_count; i++)
		if (supervisor->sockets[i].kind == kind)
			return true;
	return false;
}

/* --- beginning -------------------------------------------------------------------------------- */

static void listener_supervisor_say_tokens(struct listener_supervisor *supervisor)
{
	size_t count = 0, open = 0;
	struct rlimit files;
	char invited[64] = "", whole[PATH_MAX];
	for (size_t i = 0; i < supervisor->files.known.count; i++) {
		count += supervisor->files.known.rows[i].bots == 0;
		open += supervisor->files.known.rows[i].bots > 0 &&
			supervisor->files.known.rows[i].expires > time_utc() / 1000;
	}
	if (open > 0)
		snprintf(invited, sizeof invited, "; %s open", counted(open, "invitation is").text);
	if (count > 0)
		peer_say(supervisor->peer, "%s a token%s", counted(count, "bot has").text, invited);
	else if (open > 0)
		peer_say(supervisor->peer,
			"no bot has a token yet%s, with which `referee token join` makes tokens",
			invited);
	else
		peer_say(supervisor->peer,
			"no bot has a token yet; `referee token invite --owner NAME --file %s` invites the first one, then send SIGHUP",
			realpath(supervisor->options.tokens, whole) != NULL
				? whole
				: supervisor->options.tokens);
	size_t needs = LISTENER_SUPERVISOR_OTHERS + 2 * count;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < needs)
		peer_say(supervisor->peer,
			"a process may have %llu descriptors, but this many bots may need %zu; raise the limit with `ulimit -Hn`, or LimitNOFILE= of the unit",
			(unsigned long long)files.rlim_cur, needs);
}

static void listener_supervisor_say_sockets(struct listener_supervisor *supervisor)
{
	for (int i = 0; i < supervisor->sockets_count; i++) {
		const struct listener_supervisor_socket *s = &supervisor->sockets[i];
		if (s->kind == LISTENER_SUPERVISOR_TLS)
			peer_say(supervisor->peer, "tls %s, fingerprint %s", s->address,
				supervisor->files.fingerprint);
		else if (s->kind == LISTENER_SUPERVISOR_UNIX)
			peer_say(supervisor->peer, "%s", s->address);
		else if (!s->loopback)
			peer_say(supervisor->peer,
				"plain %s, INSECURE: without TLS every host on the path can read and change the traffic",
				s->address);
		else
			peer_say(supervisor->peer, "plain %s, without TLS", s->address);
	}
}

static enum listener_supervisor_status listener_supervisor_open(
	struct listener_supervisor *supervisor, struct error *err)
{
	supervisor->sessions = remote_sessions_create(
		supervisor->options.base, listener_supervisor_say_limited, supervisor);
	supervisor->timer =
		evtimer_new(supervisor->options.base, listener_supervisor_on_timer, supervisor);
	error_set(err, "listener: out of memory for events");
	supervisor->peer =
		peer_create(supervisor->options.base, &listener_supervisor_peer, supervisor);
	if (supervisor->sessions == NULL || supervisor->timer == NULL)
		return LISTENER_SUPERVISOR_BROKEN;
	if (!listener_supervisor_make_tokens(supervisor, err) ||
		!listener_supervisor_read_tokens(supervisor, err))
		return LISTENER_SUPERVISOR_FILE;
	if (!listener_supervisor_open_sockets(supervisor, err))
		return LISTENER_SUPERVISOR_ADDRESS;
	if ((supervisor->options.certificate != NULL ||
		    listener_supervisor_has(supervisor, LISTENER_SUPERVISOR_TLS)) &&
		!listener_supervisor_read_certificate(supervisor, err))
		return LISTENER_SUPERVISOR_FILE;
	peer_set(supervisor->peer, &listener_process, NULL, 0);
	if (peer_start(supervisor->peer))
		return LISTENER_SUPERVISOR_GOOD;
	error_set(err, "listener: the process cannot be started: %s", strerror(errno));
	return LISTENER_SUPERVISOR_BROKEN;
}

enum listener_supervisor_status listener_supervisor_create(struct listener_supervisor **supervisor,
	const struct listener_supervisor_options *options, struct error *err)
{
	*supervisor = memory_get(1, sizeof **supervisor);
	(*supervisor)->options = *options;
	(*supervisor)->cpu.file = -1;
	listener_supervisor_files_init(&(*supervisor)->files);
	enum listener_supervisor_status status = listener_supervisor_open(*supervisor, err);
	if (status == LISTENER_SUPERVISOR_GOOD) {
		listener_supervisor_say_sockets(*supervisor);
		listener_supervisor_say_tokens(*supervisor);
		return status;
	}
	listener_supervisor_free(*supervisor);
	*supervisor = NULL;
	return status;
}

void listener_supervisor_free(struct listener_supervisor *supervisor)
{
	if (supervisor == NULL)
		return;
	if (supervisor->sessions != NULL)
		remote_sessions_close_all(supervisor->sessions);
	peer_free(supervisor->peer);
	cpu_clock_close(&supervisor->cpu);
	remote_sessions_free(supervisor->sessions);
	for (int i = 0; i < supervisor->sockets_count; i++) {
		close(supervisor->sockets[i].fd);
		if (supervisor->sockets[i].kind == LISTENER_SUPERVISOR_UNIX)
			unlink(supervisor->sockets[i].address + 5); /* after "unix:" */
	}
	if (supervisor->timer != NULL)
		event_free(supervisor->timer);
	listener_supervisor_files_clear(&supervisor->files);
	free(supervisor->identity);
	free(supervisor);
}

struct remote_sessions *listener_supervisor_sessions(const struct listener_supervisor *supervisor)
{
	return supervisor->sessions;
}

const struct tokens *listener_supervisor_tokens(const struct listener_supervisor *supervisor)
{
	return &supervisor->files.known;
}

const char *listener_supervisor_owner(
	const struct listener_supervisor *supervisor, const char *name)
{
	const struct token_row *row = tokens_find(&supervisor->files.known, name);
	return row != NULL ? token_owner(row) : NULL;
}

void listener_supervisor_reread(struct listener_supervisor *supervisor)
{
	struct error err;
	char before[CRYPTO_TEXT + 1];
	size_t count = supervisor->files.known.count;
	int revoked = supervisor->files.revoked_count;
	bool good = listener_supervisor_read_tokens(supervisor, &err);
	bool changed = supervisor->files.known.count != count ||
		       supervisor->files.revoked_count != revoked;
	if (good && changed)
		listener_supervisor_say_tokens(supervisor);
	else if (!good)
		peer_say(supervisor->peer, "%s; the old tokens stay valid", err.text);
	listener_supervisor_revoke(supervisor, peer_pid(supervisor->peer) == 0);
	memcpy(before, supervisor->files.fingerprint, sizeof before);
	bool certified = supervisor->options.certificate != NULL &&
			 listener_supervisor_read_certificate(supervisor, &err);
	if (supervisor->options.certificate != NULL && !certified)
		peer_say(supervisor->peer, "%s; the old certificate stays in use", err.text);
	else if (certified && strcmp(before, supervisor->files.fingerprint) != 0)
		peer_say(supervisor->peer, "new certificate, fingerprint %s",
			supervisor->files.fingerprint);
	if (peer_pid(supervisor->peer) == 0)
		return; /* a new listener gets both when it starts */
	if ((good && !listener_supervisor_send_tokens(supervisor)) ||
		(certified && !listener_supervisor_send_certificate(supervisor)))
		peer_kill(supervisor->peer, "does not read its messages and was killed");
}
