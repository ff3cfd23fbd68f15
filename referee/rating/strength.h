/*
 * strength.h - how much stronger one bot is than another, and how sure that is, from counts of
 * results.
 *
 * Elo is the difference at which the mean score is what was scored: 400 log10(score / (1 - score)).
 * Normalized Elo is (score - 1/2) / deviation of one game, times 800 / ln 10 (Van den Bergh,
 * Normalized Elo, 2020); a pair's deviation times sqrt(2) is that of one game.
 *
 * Intervals hold the true value 95 times in 100, results taken to be independent: the normal one of
 * the score, and for normalized Elo that of a mean over a deviation that was estimated as well.
 * Where fewer than ten results are not of the commonest kind, that would be far too narrow - none
 * at all where only one kind came up. There they hold the scores that the results do not contradict
 * by 1.96 standard errors, with the likeliest shares that have such a score (Wilson, Probable
 * inference, 1927, for more than two kinds).
 */
#ifndef REFEREE_RATING_STRENGTH_H
#define REFEREE_RATING_STRENGTH_H

#include "referee/rating/result-counts.h"

/* A difference is decided when the intervals of Elo and of normalized Elo both say so, and at least
 * this many results are not even: with fewer a sign test cannot decide. */
enum { STRENGTH_ENOUGH = 6 };

enum strength_finding { STRENGTH_UNDECIDED, STRENGTH_STRONGER, STRENGTH_WEAKER };

/* A value and the ends of its interval; INFINITY where there is no end. */
struct strength_range {
	double value, low, high;
};

struct strength {
	struct strength_range score; /* 0 to 1 */
	struct strength_range elo, normalized;
	double los;  /* likelihood of superiority: that the true score is above 1/2 */
	double even; /* share of results that are even: drawn games, or pairs worth 1 */
	enum strength_finding finding;
};

/* False: there are no results. */
bool strength_find(const struct result_counts *t, struct strength *s);

/* A likelihood in percent, as it is shown with one decimal: never rounded to what is certain. */
double strength_percent(double likelihood);

/* A sentence for people without its full stop: who is stronger and by how much, or that it is not
 * decided, and why. */
void strength_say(const struct strength *s, const struct result_counts *t, const char *bot,
	const char *opponent, char *text, size_t room);

#endif
