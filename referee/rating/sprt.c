/*
 * sprt.c - the log-likelihood ratio of two hypotheses, and its bounds.
 */
#include "referee/rating/sprt.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "referee/rating/result-fit.h"

#define SPRT_MIN       1e-3  /* the count of a kind of result that did not come up */
#define SPRT_FEW       10    /* results that say nothing of those to come */
#define SPRT_ERROR_MIN 1e-12 /* alpha, beta */

double sprt_lower(const struct sprt *s)
{
	return log(s->beta / (1 - s->alpha));
}

double sprt_upper(const struct sprt *s)
{
	return log((1 - s->beta) / s->alpha);
}

/* The likeliest shares when this Elo is true. */
static bool sprt_under(const struct sprt *s, const struct result_fit *fit, double elo,
	struct result_fit *likeliest)
{
	double games = fit->kinds == RESULT_COUNTS_PAIRS ? 2 : 1;
	if (s->model == SPRT_NORMALIZED)
		return result_fit_with_ratio(fit, elo * log(10) / 800 * sqrt(games), likeliest);
	*likeliest = result_fit_with_mean(fit, 1 / (1 + pow(10, -elo / 400)));
	return true;
}

/* How much each kind of result adds to the ratio. False: not found. */
static bool sprt_steps(
	const struct sprt *s, const struct result_counts *counts, double step[RESULT_COUNTS_KINDS])
{
	struct result_fit under0, under1, o = result_fit_of(counts, SPRT_MIN);
	assert(fabs(s->elo0) <= SPRT_ELO_MAX && fabs(s->elo1) <= SPRT_ELO_MAX);
	if (!sprt_under(s, &o, s->elo0, &under0) || !sprt_under(s, &o, s->elo1, &under1))
		return false;
	for (int i = 0; i < o.kinds; i++)
		step[i] = log(under1.share[i] / under0.share[i]);
	return true;
}

double sprt_llr(const struct sprt *s, const struct result_counts *counts)
{
	double llr = 0, step[RESULT_COUNTS_KINDS];
	if (result_counts_results(counts) == 0)
		return 0;
	if (!sprt_steps(s, counts, step))
		return NAN;
	for (int i = 0; i < counts->kinds; i++)
		llr += (counts->count[i] > 0 ? (double)counts->count[i] : SPRT_MIN) * step[i];
	return llr;
}

/* The mean time to leave 0 .. width from at, with a drift that is not below 0. */
static double sprt_leave(double at, double width, double drift, double variance)
{
	double steep = 2 * drift / variance;
	if (steep * width < 1e-6)
		return at * (width - at) / variance;
	double above = -expm1(-steep * at) / -expm1(-steep * width);
	return (width * above - at) / drift;
}

double sprt_left(const struct sprt *s, const struct result_counts *counts)
{
	double step[RESULT_COUNTS_KINDS], results = (double)result_counts_results(counts),
					  variance = 0;
	double llr = sprt_llr(s, counts), drift = llr / results;
	if (sprt_decide(s, llr) != SPRT_OPEN)
		return 0;
	if (results < SPRT_FEW || result_counts_uncommon(counts) == 0 ||
		!sprt_steps(s, counts, step))
		return NAN;
	for (int i = 0; i < counts->kinds; i++)
		variance +=
			(double)counts->count[i] / results * (step[i] - drift) * (step[i] - drift);
	double width = sprt_upper(s) - sprt_lower(s), at = llr - sprt_lower(s);
	return sprt_leave(drift < 0 ? width - at : at, width, fabs(drift), variance);
}

double sprt_expected(const struct sprt *s)
{
	/* A walk without a drift whose steps have this deviation leaves the bounds after the
	 * product of its ways to them, by its variance. A pair's mean deviates by half a point
	 * divided by sqrt(2). */
	double step = (s->elo1 - s->elo0) * log(10) / 800 * sqrt(2);
	if (s->model == SPRT_LOGISTIC)
		step = (1 / (1 + pow(10, -s->elo1 / 400)) - 1 / (1 + pow(10, -s->elo0 / 400))) *
		       sqrt(8);
	return -sprt_lower(s) * sprt_upper(s) / (step * step);
}

enum sprt_state sprt_decide(const struct sprt *s, double llr)
{
	if (llr <= sprt_lower(s))
		return SPRT_H0;
	return llr >= sprt_upper(s) ? SPRT_H1 : SPRT_OPEN;
}

static const char *const sprt_models[] = {
	[SPRT_LOGISTIC] = "logistic",
	[SPRT_NORMALIZED] = "normalized",
};

const char *sprt_model_name(enum sprt_model model)
{
	return sprt_models[model];
}

bool sprt_read_model(const char *text, enum sprt_model *model, struct error *err)
{
	for (enum sprt_model m = SPRT_LOGISTIC; m <= SPRT_NORMALIZED; m++)
		if (strcmp(text, sprt_models[m]) == 0) {
			*model = m;
			return true;
		}
	return error_set(
		err, "it is %s or %s", sprt_models[SPRT_LOGISTIC], sprt_models[SPRT_NORMALIZED]);
}

/* A number of digits, a sign and a point: no hexadecimal, no infinity. */
static bool sprt_read_number(const char *text, double *value)
{
	char *end;
	size_t length = strlen(text);
	if (length == 0 || length > 30 || strspn(text, "+-.0123456789eE") != length)
		return false;
	*value = strtod(text, &end);
	return *end == '\0' && isfinite(*value);
}

bool sprt_read_elo(const char *text, double *elo, struct error *err)
{
	if (sprt_read_number(text, elo) && fabs(*elo) <= SPRT_ELO_MAX)
		return true;
	return error_set(err, "a number from %g to %g is needed", -SPRT_ELO_MAX, SPRT_ELO_MAX);
}

bool sprt_read_bounds(const char *text, double *elo0, double *elo1, struct error *err)
{
	static const char between[] = " ,:;[]";
	char words[SPRT_TEXT], *rest = words, *word, *elo[2];
	int count = 0;
	snprintf(words, sizeof words, "%s", text);
	while ((word = strtok_r(rest, between, &rest)) != NULL)
		if (count++ < 2)
			elo[count - 1] = word;
	if (count != 2)
		return error_set(err,
			"two Elo in one word are needed, ELO0,ELO1 with a comma, such as --sprt 0,10");
	if (!sprt_read_elo(elo[0], elo0, err) || !sprt_read_elo(elo[1], elo1, err))
		return false;
	return *elo0 < *elo1 ||
	       error_set(err, "the first Elo must be below the second: ELO0,ELO1, such as 0,10");
}

bool sprt_read_error(const char *text, double *error, struct error *err)
{
	if (sprt_read_number(text, error) && *error >= SPRT_ERROR_MIN && *error < 0.5)
		return true;
	return error_set(err, "a number above 0 and below 0.5 is needed, such as 0.05");
}

/* The sentence for an accepted hypothesis: it says no more than that the other is not true. */
static void sprt_state_sentence(const struct sprt *s, enum sprt_state state, const char *bot,
	const char *opponent, char *text, size_t room)
{
	const char *unit = s->model == SPRT_LOGISTIC ? "Elo" : "normalized Elo";
	if (state == SPRT_H1 && s->elo0 >= 0)
		snprintf(text, room, "%s is stronger than %s", bot, opponent);
	else if (state == SPRT_H1)
		snprintf(text, room, "%s is not %g %s weaker than %s", bot, -s->elo0, unit,
			opponent);
	else if (s->elo1 <= 0)
		snprintf(text, room, "%s is weaker than %s", bot, opponent);
	else
		snprintf(text, room, "%s is not %g %s stronger than %s", bot, s->elo1, unit,
			opponent);
}

void sprt_sentence(const struct sprt *s, const struct result_counts *counts, const char *bot,
	const char *opponent, char *text, size_t room)
{
	double llr = sprt_llr(s, counts), lower = sprt_lower(s), upper = sprt_upper(s);
	enum sprt_state state = sprt_decide(s, llr);
	const char *unit = counts->kinds == RESULT_COUNTS_PAIRS ? "pair" : "game";
	const struct counted results = counted(result_counts_results(counts), unit);
	if (state == SPRT_OPEN) {
		snprintf(text, room,
			"Not decided after %s: the LLR %.2f lies between %.2f (H0: %g) and %.2f (H1: %g)",
			results.text, llr, lower, s->elo0, upper, s->elo1);
		return;
	}
	sprt_state_sentence(s, state, bot, opponent, text, room);
	size_t used = strlen(text);
	snprintf(text + used, room - used,
		": %s (%g) accepted, %s (%g) rejected after %s, LLR %.2f (%.2f to %.2f)",
		state == SPRT_H1 ? "H1" : "H0", state == SPRT_H1 ? s->elo1 : s->elo0,
		state == SPRT_H1 ? "H0" : "H1", state == SPRT_H1 ? s->elo0 : s->elo1, results.text,
		llr, lower, upper);
}

void sprt_write_test(const struct sprt *s, char text[SPRT_TEXT])
{
	snprintf(text, SPRT_TEXT, "%s %.17g %.17g %.17g %.17g", sprt_model_name(s->model), s->elo0,
		s->elo1, s->alpha, s->beta);
}

bool sprt_read_test(const char *text, struct sprt *s)
{
	struct error err;
	char word[5][32], more;
	return sscanf(text, "%31s %31s %31s %31s %31s %c", word[0], word[1], word[2], word[3],
		       word[4], &more) == 5 &&
	       sprt_read_model(word[0], &s->model, &err) &&
	       sprt_read_elo(word[1], &s->elo0, &err) && sprt_read_elo(word[2], &s->elo1, &err) &&
	       s->elo0 < s->elo1 && sprt_read_error(word[3], &s->alpha, &err) &&
	       sprt_read_error(word[4], &s->beta, &err);
}
