/*
 * strength.c - from counts of results to Elo and how sure it is.
 */
#include "referee/rating/strength.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "referee/rating/result-fit.h"

#define STRENGTH_NORMAL 1.959963984540054 /* standard errors to each side that hold 95% */
#define STRENGTH_MIN	1e-3		  /* the count of a kind of result that did not come up */

enum { STRENGTH_SPARSE = 10, STRENGTH_HALVINGS = 60 };

static double strength_elo(double score)
{
	if (score <= 0 || score >= 1)
		return score <= 0 ? -INFINITY : INFINITY;
	return 400 * log10(score / (1 - score));
}

/* How many deviations the score is above 1/2, as normalized Elo. */
static double strength_normalized(double ratio, int kinds)
{
	return ratio / sqrt(kinds == RESULT_COUNTS_PAIRS ? 2 : 1) * 800 / log(10);
}

static double strength_ratio(double score, double variance)
{
	if (score == 0.5)
		return 0;
	return (score - 0.5) / sqrt(variance); /* infinite where nothing varies */
}

/* A share of the normal distribution. */
static double strength_below(double errors)
{
	return erfc(-errors / sqrt(2)) / 2;
}

/* The variance that the results most likely have when their mean is this. */
static double strength_variance(const struct result_fit *o, double mean)
{
	struct result_fit under = result_fit_with_mean(o, mean);
	return result_fit_moment(&under, 2);
}

/* The score on the way to this end that is just not contradicted. */
static double strength_bound(const struct result_fit *o, double results, double end)
{
	double score = result_fit_mean(o), inside = score, outside = end;
	for (int i = 0; i < STRENGTH_HALVINGS; i++) {
		double middle = (inside + outside) / 2;
		double off = (middle - score) * sqrt(results);
		if (middle <= 0 || middle >= 1)
			break;
		if (off * off > STRENGTH_NORMAL * STRENGTH_NORMAL * strength_variance(o, middle))
			outside = middle;
		else
			inside = middle;
	}
	return (inside + outside) / 2;
}

static void strength_sparse(struct strength *s, const struct result_counts *t, double results)
{
	struct result_fit o = result_fit_of(t, STRENGTH_MIN);
	struct strength_range *score = &s->score, *normalized = &s->normalized;
	score->low = score->value <= 0 ? 0 : strength_bound(&o, results, 0);
	score->high = score->value >= 1 ? 1 : strength_bound(&o, results, 1);
	normalized->low = normalized->high = INFINITY;
	if (score->low > 0)
		normalized->low = strength_ratio(score->low, strength_variance(&o, score->low));
	else
		normalized->low = -INFINITY;
	if (score->high < 1)
		normalized->high = strength_ratio(score->high, strength_variance(&o, score->high));
	double errors = (result_fit_mean(&o) - 0.5) * sqrt(results / strength_variance(&o, 0.5));
	s->los = strength_below(errors);
}

static void strength_plain(struct strength *s, const struct result_fit *o, double results)
{
	struct strength_range *score = &s->score, *normalized = &s->normalized;
	double variance = result_fit_moment(o, 2), ratio = normalized->value;
	double error = sqrt(variance / results);
	score->low = fmax(score->value - STRENGTH_NORMAL * error, 0);
	score->high = fmin(score->value + STRENGTH_NORMAL * error, 1);
	s->los = strength_below((score->value - 0.5) / error);
	/* The deviation is estimated too, and hangs together with the mean: the delta method. */
	double skew = result_fit_moment(o, 3) / pow(variance, 1.5);
	double peak = result_fit_moment(o, 4) / (variance * variance);
	error = sqrt((1 - ratio * skew + ratio * ratio * (peak - 1) / 4) / results);
	normalized->low = ratio - STRENGTH_NORMAL * error;
	normalized->high = ratio + STRENGTH_NORMAL * error;
}

/* Results that are for one of the two. */
static int64_t strength_uneven(const struct result_counts *t)
{
	return result_counts_results(t) - t->count[t->kinds / 2];
}

bool strength_find(const struct result_counts *t, struct strength *s)
{
	int64_t results = result_counts_results(t), uneven = strength_uneven(t);
	if (results == 0)
		return false;
	struct result_fit o = result_fit_of(t, 0);
	*s = (struct strength){.even = o.share[o.kinds / 2]};
	s->score.value = result_fit_mean(&o);
	s->normalized.value = strength_ratio(s->score.value, result_fit_moment(&o, 2));
	if (result_counts_uncommon(t) < STRENGTH_SPARSE)
		strength_sparse(s, t, (double)results);
	else
		strength_plain(s, &o, (double)results);
	s->elo = (struct strength_range){strength_elo(s->score.value), strength_elo(s->score.low),
		strength_elo(s->score.high)};
	s->normalized = (struct strength_range){strength_normalized(s->normalized.value, o.kinds),
		strength_normalized(s->normalized.low, o.kinds),
		strength_normalized(s->normalized.high, o.kinds)};
	if (uneven >= STRENGTH_ENOUGH && s->score.low > 0.5 && s->normalized.low > 0)
		s->finding = STRENGTH_STRONGER;
	else if (uneven >= STRENGTH_ENOUGH && s->score.high < 0.5 && s->normalized.high < 0)
		s->finding = STRENGTH_WEAKER;
	return true;
}

double strength_percent(double likelihood)
{
	return fmin(fmax(100 * likelihood, 0.1), 99.9);
}

/* "12.5 Elo weaker", "far stronger". */
static const char *strength_side(double elo, char *text, size_t room)
{
	if (isinf(elo))
		snprintf(text, room, "far %s", elo > 0 ? "stronger" : "weaker");
	else
		snprintf(text, room, "%.1f Elo %s", fabs(elo), elo > 0 ? "stronger" : "weaker");
	return text;
}

static void strength_say_decided(
	const struct strength *s, const char *bot, const char *opponent, char *text, size_t room)
{
	bool stronger = s->finding == STRENGTH_STRONGER;
	double least = stronger ? s->elo.low : -s->elo.high;
	double most = stronger ? s->elo.high : -s->elo.low;
	double sure = stronger ? s->los : 1 - s->los;
	char range[96];
	if (isinf(s->elo.value))
		snprintf(range, sizeof range, "at least %.1f Elo", least);
	else if (isinf(most))
		snprintf(range, sizeof range, "%.1f Elo, at least %.1f", fabs(s->elo.value), least);
	else
		snprintf(range, sizeof range, "%.1f Elo, %.1f to %.1f", fabs(s->elo.value), least,
			most);
	snprintf(text, room, "%s is %s than %s: %s (95%%), likelihood of it %.1f%%", bot,
		stronger ? "stronger" : "weaker", opponent, range, strength_percent(sure));
}

void strength_say(const struct strength *s, const struct result_counts *t, const char *bot,
	const char *opponent, char *text, size_t room)
{
	const char *unit = t->kinds == RESULT_COUNTS_PAIRS ? "pair" : "game";
	int64_t uneven = strength_uneven(t);
	char low[48], high[48];
	if (s->finding != STRENGTH_UNDECIDED)
		strength_say_decided(s, bot, opponent, text, room);
	else if (uneven < STRENGTH_ENOUGH)
		snprintf(text, room,
			"Not decided: %lld uneven %s%s so far, and it takes at least %d",
			(long long)uneven, unit, uneven == 1 ? "" : "s", STRENGTH_ENOUGH);
	else if (s->elo.low > 0 || s->elo.high < 0)
		snprintf(text, room,
			"Not decided: the interval of Elo just excludes 0, that of normalized Elo does not");
	else
		snprintf(text, room, "Not decided: %s may be anything from %s to %s than %s (95%%)",
			bot, strength_side(s->elo.low, low, sizeof low),
			strength_side(s->elo.high, high, sizeof high), opponent);
}
