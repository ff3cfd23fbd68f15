/*
 * rating-elo.c - one game's worth of Elo.
 */
#include "referee/tournament/rating-elo.h"

#include <assert.h>
#include <math.h>

static double elo_expected(double own, double other)
{
	return 1 / (1 + pow(10, (other - own) / 400));
}

static double elo_score(int own, int other)
{
	if (own == other)
		return 0.5;
	return own < other ? 1 : 0;
}

void elo_update(const double *before, const int *ranks, int seats, double *after)
{
	assert(seats >= 2 && before != after);
	for (int i = 0; i < seats; i++) {
		double sum = 0;
		for (int j = 0; j < seats; j++) {
			if (j != i)
				sum += elo_score(ranks[i], ranks[j]) -
				       elo_expected(before[i], before[j]);
		}
		after[i] = before[i] + ELO_FACTOR * sum / (seats - 1);
	}
}
