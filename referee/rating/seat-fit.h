/*
 * seat-fit.h - what a seat is worth by itself, apart from who sat in it.
 *
 * A seat's points less 1/2 are taken to be the strength of its bot less the mean strength in the
 * game, plus the seat's effect, plus chance; strengths and effects are fitted by least squares.
 * Where every bot sat in every seat equally often, the effects are the means of the seats' points
 * less 1/2. Their sum is 0.
 *
 * The errors hold whatever the seats of one game have to do with each other: games alone are taken
 * to be independent (Liang and Zeger, Longitudinal data analysis using generalized linear models,
 * 1986), times games / (games - strengths fitted).
 */
#ifndef REFEREE_RATING_SEAT_FIT_H
#define REFEREE_RATING_SEAT_FIT_H

#include <stdbool.h>
#include <stddef.h>

/* Who sat in a seat of a game, and what for. */
struct seat_sat {
	int bot; /* from 0 */
	double points;
};

/*
 * sat holds the seats of each game in their order. Writes by seat - 1 the effect in points and its
 * standard error, which is NAN when there are too few games to know it. False: the bots changed
 * their seats too little to tell seats from bots, or there is no game; nothing is written.
 */
bool seat_fit(const struct seat_sat *sat, size_t games, int seats, int bots, double *effect,
	double *error);

#endif
