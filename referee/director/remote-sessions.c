/*
 * remote-sessions.c - the connections of remote bots, and the claims of tournaments on them.
 *
 * A private epoll instance reports the ends of connections. libevent reports the reset of a
 * connection (EPOLLERR) as readable or writable. An event for EV_CLOSED alone never sees it, and
 * the loop would spin. A connection leaves the instance before its descriptor is closed, because
 * duplicates in other processes keep it alive there.
 *
 * News for an owner is only marked at its seat. One event later reports the current state of each
 * marked seat. So an owner may open, close and drop anything in a call.
 */
#include "referee/director/remote-sessions.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/queue.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/time.h"
#include "base/rate-limit.h"
#include "referee/bot/channel.h"

enum {
	REMOTE_SESSIONS_ENDS = 64, /* ends handled per wake-up */
	REMOTE_SESSIONS_LINE = 512,
	REMOTE_SESSIONS_CUT =
		1000, /* ms between the listener's death and the end of its connections */
	REMOTE_SESSIONS_BACK =
		60000, /* ms in which a bot that lost its connection with it may reconnect */
	REMOTE_SESSIONS_SPANS = 16, /* the last in which the way to the bots was closed */
	REMOTE_SESSIONS_SPARE =
		256 /* descriptors kept for other uses; a quarter where there are few */
};

struct remote_sessions_link {
	TAILQ_ENTRY(remote_sessions_link) entry;
	char *name, *address; /* owned */
	int fd;
	int64_t since;
	struct remote_sessions_seat *seat; /* NULL: unassigned */
};

/* How often a name has connected lately. */
struct remote_sessions_visitor {
	char *name; /* owned */
	struct rate_limit rate;
};

/* A bot of a claim. */
struct remote_sessions_seat {
	TAILQ_ENTRY(remote_sessions_seat) entry; /* in the list of marked seats */
	struct claim *claim;
	char *name; /* owned; NULL: not remote */
	int bot;
	struct remote_sessions_link *link; /* NULL: not connected */
	int64_t lost;			   /* when a connection last ended without our doing */
	bool reported;			   /* the owner knows that it is connected */
	bool marked;
};

struct claim {
	TAILQ_ENTRY(claim) entry;
	struct remote_sessions *sessions;
	struct remote_sessions_seat **seats; /* owned */
	int count;
	const struct remote_sessions_calls *calls;
	void *owner;
};

/* A time in which the way to the bots was closed. */
struct remote_sessions_span {
	int64_t from, to; /* time_utc() */
};

struct remote_sessions {
	void (*log)(void *arg, const char *line);
	void *arg;
	int ends;    /* the epoll instance */
	int64_t cut; /* when the listener last died */
	bool silent; /* the listener has missed a beat */
	usec heard;  /* when the listener gave its last sign of life; 0: it is not watched */
	struct remote_sessions_span spans[REMOTE_SESSIONS_SPANS]; /* a ring */
	int spans_count;
	usec held_up; /* the end of the last of them, by time_now() */
	struct event *ended, *news;
	TAILQ_HEAD(remote_sessions_links, remote_sessions_link)
	links; /* oldest first, as are claims */
	TAILQ_HEAD(, claim) claims;
	TAILQ_HEAD(, remote_sessions_seat) marked; /* seats with news for their owner */
	int links_count, unassigned_count;
	struct remote_sessions_visitor *visitors; /* owned: of each name that ever connected */
	int visitors_count;
	bool look; /* unassigned connections must be matched again with all claims */
};

static void remote_sessions_log(struct remote_sessions *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void remote_sessions_log(struct remote_sessions *r, const char *format, ...)
{
	char line[REMOTE_SESSIONS_LINE];
	va_list list;
	va_start(list, format);
	vsnprintf(line, sizeof line, format, list);
	va_end(list);
	r->log(r->arg, line);
}

/* --- seats and connections ------------------------------------------------------------------- */

static void remote_sessions_match(struct remote_sessions *r)
{
	r->look = true;
	event_active(r->news, EV_TIMEOUT, 0);
}

static void remote_sessions_mark(struct remote_sessions_seat *s)
{
	struct remote_sessions *r = s->claim->sessions;
	if (s->marked)
		return;
	s->marked = true;
	TAILQ_INSERT_TAIL(&r->marked, s, entry);
	event_active(r->news, EV_TIMEOUT, 0);
}

static void remote_sessions_seat(struct remote_sessions_seat *s, struct remote_sessions_link *l)
{
	assert(s->link == NULL && l->seat == NULL);
	s->link = l;
	l->seat = s;
	s->claim->sessions->unassigned_count--;
	remote_sessions_mark(s);
}

static void remote_sessions_unseat(struct remote_sessions_link *l)
{
	struct remote_sessions_seat *s = l->seat;
	s->claim->sessions->unassigned_count++;
	s->link = NULL;
	l->seat = NULL;
	remote_sessions_mark(s);
}

/* Closes only our descriptor: another process may still read the last words of an ended
 * connection. */
static void remote_sessions_forget(struct remote_sessions *r, struct remote_sessions_link *l)
{
	if (l->seat != NULL)
		remote_sessions_unseat(l);
	TAILQ_REMOVE(&r->links, l, entry);
	r->links_count--;
	r->unassigned_count--;
	epoll_ctl(r->ends, EPOLL_CTL_DEL, l->fd, NULL);
	close(l->fd);
	free(l->name);
	free(l->address);
	free(l);
}

/* Shuts the connection down, also for other processes with a duplicate. */
static void remote_sessions_close(
	struct remote_sessions *r, struct remote_sessions_link *l, enum disconnect_reason why)
{
	disconnect_reason_send(l->fd, why, false);
	shutdown(l->fd, SHUT_RDWR);
	remote_sessions_forget(r, l);
}

/* The newest unassigned connection of a name. */
static struct remote_sessions_link *remote_sessions_waiting(
	const struct remote_sessions *r, const char *name)
{
	struct remote_sessions_link *l;
	TAILQ_FOREACH_REVERSE (l, &r->links, remote_sessions_links, entry)
		if (l->seat == NULL && strcmp(l->name, name) == 0)
			return l;
	return NULL;
}

/* The seat for a connection of this name: the first free one; if none is free, the one with the
 * oldest connection. NULL: no claim has the name. */
static struct remote_sessions_seat *remote_sessions_place(
	const struct remote_sessions *r, const char *name)
{
	struct remote_sessions_link *l;
	struct claim *c;
	TAILQ_FOREACH (c, &r->claims, entry)
		for (int i = 0; i < c->count; i++) {
			struct remote_sessions_seat *s = c->seats[i];
			if (s->link == NULL && s->name != NULL && strcmp(s->name, name) == 0)
				return s;
		}
	TAILQ_FOREACH (l, &r->links, entry)
		if (l->seat != NULL && strcmp(l->name, name) == 0)
			return l->seat;
	return NULL;
}

/* Assigns unassigned connections to free seats. */
static void remote_sessions_fill(struct remote_sessions *r)
{
	struct claim *c;
	TAILQ_FOREACH (c, &r->claims, entry)
		for (int i = 0; i < c->count && r->unassigned_count > 0; i++) {
			struct remote_sessions_seat *s = c->seats[i];
			struct remote_sessions_link *l = NULL;
			if (s->name != NULL && s->link == NULL)
				l = remote_sessions_waiting(r, s->name);
			if (l != NULL)
				remote_sessions_seat(s, l);
		}
}

/* Limits the unassigned connections of one name: the oldest are closed. */
static void remote_sessions_limit_unassigned(struct remote_sessions *r, const char *name)
{
	struct remote_sessions_link *l, *oldest = NULL;
	int count = 0;
	TAILQ_FOREACH (l, &r->links, entry)
		if (l->seat == NULL && strcmp(l->name, name) == 0) {
			oldest = oldest != NULL ? oldest : l;
			count++;
		}
	if (count <= UNASSIGNED_MAX)
		return;
	remote_sessions_log(r,
		"%s: %d unassigned connections are too many; the one from %s is closed", name,
		count, oldest->address);
	remote_sessions_close(r, oldest, DISCONNECT_REASON_REPLACED);
}

/* --- events ---------------------------------------------------------------------------------- */

/* The owner may close its claim in a call, so the seat is not used after the call. */
static void remote_sessions_on_news(evutil_socket_t fd, short what, void *arg)
{
	struct remote_sessions *r = arg;
	struct remote_sessions_seat *s;
	(void)fd, (void)what;
	if (r->look)
		remote_sessions_fill(r);
	r->look = false;
	while ((s = TAILQ_FIRST(&r->marked)) != NULL) {
		struct claim *c = s->claim;
		bool reported = s->reported;
		struct remote_sessions_link *l =
			s->link == NULL ? remote_sessions_waiting(r, s->name) : NULL;
		if (l != NULL)
			remote_sessions_seat(s, l);
		TAILQ_REMOVE(&r->marked, s, entry);
		s->marked = false;
		s->reported = s->link != NULL;
		if (s->link != NULL)
			c->calls->connected(c->owner, s->bot);
		else if (reported)
			c->calls->disconnected(c->owner, s->bot);
	}
}

static void remote_sessions_on_ended(evutil_socket_t fd, short what, void *arg)
{
	struct remote_sessions *r = arg;
	struct epoll_event ends[REMOTE_SESSIONS_ENDS];
	(void)what;
	int count = epoll_wait(fd, ends, REMOTE_SESSIONS_ENDS, 0);
	for (int i = 0; i < count; i++) {
		struct remote_sessions_link *l = ends[i].data.ptr;
		remote_sessions_log(r, "%s disconnected from %s", l->name, l->address);
		if (l->seat != NULL)
			l->seat->lost = time_utc();
		remote_sessions_forget(r, l);
	}
}

/* Each connection costs its tournament a greeting, so the rate per name is limited. */
static bool remote_sessions_may_connect(struct remote_sessions *r, const char *name)
{
	int i = 0;
	while (i < r->visitors_count && strcmp(r->visitors[i].name, name) != 0)
		i++;
	if (i == r->visitors_count) {
		r->visitors = memory_resize(r->visitors, (size_t)i + 1, sizeof *r->visitors);
		r->visitors[r->visitors_count++] =
			(struct remote_sessions_visitor){.name = memory_copy(name)};
	}
	return rate_limit_allows(&r->visitors[i].rate, time_now());
}

/* Keeps the last descriptors for tournaments and the referee's own processes. A new descriptor is
 * the lowest free one. */
static bool remote_sessions_is_full(int fd)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files) != 0)
		return false;
	rlim_t spare = files.rlim_cur / 4 < REMOTE_SESSIONS_SPARE ? files.rlim_cur / 4
								  : REMOTE_SESSIONS_SPARE;
	return (rlim_t)fd >= files.rlim_cur - spare;
}

static void remote_sessions_refuse(
	struct remote_sessions *r, const char *name, const char *address, int fd, const char *why)
{
	disconnect_reason_send(fd,
		remote_sessions_is_full(fd) ? DISCONNECT_REASON_FULL : DISCONNECT_REASON_OFTEN,
		false);
	remote_sessions_log(r, "%s: %s: its connection from %s is closed", name, why, address);
	shutdown(fd, SHUT_RDWR);
	close(fd);
}

void remote_sessions_take(struct remote_sessions *r, const char *name, const char *address, int fd)
{
	struct remote_sessions_link *l = memory_get(1, sizeof *l);
	struct epoll_event end = {.events = EPOLLRDHUP, .data.ptr = l};
	const char *why = NULL;
	if (!remote_sessions_may_connect(r, name))
		why = "it connects too often";
	else if (remote_sessions_is_full(fd))
		why = "few descriptors are left";
	else if (epoll_ctl(r->ends, EPOLL_CTL_ADD, fd, &end) != 0)
		why = strerror(errno);
	if (why != NULL) {
		remote_sessions_refuse(r, name, address, fd, why);
		free(l);
		return;
	}
	*l = (struct remote_sessions_link){.name = memory_copy(name),
		.address = memory_copy(address),
		.fd = fd,
		.since = time_utc()};
	TAILQ_INSERT_TAIL(&r->links, l, entry);
	r->links_count++;
	r->unassigned_count++;
	remote_sessions_log(r, "%s connected from %s", name, address);
	struct remote_sessions_seat *s = remote_sessions_place(r, name);
	if (s != NULL && s->link != NULL) {
		remote_sessions_log(r,
			"%s: the new connection replaces the one from %s, which is closed", name,
			s->link->address);
		remote_sessions_close(r, s->link, DISCONNECT_REASON_REPLACED);
	}
	if (s != NULL)
		remote_sessions_seat(s, l);
	else
		remote_sessions_limit_unassigned(r, name);
}

static int remote_sessions_close_name(
	struct remote_sessions *r, const char *name, const char *why, enum disconnect_reason reason)
{
	struct remote_sessions_link *l, *next;
	int closed = 0;
	for (l = TAILQ_FIRST(&r->links); l != NULL; l = next) {
		next = TAILQ_NEXT(l, entry);
		if (strcmp(l->name, name) != 0)
			continue;
		remote_sessions_log(
			r, "%s: %s: its connection from %s is closed", name, why, l->address);
		remote_sessions_close(r, l, reason);
		closed++;
	}
	return closed;
}

void remote_sessions_drop(struct remote_sessions *r, const char *name, const char *why)
{
	remote_sessions_close_name(r, name, why, DISCONNECT_REASON_REVOKED);
}

int remote_sessions_kick(struct remote_sessions *r, const char *name)
{
	return remote_sessions_close_name(
		r, name, "kicked by the operator", DISCONNECT_REASON_KICKED);
}

void remote_sessions_listener_died(struct remote_sessions *r)
{
	r->cut = time_utc();
}

void remote_sessions_listener_heard(struct remote_sessions *r)
{
	r->heard = time_now();
	r->silent = false;
}

void remote_sessions_listener_silent(struct remote_sessions *r)
{
	r->silent = true;
}

void remote_sessions_held_up(struct remote_sessions *r, usec span)
{
	int64_t now = time_utc();
	r->spans[r->spans_count++ % REMOTE_SESSIONS_SPANS] =
		(struct remote_sessions_span){now - span / MILLISECOND - 1, now};
	r->held_up = time_now();
}

struct remote_sessions_counts remote_sessions_counts(const struct remote_sessions *r)
{
	return (struct remote_sessions_counts){r->links_count, r->unassigned_count};
}

bool remote_sessions_has_seen(const struct remote_sessions *r, const char *name)
{
	for (int i = 0; i < r->visitors_count; i++)
		if (strcmp(r->visitors[i].name, name) == 0)
			return true;
	return false;
}

bool remote_sessions_next(const struct remote_sessions *r, struct remote_sessions_row *row)
{
	const struct remote_sessions_link *l = row->at != NULL ? TAILQ_NEXT(row->at, entry)
					       : r != NULL     ? TAILQ_FIRST(&r->links)
							       : NULL;
	if (l != NULL)
		*row = (struct remote_sessions_row){
			l, l->name, l->address, l->since, l->seat != NULL ? l->seat->claim : NULL};
	return l != NULL;
}

/* --- start and stop -------------------------------------------------------------------------- */

struct remote_sessions *remote_sessions_create(
	struct event_base *base, void (*log)(void *arg, const char *line), void *arg)
{
	struct remote_sessions *r = memory_get(1, sizeof *r);
	r->log = log;
	r->arg = arg;
	TAILQ_INIT(&r->links);
	TAILQ_INIT(&r->claims);
	TAILQ_INIT(&r->marked);
	r->ends = epoll_create1(EPOLL_CLOEXEC);
	r->news = evtimer_new(base, remote_sessions_on_news, r);
	if (r->ends >= 0)
		r->ended =
			event_new(base, r->ends, EV_READ | EV_PERSIST, remote_sessions_on_ended, r);
	if (r->news != NULL && r->ended != NULL && event_add(r->ended, NULL) == 0)
		return r;
	int saved = errno;
	remote_sessions_free(r);
	errno = saved;
	return NULL;
}

void remote_sessions_close_all(struct remote_sessions *r)
{
	assert(TAILQ_EMPTY(&r->claims));
	while (!TAILQ_EMPTY(&r->links))
		remote_sessions_close(r, TAILQ_FIRST(&r->links), DISCONNECT_REASON_STOPPED);
}

void remote_sessions_free(struct remote_sessions *r)
{
	if (r == NULL)
		return;
	remote_sessions_close_all(r);
	if (r->ended != NULL)
		event_free(r->ended);
	if (r->news != NULL)
		event_free(r->news);
	if (r->ends >= 0)
		close(r->ends);
	for (int i = 0; i < r->visitors_count; i++)
		free(r->visitors[i].name);
	free(r->visitors);
	free(r);
}

/* --- claims ---------------------------------------------------------------------------------- */

struct claim *claim_open(struct remote_sessions *r, const char *const *names, int count,
	const struct remote_sessions_calls *calls, void *owner)
{
	struct claim *c = memory_get(1, sizeof *c);
	*c = (struct claim){.sessions = r, .calls = calls, .owner = owner};
	TAILQ_INSERT_TAIL(&r->claims, c, entry);
	claim_join(c, names, count);
	return c;
}

void claim_join(struct claim *c, const char *const *names, int count)
{
	assert(count >= c->count);
	c->seats =
		memory_resize(c->seats, (size_t)count + 1, sizeof(struct remote_sessions_seat *));
	for (int i = c->count; i < count; i++) {
		c->seats[i] = memory_get(1, sizeof(struct remote_sessions_seat));
		*c->seats[i] = (struct remote_sessions_seat){
			.claim = c, .name = memory_copy(names[i]), .bot = i};
	}
	c->count = count;
	remote_sessions_match(c->sessions);
}

void claim_close(struct claim *c)
{
	if (c == NULL)
		return;
	struct remote_sessions *r = c->sessions;
	for (int i = 0; i < c->count; i++) {
		struct remote_sessions_seat *s = c->seats[i];
		bool was = s->link != NULL;
		if (was)
			remote_sessions_unseat(s->link);
		if (s->marked)
			TAILQ_REMOVE(&r->marked, s, entry);
		if (was)
			remote_sessions_limit_unassigned(r, s->name);
		free(s->name);
		free(s);
	}
	TAILQ_REMOVE(&r->claims, c, entry);
	free(c->seats);
	free(c);
	remote_sessions_match(r);
}

int claim_socket(const struct claim *c, int bot)
{
	if (bot >= c->count || c->seats[bot]->link == NULL)
		return -1;
	return c->seats[bot]->link->fd;
}

bool claim_lost_listener(const struct claim *c, int bot, int64_t from, int64_t to)
{
	const int64_t cut = c->sessions->cut;
	if (bot >= c->count || cut == 0)
		return false;
	const struct remote_sessions_seat *seat = c->seats[bot];
	bool with =
		seat->lost >= cut - REMOTE_SESSIONS_CUT && seat->lost <= cut + REMOTE_SESSIONS_CUT;
	return with &&
	       (seat->lost >= from || (seat->link == NULL && to <= cut + REMOTE_SESSIONS_BACK));
}

bool claim_is_silent(const struct claim *c)
{
	return c->sessions->silent;
}

bool claim_has_heard(const struct claim *c, usec since)
{
	return c->sessions->heard == 0 || c->sessions->heard >= since;
}

bool claim_was_held_up(const struct claim *c, int64_t from, int64_t to)
{
	const struct remote_sessions *r = c->sessions;
	for (int i = 0; i < r->spans_count && i < REMOTE_SESSIONS_SPANS; i++)
		if (r->spans[i].from <= to && r->spans[i].to >= from)
			return true;
	return false;
}

usec claim_held_up_until(const struct claim *c)
{
	return c->sessions->held_up;
}
