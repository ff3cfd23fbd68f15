/*
 * game-queue.h - the games still to be played: the schedule without the held games, each with its
 * opening. Results come from the database, and from each game when it ends.
 *
 * A game is pending from when it is drawn until it begins. A game with remote bots may have to wait
 * for a bot that is absent or busy. So that it delays no other game, more games are drawn than
 * begin, GAME_QUEUE_PENDING_MAX at most. Pending games are small: the opening is computed when the
 * game begins. They are in two lists, of local bots only and with remote bots. Both are in drawing
 * order, and a returned game regains its old place.
 */
#ifndef REFEREE_DIRECTOR_GAME_QUEUE_H
#define REFEREE_DIRECTOR_GAME_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hash-table.h"
#include "base/time.h"
#include "referee/prepare/opening-balance.h"
#include "referee/prepare/openings.h"
#include "referee/schedule/schedule.h"

enum {
	GAME_QUEUE_PENDING_MAX = 65536,
	GAME_QUEUE_LOOK = 1024, /* games that a machine chooses from */
	GAME_QUEUE_LOOK_RESULTS =
		16 /* of those that it cannot play, if games follow from results */
};

/* A game that begins. */
struct job {
	struct pairing pairing;
	struct opening opening;
	int64_t number;		  /* in drawing order, from 1 */
	int tries;		  /* failed attempts of ours to play it */
	int lost_on_workers;	  /* workers that ended while they played it */
	int worker;		  /* 0: this machine; else 1 + index of the director's worker */
	int check;		  /* number of the spot check; 0: a game that counts */
	int avoid;		  /* the worker that could not play it, as worker; 0: none */
	usec requested;		  /* by time_boot(); 0: not yet */
	unsigned benched, absent; /* seats that its request leaves out, one bit each */
};

struct pending_game {
	struct pairing pairing;
	int64_t number; /* as in its job */
	usec since;	/* when it was drawn or returned */
	usec waits;	/* since when none of its bots plays and one is absent; 0: not so */
	int tries, lost_on_workers, avoid; /* as in its job */
	bool opened;			   /* its opening was computed before */
};

/* Does a machine take a pending game now? OTHERS: not yet, another machine should. */
enum game_queue_choice {
	GAME_QUEUE_NEVER,
	GAME_QUEUE_OTHERS,
	GAME_QUEUE_WILLING,
	GAME_QUEUE_PREFERS
};

typedef enum game_queue_choice game_queue_judge(void *arg, const struct pending_game *game);

struct pending_list {
	struct pending_game *games; /* owned; from first on */
	int first, count, room;
	bool is_unsorted; /* not in order */
};

struct game_queue {
	const struct tournament *t; /* borrowed */
	struct openings openings;
	struct openings_judge
		judge; /* of a tournament with balanced openings; its opening_balance is owned */
	long uneven;   /* games from uneven openings, so far */
	struct error failed; /* why the rules, a program, had no setup or opening for a game; "":
				they had */
	struct setup setup;
	struct hash_table held; /* pairings that must not be played again */
	struct schedule_iterator iterator;
	struct pending_list local, remote;
	enum schedule_step step; /* the last answer of game_queue_fetch() */
	int64_t number;		 /* number of the last pending game */
	bool closed;		 /* no further game is fetched, as if the schedule had ended */
};

/* False: the openings are wrong, and each mistake was reported. Clear it only after true. */
bool game_queue_init(
	struct game_queue *q, const struct tournament *t, struct diagnostics *mistakes);
void game_queue_clear(struct game_queue *q);

/* Does it need the results of played games, or only their pairings? */
bool game_queue_needs_results(const struct game_queue *q);

/* Notes a pairing that was played. */
void game_queue_hold(struct game_queue *q, int64_t pairing);

/* The number of the schedule's games that are held. Call it before the first game is drawn. */
long game_queue_played(struct game_queue *q);

/* The next game. SCHEDULE_WAIT: it depends on the results of games that were given out. */
enum schedule_step game_queue_next(struct game_queue *q, struct job *job);

/* The same in two steps: the pairing, then the opening of a known pairing, which is always the
 * same. first: this pairing is opened for the first time. */
enum schedule_step game_queue_draw(struct game_queue *q, struct pairing *p);
void game_queue_open(struct game_queue *q, struct job *job, bool first);

/* A game was played. */
void game_queue_result(struct game_queue *q, const struct job *job, const struct score *score);

/* A game is not played because the bots of these seats (one bit each) are benched or absent. For
 * the schedule they lost it. */
void game_queue_skip(struct game_queue *q, const struct pairing *p, unsigned benched);

/* --- pending games --------------------------------------------------------------------------- */

/* Draws one more pending game. False: there is none, as step says; or the lists are full, and step
 * is SCHEDULE_GAME. */
bool game_queue_fetch(struct game_queue *q, usec now);

/* Removes the next local game, and fetches until there is one. False: as above. */
bool game_queue_take_local(struct game_queue *q, usec now, struct pending_game *game);

/* The same for one of several machines: removes the first game that it prefers, or else the first
 * that it is willing to play, among the next GAME_QUEUE_LOOK games. If all of them are for others,
 * the first of these. False: none now. Where games follow from results, few are drawn past games
 * that it cannot play, because a result may show that they are not needed. */
bool game_queue_choose_local(struct game_queue *q, usec now, game_queue_judge *judge, void *arg,
	struct pending_game *game);

/* Is there a local game that was drawn before this number? */
bool game_queue_local_before(struct game_queue *q, int64_t number);

/* Visits the games with remote bots in order; each() returns true to remove one. each() may return
 * games to the list; the next call visits them. */
void game_queue_each_remote(
	struct game_queue *q, bool (*each)(void *arg, struct pending_game *game), void *arg);

/* Makes the job of a removed game, which begins. */
void game_queue_begin(struct game_queue *q, const struct pending_game *game, struct job *job);

/* Returns a removed game that did not begin, or a job that must be played again. */
void game_queue_return(struct game_queue *q, const struct pending_game *game);
void game_queue_put_back(struct game_queue *q, const struct job *job, usec now);

/* The number of pending games. */
int game_queue_pending(const struct game_queue *q);

#endif
