/*
 * intake.c - the main process's side of the bots that are handed in.
 */
#include "referee/submissions/intake.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "base/answer.h"
#include "base/escape.h"
#include "base/exit-status.h"
#include "referee/process/peer.h"
#include "referee/process/log.h"
#include "base/memory.h"
#include "base/name.h"
#include "base/rate-limit.h"

enum {
	INTAKE_OWNERS = 1024, /* whose rate is remembered */
	INTAKE_NAME = 80,
	INTAKE_LEAVING = 4, /* times INTAKE_PROCESSES, with those that are done */
	INTAKE_REFUSALS = 64,
	INTAKE_STUCK = 1 << 16, /* unread bytes */
	INTAKE_DROPPED = 4096	/* bytes of one read from a refused client */
};

#define INTAKE_HOUR   (3600 * SECOND)
#define INTAKE_LINGER (5 * SECOND) /* until a refused client has closed */

/* The files of an owner in the last hour. */
struct intake_owner {
	char name[INTAKE_NAME];
	usec charged_until; /* see rate_limit_charge() */
	usec used, used_at; /* time of checks until then, half of it after each hour */
	usec last;	    /* that the last check took */
};

/* A process. */
struct intake_work {
	TAILQ_ENTRY(intake_work) entry;
	struct intake *intake;
	struct intake_order *order; /* owned, with the texts of its places */
	char owner[INTAKE_NAME], address[INTAKE_NAME];
	struct peer *peer;	     /* owned */
	usec charge;		     /* what its file costs of the owner's hour; 0: none yet */
	usec began;		     /* to work */
	bool waits, works;	     /* it has received its file; it may work */
	bool fit;		     /* it has said that a version plays */
	struct intake_answer answer; /* ended NULL: none is wanted */
	bool done;		     /* only its client has not closed yet */
};

struct intake {
	struct intake_options options;
	TAILQ_HEAD(, intake_work) all; /* those that wait in the order in which their files came */
	int count;
	TAILQ_HEAD(, intake_refusal) refusals; /* oldest first */
	int refusals_count;
	struct intake_owner owners[INTAKE_OWNERS];
	struct event *quick; /* owned: one works for so long that a second one may */
};

static void intake_say(struct intake *i, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void intake_say(struct intake *i, const char *format, ...)
{
	char text[2 * ERROR_TEXT], line[2 * ERROR_TEXT + 32];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	size_t level = log_level(text); /* it is at the beginning of a line */
	snprintf(line, sizeof line, "%.*sintake: %s", (int)level, text, text + level);
	i->options.say(i->options.arg, line);
}

usec intake_receive_time(void)
{
	const char *seconds_text = getenv("REFEREE_SEND_SEC");
	int seconds = seconds_text != NULL ? atoi(seconds_text) : 0;
	return seconds > 0 ? seconds * SECOND : INTAKE_RECEIVE;
}

/* --- an order -----------------------------------------------------------------------------------
 */

/* Keeps copies of the texts: a tournament may go while the process works. */
static struct intake_order *intake_order_make(
	struct intake *i, enum intake_task task, const char *bot)
{
	struct intake_order *order = memory_get(1, sizeof *order);
	order->task = task;
	order->bytes_most = i->options.bytes_most;
	snprintf(order->bot, sizeof order->bot, "%s", bot);
	return order;
}

static void intake_order_add(struct intake_order *order, const char *name, const char *conf)
{
	order->places[order->places_count++] =
		(struct intake_place){memory_copy(name), memory_copy(conf)};
}

static void intake_order_fill(struct intake *i, struct intake_order *order, const char *only)
{
	struct intake_order *now = memory_get(1, sizeof *now);
	i->options.places(i->options.arg, now);
	for (int k = 0; k < now->places_count; k++)
		if (only == NULL || name_is_same(now->places[k].name, only))
			intake_order_add(order, now->places[k].name, now->places[k].conf);
	free(now);
}

static void intake_order_free(struct intake_order *order)
{
	for (int k = 0; k < order->places_count; k++) {
		free((char *)order->places[k].name);
		free((char *)order->places[k].conf);
	}
	free(order);
}

/* --- the processes ------------------------------------------------------------------------------
 */

static void intake_next(struct intake *i);

static void intake_end(struct intake_work *w)
{
	struct intake *i = w->intake;
	peer_free(w->peer);
	intake_order_free(w->order);
	TAILQ_REMOVE(&i->all, w, entry);
	i->count--;
	free(w);
}

/* Sends an answer. A process that does not read is killed when it is late. */
static void intake_tell(struct intake_work *w, const struct intake_message *m)
{
	char line[INTAKE_LINE];
	peer_put(w->peer, line, line_table_write(&intake_answer_table, m, line, sizeof line));
}

/* The owner's row; a new one replaces the one whose files are longest ago. */
static struct intake_owner *intake_owner_of(struct intake *i, const char *name)
{
	struct intake_owner *oldest = &i->owners[0];
	for (int k = 0; k < INTAKE_OWNERS; k++) {
		if (strcmp(i->owners[k].name, name) == 0)
			return &i->owners[k];
		if (i->owners[k].charged_until < oldest->charged_until)
			oldest = &i->owners[k];
	}
	*oldest = (struct intake_owner){.charged_until = 0};
	snprintf(oldest->name, sizeof oldest->name, "%s", name);
	return oldest;
}

/* The time that checks of this owner took of late; the operator's own tasks come first. */
static usec intake_used(struct intake *i, const struct intake_work *w, usec now)
{
	if (*w->owner == '\0')
		return -1;
	const struct intake_owner *owner = intake_owner_of(i, w->owner);
	usec hours = (now - owner->used_at) / INTAKE_HOUR;
	return owner->used >> (hours < 60 ? hours : 60);
}

static usec intake_quick_time(void)
{
	const char *seconds_text = getenv("REFEREE_QUICK_SEC");
	int seconds = seconds_text != NULL ? atoi(seconds_text) : 0;
	return seconds > 0 ? seconds * SECOND : INTAKE_QUICK;
}

/* The process that works next; second: beside another. NULL: none. */
static struct intake_work *intake_choose(struct intake *i, bool second, usec now)
{
	struct intake_work *w, *chosen = NULL;
	TAILQ_FOREACH (w, &i->all, entry) {
		bool slow = *w->owner != '\0' &&
			    intake_owner_of(i, w->owner)->last > intake_quick_time();
		if (w->waits && !(second && slow) &&
			(chosen == NULL || intake_used(i, w, now) < intake_used(i, chosen, now)))
			chosen = w;
	}
	return chosen;
}

/* Lets a process work, if it may. */
static void intake_next(struct intake *i)
{
	struct intake_work *w;
	int works = 0;
	usec now = time_now(), began = now;
	TAILQ_FOREACH (w, &i->all, entry) {
		works += w->works;
		began = w->works ? w->began : began;
	}
	usec left = began + intake_quick_time() - now;
	bool second = works == 1 && left <= 0;
	struct intake_work *next = works == 0 || second ? intake_choose(i, second, now) : NULL;
	if (works == 1 && !second) {
		struct timeval wait = time_timeval(left);
		event_add(i->quick, &wait);
	}
	if (next == NULL)
		return;
	next->waits = false;
	next->works = true;
	next->began = now;
	peer_limit(next->peer, INTAKE_CHECK + 2 * INTAKE_RECEIVE);
	intake_tell(next, &(struct intake_message){.kind = INTAKE_GO});
	intake_next(i); /* when may a second one? */
}

static void intake_on_quick(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	intake_next(arg);
}

/* Notes how long its check took. */
static void intake_note_use(struct intake_work *w)
{
	usec now = time_now();
	if (!w->works || *w->owner == '\0')
		return;
	struct intake_owner *owner = intake_owner_of(w->intake, w->owner);
	owner->last = now - w->began;
	owner->used = intake_used(w->intake, w, now) + owner->last;
	owner->used_at = now;
}

/* Tells how it ended, if that is wanted. */
static void intake_answer_with(struct intake_work *w, bool good, const char *text)
{
	struct intake_answer answer = w->answer;
	w->answer.ended = NULL;
	if (answer.ended != NULL)
		answer.ended(answer.arg, good, text);
}

/* --- lines of a process --------------------------------------------------------------------------
 */

static const struct intake_place *intake_place_of(
	const struct intake_work *w, const struct intake_message *m)
{
	return m->place < w->order->places_count ? &w->order->places[m->place] : NULL;
}

/* Only files count: a question for the versions does not. */
static bool intake_take_request_quota(struct intake_work *w)
{
	struct intake *i = w->intake;
	usec *charged_until = &intake_owner_of(i, w->owner)->charged_until,
	     cost = INTAKE_HOUR / i->options.hourly;
	char why[ERROR_TEXT];
	if (*w->owner == '\0' || w->waits || w->works || w->charge != 0)
		return false;
	int wait = (int)(rate_limit_wait(*charged_until, cost, i->options.hourly, time_now()) /
			   SECOND) +
		   1;
	bool may = rate_limit_charge(charged_until, cost, i->options.hourly, time_now());
	w->charge = may ? cost : 0;
	snprintf(why, sizeof why,
		"%s has handed in too often; at most %d bots an hour are taken, and the next one in %d %s",
		w->owner, i->options.hourly, wait < 60 ? wait : (wait + 59) / 60,
		wait < 60 ? "s" : "min");
	intake_tell(w, &(struct intake_message){.kind = may ? INTAKE_YES : INTAKE_NO, .text = why});
	return true;
}

static bool intake_take_received(struct intake_work *w, const struct intake_message *m)
{
	const struct intake_work *other;
	int before = 0;
	if (intake_place_of(w, m) == NULL || w->waits || w->works)
		return false;
	TAILQ_FOREACH (other, &w->intake->all, entry)
		before += other->waits || other->works;
	w->waits = true;
	TAILQ_REMOVE(&w->intake->all, w, entry);
	TAILQ_INSERT_TAIL(&w->intake->all, w, entry);
	if (before > 0)
		intake_tell(w, &(struct intake_message){.kind = INTAKE_WAIT, .count = before});
	peer_limit(w->peer, 0); /* it waits for others */
	intake_next(w->intake);
	return true;
}

static bool intake_take_fit(struct intake_work *w, const struct intake_message *m)
{
	const struct intake_place *place = intake_place_of(w, m);
	struct error err = {""};
	if (place == NULL || !w->works)
		return false;
	w->fit = true;
	w->intake->options.joined(w->intake->options.arg, place->name, w->order->bot, &err);
	intake_tell(w, &(struct intake_message){.kind = INTAKE_SAID, .text = err.text});
	return true;
}

/* Its work has ended. level: of the line in the log. */
static bool intake_finish(struct intake_work *w, const char *level, const char *rest)
{
	char *shown = escape_text(rest, false);
	intake_note_use(w);
	*w->owner = '\0';
	w->waits = w->works = false;
	w->done = true;
	if (*w->address != '\0')
		intake_say(
			w->intake, "%s%s from %s: %.600s", level, w->order->bot, w->address, shown);
	else
		intake_say(w->intake, "%s%.600s", level, shown);
	intake_answer_with(w, w->fit, shown);
	free(shown);
	intake_next(w->intake);
	return true;
}

static bool intake_take_message(struct intake_work *w, char *line)
{
	struct intake_message m;
	if (line_table_read(&intake_report_table, &m, line, 0) != LINE_TABLE_RIGHT)
		return false;
	switch (m.kind) {
	case INTAKE_REQUEST_QUOTA:
		return intake_take_request_quota(w);
	case INTAKE_RECEIVED:
		return intake_take_received(w, &m);
	case INTAKE_FIT:
		return intake_take_fit(w, &m);
	case INTAKE_CHANGED: {
		const struct intake_place *place = intake_place_of(w, &m);
		struct error err = {""};
		if (place == NULL || !w->works)
			return false;
		w->intake->options.joined(w->intake->options.arg, place->name, NULL, &err);
		return true;
	}
	case INTAKE_FAULT: {
		/* The owner gets the cost of the file back. */
		usec *charged_until = *w->owner != '\0'
					      ? &intake_owner_of(w->intake, w->owner)->charged_until
					      : NULL;
		if (charged_until != NULL && *charged_until > w->charge)
			*charged_until -= w->charge;
		w->charge = 0;
		return intake_finish(w, "<4>", m.text);
	}
	default:
		return intake_finish(w, "", m.text);
	}
}

static bool intake_take_line(void *arg, char *line)
{
	struct intake_work *w = arg;
	if (!intake_take_message(w, line))
		peer_kill(w->peer, "sent a wrong line and was killed");
	return true;
}

/* A process that ended by itself before its work was done, or was killed: the log says so, the
 * operator who waits hears it, and what it left is removed. */
static void intake_process_failed(struct intake_work *w, const char *how)
{
	struct intake *i = w->intake;
	const struct intake_order *order = w->order;
	char *why = memory_print(
		"%s%sits process %s", order->bot, *order->bot != '\0' ? ": " : "", how);
	intake_note_use(w);
	intake_say(i, "<4>%s", why);
	intake_answer_with(w, false, why);
	for (int k = 0; k < order->places_count && order->task != INTAKE_TIDY; k++)
		intake_tidy(i, order->places[k].name, order->places[k].conf);
	free(why);
	intake_end(w);
	intake_next(i);
}

static void intake_on_ended(void *arg, const struct peer_end *end)
{
	struct intake_work *w = arg;
	char text[ERROR_TEXT];
	/* One that had nothing to say ends with status 0. */
	if (end->why == NULL && (w->done || (end->status == 0 && w->answer.ended == NULL))) {
		struct intake *i = w->intake;
		intake_end(w);
		intake_next(i);
		return;
	}
	snprintf(text, sizeof text, "ended (%s)", end->how);
	intake_process_failed(w, end->why != NULL ? end->why : text);
}

static const struct peer_kind intake_peer = {.line_most = INTAKE_LINE,
	.stuck = INTAKE_STUCK,
	.unwatched = true, /* it is killed when it is late */
	.line = intake_take_line,
	.ended = intake_on_ended};

/* Starts a process. The order is its own from now on. False with errno. */
static struct intake_work *intake_start(struct intake *i, struct intake_order *order)
{
	struct intake_work *w = memory_get(1, sizeof *w);
	*w = (struct intake_work){.intake = i, .order = order};
	TAILQ_INSERT_TAIL(&i->all, w, entry);
	i->count++;
	w->peer = peer_create(i->options.base, &intake_peer, w);
	peer_set(w->peer, i->options.kind, order, i->count);
	peer_limit(w->peer, intake_receive_time() + INTAKE_RECEIVE);
	if (peer_start(w->peer))
		return w;
	intake_say(i, "<4>a process cannot be started: %s", strerror(errno));
	intake_end(w);
	return NULL;
}

/* --- limits -------------------------------------------------------------------------------------
 */

static struct intake_work *intake_find(struct intake *i, const char *owner)
{
	struct intake_work *w;
	TAILQ_FOREACH (w, &i->all, entry)
		if (strcmp(w->owner, owner) == 0)
			return w;
	return NULL;
}

/* Is there room for one more process? Those that are done do not count, to a limit. */
static bool intake_has_room(const struct intake *i, struct error *err)
{
	const struct intake_work *w;
	int busy = 0;
	TAILQ_FOREACH (w, &i->all, entry)
		busy += !w->done;
	if (busy < INTAKE_PROCESSES && i->count < INTAKE_LEAVING * INTAKE_PROCESSES)
		return true;
	return error_set(err, "too many bots are handed in at this moment; try again soon");
}

/* May the owner begin one more? */
static bool intake_request_allowed(struct intake *i, const char *owner, struct error *err)
{
	/* Its last one may be done, and the line that says so unread. */
	struct intake_work *w = intake_find(i, owner);
	if (w != NULL)
		peer_look(w->peer);
	if (intake_find(i, owner) != NULL)
		return error_set(
			err, "one bot of %s is being checked already; wait for its end", owner);
	return intake_has_room(i, err);
}

/* --- refusals ------------------------------------------------------------------------------------
 */

/* A client that hears why it gets no process. */
struct intake_refusal {
	TAILQ_ENTRY(intake_refusal) entry;
	struct intake *intake;
	struct peer *peer; /* owned */
};

static void intake_refusal_end(struct intake_refusal *r)
{
	TAILQ_REMOVE(&r->intake->refusals, r, entry);
	r->intake->refusals_count--;
	peer_free(r->peer);
	free(r);
}

static void intake_on_refused(void *arg, const struct peer_end *end)
{
	(void)end;
	intake_refusal_end(arg);
}

static const struct peer_kind intake_refused = {
	.line_most = INTAKE_DROPPED, .ended = intake_on_refused};

static void intake_refuse(struct intake *i, int fd, const char *why)
{
	char *line = answer_write_end(EXIT_FAULTS, why);
	if (i->refusals_count == INTAKE_REFUSALS)
		intake_refusal_end(TAILQ_FIRST(&i->refusals));
	struct intake_refusal *r = memory_get(1, sizeof *r);
	*r = (struct intake_refusal){.intake = i};
	TAILQ_INSERT_TAIL(&i->refusals, r, entry);
	i->refusals_count++;
	r->peer = peer_create(i->options.base, &intake_refused, r);
	if (peer_attach(r->peer, fd)) {
		peer_put(r->peer, line, strlen(line));
		peer_close(r->peer, INTAKE_LINGER);
	} else {
		intake_refusal_end(r);
	}
	free(line);
}

/* --- orders -------------------------------------------------------------------------------------
 */

struct intake *intake_create(const struct intake_options *options)
{
	struct intake *i = memory_get(1, sizeof *i);
	i->options = *options;
	i->quick = evtimer_new(options->base, intake_on_quick, i);
	TAILQ_INIT(&i->all);
	TAILQ_INIT(&i->refusals);
	return i;
}

void intake_free(struct intake *i)
{
	if (i == NULL)
		return;
	while (!TAILQ_EMPTY(&i->all))
		intake_end(TAILQ_FIRST(&i->all));
	while (!TAILQ_EMPTY(&i->refusals))
		intake_refusal_end(TAILQ_FIRST(&i->refusals));
	if (i->quick != NULL)
		event_free(i->quick);
	free(i);
}

void intake_take(struct intake *i, const char *bot, const char *owner, const char *address, int fd)
{
	struct error err;
	struct fd_message hand = {.fds = {fd}, .count = 1};
	fd_message_write(
		&hand, &intake_socket_table, &(struct intake_message){.kind = INTAKE_CONNECTION});
	if (!intake_request_allowed(i, owner, &err)) {
		intake_refuse(i, fd, err.text);
		return;
	}
	struct intake_order *order = intake_order_make(i, INTAKE_CLIENT, bot);
	intake_order_fill(i, order, NULL);
	struct intake_work *w = intake_start(i, order);
	if (w == NULL || !peer_pass(w->peer, &hand)) {
		if (w != NULL)
			intake_end(w);
		intake_refuse(i, fd, "the referee cannot take it now; try again later");
		return;
	}
	snprintf(w->owner, sizeof w->owner, "%s", owner);
	snprintf(w->address, sizeof w->address, "%s", address);
	close(fd);
}

bool intake_back(struct intake *i, const char *tournament, const char *bot, const char *version,
	const struct intake_answer *answer, struct error *err)
{
	struct intake_work *w = NULL;
	struct intake_order *order = intake_order_make(i, INTAKE_BACK, bot);
	intake_order_fill(i, order, tournament);
	snprintf(order->version, sizeof order->version, "%s", version != NULL ? version : "");
	if (order->places_count == 0)
		error_set(err, "%s: it takes no bots; submissions = FOLDER lets it", tournament);
	else if (!intake_has_room(i, err))
		;
	else if ((w = intake_start(i, order)) == NULL)
		return error_set(err, "its process cannot be started");
	if (w == NULL) {
		intake_order_free(order);
		return false;
	}
	w->answer = *answer;
	return true;
}

void intake_forget_answer(struct intake *i, const void *arg)
{
	struct intake_work *w;
	TAILQ_FOREACH (w, &i->all, entry)
		if (w->answer.arg == arg)
			w->answer.ended = NULL;
}

void intake_tidy(struct intake *i, const char *tournament, const char *conf)
{
	struct intake_order *order = intake_order_make(i, INTAKE_TIDY, "");
	intake_order_add(order, tournament, conf);
	intake_start(i, order);
}
