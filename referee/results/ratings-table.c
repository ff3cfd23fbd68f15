/*
 * ratings-table.c - prints ratings for people and programs.
 */
#include "referee/results/ratings.h"

#include <math.h>

#include "base/plural.h"
#include "base/json.h"

#define SHOWN_NORMAL  1.959964 /* standard errors on each side of a 95 % interval */
#define SHOWN_DECIDED 0.95     /* from this probability on an order is decided */

static double shown_percent(const struct rating *r)
{
	return 100 * r->points / (double)r->games;
}

static void shown_text_row(const struct ratings_shown *s, struct text_table *table, int bot)
{
	const struct rating *r = &s->table->rating[bot];
	struct text_table_cells row = {.count = 0};
	bool open = !(r->above >= SHOWN_DECIDED);
	char from[16];
	/* Bots share ranks if the results do not decide: 2-4. */
	snprintf(from, sizeof from, "%d-", r->best);
	text_table_add_number(&row, r->best != r->worst ? from : "", "%.0f", r->worst);
	text_table_add(&row, s->results->names.names[bot]);
	text_table_add_number(&row, rating_sign(r), "%.1f", r->elo);
	text_table_add_number(&row, "", "%.1f", SHOWN_NORMAL * r->error);
	text_table_add_number(&row, "", "%.0f", (double)r->games);
	text_table_add_number(&row, "", "%.12g", round(r->points * 1e6) / 1e6);
	text_table_add_number(&row, "", "%.1f", shown_percent(r));
	text_table_add_number(&row, "", "%.1f", 100 * (double)r->draws / (double)r->games);
	text_table_add_number(&row, open ? "? " : "", "%.1f%%", floor(1000 * r->above) / 10);
	if (s->table->groups > 1)
		text_table_add_number(&row, "", "%.0f", r->group);
	text_table_row(table, row.cell);
}

/* Prints the model and the quality of the fit. */
static void shown_head(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	fprintf(s->out, "%s, %s; prior: %g virtual draw%s for each bot\n", t->model,
		t->effects == 0	  ? "all seats have the same value"
		: t->effects == 1 ? "advantage of the first seat fitted"
				  : "values of seats fitted",
		s->options->prior, plural(s->options->prior, "", "s"));
	for (int i = 0; i < t->effects; i++)
		fprintf(s->out, "%s %d: %+.1f Elo, +/- %.1f\n",
			plural(t->effects, "Advantage of seat", "Seat"), i + 1, t->effect[i],
			SHOWN_NORMAL * t->effect_error[i]);
	size_t games = s->results->games.count;
	fprintf(s->out, "%s of %s; %s after %s of Newton's method, largest gradient %.1e points\n",
		counted(games, "game").text, counted(t->rated, "bot").text,
		t->converged ? "converged" : "NOT CONVERGED", counted(t->iterations, "step").text,
		t->gradient);
	fprintf(s->out, "\n");
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
	/* With several anchors in a group the errors stay those against its mean. */
	fprintf(s->out,
		"\n+/-: half of the 95 %% interval, relative to the %s\n"
		"los: the probability that the bot is stronger than the next bot%s\n",
		s->options->anchors_count == 1	? "anchor, whose own error is 0 by definition"
		: s->options->anchors_count > 1 ? "only anchor of a group, else to its mean"
						: "mean of all bots",
		open ? "; ? not decided: below 95%" : "");
	if (bounds)
		fprintf(s->out,
			">= at least, <= at most: no result limits it on the other side%s\n",
			s->options->prior > 0 ? ", only the prior" : "");
	if (loose)
		fprintf(s->out, "?: no result limits it on either side%s\n",
			s->options->prior > 0 ? ", only the prior" : "");
}

static void shown_text(const struct ratings_shown *s)
{
	static const char *const names[] = {
		"rank", "bot", "elo", "+/-", "games", "points", "%", "draws %", "los", "group"};
	int columns = (int)(sizeof names / sizeof *names) - (s->table->groups <= 1);
	shown_head(s);
	struct text_table *table = text_table_create(TEXT_TABLE_TEXT, s->out, names, columns);
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
	struct text_table_cells row = {.count = 0};
	text_table_add(&row, s->results->names.names[bot]);
	text_table_add_number(&row, "", "%.6f", r->elo);
	text_table_add_number(&row, "", "%.6f", r->error);
	text_table_add_number(&row, "", "%.6f", SHOWN_NORMAL * r->error);
	text_table_add(&row, rating_sign(r));
	text_table_add_number(&row, "", "%.0f", r->group);
	text_table_add_number(&row, "", "%.0f", place);
	text_table_add_number(&row, "", "%.0f", r->best);
	text_table_add_number(&row, "", "%.0f", r->worst);
	text_table_add_number(&row, "", "%.0f", (double)r->games);
	text_table_add_number(&row, "", "%.12g", round(r->points * 1e6) / 1e6);
	text_table_add_number(&row, "", "%.4f", shown_percent(r));
	text_table_add_number(&row, "", "%.0f", (double)r->draws);
	text_table_add_number(&row, "", "%.6f", r->above);
	text_table_row(table, row.cell);
}

/* Adds the value of a seat like the rating of a bot. */
static void shown_effect(const struct ratings_shown *s, struct text_table *table, int seat)
{
	const struct rating_table *t = s->table;
	struct text_table_cells row = {.count = 0};
	char name[32] = "(first seat)";
	if (t->effects > 1)
		snprintf(name, sizeof name, "(seat %d)", seat);
	text_table_add(&row, name);
	text_table_add_number(&row, "", "%.6f", t->effect[seat - 1]);
	text_table_add_number(&row, "", "%.6f", t->effect_error[seat - 1]);
	text_table_add_number(&row, "", "%.6f", SHOWN_NORMAL * t->effect_error[seat - 1]);
	while (row.count < SHOWN_NAMES)
		text_table_add(&row, NULL);
	text_table_row(table, row.cell);
}

static void shown_rows(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	struct text_table *table = text_table_create(s->format, s->out, shown_names, SHOWN_NAMES);
	int place = 0, group = 0;
	for (int i = 0; i < t->rated; i++) {
		place = t->rating[t->order[i]].group == group ? place + 1 : 1;
		group = t->rating[t->order[i]].group;
		shown_row(s, table, t->order[i], place);
	}
	for (int i = 1; i <= t->effects && s->format == TEXT_TABLE_CSV; i++)
		shown_effect(s, table, i);
	text_table_free(table);
}

static void shown_real(struct json_writer *j, const char *key, double value)
{
	if (isfinite(value))
		fprintf(json_key(j, key), "%.6f", value);
	else
		json_text(j, key, NULL);
}

/* Writes the values of seats, which are no bots, beside the ratings. */
static void shown_json_seats(const struct ratings_shown *s, struct json_writer *j)
{
	const struct rating_table *t = s->table;
	json_open(j, "seat_values", '[');
	for (int seat = 1; seat <= t->effects; seat++) {
		double error = t->effect_error[seat - 1];
		json_open(j, NULL, '{');
		json_number(j, "seat", seat);
		shown_real(j, "elo", t->effect[seat - 1]);
		shown_real(j, "error", error);
		shown_real(j, "elo_95", SHOWN_NORMAL * error);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void shown_json(const struct ratings_shown *s)
{
	const struct rating_table *t = s->table;
	struct json_writer j = {.out = s->out};
	json_open(&j, NULL, '{');
	json_text(&j, "model", t->model);
	fprintf(json_key(&j, "prior"), "%g", s->options->prior);
	json_text(&j, "seats", t->effects > 0 ? "fitted" : "0");
	json_number(&j, "games", (int64_t)s->results->games.count);
	json_number(&j, "bots", t->rated);
	json_number(&j, "groups", t->groups);
	json_bool(&j, "converged", t->converged);
	json_number(&j, "iterations", t->iterations);
	if (isfinite(t->gradient))
		fprintf(json_key(&j, "gradient"), "%g", t->gradient);
	else
		json_text(&j, "gradient", NULL);
	fprintf(json_key(&j, "variance"), "%g", t->variance);
	shown_json_seats(s, &j);
	json_key(&j, "ratings");
	shown_rows(s);
	fputs("}\n", s->out);
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
