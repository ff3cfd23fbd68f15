/*
 * stored-game.h - one game of a database: its texts, its rules, its turns from the opening on, and
 * the departures of seats.
 */
#ifndef REFEREE_RESULTS_STORED_GAME_H
#define REFEREE_RESULTS_STORED_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/game/move-list.h"
#include "referee/game/position-blocks.h"

/* The text columns of the query game. */
enum stored_game_text {
	STORED_GAME_TOURNAMENT,
	STORED_GAME_NAME,
	STORED_GAME_RULES,
	STORED_GAME_SEATS,
	STORED_GAME_ROUND,
	STORED_GAME_OPENING,
	STORED_GAME_RESULT,
	STORED_GAME_REASON,
	STORED_GAME_STARTED,
	STORED_GAME_SECONDS,
	STORED_GAME_SEED,
	STORED_GAME_FINAL,
	STORED_GAME_SANDBOX,
	STORED_GAME_DEFINITION,
	STORED_GAME_WORKER,  /* "": this machine, as the next */
	STORED_GAME_MACHINE, /* architecture and processor */
	STORED_GAME_REMOVED, /* why its moves were removed; "": they were not */
	STORED_GAME_TEXTS
};

/* All zero: no game. It is never copied: its moves refer to its setup. */
struct stored_game {
	int64_t game;			/* its number; 0: not from a database */
	char *texts[STORED_GAME_TEXTS]; /* owned, escaped; NULL: none */
	struct setup setup;		/* rules NULL: the rules of today do not fit the game */
	struct move_list moves;		/* all its turns and departures */
	struct position_blocks blocks;	/* of a rules program, until the move list has them */
	struct move_list_ends ends;
	int ranks[SEATS_MAX]; /* by seat - 1 */
	bool ranked;
	struct error err; /* the reason why it cannot be replayed; else "" */
};

/* Reads the texts of the game of that number; sets none if there is no such game. A DB_ error. */
int stored_game_find(struct stored_game *g, struct db *db);

/* Fills in setup, moves and ranks, as far as the rules of today fit. A DB_ error. */
int stored_game_load(struct stored_game *g, struct db *db);

/* Can its turns be replayed? */
bool stored_game_is_playable(const struct stored_game *g);

/* The position after count turns. False: the game cannot be replayed. */
bool stored_game_position(const struct stored_game *g, int count, struct position *p);

/* Clears the game, so that another can be loaded. */
void stored_game_clear(struct stored_game *g);

#endif
