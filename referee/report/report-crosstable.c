/*
 * report-crosstable.c - the report's crosstable: a square with the bots in the order of the
 * standings. Each cell is shaded by its score and leads to its games.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

/* Shades on each side of the middle. */
enum { CROSSTABLE_SHADES = 4 };

struct crosstable_cell {
	int64_t games, wins, draws, losses;
	double points;
};

struct crosstable {
	struct report *r;
	int size;
	struct crosstable_cell *cells; /* size by size */
};

static int crosstable_read(struct crosstable *c)
{
	struct db_query q;
	db_query(&q, c->r->db, "crosstable", c->r->tournament);
	while (db_next(&q)) {
		int bot = report_find(c->r, db_text(&q, "bot"));
		int other = report_find(c->r, db_text(&q, "opponent"));
		if (bot < 0 || other < 0 || bot >= c->size || other >= c->size)
			continue;
		c->cells[bot * c->size + other] =
			(struct crosstable_cell){.games = db_int(&q, "games"),
				.points = db_real(&q, "points"),
				.wins = db_int(&q, "wins"),
				.draws = db_int(&q, "draws"),
				.losses = db_int(&q, "losses")};
	}
	return db_end(&q);
}

/* Writes what the shades mean, from all lost to all won. */
static void crosstable_legend(FILE *out)
{
	html_print(out, "<p class=\"shades\" aria-hidden=\"true\"><span>all lost</span>");
	for (int shade = -CROSSTABLE_SHADES; shade <= CROSSTABLE_SHADES; shade++)
		if (shade % 2 == 0)
			html_print(out, "<span class=\"shade %s%d\">%d&nbsp;%%</span>",
				shade < 0 ? "below-" : "above-", abs(shade),
				50 + 50 * shade / CROSSTABLE_SHADES);
		else
			html_print(out, "<span class=\"shade %s%d\"></span>",
				shade < 0 ? "below-" : "above-", abs(shade));
	html_print(out, "<span>all won</span></p>\n");
}

/* Would equal bots reach so clear a result, or a clearer one, at most once in twenty times? The
 * sign test over the decisive games, with the correction for continuity. */
static bool crosstable_decided(const struct crosstable_cell *cell)
{
	double decisive = (double)(cell->wins + cell->losses);
	double ahead = fabs((double)(cell->wins - cell->losses)) - 1;
	return ahead > 0 && ahead >= 1.96 * sqrt(decisive);
}

/* From -CROSSTABLE_SHADES (all lost) to CROSSTABLE_SHADES (all won). */
static int crosstable_shade(const struct crosstable_cell *cell)
{
	double pairs = (double)(cell->wins + cell->draws + cell->losses);
	double share = pairs > 0 ? (double)(cell->wins - cell->losses) / pairs : 0;
	return (int)lround(share * CROSSTABLE_SHADES);
}

static void crosstable_head(const struct crosstable *c)
{
	FILE *out = c->r->out;
	bool two = c->r->seats == 2;
	html_table_begin(out, "The crosstable", "square");
	html_print(out,
		"The score of the bot of a row against the bot of a column: %s. <strong "
		"class=\"decided\">Bold</strong> is decided: equals would come to it in one of "
		"twenty times at most. A cell leads to its games.</caption>\n"
		"<thead><tr><th scope=\"col\" class=\"n\"><span class=\"hear\">Number</span></th>"
		"<th scope=\"col\">Bot</th>",
		two ? "points of games"
		    : "the mean of its points in their games, from all opponents");
	for (int i = 0; i < c->size; i++)
		html_print(out, "<th scope=\"col\" class=\"n\"><abbr title=\"%h\">%d</abbr></th>",
			c->r->bots[i].name, i + 1);
	html_print(out, "<th scope=\"col\" class=\"n\">Points</th></tr></thead>\n<tbody>\n");
}

static void crosstable_write(const struct crosstable *c, int bot, int other)
{
	const struct crosstable_cell *cell = &c->cells[bot * c->size + other];
	FILE *out = c->r->out;
	int shade = crosstable_shade(cell);
	if (bot == other) {
		html_print(out, "<td class=\"self\" aria-label=\"itself\"></td>");
		return;
	}
	if (cell->games == 0) {
		html_print(out, "<td class=\"none\">–</td>");
		return;
	}
	html_print(out, "<td class=\"%s%d%s\"><a ", shade < 0 ? "below-" : "above-", abs(shade),
		crosstable_decided(cell) ? " decided" : "");
	report_to_games(c->r, bot, other);
	html_print(out, ">");
	if (c->r->seats == 2)
		html_print(out, "%g<span class=\"of\">/%lld</span>", cell->points,
			(long long)cell->games);
	else
		html_print(out, "%.2f<span class=\"of\">×%lld</span>",
			cell->points / (double)cell->games, (long long)cell->games);
	html_print(out, "</a></td>");
}

static void crosstable_row(const struct crosstable *c, int bot)
{
	FILE *out = c->r->out;
	html_print(out, "<tr><td class=\"n\">%d</td>", bot + 1);
	report_bot_cell(c->r, c->r->bots[bot].name);
	for (int other = 0; other < c->size; other++)
		crosstable_write(c, bot, other);
	html_print(out, "<td class=\"n strong\">%g</td></tr>\n", c->r->bots[bot].points);
}

bool report_has_crosstable(const struct report *r)
{
	return r->bots_count > 1;
}

int report_crosstable(struct report *r)
{
	struct crosstable c = {
		.r = r, .size = r->bots_count < REPORT_SQUARE ? r->bots_count : REPORT_SQUARE};
	c.cells = memory_get((size_t)(c.size * c.size), sizeof *c.cells);
	int error = crosstable_read(&c);
	if (error == DB_OK) {
		crosstable_head(&c);
		for (int bot = 0; bot < c.size; bot++)
			crosstable_row(&c, bot);
		html_table_end(r->out);
		crosstable_legend(r->out);
		if (c.size < r->bots_count)
			html_print(r->out, "<p class=\"note\">The first %d of %d bots.</p>\n",
				c.size, r->bots_count);
	}
	free(c.cells);
	return error;
}
