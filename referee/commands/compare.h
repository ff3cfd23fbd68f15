/*
 * compare.h - what is known of two bots, and how it is shown: between referee compare, which finds
 * it, and what prints it.
 */
#ifndef REFEREE_COMMANDS_COMPARE_H
#define REFEREE_COMMANDS_COMPARE_H

#include "referee/ground/set.h"
#include "referee/ground/table.h"
#include "referee/rating/sprt.h"
#include "rules/rules.h"

enum { COMPARE_LOST, COMPARE_DRAWN, COMPARE_WON, COMPARE_RESULTS };

struct compare {
	const char *bot, *opponent; /* borrowed */
	bool counts;		    /* they come from the command line: of no bots in particular */
	int seats;		    /* of a game */
	int64_t by_seat[SEATS_MAX][COMPARE_RESULTS]; /* by the bot's seat - 1 */
	struct tally games, pairs;
	int64_t alone;		 /* games without a partner that has the seats swapped */
	int64_t late;		 /* games of an sprt that come after the pairs it counts */
	int64_t repeated;	 /* games of its pairs that were played before, move for move */
	int64_t left;		 /* games of its pairs that were not played by both bots */
	int64_t together;	 /* games left out, since both failed together */
	int64_t faults[2];	 /* of bot, of opponent */
	int64_t known;		 /* games of which it is known how they went */
	struct set lines;	 /* ... their lines of moves, each once */
	struct set rows[2];	 /* bots of one name, by their rows */
	const struct sprt *sprt; /* NULL: not asked for */
};

/* The results that strength and test are computed from: the pairs, where there are any. */
const struct tally *compare_basis(const struct compare *c);

/* Prints all of it. */
void compare_show(const struct compare *c, enum table_format format);

#endif
