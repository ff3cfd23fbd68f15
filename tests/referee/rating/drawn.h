/*
 * pending-games.h - results drawn by lot from shares that are known, always the same ones.
 */
#ifndef TESTS_REFEREE_RATING_DRAWN_H
#define TESTS_REFEREE_RATING_DRAWN_H

#include "referee/rating/result-counts.h"
#include "rules/rules.h"

/* A kind of result, by the shares of all kinds. */
static inline int drawn_kind(const double *share, int kinds, uint64_t *lot)
{
	double at = (double)(random_next(lot) >> 11) * 0x1p-53;
	int kind = 0;
	for (; kind < kinds - 1 && at >= share[kind]; kind++)
		at -= share[kind];
	return kind;
}

#endif
