/*
 * report-scores.c - the scores that the bots of one game gave for their positions, as a chart.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/game/score.h"
#include "referee/report/chart.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

static const double scores_width = 480, scores_height = 210, scores_room = 0.5, scores_apart = 7;

enum { SCORES_LEAST = 10 /* no score up to here is cut */ };

static int scores_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* The largest score that is drawn as it is. A forced end is beyond all, and does not count. */
static double scores_most(const struct db_game *game)
{
	double *sizes = memory_get((size_t)game->moves_count + 1, sizeof *sizes);
	int count = 0;
	for (int i = 0; i < game->moves_count; i++)
		if (game->moves[i].score != UNKNOWN &&
			fabs((double)game->moves[i].score) < SCORE_MATE - SCORE_MATE_PLIES)
			sizes[count++] = fabs((double)game->moves[i].score) / 100;
	qsort(sizes, (size_t)count, sizeof *sizes, scores_compare);
	double most = count > 0 ? ceil(sizes[(int)(count * 0.85)] * 1.2) : 0;
	free(sizes);
	return fmax(most, SCORES_LEAST);
}

/* Writes the line of a seat into x and y; returns its points. */
static int scores_line(const struct db_game *game, int seat, double most, double *x, double *y)
{
	int count = 0;
	for (int i = 0; i < game->moves_count; i++) {
		const struct db_move *m = &game->moves[i];
		if (m->seat != seat || m->score == UNKNOWN)
			continue;
		x[count] = i + 1;
		y[count++] = fmax(-most, fmin(most, (double)m->score / 100));
	}
	return count;
}

static void scores_legend(const struct report *r, const struct chart *chart)
{
	html_print(r->out, "<p class=\"legend\">");
	for (int i = 0; i < chart->lines; i++) {
		if (chart->line[i].count == 0)
			continue;
		html_print(r->out, "<span>");
		chart_key(r->out, i);
		html_print(r->out, "<bdi>%h</bdi></span>", chart->line[i].name);
	}
	html_print(r->out, "</p>\n");
}

void report_scores(const struct report *r, const struct db_game *game)
{
	double most = scores_most(game), cursor = r->look.ply;
	size_t moves = (size_t)game->moves_count + 1;
	double *room = memory_get(2 * moves * (size_t)game->seats, sizeof *room);
	char label[128];
	snprintf(label, sizeof label,
		"Each bot's score of its position, by ply; scores beyond %.0f are drawn at %.0f",
		most, most);
	struct chart chart = {.label = label,
		.x_name = "ply",
		.y_name = "score",
		.x_max = game->moves_count,
		.lines = game->seats,
		.width = scores_width,
		.height = scores_height,
		.room = scores_room,
		.apart = scores_apart,
		.decimals = 2,
		.bare = true,
		.cursor = &cursor};
	int points = 0;
	for (int i = 0; i < game->seats; i++) {
		double *x = room + 2 * moves * (size_t)i, *y = x + moves;
		const char *name = game->seat[i].name;
		int count = scores_line(game, i + 1, most, x, y);
		chart.line[i] = (struct chart_line){
			.name = name != NULL ? name : "?", .x = x, .y = y, .count = count};
		points += count;
	}
	if (points > 0) {
		html_print(
			r->out, "<div id=\"scores\"><h3>Scores</h3>\n<div class=\"plot small\">\n");
		chart_write(r->out, &chart);
		html_print(r->out, "</div>\n");
		scores_legend(r, &chart);
		html_print(r->out, "</div>\n");
	}
	free(room);
}
