/*
 * director-remote.c - which games with remote bots begin, and when.
 *
 * A game can begin when all its remote bots are connected and none of them plays. Those with bots
 * of this machine too take a place each, as the arbiters do: who was drawn first comes first. Those
 * of remote bots alone need nothing of this machine but a table.
 *
 * Whose bots are away is put off as long as anything else can be played, now or when others are
 * done. When only such games are left, each is waited for, from when it was drawn or the bot left,
 * and then played without it, or not played.
 */
#include <assert.h>
#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/director/director-parts.h"
#include "referee/director/game-request-make.h"

enum {
	DIRECTOR_REMOTE_DEATHS = 5,  /* of the process in a row */
	DIRECTOR_REMOTE_DRAWN = 256, /* games drawn at once */
	DIRECTOR_REMOTE_WAITS = 10   /* times that bots may come and go, never all at once */
};

/* A format without an end gives out games for as long as somebody takes them. */
#define DIRECTOR_REMOTE_PATIENCE SECOND

/* How often it is said that there are no descriptors. */
#define DIRECTOR_REMOTE_SAID (60 * SECOND)

/* One look at all games that wait. */
struct director_look {
	struct director *d;
	usec now, due; /* due: when somebody has been waited for long enough; 0: nobody waits */
	int others;    /* games that nobody is missing in */
	int seated;    /* games that were begun or skipped */
};

static bool director_remote_exists(const struct director *d)
{
	return d->hall.claim != NULL;
}

/* --- one game -------------------------------------------------------------------------------- */

/* How a game's bots are. */
struct director_remote_seats {
	unsigned away;	 /* seats whose bots are not connected, a bit each */
	bool busy;	 /* somebody plays, or its connection is on the way */
	bool mixed;	 /* bots of this machine sit in it too */
	usec away_since; /* the last of those that are away left then */
};

static void director_remote_look_at(const struct director *d, const struct pending_games_game *game,
	struct director_remote_seats *seats)
{
	const struct pairing *p = &game->pairing;
	unsigned benched = benching_seats(&d->store->strikes, p->bot, p->seats);
	*seats = (struct director_remote_seats){.mixed = pairing_remote_seats(p, d->t) < p->seats};
	for (int i = 0; i < p->seats; i++) {
		int bot = p->bot[i];
		usec away = d->hall.away[bot];
		if (!d->t->bots[bot].remote)
			continue;
		seats->busy |= d->hall.plays[bot];
		if (benched & 1u << i)
			continue; /* it is not asked */
		seats->busy |= away == 0 && !remote_games_has(&d->hall.hall, bot);
		seats->away |= away != 0 ? 1u << i : 0;
		if (away > seats->away_since)
			seats->away_since = away;
	}
}

static void director_remote_begin(
	struct director *d, const struct pending_games_game *game, unsigned away, struct job *job)
{
	struct game_request order;
	const struct pairing *p = &game->pairing;
	pending_games_open(&d->drawn, game, job);
	director_pace(d);
	game_request_make(&order, job, &d->store->strikes, &d->plan);
	order.absent = away & ~order.benched;
	job->benched = order.benched;
	job->absent = order.absent;
	for (int i = 0; i < p->seats; i++)
		d->hall.plays[p->bot[i]] |= d->t->bots[p->bot[i]].remote;
	if (pairing_remote_seats(p, d->t) < p->seats)
		d->hall.mixed++;
	else
		d->hall.alone++;
	remote_games_order(&d->hall.hall, job, &order);
}

/* Is there room for it? */
static struct job *director_remote_room(struct director *d, const struct pending_games_game *game,
	const struct director_remote_seats *seats)
{
	if (director_paced(d))
		return NULL;
	if (!seats->mixed)
		return d->hall.alone < d->t->remote_concurrency
			       ? remote_games_free_table(&d->hall.hall)
			       : NULL;
	if (pending_games_local_before(&d->drawn, game->number))
		return NULL;
	if (director_places_taken(d) < d->allowed)
		return remote_games_free_table(&d->hall.hall);
	d->hall.wanting++;
	return NULL;
}

/* Does somebody in it play already? Most games wait for that, so it is asked first. */
static bool director_remote_busy(struct director_look *look, const struct pairing *p)
{
	const struct director_hall *h = &look->d->hall;
	bool busy = false, away = false;
	for (int i = 0; i < p->seats; i++) {
		busy |= h->plays[p->bot[i]];
		away |= h->away[p->bot[i]] != 0;
	}
	look->others += busy && !away;
	return busy;
}

/* Begins it if that can be. */
static bool director_remote_try(void *arg, struct pending_games_game *game)
{
	struct director_look *look = arg;
	struct director *d = look->d;
	struct director_remote_seats seats;
	if (d->ending)
		return false;
	if (director_remote_busy(look, &game->pairing)) {
		game->waits = 0;
		return false;
	}
	if (director_skips(d, &game->pairing)) {
		look->seated++;
		return true;
	}
	director_remote_look_at(d, game, &seats);
	look->others += seats.away == 0;
	if (seats.away != 0 && game->waits == 0)
		game->waits = look->now;
	if (seats.away != 0 || seats.busy)
		return false;
	struct job *job = director_remote_room(d, game, &seats);
	if (job == NULL)
		return false;
	director_remote_begin(d, game, 0, job);
	look->seated++;
	return true;
}

/* When those who are away have been waited for long enough: those who come in turns, and are never
 * all here, not for as long as they like. */
static usec director_remote_due(
	const struct director *d, const struct pending_games_game *game, usec away_since)
{
	usec wait = d->t->connect_timeout, since = d->hall.since;
	if (director_joins(d) && wait < DIRECTOR_REMOTE_PATIENCE)
		wait = DIRECTOR_REMOTE_PATIENCE;
	usec first = game->since > since ? game->since : since;
	usec most = (game->waits > since ? game->waits : since) + DIRECTOR_REMOTE_WAITS * wait;
	usec due = (away_since > first ? away_since : first) + wait;
	return due < most ? due : most;
}

/* Plays it without those who are away, or not at all, if they have been waited for long enough. */
static bool director_remote_give_up(void *arg, struct pending_games_game *game)
{
	struct director_look *look = arg;
	struct director *d = look->d;
	struct director_remote_seats seats;
	director_remote_look_at(d, game, &seats);
	if (d->ending || seats.away == 0 || seats.busy)
		return false;
	usec due = director_remote_due(d, game, seats.away_since);
	if (due > look->now) {
		if (look->due == 0 || due < look->due)
			look->due = due;
		return false;
	}
	look->seated++;
	if (d->t->skip_absent) {
		game_queue_skip(d->agenda, &game->pairing, seats.away);
		d->hall.skipped++;
		return true;
	}
	struct job *job = director_remote_room(d, game, &seats);
	if (job != NULL)
		director_remote_begin(d, game, seats.away, job);
	return job != NULL;
}

/* --- all games ------------------------------------------------------------------------------- */

/* Could bots that are not in a game play one more? */
static bool director_remote_could(struct director *d)
{
	int free = 0, local = 0;
	if (director_paced(d))
		return false;
	for (int i = 0; i < d->t->bots_count; i++) {
		local += !d->t->bots[i].remote;
		free += remote_games_has(&d->hall.hall, i) && !d->hall.plays[i];
	}
	int alone = d->hall.alone < d->t->remote_concurrency && free >= d->t->players;
	return alone || (free > 0 && local > 0 && director_places_taken(d) < d->allowed);
}

/* Draws some more, where that is of use. */
static bool director_remote_draw(struct director *d, const struct director_look *look)
{
	bool stuck = look->others == 0 && d->drawn.local.count == 0;
	int drawn = 0;
	if (d->ending || (!stuck && !director_remote_could(d)))
		return false;
	while (drawn < DIRECTOR_REMOTE_DRAWN && pending_games_more(&d->drawn, look->now))
		drawn++;
	return drawn > 0;
}

static void director_remote_hire(struct director *d)
{
	if (!director_may_hire(d))
		return;
	d->hall.runs = remote_games_hire(&d->hall.hall, &d->plan, d->why, sizeof d->why);
	director_hired(d, d->hall.runs);
}

void director_remote_feed(struct director *d)
{
	struct director_look look = {.d = d, .now = time_now()};
	if (!director_remote_exists(d) || d->ending || d->allowed == 0)
		return;
	if (!d->hall.runs)
		director_remote_hire(d);
	if (!remote_games_lives(&d->hall.hall))
		return;
	director_close(d);
	do {
		look.others = d->hall.wanting = 0;
		pending_games_each_hall(&d->drawn, director_remote_try, &look);
	} while (director_remote_draw(d, &look));
	if (look.others == 0 && d->drawn.local.count == 0 && !d->ending)
		pending_games_each_hall(&d->drawn, director_remote_give_up, &look);
	if (look.due != 0) {
		struct timeval wait = time_timeval(look.due - look.now);
		event_add(d->hall.late, &wait);
	} else {
		event_del(d->hall.late);
	}
	if (look.seated > 0 && d->drawn.step != SCHEDULE_END)
		director_look(d);
}

static void director_remote_on_late(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	director_look(arg);
}

void director_remote_over(struct director *d, const struct pairing *p, bool played)
{
	int remote = pairing_remote_seats(p, d->t);
	if (remote == 0)
		return;
	if (played)
		d->hall.deaths = 0;
	for (int i = 0; i < p->seats; i++)
		d->hall.plays[p->bot[i]] = false;
	if (remote < p->seats)
		d->hall.mixed--;
	else
		d->hall.alone--;
	director_look(d);
}

/* --- who is here ----------------------------------------------------------------------------- */

static void director_remote_on_came(void *owner, int bot)
{
	struct director *d = owner;
	d->hall.away[bot] = 0;
	remote_games_came(&d->hall.hall, bot);
	director_look(d);
}

static void director_remote_on_left(void *owner, int bot)
{
	struct director *d = owner;
	d->hall.away[bot] = time_now();
	remote_games_left(&d->hall.hall, bot);
	director_look(d);
}

static const struct remote_sessions_calls director_remote_roster = {
	.came = director_remote_on_came,
	.left = director_remote_on_left,
};

static int director_remote_on_socket(void *owner, int bot)
{
	struct director *d = owner;
	return claim_socket(d->hall.claim, bot);
}

static void director_remote_on_handed(void *owner, int bot)
{
	(void)bot;
	director_look(owner);
}

static void director_remote_on_full(void *owner, int bot)
{
	struct director *d = owner;
	usec now = time_now();
	if (d->hall.full != 0 && now - d->hall.full < DIRECTOR_REMOTE_SAID)
		return;
	d->hall.full = now;
	director_say(d,
		"the hall has no descriptor left for the connection of %s, whose games wait: raise the limit with `ulimit -Hn`, or LimitNOFILE= of the unit",
		d->t->bots[bot].name);
}

/* --- the process ----------------------------------------------------------------------------- */

static void director_remote_on_gone(void *owner, int lost, const char *why)
{
	struct director *d = owner;
	bool died = !d->hall.hall.renewing && !d->ending;
	d->hall.runs = false;
	if (lost > 0)
		director_say(d, "%s: %d game%s again", why, lost,
			lost == 1 ? " is played" : "s are played");
	else if (died)
		director_say(d, "%s", why);
	if (died && ++d->hall.deaths >= DIRECTOR_REMOTE_DEATHS) {
		snprintf(d->why, sizeof d->why, "%s", why);
		director_finish(d, DIRECTOR_BROKEN);
	}
	director_one_left(d);
	if (!d->ending)
		director_look(d);
}

bool director_remote_idle(const struct director *d)
{
	return d->hall.mixed + d->hall.alone == 0 && !(d->hall.runs && d->hall.hall.renewing);
}

void director_remote_allow(struct director *d, bool allowed)
{
	bool before = d->hall.since != 0;
	if (before != allowed)
		d->hall.since = allowed ? time_now() : 0;
	if (!allowed && d->hall.runs)
		remote_games_renew(&d->hall.hall);
}

/* --- its life -------------------------------------------------------------------------------- */

/* Claims all that are remote, who were not there before among them. */
static bool director_remote_claim(struct director *d)
{
	const struct tournament *t = d->t;
	usec now = time_now();
	if (d->terms.roster == NULL) {
		snprintf(d->why, sizeof d->why,
			"bots of it are remote, and no address is open to them: `referee serve --bot-listen ADDRESS` opens one");
		return false;
	}
	const char **names = memory_get((size_t)t->bots_count, sizeof *names);
	for (int i = 0; i < t->bots_count; i++) {
		names[i] = t->bots[i].remote ? t->bots[i].name : NULL;
		if (names[i] != NULL && i >= d->hall.claimed)
			d->hall.away[i] = now; /* until it is said to have come */
	}
	d->hall.claimed = t->bots_count;
	if (d->hall.claim == NULL)
		d->hall.claim = claim_open(
			d->terms.roster, names, t->bots_count, &director_remote_roster, d);
	else
		claim_join(d->hall.claim, names, t->bots_count);
	free(names);
	return true;
}

bool director_remote_open(struct director *d)
{
	static const struct remote_games_calls calls = {
		.games = &director_games,
		.socket = director_remote_on_socket,
		.handed = director_remote_on_handed,
		.full = director_remote_on_full,
		.delays = director_on_delays,
		.gone = director_remote_on_gone,
	};
	if (tournament_remote_bots(d->t) == 0)
		return true;
	d->hall.plays = memory_get(BOTS_MAX, sizeof *d->hall.plays);
	d->hall.away = memory_get(BOTS_MAX, sizeof *d->hall.away);
	remote_games_init(&d->hall.hall, d->terms.base, &calls, d);
	d->hall.late = evtimer_new(d->terms.base, director_remote_on_late, d);
	return director_remote_claim(d);
}

bool director_remote_renew(struct director *d)
{
	if (!director_remote_exists(d))
		return director_remote_open(d);
	if (d->hall.runs)
		remote_games_renew(&d->hall.hall);
	return director_remote_claim(d);
}

void director_remote_close(struct director *d)
{
	remote_games_clear(&d->hall.hall);
	claim_close(d->hall.claim);
	if (d->hall.late != NULL)
		event_free(d->hall.late);
	free(d->hall.plays);
	free(d->hall.away);
	d->hall = (struct director_hall){.claim = NULL};
}
