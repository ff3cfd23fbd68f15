/*
 * peer.c - starts a process, talks with it, and ends it.
 *
 * An end is always handled in an event of its own, so that no owner is called from within its own
 * call.
 */
#include "referee/process/peer.h"

#include <errno.h>
#include <event2/event_struct.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/escape.h"
#include "base/memory.h"
#include "base/restart-backoff.h"
#include "referee/process/log.h"
#include "referee/process/wire.h"

enum { PEER_SHOWN = 80 /* bytes of an invalid message */ };

/* A process that ends while its successor runs. */
struct peer_leaver {
	struct process process;
	struct event *end; /* owned */
	usec until;	   /* it is killed then */
	struct peer_leaver **at, *next;
};

struct peer {
	const struct peer_kind *kind; /* borrowed, as all that peer_set() sets */
	void *owner;
	struct event_base *base;
	const struct process_kind *of;
	const void *arg;
	int number;
	struct process process;
	struct wire wire;
	struct event over;	    /* the process is to be ended */
	struct event restart_timer; /* it is to be started */
	struct event late;	    /* it runs for too long */
	char *room;		    /* owned, as the next two: of its lines */
	char *why;		    /* it was killed */
	struct peer_leaver *leavers;
	usec leaving; /* the time that the process has to leave at a restart */
	struct restart_backoff backoff;
	bool runs, retired;
	bool ignored; /* what it sends is dropped */
	long starts;
};

void peer_log(struct peer *p, const char *format, ...)
{
	char text[2 * ERROR_TEXT], line[2 * ERROR_TEXT + 32];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*s%s: %s", level, text, p->kind->name, text + level);
	p->kind->say(p->owner, line);
}

/* --- a process that leaves -------------------------------------------------------------------- */

static void peer_leaver_free(struct peer_leaver *l)
{
	*l->at = l->next;
	if (l->next != NULL)
		l->next->at = l->at;
	if (l->end != NULL)
		event_free(l->end);
	process_kill(&l->process);
	free(l);
}

/* Waits for its next output, or its time. */
static void peer_leaver_wait(struct peer_leaver *l)
{
	usec left = l->until - time_now();
	const struct timeval span = time_timeval(left > 0 ? left : 0);
	if (l->end == NULL || event_add(l->end, &span) != 0)
		peer_leaver_free(l);
}

static void peer_leaver_on_output(evutil_socket_t fd, short what, void *arg)
{
	struct peer_leaver *l = arg;
	char dropped[4096];
	ssize_t count = read(fd, dropped, sizeof dropped);
	bool open = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
	if ((what & EV_TIMEOUT) != 0 || !open || time_now() >= l->until)
		peer_leaver_free(l);
	else
		peer_leaver_wait(l);
}

/* Lets the process go on alone until its end, for this time at most. */
static void peer_leave(struct peer *p)
{
	struct peer_leaver *l = memory_get(1, sizeof *l);
	event_del(&p->over);
	wire_clear(&p->wire);
	p->runs = false;
	heartbeat_close(&p->process.beat);
	*l = (struct peer_leaver){.process = p->process,
		.until = time_now() + p->leaving,
		.at = &p->leavers,
		.next = p->leavers};
	if (l->next != NULL)
		l->next->at = &l->next;
	p->leavers = l;
	process_close_input(&l->process);
	l->end = event_new(p->base, l->process.from, EV_READ, peer_leaver_on_output, l);
	p->process = (struct process){.to = -1, .from = -1, .fd_channel = -1};
	peer_leaver_wait(l);
}

/* --- its end ---------------------------------------------------------------------------------- */

/* Ends the process. Returns its status. */
static int peer_stop(struct peer *p, int patience)
{
	event_del(&p->over);
	event_del(&p->late);
	wire_clear(&p->wire);
	p->runs = false;
	return process_wait(&p->process, patience);
}

/* Starts another process after a pause. */
static void peer_retry(struct peer *p, const struct peer_end *end)
{
	usec wait = restart_backoff_fail(&p->backoff, time_now());
	struct timeval moment = time_timeval(wait);
	event_add(&p->restart_timer, &moment);
	if (p->kind->will_restart != NULL)
		p->kind->will_restart(p->owner, end, wait);
	else if (end->why != NULL)
		peer_log(p, "<4>the process %s%s; it restarts in %.1f s", end->why, p->kind->loss,
			(double)wait / SECOND);
	else
		peer_log(p, "<4>the process ended (%s)%s; it restarts in %.1f s", end->how,
			p->kind->loss, (double)wait / SECOND);
}

static void peer_on_over(evutil_socket_t fd, short what, void *arg)
{
	struct peer *p = arg;
	char how[64], *why = p->why;
	(void)fd, (void)what;
	p->why = NULL;
	struct peer_end end = {.status = peer_stop(p, 0), .how = how, .why = why};
	const bool restarts = p->kind->kept && !p->retired;
	process_ending(&p->process, end.status, how, sizeof how);
	if (p->kind->ended != NULL)
		p->kind->ended(p->owner, &end);
	if (restarts)
		peer_retry(p, &end);
	free(why);
}

/* Its output has ended, or it was killed. */
static void peer_end_soon(struct peer *p)
{
	wire_ignore(&p->wire);
	event_active(&p->over, EV_TIMEOUT, 0);
}

void peer_kill(struct peer *p, const char *why)
{
	if (!p->runs || p->why != NULL)
		return;
	p->why = memory_copy(why);
	if (p->kind->killed != NULL)
		p->kind->killed(p->owner);
	if (p->process.pid > 0)
		kill(p->process.pid, SIGKILL);
	wire_shut(&p->wire);
	peer_end_soon(p);
}

/* --- what it sends ---------------------------------------------------------------------------- */

static void peer_kill_for(struct peer *p, const char *message)
{
	char *shown = escape_text(message, false), why[256];
	snprintf(why, sizeof why, "sent the invalid message \"%.*s\" and was killed", PEER_SHOWN,
		shown);
	free(shown);
	peer_kill(p, why);
}

/* Keeps the beginning of a message: its owner cuts it into its words. */
static void peer_keep(char kept[PEER_SHOWN + 1], const char *message)
{
	size_t length = strnlen(message, PEER_SHOWN);
	memcpy(kept, message, length);
	kept[length] = '\0';
}

bool peer_line_had_nul(const struct peer *p)
{
	return p->wire.lines.had_nul;
}

static void peer_take_lines(struct peer *p)
{
	enum line_status status = LINE_PARTIAL;
	char *line, kept[PEER_SHOWN + 1];
	const char *bytes;
	size_t count;
	enum wire_status came = wire_read(&p->wire, &bytes, &count);
	if (came == WIRE_ENDED && p->wire.last && wire_waiting(&p->wire) > 0)
		wire_rest(&p->wire); /* it asked, and reads what it is answered */
	else if (came == WIRE_ENDED)
		peer_end_soon(p);
	if (p->kind->bytes != NULL || p->ignored) {
		if (came == WIRE_FILLED && !p->ignored)
			p->kind->bytes(p->owner, bytes, count);
		line_reader_clear(&p->wire.lines);
		return;
	}
	while (p->why == NULL && !p->ignored &&
		(status = wire_line(&p->wire, &line)) == LINE_READY) {
		peer_keep(kept, line);
		if (!p->kind->line(p->owner, line))
			peer_kill_for(p, kept);
	}
	if (status == LINE_TOO_LONG && p->kind->overlong != NULL)
		p->kind->overlong(p->owner);
	else if (status == LINE_TOO_LONG)
		peer_kill(p, "sent a line without an end and was killed");
	else if (p->kind->turn != NULL && p->why == NULL && p->wire.reading != NULL)
		p->kind->turn(p->owner);
}

static void peer_take_messages(struct peer *p)
{
	const int most = p->kind->messages_most > 0 ? p->kind->messages_most : 1;
	struct fd_message message;
	char kept[PEER_SHOWN + 1];
	int got = 1;
	for (int i = 0; got > 0 && p->why == NULL && i < most; i++) {
		got = fd_message_receive(p->process.from, &message);
		if (got <= 0)
			break;
		peer_keep(kept, message.text);
		if (!p->kind->message(p->owner, &message))
			peer_kill_for(p, kept);
		fd_message_drop(&message);
	}
	if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
		peer_end_soon(p);
}

static void peer_on_readable(evutil_socket_t fd, short what, void *arg)
{
	struct peer *p = arg;
	(void)fd, (void)what;
	if (p->kind->line_most > 0)
		peer_take_lines(p);
	else
		peer_take_messages(p);
}

/* --- what it is sent -------------------------------------------------------------------------- */

void peer_put(struct peer *p, const char *bytes, size_t length)
{
	if (!p->runs)
		return;
	wire_put(&p->wire, bytes, length);
	if (p->kind->stuck > 0 && wire_waiting(&p->wire) > p->kind->stuck)
		peer_kill(p, "does not read its messages and was killed");
}

void peer_add(struct peer *p, const char *bytes, size_t length)
{
	if (p->runs)
		wire_add(&p->wire, bytes, length);
}

void peer_flush(struct peer *p)
{
	wire_flush(&p->wire);
}

void peer_finish(struct peer *p)
{
	wire_finish(&p->wire);
}

int peer_hand(const struct peer *p)
{
	return p->process.fd_channel > 0 ? p->process.fd_channel : p->process.to;
}

bool peer_pass(struct peer *p, const struct fd_message *message)
{
	if (p->runs && p->why == NULL)
		return fd_message_send(peer_hand(p), message) == 0;
	errno = EPIPE;
	return false;
}

size_t peer_waiting(const struct peer *p)
{
	return wire_waiting(&p->wire);
}

void peer_dismiss(struct peer *p)
{
	wire_shut(&p->wire);
	process_close_input(&p->process);
}

void peer_ignore(struct peer *p)
{
	p->ignored = true;
	line_reader_clear(&p->wire.lines);
}

void peer_close(struct peer *p, usec time)
{
	peer_ignore(p);
	wire_end(&p->wire);
	peer_limit(p, time);
}

/* --- start ------------------------------------------------------------------------------------ */

bool peer_watch(struct peer *p)
{
	struct heartbeat *beat = &p->process.beat;
	return beat->look == NULL &&
	       heartbeat_watch(beat, p->base, p->process.pid, p->kind->looked, p->owner);
}

/* Talks with the process that runs. */
static bool peer_begin(struct peer *p, bool watched)
{
	p->runs = true;
	/* A socket of messages has no bytes that could wait. */
	bool good = wire_init(&p->wire, p->base, p->process.from,
		p->kind->line_most > 0 ? p->process.to : -1, peer_on_readable, p);
	if (p->room != NULL)
		line_reader_init(&p->wire.lines, p->room, p->kind->line_most);
	good = good && (!watched || peer_watch(p)) &&
	       (p->kind->started == NULL || p->kind->started(p->owner));
	if (!good)
		peer_kill(p, "cannot be started");
	return good;
}

bool peer_start(struct peer *p)
{
	restart_backoff_start(&p->backoff, time_now());
	p->starts++;
	return process_start(&p->process, p->of, p->arg, p->number) == 0 &&
	       peer_begin(p, !p->kind->unwatched);
}

bool peer_attach(struct peer *p, int socket)
{
	return process_attach(&p->process, socket) == 0 && peer_begin(p, false);
}

void peer_look(struct peer *p)
{
	if (p->runs && p->why == NULL)
		peer_on_readable(p->process.from, EV_READ, p);
}

static void peer_on_restart(evutil_socket_t fd, short what, void *arg)
{
	struct peer_end none = {.why = "cannot be started"};
	struct peer *p = arg;
	(void)fd, (void)what;
	if (p->why != NULL)
		return; /* its end starts another one */
	if (p->runs && p->leaving > 0)
		peer_leave(p);
	else if (p->runs)
		peer_stop(p, 0);
	if (peer_start(p) || p->runs)
		return;
	none.how = strerror(errno);
	peer_retry(p, &none);
}

void peer_restart(struct peer *p, usec patience)
{
	static const struct timeval now = {0};
	p->leaving = patience;
	event_add(&p->restart_timer, &now);
}

static void peer_on_late(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	peer_kill(arg, "took too long and was killed");
}

void peer_limit(struct peer *p, usec time)
{
	const struct timeval limit = time_timeval(time);
	if (time > 0)
		event_add(&p->late, &limit);
	else
		event_del(&p->late);
}

void peer_retire(struct peer *p)
{
	p->retired = true;
	event_del(&p->restart_timer);
}

struct peer *peer_create(struct event_base *base, const struct peer_kind *kind, void *owner)
{
	struct peer *p = memory_get(1, sizeof *p);
	*p = (struct peer){.kind = kind,
		.owner = owner,
		.base = base,
		.process = {.to = -1, .from = -1, .fd_channel = -1}};
	if (kind->line_most > 0)
		p->room = memory_get(kind->line_most, 1);
	evtimer_assign(&p->over, base, peer_on_over, p);
	evtimer_assign(&p->restart_timer, base, peer_on_restart, p);
	evtimer_assign(&p->late, base, peer_on_late, p);
	return p;
}

void peer_set(struct peer *p, const struct process_kind *process, const void *arg, int number)
{
	p->of = process;
	p->arg = arg;
	p->number = number;
}

void peer_free(struct peer *p)
{
	if (p == NULL)
		return;
	peer_stop(p, p->kind->patience);
	while (p->leavers != NULL)
		peer_leaver_free(p->leavers);
	event_del(&p->restart_timer);
	free(p->room);
	free(p->why);
	free(p);
}

pid_t peer_pid(const struct peer *p)
{
	return p->process.pid;
}

long peer_starts(const struct peer *p)
{
	return p->starts;
}
