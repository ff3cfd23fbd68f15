/*
 * pending-games.h - games that were drawn from the agenda and have not begun: those of local bots
 * alone, and those in which a remote bot sits.
 *
 * A game with remote bots may have to wait for bots that are away or busy. So that it holds up no
 * other, more games are drawn than are begun, PENDING_GAMES_MAX at most. Each is kept small, and
 * how it begins is looked up when it does. Both kinds are in the order in which they were drawn; a
 * game that is given back has its old place.
 */
#ifndef REFEREE_DIRECTOR_PENDING_GAMES_H
#define REFEREE_DIRECTOR_PENDING_GAMES_H

#include "referee/base/time.h"
#include "referee/director/game-queue.h"

enum { PENDING_GAMES_MAX = 65536 };

struct pending_games_game {
	struct pairing pairing;
	int64_t number; /* as in its job */
	usec since;	/* when it was drawn or given back */
	usec waits;	/* since when nobody in it plays and somebody is away; 0: not so */
	int tries;
	bool opened; /* how it begins was looked up before */
};

struct pending_games_list {
	struct pending_games_game *games; /* owned; from first on */
	int first, count, room;
	bool mixed_up; /* not in order */
};

struct pending_games {
	struct game_queue *agenda; /* borrowed */
	struct pending_games_list local, remote;
	enum schedule_step step; /* the agenda's last answer */
	int64_t number;		 /* of the last that was drawn */
	bool closed;		 /* nothing more is drawn: as if the schedule had ended */
};

void pending_games_init(struct pending_games *d, struct game_queue *agenda);
void pending_games_clear(struct pending_games *d);

/* Draws one more. False: the agenda has none, as step says, or so many are there already, and step
 * is SCHEDULE_GAME. */
bool pending_games_more(struct pending_games *d, usec now);

/* Takes out the next local game, drawing until there is one. False as above. */
bool pending_games_next_local(struct pending_games *d, usec now, struct pending_games_game *game);

/* Is a local game there that was drawn before this number? */
bool pending_games_local_before(struct pending_games *d, int64_t number);

/* Goes through the games with remote bots in their order; each() says whether it takes one out. It
 * may put games back, which are met the next time. */
void pending_games_each_remote(struct pending_games *d,
	bool (*each)(void *arg, struct pending_games_game *game), void *arg);

/* A game that was taken out begins. */
void pending_games_open(
	struct pending_games *d, const struct pending_games_game *game, struct job *job);

/* It has not begun after all; it is to be played again. */
void pending_games_return(struct pending_games *d, const struct pending_games_game *game);
void pending_games_put_back(struct pending_games *d, const struct job *job, usec now);

/* How many are there. */
int pending_games_count(const struct pending_games *d);

#endif
