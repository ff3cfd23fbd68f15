/*
 * listener-supervisor.c - the gate, kept alive, and what it tells.
 *
 * The gate talks to everybody; so what it says is looked at before it is believed or shown, and a
 * gate that says what it must not say is killed.
 */
#include "referee/daemon/listener-supervisor.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/base/escape.h"
#include "referee/base/log.h"
#include "referee/base/memory.h"
#include "referee/daemon/listener-supervisor-parts.h"

enum {
	GATEKEEPER_PARCELS = 32,	       /* at one wake-up */
	GATEKEEPER_PATIENCE = 1000,	       /* ms for its end */
	GATEKEEPER_FAILING = 60,	       /* s between two lines about a name that fails */
	GATEKEEPER_DIGITS = 9,		       /* of seconds */
	GATEKEEPER_OTHERS = GATE_WAITING + 64, /* descriptors of the gate besides the bots' */
};

static const char *const gatekeeper_kinds[] = {"tls", "plain", "unix"};

/* --- what is said ---------------------------------------------------------------------------- */

static void gatekeeper_say(struct gatekeeper *g, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void gatekeeper_say(struct gatekeeper *g, const char *format, ...)
{
	char text[2 * WHY], line[2 * WHY + 16];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*sgate: %s", level, text, text + level);
	g->terms.say(g->terms.arg, line);
}

static void gatekeeper_make_room(struct gatekeeper *g)
{
	static const struct timeval moment = {1, 0};
	if (g->room != NULL && !evtimer_pending(g->room, NULL))
		evtimer_add(g->room, &moment);
}

/* What others can make us say. */
static void gatekeeper_mention(void *arg, const char *line)
{
	struct gatekeeper *g = arg;
	if (trickle_may(&g->trickle, time_now()))
		gatekeeper_say(g, "%s", line);
	else
		gatekeeper_make_room(g);
}

/* What became of one that was told: how often it failed meanwhile. */
static void gatekeeper_close_failure(struct gatekeeper *g, struct gatekeeper_failure *f)
{
	char line[2 * WHY];
	if (f->more > 0) {
		snprintf(line, sizeof line, "%s failed %ld more time%s in the %d s that followed",
			f->who, f->more, f->more == 1 ? "" : "s", f->seconds);
		gatekeeper_mention(g, line);
	}
	f->who[0] = '\0';
}

/* Closes those whose time is over. True: there are others. */
static bool gatekeeper_look_at_failures(struct gatekeeper *g, usec now)
{
	bool left = false;
	for (int i = 0; i < GATEKEEPER_FAILURES; i++) {
		struct gatekeeper_failure *f = &g->failures[i];
		if (f->who[0] != '\0' && now >= f->until)
			gatekeeper_close_failure(g, f);
		left |= f->who[0] != '\0';
	}
	return left;
}

/* A failure more of it. True: it is to be told; false: it was, and that still holds. */
static bool gatekeeper_is_news(struct gatekeeper *g, const char *who, int seconds)
{
	usec now = time_now(), until = now + seconds * SECOND;
	struct gatekeeper_failure *at = NULL;
	gatekeeper_look_at_failures(g, now);
	gatekeeper_make_room(g);
	for (int i = 0; i < GATEKEEPER_FAILURES; i++) {
		struct gatekeeper_failure *f = &g->failures[i];
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
	gatekeeper_close_failure(g, at);
	*at = (struct gatekeeper_failure){.until = until, .seconds = seconds};
	snprintf(at->who, sizeof at->who, "%s", who);
	return true;
}

static void gatekeeper_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct gatekeeper *g = arg;
	(void)fd, (void)what;
	if (gatekeeper_look_at_failures(g, time_now()))
		gatekeeper_make_room(g);
	long lost = trickle_lost(&g->trickle, time_now());
	if (lost > 0)
		gatekeeper_say(g, "%ld more lines like these are left out", lost);
	else if (g->trickle.lost > 0)
		gatekeeper_make_room(g);
}

/* --- what is sent ---------------------------------------------------------------------------- */

static bool gatekeeper_send(struct gatekeeper *g, const char *text, int first, int second)
{
	struct parcel p = {.fds = {first, second}, .count = 1 + (second >= 0)};
	snprintf(p.text, sizeof p.text, "%s", text);
	return parcel_send(g->process.to, &p) == 0;
}

static bool gatekeeper_send_tokens(struct gatekeeper *g)
{
	bool sent = gatekeeper_send(g, "tokens", g->files.tokens, -1);
	g->awaited += sent;
	return sent;
}

static bool gatekeeper_send_certificate(struct gatekeeper *g)
{
	return g->files.certificate < 0 ||
	       gatekeeper_send(g, "certificate", g->files.certificate, g->files.key);
}

static bool gatekeeper_send_doors(struct gatekeeper *g)
{
	char order[PARCEL_TEXT];
	bool sent = true;
	for (int i = 0; sent && i < g->doors_count; i++) {
		const struct gatekeeper_door *d = &g->doors[i];
		snprintf(
			order, sizeof order, "listen %s %s", gatekeeper_kinds[d->kind], d->address);
		sent = gatekeeper_send(g, order, d->fd, -1);
	}
	return sent;
}

/* --- what it tells --------------------------------------------------------------------------- */

/* A word of the gate's, fit to be shown; false: there was none. */
static bool gatekeeper_word(const char **text, char *word, size_t room)
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

/* Two words and nothing else: a name that a token can have, and an address. */
static bool gatekeeper_words(
	const char *rest, char name[TOKEN_NAME + 1], char address[DOOR_ADDRESS])
{
	return gatekeeper_word(&rest, name, TOKEN_NAME + 1) &&
	       gatekeeper_word(&rest, address, DOOR_ADDRESS) && *rest == '\0' &&
	       token_name_is_good(name);
}

/* Can one of this name have come in? By a token that is there, or was until the gate was sent those
 * that are. */
static bool gatekeeper_knows(const struct gatekeeper *g, const char *name)
{
	bool known = tokens_find(&g->files.known, name) != NULL;
	for (int i = 0; i < g->files.revoked_count; i++)
		known |= strcmp(g->files.revoked[i], name) == 0;
	return known;
}

/* bot NAME ADDRESS */
static bool gatekeeper_take_bot(struct gatekeeper *g, struct parcel *p, const char *rest)
{
	char name[TOKEN_NAME + 1], address[DOOR_ADDRESS], line[WHY];
	if (!gatekeeper_words(rest, name, address) || !gatekeeper_knows(g, name) || p->count > 1)
		return false;
	if (p->count == 1) {
		p->count = 0; /* the roster's now */
		roster_take(g->roster, name, address, p->fds[0]);
		return true;
	}
	snprintf(line, sizeof line, "%s came, from %s, but there is no descriptor left for it",
		name, address);
	gatekeeper_mention(g, line);
	return true;
}

/* "192.0.2.1:4711", "[2001:db8::1]:4711" without the port, which is another each time. */
static void gatekeeper_cut_port(char address[DOOR_ADDRESS])
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

static uint64_t gatekeeper_penalised;

uint64_t gatekeeper_penalties(void)
{
	return gatekeeper_penalised;
}

/* penalty ADDRESS SECONDS */
static bool gatekeeper_take_penalty(struct gatekeeper *g, struct parcel *p, const char *rest)
{
	char address[DOOR_ADDRESS], line[WHY];
	(void)p;
	if (!gatekeeper_word(&rest, address, sizeof address) || *rest == '\0' ||
		strlen(rest) > GATEKEEPER_DIGITS || rest[strspn(rest, "0123456789")] != '\0')
		return false;
	gatekeeper_cut_port(address);
	if (!gatekeeper_is_news(g, address, atoi(rest)))
		return true;
	gatekeeper_penalised++;
	snprintf(line, sizeof line,
		"<4>%s failed too often to come in: nobody from there is heard for %s s", address,
		rest);
	gatekeeper_mention(g, line);
	return true;
}

/* failing NAME ADDRESS */
static bool gatekeeper_take_failing(struct gatekeeper *g, struct parcel *p, const char *rest)
{
	char name[TOKEN_NAME + 1], address[DOOR_ADDRESS], line[WHY];
	(void)p;
	if (!gatekeeper_words(rest, name, address))
		return false;
	gatekeeper_cut_port(address);
	snprintf(line, sizeof line, "%s as %s", address, name);
	if (!gatekeeper_is_news(g, line, GATEKEEPER_FAILING))
		return true;
	snprintf(line, sizeof line,
		"<4>%s fails again and again to come in as %s: it has not the token of that name",
		address, name);
	gatekeeper_mention(g, line);
	return true;
}

/* All that came before was let in by the tokens before. False: it was sent none. */
static bool gatekeeper_answered(struct gatekeeper *g)
{
	if (g->awaited == 0)
		return false;
	g->awaited--;
	gatekeeper_revoke(g, g->awaited == 0);
	return true;
}

/* ready tokens COUNT, ready certificate FINGERPRINT, ready listen KIND ADDRESS */
static bool gatekeeper_take_ready(struct gatekeeper *g, struct parcel *p, const char *rest)
{
	(void)p;
	if (strncmp(rest, "tokens ", 7) == 0)
		return gatekeeper_answered(g);
	return strncmp(rest, "certificate ", 12) == 0 || strncmp(rest, "listen ", 7) == 0;
}

/* What we send was looked at before, so this is our own fault. */
static bool gatekeeper_take_wrong(struct gatekeeper *g, struct parcel *p, const char *rest)
{
	char *shown = escape_text(rest, false);
	char *line = memory_print("it refuses what it was sent: %s", shown);
	(void)p;
	gatekeeper_mention(g, line);
	free(line);
	free(shown);
	return strncmp(rest, "tokens", 6) != 0 || gatekeeper_answered(g);
}

static const struct {
	const char *word;
	bool (*take)(struct gatekeeper *g, struct parcel *p, const char *rest);
} gatekeeper_news[] = {
	{"bot", gatekeeper_take_bot},
	{"penalty", gatekeeper_take_penalty},
	{"failing", gatekeeper_take_failing},
	{"ready", gatekeeper_take_ready},
	{"wrong", gatekeeper_take_wrong},
};

bool gatekeeper_take(struct gatekeeper *g, struct parcel *p)
{
	size_t length = strcspn(p->text, " ");
	for (size_t i = 0; i < sizeof gatekeeper_news / sizeof *gatekeeper_news; i++)
		if (strlen(gatekeeper_news[i].word) == length && p->text[length] == ' ' &&
			strncmp(p->text, gatekeeper_news[i].word, length) == 0)
			return gatekeeper_news[i].take(g, p, p->text + length + 1);
	return false;
}

/* --- its life -------------------------------------------------------------------------------- */

/* Whose connections it serves hear from it that they end, if it is given the time. */
static int gatekeeper_stop(struct gatekeeper *g, int patience)
{
	if (g->reading != NULL) {
		roster_cut(g->roster);
		event_free(g->reading);
	}
	g->reading = NULL;
	int status = process_leave(&g->process, patience);
	g->awaited = 0;
	/* Nobody can come in who was let in by tokens before. */
	gatekeeper_revoke(g, true);
	return status;
}

/* Another in a moment. */
static void gatekeeper_renew(struct gatekeeper *g, const char *why)
{
	usec wait = backoff_fail(&g->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	gatekeeper_say(g, "<4>%s; it is started again in %.1f s", why, (double)wait / SECOND);
	evtimer_add(g->again, &moment);
}

static void gatekeeper_lose(struct gatekeeper *g, const char *why)
{
	gatekeeper_stop(g, 0);
	gatekeeper_renew(g, why);
}

static void gatekeeper_on_wrong(struct gatekeeper *g, const char *text)
{
	char *shown = escape_text(text, false), why[WHY];
	snprintf(why, sizeof why,
		"it said \"%.80s\", which it must not say: it was killed, and with it the "
		"connections with TLS",
		shown);
	free(shown);
	gatekeeper_lose(g, why);
}

static void gatekeeper_on_gone(struct gatekeeper *g)
{
	char ending[32], why[128];
	process_ending(&g->process, gatekeeper_stop(g, 0), ending, sizeof ending);
	snprintf(
		why, sizeof why, "it has ended (%s), and with it the connections with TLS", ending);
	gatekeeper_renew(g, why);
}

static void gatekeeper_on_parcel(evutil_socket_t fd, short what, void *arg)
{
	struct gatekeeper *g = arg;
	struct parcel p;
	int got = 1;
	(void)what;
	for (int i = 0; i < GATEKEEPER_PARCELS && got > 0; i++) {
		got = parcel_receive(fd, &p);
		if (got <= 0)
			break;
		bool right = gatekeeper_take(g, &p);
		parcel_drop(&p);
		if (!right) {
			gatekeeper_on_wrong(g, p.text);
			return;
		}
	}
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		gatekeeper_on_gone(g);
}

static bool gatekeeper_start(struct gatekeeper *g)
{
	backoff_start(&g->backoff, time_now());
	if (process_start(&g->process, PROCESS_GATE, NULL, 0) != 0)
		return false;
	g->reading = event_new(
		g->terms.base, g->process.from, EV_READ | EV_PERSIST, gatekeeper_on_parcel, g);
	return g->reading != NULL && event_add(g->reading, NULL) == 0 &&
	       process_watch(&g->process, g->terms.base) && gatekeeper_send_certificate(g) &&
	       gatekeeper_send_tokens(g) && gatekeeper_send_doors(g);
}

static void gatekeeper_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct gatekeeper *g = arg;
	(void)fd, (void)what;
	if (!gatekeeper_start(g))
		gatekeeper_lose(g, "it cannot be started");
	else
		gatekeeper_say(g, "it is there again");
}

/* --- the doors ------------------------------------------------------------------------------- */

static bool gatekeeper_open_door(struct gatekeeper *g, const char *text, char why[WHY])
{
	struct gatekeeper_door *d = &g->doors[g->doors_count];
	struct door door;
	char wrong[WHY / 2];
	bool plain = strncmp(text, "plain:", 6) == 0;
	struct door_wish wish = {.plain = plain, .insecure = g->terms.insecure};
	struct sockaddr_storage bound = {.ss_family = AF_UNIX};
	socklen_t length = sizeof bound;
	if (!door_read(&door, plain ? text + 6 : text, wrong, sizeof wrong) ||
		(d->fd = door_listen(&door, wish, d->address, wrong, sizeof wrong)) < 0) {
		snprintf(why, WHY, "--gate %.200s: %s", text, wrong);
		return false;
	}
	d->kind = door.local ? GATEKEEPER_UNIX : plain ? GATEKEEPER_PLAIN : GATEKEEPER_TLS;
	getsockname(d->fd, (struct sockaddr *)&bound, &length);
	d->loopback = door_is_loopback((struct sockaddr *)&bound);
	g->doors_count++;
	return true;
}

static bool gatekeeper_open_doors(struct gatekeeper *g, char why[WHY])
{
	if (g->terms.doors_count > GATE_DOORS) {
		snprintf(why, WHY, "--gate: there are %d at most", GATE_DOORS);
		return false;
	}
	for (int i = 0; i < g->terms.doors_count; i++)
		if (!gatekeeper_open_door(g, g->terms.doors[i], why))
			return false;
	return true;
}

static bool gatekeeper_has(const struct gatekeeper *g, enum gatekeeper_kind kind)
{
	for (int i = 0; i < g->doors_count; i++)
		if (g->doors[i].kind == kind)
			return true;
	return false;
}

/* --- its beginning --------------------------------------------------------------------------- */

static void gatekeeper_say_tokens(struct gatekeeper *g)
{
	size_t count = g->files.known.count;
	struct rlimit files;
	if (count == 0)
		gatekeeper_say(g, "nobody has a token: `referee token NAME --file %s`, and SIGHUP",
			g->terms.tokens);
	else
		gatekeeper_say(g, "%zu name%s a token", count, count == 1 ? " has" : "s have");
	size_t needs = GATEKEEPER_OTHERS + 2 * count;
	if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < needs)
		gatekeeper_say(g,
			"a process may have %llu descriptors, and so many bots could need %zu: "
			"raise it with `ulimit -Hn`, or LimitNOFILE= of the unit",
			(unsigned long long)files.rlim_cur, needs);
}

static void gatekeeper_say_doors(struct gatekeeper *g)
{
	for (int i = 0; i < g->doors_count; i++) {
		const struct gatekeeper_door *d = &g->doors[i];
		if (d->kind == GATEKEEPER_TLS)
			gatekeeper_say(
				g, "tls %s, fingerprint %s", d->address, g->files.fingerprint);
		else if (d->kind == GATEKEEPER_UNIX)
			gatekeeper_say(g, "%s", d->address);
		else if (!d->loopback)
			gatekeeper_say(g,
				"plain %s, INSECURE: without TLS everybody on the way can read "
				"and write along",
				d->address);
		else
			gatekeeper_say(g, "plain %s, without TLS", d->address);
	}
}

static enum gatekeeper_status gatekeeper_open(struct gatekeeper *g, char why[WHY])
{
	g->roster = roster_create(g->terms.base, gatekeeper_mention, g);
	g->again = evtimer_new(g->terms.base, gatekeeper_on_again, g);
	g->room = evtimer_new(g->terms.base, gatekeeper_on_room, g);
	snprintf(why, WHY, "the gate: there is no room for its events");
	if (g->roster == NULL || g->again == NULL || g->room == NULL)
		return GATEKEEPER_BROKEN;
	if (!gatekeeper_read_tokens(g, why))
		return GATEKEEPER_FILE;
	if (!gatekeeper_open_doors(g, why))
		return GATEKEEPER_DOOR;
	if ((g->terms.certificate != NULL || gatekeeper_has(g, GATEKEEPER_TLS)) &&
		!gatekeeper_read_certificate(g, why))
		return GATEKEEPER_FILE;
	if (gatekeeper_start(g))
		return GATEKEEPER_GOOD;
	snprintf(why, WHY, "the gate cannot be started: %s", strerror(errno));
	return GATEKEEPER_BROKEN;
}

enum gatekeeper_status gatekeeper_create(
	struct gatekeeper **g, const struct gatekeeper_terms *terms, char why[WHY])
{
	*g = memory_get(1, sizeof **g);
	(*g)->terms = *terms;
	(*g)->process = (struct process){.to = -1, .from = -1};
	gatekeeper_files_init(&(*g)->files);
	enum gatekeeper_status status = gatekeeper_open(*g, why);
	if (status == GATEKEEPER_GOOD) {
		gatekeeper_say_doors(*g);
		gatekeeper_say_tokens(*g);
		return status;
	}
	gatekeeper_free(*g);
	*g = NULL;
	return status;
}

void gatekeeper_free(struct gatekeeper *g)
{
	if (g == NULL)
		return;
	if (g->roster != NULL) {
		roster_part(g->roster);
		gatekeeper_stop(g, GATEKEEPER_PATIENCE);
	}
	roster_free(g->roster);
	for (int i = 0; i < g->doors_count; i++) {
		close(g->doors[i].fd);
		if (g->doors[i].kind == GATEKEEPER_UNIX)
			unlink(g->doors[i].address + 5); /* behind "unix:" */
	}
	if (g->again != NULL)
		event_free(g->again);
	if (g->room != NULL)
		event_free(g->room);
	gatekeeper_files_clear(&g->files);
	free(g->identity);
	free(g);
}

struct roster *gatekeeper_roster(const struct gatekeeper *g)
{
	return g->roster;
}

void gatekeeper_reread(struct gatekeeper *g)
{
	char why[WHY], before[SECRET_TEXT + 1];
	size_t count = g->files.known.count;
	int revoked = g->files.revoked_count;
	bool good = gatekeeper_read_tokens(g, why);
	bool changed = g->files.known.count != count || g->files.revoked_count != revoked;
	if (good && changed)
		gatekeeper_say_tokens(g);
	else if (!good)
		gatekeeper_say(g, "%s: the tokens stay as they were", why);
	gatekeeper_revoke(g, g->process.pid == 0);
	memcpy(before, g->files.fingerprint, sizeof before);
	bool certified = g->terms.certificate != NULL && gatekeeper_read_certificate(g, why);
	if (g->terms.certificate != NULL && !certified)
		gatekeeper_say(g, "%s: the certificate stays as it was", why);
	else if (certified && strcmp(before, g->files.fingerprint) != 0)
		gatekeeper_say(
			g, "the certificate is another now, fingerprint %s", g->files.fingerprint);
	if (g->process.pid == 0)
		return; /* it is sent both when it lives again */
	if ((good && !gatekeeper_send_tokens(g)) || (certified && !gatekeeper_send_certificate(g)))
		gatekeeper_lose(g, "it does not read what it is sent");
}
