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
#include <sys/queue.h>

#include "referee/base/latency-histogram.h"
#include "referee/base/restart-backoff.h"
#include "referee/director/arbiter-handle.h"
#include "referee/director/cpu-slots.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"
#include "referee/director/pending-games.h"
#include "referee/director/reload.h"
#include "referee/director/remote-games.h"
#include "referee/director/remote-sessions.h"
#include "referee/director/started-bots.h"
#include "referee/director/wire-log.h"
#include "referee/game/rejudge.h"
#include "referee/game/time-loss.h"

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

/* One of its arbiters. */
struct director_arbiter {
	TAILQ_ENTRY(director_arbiter) entry;
	struct arbiter_handle *handle; /* owned */
	int place;		       /* in the terms' places; -1: none */
	int listed;		       /* in the tournament's list of processors; -1: none */
};

struct director {
	const struct tournament *t;
	struct game_store *store;
	struct director_terms terms;
	struct arbiter_config config;
	struct game_queue *agenda; /* borrowed */
	struct rejudge *judge;	   /* owned: judges a game before it is stored */
	struct pending_games drawn;
	struct event *commit, *feed, *parting;
	TAILQ_HEAD(director_arbiters, director_arbiter) arbiters; /* owned */
	int allowed;						  /* local games at a time */
	struct remote_games remote;
	usec next;		  /* with a pace: no game begins before this moment */
	long skipped;		  /* games that were not played since a bot was benched */
	struct time_loss waiting; /* of the games that were played */
	struct cpu_slots listed;  /* of the tournament's list of processors, if it has one */
	bool started;		  /* an arbiter could be started */
	usec starting;		  /* when it is tried again, after one could not; 0: at once */
	struct restart_backoff backoff;
	int deaths;	/* of arbiters with remote games or none, since a game was played */
	int lost;	/* games that the last arbiter that died had */
	char died[WHY]; /* how it died */
	bool ending;
	enum director_end end;
	struct started_bots starts;
	bool *noted; /* owned, by bot: options that it does not take were reported */
	char why[WHY];
};

/* Plays what is on the agenda, as soon as director_allow() lets it. NULL and a line in why: it
 * cannot. */
struct director *director_create(struct game_queue *agenda, struct game_store *store,
	const struct director_terms *terms, char *why, size_t room);

/* Kills what still runs. NULL may be freed. */
void director_free(struct director *d);

/* This many games with local bots may be played at a time; 0: none begins, nor of remote bots
 * alone. Games that are played go on to their end. */
void director_allow(struct director *d, int games);

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

/* How many game runners there are, and the game of one, from 0; NULL: none. *remote: the arbiter of
 * the runner plays games with remote bots. */
int director_runners(const struct director *d);
const struct job *director_game(const struct director *d, int runner, bool *remote);

/* What it has of the roster; NULL: none of its bots is remote. */
const struct claim *director_claim(const struct director *d);

/* How many games were not played since bots were benched, and since remote bots stayed away. */
struct director_skipped {
	long benched, away;
};
struct director_skipped director_skipped(const struct director *d);

/* The line of DIRECTOR_OPTIONS. */
extern const char director_options_why[];

/* --- for remote-games.c ----------------------------------------------------------------------- */

/* Nothing is requested any more; all arbiters end; what they still write is taken in. */
void director_finish(struct director *d, enum director_end end);

void director_say(struct director *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Takes the game off the agenda if it is not to be played. */
bool director_skips(struct director *d, const struct pairing *p);

/* A format without an end would go on for ever with games that are not played: then no more are
 * drawn. */
void director_close(struct director *d);

/* Does the pace keep further games from beginning? Then the feed comes again when it does not. */
bool director_paced(struct director *d);

/* A game begins: the next one at its pace. */
void director_pace(struct director *d);

/* Games with local bots that are played. */
int director_local_games(const struct director *d);

/* What was our fault, or which bot cannot be started. */
const char *director_why(const struct director *d);

#endif
