/*
 * benching.h - who is benched: a bot that failed in so many of its games in a row.
 *
 * It follows from the games alone, in the order in which the database has them: going on with a
 * tournament finds the same bots on the bench. Games that a bot lost because it was on the bench
 * are no failures, those that it won because the other was are no proof of the contrary, and
 * whatever it makes of games that were begun before does not free it. What frees it is a higher
 * setting. Whom somebody benches by hand, he frees; the database remembers it (by_hand).
 */
#ifndef REFEREE_DIRECTOR_BENCHING_H
#define REFEREE_DIRECTOR_BENCHING_H

#include <stdbool.h>

#include "db/db.h"
#include "referee/definition/tournament.h"

struct benching {
	int most; /* failed games in a row; 0: nobody is ever benched */
	int bots;
	int *row; /* owned, as the next four; by place in the tournament: failed games in a row so
		     far */
	int64_t *first; /* the game of the database in which that row began, or the one that benched
			 * it; 0: none */
	bool *proved;	/* it did not fail in a game */
	bool *benched;
	bool *by_hand; /* of these: somebody said so, which no game tells */
};

void benching_init(struct benching *s, const struct tournament *t);
void benching_clear(struct benching *s);

/* A game of these bots, with this number in the database, ended for this reason, with these
 * verdicts, by seat. A bot that has several
 * seats fails once when it fails in any. Returns the seats whose bots that benches, a bit each. */
unsigned benching_note(struct benching *s, int64_t game, const int *bots,
	const char *const *verdicts, int seats, const char *reason);

/* Notes all games that the database holds. DB_ errors. */
int benching_read(
	struct benching *s, struct db *db, int64_t tournament, const struct tournament *t);

/* The seats of these bots that are benched, a bit each (bit seat - 1). */
unsigned benching_seats(const struct benching *s, const int *bots, int seats);

/* Somebody benches a bot, or takes it off the bench as far as its games let it; did somebody bench
 * one of these? */
void benching_bench(struct benching *s, int bot, bool benched);
bool benching_by_hand(const struct benching *s, const int *bots, int seats);

/* How many are not benched. */
int benching_left(const struct benching *s);

/* Does one of these bots fail at the moment, or is it not known yet, so that whether its next games
 * are played may follow from the one before? */
bool benching_shaky(const struct benching *s, const int *bots, int seats);

#endif
