/*
 * director-parts.h - what a director is made of, for the files that it is made of.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_PARTS_H
#define REFEREE_DIRECTOR_DIRECTOR_PARTS_H

#include "referee/base/restart-backoff.h"
#include "referee/game/rejudge.h"
#include "referee/game/time-loss.h"
#include "referee/director/director.h"
#include "referee/director/pending-games.h"
#include "referee/director/remote-games.h"
#include "referee/director/cpu-slots.h"
#include "referee/director/arbiter-slot.h"
#include "referee/director/started-bots.h"

/* The games in which remote bots sit. */
struct director_hall {
	struct remote_games hall;
	struct claim *claim; /* owned, as below; NULL: no bot is remote */
	int claimed;	     /* bots that the claim knows */
	bool *plays;	     /* by bot: it sits in a game, where it is remote */
	usec *away;	     /* by bot: since when it is not connected; 0: it is */
	struct event *late;  /* somebody has been waited for long enough */
	int mixed, alone;    /* games that are played: with bots of this machine, without */
	int wanting;	     /* of those with them, that could begin if there was a place */
	int deaths;	     /* of the process, since a game came back */
	bool runs;	     /* there is a process */
	usec since;	     /* when games may begin; 0: none may */
	long skipped;	     /* games that were not played, since somebody stayed away */
	usec full;	     /* when it was said that it has no descriptors; 0: never */
};

struct director {
	const struct tournament *t;
	struct game_store *store;
	struct director_terms terms;
	struct arbiter_config plan;
	struct game_queue *agenda; /* borrowed */
	struct rejudge *judge;	   /* owned: judges a game before it is stored */
	struct pending_games drawn;
	struct event *commit, *feed, *parting;
	struct director_slot **slots; /* owned; none is freed before the end */
	int count, allowed;	      /* slots; so many of the first have work */
	struct director_hall hall;
	usec next;		  /* with a pace: no game begins before this moment */
	long skipped;		  /* games that were not played since somebody was benched */
	struct time_loss waiting; /* of the games that were played */
	struct cpu_slots listed;  /* of the tournament's list of processors, if it has one */
	int running;		  /* arbiters that live, and the hall */
	bool hired;		  /* one of them could be started */
	usec hiring;		  /* when it is tried again, after one could not; 0: at once */
	struct restart_backoff backoff;
	int killed; /* arbiters with nothing to play that said something wrong, since a game came
		       back */
	bool ending;
	enum director_end end;
	struct started_bots starts;
	bool *noted; /* owned, by bot: options that it does not take were told */
	char why[WHY];
};

struct director_slot {
	struct arbiter_slot slot; /* first: what its calls hand out is this */
	int place;		  /* of its arbiter; -1: none */
	int listed;		  /* of it in the tournament's list of processors; -1: none */
};

/* --- director.c ------------------------------------------------------------------------------- */

/* Nothing is ordered any more; all processes leave; what they still tell is taken in. */
void director_finish(struct director *d, enum director_end end);

void director_say(struct director *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* May a process be started now, after one could not be? Else the feed comes again when it may. */
bool director_may_hire(struct director *d);

/* It could be started, or not for the reason in d->why: then it is tried again, or given up. */
void director_hired(struct director *d, bool started);

/* One of its processes has left. */
void director_one_left(struct director *d);

/* --- director-games.c ------------------------------------------------------------------------- */

/* Takes the game off the agenda when it is one that is not to be played, and says so. */
bool director_skips(struct director *d, const struct pairing *p);

/* A format without an end would go on for ever with games that nobody plays: then no more are
 * drawn. */
void director_close(struct director *d);

/* Does the pace keep further games from beginning? They are looked at again when it does not. */
bool director_paced(struct director *d);

/* A game begins: the next one at its pace. */
void director_pace(struct director *d);

/* What the last game of an earlier run leaves of its pace. False: the database failed. */
bool director_take_up_pace(struct director *d);

/* Games that are played at places of the tournament: by arbiters, or with bots of this machine. */
int director_places_taken(const struct director *d);

/* What becomes of games, whoever plays them. */
extern const struct game_receiver_calls director_games;

/* For slots: the next game of an arbiter; one that came back unplayed; delays of moves. */
bool director_next(void *owner, bool behind, struct job *job, struct game_request *order);
void director_on_returned(void *owner, const struct job *job);
void director_on_delays(void *owner, const struct latency_histogram *delays);

/* What the database does is made to last soon. */
void director_on_commit(evutil_socket_t fd, short what, void *arg);

/* What a walk tells. */
void director_on_word(void *arg, const char *text);
void director_on_bye(void *arg, int round, int bot, double points);

/* --- director-remote.c --------------------------------------------------------------------------
 */

/* Claims the bots that are remote, if any are. False, with a line in why: it cannot. */
bool director_remote_open(struct director *d);
void director_remote_close(struct director *d);

/* Begins what can begin. */
void director_remote_feed(struct director *d);

/* Games may begin from now on, or none may any more. */
void director_remote_allow(struct director *d, bool allowed);

/* A game is over: it was played, or lost. Those of arbiters do not concern it. */
void director_remote_over(struct director *d, const struct pairing *p, bool played);

/* Bots have come: the plan is another. */
bool director_remote_renew(struct director *d);

/* Is there nothing that it plays, or is about to? */
bool director_remote_idle(const struct director *d);

#endif
