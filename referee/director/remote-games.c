/*
 * remote-games.c - starts the games in which remote bots sit.
 */
#include "referee/director/remote-games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/director/director.h"
#include "protocol/verdict.h"

enum {
	REMOTE_GAMES_DRAWN = 256, /* games drawn at a time */
	REMOTE_GAMES_WAITS = 10 /* most waits for bots that connect in turns, never all together */
};

/* A format without an end draws games for as long as they are taken. */
#define REMOTE_GAMES_PATIENCE SECOND

/* The interval of reports that no descriptor is free. */
#define REMOTE_GAMES_REPORT (60 * SECOND)

/* Until the next look, while the listener is silent. */
#define REMOTE_GAMES_SILENT (100 * MILLISECOND)

/* One pass over all pending remote games. */
struct remote_games_look {
	struct director *d;
	usec now, wake; /* wake: the end of the next wait for a bot; 0: no wait */
	int others;	/* games in which no bot is absent */
	int seated;	/* games that began or were skipped */
};

/* --- one game -------------------------------------------------------------------------------- */

/* The state of a game's bots. */
struct remote_games_seats {
	unsigned absent;   /* seats whose bots are not connected, one bit each */
	bool busy;	   /* a bot plays, or its connection is in transfer */
	bool mixed;	   /* local bots sit in it too */
	usec absent_since; /* when the last of its absent bots disconnected */
};

static void remote_games_find_absent(
	const struct director *d, const struct pending_game *game, struct remote_games_seats *seats)
{
	const struct pairing *p = &game->pairing;
	unsigned benched = benching_seats(&d->store->benching, p->bot, p->seats);
	*seats = (struct remote_games_seats){.mixed = pairing_remote_seats(p, d->t) < p->seats};
	for (int i = 0; i < p->seats; i++) {
		int bot = p->bot[i];
		usec since = d->remote.absent_since[bot];
		if (!d->t->bots[bot].remote)
			continue;
		seats->busy |= d->remote.plays[bot];
		if (benched & 1u << i)
			continue; /* the arbiter does not ask this seat */
		seats->busy |= since == 0 && !arbiter_handle_has(d->remote.arbiter, bot);
		seats->absent |= since != 0 ? 1u << i : 0;
		if (since > seats->absent_since)
			seats->absent_since = since;
	}
}

static void remote_games_begin(
	struct director *d, const struct pending_game *game, unsigned absent, struct job *job)
{
	struct game_request request;
	const struct pairing *p = &game->pairing;
	director_begin(d, game, absent, job, &request);
	if (d->ending)
		return;
	for (int i = 0; i < p->seats; i++)
		d->remote.plays[p->bot[i]] |= d->t->bots[p->bot[i]].remote;
	if (pairing_remote_seats(p, d->t) < p->seats)
		d->remote.mixed++;
	else
		d->remote.alone++;
	arbiter_handle_play(d->remote.arbiter, job, &request);
}

/* The job for this game, if a place is free. */
static struct job *remote_games_room(
	struct director *d, const struct pending_game *game, const struct remote_games_seats *seats)
{
	if (director_paced(d))
		return NULL;
	if (!seats->mixed)
		return d->remote.alone < d->t->remote_concurrency
			       ? arbiter_handle_free_job(d->remote.arbiter)
			       : NULL;
	if (game_queue_local_before(d->queue, game->number))
		return NULL;
	if (director_local_games(d) < d->allowed)
		return arbiter_handle_free_job(d->remote.arbiter);
	d->remote.waiting_for_slot++;
	return NULL;
}

/* Begins the game if it can begin. */
static bool remote_games_try(void *arg, struct pending_game *game)
{
	struct remote_games_look *look = arg;
	struct director *d = look->d;
	struct remote_games_seats seats;
	if (d->ending)
		return false;
	/* Most games wait for a bot that plays already, so that is checked first. */
	bool busy = false, absent = false;
	for (int i = 0; i < game->pairing.seats; i++) {
		busy |= d->remote.plays[game->pairing.bot[i]];
		absent |= d->remote.absent_since[game->pairing.bot[i]] != 0;
	}
	if (busy) {
		look->others += !absent;
		game->waits = 0;
		return false;
	}
	if (director_skips(d, &game->pairing)) {
		look->seated++;
		return true;
	}
	remote_games_find_absent(d, game, &seats);
	look->others += seats.absent == 0;
	if (seats.absent != 0 && game->waits == 0)
		game->waits = look->now;
	if (seats.absent != 0 || seats.busy)
		return false;
	struct job *job = remote_games_room(d, game, &seats);
	if (job == NULL)
		return false;
	remote_games_begin(d, game, 0, job);
	look->seated++;
	return true;
}

/* The end of the wait for absent bots. Bots that connect in turns, and never all together, cannot
 * extend it without limit. */
static usec remote_games_wait_end(
	const struct director *d, const struct pending_game *game, usec absent_since)
{
	usec wait = d->t->terms.connect_timeout, since = d->remote.since;
	if (director_joins(d) && wait < REMOTE_GAMES_PATIENCE)
		wait = REMOTE_GAMES_PATIENCE;
	usec first = game->since > since ? game->since : since;
	usec held_up = claim_held_up_until(d->remote.claim);
	if (held_up > first)
		first = held_up; /* they could not come before */
	usec max = (game->waits > since ? game->waits : since) + REMOTE_GAMES_WAITS * wait;
	usec end = (absent_since > first ? absent_since : first) + wait;
	return end < max ? end : max;
}

/* After the wait, plays the game without its absent bots, or not at all. */
static bool remote_games_give_up(void *arg, struct pending_game *game)
{
	struct remote_games_look *look = arg;
	struct director *d = look->d;
	struct remote_games_seats seats;
	remote_games_find_absent(d, game, &seats);
	if (d->ending || seats.absent == 0 || seats.busy)
		return false;
	usec end = remote_games_wait_end(d, game, seats.absent_since);
	if (end > look->now) {
		if (look->wake == 0 || end < look->wake)
			look->wake = end;
		return false;
	}
	look->seated++;
	if (d->t->skip_absent) {
		game_queue_skip(d->queue, &game->pairing, seats.absent);
		d->remote.skipped++;
		return true;
	}
	struct job *job = remote_games_room(d, game, &seats);
	if (job != NULL)
		remote_games_begin(d, game, seats.absent, job);
	return job != NULL;
}

/* --- all games ------------------------------------------------------------------------------- */

/* Could the idle bots play one more game? */
static bool remote_games_could(struct director *d)
{
	int free = 0, local = 0;
	if (director_paced(d))
		return false;
	for (int i = 0; i < d->t->bots_count; i++) {
		local += !d->t->bots[i].remote;
		free += arbiter_handle_has(d->remote.arbiter, i) && !d->remote.plays[i];
	}
	int alone = d->remote.alone < d->t->remote_concurrency && free >= d->t->players;
	return alone || (free > 0 && local > 0 && director_local_games(d) < d->allowed);
}

void remote_games_feed(struct director *d)
{
	struct remote_games_look look = {.d = d, .now = time_now()};
	if (d->remote.claim == NULL || d->ending || d->allowed == 0 || d->store->held)
		return;
	if (d->remote.arbiter == NULL || d->remote.arbiter->retiring)
		return;
	if (claim_is_silent(d->remote.claim)) {
		struct timeval wait = time_timeval(REMOTE_GAMES_SILENT);
		event_add(d->remote.late, &wait);
		return;
	}
	director_close(d);
	int drawn; /* while further games may be of use */
	do {
		look.others = d->remote.waiting_for_slot = drawn = 0;
		game_queue_each_remote(d->queue, remote_games_try, &look);
		bool stuck = look.others == 0 && d->queue->local.count == 0;
		if (!d->ending && (stuck || remote_games_could(d)))
			while (drawn < REMOTE_GAMES_DRAWN && game_queue_fetch(d->queue, look.now))
				drawn++;
	} while (drawn > 0);
	if (look.others == 0 && d->queue->local.count == 0 && !d->ending)
		game_queue_each_remote(d->queue, remote_games_give_up, &look);
	if (look.wake != 0) {
		struct timeval wait = time_timeval(look.wake - look.now);
		event_add(d->remote.late, &wait);
	} else {
		event_del(d->remote.late);
	}
	if (look.seated > 0 && d->queue->step != SCHEDULE_END)
		director_schedule_feed(d);
}

static void remote_games_on_late(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	director_schedule_feed(arg);
}

void remote_games_over(struct director *d, const struct pairing *p)
{
	int remote = pairing_remote_seats(p, d->t);
	if (remote == 0)
		return;
	for (int i = 0; i < p->seats; i++)
		d->remote.plays[p->bot[i]] = false;
	if (remote < p->seats)
		d->remote.mixed--;
	else
		d->remote.alone--;
	director_schedule_feed(d);
}

/* --- bots that could not be heard -------------------------------------------------------- */

/* Can the verdict of this seat come of a silence for which the way to its bot is to blame? */
static bool remote_games_was_silent(
	const struct director *d, const struct job *job, const struct db_game *g, int seat)
{
	static const enum verdict ours[] = {
		VERDICT_TIME, VERDICT_CRASH, VERDICT_STARTUP, VERDICT_ABSENT};
	if (d->remote.claim == NULL || !d->t->bots[job->pairing.bot[seat - 1]].remote)
		return false;
	for (size_t v = 0; v < sizeof ours / sizeof *ours; v++)
		if (strcmp(g->seat[seat - 1].verdict, verdict_table[ours[v]].name) == 0)
			return true;
	return false;
}

bool remote_games_are_our_fault(
	const struct director *d, const struct job *job, const struct db_game *g, const char **why)
{
	const struct claim *claim = d->remote.claim;
	for (int i = 0; i < g->seats; i++) {
		const struct db_failure *failure = &g->seat[i].failure;
		if (!remote_games_was_silent(d, job, g, i + 1))
			continue;
		/* When it was asked for what it failed in, as far as is known. */
		int64_t asked_ms = failure->phase != NULL && failure->wall_us >= 0
					   ? g->ended_ms - failure->wall_us / MILLISECOND - 1
					   : g->started_ms;
		*why = "the listener died, and its connections with it";
		if (claim_lost_listener(claim, job->pairing.bot[i], g->started_ms, g->ended_ms))
			return true;
		*why = "the way to its bots was closed for a time, since a process of the referee stood still";
		if (claim_is_silent(claim) || claim_was_held_up(claim, asked_ms, g->ended_ms))
			return true;
	}
	return false;
}

bool remote_games_wait(void *owner, const struct job *job, const struct db_game *g, usec since)
{
	struct director *d = owner;
	for (int seat = 1; seat <= job->pairing.seats && job->check == 0; seat++)
		if (g->seat[seat - 1].verdict != NULL && remote_games_was_silent(d, job, g, seat))
			return !claim_is_silent(d->remote.claim) &&
			       !claim_has_heard(d->remote.claim, since);
	return false;
}

/* --- connections ----------------------------------------------------------------------------- */

static void remote_games_on_connected(void *owner, int bot)
{
	struct director *d = owner;
	d->remote.absent_since[bot] = 0;
	if (d->remote.arbiter != NULL)
		arbiter_handle_connected(d->remote.arbiter, bot);
	director_schedule_feed(d);
}

static void remote_games_on_disconnected(void *owner, int bot)
{
	struct director *d = owner;
	d->remote.absent_since[bot] = time_now();
	if (d->remote.arbiter != NULL)
		arbiter_handle_disconnected(d->remote.arbiter, bot);
	director_schedule_feed(d);
}

static const struct remote_sessions_calls remote_games_sessions = {
	.connected = remote_games_on_connected,
	.disconnected = remote_games_on_disconnected,
};

int remote_games_socket(void *owner, int bot)
{
	struct director *d = owner;
	return claim_socket(d->remote.claim, bot);
}

void remote_games_on_taken(void *owner, int bot)
{
	(void)bot;
	director_schedule_feed(owner);
}

void remote_games_on_refused(void *owner, int bot)
{
	struct director *d = owner;
	usec now = time_now();
	if (d->remote.refused != 0 && now - d->remote.refused < REMOTE_GAMES_REPORT)
		return;
	d->remote.refused = now;
	director_log(d,
		"bot %s: the arbiter has no free descriptor for its connection, so its games wait; raise the limit with `ulimit -Hn`, or LimitNOFILE= of the unit",
		d->t->bots[bot].name);
}

/* --- start and stop -------------------------------------------------------------------------- */

void remote_games_use(struct director *d, struct arbiter_handle *a)
{
	d->remote.arbiter = a;
	for (int bot = 0; a != NULL && bot < d->remote.claimed; bot++)
		if (d->t->bots[bot].remote && d->remote.absent_since[bot] == 0)
			arbiter_handle_connected(a, bot);
}

void remote_games_allow(struct director *d, bool allowed)
{
	bool before = d->remote.since != 0;
	if (before != allowed)
		d->remote.since = allowed ? time_now() : 0;
}

bool remote_games_claim(struct director *d)
{
	const struct tournament *t = d->t;
	usec now = time_now();
	if (tournament_remote_bots(t) == 0)
		return true;
	if (d->options.sessions == NULL)
		return error_set(&d->err,
			"the tournament has remote bots, and no address is open for them; open one with `referee serve --bot-listen ADDRESS`");
	if (d->remote.plays == NULL) {
		d->remote.plays = memory_get(BOTS_MAX, sizeof *d->remote.plays);
		d->remote.absent_since = memory_get(BOTS_MAX, sizeof *d->remote.absent_since);
		d->remote.late = evtimer_new(d->options.base, remote_games_on_late, d);
	}
	const char **names = memory_get((size_t)t->bots_count, sizeof *names);
	for (int i = 0; i < t->bots_count; i++) {
		names[i] = t->bots[i].remote ? t->bots[i].name : NULL;
		if (names[i] != NULL && i >= d->remote.claimed)
			d->remote.absent_since[i] = now; /* until its connection is reported */
	}
	d->remote.claimed = t->bots_count;
	if (d->remote.claim == NULL)
		d->remote.claim = claim_open(
			d->options.sessions, names, t->bots_count, &remote_games_sessions, d);
	else
		claim_join(d->remote.claim, names, t->bots_count);
	free(names);
	return true;
}

void remote_games_close(struct director *d)
{
	claim_close(d->remote.claim);
	if (d->remote.late != NULL)
		event_free(d->remote.late);
	free(d->remote.plays);
	free(d->remote.absent_since);
	d->remote = (struct remote_games){.claim = NULL};
}
