/*
 * director-hold.c - commits of written games, and the time in which the database cannot be written.
 */
#include "referee/director/director.h"

#include <stdlib.h>

#include "referee/director/director-machines.h"
#include "referee/director/disk-room.h"

#define DIRECTOR_COMMIT	  (200 * MILLISECOND) /* longest wait of a finished game */
#define DIRECTOR_HOLD	  (500 * MILLISECOND) /* until the first try after a failed commit */
#define DIRECTOR_HOLD_MAX (30 * SECOND)
#define DIRECTOR_HOLD_SAY (60 * SECOND) /* until it is said again */
#define DIRECTOR_HOLD_END (5 * SECOND)	/* that the operator's stop waits for the database */

/* Nothing can be written now: tries again later. */
static void director_hold_try(struct director *d)
{
	const char *given = getenv("REFEREE_AGAIN"); /* seconds: the longest wait */
	usec now = time_now(), most = given != NULL ? atoi(given) * SECOND : 0;
	bool first = d->hold.since == 0;
	d->hold.since = first ? now : d->hold.since;
	d->hold.wait = first ? DIRECTOR_HOLD : 2 * d->hold.wait;
	if (most <= 0)
		most = DIRECTOR_HOLD_MAX;
	if (d->hold.wait > most)
		d->hold.wait = most;
	struct timeval wait = time_timeval(d->hold.wait);
	d->hold.due = now + d->hold.wait;
	event_add(d->commit, &wait);
	if (!first && now - d->hold.logged_at < DIRECTOR_HOLD_SAY)
		return;
	d->hold.logged_at = now;
	director_log(d,
		"<4>PAUSED: %s; all finished games are kept, those in play go on, and it goes on by itself when the database can be written",
		d->store->why.text);
	if (first && d->options.held != NULL)
		d->options.held(d->options.arg);
}

bool director_stored(struct director *d, int error)
{
	const bool locked = d->store->held && d->store->failed == DB_LOCKED;
	const bool waits = d->options.waits || (d->options.waits_for_locks && locked);
	if (error != DB_OK || (d->store->held && !waits)) {
		director_finish(d, DIRECTOR_DATABASE);
		return false;
	}
	if (d->store->held && d->hold.since == 0)
		director_hold_try(d);
	if (d->store->held || d->hold.since == 0)
		return true;
	double seconds = (double)(time_now() - d->hold.since) / SECOND;
	d->hold.since = 0;
	director_log(d, "<5>goes on: the database can be written again, after %.1f s", seconds);
	director_machines_void(d);
	director_schedule_feed(d);
	return true;
}

void director_on_commit(evutil_socket_t fd, short what, void *arg)
{
	struct director *d = arg;
	(void)fd, (void)what;
	/* A statement that failed has ended the transaction; a commit would hide its error. */
	if (d->end == DIRECTOR_DATABASE)
		return;
	/* A few bytes of room would soon be used. */
	bool held_before = d->hold.since != 0, full = held_before && d->store->failed == DB_FULL;
	bool tries = !full || disk_room_is_there(d->t->db);
	if (tries && !director_stored(d, game_store_commit(d->store)))
		return;
	if (held_before && d->store->held)
		director_hold_try(d);
}

void director_commit_soon(struct director *d)
{
	struct timeval wait = {.tv_usec = DIRECTOR_COMMIT};
	if (!event_pending(d->commit, EV_TIMEOUT, NULL))
		event_add(d->commit, &wait);
}

bool director_write_rest(struct director *d)
{
	static const struct timeval soon = {0, DIRECTOR_HOLD};
	if (d->end == DIRECTOR_DATABASE)
		return true;
	bool stored = director_stored(d, game_store_commit(d->store));
	if (!stored || !d->store->held)
		return true;
	bool waits = d->patient || d->end != DIRECTOR_INTERRUPTED ||
		     time_now() - d->ended < DIRECTOR_HOLD_END;
	if (!d->abandoned && waits) {
		event_add(d->end_event, &soon);
		return false;
	}
	d->end = DIRECTOR_DATABASE;
	return true;
}
