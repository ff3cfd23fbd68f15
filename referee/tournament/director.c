/*
 * director.c - the running of a tournament.
 *
 * Each arbiter has a queue of orders: the game it plays and a few to go on with, so that it never
 * waits while we wait for the disk. The queue is as long as what is played in a few hundredths of a
 * second: for slow games it is one. Records come back in the order of the queue. An arbiter that
 * dies costs the game it played, which is ordered again like those behind it.
 *
 * Closing an arbiter's orders ends it: that is how a tournament ends, whether all is played or
 * somebody stops it.
 */
#include "referee/tournament/director.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/ground/memory.h"
#include "referee/judging/verdict.h"
#include "referee/processes/order.h"
#include "referee/processes/process.h"
#include "referee/tournament/gather.h"
#include "referee/tournament/plan-make.h"
#include "referee/tournament/wire-log.h"

enum {
	DIRECTOR_AHEAD = 64,	 /* orders that one arbiter holds at most */
	DIRECTOR_TRIES = 3,	 /* times that we may fail to play one game */
	DIRECTOR_ROOM = 1 << 17, /* a record's longest line fits */
	DIRECTOR_SIGNALS = 3
};

#define DIRECTOR_AHEAD_TIME (50 * MILLISECOND)	/* what a queue of orders holds of work */
#define DIRECTOR_COMMIT	    (200 * MILLISECOND) /* longest that a finished game waits */
#define DIRECTOR_PARTING    (5 * SECOND) /* for arbiters to leave, besides their bots' time */

struct director;

struct slot {
	struct director *director;
	int number;
	struct process process;
	struct event *event;
	struct line_reader lines;
	char *room;
	struct gather gather;
	struct wire_log wire;
	struct job *queue; /* owned, a ring: DIRECTOR_AHEAD of them */
	int first, queued; /* the first is being played */
	usec since, mean;  /* since: the last game's end; mean: of a game's time */
};

struct director {
	const struct tournament *t;
	struct store *store;
	const char *log_wire;
	struct plan plan;
	struct agenda *agenda; /* borrowed */
	struct event_base *base;
	struct event *commit, *parting, *signals[DIRECTOR_SIGNALS];
	struct slot *slots;
	long skipped; /* games that were not played since somebody was benched */
	int running;  /* slots whose arbiter lives */
	bool ending;
	enum director_end end;
	int signal;
	bool *started; /* by bot: it has played */
	bool *refused; /* by bot: it did not start */
	char *why;
	size_t room;
};

static void director_finish(struct director *d, enum director_end end);

/* --- what is to be played ------------------------------------------------------------------- */

/* Number i of the queue, from 0. */
static struct job *director_job(struct slot *s, int i)
{
	return &s->queue[(s->first + i) % DIRECTOR_AHEAD];
}

/* Which of the plan's bots sit where: a bot that has several seats is several processes. */
static void director_processes(const struct director *d, const struct pairing *p, int *bot)
{
	for (int seat = 0; seat < p->seats; seat++) {
		bot[seat] = p->bot[seat];
		for (int other = 0; other < seat; other++) {
			if (p->bot[other] == p->bot[seat])
				bot[seat] += d->t->bots_count;
		}
		assert(bot[seat] < d->plan.bots_count);
	}
}

static bool director_order(struct slot *s, const struct job *job)
{
	const struct opening *opening = &job->opening;
	struct order order = {.pairing = job->pairing.key,
		.seed = job->pairing.seed,
		.seats = job->pairing.seats,
		.fen = opening->is_position ? opening->text : "",
		.moves = opening->is_position ? "" : opening->text,
		.benched = strikes_seats(
			&s->director->store->strikes, job->pairing.bot, job->pairing.seats)};
	director_processes(s->director, &job->pairing, order.bot);
	return order_send(&order, s->process.to); /* else its end is on the way to us */
}

/* The next game for a slot's queue; false: none, or not yet. */
static bool director_next(struct slot *s, struct job *job)
{
	struct director *d = s->director;
	const struct strikes *strikes = &d->store->strikes;
	const struct pairing *p = &job->pairing;
	bool skip = false;
	do {
		d->skipped += skip;
		if (!agenda_next(d->agenda, job))
			return false;
		skip = d->t->skip_benched && strikes_seats(strikes, p->bot, p->seats) != 0;
	} while (skip);
	/* Whether it is played at all may follow from the game before it. */
	if (s->queued == 0 || !strikes_shaky(strikes, p->bot, p->seats))
		return true;
	agenda_put_back(d->agenda, job);
	return false;
}

/* Orders so much that the arbiter has work for a while. */
static void director_feed(struct slot *s)
{
	struct director *d = s->director;
	usec each = s->mean > 0 ? s->mean : DIRECTOR_AHEAD_TIME;
	int most = 1 + (int)(DIRECTOR_AHEAD_TIME / each);
	if (most > DIRECTOR_AHEAD)
		most = DIRECTOR_AHEAD;
	while (s->queued < most && !d->ending) {
		struct job *job = director_job(s, s->queued);
		if (!director_next(s, job))
			return;
		if (s->queued == 0)
			s->since = time_now();
		s->queued++;
		if (!director_order(s, job))
			return;
	}
}

/* --- what was played ------------------------------------------------------------------------ */

static void director_on_commit(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	if (store_commit(d->store) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
}

/* Has every bot failed to start, and none ever played? */
static bool director_none_starts(struct director *d, const struct job *job, struct db_game *g)
{
	for (int i = 0; i < g->seats; i++) {
		if (strcmp(g->seat[i].verdict, verdict_table[VERDICT_BENCHED].name) == 0)
			continue;
		bool refused = strcmp(g->seat[i].verdict, verdict_table[VERDICT_STARTUP].name) == 0;
		d->started[job->pairing.bot[i]] |= !refused;
		d->refused[job->pairing.bot[i]] |= refused;
	}
	for (int i = 0; i < d->t->bots_count; i++)
		if (d->started[i] || !d->refused[i])
			return false;
	return true;
}

/* The first of the queue is done with. */
static void director_pop(struct slot *s)
{
	usec now = time_now(), took = now - s->since;
	s->mean = s->mean == 0 ? took : (3 * s->mean + took) / 4;
	s->since = now;
	s->first = (s->first + 1) % DIRECTOR_AHEAD;
	s->queued--;
}

static void director_take_game(struct slot *s)
{
	struct director *d = s->director;
	const struct job *job = director_job(s, 0);
	struct db_game *g = &s->gather.game;
	g->pairing = (int64_t)job->pairing.key;
	g->round = job->pairing.round;
	g->seed = (int64_t)job->pairing.seed;
	g->opening = job->opening.text;
	bool first = d->store->waiting == 0;
	if (store_game(d->store, g, job->pairing.bot) != DB_OK) {
		director_finish(d, DIRECTOR_DATABASE);
		return;
	}
	if (d->log_wire != NULL && wire_log_save(&s->wire, d->log_wire, g->id) != 0)
		fprintf(stderr, "referee: %s: %s\n", d->log_wire, strerror(errno));
	bool none_starts = director_none_starts(d, job, g);
	director_pop(s);
	if (first) {
		struct timeval wait = {.tv_usec = DIRECTOR_COMMIT};
		event_add(d->commit, &wait);
	}
	if (none_starts)
		director_finish(d, DIRECTOR_NO_BOT);
}

/* We could not play the first of the queue. */
static void director_take_void(struct slot *s, const char *why)
{
	struct director *d = s->director;
	struct job job = *director_job(s, 0);
	wire_log_clear(&s->wire);
	director_pop(s);
	fprintf(stderr, "referee: a game is played again: %s\n", why);
	if (++job.tries < DIRECTOR_TRIES) {
		agenda_put_back(d->agenda, &job);
		return;
	}
	snprintf(d->why, d->room, "%s", why);
	director_finish(d, DIRECTOR_BROKEN);
}

static void director_take_line(struct slot *s, char *line)
{
	struct gather *g = &s->gather;
	if (s->director->ending && s->director->end == DIRECTOR_DATABASE)
		return; /* nothing can be kept any more */
	enum gather_status status = gather_line(g, line);
	bool ours = s->queued > 0 && g->pairing == director_job(s, 0)->pairing.key;
	if (status == GATHER_GAME && ours)
		director_take_game(s);
	else if (status == GATHER_VOID && ours)
		director_take_void(s, g->why);
	else if (status == GATHER_WIRE)
		wire_log_add(&s->wire, g->wire_seat, g->why);
	else
		assert(status == GATHER_MORE); /* an arbiter is our own: it speaks correctly */
}

/* --- arbiters ------------------------------------------------------------------------------- */

static void director_hire(struct slot *s);

/* Is all played? */
static void director_settle(struct director *d)
{
	bool busy = d->ending || d->agenda->again_count > 0;
	for (int i = 0; i < d->t->concurrency; i++)
		busy |= d->slots[i].queued > 0;
	if (!busy)
		director_finish(d, DIRECTOR_DONE);
}

/* Its pipe has ended: as it should, or because it crashed. */
static void director_on_gone(struct slot *s)
{
	struct director *d = s->director;
	char why[128];
	event_free(s->event);
	s->event = NULL;
	int status = process_end(&s->process);
	d->running--;
	gather_clear(&s->gather);
	wire_log_clear(&s->wire);
	if (d->ending) {
		if (d->running == 0)
			event_base_loopbreak(d->base);
		return;
	}
	snprintf(why, sizeof why, "an arbiter ended (%s %d)",
		WIFSIGNALED(status) ? "signal" : "exit status",
		WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	if (s->queued == 0)
		return; /* nothing was left for it; one that cannot live would be hired for ever */
	for (int i = 1; i < s->queued; i++)
		agenda_put_back(d->agenda, director_job(s, i));
	s->queued = 1;
	director_take_void(s, why);
	if (!d->ending)
		director_hire(s);
	director_settle(d);
}

static void director_on_record(evutil_socket_t fd, short what, void *arg)
{
	struct slot *s = arg;
	size_t room, length;
	char *line, *space = line_reader_space(&s->lines, &room);
	ssize_t count = read(fd, space, room);
	enum line_status status;
	(void)what;
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0) {
		director_on_gone(s);
		return;
	}
	line_reader_filled(&s->lines, (size_t)count);
	while ((status = line_reader_next(&s->lines, &line, &length)) == LINE_READY)
		director_take_line(s, line);
	assert(status == LINE_PARTIAL);
	director_feed(s);
	director_settle(s->director);
}

/* Puts an arbiter into the slot. */
static void director_hire(struct slot *s)
{
	struct director *d = s->director;
	int number = plan_pins(d->t) ? s->number : -1;
	line_reader_init(&s->lines, s->room, DIRECTOR_ROOM);
	if (process_start(&s->process, PROCESS_ARBITER, &d->plan, number) != 0) {
		snprintf(d->why, d->room, "an arbiter could not be started: %s", strerror(errno));
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	s->event = event_new(d->base, s->process.from, EV_READ | EV_PERSIST, director_on_record, s);
	if (s->event == NULL || event_add(s->event, NULL) != 0) {
		snprintf(d->why, d->room, "an arbiter cannot be listened to: no room for events");
		process_end(&s->process);
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	d->running++;
	director_feed(s);
}

/* --- the end -------------------------------------------------------------------------------- */

/* Nothing is ordered any more; arbiters leave; what they still tell is taken in. */
static void director_finish(struct director *d, enum director_end end)
{
	usec wait = DIRECTOR_PARTING, most = 0;
	for (int i = 0; i < d->plan.bots_count; i++)
		if (d->plan.bots[i].allowance.quit > most)
			most = d->plan.bots[i].allowance.quit;
	wait += most;
	struct timeval parting = {.tv_sec = wait / SECOND, .tv_usec = wait % SECOND};
	/* However it was to end: what could not be kept must be told. */
	if (end == DIRECTOR_DATABASE)
		d->end = end;
	if (d->ending)
		return;
	d->ending = true;
	d->end = end;
	for (int i = 0; i < d->t->concurrency; i++)
		process_dismiss(&d->slots[i].process);
	event_add(d->parting, &parting);
	if (d->running == 0)
		event_base_loopbreak(d->base);
}

static void director_on_parting(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	event_base_loopbreak(d->base);
}

/* The first signal stops cleanly; the second does not wait for the arbiters to leave. */
static void director_on_signal(evutil_socket_t number, short what, void *arg)
{
	struct director *d = arg;
	(void)what;
	if (d->signal != 0)
		event_base_loopbreak(d->base);
	d->signal = (int)number;
	director_finish(d, DIRECTOR_INTERRUPTED);
}

static bool director_ignores(int number)
{
	struct sigaction now;
	return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* False: there is no room for the events. */
static bool director_open_events(struct director *d)
{
	static const int numbers[DIRECTOR_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};
	d->base = event_base_new();
	if (d->base == NULL)
		return false;
	d->commit = evtimer_new(d->base, director_on_commit, d);
	d->parting = evtimer_new(d->base, director_on_parting, d);
	for (int i = 0; i < DIRECTOR_SIGNALS; i++) {
		/* nohup's wish; a shell without job control ignores SIGINT for what runs behind,
		 * where it must still stop us. */
		if (numbers[i] == SIGHUP && director_ignores(SIGHUP))
			continue;
		d->signals[i] = evsignal_new(d->base, numbers[i], director_on_signal, d);
		if (d->signals[i] == NULL || evsignal_add(d->signals[i], NULL) != 0)
			return false;
	}
	return d->commit != NULL && d->parting != NULL;
}

static void director_open(struct director *d)
{
	signal(SIGPIPE, SIG_IGN);
	d->started = memory_get((size_t)d->t->bots_count, sizeof *d->started);
	d->refused = memory_get((size_t)d->t->bots_count, sizeof *d->refused);
	d->slots = memory_get((size_t)d->t->concurrency, sizeof *d->slots);
	for (int i = 0; i < d->t->concurrency; i++) {
		d->slots[i].director = d;
		d->slots[i].number = i;
		d->slots[i].process = (struct process){.to = -1, .from = -1};
		d->slots[i].room = memory_get(DIRECTOR_ROOM, 1);
		d->slots[i].queue = memory_get(DIRECTOR_AHEAD, sizeof *d->slots[i].queue);
		gather_init(&d->slots[i].gather);
	}
}

static void director_free_event(struct event *event)
{
	if (event != NULL)
		event_free(event);
}

static void director_close(struct director *d)
{
	for (int i = 0; i < d->t->concurrency; i++) {
		struct slot *s = &d->slots[i];
		director_free_event(s->event);
		process_end(&s->process);
		gather_clear(&s->gather);
		wire_log_clear(&s->wire);
		free(s->room);
		free(s->queue);
	}
	for (int i = 0; i < DIRECTOR_SIGNALS; i++)
		director_free_event(d->signals[i]);
	director_free_event(d->commit);
	director_free_event(d->parting);
	if (d->base != NULL)
		event_base_free(d->base);
	free(d->slots);
	free(d->started);
	free(d->refused);
	plan_clear(&d->plan);
}

/* Hires the arbiters and waits until the last of them has left. */
static void director_play(struct director *d)
{
	int queued = 0;
	for (int i = 0; i < d->t->concurrency && !d->ending; i++) {
		director_hire(&d->slots[i]);
		queued += d->slots[i].queued;
	}
	if (queued == 0)
		director_finish(d, DIRECTOR_DONE);
	if (d->running > 0 && event_base_dispatch(d->base) < 0) {
		snprintf(d->why, d->room, "events cannot be waited for: %s", strerror(errno));
		director_finish(d, DIRECTOR_BROKEN);
	}
	if (d->skipped > 0)
		fprintf(stderr, "referee: %ld games with benched bots were not played\n",
			d->skipped);
	if (d->end != DIRECTOR_DATABASE && store_commit(d->store) != DB_OK)
		d->end = DIRECTOR_DATABASE;
}

enum director_end director_run(struct agenda *agenda, struct store *store, const char *log_wire,
	int *signal, char *why, size_t room)
{
	const struct tournament *t = agenda->t;
	struct director d = {.t = t,
		.agenda = agenda,
		.store = store,
		.log_wire = log_wire,
		.end = DIRECTOR_DONE,
		.why = why,
		.room = room};
	director_open(&d);
	if (!plan_make(&d.plan, t, why, room)) {
		d.end = DIRECTOR_BROKEN;
	} else if (!director_open_events(&d)) {
		snprintf(why, room, "there is no room for events");
		d.end = DIRECTOR_BROKEN;
	} else {
		d.plan.log_wire = log_wire != NULL;
		director_play(&d);
	}
	*signal = d.signal;
	director_close(&d);
	return d.end;
}
