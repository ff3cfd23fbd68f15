/*
 * verify.h - a database's games judged again: is what it holds what the referee would have written?
 *
 * Every game is replayed through its rules, with the limits and the rules of adjudication that its
 * tournament was defined with: its moves, who moved, how many, the clocks, how it ended, where, the
 * ranks and points of its seats, its line. Ratings are followed from game to game, totals added up,
 * pairings and byes compared with the schedule.
 *
 * The oracle is asked again about the games that it ended. What cannot be known again is taken as
 * it stands: what bots wrote, and the ranks of a game whose value the oracle does not say now. A
 * game that cannot be judged to its end is told where it fails, counted with its stored ranks, and
 * asked nothing more.
 */
#ifndef REFEREE_VERIFY_VERIFY_H
#define REFEREE_VERIFY_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "referee/definition/tournament.h"

/* Something that is not what it should be. Texts last for the call; some are the database's. */
struct mismatch {
	int64_t tournament;
	const char *name; /* of the tournament; NULL: it is about the file */
	int64_t game;	  /* 0: about none, as the next two */
	int ply, seat;
	const char *what, *stored, *right; /* what is this, and should be that */
};

struct verify_calls {
	void (*mismatch)(void *arg, const struct mismatch *m);
	void (*progress)(void *arg); /* another game is done; NULL: nobody wants to know */
	void (*unsure)(void *arg);   /* the oracle does not say what a game is worth; or NULL */
	void *arg;
};

/* Is the file itself whole, and is all there that rows refer to? By SQLite's own checks, which do
 * not ask the conditions of columns in a file that is only read. A DB_ error. */
int verify_file(struct db *db, const struct verify_calls *calls);

/* A row of the query definitions. */
struct verify_of {
	int64_t id;
	const char *name, *game, *definition;
	int64_t seed;
	int seats;
	bool failures; /* some failure of it is stored, so all should be */
};

/* All games of a tournament. A DB_ error. */
int verify_tournament(struct db *db, const struct verify_of *of, const struct verify_calls *calls);

/* Those of it that were replaced, of a reader that has turned to them: each by itself, since they
 * count nowhere. A DB_ error. */
int verify_replaced(struct db *db, const struct verify_of *of, const struct verify_calls *calls);

#endif
