/*
 * remote-games.h - starts the games in which remote bots sit.
 *
 * A game can begin when all its remote bots are connected and none of them plays. A game that also
 * has local bots counts as a local game, and begins in the order of the schedule. A game of remote
 * bots alone needs only a game runner on this machine.
 *
 * A game with absent bots is postponed while any other game can be played, now or after games in
 * play. When only such games are left, each waits for its bots, from when it was drawn or the bot
 * disconnected. After that it is played without the bot, or not played.
 *
 * One arbiter of the director plays all these games; it has the sockets of the bots.
 *
 * A bot is not charged for a silence while the listener or this process stood still, or after the
 * listener died with its connection: the game is played again. No game begins while the listener is
 * silent.
 */
#ifndef REFEREE_DIRECTOR_REMOTE_GAMES_H
#define REFEREE_DIRECTOR_REMOTE_GAMES_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/time.h"
#include "referee/director/arbiter-handle.h"
#include "referee/director/remote-sessions.h"

struct director;

struct remote_games {
	struct arbiter_handle *arbiter; /* borrowed; NULL: none */
	struct claim *claim;		/* owned, as below; NULL: no bot is remote */
	int claimed;			/* bots in the claim */
	bool *plays;			/* by bot: it is remote and plays a game */
	usec *absent_since;   /* by bot: since when it is disconnected; 0: it is connected */
	struct event *late;   /* timer: the wait for a bot ends */
	int mixed, alone;     /* games in play: with local bots, without */
	int waiting_for_slot; /* games with local bots that lack only a free local place */
	usec since;	      /* since when games may begin; 0: none may */
	long skipped;	      /* games that were not played because a bot stayed away */
	usec refused;	      /* when a lack of descriptors was last reported; 0: never */
};

/* Claims the remote bots, if there are any; later calls add bots that have joined. False: it
 * cannot; the director's err has a line. */
bool remote_games_claim(struct director *d);
void remote_games_close(struct director *d);

/* Sets the arbiter that plays the remote games; NULL: none does. */
void remote_games_use(struct director *d, struct arbiter_handle *a);

/* Begins the games that can begin. */
void remote_games_feed(struct director *d);

/* Sets whether games may begin. */
void remote_games_allow(struct director *d, bool allowed);

/* A game ended or was lost. Games of local bots alone have no effect. */
void remote_games_over(struct director *d, const struct pairing *p);

/* Did a seat of this game fail because its bot could not be heard? Then *why says how. */
bool remote_games_are_our_fault(
	const struct director *d, const struct job *job, const struct db_game *g, const char **why);

/* A verdict on a silence waits until the listener has given a sign of life after the game. */
bool remote_games_wait(void *owner, const struct job *job, const struct db_game *g, usec since);

/* Calls of the arbiter; owner is the director. */
int remote_games_socket(void *owner, int bot);
void remote_games_on_taken(void *owner, int bot);
void remote_games_on_refused(void *owner, int bot);

#endif
