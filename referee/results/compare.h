/*
 * compare.h - what is known of two bots, and how it is shown: between referee compare, which finds
 * it, and what prints it.
 */
#ifndef REFEREE_RESULTS_COMPARE_H
#define REFEREE_RESULTS_COMPARE_H

#include "db/db.h"
#include "referee/base/number-set.h"
#include "referee/base/text-table.h"
#include "referee/rating/strength-estimate.h"
#include "referee/rating/game-pairs.h"
#include "referee/definition/tournament.h"
#include "rules/rules.h"

struct compare {
	const char *bot, *opponent; /* borrowed */
	bool counts;		    /* they come from the command line: of no bots in particular */
	int seats;		    /* of a game */
	int64_t by_seat[SEATS_MAX][RESULT_COUNTS_GAMES]; /* by the bot's seat - 1 */
	struct result_counts games, pairs;
	int64_t alone;		   /* games without a partner that has the seats swapped */
	int64_t late;		   /* games of an sprt that come after the pairs it counts */
	int64_t repeated;	   /* games of its pairs that were played before, move for move */
	int64_t left;		   /* games of its pairs that were not played by both bots */
	int64_t together;	   /* games left out, since both failed together */
	int64_t faults[2];	   /* of bot, of opponent */
	int64_t known;		   /* games of which it is known how they went */
	struct number_set lines;   /* ... their lines of moves, each once */
	struct number_set rows[2]; /* bots of one name, by their rows */
	const struct sprt *sprt;   /* NULL: not asked for */
};

/* What is known of the only two bots of a tournament. */
struct compare_pair {
	char *name[2]; /* owned */
	struct strength_estimate estimate;
	char conclusion[2 * WHY]; /* of an sprt; "": it is none */
};

/* The games of a tournament in a database, of so many seats each. */
struct compare_source {
	struct db *db; /* borrowed */
	int64_t tournament;
	int seats;
};

void compare_begin(struct compare *c);
void compare_clear(struct compare *c);

/* Reads all games of two bots, by their numbers. *own: room for the test of a tournament that is
 * one, which c->sprt then points to unless it has another. A DB_ error. */
int compare_read(const struct compare_source *from, struct compare *c, const int64_t number[2],
	struct sprt *own);

/* *there is false where it has other bots, or no results. To be
 * cleared in every case. A DB_ error. */
int compare_only_two(const struct compare_source *from, struct compare_pair *two, bool *there);
void compare_pair_clear(struct compare_pair *two);

/* Prints all of it. */
void compare_show(const struct compare *c, enum text_table_format format);

#endif
