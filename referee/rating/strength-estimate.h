/*
 * strength-estimate.h - the strengths of two bots from their games, and the state of a test of
 * these, for progress lines, tables, pages and JSON. All of them call this, so they agree.
 *
 * It follows from the pairs, where there are any, else from the games.
 */
#ifndef REFEREE_RATING_STRENGTH_ESTIMATE_H
#define REFEREE_RATING_STRENGTH_ESTIMATE_H

#include <stdio.h>

#include "referee/rating/sprt.h"
#include "referee/rating/strength.h"

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
 * (where there are no pairs: "won 3, drawn 1, lost 2") only where they are wanted; "" where there
 * are no results. */
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
