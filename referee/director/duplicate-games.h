/*
 * duplicate-games.h - counts games that repeat an earlier game: same bots in the same seats, same
 * opening, same moves. Bots without randomness play such games.
 */
#ifndef REFEREE_DIRECTOR_DUPLICATE_GAMES_H
#define REFEREE_DIRECTOR_DUPLICATE_GAMES_H

#include <stddef.h>

#include "db/db.h"
#include "base/hash-table.h"
#include "referee/tournament/tournament.h"

struct duplicate_games {
	struct hash_table seen; /* all games so far: their moves hashes mixed with their seating */
	long games, repeats;	/* games with a moves hash; of these, repeats of an earlier one */
};

/* Begins without games; frees what it holds. */
void duplicate_games_init(struct duplicate_games *d);
void duplicate_games_clear(struct duplicate_games *d);

/* Counts all games of the tournament in the database. DB_ errors. */
int duplicate_games_read(struct duplicate_games *d, struct db *db, int64_t tournament);

/* Counts a game of these bots. */
void duplicate_games_note(struct duplicate_games *d, const struct tournament *t,
	const struct db_game *g, const int *bots);

/* Describes the repeats, with a setting of openings that would make them differ. "": there are
 * none. */
void duplicate_games_describe(
	const struct duplicate_games *d, const char *openings, char *text, size_t room);

#endif
