/*
 * web-compare.c - the page of two bots side by side: what they made of each other, by the numbers
 * of `referee compare`, their rows of the standings, and what each made of the other bots.
 */
#include "referee/web/web-page.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/report/html.h"
#include "referee/results/compare.h"

/* The results of a bot against an opponent. */
struct compare_score {
	int64_t games;
	double points;
};

struct compare_page {
	struct web_view *v;
	struct compare compare;
	struct sprt sprt;	      /* of an sprt tournament */
	int64_t number[2];	      /* of the bots; 0: none is named, or there is none */
	int row[2];		      /* in the standings; -1: none */
	struct compare_score *scores; /* owned: of each bot of the standings, two each */
};

/* Finds the bots of the query. False: they cannot be compared, and why has a line. */
static bool compare_names(struct compare_page *p)
{
	struct web_view *v = p->v;
	const char *const names[] = {
		address_value(v->address, "a"), address_value(v->address, "b")};
	p->compare.bot = names[0];
	p->compare.opponent = names[1];
	if (*names[0] == '\0' && *names[1] == '\0')
		return true;
	if (strcmp(names[0], names[1]) == 0)
		return error_set(&v->err, "A bot cannot be compared with itself; name two bots");
	for (int i = 0; i < 2; i++) {
		p->number[i] = web_find_bot(v, names[i]);
		p->row[i] = report_find(&v->report, names[i]);
		if (p->number[i] > 0 && p->row[i] < 0)
			error_set(&v->err, "No bot \"%.80s\" has played here", names[i]);
		if (p->number[i] <= 0 || p->row[i] < 0)
			return false;
	}
	return true;
}

/* Reads the results of a side, 0 or 1, against each bot. */
static int compare_read_scores(struct compare_page *p, int side)
{
	const struct report *r = &p->v->report;
	struct db_query q;
	db_query(&q, p->v->db, "bot-head-to-head", r->tournament, p->number[side], 0);
	while (db_next(&q)) {
		int other = report_find(r, db_text(&q, "opponent"));
		if (other >= 0)
			p->scores[2 * other + side] =
				(struct compare_score){db_int(&q, "games"), db_real(&q, "points")};
	}
	return db_end(&q);
}

/* Reads all games of the two; returns the status. */
static int compare_open(struct compare_page *p, struct web_view *v)
{
	*p = (struct compare_page){.v = v,
		.compare = {.seats = v->report.seats,
			.games = {.kinds = RESULT_COUNTS_GAMES},
			.pairs = {.kinds = RESULT_COUNTS_PAIRS}}};
	compare_begin(&p->compare);
	if (!compare_names(p))
		return p->number[0] < 0 || p->number[1] < 0 ? 500 : 400;
	const struct compare_source from = {v->db, v->report.tournament, v->report.seats};
	p->scores = memory_get(2 * (size_t)v->report.bots_count + 2, sizeof *p->scores);
	int error =
		p->number[0] != 0 ? compare_read(&from, &p->compare, p->number, &p->sprt) : DB_OK;
	for (int side = 0; side < 2 && error == DB_OK && p->number[0] != 0; side++)
		error = compare_read_scores(p, side);
	if (error == DB_OK)
		compare_conclude(&p->compare);
	return web_status(v, error);
}

static void compare_close(struct compare_page *p)
{
	compare_clear(&p->compare);
	free(p->scores);
}

/* --- the page --------------------------------------------------------------------------------- */

void web_compare_form(const struct web_view *v, const char *a, const char *b)
{
	if (v->report.bots_count < 2)
		return;
	html_print(v->out, "<form class=\"filter\" action=\"%s/compare\">\n", v->base);
	web_bot_field(v, "a", "Bot", a != NULL ? a : v->report.bots[0].name, false);
	web_bot_field(v, "b", "Beside", b != NULL ? b : v->report.bots[1].name, false);
	html_print(v->out, "<button>Compare</button></form>\n");
}

/* Begins a table with a column for each of the two. */
static void compare_table(const struct compare_page *p, const char *label, const char *first)
{
	FILE *out = p->v->out;
	html_table_begin(out, label, "beside");
	html_print(out, "%s</caption>\n<thead><tr><th scope=\"col\">%s</th>", label, first);
	for (int i = 0; i < 2; i++)
		html_print(out, "<th scope=\"col\" class=\"n\"><bdi>%h</bdi></th>",
			p->v->report.bots[p->row[i]].name);
	html_print(out, "</tr></thead>\n<tbody>\n");
}

static void compare_elo(const struct compare_page *p)
{
	const struct report *r = &p->v->report;
	if (rating_lacks(r->fit) != NULL)
		return;
	html_print(r->out, "<tr><th scope=\"row\">Elo</th>");
	for (int i = 0; i < 2; i++) {
		const struct rating *x = &r->fit->rating[p->row[i]];
		html_print(r->out,
			"<td class=\"n\">%s%r&nbsp;<span class=\"soft\">±&nbsp;%.0f</span></td>",
			rating_sign(x), x->elo, rating_95(x));
	}
	html_print(r->out, "</tr>\n");
}

static void compare_standings(const struct compare_page *p)
{
	const struct report *r = &p->v->report;
	const struct report_bot *const bots[] = {&r->bots[p->row[0]], &r->bots[p->row[1]]};
	const struct {
		const char *name;
		double value[2];
	} rows[] = {{"Rank", {bots[0]->rank, bots[1]->rank}},
		{"Points", {bots[0]->points, bots[1]->points}},
		{"Games", {(double)bots[0]->games, (double)bots[1]->games}},
		{"Won", {(double)bots[0]->wins, (double)bots[1]->wins}},
		{"Drawn", {(double)bots[0]->draws, (double)bots[1]->draws}},
		{"Lost", {(double)bots[0]->losses, (double)bots[1]->losses}},
		{"Faults", {(double)bots[0]->faults, (double)bots[1]->faults}}};
	compare_table(p, "Their rows of the standings", "Of all games");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		if (i == 1)
			compare_elo(p);
		html_print(r->out,
			"<tr><th scope=\"row\">%s</th><td class=\"n\">%g</td>"
			"<td class=\"n\">%g</td></tr>\n",
			rows[i].name, rows[i].value[0], rows[i].value[1]);
	}
	html_table_end(r->out);
}

static void compare_cell(const struct compare_page *p, int other, int side)
{
	const struct compare_score *s = &p->scores[2 * other + side];
	FILE *out = p->v->out;
	if (s->games == 0) {
		html_print(out, "<td class=\"n none\">–</td>");
		return;
	}
	html_print(out, "<td class=\"n\"><a ");
	report_to_games(&p->v->report, p->row[side], other);
	html_print(
		out, ">%g<span class=\"of\">/%lld</span></a></td>", s->points, (long long)s->games);
}

/* Writes what each of the two made of every other bot, as points of games. */
static void compare_others(const struct compare_page *p)
{
	const struct report *r = &p->v->report;
	if (r->bots_count <= 2)
		return;
	compare_table(p, "Against the others", "Opponent");
	for (int i = 0; i < r->bots_count; i++) {
		if (i == p->row[0] || i == p->row[1])
			continue;
		html_print(r->out, "<tr>");
		report_bot_cell(r, r->bots[i].name);
		compare_cell(p, i, 0);
		compare_cell(p, i, 1);
		html_print(r->out, "</tr>\n");
	}
	html_table_end(r->out);
}

/* Writes the games of the two by the first one's seat. */
static void compare_seats(const struct compare_page *p)
{
	FILE *out = p->v->out;
	html_table_begin(out, "By seat", "");
	html_print(out, "Their games by the seat of <bdi>%h</bdi>", p->compare.bot);
	html_table_columns(out,
		p->compare.seats > 2 ? "#Seat|#Ahead|#Level|#Behind" : "#Seat|#Won|#Drawn|#Lost");
	for (int seat = 0; seat < p->compare.seats; seat++) {
		const int64_t *count = p->compare.by_seat[seat];
		html_print(out,
			"<tr><th scope=\"row\" class=\"n\">%d</th><td class=\"n\">%lld</td>"
			"<td class=\"n\">%lld</td><td class=\"n\">%lld</td></tr>\n",
			seat + 1, (long long)count[GAME_PAIRS_WON],
			(long long)count[GAME_PAIRS_DRAWN], (long long)count[GAME_PAIRS_LOST]);
	}
	html_table_end(out);
}

static int compare_body(struct compare_page *p)
{
	struct web_view *v = p->v;
	const struct report_strength s = {
		p->compare.bot, p->compare.opponent, "", p->compare.estimate};
	int error = DB_OK;
	html_print(v->out, "<p class=\"strong\"><bdi>%h</bdi></p>\n", p->compare.conclusion);
	if (p->compare.estimate.any) {
		v->report.strength = &s;
		error = report_strength(&v->report);
		v->report.strength = NULL;
		compare_seats(p);
		html_print(v->out, "<p><a ");
		report_to_games(&v->report, p->row[0], p->row[1]);
		html_print(v->out, ">Their games</a></p>\n");
	}
	compare_standings(p);
	compare_others(p);
	return error;
}

int web_compare(struct web_view *v)
{
	struct compare_page p;
	int status = compare_open(&p, v);
	if (status == 200) {
		bool named = p.number[0] != 0;
		web_frame_begin(v, "Side by side");
		html_print(v->out, "<section aria-labelledby=\"title\">\n"
				   "<h2 id=\"title\">Two bots side by side</h2>\n");
		web_compare_form(
			v, named ? p.compare.bot : NULL, named ? p.compare.opponent : NULL);
		html_print(v->out, "<div id=\"compare\" data-live>\n");
		if (named && compare_body(&p) != DB_OK)
			status = 500;
		html_print(v->out, "</div>\n</section>\n");
		web_frame_end(v);
	}
	compare_close(&p);
	return status;
}

int web_compare_json(struct web_view *v)
{
	struct compare_page p;
	int status = compare_open(&p, v);
	if (status == 200 && p.number[0] == 0)
		fputs("[]\n", v->out); /* no two bots are named */
	else if (status == 200)
		compare_print(&p.compare, TEXT_TABLE_JSON, v->out);
	compare_close(&p);
	return status;
}
