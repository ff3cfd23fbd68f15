/*
 * spectators-parts.h - what a gallery is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_SPECTATORS_PARTS_H
#define REFEREE_DAEMON_SPECTATORS_PARTS_H

#include "referee/base/time.h"
#include "referee/daemon/spectators.h"
#include "referee/daemon/id-allocator.h"

enum { SPECTATORS_LISTS = 256 };

struct spectators_game {
	int number;
	int64_t tournament, order; /* order: games that had begun by then */
	struct pairing pairing;
	const struct tournament *t; /* borrowed */
	char *opening;		    /* owned, as are the lines */
	bool is_position;
	char *lines; /* each ended by a NUL */
	size_t length, room;
	usec heard; /* the last */
	struct spectators_game *next;
};

struct spectator {
	struct spectators *gallery;   /* borrowed */
	struct spectators_game *game; /* borrowed; NULL: it waits for one */
	const struct spectator_calls *calls;
	void *owner;
	char *name; /* owned; NULL: any */
	bool follow, over;
	bool bereft;  /* its game has just ended */
	bool leaves;  /* when all that it awaits is kept */
	int *awaited; /* owned: numbers of games whose end it saw, and that are not kept yet */
	int awaits;
	struct spectator *next;
};

/* A game that has ended, until it is kept. */
struct spectators_ended {
	int number;
	int64_t tournament;
	uint64_t pairing;
	struct spectators_ended *next;
};

struct spectators {
	struct spectators_game *games[SPECTATORS_LISTS]; /* owned, as is the next */
	struct spectator *lookers;
	struct spectators_ended *ended[SPECTATORS_LISTS]; /* owned */
	struct id_allocator numbers;
	int64_t begun;
};

/* --- spectators-show.c ---------------------------------------------------------------------------
 */

/* A line, unless it has ended. */
void spectator_put(struct spectator *l, const char *line);

/* From here on it sees this game, and at once what of it was played. */
void spectator_see(struct spectator *l, struct spectators_game *game);

#endif
