/*
 * arbiter-slot.c - one arbiter, kept in work.
 *
 * There is a queue of orders: the game that is played and a few to go on with, so that the arbiter
 * never waits while we wait for the disk. The queue is as long as what is played in a few
 * hundredths of a second: for slow games it is one. Records come back in the order of the queue. An
 * arbiter that dies costs the game it played; those behind it are given back. One that says what it
 * must not say is killed, which is as if it had died.
 *
 * Closing an arbiter's orders ends it.
 */
#include "referee/director/arbiter-slot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/arbiter/arbiter.h"

enum {
	ARBITER_SLOT_AHEAD = 64,    /* orders that one arbiter holds at most */
	ARBITER_SLOT_ROOM = 1 << 17 /* a record's longest line fits */
};

#define ARBITER_SLOT_AHEAD_TIME (50 * MILLISECOND) /* what a queue of orders holds of work */

void arbiter_slot_init(struct arbiter_slot *s, const struct arbiter_slot_calls *calls, void *owner)
{
	*s = (struct arbiter_slot){
		.calls = calls, .owner = owner, .process = {.to = -1, .from = -1, .hand = -1}};
	s->room = memory_get(ARBITER_SLOT_ROOM, 1);
	s->queue = memory_get(ARBITER_SLOT_AHEAD, sizeof *s->queue);
}

/* Ends the arbiter and forgets what it had told of its game. Returns its status. */
static int arbiter_slot_end(struct arbiter_slot *s)
{
	if (s->event != NULL)
		event_free(s->event);
	s->event = NULL;
	game_receiver_clear(&s->telling);
	return process_end(&s->process);
}

void arbiter_slot_clear(struct arbiter_slot *s)
{
	arbiter_slot_end(s);
	free(s->room);
	free(s->queue);
}

/* --- orders --------------------------------------------------------------------------------- */

/* Number i of the queue, from 0. */
static struct job *arbiter_slot_job(struct arbiter_slot *s, int i)
{
	return &s->queue[(s->first + i) % ARBITER_SLOT_AHEAD];
}

const struct job *arbiter_slot_game(const struct arbiter_slot *s)
{
	return s->queued > 0 ? &s->queue[s->first] : NULL;
}

void arbiter_slot_feed(struct arbiter_slot *s)
{
	usec each = s->mean > 0 ? s->mean : ARBITER_SLOT_AHEAD_TIME;
	int most = 1 + (int)(ARBITER_SLOT_AHEAD_TIME / each);
	if (most > ARBITER_SLOT_AHEAD)
		most = ARBITER_SLOT_AHEAD;
	while (s->queued < most && !s->renewing) {
		struct job *job = arbiter_slot_job(s, s->queued);
		struct game_request order;
		if (!s->calls->next(s->owner, s->queued > 0, job, &order))
			return;
		if (s->queued == 0)
			s->since = time_now();
		s->queued++;
		if (!game_request_send(&order, s->process.to))
			return; /* its end is on the way to us */
	}
}

/* The first of the queue is done with. */
static void arbiter_slot_pop(struct arbiter_slot *s)
{
	usec now = time_now(), took = now - s->since;
	s->mean = s->mean == 0 ? took : (3 * s->mean + took) / 4;
	s->since = now;
	s->first = (s->first + 1) % ARBITER_SLOT_AHEAD;
	s->queued--;
}

/* --- records -------------------------------------------------------------------------------- */

bool arbiter_slot_take_line(void *slot, char *line)
{
	struct arbiter_slot *s = slot;
	struct latency_histogram delays;
	if (latency_histogram_read(&delays, line)) {
		s->calls->delays(s->owner, &delays);
		return true;
	}
	enum game_receiver_status status = game_receiver_take(&s->telling, s->calls->games,
		s->owner, arbiter_slot_game(s), line, s->wrong, sizeof s->wrong);
	if (status == GAME_RECEIVER_OVER)
		arbiter_slot_pop(s);
	return status != GAME_RECEIVER_WRONG;
}

/* Its pipe has ended: as it should, or because it crashed; or it is killed for what it said. */
static void arbiter_slot_on_gone(struct arbiter_slot *s)
{
	char ending[32], why[WHY + 32];
	bool crashed = s->process.to >= 0 && s->queued > 0;
	int status = arbiter_slot_end(s);
	process_ending(&s->process, status, ending, sizeof ending);
	if (s->wrong[0] != '\0')
		snprintf(why, sizeof why, "an arbiter was killed: %s", s->wrong);
	else
		snprintf(why, sizeof why, "an arbiter ended (%s)", ending);
	if (crashed) {
		for (int i = 1; i < s->queued; i++)
			s->calls->returned(s->owner, arbiter_slot_job(s, i));
		s->queued = 1;
		s->calls->games->voided(s->owner, arbiter_slot_job(s, 0), why);
		arbiter_slot_pop(s);
	}
	s->calls->gone(s->owner, s, crashed);
}

static void arbiter_slot_on_record(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter_slot *s = arg;
	(void)fd;
	(void)what;
	enum process_heard heard = process_read(&s->process, &s->lines, arbiter_slot_take_line, s);
	if (heard == PROCESS_WRONG && s->wrong[0] == '\0')
		snprintf(s->wrong, sizeof s->wrong, "it said a line of more than %d bytes",
			ARBITER_SLOT_ROOM);
	if (heard != PROCESS_GOES_ON) {
		arbiter_slot_on_gone(s);
		return;
	}
	arbiter_slot_feed(s);
	if (s->queued == 0 && s->renewing)
		arbiter_slot_dismiss(s);
	else if (s->queued == 0)
		s->calls->idle(s->owner);
}

/* --- the arbiter ---------------------------------------------------------------------------- */

bool arbiter_slot_hire(struct arbiter_slot *s, struct event_base *base,
	const struct arbiter_config *plan, int number, char *why, size_t room)
{
	s->renewing = false;
	s->wrong[0] = '\0';
	line_reader_init(&s->lines, s->room, ARBITER_SLOT_ROOM);
	if (process_start(&s->process, &arbiter_process, plan, number) != 0) {
		snprintf(why, room, "an arbiter could not be started: %s", strerror(errno));
		return false;
	}
	s->event =
		event_new(base, s->process.from, EV_READ | EV_PERSIST, arbiter_slot_on_record, s);
	if (s->event == NULL || event_add(s->event, NULL) != 0 ||
		!process_watch(&s->process, base)) {
		snprintf(why, room, "an arbiter cannot be listened to: no room for events");
		arbiter_slot_end(s);
		return false;
	}
	return true;
}

void arbiter_slot_renew(struct arbiter_slot *s)
{
	s->renewing = true;
	if (s->queued == 0)
		arbiter_slot_dismiss(s);
}

void arbiter_slot_dismiss(struct arbiter_slot *s)
{
	process_dismiss(&s->process);
}
