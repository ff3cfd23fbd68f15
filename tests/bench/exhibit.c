/*
 * exhibit.c - heuristic x depth: the table and the picture of a tournament whose bots are called
 * EVALUATION-DEPTH (tests/bench/exhibit.conf).
 *
 * Usage: exhibit DATABASE SVG. Ratings are those of `referee ratings --advantage 0`.
 */
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/board/svg.h"
#include "referee/rating/rating.h"

enum { EXHIBIT_BOTS = 32, EXHIBIT_LINES = 6, EXHIBIT_GAMES = 100000 };

struct exhibit_bot {
	char name[32], evaluation[32];
	int depth, line; /* line: number of its evaluation */
	double points, games, nodes;
	double elo, error; /* 95 %: elo give or take error */
};

static struct exhibit_bot exhibit_bots[EXHIBIT_BOTS];
static int exhibit_count;
static int32_t exhibit_seats[2 * EXHIBIT_GAMES]; /* bots, by game and seat */
static uint8_t exhibit_ranks[2 * EXHIBIT_GAMES];
static size_t exhibit_seat_count;
static const char *exhibit_lines[EXHIBIT_LINES]; /* the evaluations */
static int exhibit_line_count;

static void exhibit_fail(const char *what, const char *why)
{
	fprintf(stderr, "exhibit: %s: %s\n", what, why);
	exit(EXIT_FAILURE);
}

/*
 * The tournament.
 */

#define EXHIBIT_NEWEST "(SELECT max(id) FROM tournaments)"

static const char exhibit_sql_bots[] =
	"SELECT b.name, sum(s.points), count(*), (SELECT avg(m.nodes) FROM moves m"
	" JOIN seats t ON t.game = m.game AND t.seat = m.seat JOIN games h ON h.id = t.game"
	" JOIN bots c ON c.id = t.bot WHERE h.tournament = g.tournament AND c.name = b.name)"
	" FROM games g JOIN seats s ON s.game = g.id JOIN bots b ON b.id = s.bot"
	" WHERE g.tournament = " EXHIBIT_NEWEST " GROUP BY b.name ORDER BY min(s.bot)";

static const char exhibit_sql_seats[] =
	"SELECT b.name, s.rank FROM games g JOIN seats s ON s.game = g.id"
	" JOIN bots b ON b.id = s.bot WHERE g.tournament = " EXHIBIT_NEWEST
	" ORDER BY g.id, s.seat";

static int exhibit_find(const char *name)
{
	for (int i = 0; i < exhibit_count; i++)
		if (strcmp(exhibit_bots[i].name, name) == 0)
			return i;
	exhibit_fail(name, "no bot has this name");
	return -1;
}

static int exhibit_line(const char *evaluation)
{
	for (int i = 0; i < exhibit_line_count; i++)
		if (strcmp(exhibit_lines[i], evaluation) == 0)
			return i;
	if (exhibit_line_count == EXHIBIT_LINES)
		exhibit_fail(evaluation, "too many evaluations");
	exhibit_lines[exhibit_line_count] = evaluation;
	return exhibit_line_count++;
}

static void exhibit_take_bot(sqlite3_stmt *row)
{
	struct exhibit_bot *b = &exhibit_bots[exhibit_count];

	if (++exhibit_count > EXHIBIT_BOTS)
		exhibit_fail("bots", "too many");
	snprintf(b->name, sizeof b->name, "%s", (const char *)sqlite3_column_text(row, 0));
	if (sscanf(b->name, "%31[^-]-%d", b->evaluation, &b->depth) != 2)
		exhibit_fail(b->name, "a bot is called EVALUATION-DEPTH");
	b->line = exhibit_line(b->evaluation);
	b->points = sqlite3_column_double(row, 1);
	b->games = sqlite3_column_double(row, 2);
	b->nodes = sqlite3_column_double(row, 3);
}

static void exhibit_take_seat(sqlite3_stmt *row)
{
	if (exhibit_seat_count == 2 * EXHIBIT_GAMES)
		exhibit_fail("games", "too many");
	exhibit_seats[exhibit_seat_count] = exhibit_find((const char *)sqlite3_column_text(row, 0));
	exhibit_ranks[exhibit_seat_count++] = (uint8_t)sqlite3_column_int(row, 1);
}

static void exhibit_read(sqlite3 *db, const char *sql, void (*take)(sqlite3_stmt *row))
{
	sqlite3_stmt *statement;

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
		exhibit_fail("database", sqlite3_errmsg(db));
	while (sqlite3_step(statement) == SQLITE_ROW)
		take(statement);
	if (sqlite3_finalize(statement) != SQLITE_OK)
		exhibit_fail("database", sqlite3_errmsg(db));
}

static void exhibit_rate(void)
{
	const struct rating_games games = {.seats = 2,
		.bots = exhibit_count,
		.count = exhibit_seat_count / 2,
		.bot = exhibit_seats,
		.rank = exhibit_ranks};
	struct rating_table *t = rating_create(&games, &(struct rating_options){.prior = 1});
	for (int i = 0; i < exhibit_count; i++) {
		exhibit_bots[i].elo = t->rating[i].elo;
		exhibit_bots[i].error = rating_95(&t->rating[i]);
	}
	rating_free(t);
}

static int exhibit_compare(const void *a, const void *b)
{
	double x = ((const struct exhibit_bot *)a)->elo, y = ((const struct exhibit_bot *)b)->elo;

	return (x < y) - (x > y);
}

static void exhibit_print(void)
{
	struct exhibit_bot sorted[EXHIBIT_BOTS];

	memcpy(sorted, exhibit_bots, sizeof sorted);
	qsort(sorted, (size_t)exhibit_count, sizeof *sorted, exhibit_compare);
	printf("%-14s %6s %5s %8s %6s %12s\n", "variant", "Elo", "+-", "points", "games",
		"nodes/move");
	for (int i = 0; i < exhibit_count; i++)
		printf("%-14s %6.0f %5.0f %8.1f %6.0f %12.0f\n", sorted[i].name, sorted[i].elo,
			sorted[i].error, sorted[i].points, sorted[i].games, sorted[i].nodes);
}

/*
 * The picture.
 */

enum {
	EXHIBIT_WIDTH = 960,
	EXHIBIT_HEIGHT = 470,
	EXHIBIT_TOP = 96, /* of the panels */
	EXHIBIT_BOTTOM = 400,
	EXHIBIT_TICK = 100, /* Elo between two lines of the grid */
	EXHIBIT_TEXT = 14,
	EXHIBIT_ASIDE = 5 /* pixels between bots of the same depth, so that none hides another */
};

/* A panel: the value on its horizontal axis, and its range. */
struct exhibit_panel {
	const char *title;
	double left, right; /* pixels */
	double from, to;
	double (*where)(const struct exhibit_bot *b);
	double aside;
	bool depths; /* written beside each bot */
	void (*ticks)(FILE *out, const struct exhibit_panel *p);
};

static double exhibit_low, exhibit_high; /* of the vertical axis */

/* Colours that the colour-blind can tell apart (Okabe and Ito 2008), and marks that differ in
 * shape, drawn around a point. */
static const struct exhibit_style {
	const char *colour, *mark;
} exhibit_styles[EXHIBIT_LINES] = {
	{"#009e73", "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z"},
	{"#d55e00", "M-5 -5h10v10h-10z"},
	{"#0072b2", "M0 -6.5L6.2 4.8H-6.2z"},
	{"#cc79a7", "M0 -7L7 0L0 7L-7 0z"},
	{"#e69f00", "M0 6.5L6.2 -4.8H-6.2z"},
	{"#000000", "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z"},
};

static double exhibit_x(const struct exhibit_panel *p, double value)
{
	return p->left + (value - p->from) / (p->to - p->from) * (p->right - p->left);
}

static double exhibit_y(double elo)
{
	return EXHIBIT_BOTTOM -
	       (elo - exhibit_low) / (exhibit_high - exhibit_low) * (EXHIBIT_BOTTOM - EXHIBIT_TOP);
}

static double exhibit_bot_x(const struct exhibit_panel *p, const struct exhibit_bot *b)
{
	return exhibit_x(p, p->where(b)) + p->aside * (b->line - (exhibit_line_count - 1) / 2.0);
}

static double exhibit_depth(const struct exhibit_bot *b)
{
	return b->depth;
}

static double exhibit_magnitude(const struct exhibit_bot *b)
{
	return log10(b->nodes);
}

static void exhibit_tick(FILE *out, double x, const char *text)
{
	fprintf(out, "<path class='axis' d='M%.1f %dv5'/>\n", x, EXHIBIT_BOTTOM);
	svg_text(out, x, EXHIBIT_BOTTOM + 21, EXHIBIT_TEXT, SVG_MIDDLE, "", text);
}

static void exhibit_depth_ticks(FILE *out, const struct exhibit_panel *p)
{
	char text[16];

	for (int depth = (int)ceil(p->from); depth <= p->to; depth++) {
		bool used = false;
		for (int i = 0; i < exhibit_count; i++)
			used |= exhibit_bots[i].depth == depth;
		snprintf(text, sizeof text, "%d", depth);
		if (used)
			exhibit_tick(out, exhibit_x(p, depth), text);
	}
}

static void exhibit_decade_ticks(FILE *out, const struct exhibit_panel *p)
{
	static const char *const names[] = {"1", "10", "100", "1\u202f000", "10\u202f000",
		"100\u202f000", "1\u202f000\u202f000"};

	for (int i = (int)ceil(p->from); i <= p->to && i < 7; i++) {
		fprintf(out, "<path class='grid' d='M%.1f %dV%d'/>\n", exhibit_x(p, i), EXHIBIT_TOP,
			EXHIBIT_BOTTOM);
		exhibit_tick(out, exhibit_x(p, i), names[i]);
	}
}

/* Frame, grid and axes. */
static void exhibit_frame(FILE *out, const struct exhibit_panel *p)
{
	char text[32];
	for (double elo = exhibit_low; elo <= exhibit_high; elo += EXHIBIT_TICK) {
		fprintf(out, "<path class='%s' d='M%.1f %.1fH%.1f'/>\n",
			elo == exhibit_low ? "axis" : "grid", p->left, exhibit_y(elo), p->right);
		snprintf(text, sizeof text, "%s%.0f", elo < 0 ? "\u2212" : "", fabs(elo));
		svg_text(out, p->left - 8, exhibit_y(elo) + 4.5, EXHIBIT_TEXT, SVG_END, "", text);
	}
	p->ticks(out, p);
	svg_text(out, (p->left + p->right) / 2, EXHIBIT_BOTTOM + 46, EXHIBIT_TEXT, SVG_MIDDLE, "",
		p->title);
	svg_text(
		out, p->left - 8, EXHIBIT_TOP - 12, EXHIBIT_TEXT, SVG_END, "class='strong'", "Elo");
}

/* One evaluation: a line through its bots in the order of their depths, errors, marks, its name. */
static void exhibit_draw(FILE *out, const struct exhibit_panel *p, int line)
{
	const struct exhibit_style *style = &exhibit_styles[line];
	const struct exhibit_bot *last = NULL;
	char depth[16];

	fprintf(out, "<g stroke='%s' fill='%s'>\n<path class='line' d='", style->colour,
		style->colour);
	for (int i = 0; i < exhibit_count; i++) {
		const struct exhibit_bot *b = &exhibit_bots[i];
		if (b->line != line)
			continue;
		fprintf(out, "%c%.1f %.1f", last == NULL ? 'M' : 'L', exhibit_bot_x(p, b),
			exhibit_y(b->elo));
		last = b;
	}
	fprintf(out, "'/>\n");
	for (int i = 0; i < exhibit_count; i++) {
		const struct exhibit_bot *b = &exhibit_bots[i];
		if (b->line != line)
			continue;
		double x = exhibit_bot_x(p, b), y = exhibit_y(b->elo);
		fprintf(out, "<path class='error' d='M%.1f %.1fV%.1f'/>", x,
			exhibit_y(b->elo - b->error), exhibit_y(b->elo + b->error));
		fprintf(out, "<path class='mark' transform='translate(%.1f %.1f)' d='%s'/>\n", x, y,
			style->mark);
		snprintf(depth, sizeof depth, "%d", b->depth);
		if (p->depths)
			svg_text(out, x - 8, y - 7, 12, SVG_END, "class='depth'", depth);
	}
	svg_text(out, exhibit_bot_x(p, last) + 12, exhibit_y(last->elo) + 5, 15, SVG_START,
		"class='name'", last->evaluation);
	fputs("</g>\n", out);
}

static const char exhibit_style_sheet[] =
	"text{fill:#444}.strong{font-weight:bold;fill:#222}.title{font-weight:bold;fill:#111}"
	".depth{stroke:none;fill:#666}.name{font-weight:bold;stroke:none;fill:inherit}"
	".grid{stroke:#e4e4e4}.axis{stroke:#777}.line{fill:none;stroke-width:2.5}"
	".error{stroke-width:1.3;stroke-opacity:.7}.mark{stroke:#fff;stroke-width:1.3}\n";

static void exhibit_head(FILE *out)
{
	static const char title[] = "How much does a better evaluation buy?";
	char text[256];
	snprintf(text, sizeof text,
		"Connect Four, alpha-beta to a fixed depth, round robin of %d bots, %zu games. "
		"Elo by maximum likelihood, mean 0; bars: 95 %%",
		exhibit_count, exhibit_seat_count / 2);
	svg_begin(out, EXHIBIT_WIDTH, EXHIBIT_HEIGHT, title, text);
	svg_style(out, exhibit_style_sheet, "");
	svg_text(out, 28, 36, 20, SVG_START, "class='title'", title);
	svg_text(out, 28, 59, EXHIBIT_TEXT, SVG_START, "", text);
}

/* The vertical axis: whole hundreds around all errors. */
static void exhibit_scale(void)
{
	for (int i = 0; i < exhibit_count; i++) {
		const struct exhibit_bot *b = &exhibit_bots[i];
		exhibit_low = fmin(exhibit_low, b->elo - b->error);
		exhibit_high = fmax(exhibit_high, b->elo + b->error);
	}
	exhibit_low = floor(exhibit_low / EXHIBIT_TICK) * EXHIBIT_TICK;
	exhibit_high = ceil(exhibit_high / EXHIBIT_TICK) * EXHIBIT_TICK;
}

/* Sets the range of an axis, with room at both ends. */
static void exhibit_span(struct exhibit_panel *p, double room)
{
	p->from = INFINITY;
	p->to = -INFINITY;
	for (int i = 0; i < exhibit_count; i++) {
		p->from = fmin(p->from, p->where(&exhibit_bots[i]));
		p->to = fmax(p->to, p->where(&exhibit_bots[i]));
	}
	p->from -= room;
	p->to += room;
}

static void exhibit_paint(const char *path)
{
	struct exhibit_panel depth = {"depth, plies", 76, 412, .where = exhibit_depth,
		.aside = EXHIBIT_ASIDE, .ticks = exhibit_depth_ticks};
	struct exhibit_panel nodes = {
		"positions visited for a move (mean, logarithmic); digits: depth", 548, 884,
		.where = exhibit_magnitude, .depths = true, .ticks = exhibit_decade_ticks};
	FILE *out = fopen(path, "w");

	if (out == NULL)
		exhibit_fail(path, "cannot be written");
	exhibit_scale();
	exhibit_span(&depth, 0.5);
	exhibit_span(&nodes, 0.25);
	exhibit_head(out);
	exhibit_frame(out, &depth);
	exhibit_frame(out, &nodes);
	for (int i = 0; i < exhibit_line_count; i++) {
		exhibit_draw(out, &depth, i);
		exhibit_draw(out, &nodes, i);
	}
	svg_end(out);
	if (fclose(out) != 0)
		exhibit_fail(path, "cannot be written");
}

int main(int argc, char **argv)
{
	sqlite3 *db;

	if (argc != 3)
		exhibit_fail("usage", "exhibit DATABASE SVG");
	if (sqlite3_open_v2(argv[1], &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
		exhibit_fail(argv[1], sqlite3_errmsg(db));
	exhibit_read(db, exhibit_sql_bots, exhibit_take_bot);
	exhibit_read(db, exhibit_sql_seats, exhibit_take_seat);
	sqlite3_close(db);
	if (exhibit_count < 2)
		exhibit_fail(argv[1], "no tournament of two bots");
	exhibit_rate();
	exhibit_print();
	exhibit_paint(argv[2]);
	return EXIT_SUCCESS;
}
