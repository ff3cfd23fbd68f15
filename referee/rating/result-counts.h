/*
 * result-counts.h - how often each result came up between two bots, seen by the first of them.
 *
 * Either games (three kinds: lost, drawn, won) or pairs of games (five kinds). A pair is two games
 * from the same opening with the seats swapped; what an opening gives away to one seat falls out of
 * it, so that pairs vary less than their two games would if they had nothing to do with each other,
 * and the same number of games says more.
 */
#ifndef REFEREE_RATING_RESULT_COUNTS_H
#define REFEREE_RATING_RESULT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { RESULT_COUNTS_GAMES = 3, RESULT_COUNTS_PAIRS = 5, RESULT_COUNTS_KINDS = 5 };

struct result_counts {
	int kinds; /* RESULT_COUNTS_GAMES or RESULT_COUNTS_PAIRS */
	/* By what a result is worth: 0, 1/2, 1 of a game, or 0, 1/2, 1, 3/2, 2 of a pair. */
	int64_t count[RESULT_COUNTS_KINDS];
	/* Of pairs worth 1: those in which the same seat won both games, since the opening decided
	 * them; the others were drawn twice. Nothing else follows from it. */
	int64_t by_opening;
	/* Of pairs: by what their games are worth, 0, 1/2, 1; 0 for counts without games. */
	int64_t games[RESULT_COUNTS_GAMES];
};

/* One more pair, of what its games were worth to the first bot: 0 lost, 1 drawn, 2 won. */
void result_counts_add_pair(struct result_counts *counts, int first, int second);

/* Reads "W40 L30 D50", each letter once, or "P10,20,60,25,12", pairs worth 0, 1/2, 1, 3/2, 2.
 * False: a line in err that says what is wrong and what would be right. */
bool result_counts_read(struct result_counts *counts, const char *text, struct error *err);

/* How many results there are: games, or pairs. */
int64_t result_counts_results(const struct result_counts *counts);

/* How many results are not of the commonest kind: the evidence that there is. */
int64_t result_counts_uncommon(const struct result_counts *counts);

#endif
