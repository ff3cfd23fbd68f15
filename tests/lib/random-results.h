/*
 * random-results.h - random results from shares that are known, always the same ones.
 */
#ifndef TESTS_LIB_RANDOM_RESULTS_H
#define TESTS_LIB_RANDOM_RESULTS_H

#include "referee/rating/result-counts.h"
#include "rules/rules.h"

/* A kind of result, by the shares of all kinds. */
static inline int random_results_kind(const double *share, int kinds, uint64_t *lot)
{
	double at = (double)(random_next(lot) >> 11) * 0x1p-53;
	int kind = 0;
	for (; kind < kinds - 1 && at >= share[kind]; kind++)
		at -= share[kind];
	return kind;
}

#endif
