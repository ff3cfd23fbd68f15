/*
 * rounds.h - the matches of a knockout or a swiss, round by round, as they are stored: the bots of
 * a match, their points and games, byes, and the bracket that they fill.
 *
 * Two games of a round with the same bots belong to one match. The winner of a knockout's match is
 * known once it stands in the next round, as the schedule decides it.
 */
#ifndef REFEREE_RESULTS_ROUNDS_H
#define REFEREE_RESULTS_ROUNDS_H

#include "db/db.h"
#include "referee/results/tournament-row.h"
#include "rules/rules.h"

struct rounds_match {
	int round;
	int bots;	    /* that are known, the first ones; a bracket's match has two places */
	int bot[SEATS_MAX]; /* ascending, in a bracket in its order; -1: not known, or no opponent
			     */
	double points[SEATS_MAX];
	int64_t games;
	int winner; /* of a knockout: a bot; -1: not known yet */
	bool bye;   /* of a bracket: there is no opponent */
	bool drawn; /* a random draw decided */
};

struct rounds_bye {
	int round, bot;
	double points;
};

struct rounds {
	char **name; /* owned, with its texts: the bots in the order of the definition */
	int bots;
	struct rounds_match *match; /* owned: by round, in the order in which they were played */
	int matches;
	struct rounds_bye *bye; /* owned */
	int byes;
	int rounds;		      /* the last that has a game */
	struct rounds_match *bracket; /* owned: of a knockout, round by round; else NULL */
	int slots;		      /* places in the first round of the bracket */
};

/* Does this format have rounds? */
bool rounds_of_format(const char *format);

/* Reads the rounds of a tournament. Clear r in every case. A DB_ error. */
int rounds_read(struct rounds *r, struct db *db, int64_t tournament);
void rounds_clear(struct rounds *r);

/* Adds up the points of each bot in the first rounds, byes included. */
void rounds_points(const struct rounds *r, int last, double *points);

/* The bots by these points, best first. */
void rounds_order(const struct rounds *r, const double *points, int *order);

#endif
