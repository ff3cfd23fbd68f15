/*
 * web-rounds.c - the rounds of a knockout, as its bracket, and of a swiss, as pairings, results and
 * the standing after each round.
 */
#include "referee/web/web-page.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/report/html.h"
#include "referee/results/rounds.h"

/* A round's name: the last ones of a bracket have their own. */
static void rounds_title(FILE *out, const struct rounds *r, int round)
{
	int slots = r->slots >> (round - 1);
	if (r->bracket != NULL && slots == 2)
		html_print(out, "Final");
	else if (r->bracket != NULL && slots == 4)
		html_print(out, "Semi-finals");
	else
		html_print(out, "Round %d", round);
}

static const char *rounds_name(const struct rounds *r, int bot)
{
	return bot >= 0 ? r->name[bot] : NULL;
}

/* Writes the address of the games of a match. */
static void rounds_address(
	const struct web_view *v, const struct rounds *r, const struct rounds_match *m)
{
	html_print(v->out, "%s/games?round=%d&amp;bot=%a&amp;against=%a", v->base, m->round,
		rounds_name(r, m->bot[0]), rounds_name(r, m->bot[1]));
}

/* --- the bracket ------------------------------------------------------------------------------ */

static void rounds_side(
	const struct web_view *v, const struct rounds *r, const struct rounds_match *m, int side)
{
	FILE *out = v->out;
	int bot = m->bot[side];
	bool won = m->winner >= 0 && m->winner == bot;
	html_print(out, "<span class=\"side%s\"><bdi>", won ? " winner" : "");
	if (bot >= 0)
		html_print(out, "%h", r->name[bot]);
	else
		html_print(out, "%s", m->bye ? "no opponent" : "not known yet");
	html_print(out, "</bdi>");
	if (bot >= 0)
		report_badge(&v->report, r->name[bot]);
	if (m->games > 0)
		html_print(out, "<b>%g</b>", m->points[side]);
	if (won)
		html_print(out, "<span class=\"hear\"> goes on</span>");
	html_print(out, "</span>");
}

static void rounds_bracket_match(
	const struct web_view *v, const struct rounds *r, const struct rounds_match *m)
{
	FILE *out = v->out;
	html_print(out, "<li class=\"meeting%s\">", m->bye ? " bye" : "");
	if (m->games > 0) {
		html_print(out, "<a href=\"");
		rounds_address(v, r, m);
		html_print(out, "\">");
	} else {
		html_print(out, "<div>");
	}
	rounds_side(v, r, m, 0);
	html_print(out, "<span class=\"hear\"> against </span>");
	rounds_side(v, r, m, 1);
	if (m->drawn)
		html_print(out, "<span class=\"soft\">by a random draw</span>");
	html_print(out, m->games > 0 ? "</a></li>\n" : "</div></li>\n");
}

static void rounds_bracket(const struct web_view *v, const struct rounds *r)
{
	FILE *out = v->out;
	int at = 0, round = 1;
	html_print(out,
		"<p>Points of each match; the winner is <span class=\"winner\">bold</span> and "
		"goes on to the next round. A match leads to its games.</p>\n"
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"The bracket\">"
		"<ol class=\"bracket\">\n");
	for (int slots = r->slots; slots > 1; slots /= 2, round++) {
		html_print(out, "<li><h3>");
		rounds_title(out, r, round);
		html_print(out, "</h3><ol>\n");
		for (int i = 0; i < slots / 2; i++)
			rounds_bracket_match(v, r, &r->bracket[at++]);
		html_print(out, "</ol></li>\n");
	}
	html_print(out, "</ol></div>\n");
}

/* --- a swiss ---------------------------------------------------------------------------------- */

static void rounds_pairing(
	const struct web_view *v, const struct rounds *r, const struct rounds_match *m)
{
	FILE *out = v->out;
	html_print(out, "<tr><td class=\"players\">");
	for (int i = 0; i < m->bots; i++)
		html_print(out, "%s%h</bdi>",
			i > 0 ? " <span class=\"dot\">–</span> <bdi>" : "<bdi>",
			r->name[m->bot[i]]);
	html_print(out, "</td><td class=\"result\">");
	if (m->bots > 1) {
		html_print(out, "<a href=\"");
		rounds_address(v, r, m);
		html_print(out, "\">");
	}
	for (int i = 0; i < m->bots; i++)
		html_print(out, "%s%g", i > 0 ? " – " : "", m->points[i]);
	html_print(out, "%s</td><td class=\"n\">%lld</td></tr>\n", m->bots > 1 ? "</a>" : "",
		(long long)m->games);
}

static void rounds_byes(FILE *out, const struct rounds *r, int round)
{
	for (int i = 0; i < r->byes; i++) {
		if (r->bye[i].round != round)
			continue;
		html_print(out,
			"<tr><td class=\"players\"><bdi>%h</bdi> <span class=\"soft\">no "
			"opponent</span></td><td class=\"result\">%g</td>"
			"<td class=\"n\">0</td></tr>\n",
			r->name[r->bye[i].bot], r->bye[i].points);
	}
}

/* The bots after a round, best first: calls each with its rank. */
static void rounds_standing(const struct rounds *r, int round, void *arg,
	void (*each)(void *arg, int rank, const char *bot, double points))
{
	double *points = memory_get((size_t)r->bots + 1, sizeof *points);
	int *order = memory_get((size_t)r->bots + 1, sizeof *order), rank = 1;
	rounds_points(r, round, points);
	rounds_order(r, points, order);
	for (int i = 0; i < r->bots; i++) {
		if (i > 0 && points[order[i]] < points[order[i - 1]] - 1e-9)
			rank = i + 1;
		each(arg, rank, r->name[order[i]], points[order[i]]);
	}
	free(points);
	free(order);
}

static void rounds_standing_row(void *arg, int rank, const char *bot, double points)
{
	const struct report *r = arg;
	html_print(r->out, "<tr><td class=\"n\">%d</td>", rank);
	report_bot_cell(r, bot);
	html_print(r->out, "<td class=\"n strong\">%g</td></tr>\n", points);
}

static void rounds_swiss_round(struct web_view *v, const struct rounds *r, int round)
{
	FILE *out = v->out;
	char label[64];
	html_print(out,
		"<section class=\"round\" aria-labelledby=\"round-%d\">"
		"<h3 id=\"round-%d\">Round %d</h3>\n<div class=\"pair\">\n",
		round, round, round);
	snprintf(label, sizeof label, "Pairings of round %d", round);
	html_table_begin(out, label, "");
	html_print(out, "Pairings, and the points of their games");
	html_table_columns(out, "Players|Points|#Games");
	for (int i = 0; i < r->matches; i++)
		if (r->match[i].round == round)
			rounds_pairing(v, r, &r->match[i]);
	rounds_byes(out, r, round);
	html_table_end(out);
	snprintf(label, sizeof label, "Standing after round %d", round);
	html_table_begin(out, label, "");
	html_print(out, "%s", label);
	html_table_columns(out, "#Rank|Bot|#Points");
	rounds_standing(r, round, &v->report, rounds_standing_row);
	html_table_end(out);
	html_print(out, "</div></section>\n");
}

/* --- the pages -------------------------------------------------------------------------------- */

/* Reads the rounds; returns the status. */
static int rounds_open(struct web_view *v, struct rounds *r)
{
	*r = (struct rounds){.bots = 0};
	if (!rounds_of_format(v->report.texts[REPORT_FORMAT])) {
		error_set(&v->err, "Only a knockout and a swiss have this page");
		return 404;
	}
	return web_status(v, rounds_read(r, v->db, v->report.tournament));
}

int web_rounds(struct web_view *v)
{
	struct rounds r;
	int status = rounds_open(v, &r);
	if (status == 200) {
		web_frame_begin(v, "Rounds");
		html_print(v->out,
			"<section id=\"rounds\" aria-labelledby=\"title\" data-live>\n"
			"<h2 id=\"title\">%s</h2>\n",
			r.bracket != NULL ? "Bracket" : "Rounds");
		if (r.bracket != NULL)
			rounds_bracket(v, &r);
		/* The newest first. */
		for (int round = r.rounds; round > 0 && r.bracket == NULL; round--)
			rounds_swiss_round(v, &r, round);
		html_print(v->out, "</section>\n");
		web_frame_end(v);
	}
	rounds_clear(&r);
	return status;
}

static void rounds_match_json(
	struct json_writer *j, const struct rounds *r, const struct rounds_match *m)
{
	json_open(j, NULL, '{');
	json_open(j, "bots", '[');
	for (int i = 0; i < m->bots; i++)
		json_text(j, NULL, rounds_name(r, m->bot[i]));
	json_close(j, ']');
	json_open(j, "points", '[');
	for (int i = 0; i < m->bots; i++)
		json_decimal(j, NULL, "%.12g", m->points[i]);
	json_close(j, ']');
	json_number(j, "games", m->games);
	if (r->bracket != NULL) {
		json_text(j, "winner", rounds_name(r, m->winner));
		json_bool(j, "drawn", m->drawn);
	}
	json_close(j, '}');
}

static void rounds_standing_json(void *arg, int rank, const char *bot, double points)
{
	struct json_writer *j = arg;
	json_open(j, NULL, '{');
	json_number(j, "rank", rank);
	json_text(j, "bot", bot);
	json_decimal(j, "points", "%.12g", points);
	json_close(j, '}');
}

static void rounds_byes_json(struct json_writer *j, const struct rounds *r, int round)
{
	json_open(j, "byes", '[');
	for (int i = 0; i < r->byes; i++) {
		if (r->bye[i].round != round)
			continue;
		json_open(j, NULL, '{');
		json_text(j, "bot", r->name[r->bye[i].bot]);
		json_decimal(j, "points", "%.12g", r->bye[i].points);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void rounds_round_json(struct json_writer *j, const struct rounds *r, int round)
{
	const struct rounds_match *all = r->bracket != NULL ? r->bracket : r->match;
	int count = r->bracket != NULL ? r->slots - 1 : r->matches;
	json_open(j, NULL, '{');
	json_number(j, "round", round);
	json_open(j, "matches", '[');
	for (int i = 0; i < count; i++)
		if (all[i].round == round)
			rounds_match_json(j, r, &all[i]);
	json_close(j, ']');
	if (r->bracket == NULL) {
		rounds_byes_json(j, r, round);
		json_open(j, "standing", '[');
		rounds_standing(r, round, j, rounds_standing_json);
		json_close(j, ']');
	}
	json_close(j, '}');
}

int web_rounds_json(struct web_view *v)
{
	struct rounds r;
	struct json_writer j = {.out = v->out};
	if (!rounds_of_format(v->report.texts[REPORT_FORMAT])) {
		fputs("[]\n", v->out);
		return 200;
	}
	int status = rounds_open(v, &r), last = r.rounds;
	if (status == 200) {
		for (int slots = r.slots, round = 1; r.bracket != NULL && slots > 1; slots /= 2)
			last = round++;
		json_open(&j, NULL, '[');
		for (int round = 1; round <= last; round++)
			rounds_round_json(&j, &r, round);
		json_close(&j, ']');
	}
	rounds_clear(&r);
	return status;
}
