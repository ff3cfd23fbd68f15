/*
 * report-standings.c - the report's standings: points, and ratings as far as they are known.
 */
#include <math.h>

#include "referee/report/html.h"
#include "referee/report/report-sections.h"

static const double standings_bar = 120;

/* Draws won, drawn and lost games as parts of a bar; the numbers are next to it. */
static void standings_draw_bar(FILE *out, const struct report_bot *b)
{
	double each = b->games > 0 ? standings_bar / (double)b->games : 0, x = 0;
	const struct {
		const char *name;
		int64_t count;
	} parts[] = {{"won", b->wins}, {"drawn", b->draws}, {"lost", b->losses}};
	html_print(out,
		"<svg class=\"bar\" viewBox=\"0 0 %.0f 10\" width=\"%.0f\" height=\"10\" "
		"preserveAspectRatio=\"none\" aria-hidden=\"true\">",
		standings_bar, standings_bar);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		double wide = each * (double)parts[i].count;
		if (wide > 0)
			html_print(out,
				"<rect class=\"%s\" x=\"%.2f\" width=\"%.2f\" height=\"10\"/>",
				parts[i].name, x, wide);
		x += wide;
	}
	html_print(out, "</svg>");
}

/* Do ratings give a range of ranks? Only if all bots can be compared. */
static bool standings_open(const struct report *r)
{
	return rating_lacks(r->fit) == NULL;
}

static void standings_place(const struct report *r, int bot)
{
	const struct rating *x = &r->fit->rating[bot];
	if (x->best == x->worst)
		html_print(r->out, "<td class=\"n soft\">%d</td>", x->best);
	else
		html_print(r->out, "<td class=\"n soft\">%d–%d</td>", x->best, x->worst);
}

/* Does the table show ratings? Only on a live page: the report in one file shows all ratings in a
 * later section. */
static bool standings_rated(const struct report *r)
{
	return standings_open(r) && r->base != NULL;
}

static void standings_rating(const struct report *r, int bot)
{
	static const char *const bounds[] = {[RATING_EXACT] = "",
		[RATING_AT_MIN] = "≥&nbsp;",
		[RATING_AT_MAX] = "≤&nbsp;",
		[RATING_LOOSE] = "~&nbsp;"};
	const struct rating *x = &r->fit->rating[bot];
	html_print(r->out, "<td class=\"n\">%s%r&nbsp;<span class=\"soft\">±&nbsp;%.0f</span></td>",
		bounds[x->bound], x->elo, rating_95(x));
}

static void standings_head(const struct report *r)
{
	html_table_begin(r->out, "All standings", "standings");
	html_print(r->out, "%s",
		r->seats == 2
			? "A win is worth 1 point, a draw a half."
			: "Points of a game: the seats beaten and half of those tied, of all others.");
	if (standings_open(r))
		html_print(r->out,
			" Rank (95&nbsp;%%): the places that are left open, by the ratings%s",
			r->base == NULL ? " below." : "; Elo with its error of 95&nbsp;%.");
	else if (r->fit != NULL)
		html_print(r->out, " %s not known yet: %s.",
			r->base == NULL ? "Which places are open is"
					: "Elo and which places are open are",
			rating_lacks(r->fit));
	html_print(r->out, "</caption>\n<thead><tr><th scope=\"col\" class=\"n\">Rank</th>"
			   "<th scope=\"col\">Bot</th><th scope=\"col\" class=\"n\">Points</th>"
			   "<th scope=\"col\" class=\"n minor\">%%</th>");
	if (standings_rated(r))
		html_print(r->out, "<th scope=\"col\" class=\"n\">Elo</th>");
	if (standings_open(r))
		html_print(r->out, "<th scope=\"col\" class=\"n\">Rank (95&nbsp;%%)</th>");
	html_print(r->out,
		"<th scope=\"col\" class=\"n minor\">Games</th>"
		"<th scope=\"col\" class=\"n minor\">Played</th>"
		"<th scope=\"col\" class=\"n\">Won</th><th scope=\"col\" class=\"n\">Drawn</th>"
		"<th scope=\"col\" class=\"n\">Lost</th><th scope=\"col\" class=\"wide\">"
		"<span class=\"hear\">Won, drawn, lost as a bar</span></th>");
	if (r->seats > 2)
		html_print(r->out, "<th scope=\"col\" class=\"n\">Mean rank</th>");
	html_print(r->out, "<th scope=\"col\" class=\"n\">Faults</th></tr></thead>\n<tbody>\n");
}

static void standings_row(const struct report *r, int bot)
{
	const struct report_bot *b = &r->bots[bot];
	html_print(r->out, "<tr><td class=\"n\">%d</td><th scope=\"row\"><a ", b->rank);
	report_to_bot(r, bot);
	html_print(r->out, "><bdi>%h</bdi></a>", b->name);
	report_badge(r, b->name);
	if (b->limits != NULL)
		html_print(r->out, " <span class=\"soft\">%h</span>", b->limits);
	html_print(r->out, "</th><td class=\"n strong\">%g</td><td class=\"n minor\">%.1f</td>",
		b->points, b->percent);
	if (standings_rated(r))
		standings_rating(r, bot);
	if (standings_open(r))
		standings_place(r, bot);
	html_print(r->out,
		"<td class=\"n minor\">%lld</td><td class=\"n minor\">%lld</td>"
		"<td class=\"n\">%lld</td><td class=\"n\">%lld</td><td class=\"n\">%lld</td>"
		"<td class=\"wide\">",
		(long long)b->games, (long long)b->played, (long long)b->wins, (long long)b->draws,
		(long long)b->losses);
	standings_draw_bar(r->out, b);
	html_print(r->out, "</td>");
	if (r->seats > 2)
		html_print(r->out, "<td class=\"n\">%.2f</td>", b->mean_rank);
	html_print(r->out, "<td class=\"n%s\">%lld</td></tr>\n", b->faults > 0 ? " bad" : "",
		(long long)b->faults);
}

int report_standings(struct report *r)
{
	standings_head(r);
	for (int i = 0; i < r->bots_count; i++)
		standings_row(r, i);
	html_table_end(r->out);
	return DB_OK;
}
