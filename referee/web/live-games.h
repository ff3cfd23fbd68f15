/*
 * live-games.h - the state of all tournaments and games in play, as the web process gathers it
 * from the live stream (live-event.h), in order of arrival.
 *
 * Moves are not played. A page plays them when it draws the game.
 */
#ifndef REFEREE_WEB_LIVE_GAMES_H
#define REFEREE_WEB_LIVE_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "base/eta.h"
#include "referee/process/self-usage.h"
#include "referee/net/tokens.h"
#include "referee/rating/strength.h"
#include "referee/web/live-record.h"
#include "referee/web/web-metrics.h"
#include "rules/rules.h"

enum {
	LIVE_GAMES_TOURNAMENTS = 256, /* further ones are not kept */
	LIVE_GAMES_ENDED = 256, /* ended games of a tournament that are remembered, the last ones */
	LIVE_GAMES_GAMES = 4096,   /* of a tournament */
	LIVE_GAMES_MOVES = 16384,  /* of a game */
	LIVE_GAMES_WORKERS = 2048, /* of a tournament */
	LIVE_GAMES_ADDRESS = 64
};

struct live_games_ended {
	uint64_t pairing;
	int64_t game; /* its id; 0: it was aborted */
};

/* The results of the games of two bots; bot NULL: not known. */
struct live_games_strength {
	char *bot, *opponent; /* owned */
	struct result_counts games, pairs;
	bool test;
	struct sprt sprt;
	int64_t games_max; /* maximum of games; 0: no limit */
};

/* A worker of a tournament, as its director sees it. */
struct live_games_worker {
	char *name, *state; /* owned; NULL: not known yet */
	int64_t slots, running, played;
	int64_t speed; /* nodes per second; 0: unknown */
	int64_t delay; /* us; -1: unknown */
	int64_t heard; /* UTC ms; 0: never */
};

/* A token with which an owner may sign in (tokens.h). */
struct live_games_account {
	char name[TOKEN_NAME + 1], owner[TOKEN_NAME + 1];
	unsigned char key[CRYPTO_BYTES];
};

struct live_games_accounts {
	struct live_games_account *all; /* owned */
	int count;
};

struct live_games_tournament {
	int64_t id, row;	   /* row: its id in its database; 0: none yet */
	int64_t done, all;	   /* games; all -1: not known */
	char *page, *waited;	   /* owned: its id, and the id before it began */
	char *state, *name, *path; /* owned */
	char *why;		   /* owned; "": nothing to explain */
	char *owners; /* owned: a line "BOT OWNER" of each bot with an owner; NULL: none */
	char *format, *benched;	    /* owned: of its schedule; bots, separated by blanks; NULL: not
				       known */
	struct live_record **games; /* owned, in order of arrival */
	int games_count;
	struct live_games_ended ended[LIVE_GAMES_ENDED]; /* a ring buffer */
	uint64_t ended_count;
	struct live_games_strength strength;
	struct live_games_worker *workers; /* owned */
	int workers_count;
	bool machines;		   /* it has workers, even if none is connected */
	struct eta eta;		   /* of its games, since it began to run */
	uint64_t results, version; /* versions: of its database, and of all its state */
};

struct live_games {
	struct live_games_tournament **tournaments; /* owned */
	int count;
	int64_t metrics[METRICS]; /* UNKNOWN until known */
	struct latency_histogram delays;
	struct self_usage self_usage[SELF_USAGE_KINDS];
	int self_usage_count;
	struct live_games_accounts accounts, incoming; /* incoming: a list without its end */
	char *announcement;			       /* owned: the operator's; NULL: none */
	uint64_t version;
};

/* The change that an event makes, for the readers of a page. */
enum live_games_change {
	LIVE_GAMES_NOTHING,   /* no change that is sent by itself */
	LIVE_GAMES_STANDINGS, /* the tournament's state or results; of all, if there is none */
	LIVE_GAMES_BEGUN,     /* of a game, as the next ones */
	LIVE_GAMES_MOVED,
	LIVE_GAMES_LEFT, /* a seat has failed */
	LIVE_GAMES_OVER, /* the game has ended, so that standings have changed too */
	LIVE_GAMES_CHANGES
};

/* Borrowed until the next live_games_take(). */
struct live_games_news {
	enum live_games_change change;
	const struct live_games_tournament *tournament; /* NULL: none, or all */
	uint64_t pairing;
	int ply, seat;
	const char *text; /* of a move */
	int64_t game;	  /* at an end: the game's id in the database; 0: it was aborted */
};

/* Takes an event at this time (UTC milliseconds). False: it contradicts earlier events and
 * changes nothing. */
bool live_games_take(struct live_games *l, const struct live_event *e, int64_t now,
	struct live_games_news *news);
void live_games_init(struct live_games *l);
void live_games_clear(struct live_games *l);

/* NULL: there is none. */
const struct live_games_tournament *live_games_find(const struct live_games *l, int64_t id);

/* The tournament whose pages have this address. A tournament may be in two databases: its id is
 * then the address of the one whose path comes first. Each also has a second address: the id and a
 * digest of its path. *moved: it had this address while it waited. NULL: there is none. */
const struct live_games_tournament *live_games_at(
	const struct live_games *l, const char *address, bool *moved);

/* Writes the address of its pages. */
void live_games_address(const struct live_games *l, const struct live_games_tournament *t,
	char address[LIVE_GAMES_ADDRESS]);

/* The game of this pairing; NULL: it is not in play. */
const struct live_record *live_games_find_game(
	const struct live_games_tournament *t, uint64_t pairing);

/* NULL: it is not among the last games that ended. */
const struct live_games_ended *live_games_find_ended(
	const struct live_games_tournament *t, uint64_t pairing);

/* Splits the next line "BOT OWNER" off *text, a copy of a tournament's owners. False: there is no
 * other. */
bool live_games_next_owner(char **text, const char **bot, const char **owner);

/* Estimates the strengths from its results. False: it has not two bots, or no results. */
bool live_games_estimate(const struct live_games_tournament *t, struct strength_estimate *e);

/* Estimated seconds until all games are played, at the present speed; -1: not known. */
int64_t live_games_left(const struct live_games_tournament *t, int64_t now);

#endif
