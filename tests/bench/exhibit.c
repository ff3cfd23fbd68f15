/*
 * exhibit.c - heuristic x depth: the table and the picture of a tournament whose bots are called
 * EVALUATION-DEPTH (tests/bench/exhibit.conf).
 *
 * Usage: exhibit DATABASE SVG. Ratings are fitted to all games at once: Bradley and Terry's model
 * by the MM iteration (Hunter 2004), a draw being half a win, and one virtual draw for each bot,
 * spread over its opponents in proportion to its games, so that nobody is infinitely strong. Their
 * errors follow from the Fisher information; the mean of all is 0.
 */
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXHIBIT_BOTS = 32, EXHIBIT_LINES = 6, EXHIBIT_ROUNDS = 100000 };

#define EXHIBIT_PRIOR 1.0  /* virtual draws a bot */
#define EXHIBIT_SURE  1.96 /* errors to each side that hold 95 % */

struct exhibit_bot {
	char name[32], evaluation[32];
	int depth, line; /* line: number of its evaluation */
	double points, games, nodes;
	double strength, elo, error; /* 95 %: elo give or take error */
};

static struct exhibit_bot exhibit_bots[EXHIBIT_BOTS];
static int exhibit_count;
static double exhibit_games[EXHIBIT_BOTS][EXHIBIT_BOTS]; /* virtual ones included */
static const char *exhibit_lines[EXHIBIT_LINES];	 /* the evaluations */
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

static const char exhibit_sql_pairs[] =
	"SELECT bot, opponent, games FROM crosstable WHERE tournament = " EXHIBIT_NEWEST;

static int exhibit_find(const char *name)
{
	for (int i = 0; i < exhibit_count; i++)
		if (strcmp(exhibit_bots[i].name, name) == 0)
			return i;
	exhibit_fail(name, "who is that?");
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

static void exhibit_take_pair(sqlite3_stmt *row)
{
	int a = exhibit_find((const char *)sqlite3_column_text(row, 0));
	int b = exhibit_find((const char *)sqlite3_column_text(row, 1));
	double games = sqlite3_column_double(row, 2);
	double draws =
		EXHIBIT_PRIOR / 2 * games * (1 / exhibit_bots[a].games + 1 / exhibit_bots[b].games);

	exhibit_games[a][b] = games + draws;
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

/*
 * Ratings.
 */

/* Points of a bot, half of the virtual draws among them. */
static double exhibit_won(int i)
{
	double games = 0;

	for (int j = 0; j < exhibit_count; j++)
		games += exhibit_games[i][j];
	return exhibit_bots[i].points + (games - exhibit_bots[i].games) / 2;
}

/* One step of the iteration for bot i; how far it went, in natural logarithms. */
static double exhibit_step(int i)
{
	double sum = 0, old = exhibit_bots[i].strength;

	for (int j = 0; j < exhibit_count; j++)
		sum += exhibit_games[i][j] / (old + exhibit_bots[j].strength);
	exhibit_bots[i].strength = exhibit_won(i) / sum;
	return fabs(log(exhibit_bots[i].strength / old));
}

static void exhibit_fit(void)
{
	double mean = 0, moved = 1;

	for (int i = 0; i < exhibit_count; i++)
		exhibit_bots[i].strength = 1;
	for (int round = 0; round < EXHIBIT_ROUNDS && moved > 1e-12; round++) {
		moved = 0;
		for (int i = 0; i < exhibit_count; i++)
			moved = fmax(moved, exhibit_step(i));
	}
	for (int i = 0; i < exhibit_count; i++)
		mean += log10(exhibit_bots[i].strength) / exhibit_count;
	for (int i = 0; i < exhibit_count; i++)
		exhibit_bots[i].elo = 400 * (log10(exhibit_bots[i].strength) - mean);
}

/* Inverts a symmetric positive matrix in place (Gauss and Jordan). */
static void exhibit_invert(double m[EXHIBIT_BOTS][EXHIBIT_BOTS], int n)
{
	for (int k = 0; k < n; k++) {
		double pivot = m[k][k];
		m[k][k] = 1;
		for (int j = 0; j < n; j++)
			m[k][j] /= pivot;
		for (int i = 0; i < n; i++) {
			double factor = m[i][k];
			if (i == k)
				continue;
			m[i][k] = 0;
			for (int j = 0; j < n; j++)
				m[i][j] -= factor * m[k][j];
		}
	}
}

/* The information has no say in the mean: 1 in each place fixes it, and is taken off again. */
static void exhibit_errors(void)
{
	static double m[EXHIBIT_BOTS][EXHIBIT_BOTS];
	int n = exhibit_count;

	for (int i = 0; i < n; i++) {
		m[i][i] = 0;
		for (int j = 0; j < n; j++) {
			if (i == j)
				continue;
			double a = exhibit_bots[i].strength, b = exhibit_bots[j].strength;
			double information = exhibit_games[i][j] * a * b / ((a + b) * (a + b));
			m[i][i] += information;
			m[i][j] = -information;
		}
	}
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			m[i][j] += 1;
	exhibit_invert(m, n);
	for (int i = 0; i < n; i++) {
		double variance = m[i][i] - 1.0 / n / n;
		exhibit_bots[i].error = EXHIBIT_SURE * 400 / log(10) * sqrt(variance);
	}
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
	EXHIBIT_ASIDE = 5   /* pixels between bots of the same depth, so that none hides another */
};

/* A panel: what stands on its horizontal axis, from where to where. */
struct exhibit_panel {
	const char *title;
	double left, right; /* pixels */
	double from, to;
	double (*where)(const struct exhibit_bot *b);
	double aside;
	bool depths; /* told beside each bot */
	void (*ticks)(FILE *out, const struct exhibit_panel *p);
};

static double exhibit_low, exhibit_high; /* of the vertical axis */

/* Colours that the colour-blind can tell apart (Okabe and Ito 2008), and marks that anybody can,
 * drawn around a point. */
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
	fprintf(out,
		"<path class='axis' d='M%.1f %dv5'/><text x='%.1f' y='%d' "
		"text-anchor='middle'>%s</text>\n",
		x, EXHIBIT_BOTTOM, x, EXHIBIT_BOTTOM + 21, text);
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
	for (double elo = exhibit_low; elo <= exhibit_high; elo += EXHIBIT_TICK) {
		fprintf(out,
			"<path class='%s' d='M%.1f %.1fH%.1f'/><text x='%.1f' y='%.1f' "
			"text-anchor='end'>%s%.0f</text>\n",
			elo == exhibit_low ? "axis" : "grid", p->left, exhibit_y(elo), p->right,
			p->left - 8, exhibit_y(elo) + 4.5, elo < 0 ? "\u2212" : "", fabs(elo));
	}
	p->ticks(out, p);
	fprintf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>\n",
		(p->left + p->right) / 2, EXHIBIT_BOTTOM + 46, p->title);
	fprintf(out, "<text class='strong' x='%.1f' y='%d' text-anchor='end'>Elo</text>\n",
		p->left - 8, EXHIBIT_TOP - 12);
}

/* One evaluation: a line through its bots in the order of their depths, errors, marks, its name. */
static void exhibit_draw(FILE *out, const struct exhibit_panel *p, int line)
{
	const struct exhibit_style *style = &exhibit_styles[line];
	const struct exhibit_bot *last = NULL;

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
		if (p->depths)
			fprintf(out,
				"<text class='depth' text-anchor='end' x='%.1f' "
				"y='%.1f'>%d</text>\n",
				x - 8, y - 7, b->depth);
	}
	fprintf(out, "<text class='name' x='%.1f' y='%.1f'>%s</text>\n</g>\n",
		exhibit_bot_x(p, last) + 12, exhibit_y(last->elo) + 5, last->evaluation);
}

static const char exhibit_head[] =
	"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' "
	"role='img' aria-label='Elo against depth and against nodes'>\n"
	"<style>text{font:14px Helvetica,Arial,\"DejaVu Sans\",sans-serif;fill:#444}"
	".strong{font-weight:bold;fill:#222}.title{font-size:20px;font-weight:bold;fill:#111}"
	".depth{font-size:12px;stroke:none;fill:#666}"
	".name{font-size:15px;font-weight:bold;stroke:none;fill:inherit}"
	".grid{stroke:#e4e4e4}.axis{stroke:#777}.line{fill:none;stroke-width:2.5}"
	".error{stroke-width:1.3;stroke-opacity:.7}.mark{stroke:#fff;stroke-width:1.3}</style>\n"
	"<rect width='100%%' height='100%%' rx='8' fill='#fff'/>\n"
	"<text class='title' x='28' y='36'>How much does a better evaluation buy?</text>\n"
	"<text x='28' y='59'>Connect Four, alpha-beta to a fixed depth, round robin of %d bots, "
	"%.0f "
	"games. Elo by maximum likelihood, mean 0; bars: 95 %%</text>\n";

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

/* Room around what stands on an axis. */
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
	double seats = 0;
	FILE *out = fopen(path, "w");

	if (out == NULL)
		exhibit_fail(path, "cannot be written");
	for (int i = 0; i < exhibit_count; i++)
		seats += exhibit_bots[i].games;
	exhibit_scale();
	exhibit_span(&depth, 0.5);
	exhibit_span(&nodes, 0.25);
	fprintf(out, exhibit_head, EXHIBIT_WIDTH, EXHIBIT_HEIGHT, EXHIBIT_WIDTH, EXHIBIT_HEIGHT,
		exhibit_count, seats / 2);
	exhibit_frame(out, &depth);
	exhibit_frame(out, &nodes);
	for (int i = 0; i < exhibit_line_count; i++) {
		exhibit_draw(out, &depth, i);
		exhibit_draw(out, &nodes, i);
	}
	fputs("</svg>\n", out);
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
	exhibit_read(db, exhibit_sql_pairs, exhibit_take_pair);
	sqlite3_close(db);
	if (exhibit_count < 2)
		exhibit_fail(argv[1], "no tournament of two bots");
	exhibit_fit();
	exhibit_errors();
	exhibit_print();
	exhibit_paint(argv[2]);
	return EXIT_SUCCESS;
}
