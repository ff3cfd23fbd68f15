/*
 * report-strength.c - the strengths that the games of two bots show, and a test's likelihood
 * ratio between its bounds.
 */
#include <math.h>

#include "referee/report/html.h"
#include "referee/report/report-sections.h"

static const double strength_width = 480, strength_edge = 8;

/* Draws a likelihood ratio as a bar from 0, between the bounds; beyond them it is cut. The
 * numbers are next to it. */
static void strength_bar(FILE *out, const struct strength_estimate *e)
{
	double scale = (strength_width - 2 * strength_edge) / (e->upper - e->lower);
	double at = fmin(fmax(e->llr, e->lower), e->upper), zero = strength_edge - e->lower * scale;
	double to = strength_edge + (at - e->lower) * scale;
	const char *name = e->llr < 0 ? "lost" : "won";
	html_print(out,
		"<svg class=\"llr\" viewBox=\"0 0 %.0f 28\" width=\"%.0f\" height=\"28\" "
		"role=\"img\" aria-label=\"LLR %.2f between %.2f and %.2f\">"
		"<rect class=\"track\" x=\"%.1f\" y=\"8\" width=\"%.1f\" height=\"12\"/>"
		"<rect class=\"%s\" x=\"%.1f\" y=\"8\" width=\"%.1f\" height=\"12\"/>"
		"<path class=\"zero\" d=\"M%.1f 3V25M%.1f 3V25M%.1f 3V25\"/></svg>\n",
		strength_width, strength_width, e->llr, e->lower, e->upper, strength_edge,
		strength_width - 2 * strength_edge, name, fmin(zero, to), fabs(to - zero),
		strength_edge, zero, strength_width - strength_edge);
}

static void strength_test(const struct report *r)
{
	const struct report_strength *s = r->strength;
	const struct strength_estimate *e = &s->estimate;
	const char *unit = e->sprt.model == SPRT_NORMALIZED ? "normalized Elo" : "Elo";
	static const char *const states[] = {
		[SPRT_OPEN] = "not decided", [SPRT_H0] = "H0 accepted", [SPRT_H1] = "H1 accepted"};
	html_print(r->out,
		"<p class=\"test\">LLR <b>%.2f</b> <span class=\"undecided\">%s</span>; H0 (%g "
		"%s) at or below %.2f, H1 (%g %s) at or above %.2f</p>\n",
		e->llr, states[e->state], e->sprt.elo0, unit, e->lower, e->sprt.elo1, unit,
		e->upper);
	strength_bar(r->out, e);
	if (*s->conclusion == '\0')
		return;
	html_print(r->out, "<p class=\"strong\">%h</p>\n", s->conclusion);
}

static void strength_range(FILE *out, const char *name, const struct strength_range *range)
{
	html_print(out, "<tr><th scope=\"row\">%s</th><td class=\"n strong\">%+.1f</td>", name,
		range->value);
	if (isfinite(strength_estimate_error(range)))
		html_print(out, "<td class=\"n\">±&nbsp;%.1f</td>", strength_estimate_error(range));
	else
		html_print(out, "<td></td>");
	html_print(out, "<td class=\"n soft\">%+.1f to %+.1f</td></tr>\n", range->low, range->high);
}

static void strength_pairs(FILE *out, const struct result_counts *counts)
{
	static const char *const pairs[] = {"0", "½", "1", "1½", "2"};
	static const char *const games[] = {"lost", "drawn", "won"};
	html_print(out, "<tr><th scope=\"row\">%s</th><td colspan=\"3\">",
		counts->kinds == RESULT_COUNTS_PAIRS ? "Pairs by points" : "Games");
	for (int i = 0; i < counts->kinds; i++)
		html_print(out, "%s<b>%lld</b>&nbsp;%s%s",
			i > 0 ? " <span class=\"dot\">·</span> " : "", (long long)counts->count[i],
			counts->kinds == RESULT_COUNTS_PAIRS ? "× " : "",
			counts->kinds == RESULT_COUNTS_PAIRS ? pairs[i] : games[i]);
	html_print(out, "</td></tr>\n");
}

static void strength_opening(FILE *out, const struct strength_estimate *e)
{
	char text[STRENGTH_ESTIMATE_TEXT];
	strength_estimate_opening(e, text, sizeof text);
	if (*text != '\0')
		html_print(out,
			"<p class=\"soft\">%s: the same seat won both of their games.</p>\n", text);
}

int report_strength(struct report *r)
{
	const struct report_strength *s = r->strength;
	const struct strength *found = &s->estimate.strength;
	char results[STRENGTH_ESTIMATE_TEXT];
	FILE *out = r->out;
	if (s->estimate.test)
		strength_test(r);
	strength_estimate_results(&s->estimate, results, sizeof results);
	html_table_begin(out, "Strength", "strength");
	html_print(out,
		"<bdi>%h</bdi> against <bdi>%h</bdi>, from %s; errors are 95&nbsp;%% each "
		"way.</caption>\n<tbody>\n",
		s->bot, s->opponent, results);
	strength_range(out, "Elo", &found->elo);
	strength_range(out, "Normalized Elo", &found->normalized);
	html_print(out,
		"<tr><th scope=\"row\">Likelihood of superiority</th>"
		"<td class=\"n strong\">%.1f&nbsp;%%</td><td></td><td></td></tr>\n",
		strength_percent(found->los));
	strength_pairs(out, strength_estimate_basis(&s->estimate));
	html_table_end(out);
	strength_opening(out, &s->estimate);
	return DB_OK;
}
