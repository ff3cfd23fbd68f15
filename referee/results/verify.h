/*
 * verify.h - verifies a database: are its games exactly as the referee would have written them?
 *
 * Every game is replayed through its rules, with its tournament's limits and adjudication. Verified
 * are the moves, the seats to move, the plies, the clocks, the end and its reason. So are the ranks
 * and points of the seats, and the moves hash. Ratings are followed from game to game, totals are
 * added up, and pairings and byes are compared with the schedule.
 *
 * If the rules are a program, it is started in a sandbox and judges the games anew; the answers
 * that are stored with a game are compared with its own.
 *
 * The oracle is asked again about the games that it ended. Facts that cannot be known again are
 * accepted: the bots' output, and the ranks of a game whose value the oracle does not say now. A
 * game that cannot be judged to its end is reported at the failure and counted with its stored
 * ranks. It is not verified further.
 */
#ifndef REFEREE_RESULTS_VERIFY_H
#define REFEREE_RESULTS_VERIFY_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "referee/tournament/tournament.h"

/* A stored value that is wrong. Texts last for the call; some belong to the database. */
struct mismatch {
	int64_t tournament;
	const char *name; /* of the tournament; NULL: the mismatch is about the file */
	int64_t game;	  /* 0: not about a game; the same for the next two */
	int ply, seat;
	const char *what, *stored, *right; /* the field, its stored value, its right value */
};

struct verify_calls {
	void (*mismatch)(void *arg, const struct mismatch *m);
	void (*progress)(void *arg); /* another game is done; may be NULL */
	void (*unsure)(void *arg);   /* the oracle does not know a game's value; may be NULL */
	void (*removed)(void *arg);  /* a game's moves were removed; may be NULL */
	/* A sentence about a tournament that is no mismatch; may be NULL. */
	void (*note)(void *arg, const char *name, const char *text);
	void *arg;
};

/* Is the file intact, and are all references valid? It uses SQLite's own checks, which skip the
 * column conditions in a read-only file. A DB_ error. */
int verify_file(struct db *db, const struct verify_calls *calls);

/* A row of the query definitions. */
struct verify_of {
	int64_t id;
	const char *name, *game, *definition;
	int64_t seed;
	int seats;
	bool failures; /* some failure report is stored, so all should be */
};

/* Verifies all games of a tournament. counting: those that count, with all that follows from them;
 * else the replaced games, each alone, which db has been switched to. A DB_ error. */
int verify_tournament(
	struct db *db, const struct verify_of *of, const struct verify_calls *calls, bool counting);

#endif
