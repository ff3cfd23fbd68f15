/*
 * web-tables.c - the pages with one table of the report each.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/time.h"
#include "referee/report/chart.h"
#include "referee/report/html.h"
#include "referee/results/query-rows.h"
#include "referee/results/test-course.h"
#include "referee/web/web-page.h"

/* Writes a section of the report as a page of its own. */
static int tables_page(struct web_view *v, const char *id, const char *title,
	int (*write)(struct report *r), bool there)
{
	int error = DB_OK;
	web_frame_begin(v, title);
	html_print(v->out,
		"<section id=\"%s\" aria-labelledby=\"title\" data-live>\n"
		"<h2 id=\"title\">%s</h2>\n",
		id, title);
	if (there && v->report.games > 0)
		error = write(&v->report);
	else
		html_print(v->out, "<p>No game has been played yet.</p>\n");
	html_print(v->out, "</section>\n");
	if (there && v->report.games > 0 && write == report_crosstable)
		web_compare_form(v, NULL, NULL);
	web_frame_end(v);
	return web_status(v, error);
}

int web_crosstable_json(struct web_view *v)
{
	const struct query_rows rows = {.out = v->out, .format = TEXT_TABLE_DENSE};
	return web_status(
		v, query_rows_write(&rows, v->db, "crosstable", &v->report.tournament, 1));
}

int web_crosstable(struct web_view *v)
{
	return tables_page(v, "crosstable", "Crosstable", report_crosstable,
		report_has_crosstable(&v->report));
}

int web_faults(struct web_view *v)
{
	return tables_page(v, "faults", "Faults", report_faults, true);
}

/* Hides the details that the reader may not see. */
static void tables_fault(
	void *arg, int columns, const char *const *names, struct text_table_cell *cells)
{
	enum { BOT = 1, VERDICT = 3, DETAIL = 4 };
	const struct report *r = arg;
	assert(columns > DETAIL && strcmp(names[BOT], "bot") == 0 &&
		strcmp(names[VERDICT], "verdict") == 0 && strcmp(names[DETAIL], "detail") == 0);
	cells[DETAIL] = (struct text_table_cell){.text = log_reason(report_logs(r, cells[BOT].text),
							 cells[VERDICT].text, cells[DETAIL].text)};
}

int web_faults_json(struct web_view *v)
{
	const struct query_rows rows = {v->out, TEXT_TABLE_DENSE, 0, tables_fault, &v->report};
	return web_status(v, query_rows_write(&rows, v->db, "faults", &v->report.tournament, 1));
}

/* --- standings and ratings -------------------------------------------------------------------- */

/* Draws the ratio of a test over its pairs, with its bounds. */
static void tables_draw_course(FILE *out, const struct test_course *c)
{
	char names[2][32];
	double last = c->pairs[c->count - 1], ends[2] = {0, last};
	double lower = sprt_lower(&c->sprt), upper = sprt_upper(&c->sprt);
	const double bounds[2][2] = {{upper, upper}, {lower, lower}};
	struct chart chart = {.label = "LLR over the pairs of games, with the bounds of the test",
		.x_name = "pairs",
		.y_name = "LLR",
		.x_max = last,
		.room = 0.25,
		.decimals = 2,
		.lines = 3};
	snprintf(names[0], sizeof names[0], "H1 accepted, %.2f", upper);
	snprintf(names[1], sizeof names[1], "H0 accepted, −%.2f", -lower);
	chart.line[0] =
		(struct chart_line){.name = "LLR", .x = c->pairs, .y = c->llr, .count = c->count};
	for (int i = 0; i < 2; i++)
		chart.line[i + 1] = (struct chart_line){
			.name = names[i], .x = ends, .y = bounds[i], .count = 2};
	html_print(out, "<div id=\"plot\" class=\"plot scroll\" tabindex=\"0\" role=\"region\" "
			"aria-label=\"Chart of the test\">\n");
	chart_write(out, &chart);
	html_print(out, "</div>\n");
}

static int tables_course(struct report *r)
{
	struct test_course c;
	int error = test_course_read(&c, r->db, r->tournament);
	if (error == DB_OK && c.count > 1)
		tables_draw_course(r->out, &c);
	test_course_clear(&c);
	return error;
}

/* Writes the standings; with two bots, first their strengths, and the course of their test. */
static int tables_standings(struct report *r)
{
	int error = r->strength != NULL ? report_strength(r) : DB_OK;
	if (error == DB_OK && r->strength != NULL && r->strength->estimate.test)
		error = tables_course(r);
	return error == DB_OK ? report_standings(r) : error;
}

/* Writes the course of a test: its bounds, and the ratio after each number of pairs. */
static int tables_course_json(struct json_writer *j, const struct report *r)
{
	struct test_course c;
	int error = test_course_read(&c, r->db, r->tournament);
	if (!c.known) {
		json_text(j, "test", NULL);
		test_course_clear(&c);
		return error;
	}
	json_open(j, "test", '{');
	json_text(j, "bot", c.bot);
	json_text(j, "opponent", c.opponent);
	json_decimal(j, "lower", "%.6f", sprt_lower(&c.sprt));
	json_decimal(j, "upper", "%.6f", sprt_upper(&c.sprt));
	for (int what = 0; what < 2; what++) {
		json_open(j, what == 0 ? "pairs" : "llr", '[');
		for (int i = 0; i < c.count; i++)
			json_decimal(j, NULL, what == 0 ? "%.0f" : "%.6f",
				what == 0 ? c.pairs[i] : c.llr[i]);
		json_close(j, ']');
	}
	json_close(j, '}');
	test_course_clear(&c);
	return error;
}

int web_standings(struct web_view *v)
{
	return tables_page(v, "standings", "Standings", tables_standings, true);
}

int web_ratings(struct web_view *v)
{
	return tables_page(v, "ratings", "Ratings", report_ratings, report_has_ratings(&v->report));
}

static void tables_fit(struct json_writer *j, const struct report *r)
{
	static const char *const bounds[] = {[RATING_EXACT] = "exact",
		[RATING_AT_MIN] = "at least",
		[RATING_AT_MAX] = "at most",
		[RATING_LOOSE] = "about"};
	json_open(j, "ratings", '[');
	for (int i = 0; r->fit != NULL && i < r->fit->rated; i++) {
		const struct rating *x = &r->fit->rating[r->fit->order[i]];
		json_open(j, NULL, '{');
		json_number(j, "best", x->best);
		json_number(j, "worst", x->worst);
		json_text(j, "bot", r->bots[r->fit->order[i]].name);
		json_text(j, "bound", bounds[x->bound]);
		json_number(j, "group", x->group);
		json_decimal(j, "elo", "%.2f", x->elo);
		json_decimal(j, "error", "%.2f", x->error);
		json_decimal(j, "above", "%.4f", x->above);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void web_tournament_json(
	struct json_writer *j, const struct live_games *l, const struct live_games_tournament *t)
{
	struct strength_estimate e;
	char address[LIVE_GAMES_ADDRESS];
	live_games_address(l, t, address);
	json_text(j, "id", address);
	json_text(j, "name", t->name);
	json_text(j, "state", t->state);
	json_text(j, "why", *t->why != '\0' ? t->why : NULL);
	json_number(j, "done", t->done);
	json_known(j, "all", t->all);
	json_known(j, "seconds_left", live_games_left(t, time_utc()));
	json_number(j, "running", t->games_count);
	if (live_games_estimate(t, &e))
		strength_estimate_json(
			&e, t->strength.bot, t->strength.opponent, json_key(j, "strength"));
	else
		json_text(j, "strength", NULL);
}

void web_elo_json(struct json_writer *j, const struct report *r, int bot)
{
	const struct rating *x = rating_lacks(r->fit) == NULL ? &r->fit->rating[bot] : NULL;
	if (x == NULL || x->games == 0) {
		json_text(j, "elo", NULL);
		json_text(j, "elo_95", NULL);
		json_text(j, "elo_bound", NULL);
		return;
	}
	json_decimal(j, "elo", "%.1f", x->elo > -0.05 && x->elo < 0 ? 0 : x->elo);
	json_decimal(j, "elo_95", "%.1f", rating_95(x));
	json_text(j, "elo_bound", rating_sign(x));
}

void web_standing_json(struct json_writer *j, const char *key, const struct report *r, int bot)
{
	const struct report_bot *b = &r->bots[bot];
	json_open(j, key, '{');
	json_number(j, "rank", b->rank);
	json_text(j, "bot", b->name);
	json_number(j, "games", b->games);
	json_number(j, "played", b->played);
	json_decimal(j, "points", "%.12g", b->points);
	json_decimal(j, "percent", "%.1f", b->percent);
	json_number(j, "wins", b->wins);
	json_number(j, "draws", b->draws);
	json_number(j, "losses", b->losses);
	web_elo_json(j, r, bot);
	json_number(j, "faults", b->faults);
	json_bool(j, "benched", report_is_benched(r, b->name));
	json_decimal(j, "mean_rank", "%.6g", b->mean_rank);
	json_close(j, '}');
}

int web_standings_json(struct web_view *v)
{
	const struct report *r = &v->report;
	const char *note = r->texts[REPORT_NOTE];
	struct json_writer j = {.out = v->out};
	json_open(&j, NULL, '{');
	json_open(&j, "tournament", '{');
	web_tournament_json(&j, &v->web->live, v->tournament);
	json_close(&j, '}');
	json_text(&j, "note", *note != '\0' ? note : NULL);
	json_open(&j, "standings", '[');
	for (int i = 0; i < r->bots_count; i++)
		web_standing_json(&j, NULL, r, i);
	json_close(&j, ']');
	json_text(&j, "elo_lacks", rating_lacks(r->fit));
	tables_fit(&j, r);
	int error = tables_course_json(&j, r);
	json_close(&j, '}');
	return web_status(v, error);
}

void web_rating_line_json(struct json_writer *j, const struct report *r, int line)
{
	static const char *const names[] = {"games", "elo", "error"};
	for (int what = 0; what < 3; what++) {
		json_open(j, names[what], '[');
		for (int i = 0; r->bands != NULL && i < REPORT_BANDS; i++) {
			const struct report_band *band = &r->bands[i];
			if (!band->known[line] || (i > 0 && band->at == r->bands[i - 1].at))
				continue;
			if (what == 0)
				json_number(j, NULL, band->at);
			else
				json_decimal(j, NULL, "%.1f",
					what == 1 ? band->elo[line] : band->error[line]);
		}
		json_close(j, ']');
	}
}

int web_ratings_json(struct web_view *v)
{
	const struct report *r = &v->report;
	struct json_writer j = {.out = v->out};
	json_open(&j, NULL, '{');
	json_number(&j, "games", r->games);
	tables_fit(&j, r);
	json_open(&j, "history", '[');
	for (int i = 0; i < r->lines_count; i++) {
		json_open(&j, NULL, '{');
		web_rating_line_json(&j, r, i);
		json_text(&j, "bot", r->bots[report_line_bot(r, i)].name);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	return 200;
}
