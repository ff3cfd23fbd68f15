/*
 * pending-games.h - games that were drawn from the queue and have not begun, in two lists: local
 * bots only, and with remote bots.
 *
 * A game with remote bots may have to wait for a bot that is absent or busy. So that it delays no
 * other game, more games are drawn than begin, PENDING_GAMES_MAX at most. Each entry is small; its
 * opening is computed when the game begins. Both lists are in drawing order, and a returned game
 * regains its old place.
 */
#ifndef REFEREE_DIRECTOR_PENDING_GAMES_H
#define REFEREE_DIRECTOR_PENDING_GAMES_H

#include "referee/base/time.h"
#include "referee/director/game-queue.h"

enum { PENDING_GAMES_MAX = 65536 };

struct pending_games_game {
	struct pairing pairing;
	int64_t number; /* as in its job */
	usec since;	/* when it was drawn or returned */
	usec waits;	/* since when none of its bots plays and one is absent; 0: not so */
	int tries;
	bool opened; /* its opening was computed before */
};

struct pending_games_list {
	struct pending_games_game *games; /* owned; from first on */
	int first, count, room;
	bool mixed_up; /* not in order */
};

struct pending_games {
	struct game_queue *agenda; /* borrowed */
	struct pending_games_list local, remote;
	enum schedule_step step; /* the queue's last answer */
	int64_t number;		 /* number of the last drawn game */
	bool closed;		 /* no further game is drawn, as if the schedule had ended */
};

void pending_games_init(struct pending_games *d, struct game_queue *agenda);
void pending_games_clear(struct pending_games *d);

/* Draws one more game. False: the queue has none, as step says; or the lists are full, and step is
 * SCHEDULE_GAME. */
bool pending_games_more(struct pending_games *d, usec now);

/* Removes the next local game, and draws until there is one. False: as above. */
bool pending_games_next_local(struct pending_games *d, usec now, struct pending_games_game *game);

/* Is there a local game that was drawn before this number? */
bool pending_games_local_before(struct pending_games *d, int64_t number);

/* Visits the games with remote bots in order; each() returns true to remove one. each() may return
 * games to the list; the next call visits them. */
void pending_games_each_remote(struct pending_games *d,
	bool (*each)(void *arg, struct pending_games_game *game), void *arg);

/* Makes the job of a removed game, which begins. */
void pending_games_open(
	struct pending_games *d, const struct pending_games_game *game, struct job *job);

/* Returns a removed game that did not begin, or a job that must be played again. */
void pending_games_return(struct pending_games *d, const struct pending_games_game *game);
void pending_games_put_back(struct pending_games *d, const struct job *job, usec now);

/* The number of pending games. */
int pending_games_count(const struct pending_games *d);

#endif
