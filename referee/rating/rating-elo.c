/*
 * rating-elo.c - one game's worth of Elo.
 */
#include "referee/rating/rating-elo.h"

#include <assert.h>
#include <math.h>

/* The points that a seat wins or loses against all others. */
static double elo_change(const double *before, const int *ranks, unsigned failed, const int *bots,
	int seats, int seat)
{
	double sum = 0;
	for (int i = 0; i < seats; i++) {
		if (bots[i] == bots[seat] || (ranks[i] == ranks[seat] && failed >> i & 1))
			continue;
		double expected = 1 / (1 + pow(10, (before[i] - before[seat]) / 400));
		double score = ranks[seat] == ranks[i] ? 0.5 : ranks[seat] < ranks[i];
		sum += score - expected;
	}
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
