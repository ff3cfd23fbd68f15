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
	LIVE_GAMES_TOURNAMENTS = 256, /* what is told beyond these is not kept */
	LIVE_GAMES_ENDED = 256,	  /* games that ended, of a tournament: the last are remembered */
	LIVE_GAMES_GAMES = 4096,  /* of a tournament */
	LIVE_GAMES_MOVES = 16384, /* of a game */
	LIVE_GAMES_NUMBERS = 6,
	LIVE_GAMES_ADDRESS = 64
};

struct live_games_move {
	int seat;
	char text[MOVE_TEXT];
	int64_t number[LIVE_GAMES_NUMBERS]; /* wall cpu wait depth score nodes */
};

struct live_games_game {
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
	struct live_games_move *moves;			/* owned */
	int moves_count;
};

struct live_games_ended {
	uint64_t pairing;
	int64_t game; /* its id; 0: it was void */
};

/* What came of the games of two bots; bot NULL: nobody said. */
struct live_games_strength {
	char *bot, *opponent; /* owned */
	struct result_counts games, pairs;
	bool test;
	struct sprt sprt;
	int64_t most; /* games that it may take; 0: as many as it likes */
};

struct live_games_tournament {
	int64_t id, row;		/* row: in its database; 0: it has none yet */
	int64_t done, all;		/* games; all -1: not known */
	char *page, *waited;		/* owned: its id, and the one before it began */
	char *state, *name, *path;	/* owned */
	char *why;			/* owned; "": there is nothing to say */
	struct live_games_game **games; /* owned, in the order they were told */
	int games_count;
	struct live_games_ended ended[LIVE_GAMES_ENDED]; /* a ring */
	uint64_t ended_count;
	struct live_games_strength strength;
	struct eta pace;	   /* of its games, since it was told to run */
	uint64_t results, moments; /* go up with what its database has, and with anything at all */
};

struct live_games {
	struct live_games_tournament **tournaments; /* owned */
	int count;
	int64_t figures[FIGURES]; /* LIVE_FEED_UNSAID: nobody said */
	struct latency_histogram delays;
	struct self_usage kin[SELF_USAGE_KINDS];
	int self_usage_count;
	uint64_t moments;
};

/* What became of a line, for those who look on; borrowed until the next live_games_take(). */
struct live_games_news {
	enum live_feed_kind kind;
	const struct live_games_tournament *tournament; /* NULL: of none */
	uint64_t pairing;
	int ply, seat;
	const char *text; /* of a move; of an end, the result */
	int64_t game;	  /* of an end: its id; 0: void */
};

/* Takes a line, at this moment (UTC milliseconds). False: it changes nothing, since it does not fit
 * what was told before. */
bool live_games_take(
	struct live_games *l, const struct live_feed *f, int64_t now, struct live_games_news *news);
void live_games_init(struct live_games *l);
void live_games_clear(struct live_games *l);

/* NULL: there is none. */
const struct live_games_tournament *live_games_find(const struct live_games *l, int64_t id);

/* The tournament whose pages are at this address. The id of one that is in two databases is the
 * address of the one with the lesser path; each has another address besides, the id and a digest of
 * its path. *moved: it had the address while it waited. NULL: there is none. */
const struct live_games_tournament *live_games_at(
	const struct live_games *l, const char *address, bool *moved);

/* Where its pages are. */
void live_games_address(const struct live_games *l, const struct live_games_tournament *t,
	char address[LIVE_GAMES_ADDRESS]);

const struct live_games_game *live_games_find_game(
	const struct live_games_tournament *t, uint64_t pairing);

/* NULL: it is not among the last that ended. */
const struct live_games_ended *live_games_find_ended(
	const struct live_games_tournament *t, uint64_t pairing);

/* What follows from what came of its games; false: it has not two bots, or no results. */
bool live_games_estimate(const struct live_games_tournament *t, struct strength_estimate *e);

/* Seconds until all games are played, if they go on as of late; -1: nobody knows. */
int64_t live_games_left(const struct live_games_tournament *t, int64_t now);

#endif
