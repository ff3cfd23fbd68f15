/*
 * rating-elo.h - Elo's rating (The Rating of Chessplayers, 1978) after every game, with any number
 * of seats.
 */
#ifndef REFEREE_RATING_RATING_ELO_H
#define REFEREE_RATING_RATING_ELO_H

#define ELO_START  1500.0
#define ELO_FACTOR 20.0 /* K: the most that one seat of a game moves a rating */

/*
 * Each seat is taken to have played every other: expected 1 / (1 + 10^((other - own) / 400)),
 * scored 1, 1/2 or 0 by rank. The sum of the differences, over the number of others, times K: with
 * two seats that is plain Elo, and the changes of a game always sum to 0. Seats that failed
 * together (a bit each in failed) did not play each other: a game of which all seats did changes
 * nothing.
 *
 * Arrays are by seat - 1. Seats with the same number in bots belong to one bot: they did not play
 * each other, and what they won and lost is added up, so that before and after are the same for all
 * of them.
 */
void elo_update(const double *before, const int *ranks, unsigned failed, const int *bots, int seats,
	double *after);

#endif
