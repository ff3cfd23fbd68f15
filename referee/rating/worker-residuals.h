/*
 * worker-residuals.h - the results of each machine against those of all machines, over pairs of
 * games. Pure.
 *
 * A machine that is too busy, or that has another interpreter, harms some bots more than others.
 * Then its pairs do not look like a random sample of all pairs of the same two bots. For each two
 * bots their pairs are a stratum: if the machine does not matter, the pairs that it played are
 * drawn from the stratum without replacement, which gives the expected points and their variance
 * exactly. The differences are added up for each bot, and the sum of their squares over their
 * covariance is a chi-square (Mantel 1963; Agresti, Categorical Data Analysis, 7.5: conditional
 * independence against alternatives that each bot has its own shift). Its degrees of freedom are
 * the bots that can be told apart, less one for each connected group.
 *
 * Two bots whose pairs were all played on one machine say nothing.
 */
#ifndef REFEREE_RATING_WORKER_RESIDUALS_H
#define REFEREE_RATING_WORKER_RESIDUALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORKER_RESIDUALS_PAIRS = 200 }; /* fewer compared pairs are no evidence */

/* A machine without a fault is called strange once in 1 / WORKER_RESIDUALS_P times. */
#define WORKER_RESIDUALS_P 0.001

struct worker_residuals_pair {
	int bot, opponent;   /* bot < opponent */
	int16_t worker;	     /* a number of the owner, from 0 */
	int8_t points_twice; /* of the bot, in half points: 0 to 4 */
};

struct worker_residuals {
	struct worker_residuals_pair *pairs; /* owned */
	size_t count, room;
	int bots; /* above every number of a bot */
	bool sorted;
};

struct worker_residual {
	int64_t pairs;	   /* that the machine played */
	int64_t compared;  /* of these: of two bots that also met on another machine */
	double chi_square; /* of the compared ones */
	int freedom;	   /* its degrees of freedom; 0: nothing can be said, and p is 1 */
	double p; /* probability of this chi-square or more, if the machine does not matter */
	/* The bot that is furthest from the expected, in standard errors; -1: none. */
	int bot;
	double points, expected; /* of this bot in compared pairs; a game is worth 1 */
};

/* Starts as {0}. Frees everything; r may be used again. */
void worker_residuals_clear(struct worker_residuals *r);

/* One more pair of games, from one opening with the seats swapped, both on this worker. Bots are
 * numbers from 0; points_twice: of bot, in half points, 0 to 4. */
void worker_residuals_add(
	struct worker_residuals *r, int worker, int bot, int opponent, int points_twice);

/* The residual of one worker. The first call after pairs were added sorts them. */
struct worker_residual worker_residuals_get(struct worker_residuals *r, int worker);

/* Are its results strange: enough compared pairs, and p below WORKER_RESIDUALS_P? */
bool worker_residual_is_strange(const struct worker_residual *r);

/* Probability that a chi-square with this many degrees of freedom is at least x. */
double worker_residuals_chi_square_p(double x, int freedom);

#endif
