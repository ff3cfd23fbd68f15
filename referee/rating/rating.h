/*
 * rating.h - how strong bots are, fitted over all their games at once.
 *
 * Strengths are on the Elo scale: 400 / ln 10 to a unit of the logistic curve, mean 0 in each group
 * of bots that games join. Which model it is follows from the seats; each is a row of all_ratings:
 *
 * - two seats, Bradley-Terry (Bradley and Terry, Rank analysis of incomplete block designs, 1952):
 *   the first seat wins with probability 1 / (1 + 10^-(difference + advantage)/400); a draw is half
 *   a win each way.
 * - more seats, Plackett-Luce (Plackett, The analysis of permutations, 1975): the first place goes
 *   to a seat with probability in proportion to 10^(strength + effect of the seat)/400, the second
 *   among the others, and so on. The order of bots that tie is unknown: the mean of the
 *   log-likelihoods of all their orders is taken, which for two seats is half a win each way.
 *   Seats that forfeited stand where their ranks say.
 *
 * The prior: w virtual draws for each bot, spread over its real opponents: a pair that met in k
 * games, its bots having n and m games in all, gets results of one half with weight
 * w/2 * k * (1/n + 1/m) / (seats - 1) in all, shared evenly by all ways for two to take their
 * seats.
 *
 * Bounds: where the winners of one set of bots never lost a point to the others, no finite
 * difference is the likeliest. The largest set that results join both ways is the measure: a rating
 * above it is a lower bound, a rating below it an upper bound. With a prior these are finite.
 * Without one the differences inside each set are the likeliest ones, and a fit with a prior of 1
 * says how far the sets are apart.
 *
 * Errors: the inverse of the Hessian, scaled by how much the results really vary about what
 * is expected (the sandwich of Huber 1967; draws make it less than coins would), mixed with the
 * mean of all games as if a bot had RATING_MIXED more games of that kind. Time grows with the cube
 * of the number of bots that games join more closely than in a tree, memory with the square of the
 * number of bots: 3000 bots take about a second and 37 MB.
 */
#ifndef REFEREE_RATING_RATING_H
#define REFEREE_RATING_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATING_SEATS = 10 /* games from elsewhere have more seats than ours */, RATING_MIXED = 4 };

#define RATING_ELO 173.71779276130073 /* 400 / ln 10 */

/* Results, game by game, the seats of a game in their order. Borrowed. */
struct rating_games {
	int seats; /* of a game: 2 to RATING_SEATS */
	int bots;  /* numbered from 0; each may have no game, or several seats of one */
	size_t count;
	const int32_t *bot;  /* count * seats; -1: the game had fewer, its last ones are free */
	const uint8_t *rank; /* count * seats: 1 is best, ties share the better place */
};

struct rating_options {
	double prior;	    /* virtual draws for each bot, 0 or more */
	bool advantage;	    /* fit what seats are worth; false: nothing */
	bool no_errors;	    /* strengths alone, which is fast: errors, above and ranks are 0 */
	const int *anchors; /* bots that rating_anchor() will move, borrowed; NULL: none */
	int anchors_count;
};

enum rating_bound {
	RATING_EXACT,
	RATING_AT_MIN,
	RATING_AT_MAX,
	RATING_LOOSE, /* nothing holds it from either side */
};

struct rating {
	double elo;
	double error; /* standard error, against the only anchor of its group (0 for the anchor),
			 else against the mean of the group */
	double above; /* probability that it is stronger than the next below in its group; NAN: the
		       * last */
	int group;    /* from 1, the largest first; 0: it has no game */
	int best, worst; /* ranks in its group that 95% leave open against each other bot */
	enum rating_bound bound;
	int64_t games; /* seats, where it had several */
	int64_t draws; /* games in which another one had its rank */
	double points; /* (beaten + half of tied) / (seats - 1), summed up */
};

struct rating_table {
	const char *model; /* "Bradley-Terry" */
	int bots, groups;
	struct rating *rating; /* by number */
	int *order, rated;     /* bots with games: group by group, best first */
	int effects;	   /* 1: the first seat's advantage; else one for each seat, sum 0; 0: not
			    * fitted */
	bool effects_lost; /* they were to be fitted, but cannot be told from the bots' strengths */
	double effect[RATING_SEATS], effect_error[RATING_SEATS]; /* Elo */
	double gradient; /* largest difference of points between results and fit */
	int iterations;	 /* of Newton's method */
	bool converged;	 /* gradient and last step are as small as they should be */
	double variance; /* of results about what is expected, 1: as of coins */
};

/* Fits; never NULL. Free it. */
struct rating_table *rating_create(
	const struct rating_games *games, const struct rating_options *options);
void rating_free(struct rating_table *table);

/* Why it cannot put the bots in one order, as a sentence without its full stop; NULL: it can.
 * table NULL: there are no games. */
const char *rating_lacks(const struct rating_table *table);

/* The sign before a rating: ">=" for a lower bound, "<=" for an upper one, "?" where nothing holds
 * it, else "". */
const char *rating_sign(const struct rating *r);

/* How far the true rating may be away 95 times in 100. */
double rating_95(const struct rating *r);

/* Moves the group of `anchors` bots as a whole, so that their mean is that of the ratings they
 * should have; differences stay. All are of one group. */
void rating_anchor(struct rating_table *table, const int *bots, const double *elo, int anchors);

#endif
