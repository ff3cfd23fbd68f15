/*
 * result-fit.h - the shares that each kind of result has, and the likeliest shares under a
 * hypothesis about the strength.
 *
 * A hypothesis says only one thing of the shares: their mean, or how many standard deviations the
 * mean is above 1/2. All else is nuisance, and is taken as it makes the results likeliest. With one
 * constraint on a multinomial that is the root of one equation (Owen, Empirical likelihood, 2001,
 * chapter 2); for the ratio it is solved again and again with the mean and deviation of the step
 * before (Van den Bergh, The generalized maximum likelihood ratio for the expectation value of a
 * distribution; Normalized Elo; Comments on normalized Elo, 2019-2021).
 */
#ifndef REFEREE_RATING_RESULT_FIT_H
#define REFEREE_RATING_RESULT_FIT_H

#include <stdbool.h>

#include "referee/rating/result-counts.h"

struct result_fit {
	int kinds;
	double share[RESULT_COUNTS_KINDS]; /* of a result worth kind / (kinds - 1); they add up to 1
					    */
};

/* The shares of counts that hold results. A kind that never came up is given least of a result,
 * so that no hypothesis is impossible; least 0: as they are. */
struct result_fit result_fit_of(const struct result_counts *counts, double least);

/* The worth of a result of this kind, from 0 to 1. */
double result_fit_worth(const struct result_fit *fit, int kind);

/* The mean worth of a result. */
double result_fit_mean(const struct result_fit *fit);

/* The mean of (worth - mean) to this power. */
double result_fit_moment(const struct result_fit *fit, int power);

/* The shares with this mean (above 0, below 1) under which fit is likeliest; no share of it is 0. */
struct result_fit result_fit_with_mean(const struct result_fit *fit, double mean);

/* The same with a mean that is ratio standard deviations above 1/2. False: not found, which for
 * ratios from -3 to 3 has not been seen. */
bool result_fit_with_ratio(
	const struct result_fit *fit, double ratio, struct result_fit *likeliest);

#endif
