/*
 * director.h - runs one tournament: which game is played next, on which arbiter, and its result. It
 * plays the schedule without the games that the database holds, until none is left or the operator
 * stops it.
 *
 * It runs in the event base of its owner. The owner sets how many games it may play at a time.
 * Several directors may share a base.
 */
#ifndef REFEREE_DIRECTOR_DIRECTOR_H
#define REFEREE_DIRECTOR_DIRECTOR_H

#include <event2/event.h>
#include <stddef.h>
#include <sys/queue.h>

#include "base/error.h"
#include "base/latency-histogram.h"
#include "base/restart-backoff.h"
#include "referee/director/arbiter-handle.h"
#include "referee/machines/broker-workers.h"
#include "referee/director/cpu-slots.h"
#include "referee/director/game-queue.h"
#include "referee/director/game-store.h"
#include "referee/director/late-moves.h"
#include "referee/machines/machine-chance.h"
#include "referee/machines/machine-health.h"
#include "referee/machines/pair-machines.h"
#include "referee/director/reload.h"
#include "referee/director/remote-games.h"
#include "referee/director/remote-sessions.h"
#include "referee/director/spot-checks.h"
#include "referee/game/rejudge.h"
#include "referee/game/clock.h"

enum {
	DIRECTOR_WORKERS = WORKERS_MAX + 1024, /* workers by commands, and through a broker */
	DIRECTOR_STATE = 192		       /* bytes of a worker's state */
};

enum director_end {
	DIRECTOR_DONE,
	DIRECTOR_INTERRUPTED, /* by director_stop() */
	DIRECTOR_NO_BOT,      /* no bot can be started, or in a test one cannot: err */
	DIRECTOR_OPTIONS,  /* a bot does not take an option that is set for it; this ends an sprt */
	DIRECTOR_CHANGED,  /* a bot's program changed during the run: err */
	DIRECTOR_RULES,	   /* the rules are a program, which failed: err */
	DIRECTOR_DATABASE, /* the database failed: db_error_text() */
	DIRECTOR_RENEWED,  /* games count no more: the tournament begins again from its database */
	DIRECTOR_BROKEN	   /* our own fault: see err */
};

/* The director's surroundings besides the tournament. All pointers are borrowed. */
struct director_options {
	uint64_t *deaths; /* counts arbiters that died; NULL: not counted */
	struct event_base *base;
	struct cpu_slots *places;	  /* of all arbiters on this machine */
	struct remote_sessions *sessions; /* of all remote bots; NULL: none can be seated */
	struct wire_options log_wire;
	/* A line for people, which may begin with a level (log.h). */
	void (*log)(void *arg, const char *text);
	/* A line of a game's record when it arrives; line NULL: the game was void. The call may be
	 * NULL: then there are no spectators. */
	void (*line)(void *arg, const struct job *job, const char *line);
	/* Moves by our delay, since the previous call; may be NULL. */
	void (*delays)(void *arg, const struct latency_histogram *delays);
	/* The director has ended, and every played game is committed. This is the last call; the
	 * owner may free the director in it. */
	void (*ended)(void *arg, enum director_end end);
	/* Waits for a database that cannot be written for a reason that can pass, or only for the
	 * locks of others; else that ends the tournament. */
	bool waits, waits_for_locks;
	/* It begins to wait: store->why has the reason. May be NULL. */
	void (*held)(void *arg);
	void *arg;
};

/* One arbiter of the director. */
struct director_arbiter {
	TAILQ_ENTRY(director_arbiter) entry;
	struct arbiter_handle *handle; /* owned */
	int place;		       /* its slot in options.places; -1: none */
	int listed; /* its slot in the tournament's list of processors; -1: none */
};

/* A worker of the tournament. */
struct director_worker {
	struct worker_link link;
	struct arbiter_handle *handle; /* borrowed from its arbiter; NULL: no link runs */
	char name[WORKER_NAME];	       /* as the worker says it */
	int64_t row;		       /* of the database; 0: not linked yet */
	int64_t speed;		       /* that the database has */
	usec measured;		       /* when it last told its speed or load */
	usec longest;		       /* of its games */
	struct machine_health health;
	enum machine_drained drained; /* as the next two, when they were last looked at */
	bool slow;		      /* its speed is too far off the median ... */
	bool fast;		      /* ... and above it */
	long checks, different;	      /* spot checks of its games; of these, with a difference */
	char state[DIRECTOR_STATE];   /* for people: "plays", "drained: REASON"; "": not linked */
	long played;		      /* games, before the present connection */
	long unlogged;		      /* games of sessions of this name that have ended */
	int unlogged_sessions;	      /* they are logged with the last one */
	int64_t heard;		      /* UTC ms: its last word before the present connection */
	struct restart_backoff backoff;
	usec next; /* when the link may be started again */
};

struct director {
	const struct tournament *t;
	struct game_store *store;
	struct director_options options;
	struct arbiter_config config;
	struct game_queue *queue; /* borrowed */
	struct rejudge *judge;	  /* owned: judges a game before it is stored */
	struct event *commit, *feed, *later, *end_event;
	struct {
		usec since;	/* 0: the store is not held */
		usec wait, due; /* until the next try, and its moment */
		usec logged_at; /* when the log was told last */
	} hold;
	TAILQ_HEAD(director_arbiters, director_arbiter) arbiters; /* owned */
	int allowed;						  /* local games at a time */
	struct remote_games remote;
	usec next;		      /* with a pace: the earliest time at which a game may begin */
	long skipped;		      /* games that were not played because a bot was benched */
	struct time_loss time_losses; /* of the games in this run */
	struct late_moves late;	      /* the same */
	struct cpu_slots listed; /* slots for the tournament's list of processors, if it has one */
	bool started;		 /* an arbiter has been started */
	usec starting; /* when the next try is due, after an arbiter could not be started; 0: at
			  once */
	struct restart_backoff backoff;
	int deaths; /* of arbiters with remote games or no game, since a game was last played */
	int lost;   /* games in play of the last arbiter that died */
	struct director_worker
		workers[DIRECTOR_WORKERS]; /* first those by commands, then the broker's */
	struct broker_workers *broker;	   /* owned, as is former; NULL: none */
	struct broker_workers *former;	   /* of the configuration before */
	struct pair_machines pairs;	   /* owned */
	struct spot_checks checks;
	struct machine_chance chance; /* owned: games of all machines, compared */
	struct worker_bench *bench;   /* owned: measures the speed of this machine; NULL: not now */
	bool benched;		      /* it was started once */
	int64_t speed;		      /* of this machine, as a worker's; 0: unknown */
	bool slow;		      /* it is too far off the median */
	int quarantine_worker; /* the worker that plays games that ended others, from 1; 0: none */
	usec wake;	       /* of later; 0: none */
	usec longest;	       /* of this machine's games */
	usec watched,
		watch_since;   /* workers: the last look at their games; looks are regular since */
	char died[ERROR_TEXT]; /* how the last arbiter died */
	bool unjudged;	       /* the rules failed when they judged the last record */
	bool ending;	       /* no further game begins, and no bot can join */
	usec ended;	       /* when it was told to end; 0: it was not */
	bool abandoned;	       /* it ends without waiting for anything */
	bool patient;	       /* its end waits for the database, however long */
	enum director_end end;
	enum bot_start { BOT_UNTRIED, BOT_REFUSED, BOT_STARTED } starts[BOTS_MAX];
	bool *options_reported; /* owned, by bot: its refused options were reported */
	struct error err;	/* the fault of ours, or the bot that cannot be started */
};

/* Plays the games of the queue as soon as director_allow() permits. NULL: it cannot; err has a
 * line. */
struct director *director_create(struct game_queue *queue, struct game_store *store,
	const struct director_options *options, struct error *err);

/* Kills the arbiters that still run. NULL may be freed. */
void director_free(struct director *d);

/* Sets how many games with local bots may be in play at a time. 0: no game begins, also none of
 * remote bots alone. Games in play continue to their end. */
void director_allow(struct director *d, int games);

/* Schedules a look for games that can begin, or that need not be played any more. */
void director_schedule_feed(struct director *d);

/* Ends the director when all games in play have returned or were given up. */
void director_stop(struct director *d);

/* Ends the director without waiting for the arbiters. */
void director_abandon(struct director *d);

/* Is no game allowed, none in play, and every result committed? */
bool director_rests(const struct director *d);

/* May bots join while it runs? */
bool director_joins(const struct director *d);

/* The operator unbenched a bot. */
void director_unbenched(struct director *d, int bot);

/* Reads the definition again, in a tournament that bots may join. Returns the number of new
 * bots. */
int director_read_again(struct director *d, struct reload *reload);

/* The number of game runners, and the game of one, from 0; NULL: it is idle. *remote: the arbiter
 * of this runner plays games with remote bots. */
int director_runners(const struct director *d);
const struct job *director_game(const struct director *d, int runner, bool *remote);

/* The line of DIRECTOR_OPTIONS. */
extern const char director_options_why[];

/* --- for the other files of the director ------------------------------------------------------ */

/* Requests no further game and ends all arbiters; the director still receives their last output. */
void director_finish(struct director *d, enum director_end end);

/* Writes a line to the log of the tournament. */
void director_log(struct director *d, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Removes a game that must not be played from the queue. True: it was removed. */
bool director_skips(struct director *d, const struct pairing *p);

/* Stops drawing games. A format without an end would otherwise draw games that are never played,
 * forever. */
void director_close(struct director *d);

/* Does the pace delay further games? Then a timer resumes the feed. */
bool director_paced(struct director *d);

/* A game begins, without these absent seats: makes its job and its request, which points into the
 * job. Sets the earliest time of the next game. */
void director_begin(struct director *d, const struct pending_game *game, unsigned absent,
	struct job *job, struct game_request *request);

/* Schedules a look at this time, if none is scheduled before it. */
void director_wake(struct director *d, usec at);

/* The end of a call of the store: ends the tournament, or begins to wait for the database.
 * False: it ends. */
bool director_stored(struct director *d, int error);

/* The commit is due. An event of d. */
void director_on_commit(evutil_socket_t fd, short what, void *arg);

/* Before the end: writes the rest. False: it cannot be written now, and the end is due again soon.
 * An operator's stop does not wait for long. */
bool director_write_rest(struct director *d);

/* Schedules the commit of written rows. */
void director_commit_soon(struct director *d);

/* The calls of every arbiter. */
extern const struct arbiter_handle_calls director_arbiter_calls;

/* --- director-arbiters.c ---------------------------------------------------------------------- */

/* Adds an arbiter, with its slots as in struct director_arbiter; removes and frees it. */
void director_arbiters_add(
	struct director *d, struct arbiter_handle *handle, int place, int listed);
void director_arbiters_remove(struct director *d, struct director_arbiter *a);

/* The number of games in play with local bots. */
int director_local_games(const struct director *d);

/* Is a machine idle that may play, other than a? Where each game depends on results of others there
 * are few at a time, which one machine would queue all behind those that it plays. */
bool director_arbiters_spare(const struct director *d, const struct arbiter_handle *a);

/* Starts the arbiter of the games with remote bots, if one is wanted. */
void director_arbiters_start_remote(struct director *d);

/* Shares the local games among as many arbiters as are wanted, and starts these. Other arbiters end
 * after their games. */
void director_arbiters_share(struct director *d);

/* Lets them all begin games. */
void director_arbiters_feed(struct director *d);

/* Lets all arbiters end after their games. */
void director_arbiters_retire(struct director *d);

/* Calls of an arbiter. */
void director_arbiters_died(void *owner, struct arbiter_handle *a, int lost, const char *why);
void director_arbiters_gone(void *owner, struct arbiter_handle *handle);

/* --- director-rules.c ------------------------------------------------------------------------- */

/* A tournament whose rules are a program ends when the program fails. The game in play is void.
 * Stored games stay, no bot is blamed, and the same command goes on. */

/* Are the main process's rules without fault? False: the tournament ends. Call it after each
 * question to them. */
bool director_rules_hold(struct director *d);

/* The judge of games from arbiters (game_receiver_calls), owner is the director: record_judge(), and
 * the bots that its request left out. False: the record is wrong, and err has a line. If the rules
 * failed (d->unjudged) it is true, and the tournament ends. */
bool director_rules_judge(
	void *owner, const struct job *job, const struct db_game *g, struct error *err);

/* Is a game void because an arbiter's rules failed? Then the tournament ends. On a worker it is the
 * worker that failed: the game is played on another machine, and in the end on this one. why may be
 * NULL. */
bool director_rules_voided(struct director *d, const struct job *job, const char *why);

#endif
