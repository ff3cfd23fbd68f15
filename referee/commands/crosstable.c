/*
 * crosstable.c - `referee crosstable`: a square for people, with bots in the order of the
 * standings; a line for each bot and opponent for programs. With names of bots it counts only these
 * two bots in their games.
 */
#include "referee/commands/query-command.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The columns of the queries. */

struct crosstable {
	int seats; /* of a game */
	int bots;
	char **names;
	char **totals;
	char **cells; /* bots by bots: points, or the mean with more than two seats; NULL: they
			 never met */
};

static int crosstable_find(const struct crosstable *c, const char *name)
{
	for (int i = 0; i < c->bots; i++)
		if (strcmp(c->names[i], name) == 0)
			return i;
	return -1;
}

/* Prints the square: a number, the name, a column for each bot, the sum. */
static void crosstable_print(const struct crosstable *c)
{
	int columns = c->bots + 3;
	char **numbers = memory_get((size_t)columns, sizeof *numbers);
	struct text_table_cell *cells = memory_get((size_t)columns, sizeof *cells);
	numbers[0] = memory_copy("");
	numbers[1] = memory_copy("bot");
	for (int i = 0; i < c->bots; i++)
		numbers[i + 2] = memory_print("%d", i + 1);
	numbers[columns - 1] = memory_copy("points");
	struct text_table *table =
		text_table_create(TEXT_TABLE_TEXT, stdout, (const char *const *)numbers, columns);
	for (int row = 0; row < c->bots; row++) {
		cells[0] = (struct text_table_cell){numbers[row + 2], true};
		cells[1] = (struct text_table_cell){c->names[row], false};
		for (int i = 0; i < c->bots; i++)
			cells[i + 2] = (struct text_table_cell){
				row == i ? "-" : c->cells[row * c->bots + i], true};
		cells[columns - 1] = (struct text_table_cell){c->totals[row], true};
		text_table_row(table, cells);
	}
	text_table_free(table);
	for (int i = 0; i < columns; i++)
		free(numbers[i]);
	free(numbers);
	free(cells);
}

static int crosstable_square(struct query *r)
{
	struct crosstable c = {.seats = r->seats};
	struct db_query q;
	db_query(&q, r->db, "standings", r->tournament);
	while (db_next(&q)) {
		size_t room = (size_t)c.bots + 1;
		c.names = memory_resize(c.names, room, sizeof *c.names);
		c.totals = memory_resize(c.totals, room, sizeof *c.totals);
		c.names[c.bots] = memory_copy(db_text(&q, "bot"));
		c.totals[c.bots] = memory_print("%g", db_real(&q, "points"));
		c.bots++;
	}
	int error = db_end(&q);
	if (error == DB_OK) {
		c.cells = memory_get((size_t)(c.bots * c.bots), sizeof *c.cells);
		db_query(&q, r->db, "crosstable", r->tournament);
		while (db_next(&q)) {
			int bot = crosstable_find(&c, db_text(&q, "bot"));
			int opponent = crosstable_find(&c, db_text(&q, "opponent"));
			/* A bot may have joined between the two queries, since the tournament runs. */
			if (bot >= 0 && opponent >= 0)
				c.cells[bot * c.bots + opponent] =
					c.seats > 2 ? memory_print("%.3f", db_real(&q, "mean"))
						    : memory_print("%g", db_real(&q, "points"));
		}
		error = db_end(&q);
	}
	if (error == DB_OK)
		crosstable_print(&c);
	for (int i = 0; c.cells != NULL && i < c.bots * c.bots; i++)
		free(c.cells[i]);
	for (int i = 0; i < c.bots; i++) {
		free(c.names[i]);
		free(c.totals[i]);
	}
	free(c.cells);
	free(c.names);
	free(c.totals);
	return error;
}

/* Prints the results of a bot against each opponent or one, without the other seats of their
 * games. */
static int crosstable_of_bot(struct query *r, const char *bot, const char *opponent)
{
	int status;
	int64_t args[] = {r->tournament, 0, 0};
	if (!query_bot(r, bot, &status))
		return status;
	args[1] = r->bot;
	if (opponent != NULL && !query_bot(r, opponent, &status))
		return status;
	args[2] = opponent != NULL ? r->bot : 0;
	return query_close(r, query_table(r, "bot-head-to-head", args, sizeof args / sizeof *args));
}

struct crosstable_request {
	struct query query;
	const char *bot, *opponent; /* NULL: all bots */
};

static int crosstable_run(int argc, char **argv)
{
	struct crosstable_request a = {.bot = NULL};
	struct query *r = &a.query;
	int status;
	if (!query_read(&command_crosstable, r, &a, argc, argv, &status))
		return status;
	if (!query_open(r, &status) || !query_find(r, &status))
		return status;
	if (a.bot != NULL)
		return crosstable_of_bot(r, a.bot, a.opponent);
	if (r->format == TEXT_TABLE_TEXT)
		return query_close(r, crosstable_square(r));
	return query_close(r, query_table(r, "crosstable", &r->tournament, 1));
}

const struct command command_crosstable = {
	.name = "crosstable",
	.group = COMMAND_RESULTS,
	.summary = "List the points of every bot against every other",
	.about =
		"Prints the points of the bot of each row in its games with the bot of each column, in the order of the standings. "
		"With more than two seats it prints their mean; these points come from all opponents in these games. "
		"With --json or --csv there is one line for each bot and opponent.\n"
		"\n"
		"With BOT it prints the results of this bot against each single opponent: 1 for the better rank of the two, 1/2 for the same rank. "
		"A game in which they have several seats counts each pair of a seat of one and a seat of the other.",
	.options = {.arguments = {{"BOT", ARGUMENT_OPTIONAL,
					  offsetof(struct crosstable_request, bot),
					  "the bot whose results are listed"},
			    {"OPPONENT", ARGUMENT_OPTIONAL,
				    offsetof(struct crosstable_request, opponent),
				    "the only opponent that is listed"}},
		.groups = {QUERY_GAMES_GROUP(offsetof(struct crosstable_request, query)),
			QUERY_GROUP(offsetof(struct crosstable_request, query))}},
	.examples = (const char *const[]){"# List the points of every bot against every other.",
		"referee crosstable --db cup.db", "# Show one match.",
		"referee crosstable ann bob --db cup.db", NULL},
	.run = crosstable_run,
};
