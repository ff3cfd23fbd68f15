/*
 * duplicate-games.h - counts games that repeat an earlier game: same bots in the same seats, same
 * opening, same moves. Bots without randomness play such games, which carry no new information.
 */
#ifndef REFEREE_DIRECTOR_DUPLICATE_GAMES_H
#define REFEREE_DIRECTOR_DUPLICATE_GAMES_H

#include "db/db.h"
#include "referee/base/number-set.h"
#include "referee/definition/tournament.h"

struct duplicate_games {
	const struct tournament *t; /* borrowed */
	bool seeded;		    /* a game's hash covers its seed (game-hash.h) */
	struct number_set lines; /* moves hashes of all games so far, combined with their seating */
	long games, count;	 /* games with a moves hash; of these, repeats of an earlier one */
};

void duplicate_games_init(struct duplicate_games *d, const struct tournament *t);
void duplicate_games_clear(struct duplicate_games *d);

/* Counts the games of the database. A DB_ error. */
int duplicate_games_read(struct duplicate_games *d, struct db *db, int64_t tournament);

/* Counts a game whose moves_hash is set. bots: by seat - 1, as indexes in the tournament. */
void duplicate_games_note(struct duplicate_games *d, const struct db_game *g, const int *bots);

/* Writes the number of duplicates and a remedy to text; nothing when there are none. */
void duplicate_games_tell(const struct duplicate_games *d, char *text, size_t room);

#endif
