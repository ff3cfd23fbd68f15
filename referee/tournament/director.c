/*
 * director.c - the running of a tournament.
 *
 * The slots ask what they are to play and tell what they have played; here is decided what is
 * skipped, what is played again, and when all is over.
 *
 * Where the schedule follows from results, slots may have to wait for each other's. A result counts
 * as soon as its game is written, before it is committed: what follows from it is written later, so
 * it is never kept without it. After each result a feed is due, which asks again for all slots.
 *
 * Dismissing the arbiters is how a tournament ends, whether all is played or somebody stops it.
 */
#include "referee/tournament/director.h"

#include <assert.h>
#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/ground/memory.h"
#include "referee/judging/verdict.h"
#include "referee/tournament/plan-make.h"
#include "referee/tournament/slot.h"

enum {
	DIRECTOR_TRIES = 3, /* times that we may fail to play one game */
	DIRECTOR_SIGNALS = 3
};

#define DIRECTOR_COMMIT	 (200 * MILLISECOND) /* longest that a finished game waits */
#define DIRECTOR_PARTING (5 * SECOND)	     /* for arbiters to leave, besides their bots' time */

struct director {
	const struct tournament *t;
	struct store *store;
	const struct director_terms *terms;
	struct plan plan;
	struct agenda *agenda; /* borrowed */
	struct event_base *base;
	struct event *commit, *feed, *parting, *signals[DIRECTOR_SIGNALS];
	struct slot *slots;
	enum schedule_step step; /* the agenda's last answer */
	long skipped;		 /* games that were not played since somebody was benched */
	int running;		 /* slots whose arbiter lives */
	bool ending;
	bool at_terminal; /* stderr was one */
	enum director_end end;
	int signal;
	bool *started; /* by bot: it has played */
	bool *refused; /* by bot: it did not start */
	char *why;
	size_t room;
};

static void director_finish(struct director *d, enum director_end end);

static bool director_plan(struct director *d)
{
	bool made = plan_make(&d->plan, d->t, d->why, d->room);
	d->plan.log_wire = d->terms->log_wire != NULL;
	return made;
}

/* --- what is to be played ------------------------------------------------------------------- */

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

static void director_order(const struct director *d, const struct job *job, struct order *order)
{
	const struct opening *opening = &job->opening;
	*order = (struct order){.pairing = job->pairing.key,
		.seed = job->pairing.seed,
		.seats = job->pairing.seats,
		.fen = opening->is_position ? opening->text : "",
		.moves = opening->is_position ? "" : opening->text,
		.benched = strikes_seats(&d->store->strikes, job->pairing.bot, job->pairing.seats)};
	director_processes(d, &job->pairing, order->bot);
}

static bool director_next(void *owner, bool behind, struct job *job, struct order *order)
{
	struct director *d = owner;
	const struct strikes *strikes = &d->store->strikes;
	const struct pairing *p = &job->pairing;
	unsigned benched;
	if (d->ending)
		return false;
	while ((d->step = agenda_next(d->agenda, job)) == SCHEDULE_GAME) {
		benched = strikes_seats(strikes, p->bot, p->seats);
		if (!d->t->skip_benched || benched == 0)
			break;
		agenda_skip(d->agenda, job, benched);
		d->skipped++;
	}
	if (d->step != SCHEDULE_GAME || d->ending)
		return false;
	/* Whether it is played at all may follow from the game before it. */
	if (behind && strikes_shaky(strikes, p->bot, p->seats)) {
		agenda_put_back(d->agenda, job);
		return false;
	}
	director_order(d, job, order);
	return true;
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

/* What was written is committed soon. */
static void director_commit_soon(struct director *d)
{
	struct timeval wait = {.tv_usec = DIRECTOR_COMMIT};
	if (!event_pending(d->commit, EV_TIMEOUT, NULL))
		event_add(d->commit, &wait);
}

static void director_on_word(void *arg, const char *text)
{
	(void)arg;
	fprintf(stderr, "referee: %s\n", text);
}

static void director_on_bye(void *arg, int round, int bot, double points)
{
	struct director *d = arg;
	if (store_bye(d->store, round, bot, points) != DB_OK)
		director_finish(d, DIRECTOR_DATABASE);
	else
		director_commit_soon(d);
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

/* What follows from it is asked for when the slot that told it has done with it. */
static void director_result(struct director *d, const struct job *job, const struct db_game *g)
{
	int rank[SEATS_MAX];
	for (int i = 0; i < g->seats; i++)
		rank[i] = g->seat[i].rank;
	agenda_result(d->agenda, job, rank);
	if (d->step == SCHEDULE_WAIT)
		event_active(d->feed, EV_TIMEOUT, 0);
}

static void director_on_played(
	void *owner, const struct job *job, struct db_game *g, struct wire_log *w)
{
	struct director *d = owner;
	if (d->end == DIRECTOR_DATABASE)
		return; /* nothing can be kept any more */
	g->pairing = (int64_t)job->pairing.key;
	g->round = job->pairing.round;
	g->seed = (int64_t)job->pairing.seed;
	g->opening = job->opening.text;
	if (store_game(d->store, g, job->pairing.bot) != DB_OK) {
		director_finish(d, DIRECTOR_DATABASE);
		return;
	}
	const char *folder = d->terms->log_wire;
	if (folder != NULL && wire_log_save(w, folder, g->id) != 0)
		fprintf(stderr, "referee: %s: %s\n", folder, strerror(errno));
	director_commit_soon(d);
	director_result(d, job, g);
	if (director_none_starts(d, job, g))
		director_finish(d, DIRECTOR_NO_BOT);
}

static void director_on_voided(void *owner, const struct job *job, const char *why)
{
	struct director *d = owner;
	struct job again = *job;
	if (d->end == DIRECTOR_DATABASE)
		return;
	fprintf(stderr, "referee: a game is played again: %s\n", why);
	if (++again.tries < DIRECTOR_TRIES) {
		agenda_put_back(d->agenda, &again);
		return;
	}
	snprintf(d->why, d->room, "%s", why);
	director_finish(d, DIRECTOR_BROKEN);
}

static void director_on_returned(void *owner, const struct job *job)
{
	struct director *d = owner;
	agenda_put_back(d->agenda, job);
}

/* --- arbiters ------------------------------------------------------------------------------- */

/* Is all played? */
static void director_settle(void *owner)
{
	struct director *d = owner;
	bool busy = d->ending || d->agenda->again_count > 0;
	for (int i = 0; i < d->t->concurrency; i++)
		busy |= d->slots[i].queued > 0 || d->slots[i].renewing;
	if (busy || event_pending(d->feed, EV_TIMEOUT, NULL))
		return;
	assert(d->step == SCHEDULE_END); /* it would wait for games that nobody plays */
	director_finish(d, DIRECTOR_DONE);
}

/* Puts an arbiter into the slot. */
static void director_hire(struct director *d, struct slot *s)
{
	int number = plan_pins(d->t) ? (int)(s - d->slots) : -1;
	if (!slot_hire(s, d->base, &d->plan, number, d->why, d->room)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	d->running++;
	slot_feed(s);
}

/* An arbiter that ended while it waited is not missed before there may be work for it. */
static void director_on_feed(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd;
	(void)what;
	for (int i = 0; i < d->t->concurrency && !d->ending; i++) {
		if (d->slots[i].event != NULL)
			slot_feed(&d->slots[i]);
		else
			director_hire(d, &d->slots[i]);
	}
	director_settle(d);
}

static void director_on_gone(void *owner, struct slot *s, bool crashed)
{
	struct director *d = owner;
	d->running--;
	if (d->ending && d->running == 0)
		event_base_loopbreak(d->base);
	/* One that had nothing left may go; one that cannot live would be hired for ever. */
	if (d->ending || (!crashed && !s->renewing))
		return;
	director_hire(d, s);
	director_settle(d);
}

static const struct slot_calls director_calls = {
	.next = director_next,
	.played = director_on_played,
	.voided = director_on_voided,
	.returned = director_on_returned,
	.idle = director_settle,
	.gone = director_on_gone,
};

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
		slot_dismiss(&d->slots[i]);
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

/* --- bots that come ------------------------------------------------------------------------- */

static bool director_joins(const struct director *d)
{
	return d->agenda->walk.schedule->joins != NULL;
}

/* Arbiters know the bots that there were when they were hired. */
static void director_renew(struct director *d)
{
	plan_clear(&d->plan);
	if (!director_plan(d)) {
		director_finish(d, DIRECTOR_BROKEN);
		return;
	}
	for (int i = 0; i < d->t->concurrency; i++)
		if (d->slots[i].event != NULL)
			slot_renew(&d->slots[i]);
}

/* The file is read again. */
static void director_on_join(evutil_socket_t number, short what, void *arg)
{
	struct director *d = arg;
	if (d->at_terminal && !isatty(STDERR_FILENO)) {
		director_on_signal(number, what, arg); /* nobody asked: the terminal was closed */
		return;
	}
	if (d->ending)
		return;
	int round = walk_joins(&d->agenda->walk), before = d->t->bots_count;
	int count = joining_read(d->terms->joining, round);
	if (count < 0)
		fputs("referee: the tournament goes on as it was\n", stderr);
	else if (count == 0)
		fputs("referee: no bot is new\n", stderr);
	if (count <= 0)
		return;
	if (store_join(d->store, d->t, before) != DB_OK) {
		director_finish(d, DIRECTOR_DATABASE);
		return;
	}
	for (int i = before; i < d->t->bots_count; i++)
		fprintf(stderr, "referee: bot %s takes part from block %d on\n", d->t->bots[i].name,
			round);
	director_renew(d);
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
	d->feed = evtimer_new(d->base, director_on_feed, d);
	d->parting = evtimer_new(d->base, director_on_parting, d);
	for (int i = 0; i < DIRECTOR_SIGNALS; i++) {
		/* nohup's wish; a shell without job control ignores SIGINT for what runs behind,
		 * where it must still stop us. */
		bool joins = numbers[i] == SIGHUP && director_joins(d);
		if (numbers[i] == SIGHUP && director_ignores(SIGHUP) && !joins)
			continue;
		d->signals[i] = evsignal_new(
			d->base, numbers[i], joins ? director_on_join : director_on_signal, d);
		if (d->signals[i] == NULL || evsignal_add(d->signals[i], NULL) != 0)
			return false;
	}
	return d->commit != NULL && d->feed != NULL && d->parting != NULL;
}

static void director_open(struct director *d)
{
	signal(SIGPIPE, SIG_IGN);
	d->at_terminal = isatty(STDERR_FILENO);
	d->started = memory_get(BOTS_MAX, sizeof *d->started);
	d->refused = memory_get(BOTS_MAX, sizeof *d->refused);
	d->slots = memory_get((size_t)d->t->concurrency, sizeof *d->slots);
	for (int i = 0; i < d->t->concurrency; i++)
		slot_init(&d->slots[i], &director_calls, d);
}

static void director_free_event(struct event *event)
{
	if (event != NULL)
		event_free(event);
}

static void director_close(struct director *d)
{
	for (int i = 0; i < d->t->concurrency; i++)
		slot_clear(&d->slots[i]);
	for (int i = 0; i < DIRECTOR_SIGNALS; i++)
		director_free_event(d->signals[i]);
	director_free_event(d->commit);
	director_free_event(d->feed);
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
	d->agenda->walk.on_bye = director_on_bye;
	d->agenda->walk.on_word = director_on_word;
	d->agenda->walk.arg = d;
	for (int i = 0; i < d->t->concurrency && !d->ending; i++)
		director_hire(d, &d->slots[i]);
	director_settle(d);
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

enum director_end director_run(struct agenda *agenda, struct store *store,
	const struct director_terms *terms, int *signal, char *why, size_t room)
{
	const struct tournament *t = agenda->t;
	struct director d = {.t = t,
		.agenda = agenda,
		.store = store,
		.terms = terms,
		.end = DIRECTOR_DONE,
		.why = why,
		.room = room};
	director_open(&d);
	if (!director_plan(&d)) {
		d.end = DIRECTOR_BROKEN;
	} else if (!director_open_events(&d)) {
		snprintf(why, room, "there is no room for events");
		d.end = DIRECTOR_BROKEN;
	} else {
		director_play(&d);
	}
	*signal = d.signal;
	director_close(&d);
	return d.end;
}
