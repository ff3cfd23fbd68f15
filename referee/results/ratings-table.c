/*
 * ratings-table.c - prints ratings for people and programs.
 */
#include "referee/results/ratings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SHOWN_NORMAL  1.959964 /* standard errors on each side of a 95 % interval */
#define SHOWN_DECIDED 0.95     /* from this probability on an order is decided */

enum { SHOWN_TEXT = 48, SHOWN_COLUMNS = 16 };

/* A row in progress: the texts of its cells. */
struct shown_row {
	char text[SHOWN_COLUMNS][SHOWN_TEXT];
	struct text_table_cell cells[SHOWN_COLUMNS];
	int count;
};

static void shown_add(struct shown_row *row, const char *text, bool number)
{
	row->cells[row->count++] = (struct text_table_cell){text, number};
}

/* Adds a number. A number that prints as 0 has no sign; NAN: empty cell. */
static void shown_number(struct shown_row *row, const char *format, double value)
{
	char *text = row->text[row->count];
	if (!isfinite(value)) {
		shown_add(row, NULL, true);
		return;
	}
	snprintf(text, SHOWN_TEXT, format, value);
	bool nothing = text[0] == '-' && text[1 + strspn(text + 1, "0.")] == '\0';
	shown_add(row, text + nothing, true);
}

/* Adds the same with a text before it, for people. */
static void shown_words(struct shown_row *row, const char *before, const char *format, double value)
{
	char *text = row->text[row->count], number[32];
	snprintf(number, sizeof number, format, value);
	bool nothing = number[0] == '-' && number[1 + strspn(number + 1, "0.")] == '\0';
	snprintf(text, SHOWN_TEXT, "%s%s", before, number + nothing);
	shown_add(row, text, true);
}

static double shown_percent(const struct rating *r)
{
	return 100 * r->points / (double)r->games;
}

/* Adds the rank. Bots share ranks if the results do not decide: 2-4. */
static void shown_rank(struct shown_row *row, const struct rating *r)
{
	char *text = row->text[row->count];
	if (r->best == r->worst)
		snprintf(text, SHOWN_TEXT, "%d", r->best);
	else
		snprintf(text, SHOWN_TEXT, "%d-%d", r->best, r->worst);
	shown_add(row, text, true);
}

static void shown_text_row(const struct ratings_shown *s, struct text_table *table, int bot)
{
	const struct rating *r = &s->table->rating[bot];
	struct shown_row row = {.count = 0};
	bool open = !(r->above >= SHOWN_DECIDED);
	shown_rank(&row, r);
	shown_add(&row, s->results->names.names[bot], false);
	shown_words(&row, rating_sign(r), "%.1f", r->elo);
	shown_number(&row, "%.1f", SHOWN_NORMAL * r->error);
	shown_number(&row, "%.0f", (double)r->games);
	shown_number(&row, "%.12g", round(r->points * 1e6) / 1e6);
	shown_number(&row, "%.1f", shown_percent(r));
	shown_number(&row, "%.1f", 100 * (double)r->draws / (double)r->games);
	if (isnan(r->above))
		shown_add(&row, NULL, true);
	else
		shown_words(&row, open ? "? " : "", "%.1f%%", floor(1000 * r->above) / 10);
	if (s->table->groups > 1)
		shown_number(&row, "%.0f", r->group);
	text_table_row(table, row.cells);
}

/* Prints the model and the quality of the fit. */
static void shown_head(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	printf("%s, %s; prior: %g virtual draw%s for each bot\n", t->model,
		t->effects == 0	  ? "seats worth the same"
		: t->effects == 1 ? "advantage of the first seat fitted"
				  : "worth of seats fitted",
		s->options->prior, s->options->prior == 1 ? "" : "s");
	for (int i = 0; i < t->effects; i++)
		printf("%s %d: %+.1f Elo, +/- %.1f\n",
			t->effects == 1 ? "Advantage of seat" : "Seat", i + 1, t->effect[i],
			SHOWN_NORMAL * t->effect_error[i]);
	size_t games = s->results->games.count;
	printf("%zu game%s of %d bot%s; %s after %d step%s of Newton's method, largest gradient %.1e points\n",
		games, games == 1 ? "" : "s", t->rated, t->rated == 1 ? "" : "s",
		t->converged ? "converged" : "NOT CONVERGED", t->iterations,
		t->iterations == 1 ? "" : "s", t->gradient);
	if (!t->joint)
		printf("Errors are approximate: with this many bots they take the opponents of a bot's opponents as known\n");
	printf("\n");
}

/* Explains the signs in the table. */
static void shown_foot(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	bool bounds = false, loose = false, open = false;
	for (int i = 0; i < t->rated; i++) {
		const struct rating *r = &t->rating[t->order[i]];
		bounds |= r->bound == RATING_AT_MIN || r->bound == RATING_AT_MAX;
		loose |= r->bound == RATING_LOOSE;
		open |= !isnan(r->above) && !(r->above >= SHOWN_DECIDED);
	}
	printf("\n+/-: the true value is as near as that 95 times in 100, seen from the mean of all\n"
	       "los: how likely the bot is to be stronger than the next%s\n",
		open ? "; ? not decided: below 95%" : "");
	if (bounds)
		printf(">= at least, <= at most: no result holds it from the other side%s\n",
			s->options->prior > 0 ? " but the prior" : "");
	if (loose)
		printf("?: no result holds it from either side%s\n",
			s->options->prior > 0 ? " but the prior" : "");
}

static void shown_text(const struct ratings_shown *s)
{
	static const char *const names[] = {
		"rank", "bot", "elo", "+/-", "games", "points", "%", "draws %", "los", "group"};
	int columns = (int)(sizeof names / sizeof *names) - (s->table->groups <= 1);
	shown_head(s);
	struct text_table *table = text_table_create(TEXT_TABLE_TEXT, stdout, names, columns);
	for (int i = 0; i < s->table->rated; i++)
		shown_text_row(s, table, s->table->order[i]);
	text_table_free(table);
	if (s->table->rated > 0)
		shown_foot(s);
}

static const char *const shown_names[] = {"bot", "elo", "error", "elo_95", "bound", "group", "rank",
	"rank_best", "rank_worst", "games", "points", "percent", "draws", "los"};

enum { SHOWN_NAMES = sizeof shown_names / sizeof *shown_names };

/* Adds a row for programs; place: within its group. */
static void shown_row(const struct ratings_shown *s, struct text_table *table, int bot, int place)
{
	const struct rating *r = &s->table->rating[bot];
	struct shown_row row = {.count = 0};
	shown_add(&row, s->results->names.names[bot], false);
	shown_number(&row, "%.6f", r->elo);
	shown_number(&row, "%.6f", r->error);
	shown_number(&row, "%.6f", SHOWN_NORMAL * r->error);
	shown_add(&row, rating_sign(r), false);
	shown_number(&row, "%.0f", r->group);
	shown_number(&row, "%.0f", place);
	shown_number(&row, "%.0f", r->best);
	shown_number(&row, "%.0f", r->worst);
	shown_number(&row, "%.0f", (double)r->games);
	shown_number(&row, "%.12g", round(r->points * 1e6) / 1e6);
	shown_number(&row, "%.4f", shown_percent(r));
	shown_number(&row, "%.0f", (double)r->draws);
	shown_number(&row, "%.6f", r->above);
	text_table_row(table, row.cells);
}

/* Adds the value of a seat like the rating of a bot. */
static void shown_effect(const struct ratings_shown *s, struct text_table *table, int seat)
{
	const struct rating_table *t = s->table;
	struct shown_row row = {.count = 0};
	char name[32] = "(first seat)";
	if (t->effects > 1)
		snprintf(name, sizeof name, "(seat %d)", seat);
	shown_add(&row, name, false);
	shown_number(&row, "%.6f", t->effect[seat - 1]);
	shown_number(&row, "%.6f", t->effect_error[seat - 1]);
	shown_number(&row, "%.6f", SHOWN_NORMAL * t->effect_error[seat - 1]);
	while (row.count < SHOWN_NAMES)
		shown_add(&row, NULL, true);
	text_table_row(table, row.cells);
}

static void shown_rows(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	struct text_table *table = text_table_create(s->format, stdout, shown_names, SHOWN_NAMES);
	int place = 0, group = 0;
	for (int i = 0; i < t->rated; i++) {
		place = t->rating[t->order[i]].group == group ? place + 1 : 1;
		group = t->rating[t->order[i]].group;
		shown_row(s, table, t->order[i], place);
	}
	for (int i = 1; i <= t->effects; i++)
		shown_effect(s, table, i);
	text_table_free(table);
}

static void shown_json(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	char gradient[32] = "null";
	if (isfinite(t->gradient))
		snprintf(gradient, sizeof gradient, "%g", t->gradient);
	printf("{\"model\":\"%s\",\"prior\":%g,\"seats\":\"%s\",\"games\":%zu,\"bots\":%d,\"groups\":%d,\n"
	       "\"converged\":%s,\"iterations\":%d,\"gradient\":%s,\"variance\":%g,\"joint_errors\":%s,\n"
	       "\"ratings\":",
		t->model, s->options->prior, t->effects > 0 ? "fitted" : "0",
		s->results->games.count, t->rated, t->groups, t->converged ? "true" : "false",
		t->iterations, gradient, t->variance, t->joint ? "true" : "false");
	shown_rows(s);
	printf("}\n");
}

void ratings_show(const struct ratings_shown *s)
{
	if (s->format == TEXT_TABLE_TEXT)
		shown_text(s);
	else if (s->format == TEXT_TABLE_JSON)
		shown_json(s);
	else
		shown_rows(s);
}
