/*
 * web-play-game.h - the games of people against bots: tables, one game with its moves, and all games.
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
#include "referee/web/play/web-play-messages.h"
#include "referee/web/live-record.h"

struct bufferevent;

enum {
	WEB_PLAY_ID = 32,     /* hexadecimal digits */
	WEB_PLAY_KEPT = 256,  /* games in memory */
	WEB_PLAY_PLIES = 4096 /* of a game */
};

#define WEB_PLAY_KEEP (24 * 3600 * SECOND) /* a finished game is kept as long */
#define WEB_PLAY_IDLE (60 * SECOND) /* a person without a form for as long may lose the table */

/* --- tables ----------------------------------------------------------------------------------- */

struct web_play_bot {
	char *name;
	unsigned seats; /* that it plays, bit seat - 1 */
};

struct web_play_offer {
	char *name;
	const struct rules *rules;
	int players;
	char *params[PARAMETERS_MAX]; /* "KEY=VALUE" */
	int params_count;
	struct web_play_bot bots[WEB_PLAY_BOTS];
	int bots_count;
	bool ready;
};

/* Can the bot play all seats but this one, from 1? */
bool web_play_offer_has_seat(const struct web_play_offer *t, int bot, int seat);

/* --- games ------------------------------------------------------------------------------------ */

/* A game of the arbiter, and the seat that this process plays in it. */
struct web_play_link {
	uint64_t key;		 /* 0: there is none */
	struct bufferevent *bev; /* owned; NULL: no socket yet, or closed */
	struct live_record record;
	int number;	   /* of its lines in the stream; 0: unknown */
	bool wants;	   /* the last `go` has no answer yet, ... */
	int last_question; /* ... and came after this many plies of the arbiter's game */
};

struct web_play_turn {
	int seat;
	char move[MOVE_TEXT];
	struct move_numbers numbers;
};

enum web_play_state { WEB_PLAY_BEGINS, WEB_PLAY_RUNS, WEB_PLAY_OVER };

struct web_play_game {
	char id[WEB_PLAY_ID + 1];
	int64_t subject; /* of its event stream */
	const struct web_play_offer *offer;
	int offer_number, bot, seat;
	uint64_t seed;
	struct peer_limit_key from; /* the person's address */
	int64_t started_ms, ended_ms;
	struct web_play_turn *kept; /* owned: moves before those of the link */
	int kept_count;
	struct web_play_link link;
	struct web_play_link helper; /* in which the bot plays the person's next move */
	char hint[MOVE_TEXT];	     /* "": none; for the ply hint_ply */
	int hint_ply;
	char no_hint[128];	   /* why there is none; "" */
	int sent;		   /* plies when the last move was sent, ... */
	char sent_move[MOVE_TEXT]; /* ... and the move; -1: none */
	bool resigns;
	enum web_play_state state;
	char why[160]; /* why it ended without a result; "" */
	int64_t version;
	usec ended;	    /* time_now() */
	usec acted;	    /* when the person last sent a form */
	usec charged_until; /* rate limit of requests (rate-limit.h) */
	char *json;	    /* owned: its data as JSON; NULL: not made yet */
	size_t json_length;
	struct web_play_game *next; /* newer games first */
};

struct web_play_games {
	struct web_play_game *first; /* owned */
	int count;
	int64_t subjects;
};

/* Adds a game with a new id. It forgets finished games that are too many or too old. NULL: there is
 * no room. */
struct web_play_game *web_play_games_add(struct web_play_games *all, usec now);

/* Frees the games that ended long ago; calls gone() before. */
void web_play_games_forget(struct web_play_games *all, usec now,
	void (*gone)(void *arg, struct web_play_game *g), void *arg);
void web_play_games_clear(struct web_play_games *all);

/* NULL: there is none. The time does not depend on how much of an id is right. */
struct web_play_game *web_play_games_find(const struct web_play_games *all, const char *id);

/* The game whose link or helper has this key; its number in the stream. NULL: none. */
struct web_play_game *web_play_games_with_key(
	const struct web_play_games *all, uint64_t key, struct web_play_link **link);
struct web_play_game *web_play_games_with_number(
	const struct web_play_games *all, int number, struct web_play_link **link);

/* Games that are not over, of all people or from one address (not NULL). */
int web_play_games_running(const struct web_play_games *all, const struct peer_limit_key *from);

/* The game whose person has sent no form for longest, and for WEB_PLAY_IDLE at least, while a move is
 * awaited. NULL: there is none. When all tables are taken, it makes room for another one. */
struct web_play_game *web_play_games_idle(const struct web_play_games *all, usec now);

/* The number of games that may be from one address, such as that of a school, if max may be in
 * play at a time. */
int web_play_games_share(int max);

/* --- one game --------------------------------------------------------------------------------- */

/* The number of moves made so far. */
int web_play_game_plies(const struct web_play_game *g);

/* The turn at a ply, from 0. */
struct web_play_turn web_play_game_turn(const struct web_play_game *g, int ply);

/* Is it the person's turn, and is the arbiter waiting for the move? */
bool web_play_game_wants(const struct web_play_game *g);

/* Plays the first plies moves in game. setup is filled and borrowed by game. False: err has a line.
 */
bool web_play_game_replay(const struct web_play_game *g, int plies, struct setup *setup,
	struct game *game, struct error *err);

enum web_play_verdict {
	WEB_PLAY_GOOD,	   /* send it */
	WEB_PLAY_REPEATED, /* it was sent before: nothing is to be done */
	WEB_PLAY_STALE,	   /* the game has gone on, or is over */
	WEB_PLAY_EARLY,	   /* it is not the person's turn */
	WEB_PLAY_ILLEGAL
};

/* May the person play this move as ply number ply, from 0? */
enum web_play_verdict web_play_game_judge(const struct web_play_game *g, const char *text, int ply);

/* The number of plies to keep, so that the person's last move is taken back; -1: none can be. */
int web_play_game_back(const struct web_play_game *g);

/* Keeps the first plies moves; all later ones and the link's record are gone. */
void web_play_game_cut(struct web_play_game *g, int plies);

/* The moves so far, separated by blanks; the caller frees them. */
char *web_play_game_moves(const struct web_play_game *g);

/* The result in a sentence for the person. */
void web_play_game_result(const struct web_play_game *g, char *text, size_t room);

/* Closes a link, and clears it. */
void web_play_link_close(struct web_play_link *l);

/* The game has changed: its JSON is made again. */
void web_play_game_changed(struct web_play_game *g);

#endif
