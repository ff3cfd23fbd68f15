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

#include <stdio.h>

#include "referee/rating/sprt.h"

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
bool strength_find(const struct result_counts *counts, struct strength *s);

/* A likelihood in percent, as it is shown with one decimal: never rounded to what is certain. */
double strength_percent(double likelihood);

/* A sentence for people without its full stop: who is stronger and by how much, or that it is not
 * decided, and why. */
void strength_sentence(const struct strength *s, const struct result_counts *counts,
	const char *bot, const char *opponent, char *text, size_t room);

/*
 * An estimate: the strengths of two bots from their games, and the state of a test of these, for
 * progress lines, tables, pages and JSON. All of them call this, so they agree. It follows from the
 * pairs if there are any, else from the games.
 */
enum { STRENGTH_ESTIMATE_TEXT = 256 };

struct strength_estimate {
	struct result_counts games, pairs;
	bool any; /* there are results; false: strength says nothing */
	struct strength strength;
	bool test; /* there is one; false: the rest says nothing */
	struct sprt sprt;
	double llr, lower, upper;
	enum sprt_state state;
};

/* sprt NULL: there is no test. */
void strength_estimate_find(struct strength_estimate *e, const struct result_counts *games,
	const struct result_counts *pairs, const struct sprt *sprt);

/* The counts that the estimate follows from. */
const struct result_counts *strength_estimate_basis(const struct strength_estimate *e);

/* Half of an interval of Elo or normalized Elo, for "+/-"; INFINITY where an end is missing. */
double strength_estimate_error(const struct strength_range *range);

/* "Elo +78 +/- 40, nElo +90 +/- 45, LOS 99.3 %, penta 10 3 57 13 30", of which nElo and penta
 * (where there are no pairs: "won 3, drawn 1, lost 2") only where they are wanted, and nElo only
 * where it has both bounds; "" where there are no results. */
enum { STRENGTH_ESTIMATE_NELO = 1, STRENGTH_ESTIMATE_COUNTS = 2 };
void strength_estimate_line(
	const struct strength_estimate *e, unsigned wanted, char *text, size_t room);

/* "LLR 1.60 (-2.94, 2.94)"; of a test alone. */
void strength_estimate_test(const struct strength_estimate *e, char *text, size_t room);

/* About how many games a test still takes, at most `most` (0: no limit); -1: there is no test, or
 * it is not known. */
int64_t strength_estimate_left(const struct strength_estimate *e, int64_t most);

/* "113 pairs", "1 game". */
void strength_estimate_results(const struct strength_estimate *e, char *text, size_t room);

/* "18 of 55 pairs were decided by the opening": the same seat won both games (result-counts.h). ""
 * where none was. */
void strength_estimate_opening(const struct strength_estimate *e, char *text, size_t room);

/* Three lines: Elo, normalized Elo, likelihood of superiority; and a fourth: how often each result
 * came up. */
void strength_estimate_print(const struct strength_estimate *e, FILE *out);
void strength_estimate_print_counts(const struct strength_estimate *e, FILE *out);

/* The decision of a test: "undecided", "H0", "H1". */
const char *strength_estimate_state(const struct strength_estimate *e);

/* Writes an object; bot is the first of the two. Values that are missing or not finite are null. */
void strength_estimate_json(
	const struct strength_estimate *e, const char *bot, const char *opponent, FILE *out);

#endif
