/*
 * director.h - the running of one tournament: who plays next, on which arbiter, and what became of
 * it. The schedule less what the database holds, until nothing is left or somebody stops it.
 *
 * It lives in the events of its owner's base, who says how many games it may play at a time;
 * several may share a base.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_H
#define REFEREE_DIRECTOR_DIRECTOR_H

#include <event2/event.h>
#include <stddef.h>

#include "referee/base/latency-histogram.h"
#include "referee/director/game-queue.h"
#include "referee/director/reload.h"
#include "referee/director/cpu-slots.h"
#include "referee/director/remote-sessions.h"
#include "referee/director/game-store.h"
#include "referee/director/wire-log.h"

struct director;

enum director_end {
	DIRECTOR_DONE,
	DIRECTOR_INTERRUPTED, /* by director_stop() */
	DIRECTOR_NO_BOT,   /* none of the bots can be started, or of a test one: director_why() */
	DIRECTOR_OPTIONS,  /* a bot is set an option that it does not take, which ends an sprt */
	DIRECTOR_CHANGED,  /* a bot's program has changed meanwhile: director_why() */
	DIRECTOR_DATABASE, /* the database failed: db_why() */
	DIRECTOR_BROKEN	   /* our own fault: director_why() says what */
};

/* What a tournament is given besides itself. All is borrowed. */
struct director_terms {
	struct event_base *base;
	struct cpu_slots *places;	/* of all arbiters on this machine */
	struct remote_sessions *roster; /* of all remote bots; NULL: none can be seated */
	struct wire_wish log_wire;
	/* A line for people. */
	void (*say)(void *arg, const char *text);
	/* A line of a game's record as it comes, or NULL: the game was void. NULL: nobody looks
	 * on. */
	void (*heard)(void *arg, const struct job *job, const char *line);
	/* How many moves had which delay of ours since this was called before; NULL as well. */
	void (*delays)(void *arg, const struct latency_histogram *delays);
	/* It has ended, and all that was played is committed. The last call: the director may be
	 * freed in it. */
	void (*ended)(void *arg, enum director_end end);
	void *arg;
};

/* Plays what is on the agenda, as soon as director_allow() lets it. NULL and a line in why: it
 * cannot. */
struct director *director_create(struct game_queue *agenda, struct game_store *store,
	const struct director_terms *terms, char *why, size_t room);

/* Kills what still runs. NULL may be freed. */
void director_free(struct director *d);

/* So many games with bots of this machine may be played at a time; 0: none begins, nor of remote
 * bots alone. Games that are played go on to their end. */
void director_allow(struct director *d, int slots);

/* Looks soon for games that can begin, or need not be played any more. */
void director_look(struct director *d);

/* Ends it when the games that are played have come back, or were given up. */
void director_stop(struct director *d);

/* Ends it without waiting for the arbiters. */
void director_abandon(struct director *d);

/* Nothing is allowed, all has come back, and what was played is committed. */
bool director_rests(const struct director *d);

/* May bots come while it runs? */
bool director_joins(const struct director *d);

/* Does nothing more begin, whether all is played or it was stopped? Then no bot comes any more. */
bool director_ends(const struct director *d);

/* Somebody took a bot off the bench. */
void director_unbenched(struct director *d, int bot);

/* Reads its definition again, where bots may come. Returns how many came. */
int director_read_again(struct director *d, struct reload *joining);

/* At how many places games may be played, and the game at one, from 0; NULL: none. */
int director_arbiters(const struct director *d); /* the first of the slots */
int director_slots(const struct director *d);
const struct job *director_game(const struct director *d, int slot);

/* What it has of the roster; NULL: none of its bots is remote. */
const struct claim *director_claim(const struct director *d);

/* How many games were not played since bots were benched, and since remote bots stayed away. */
struct director_skipped {
	long benched, away;
};
struct director_skipped director_skipped(const struct director *d);

/* The line of DIRECTOR_OPTIONS. */
extern const char director_options_why[];

/* What was our fault, or which bot cannot be started. */
const char *director_why(const struct director *d);

#endif
