/*
 * report-ratings.c - the report's ratings: the fit over all games with its errors, and the same fit
 * over the first games as a chart and as a table.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/plural.h"
#include "referee/report/chart.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

static const double ratings_95 = 1.959964, ratings_width = 260;

/* --- the fit ---------------------------------------------------------------------------------- */

/* Writes the model and its parameters for the seats. */
static void ratings_model(const struct report *r)
{
	const struct rating_table *t = r->fit;
	FILE *out = r->out;
	html_print(out, "<p>%s over %s%s, on the Elo scale, 0 being the mean", t->model,
		plural(r->games, "", "all "), counted(r->games, "game").text);
	for (int i = 0; i < t->effects; i++) {
		if (t->effects == 1)
			html_print(out, "; the first seat is worth ");
		else
			html_print(out, "%s seat %d ", i == 0 ? "; seats are worth" : ",", i + 1);
		html_print(out, "%r&nbsp;±&nbsp;%.0f Elo", t->effect[i],
			ratings_95 * t->effect_error[i]);
	}
	html_print(out, ". Errors are 95&nbsp;%% each way.</p>\n");
	if (!t->converged)
		html_print(out,
			"<p class=\"note\">The fit did not converge: results and fit still differ "
			"by %.3g points.</p>\n",
			t->gradient);
	if (t->groups > 1)
		html_print(out,
			"<p class=\"note\">No games connect all bots: there are %d groups. "
			"Ratings of different groups cannot be compared.</p>\n",
			t->groups);
}

/* The range of all intervals. */
static void ratings_span(const struct rating_table *t, double *low, double *high)
{
	*low = INFINITY;
	*high = -INFINITY;
	for (int i = 0; i < t->rated; i++) {
		const struct rating *x = &t->rating[t->order[i]];
		*low = fmin(*low, x->elo - ratings_95 * x->error);
		*high = fmax(*high, x->elo + ratings_95 * x->error);
	}
	*high = fmax(*high, *low + 1);
}

/* Draws a rating with its error as a line; the numbers are next to it. */
static void ratings_interval(FILE *out, const struct rating *x, double low, double high)
{
	double scale = (ratings_width - 16) / (high - low);
	double at = 8 + (x->elo - low) * scale, error = ratings_95 * x->error * scale;
	html_print(out,
		"<svg class=\"interval\" viewBox=\"0 0 %.0f 16\" width=\"%.0f\" height=\"16\" "
		"aria-hidden=\"true\"><path class=\"track\" d=\"M0 8H%.0f\"/>"
		"<path class=\"zero\" d=\"M%.1f 1V15\"/>"
		"<path class=\"whisker\" d=\"M%.1f 8H%.1fM%.1f 4V12M%.1f 4V12\"/>"
		"<circle%s cx=\"%.1f\" cy=\"8\" r=\"4.5\"/></svg>",
		ratings_width, ratings_width, ratings_width, 8 - low * scale, at - error,
		at + error, at - error, at + error,
		x->bound != RATING_EXACT ? " class=\"bound\"" : "", at);
}

/* Writes the probability that it is stronger than the next bot. */
static void ratings_above(FILE *out, const struct rating *x)
{
	if (isnan(x->above))
		html_print(out, "<td class=\"los\"></td>");
	else if (x->above >= 0.975)
		html_print(out, "<td class=\"los\">%s%.1f&nbsp;%%</td>",
			x->above > 0.999 ? "&gt;&nbsp;" : "", fmin(100 * x->above, 99.9));
	else
		html_print(out,
			"<td class=\"los\">%.0f&nbsp;%% <span "
			"class=\"undecided\">undecided</span></td>",
			100 * x->above);
}

static void ratings_row(const struct report *r, int bot, double low, double high)
{
	static const char *const bounds[] = {[RATING_EXACT] = "",
		[RATING_AT_MIN] = "at least ",
		[RATING_AT_MAX] = "at most ",
		[RATING_LOOSE] = "about "};
	const struct rating *x = &r->fit->rating[bot];
	FILE *out = r->out;
	html_print(out, "<tr>");
	if (r->fit->groups > 1)
		html_print(out, "<td class=\"n\">%d</td>", x->group);
	if (x->best == x->worst)
		html_print(out, "<td class=\"n\">%d</td>", x->best);
	else
		html_print(out, "<td class=\"n\">%d–%d</td>", x->best, x->worst);
	report_bot_cell(r, r->bots[bot].name);
	html_print(out,
		"<td class=\"n strong\">%s%r</td><td class=\"n\">±&nbsp;%.0f</td>"
		"<td class=\"wide\">",
		bounds[x->bound], x->elo, ratings_95 * x->error);
	ratings_interval(out, x, low, high);
	html_print(out, "</td>");
	ratings_above(out, x);
	html_print(out, "<td class=\"n\">%lld</td></tr>\n", (long long)x->games);
}

static void ratings_fit(const struct report *r)
{
	double low, high;
	FILE *out = r->out;
	ratings_model(r);
	ratings_span(r->fit, &low, &high);
	html_table_begin(out, "All ratings", "ratings");
	html_print(out,
		"Places are those that 95&nbsp;%% leave open. The line is the rating with its "
		"error, the mark across is 0.</caption>\n<thead><tr>");
	if (r->fit->groups > 1)
		html_print(out, "<th scope=\"col\" class=\"n\">Group</th>");
	html_print(out,
		"<th scope=\"col\" class=\"n\">Places</th><th scope=\"col\">Bot</th>"
		"<th scope=\"col\" class=\"n\">Elo</th>"
		"<th scope=\"col\" class=\"n\">95&nbsp;%%</th><th scope=\"col\" class=\"wide\">"
		"<span class=\"hear\">The same as a line</span></th>"
		"<th scope=\"col\">Stronger than the next</th>"
		"<th scope=\"col\" class=\"n\">Games</th></tr></thead>\n<tbody>\n");
	for (int i = 0; i < r->fit->rated; i++)
		ratings_row(r, r->fit->order[i], low, high);
	html_table_end(out);
}

/* --- over the games --------------------------------------------------------------------------- */

/* Draws the lines that have points, and reports how many bots the chart omits. */
static void ratings_chart(const struct report *r, struct chart *chart)
{
	chart->x_max = (double)r->games;
	chart->x_name = "games";
	chart->y_name = "Elo";
	html_print(r->out, "<div id=\"plot\" class=\"plot scroll\" tabindex=\"0\" role=\"region\" "
			   "aria-label=\"Chart of ratings\">\n");
	chart_write(r->out, chart);
	html_print(r->out, "</div>\n");
	if (chart->lines < r->bots_count && r->one == 0)
		html_print(r->out,
			"<p class=\"note\">The chart has the first %d of %d bots, the table the "
			"first %d.</p>\n",
			chart->lines, r->bots_count, r->lines_count);
}

/* Draws the ratings of the fits over the first games, with their errors. */
static void ratings_band_chart(const struct report *r)
{
	struct chart chart = {
		.label = "Elo with its error of 95 % over the games; the same as a table below"};
	double x[CHART_LINES_MAX][REPORT_BANDS], y[CHART_LINES_MAX][REPORT_BANDS];
	double error[CHART_LINES_MAX][REPORT_BANDS];
	for (; chart.lines < r->lines_count && chart.lines < CHART_LINES_MAX; chart.lines++) {
		int line = chart.lines, n = 0;
		for (int i = 0; i < REPORT_BANDS; i++) {
			const struct report_band *band = &r->bands[i];
			if (!band->known[line] || (i > 0 && band->at == r->bands[i - 1].at))
				continue;
			x[line][n] = (double)band->at;
			y[line][n] = band->elo[line];
			error[line][n++] = ratings_95 * band->error[line];
		}
		chart.line[line] =
			(struct chart_line){.name = r->bots[report_line_bot(r, line)].name,
				.x = x[line],
				.y = y[line],
				.error = error[line],
				.count = n};
	}
	ratings_chart(r, &chart);
}

/* The next column of the table: every third band. Of bands after equal numbers of games only one,
 * and none after no games. */
static int ratings_next_band(const struct report *r, int before)
{
	int64_t at = before >= 0 ? r->bands[before].at : 0;
	int i = before + REPORT_BANDS / 4;
	while (i < REPORT_BANDS && r->bands[i].at == at)
		i += REPORT_BANDS / 4;
	return i;
}

static void ratings_band_row(const struct report *r, int line)
{
	FILE *out = r->out;
	html_print(out, "<tr>");
	report_bot_cell(r, r->bots[report_line_bot(r, line)].name);
	for (int i = ratings_next_band(r, -1); i < REPORT_BANDS; i = ratings_next_band(r, i)) {
		const struct report_band *band = &r->bands[i];
		if (!band->known[line]) {
			html_print(out, "<td class=\"n\">–</td>");
			continue;
		}
		html_print(out, "<td class=\"n\">%r&nbsp;±&nbsp;%.0f</td>", band->elo[line],
			ratings_95 * band->error[line]);
	}
	html_print(out, "</tr>\n");
}

void report_rating_lines(const struct report *r)
{
	FILE *out = r->out;
	html_print(out,
		"<h3>Ratings over the games</h3>\n"
		"<p>%s over the first games, with the errors of 95&nbsp;%% at that time.</p>\n",
		r->one > 0 ? "Elo" : "The same fit");
	ratings_band_chart(r);
	html_print(out, "<details><summary>The same as a table</summary>\n");
	html_table_begin(out, "Ratings over the games", "");
	html_print(out, "Elo and its error after each number of the tournament's games</caption>\n"
			"<thead><tr><th scope=\"col\">Bot</th>");
	for (int i = ratings_next_band(r, -1); i < REPORT_BANDS; i = ratings_next_band(r, i))
		html_print(
			out, "<th scope=\"col\" class=\"n\">%lld</th>", (long long)r->bands[i].at);
	html_print(out, "</tr></thead>\n<tbody>\n");
	for (int line = 0; line < r->lines_count; line++)
		ratings_band_row(r, line);
	html_table_end(out);
	html_print(out, "</details>\n");
}

bool report_has_ratings(const struct report *r)
{
	return r->fit != NULL;
}

int report_ratings(struct report *r)
{
	ratings_fit(r);
	if (r->bands != NULL)
		report_rating_lines(r);
	return DB_OK;
}
