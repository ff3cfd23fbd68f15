/*
 * web-tables.c - the pages with one table of the report each, and the list of tournaments.
 */
#include <math.h>
#include <string.h>

#include "referee/base/time.h"
#include "referee/report/html.h"
#include "referee/web/web-page.h"

static int tables_status(struct web_view *v, int error)
{
	if (error == DB_OK)
		return 200;
	fprintf(stderr, "referee: %s\n", db_why(v->db));
	snprintf(v->why, sizeof v->why, "The database cannot be read now");
	return 500;
}

/* Writes a section of the report as a page of its own. */
static int tables_page(struct web_view *v, const char *id, const char *title,
	int (*write)(struct report *r), bool there)
{
	int error = DB_OK;
	web_frame_begin(v, title);
	fprintf(v->out,
		"<section id=\"%s\" aria-labelledby=\"title\" data-live>\n<h2 "
		"id=\"title\">%s</h2>\n",
		id, title);
	if (there && v->report.games > 0)
		error = write(&v->report);
	else
		fputs("<p>No game has been played yet.</p>\n", v->out);
	fputs("</section>\n", v->out);
	web_frame_end(v);
	return tables_status(v, error);
}

static int tables_json(struct web_view *v, const char *query)
{
	return tables_status(v, web_query_json(v->out, v->db, query, &v->report.tournament, 1));
}

int web_crosstable(struct web_view *v)
{
	return tables_page(v, "crosstable", "Crosstable", report_crosstable,
		report_has_crosstable(&v->report));
}

int web_crosstable_json(struct web_view *v)
{
	return tables_json(v, "crosstable");
}

int web_faults(struct web_view *v)
{
	return tables_page(v, "faults", "Faults", report_faults, true);
}

struct faults_json {
	struct web_view *v;
	bool more;
};

static bool faults_row_json(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct faults_json *f = arg;
	FILE *out = f->v->out;
	const char *bot = db_column(columns, names, values, "bot")->text;
	const char *verdict = db_column(columns, names, values, "verdict")->text;
	fprintf(out, "%s{\"game\":%s", f->more ? ",\n" : "",
		db_column(columns, names, values, "game")->text);
	f->more = true;
	web_json_text(out, "bot", bot);
	web_json_number(out, "seat", db_column(columns, names, values, "seat")->integer);
	web_json_text(out, "verdict", verdict);
	web_json_text(out, "detail",
		log_reason(report_logs(&f->v->report, bot), verdict,
			db_column(columns, names, values, "detail")->text));
	fputc('}', out);
	return true;
}

int web_faults_json(struct web_view *v)
{
	struct faults_json f = {.v = v};
	fputc('[', v->out);
	int error = db_read(v->db, "faults", &v->report.tournament, 1, faults_row_json, &f);
	fputc(']', v->out);
	return tables_status(v, error);
}

/* --- standings and ratings -------------------------------------------------------------------- */

/* Writes the standings; with two bots, first their strengths. */
static int tables_standings(struct report *r)
{
	int error = r->strength != NULL ? report_strength(r) : DB_OK;
	return error == DB_OK ? report_standings(r) : error;
}

int web_standings(struct web_view *v)
{
	return tables_page(v, "standings", "Standings", tables_standings, true);
}

int web_ratings(struct web_view *v)
{
	return tables_page(v, "ratings", "Ratings", report_ratings, report_has_ratings(&v->report));
}

static void tables_fit(FILE *out, const struct report *r)
{
	static const char *const bounds[] = {[RATING_EXACT] = "exact",
		[RATING_AT_MIN] = "at least",
		[RATING_AT_MAX] = "at most",
		[RATING_LOOSE] = "about"};
	fputs(",\"ratings\":[", out);
	for (int i = 0; r->fit != NULL && i < r->fit->rated; i++) {
		const struct rating *x = &r->fit->rating[r->fit->order[i]];
		fprintf(out, "%s{\"best\":%d,\"worst\":%d", i > 0 ? ",\n" : "", x->best, x->worst);
		web_json_text(out, "bot", r->bots[r->fit->order[i]].name);
		web_json_text(out, "bound", bounds[x->bound]);
		fprintf(out, ",\"group\":%d,\"elo\":%.2f,\"error\":%.2f,\"above\":", x->group,
			x->elo, x->error);
		if (isnan(x->above))
			fputs("null", out);
		else
			fprintf(out, "%.4f", x->above);
		fputc('}', out);
	}
	fputc(']', out);
}

static void tables_tournament(
	FILE *out, const struct live_games *l, const struct live_games_tournament *t)
{
	struct strength_estimate e;
	char address[LIVE_GAMES_ADDRESS];
	live_games_address(l, t, address);
	fprintf(out, "{\"id\":\"%s\"", address);
	web_json_text(out, "name", t->name);
	web_json_text(out, "state", t->state);
	web_json_text(out, "why", *t->why != '\0' ? t->why : NULL);
	web_json_number(out, "done", t->done);
	fputs(",\"all\":", out);
	fprintf(out, t->all >= 0 ? "%lld" : "null", (long long)t->all);
	int64_t left = live_games_left(t, time_utc());
	fputs(",\"seconds_left\":", out);
	fprintf(out, left >= 0 ? "%lld" : "null", (long long)left);
	web_json_number(out, "running", t->games_count);
	fputs(",\"strength\":", out);
	if (live_games_estimate(t, &e))
		strength_estimate_json(&e, t->strength.bot, t->strength.opponent, out);
	else
		fputs("null", out);
	fputc('}', out);
}

/* Writes the rating as `referee standings` does; null if ratings cannot be compared. */
static void tables_elo(FILE *out, const struct report *r, int bot)
{
	const struct rating *x = rating_lacks(r->fit) == NULL ? &r->fit->rating[bot] : NULL;
	if (x == NULL || x->games == 0) {
		fputs(",\"elo\":null,\"elo_95\":null,\"elo_bound\":null", out);
		return;
	}
	fprintf(out, ",\"elo\":%.1f,\"elo_95\":%.1f", x->elo > -0.05 && x->elo < 0 ? 0 : x->elo,
		rating_95(x));
	web_json_text(out, "elo_bound", rating_sign(x));
}

static void tables_standing(FILE *out, const struct report *r, int bot)
{
	const struct report_bot *b = &r->bots[bot];
	fprintf(out, "{\"rank\":%d", b->rank);
	web_json_text(out, "bot", b->name);
	web_json_number(out, "games", b->games);
	web_json_number(out, "played", b->played);
	fprintf(out, ",\"points\":%.12g,\"percent\":%.1f", b->points, b->percent);
	web_json_number(out, "wins", b->wins);
	web_json_number(out, "draws", b->draws);
	web_json_number(out, "losses", b->losses);
	tables_elo(out, r, bot);
	web_json_number(out, "faults", b->faults);
	fprintf(out, ",\"mean_rank\":%.6g}", b->mean_rank);
}

int web_standings_json(struct web_view *v)
{
	const struct report *r = &v->report;
	fputs("{\"tournament\":", v->out);
	tables_tournament(v->out, &v->web->live, v->tournament);
	const char *note = v->report.texts[REPORT_NOTE];
	web_json_text(v->out, "note", *note != '\0' ? note : NULL);
	fputs(",\"standings\":", v->out);
	fputc('[', v->out);
	for (int i = 0; i < r->bots_count; i++) {
		fputs(i > 0 ? ",\n" : "", v->out);
		tables_standing(v->out, r, i);
	}
	fputs("],\"elo_lacks\":", v->out);
	html_json(v->out, rating_lacks(r->fit));
	tables_fit(v->out, r);
	fputs("}\n", v->out);
	return 200;
}

/* Writes a bot's line of the plot: games, Elo and standard error, point by point. */
static void tables_line(FILE *out, const struct report *r, int bot)
{
	static const char *const names[] = {"games", "elo", "error"};
	for (int what = 0; what < 3; what++) {
		bool first = true;
		fprintf(out, "%s\"%s\":[", what > 0 ? "," : "", names[what]);
		for (int i = 0; r->bands != NULL && i < REPORT_BANDS; i++) {
			const struct report_band *band = &r->bands[i];
			if (!band->known[bot] || (i > 0 && band->at == r->bands[i - 1].at))
				continue;
			fputs(first ? "" : ",", out);
			first = false;
			if (what == 0)
				fprintf(out, "%lld", (long long)band->at);
			else
				fprintf(out, "%.1f", what == 1 ? band->elo[bot] : band->error[bot]);
		}
		fputc(']', out);
	}
}

int web_ratings_json(struct web_view *v)
{
	const struct report *r = &v->report;
	fprintf(v->out, "{\"games\":%lld", (long long)r->games);
	tables_fit(v->out, r);
	fputs(",\"history\":[", v->out);
	for (int i = 0; i < r->lines_count; i++) {
		fputs(i > 0 ? ",\n{" : "{", v->out);
		tables_line(v->out, r, i);
		web_json_text(v->out, "bot", r->bots[i].name);
		fputc('}', v->out);
	}
	fputs("]}\n", v->out);
	return 200;
}

/* --- the list of tournaments ------------------------------------------------------------------ */

int web_home(struct web_view *v)
{
	const struct live_games *l = &v->web->live;
	FILE *out = v->out;
	web_frame_begin(v, "Tournaments");
	fputs("<section id=\"tournaments\" data-live>\n", out);
	if (l->count == 0)
		fputs("<p>There is none yet.</p>\n", out);
	for (int i = l->count - 1; i >= 0; i--) {
		const struct live_games_tournament *t = l->tournaments[i];
		char address[LIVE_GAMES_ADDRESS];
		live_games_address(l, t, address);
		fprintf(out, "<article class=\"card\"><h2><a href=\"%s/t/%s\"><bdi>",
			v->web->prefix, address);
		html_text(out, t->name);
		fputs("</bdi></a></h2>\n<p class=\"progress\">", out);
		web_progress(out, t);
		fputs("</p>", out);
		if (t->games_count > 0)
			fprintf(out, "<p><a href=\"%s/t/%s/live\">%d %s now</a></p>",
				v->web->prefix, address, t->games_count,
				t->games_count == 1 ? "game" : "games");
		fputs("</article>\n", out);
	}
	fputs("</section>\n", out);
	web_frame_end(v);
	return 200;
}

int web_home_json(struct web_view *v)
{
	const struct live_games *l = &v->web->live;
	fputc('[', v->out);
	for (int i = 0; i < l->count; i++) {
		fputs(i > 0 ? ",\n" : "", v->out);
		tables_tournament(v->out, l, l->tournaments[i]);
	}
	fputs("]\n", v->out);
	return 200;
}
