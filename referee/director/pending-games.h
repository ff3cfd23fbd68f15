/*
 * pending-games.h - games that were drawn from the agenda and have not begun: those for the
 * arbiters, which bots of this machine play alone, and those for the hall, in which a remote bot
 * sits.
 *
 * A game of the hall may have to wait for bots that are away or busy. So that it holds up no other,
 * more games are drawn than are begun, DRAWN_MOST at most; each is kept small, and how it begins is
 * looked up when it does. Both kinds are in the order in which they were drawn; what is given back
 * has its old place.
 */
#ifndef REFEREE_DIRECTOR_PENDING_GAMES_H
#define REFEREE_DIRECTOR_PENDING_GAMES_H

#include "referee/base/time.h"
#include "referee/director/game-queue.h"

enum { DRAWN_MOST = 65536 };

struct drawn_game {
	struct pairing pairing;
	int64_t number; /* as in its job */
	usec since;	/* when it was drawn or given back */
	usec waits;	/* since when nobody in it plays and somebody is away; 0: not so */
	int tries;
	bool opened; /* how it begins was looked up before */
};

struct drawn_list {
	struct drawn_game *games; /* owned; from first on */
	int first, count, room;
	bool mixed_up; /* not in order */
};

struct drawn {
	struct agenda *agenda; /* borrowed */
	struct drawn_list local, hall;
	enum schedule_step step; /* the agenda's last answer */
	int64_t number;		 /* of the last that was drawn */
	bool closed;		 /* nothing more is drawn: as if the schedule had ended */
};

void drawn_init(struct drawn *d, struct agenda *agenda);
void drawn_clear(struct drawn *d);

/* Draws one more. False: the agenda has none, as step says, or so many are there already, and step
 * is SCHEDULE_GAME. */
bool drawn_more(struct drawn *d, usec now);

/* Takes out the next local game, drawing until there is one. False as above. */
bool drawn_next_local(struct drawn *d, usec now, struct drawn_game *game);

/* Is a local game there that was drawn before this number? */
bool drawn_local_before(struct drawn *d, int64_t number);

/* Goes through the games for the hall in their order; each() says whether it takes one out. It may
 * put games back, which are met the next time. */
void drawn_each_hall(struct drawn *d, bool (*each)(void *arg, struct drawn_game *game), void *arg);

/* A game that was taken out begins. */
void drawn_open(struct drawn *d, const struct drawn_game *game, struct job *job);

/* It has not begun after all; it is to be played again. */
void drawn_return(struct drawn *d, const struct drawn_game *game);
void drawn_put_back(struct drawn *d, const struct job *job, usec now);

/* How many are there. */
int drawn_count(const struct drawn *d);

#endif
