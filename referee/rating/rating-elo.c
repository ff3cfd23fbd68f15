/*
 * rating-elo.c - one game's worth of Elo.
 */
#include "referee/rating/rating-elo.h"

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

/* The points that a seat wins or loses against all others. */
static double elo_change(const double *before, const int *ranks, unsigned failed, const int *bots,
	int seats, int seat)
{
	double sum = 0;
	for (int i = 0; i < seats; i++)
		if (bots[i] != bots[seat] && !(ranks[i] == ranks[seat] && failed >> i & 1))
			sum += elo_score(ranks[seat], ranks[i]) -
			       elo_expected(before[seat], before[i]);
	return ELO_FACTOR * sum / (seats - 1);
}

void elo_update(const double *before, const int *ranks, unsigned failed, const int *bots, int seats,
	double *after)
{
	assert(seats >= 2 && before != after);
	for (int i = 0; i < seats; i++) {
		after[i] = before[i];
		for (int j = 0; j < seats; j++)
			if (bots[j] == bots[i])
				after[i] += elo_change(before, ranks, failed, bots, seats, j);
	}
}
