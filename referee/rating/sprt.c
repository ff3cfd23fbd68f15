/*
 * sprt.c - the log-likelihood ratio of two hypotheses, and its bounds.
 */
#include "referee/rating/sprt.h"

#include <assert.h>
#include <math.h>

#include "referee/rating/outcomes.h"

#define SPRT_LEAST 1e-3 /* what a kind of result counts that did not come up */

double sprt_lower(const struct sprt *s)
{
	return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const struct sprt *s)
{
	return log((1 - s->beta) / s->alpha);
}

/* The likeliest shares of a tally when this Elo is true. */
static bool sprt_under(
	const struct sprt *s, const struct outcomes *o, double elo, struct outcomes *likeliest)
{
	double games = o->kinds == TALLY_PAIRS ? 2 : 1;
	if (s->model == SPRT_NORMALIZED)
		return outcomes_with_ratio(o, elo * log(10) / 800 * sqrt(games), likeliest);
	*likeliest = outcomes_with_mean(o, 1 / (1 + pow(10, -elo / 400)));
	return true;
}

double sprt_llr(const struct sprt *s, const struct tally *t)
{
	struct outcomes under0, under1;
	double llr = 0;
	assert(fabs(s->elo0) <= SPRT_ELO_MOST && fabs(s->elo1) <= SPRT_ELO_MOST);
	if (tally_results(t) == 0)
		return 0;
	struct outcomes o = outcomes_of(t, SPRT_LEAST);
	if (!sprt_under(s, &o, s->elo0, &under0) || !sprt_under(s, &o, s->elo1, &under1))
		return NAN;
	for (int i = 0; i < o.kinds; i++) {
		double count = t->count[i] > 0 ? (double)t->count[i] : SPRT_LEAST;
		llr += count * log(under1.share[i] / under0.share[i]);
	}
	return llr;
}

enum sprt_state sprt_decide(const struct sprt *s, double llr)
{
	if (llr <= sprt_lower(s))
		return SPRT_H0;
	return llr >= sprt_upper(s) ? SPRT_H1 : SPRT_OPEN;
}
