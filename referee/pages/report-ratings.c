/*
 * report-ratings.c - the report's ratings over the games: numbers for the plot, which a script
 * draws, and the same as a table for whoever cannot see it.
 */
#include <stdlib.h>

#include "referee/ground/memory.h"
#include "referee/pages/page.h"
#include "referee/pages/report-parts.h"

enum { RATINGS_POINTS = 512, RATINGS_COLUMNS = 5 };

/* A bot's ratings. Where they become too many every second is dropped, and of those that follow
 * only each stride-th is kept; the last is kept apart. */
struct ratings_line {
	int64_t at[RATINGS_POINTS]; /* games of the tournament by then */
	double elo[RATINGS_POINTS];
	int count;
	int64_t stride, seen;
	int64_t last_at;
	double last;
};

struct ratings {
	struct report *r;
	int size;
	struct ratings_line *lines; /* by bot */
	int64_t game, games;	    /* the game it is at, and how many so far */
};

static void ratings_thin(struct ratings_line *line)
{
	for (int i = 0; 2 * i < line->count; i++) {
		line->at[i] = line->at[2 * i];
		line->elo[i] = line->elo[2 * i];
	}
	line->count = (line->count + 1) / 2;
	line->stride *= 2;
}

static bool ratings_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct ratings *t = arg;
	int64_t game = report_value(columns, names, values, "game")->integer;
	int bot = report_find(t->r, report_value(columns, names, values, "bot")->text);
	if (game != t->game)
		t->games++;
	t->game = game;
	if (bot < 0 || bot >= t->size)
		return true;
	struct ratings_line *line = &t->lines[bot];
	line->last_at = t->games;
	line->last = report_value(columns, names, values, "after")->real;
	if (line->seen++ % line->stride != 0)
		return true;
	if (line->count == RATINGS_POINTS)
		ratings_thin(line);
	line->at[line->count] = line->last_at;
	line->elo[line->count++] = line->last;
	return true;
}

static void ratings_data(const struct ratings *t)
{
	FILE *out = t->r->out;
	fprintf(out,
		"<script type=\"application/json\" id=\"plot-data\">{\"games\":%lld,\"lines\":[",
		(long long)t->games);
	for (int bot = 0; bot < t->size; bot++) {
		const struct ratings_line *line = &t->lines[bot];
		fprintf(out, "%s{\"bot\":%d,\"at\":[", bot > 0 ? "," : "", bot);
		for (int i = 0; i < line->count; i++)
			fprintf(out, "%lld,", (long long)line->at[i]);
		fprintf(out, "%lld],\"elo\":[", (long long)line->last_at);
		for (int i = 0; i < line->count; i++)
			fprintf(out, "%.1f,", line->elo[i]);
		fprintf(out, "%.1f]}", line->last);
	}
	fputs("]}</script>\n", out);
}

/* A line's rating when so many games had been played; false: it had none yet. */
static bool ratings_at(const struct ratings_line *line, int64_t games, double *elo)
{
	bool found = false;
	for (int i = 0; i < line->count && line->at[i] <= games; i++, found = true)
		*elo = line->elo[i];
	if (line->last_at <= games) {
		*elo = line->last;
		found = true;
	}
	return found;
}

static void ratings_table(const struct ratings *t)
{
	FILE *out = t->r->out;
	fputs("<details><summary>The same as a table</summary>\n<div class=\"scroll\" "
	      "role=\"region\" tabindex=\"0\" aria-label=\"Ratings over the games\">"
	      "<table>\n<caption>Running Elo after so many of the tournament's games</caption>\n"
	      "<thead><tr><th scope=\"col\">Bot</th>",
		out);
	for (int i = 1; i <= RATINGS_COLUMNS; i++)
		fprintf(out, "<th scope=\"col\" class=\"n\">%lld</th>",
			(long long)(t->games * i / RATINGS_COLUMNS));
	fputs("</tr></thead>\n<tbody>\n", out);
	for (int bot = 0; bot < t->size; bot++) {
		fputs("<tr><th scope=\"row\"><bdi>", out);
		page_text(out, t->r->bots[bot].name);
		fputs("</bdi></th>", out);
		for (int i = 1; i <= RATINGS_COLUMNS; i++) {
			double elo;
			if (ratings_at(&t->lines[bot], t->games * i / RATINGS_COLUMNS, &elo))
				fprintf(out, "<td class=\"n\">%.0f</td>", elo);
			else
				fputs("<td class=\"n\">–</td>", out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div></details>\n", out);
}

bool report_has_ratings(const struct report *r)
{
	return r->bots_count > 0;
}

int report_ratings(struct report *r)
{
	struct ratings t = {
		.r = r, .size = r->bots_count < REPORT_LINES ? r->bots_count : REPORT_LINES};
	t.lines = memory_get((size_t)t.size, sizeof *t.lines);
	for (int i = 0; i < t.size; i++)
		t.lines[i].stride = 1;
	int error = db_read(r->db, "rating-history", &r->tournament, 1, ratings_take, &t);
	if (error == DB_OK) {
		fputs("<p>The running Elo after each game: a guess that moves with every result, "
		      "not a measure of who is better.</p>\n"
		      "<div id=\"plot\" class=\"plot\"></div>\n",
			r->out);
		if (t.size < r->bots_count)
			fprintf(r->out, "<p class=\"note\">The first %d of %d bots.</p>\n", t.size,
				r->bots_count);
		ratings_table(&t);
		ratings_data(&t);
	}
	free(t.lines);
	return error;
}
