/*
 * strength.c - from counts of results to Elo and how sure it is, in the words and numbers that all
 * places share.
 */
#include "referee/rating/strength.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/json.h"
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
static double strength_variance(const struct result_fit *fit, double mean)
{
	struct result_fit under = result_fit_with_mean(fit, mean);
	return result_fit_moment(&under, 2);
}

/* The score on the way to this end that is just not contradicted. */
static double strength_bound(const struct result_fit *fit, double results, double end)
{
	double score = result_fit_mean(fit), inside = score, outside = end;
	for (int i = 0; i < STRENGTH_HALVINGS; i++) {
		double middle = (inside + outside) / 2;
		double off = (middle - score) * sqrt(results);
		if (middle <= 0 || middle >= 1)
			break;
		if (off * off > STRENGTH_NORMAL * STRENGTH_NORMAL * strength_variance(fit, middle))
			outside = middle;
		else
			inside = middle;
	}
	return (inside + outside) / 2;
}

static void strength_sparse(struct strength *s, const struct result_counts *counts, double results)
{
	struct result_fit fit = result_fit_of(counts, STRENGTH_MIN);
	struct strength_range *score = &s->score, *normalized = &s->normalized;
	score->low = score->value <= 0 ? 0 : strength_bound(&fit, results, 0);
	score->high = score->value >= 1 ? 1 : strength_bound(&fit, results, 1);
	normalized->low = normalized->high = INFINITY;
	if (score->low > 0)
		normalized->low = strength_ratio(score->low, strength_variance(&fit, score->low));
	else
		normalized->low = -INFINITY;
	if (score->high < 1)
		normalized->high =
			strength_ratio(score->high, strength_variance(&fit, score->high));
	double errors =
		(result_fit_mean(&fit) - 0.5) * sqrt(results / strength_variance(&fit, 0.5));
	s->los = strength_below(errors);
}

static void strength_plain(struct strength *s, const struct result_fit *fit, double results)
{
	struct strength_range *score = &s->score, *normalized = &s->normalized;
	double variance = result_fit_moment(fit, 2), ratio = normalized->value;
	double error = sqrt(variance / results);
	score->low = fmax(score->value - STRENGTH_NORMAL * error, 0);
	score->high = fmin(score->value + STRENGTH_NORMAL * error, 1);
	s->los = strength_below((score->value - 0.5) / error);
	/* The deviation is estimated too, and hangs together with the mean: the delta method. */
	double skew = result_fit_moment(fit, 3) / pow(variance, 1.5);
	double peak = result_fit_moment(fit, 4) / (variance * variance);
	error = sqrt((1 - ratio * skew + ratio * ratio * (peak - 1) / 4) / results);
	normalized->low = ratio - STRENGTH_NORMAL * error;
	normalized->high = ratio + STRENGTH_NORMAL * error;
}

/* Results that are for one of the two. */
static int64_t strength_uneven(const struct result_counts *counts)
{
	return result_counts_results(counts) - counts->count[counts->kinds / 2];
}

bool strength_find(const struct result_counts *counts, struct strength *s)
{
	int64_t results = result_counts_results(counts), uneven = strength_uneven(counts);
	if (results == 0)
		return false;
	struct result_fit fit = result_fit_of(counts, 0);
	*s = (struct strength){.even = fit.share[fit.kinds / 2]};
	s->score.value = result_fit_mean(&fit);
	s->normalized.value = strength_ratio(s->score.value, result_fit_moment(&fit, 2));
	if (result_counts_uncommon(counts) < STRENGTH_SPARSE)
		strength_sparse(s, counts, (double)results);
	else
		strength_plain(s, &fit, (double)results);
	s->elo = (struct strength_range){strength_elo(s->score.value), strength_elo(s->score.low),
		strength_elo(s->score.high)};
	s->normalized = (struct strength_range){strength_normalized(s->normalized.value, fit.kinds),
		strength_normalized(s->normalized.low, fit.kinds),
		strength_normalized(s->normalized.high, fit.kinds)};
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

static void strength_decided_sentence(
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

void strength_sentence(const struct strength *s, const struct result_counts *counts,
	const char *bot, const char *opponent, char *text, size_t room)
{
	const char *unit = counts->kinds == RESULT_COUNTS_PAIRS ? "pair" : "game";
	int64_t uneven = strength_uneven(counts);
	char low[48], high[48];
	if (s->finding != STRENGTH_UNDECIDED)
		strength_decided_sentence(s, bot, opponent, text, room);
	else if (uneven < STRENGTH_ENOUGH)
		snprintf(text, room,
			"Not decided: %" PRId64 " uneven %s%s so far, and it takes at least %d",
			uneven, unit, plural(uneven, "", "s"), STRENGTH_ENOUGH);
	else if (s->elo.low > 0 || s->elo.high < 0)
		snprintf(text, room,
			"Not decided: the interval of Elo just excludes 0, that of normalized Elo does not");
	else
		snprintf(text, room, "Not decided: %s may be anything from %s to %s than %s (95%%)",
			bot, strength_side(s->elo.low, low, sizeof low),
			strength_side(s->elo.high, high, sizeof high), opponent);
}

/* --- estimates ----------------------------------------------------------------------------------
 */

enum { STRENGTH_ESTIMATE_NUMBER = 48 };

void strength_estimate_find(struct strength_estimate *e, const struct result_counts *games,
	const struct result_counts *pairs, const struct sprt *sprt)
{
	static const struct strength_range unknown = {NAN, NAN, NAN};
	*e = (struct strength_estimate){.games = *games, .pairs = *pairs};
	e->strength = (struct strength){unknown, unknown, unknown, NAN, NAN, STRENGTH_UNDECIDED};
	e->any = strength_find(strength_estimate_basis(e), &e->strength);
	if (sprt == NULL)
		return;
	e->test = true;
	e->sprt = *sprt;
	e->llr = sprt_llr(sprt, strength_estimate_basis(e));
	e->lower = sprt_lower(sprt);
	e->upper = sprt_upper(sprt);
	e->state = sprt_decide(sprt, e->llr);
}

const struct result_counts *strength_estimate_basis(const struct strength_estimate *e)
{
	return result_counts_results(&e->pairs) > 0 ? &e->pairs : &e->games;
}

double strength_estimate_error(const struct strength_range *range)
{
	return isfinite(range->low) && isfinite(range->high) ? (range->high - range->low) / 2
							     : INFINITY;
}

const char *strength_estimate_state(const struct strength_estimate *e)
{
	static const char *const states[] = {
		[SPRT_OPEN] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
	return states[e->state];
}

/* --- for people ------------------------------------------------------------------------------- */

/* "+78 +/- 40", "at least +120" where no more than that is known. */
static const char *strength_estimate_range(
	const struct strength_range *range, char text[STRENGTH_ESTIMATE_NUMBER])
{
	double error = strength_estimate_error(range);
	int digits = error < 9.95 ? 1 : 0;
	if (isfinite(range->value) && isfinite(error))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "%+.*f +/- %.*f", digits, range->value,
			digits, error);
	else if (isfinite(range->low))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "at least %+.0f", range->low);
	else if (isfinite(range->high))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "at most %+.0f", range->high);
	else
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "unknown");
	return text;
}

/* ", penta 10 3 57 13 30", ", won 3, drawn 1, lost 2". */
static void strength_estimate_counts(const struct strength_estimate *e, char *text, size_t room)
{
	const int64_t *pairs = e->pairs.count, *games = e->games.count;
	if (strength_estimate_basis(e) == &e->pairs)
		snprintf(text, room,
			", penta %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64,
			pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
	else
		snprintf(text, room, ", won %" PRId64 ", drawn %" PRId64 ", lost %" PRId64,
			games[2], games[1], games[0]);
}

void strength_estimate_line(
	const struct strength_estimate *e, unsigned wanted, char *text, size_t room)
{
	char elo[STRENGTH_ESTIMATE_NUMBER],
		normalized[STRENGTH_ESTIMATE_NUMBER + 8] = "", counts[STRENGTH_ESTIMATE_TEXT] = "",
						      range[STRENGTH_ESTIMATE_NUMBER];
	*text = '\0';
	if (!e->any)
		return;
	/* One bound of normalized Elo alone says nothing that the one of Elo does not. */
	if (wanted & STRENGTH_ESTIMATE_NELO &&
		isfinite(strength_estimate_error(&e->strength.normalized)))
		snprintf(normalized, sizeof normalized, ", nElo %s",
			strength_estimate_range(&e->strength.normalized, range));
	if (wanted & STRENGTH_ESTIMATE_COUNTS)
		strength_estimate_counts(e, counts, sizeof counts);
	snprintf(text, room, "Elo %s%s, LOS %.1f %%%s",
		strength_estimate_range(&e->strength.elo, elo), normalized,
		strength_percent(e->strength.los), counts);
}

void strength_estimate_test(const struct strength_estimate *e, char *text, size_t room)
{
	snprintf(text, room, "LLR %.2f (%.2f, %.2f)", e->llr, e->lower, e->upper);
}

int64_t strength_estimate_left(const struct strength_estimate *e, int64_t most)
{
	int games = strength_estimate_basis(e) == &e->pairs ? 2 : 1;
	if (!e->test)
		return -1;
	double left = games * sprt_left(&e->sprt, strength_estimate_basis(e));
	if (most > 0 && !(left < (double)most))
		return most;
	return isfinite(left) && left < 1e9 ? (int64_t)(left + 0.5) : -1;
}

void strength_estimate_results(const struct strength_estimate *e, char *text, size_t room)
{
	int64_t results = result_counts_results(strength_estimate_basis(e));
	const char *unit = strength_estimate_basis(e) == &e->pairs ? "pair" : "game";
	snprintf(text, room, "%s", counted(results, unit).text);
}

void strength_estimate_opening(const struct strength_estimate *e, char *text, size_t room)
{
	int64_t decided = e->pairs.by_opening;
	*text = '\0';
	if (decided > 0)
		snprintf(text, room, "%" PRId64 " of %" PRId64 " pairs %s decided by the opening",
			decided, result_counts_results(&e->pairs), plural(decided, "was", "were"));
}

static void strength_estimate_print_range(
	const char *name, const struct strength_range *range, FILE *out)
{
	fprintf(out, "%-26s%+8.1f  (95%%: %+.1f to %+.1f)\n", name, range->value, range->low,
		range->high);
}

void strength_estimate_print(const struct strength_estimate *e, FILE *out)
{
	strength_estimate_print_range("Elo difference", &e->strength.elo, out);
	strength_estimate_print_range("normalized Elo difference", &e->strength.normalized, out);
	fprintf(out, "%-26s%8.1f%%\n", "likelihood of superiority",
		strength_percent(e->strength.los));
}

void strength_estimate_print_counts(const struct strength_estimate *e, FILE *out)
{
	const int64_t *count = strength_estimate_basis(e)->count;
	bool pairs = strength_estimate_basis(e) == &e->pairs;
	fprintf(out, "%-26s", pairs ? "pairs of 0 1/2 1 3/2 2" : "lost, drawn, won");
	for (int i = 0; i < strength_estimate_basis(e)->kinds; i++)
		fprintf(out, "%s%" PRId64, i > 0 ? " " : "  ", count[i]);
	fputc('\n', out);
	char opening[STRENGTH_ESTIMATE_TEXT];
	strength_estimate_opening(e, opening, sizeof opening);
	if (*opening != '\0')
		fprintf(out, "%s\n", opening);
}

/* --- for programs ----------------------------------------------------------------------------- */

static void strength_estimate_json_real(const char *name, double value, FILE *out)
{
	char text[STRENGTH_ESTIMATE_NUMBER];
	snprintf(text, sizeof text, "%.6f", value);
	bool zero = text[0] == '-' && strspn(text, "-0.") == strlen(text);
	fprintf(out, ",\"%s\":%s", name, isfinite(value) ? text + zero : "null");
}

static void strength_estimate_json_range(
	const char *name, const struct strength_range *range, FILE *out)
{
	char end[STRENGTH_ESTIMATE_NUMBER];
	strength_estimate_json_real(name, range->value, out);
	snprintf(end, sizeof end, "%s_low", name);
	strength_estimate_json_real(end, range->low, out);
	snprintf(end, sizeof end, "%s_high", name);
	strength_estimate_json_real(end, range->high, out);
}

static void strength_estimate_json_tally(
	const char *name, const struct result_counts *counts, FILE *out)
{
	fprintf(out, ",\"%s\":[", name);
	for (int i = 0; i < counts->kinds; i++)
		fprintf(out, "%s%" PRId64, i > 0 ? "," : "", counts->count[i]);
	fputc(']', out);
}

void strength_estimate_json(
	const struct strength_estimate *e, const char *bot, const char *opponent, FILE *out)
{
	fputs("{\"bot\":", out);
	json_string(out, bot);
	fputs(",\"opponent\":", out);
	json_string(out, opponent);
	fprintf(out, ",\"computed_from\":\"%s\"",
		strength_estimate_basis(e) == &e->pairs ? "pairs" : "games");
	strength_estimate_json_tally("games", &e->games, out);
	strength_estimate_json_tally("pairs", &e->pairs, out);
	fprintf(out, ",\"pairs_by_opening\":%" PRId64, e->pairs.by_opening);
	strength_estimate_json_range("elo", &e->strength.elo, out);
	strength_estimate_json_range("normalized", &e->strength.normalized, out);
	strength_estimate_json_real("los", e->strength.los, out);
	if (e->test) {
		strength_estimate_json_real("llr", e->llr, out);
		strength_estimate_json_real("llr_lower", e->lower, out);
		strength_estimate_json_real("llr_upper", e->upper, out);
		fprintf(out, ",\"accepted\":\"%s\"", strength_estimate_state(e));
	}
	fputc('}', out);
}
