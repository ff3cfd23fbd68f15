/*
 * visit-game.h - the games of people against bots: tables, one game with its moves, and all games.
 *
 * A game survives the taking back of moves: its first moves are kept, and another game of the
 * arbiter continues from them. The id of a game is 128 random bits, and the only right that its
 * person needs.
 */
#ifndef REFEREE_WEB_PLAY_VISIT_GAME_H
#define REFEREE_WEB_PLAY_VISIT_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/game/game.h"
#include "referee/net/peer-limits.h"
#include "referee/web/play/visit-messages.h"
#include "referee/web/live-record.h"

struct bufferevent;

enum {
	VISIT_ID = 32,	   /* hexadecimal digits */
	VISIT_KEPT = 256,  /* games in memory */
	VISIT_PLIES = 4096 /* of a game */
};

#define VISIT_KEEP (24 * 3600 * SECOND) /* a finished game is kept as long */
#define VISIT_IDLE (60 * SECOND)	/* a person without a form for as long may lose the table */

/* --- tables ----------------------------------------------------------------------------------- */

struct visit_bot {
	char *name;
	unsigned seats; /* that it plays, bit seat - 1 */
};

struct visit_table {
	char *name;
	const struct rules *rules;
	int players;
	char *params[PARAMETERS_MAX]; /* "KEY=VALUE" */
	int params_count;
	struct visit_bot bots[VISIT_BOTS];
	int bots_count;
	bool ready;
};

/* Can the bot play all seats but this one, from 1? */
bool visit_table_has_seat(const struct visit_table *t, int bot, int seat);

/* --- games ------------------------------------------------------------------------------------ */

/* A game of the arbiter, and the seat that this process plays in it. */
struct visit_link {
	uint64_t key;		 /* 0: there is none */
	struct bufferevent *bev; /* owned; NULL: no socket yet, or closed */
	struct live_record record;
	int number;	   /* of its lines in the stream; 0: unknown */
	bool wants;	   /* the last `go` has no answer yet, ... */
	int last_question; /* ... and came after this many plies of the arbiter's game */
};

struct visit_turn {
	int seat;
	char move[MOVE_TEXT];
	struct move_numbers numbers;
};

enum visit_state { VISIT_BEGINS, VISIT_RUNS, VISIT_OVER };

struct visit_game {
	char id[VISIT_ID + 1];
	int64_t subject; /* of its event stream */
	const struct visit_table *table;
	int table_number, bot, seat;
	uint64_t seed;
	struct peer_limit_key from; /* the person's address */
	int64_t started_ms, ended_ms;
	struct visit_turn *kept; /* owned: moves before those of the link */
	int kept_count;
	struct visit_link link;
	struct visit_link helper; /* in which the bot plays the person's next move */
	char hint[MOVE_TEXT];	  /* "": none; for the ply hint_ply */
	int hint_ply;
	char no_hint[128];	   /* why there is none; "" */
	int sent;		   /* plies when the last move was sent, ... */
	char sent_move[MOVE_TEXT]; /* ... and the move; -1: none */
	bool resigns;
	enum visit_state state;
	char why[160]; /* why it ended without a result; "" */
	int64_t version;
	usec ended; /* time_now() */
	usec acted; /* when the person last sent a form */
	usec spent; /* rate limit of requests (rate-limit.h) */
	char *json; /* owned: its data as JSON; NULL: not made yet */
	size_t json_length;
	struct visit_game *next; /* newer games first */
};

struct visit_games {
	struct visit_game *first; /* owned */
	int count;
	int64_t subjects;
};

/* Adds a game with a new id. It forgets finished games that are too many or too old. NULL: there is
 * no room. */
struct visit_game *visit_games_add(struct visit_games *all, usec now);

/* Frees the games that ended long ago; calls gone() before. */
void visit_games_forget(struct visit_games *all, usec now,
	void (*gone)(void *arg, struct visit_game *g), void *arg);
void visit_games_clear(struct visit_games *all);

/* NULL: there is none. The time does not depend on how much of an id is right. */
struct visit_game *visit_games_find(const struct visit_games *all, const char *id);

/* The game whose link or helper has this key; its number in the stream. NULL: none. */
struct visit_game *visit_games_with_key(
	const struct visit_games *all, uint64_t key, struct visit_link **link);
struct visit_game *visit_games_with_number(
	const struct visit_games *all, int number, struct visit_link **link);

/* Games that are not over, of all people or from one address (not NULL). */
int visit_games_running(const struct visit_games *all, const struct peer_limit_key *from);

/* The game whose person has sent no form for longest, and for VISIT_IDLE at least, while a move is
 * awaited. NULL: there is none. When all tables are taken, it makes room for another one. */
struct visit_game *visit_games_idle(const struct visit_games *all, usec now);

/* The number of games that may be from one address, such as that of a school, if max may be in
 * play at a time. */
int visit_games_share(int max);

/* --- one game --------------------------------------------------------------------------------- */

/* The number of moves made so far. */
int visit_game_plies(const struct visit_game *g);

/* The turn at a ply, from 0. */
struct visit_turn visit_game_turn(const struct visit_game *g, int ply);

/* Is it the person's turn, and is the arbiter waiting for the move? */
bool visit_game_wants(const struct visit_game *g);

/* Plays the first plies moves in game. setup is filled and borrowed by game. False: err has a line.
 */
bool visit_game_replay(const struct visit_game *g, int plies, struct setup *setup,
	struct game *game, struct error *err);

enum visit_verdict {
	VISIT_GOOD,	/* send it */
	VISIT_REPEATED, /* it was sent before: nothing is to be done */
	VISIT_STALE,	/* the game has gone on, or is over */
	VISIT_EARLY,	/* it is not the person's turn */
	VISIT_ILLEGAL
};

/* May the person play this move as ply number ply, from 0? */
enum visit_verdict visit_game_judge(const struct visit_game *g, const char *text, int ply);

/* The number of plies to keep, so that the person's last move is taken back; -1: none can be. */
int visit_game_back(const struct visit_game *g);

/* Keeps the first plies moves; all later ones and the link's record are gone. */
void visit_game_cut(struct visit_game *g, int plies);

/* The moves so far, separated by blanks; the caller frees them. */
char *visit_game_moves(const struct visit_game *g);

/* The result in a sentence for the person. */
void visit_game_result(const struct visit_game *g, char *text, size_t room);

/* Closes a link, and clears it. */
void visit_link_close(struct visit_link *l);

/* The game has changed: its JSON is made again. */
void visit_game_changed(struct visit_game *g);

#endif
