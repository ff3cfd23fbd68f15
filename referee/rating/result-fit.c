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

enum { OUTCOMES_ROOT = 400, OUTCOMES_STEPS = 300, OUTCOMES_STARTS = 64 };

#define OUTCOMES_STILL 1e-14 /* shares that move no more than that stand still */
#define OUTCOMES_NEAR  1e-9  /* of the ratio: it is kept */
#define OUTCOMES_PLAIN 0.4   /* up to that ratio there is one solution that counts */

struct outcomes outcomes_of(const struct tally *t, double least)
{
	struct outcomes o = {.kinds = t->kinds};
	double sum = 0;
	for (int i = 0; i < o.kinds; i++) {
		o.share[i] = t->count[i] > 0 ? (double)t->count[i] : least;
		sum += o.share[i];
	}
	assert(sum > 0);
	for (int i = 0; i < o.kinds; i++)
		o.share[i] /= sum;
	return o;
}

double outcomes_worth(const struct outcomes *o, int kind)
{
	return (double)kind / (o->kinds - 1);
}

double outcomes_mean(const struct outcomes *o)
{
	double mean = 0;
	for (int i = 0; i < o->kinds; i++)
		mean += o->share[i] * outcomes_worth(o, i);
	return mean;
}

double outcomes_moment(const struct outcomes *o, int power)
{
	double mean = outcomes_mean(o), moment = 0;
	for (int i = 0; i < o->kinds; i++)
		moment += o->share[i] * pow(outcomes_worth(o, i) - mean, power);
	return moment;
}

/*
 * x is written as d - 1 / edge, where edge is the pull whose pole lies on the root's side: a root
 * may be so near to it that only d tells the difference.
 */
static double outcomes_divisor(double pull, double edge, double d)
{
	return 1 - pull / edge + d * pull;
}

/* What is to be 0, and how fast it falls there. */
static double outcomes_excess(
	const struct outcomes *o, const double *pull, double edge, double d, double *fall)
{
	double excess = 0;
	*fall = 0;
	for (int i = 0; i < o->kinds; i++) {
		double part = pull[i] / outcomes_divisor(pull[i], edge, d);
		excess += o->share[i] * part;
		*fall += o->share[i] * part * part;
	}
	return excess;
}

/* The root, between the pole (0) and where the shares stay as they are (1 / edge). */
static double outcomes_root(const struct outcomes *o, const double *pull, double edge)
{
	double d = 1 / edge, low = fmin(d, 0), high = fmax(d, 0), fall;
	for (int step = 0; step < OUTCOMES_ROOT; step++) {
		double excess = outcomes_excess(o, pull, edge, d, &fall);
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
static bool outcomes_pulled(
	const struct outcomes *o, const double *pull, struct outcomes *likeliest)
{
	double least = pull[0], most = pull[0], mean = 0;
	for (int i = 0; i < o->kinds; i++) {
		least = fmin(least, pull[i]);
		most = fmax(most, pull[i]);
		mean += o->share[i] * pull[i];
	}
	if (!(least < 0 && most > 0))
		return false;
	double edge = mean > 0 ? least : most;
	double d = outcomes_root(o, pull, edge);
	likeliest->kinds = o->kinds;
	for (int i = 0; i < o->kinds; i++)
		likeliest->share[i] = o->share[i] / outcomes_divisor(pull[i], edge, d);
	return true;
}

struct outcomes outcomes_with_mean(const struct outcomes *o, double mean)
{
	double pull[TALLY_KINDS];
	struct outcomes likeliest;
	assert(mean > 0 && mean < 1);
	for (int i = 0; i < o->kinds; i++)
		pull[i] = outcomes_worth(o, i) - mean;
	bool found = outcomes_pulled(o, pull, &likeliest);
	assert(found);
	return likeliest;
}

static bool outcomes_still(const struct outcomes *a, const struct outcomes *b)
{
	double most = 0;
	for (int i = 0; i < a->kinds; i++)
		most = fmax(most, fabs(a->share[i] - b->share[i]));
	return most <= OUTCOMES_STILL;
}

/* From a mean and a deviation to shares that have them. False: there is no way from here. */
static bool outcomes_settle(const struct outcomes *o, double ratio, double mean, double deviation,
	struct outcomes *likeliest)
{
	struct outcomes before = *o;
	double pull[TALLY_KINDS];
	for (int step = 0; step < OUTCOMES_STEPS; step++) {
		for (int i = 0; i < o->kinds; i++) {
			double worth = outcomes_worth(o, i), off = (mean - worth) / deviation;
			pull[i] = worth - 0.5 - ratio * deviation * (1 + off * off) / 2;
		}
		if (!outcomes_pulled(o, pull, likeliest))
			return false;
		mean = outcomes_mean(likeliest);
		deviation = sqrt(outcomes_moment(likeliest, 2));
		if (step > 0 && outcomes_still(likeliest, &before))
			break;
		before = *likeliest;
	}
	return fabs((mean - 0.5) / deviation - ratio) <= OUTCOMES_NEAR;
}

/* How likely o makes itself under these shares, as the mean logarithm. */
static double outcomes_likelihood(const struct outcomes *o, const struct outcomes *under)
{
	double sum = 0;
	for (int i = 0; i < o->kinds; i++)
		sum += o->share[i] * log(under->share[i]);
	return sum;
}

bool outcomes_with_ratio(const struct outcomes *o, double ratio, struct outcomes *likeliest)
{
	/* Equal shares are where to begin; with strong hypotheses there may be no way from there,
	 * or several solutions. */
	double even = sqrt((o->kinds + 1.0) / (o->kinds - 1.0) / 12);
	if (fabs(ratio) <= OUTCOMES_PLAIN && outcomes_settle(o, ratio, 0.5, even, likeliest))
		return true;
	bool found = false;
	for (int start = 1; start <= OUTCOMES_STARTS; start++) {
		struct outcomes other;
		double deviation = 0.5 * start / OUTCOMES_STARTS;
		if (!outcomes_settle(o, ratio, 0.5 + ratio * deviation, deviation, &other))
			continue;
		if (!found || outcomes_likelihood(o, &other) > outcomes_likelihood(o, likeliest))
			*likeliest = other;
		found = true;
	}
	return found;
}
