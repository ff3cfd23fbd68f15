/*
 * result-fit.c - shares of results, as they are and as a hypothesis wants them.
 *
 * To maximise sum p log q under sum q pull = 0 gives q = p / (1 + x pull), where x is the root of
 * sum p pull / (1 + x pull): it falls all the way between the two poles, so Newton's steps, halved
 * where they leave what is left of that range, find it.
 */
#include "referee/rating/result-fit.h"

#include <assert.h>
#include <math.h>

enum { RESULT_FIT_ROOT = 400, RESULT_FIT_STEPS = 300, RESULT_FIT_STARTS = 64 };

#define RESULT_FIT_STILL 1e-14 /* shares that move no more than that stand still */
#define RESULT_FIT_NEAR	 1e-9  /* of the ratio: it is kept */
#define RESULT_FIT_PLAIN 0.4   /* up to that ratio there is one solution that counts */

struct result_fit result_fit_of(const struct result_counts *counts, double least)
{
	struct result_fit fit = {.kinds = counts->kinds};
	double sum = 0;
	for (int i = 0; i < fit.kinds; i++) {
		fit.share[i] = counts->count[i] > 0 ? (double)counts->count[i] : least;
		sum += fit.share[i];
	}
	assert(sum > 0);
	for (int i = 0; i < fit.kinds; i++)
		fit.share[i] /= sum;
	return fit;
}

double result_fit_worth(const struct result_fit *fit, int kind)
{
	return (double)kind / (fit->kinds - 1);
}

double result_fit_mean(const struct result_fit *fit)
{
	double mean = 0;
	for (int i = 0; i < fit->kinds; i++)
		mean += fit->share[i] * result_fit_worth(fit, i);
	return mean;
}

double result_fit_moment(const struct result_fit *fit, int power)
{
	double mean = result_fit_mean(fit), moment = 0;
	for (int i = 0; i < fit->kinds; i++)
		moment += fit->share[i] * pow(result_fit_worth(fit, i) - mean, power);
	return moment;
}

/*
 * x is written as d - 1 / edge, where edge is the pull whose pole lies on the root's side: a root
 * may be so near to it that only d tells the difference.
 */
static double result_fit_divisor(double pull, double edge, double d)
{
	return 1 - pull / edge + d * pull;
}

/* The function whose root is wanted, and how fast it falls there. */
static double result_fit_excess(
	const struct result_fit *fit, const double *pull, double edge, double d, double *fall)
{
	double excess = 0;
	*fall = 0;
	for (int i = 0; i < fit->kinds; i++) {
		double part = pull[i] / result_fit_divisor(pull[i], edge, d);
		excess += fit->share[i] * part;
		*fall += fit->share[i] * part * part;
	}
	return excess;
}

/* The root, between the pole (0) and where the shares stay as they are (1 / edge). */
static double result_fit_root(const struct result_fit *fit, const double *pull, double edge)
{
	double d = 1 / edge, low = fmin(d, 0), high = fmax(d, 0), fall;
	for (int step = 0; step < RESULT_FIT_ROOT; step++) {
		double excess = result_fit_excess(fit, pull, edge, d, &fall);
		if (excess > 0)
			low = d;
		else
			high = d;
		double next = d + excess / fall;
		if (!(next > low && next < high))
			next = low + (high - low) / 2;
		if (next == d || next == low || next == high)
			break;
		d = next;
	}
	return d;
}

/* The likeliest shares under which the mean pull is 0; false: all pull to one side. */
static bool result_fit_pulled(
	const struct result_fit *fit, const double *pull, struct result_fit *likeliest)
{
	double least = pull[0], most = pull[0], mean = 0;
	for (int i = 0; i < fit->kinds; i++) {
		least = fmin(least, pull[i]);
		most = fmax(most, pull[i]);
		mean += fit->share[i] * pull[i];
	}
	if (!(least < 0 && most > 0))
		return false;
	double edge = mean > 0 ? least : most;
	double d = result_fit_root(fit, pull, edge);
	likeliest->kinds = fit->kinds;
	for (int i = 0; i < fit->kinds; i++)
		likeliest->share[i] = fit->share[i] / result_fit_divisor(pull[i], edge, d);
	return true;
}

struct result_fit result_fit_with_mean(const struct result_fit *fit, double mean)
{
	double pull[RESULT_COUNTS_KINDS];
	struct result_fit likeliest;
	assert(mean > 0 && mean < 1);
	for (int i = 0; i < fit->kinds; i++)
		pull[i] = result_fit_worth(fit, i) - mean;
	bool found = result_fit_pulled(fit, pull, &likeliest);
	assert(found);
	return likeliest;
}

static bool result_fit_still(const struct result_fit *a, const struct result_fit *b)
{
	double most = 0;
	for (int i = 0; i < a->kinds; i++)
		most = fmax(most, fabs(a->share[i] - b->share[i]));
	return most <= RESULT_FIT_STILL;
}

/* From a mean and a deviation to shares that have them. False: there is no way from here. */
static bool result_fit_solve(const struct result_fit *fit, double ratio, double mean,
	double deviation, struct result_fit *likeliest)
{
	struct result_fit before = *fit;
	double pull[RESULT_COUNTS_KINDS];
	for (int step = 0; step < RESULT_FIT_STEPS; step++) {
		for (int i = 0; i < fit->kinds; i++) {
			double worth = result_fit_worth(fit, i), off = (mean - worth) / deviation;
			pull[i] = worth - 0.5 - ratio * deviation * (1 + off * off) / 2;
		}
		if (!result_fit_pulled(fit, pull, likeliest))
			return false;
		mean = result_fit_mean(likeliest);
		deviation = sqrt(result_fit_moment(likeliest, 2));
		if (step > 0 && result_fit_still(likeliest, &before))
			break;
		before = *likeliest;
	}
	return fabs((mean - 0.5) / deviation - ratio) <= RESULT_FIT_NEAR;
}

/* How likely fit makes itself under these shares, as the mean logarithm. */
static double result_fit_likelihood(const struct result_fit *fit, const struct result_fit *under)
{
	double sum = 0;
	for (int i = 0; i < fit->kinds; i++)
		sum += fit->share[i] * log(under->share[i]);
	return sum;
}

bool result_fit_with_ratio(const struct result_fit *fit, double ratio, struct result_fit *likeliest)
{
	/* Equal shares are where to begin; with strong hypotheses there may be no way from there,
	 * or several solutions. */
	double even = sqrt((fit->kinds + 1.0) / (fit->kinds - 1.0) / 12);
	if (fabs(ratio) <= RESULT_FIT_PLAIN && result_fit_solve(fit, ratio, 0.5, even, likeliest))
		return true;
	bool found = false;
	for (int start = 1; start <= RESULT_FIT_STARTS; start++) {
		struct result_fit other;
		double deviation = 0.5 * start / RESULT_FIT_STARTS;
		if (!result_fit_solve(fit, ratio, 0.5 + ratio * deviation, deviation, &other))
			continue;
		if (!found ||
			result_fit_likelihood(fit, &other) > result_fit_likelihood(fit, likeliest))
			*likeliest = other;
		found = true;
	}
	return found;
}
