/*
 * duplicate-games.h - games that are the same as one before: the same bots in the same seats, the
 * same opening, the same moves. Bots that draw nothing by lot play such games, which tell nothing
 * new.
 */
#ifndef REFEREE_DIRECTOR_DUPLICATE_GAMES_H
#define REFEREE_DIRECTOR_DUPLICATE_GAMES_H

#include "db/db.h"
#include "referee/base/number-set.h"
#include "referee/definition/tournament.h"

struct duplicate_games {
	const struct tournament *t; /* borrowed */
	bool seeded;		    /* a game's hash covers its seed (game-hash.h) */
	struct number_set lines;    /* of all games so far, with who sat where */
	long games, count;	    /* with a line; of these the same as one before */
};

void duplicate_games_init(struct duplicate_games *d, const struct tournament *t);
void duplicate_games_clear(struct duplicate_games *d);

/* Counts the games that the database holds. A DB_ error. */
int duplicate_games_read(struct duplicate_games *d, struct db *db, int64_t tournament);

/* Counts a game whose moves_hash is set; bots by seat - 1, as their places in the tournament. */
void duplicate_games_note(struct duplicate_games *d, const struct db_game *g, const int *bots);

/* Says how many there were and what would be right; nothing when there were none. */
void duplicate_games_tell(const struct duplicate_games *d, char *text, size_t room);

#endif
