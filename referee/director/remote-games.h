/*
 * remote-games.h - the games in which remote bots sit: which of them begin, and when.
 *
 * A game can begin when all its remote bots are connected and none of them plays. A game with local
 * bots too counts as one of the local games, and begins in the order of the schedule. A game of
 * remote bots alone needs nothing of this machine but a game runner.
 *
 * A game whose bots are away is put off as long as anything else can be played, now or when other
 * games are over. When only such games are left, each is waited for, from when it was drawn or the
 * bot left, and then played without the bot, or not played.
 *
 * All these games are played by one arbiter of the director, which has the sockets of the bots.
 */
#ifndef REFEREE_DIRECTOR_REMOTE_GAMES_H
#define REFEREE_DIRECTOR_REMOTE_GAMES_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/base/time.h"
#include "referee/director/arbiter-handle.h"
#include "referee/director/remote-sessions.h"

struct director;

struct remote_games {
	struct arbiter_handle *arbiter; /* borrowed; NULL: none */
	struct claim *claim;		/* owned, as below; NULL: no bot is remote */
	int claimed;			/* bots that the claim knows */
	bool *plays;			/* by bot: it is remote and plays a game */
	usec *away;			/* by bot: since when it is not connected; 0: it is */
	struct event *late;		/* a bot has been waited for long enough */
	int mixed, alone;		/* games that are played: with local bots, without */
	int wanting;			/* games with local bots that only lack a place */
	usec since;			/* when games may begin; 0: none may */
	long skipped;			/* games that were not played, since a bot stayed away */
	usec refused;			/* when a lack of descriptors was reported; 0: never */
};

/* Claims the bots that are remote, if any are, and after that those that have been added. False,
 * with a line in the director's why: it cannot. */
bool remote_games_claim(struct director *d);
void remote_games_close(struct director *d);

/* Is an arbiter wanted for them? */
bool remote_games_exist(const struct director *d);

/* This arbiter plays them from now on; NULL: none does. */
void remote_games_use(struct director *d, struct arbiter_handle *a);

/* Begins the games that can begin. */
void remote_games_feed(struct director *d);

/* Games may begin from now on, or none may any more. */
void remote_games_allow(struct director *d, bool allowed);

/* A game is over: it was played, or lost. Games of local bots alone do not matter. */
void remote_games_over(struct director *d, const struct pairing *p);

/* Calls of the arbiter; owner is the director. */
int remote_games_socket(void *owner, int bot);
void remote_games_on_taken(void *owner, int bot);
void remote_games_on_refused(void *owner, int bot);

#endif
