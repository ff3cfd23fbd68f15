/*
 * live-games.h - what the main process has told the web process so far (live-feed.h): the
 * tournaments in the order they were told, and in each the games that are being played.
 *
 * Texts of moves and positions are kept as they came; whoever draws a game reads them with the
 * rules, so that nothing here can be wrong about them.
 */
#ifndef REFEREE_WEB_LIVE_GAMES_H
#define REFEREE_WEB_LIVE_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "referee/base/eta.h"
#include "referee/web/live-feed.h"
#include "referee/web/metrics.h"
#include "referee/base/self-usage.h"
#include "referee/rating/strength-estimate.h"
#include "rules/rules.h"

enum {
	LIVE_TOURNAMENTS = 256, /* what is told beyond these is not kept */
	LIVE_ENDED = 256,	/* games that ended, of a tournament: the last are remembered */
	LIVE_GAMES = 4096,	/* of a tournament */
	LIVE_MOVES = 16384,	/* of a game */
	LIVE_NUMBERS = 6,
	LIVE_ADDRESS = 64
};

struct live_move {
	int seat;
	char text[MOVE_TEXT];
	int64_t number[LIVE_NUMBERS]; /* wall cpu wait depth score nodes */
};

struct live_game {
	uint64_t pairing;
	int64_t started; /* UTC milliseconds */
	int seats;
	uint64_t seed;
	bool begun;		       /* all that is known at its start is told */
	char *rules, *start, *opening; /* owned */
	char *params[PARAMETERS_MAX];  /* owned: "rows=6" */
	int params_count;
	char *names[SEATS_MAX]; /* owned; NULL: nobody said */
	bool remote[SEATS_MAX];
	char *verdicts[SEATS_MAX], *details[SEATS_MAX]; /* owned; NULL: it has not left */
	struct live_move *moves;			/* owned */
	int moves_count;
};

struct live_ended {
	uint64_t pairing;
	int64_t game; /* its id; 0: it was void */
};

/* What came of the games of two bots; bot NULL: nobody said. */
struct live_strength {
	char *bot, *opponent; /* owned */
	struct tally games, pairs;
	bool test;
	struct sprt sprt;
	int64_t most; /* games that it may take; 0: as many as it likes */
};

struct live_tournament {
	int64_t id, row;	   /* row: in its database; 0: it has none yet */
	int64_t done, all;	   /* games; all -1: not known */
	char *page, *waited;	   /* owned: its id, and the one before it began */
	char *state, *name, *path; /* owned */
	char *why;		   /* owned; "": there is nothing to say */
	struct live_game **games;  /* owned, in the order they were told */
	int games_count;
	struct live_ended ended[LIVE_ENDED]; /* a ring */
	uint64_t ended_count;
	struct live_strength strength;
	struct pace pace;	   /* of its games, since it was told to run */
	uint64_t results, moments; /* go up with what its database has, and with anything at all */
};

struct live {
	struct live_tournament **tournaments; /* owned */
	int count;
	int64_t figures[FIGURES]; /* FEED_UNSAID: nobody said */
	struct delays delays;
	struct kin kin[KIN_KINDS];
	int kin_count;
	uint64_t moments;
};

/* What became of a line, for those who look on; borrowed until the next live_take(). */
struct live_news {
	enum feed_kind kind;
	const struct live_tournament *tournament; /* NULL: of none */
	uint64_t pairing;
	int ply, seat;
	const char *text; /* of a move; of an end, the result */
	int64_t game;	  /* of an end: its id; 0: void */
};

/* Takes a line, at this moment (UTC milliseconds). False: it changes nothing, since it does not fit
 * what was told before. */
bool live_take(struct live *l, const struct feed *f, int64_t now, struct live_news *news);
void live_init(struct live *l);
void live_clear(struct live *l);

/* NULL: there is none. */
const struct live_tournament *live_find(const struct live *l, int64_t id);

/* The tournament whose pages are at this address. The id of one that is in two databases is the
 * address of the one with the lesser path; each has another address besides, the id and a digest of
 * its path. *moved: it had the address while it waited. NULL: there is none. */
const struct live_tournament *live_at(const struct live *l, const char *address, bool *moved);

/* Where its pages are. */
void live_address(
	const struct live *l, const struct live_tournament *t, char address[LIVE_ADDRESS]);

const struct live_game *live_find_game(const struct live_tournament *t, uint64_t pairing);

/* NULL: it is not among the last that ended. */
const struct live_ended *live_find_ended(const struct live_tournament *t, uint64_t pairing);

/* What follows from what came of its games; false: it has not two bots, or no results. */
bool live_estimate(const struct live_tournament *t, struct estimate *e);

/* Seconds until all games are played, if they go on as of late; -1: nobody knows. */
int64_t live_left(const struct live_tournament *t, int64_t now);

#endif
