/*
 * strength-estimate.c - strength and test of two bots, in the words and numbers that all places
 * share.
 */
#include "referee/rating/strength-estimate.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "referee/base/json.h"

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

/* "+78 +/- 40", "above +120" where no more than that is known. */
static const char *strength_estimate_range(
	const struct strength_range *range, char text[STRENGTH_ESTIMATE_NUMBER])
{
	double error = strength_estimate_error(range);
	int digits = error < 9.95 ? 1 : 0;
	if (isfinite(range->value) && isfinite(error))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "%+.*f +/- %.*f", digits, range->value,
			digits, error);
	else if (isfinite(range->low))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "above %+.0f", range->low);
	else if (isfinite(range->high))
		snprintf(text, STRENGTH_ESTIMATE_NUMBER, "below %+.0f", range->high);
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
	if (wanted & STRENGTH_ESTIMATE_NELO)
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
	snprintf(text, room, "%" PRId64 " %s%s", results,
		strength_estimate_basis(e) == &e->pairs ? "pair" : "game", results == 1 ? "" : "s");
}

void strength_estimate_opening(const struct strength_estimate *e, char *text, size_t room)
{
	int64_t decided = e->pairs.by_opening;
	*text = '\0';
	if (decided > 0)
		snprintf(text, room, "%" PRId64 " of %" PRId64 " pairs %s decided by the opening",
			decided, result_counts_results(&e->pairs), decided == 1 ? "was" : "were");
}

static void strength_estimate_print_range(
	const char *name, const struct strength_range *range, FILE *out)
{
	fprintf(out, "%-26s%+8.1f  (95%%: %+.1f to %+.1f)\n", name, range->value, range->low,
		range->high);
}

void strength_estimate_print(const struct strength_estimate *e, FILE *out)
{
	strength_estimate_print_range("Elo", &e->strength.elo, out);
	strength_estimate_print_range("normalized Elo", &e->strength.normalized, out);
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

static void strength_estimate_json_tally(const char *name, const struct result_counts *t, FILE *out)
{
	fprintf(out, ",\"%s\":[", name);
	for (int i = 0; i < t->kinds; i++)
		fprintf(out, "%s%" PRId64, i > 0 ? "," : "", t->count[i]);
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
