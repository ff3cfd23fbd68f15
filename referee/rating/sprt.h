/*
 * sprt.h - a sequential test between two hypotheses about how much stronger one bot is (Wald,
 * Sequential tests of statistical hypotheses, 1945).
 *
 * After every result the log-likelihood ratio of elo1 against elo0 is compared with two bounds. The
 * hypotheses say nothing of draws, or of how pairs of games hang together: those are fitted for
 * each (the generalised test, Van den Bergh, The generalized SPRT, 2016; see result-fit.h).
 *
 * Elo is logistic: a mean of 1 / (1 + 10^(-elo/400)) points a game; or normalized: standard
 * deviations of one game that the mean is above 1/2, times 800 / ln 10, so that the number of games
 * which a test takes follows from it alone, whatever the share of draws. A pair counts with its
 * deviation times sqrt(2), which makes it that of one game.
 *
 * Kinds of results that did not come up count as a thousandth of a result.
 */
#ifndef REFEREE_RATING_SPRT_H
#define REFEREE_RATING_SPRT_H

#include "base/error.h"
#include "referee/rating/result-counts.h"

#define SPRT_ELO_MAX 800.0 /* hypotheses lie within that to both sides */
#define SPRT_ERROR   0.05  /* alpha and beta where nothing is said */

enum sprt_model { SPRT_LOGISTIC, SPRT_NORMALIZED };

struct sprt {
	enum sprt_model model;
	double elo0, elo1;  /* elo0 < elo1 */
	double alpha, beta; /* how often H1 is accepted when elo0 is true, and H0 when elo1 is */
};

enum sprt_state { SPRT_OPEN, SPRT_H0, SPRT_H1 };

/* The bounds: at or below lower elo0 is accepted, at or above upper elo1. */
double sprt_lower(const struct sprt *s);
double sprt_upper(const struct sprt *s);

/* The log-likelihood ratio; 0 without results. NAN: not found (see result_fit_with_ratio()). */
double sprt_llr(const struct sprt *s, const struct result_counts *counts);

/* How many more results the test takes, if those to come are like those so far: the mean time until
 * a Brownian motion with the drift and the variance of the ratio meets a bound (Cox and Miller, The
 * Theory of Stochastic Processes, 1965, 5.7). 0: it is decided. NAN: there are too few results to
 * say. */
double sprt_left(const struct sprt *s, const struct result_counts *counts);

/* How many pairs it takes on average where the truth lies midway between the hypotheses, so that it
 * takes longest: of games without draws that do not hang together. With draws it takes fewer. */
double sprt_expected(const struct sprt *s);

/* The decision at a log-likelihood ratio. */
enum sprt_state sprt_decide(const struct sprt *s, double llr);

/* A sentence for people without its full stop: which of the two bots is stronger as far as the test
 * goes, or that it is not decided, after how many games or pairs, and the ratio. */
void sprt_sentence(const struct sprt *s, const struct result_counts *counts, const char *bot,
	const char *opponent, char *text, size_t room);

/* A test as one line, and back; false: it is none. */
enum { SPRT_TEXT = 160 };
void sprt_write_test(const struct sprt *s, char text[SPRT_TEXT]);
bool sprt_read_test(const char *text, struct sprt *s);

/* "logistic", "normalized". */
const char *sprt_model_name(enum sprt_model model);

/* Reads a name or an Elo that can stand for a hypothesis, or alpha and beta. False: a line in err
 * that says what would be right. */
bool sprt_read_model(const char *text, enum sprt_model *model, struct error *err);
bool sprt_read_elo(const char *text, double *elo, struct error *err);
bool sprt_read_error(const char *text, double *error, struct error *err);

/* Reads both Elo from one word: "0,10", "0:10", "0 10", also in square brackets. */
bool sprt_read_bounds(const char *text, double *elo0, double *elo1, struct error *err);

#endif
