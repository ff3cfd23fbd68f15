/*
 * tournament-row.c - copies a tournament's row.
 */
#include "referee/results/tournament-row.h"

#include <stdlib.h>

#include "base/memory.h"

/* A row of the query tournament. */
static bool tournament_row_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct db_tournament *t = arg;
	(void)columns, (void)names;
	*t = (struct db_tournament){.id = values[0].integer,
		.name = memory_copy(values[1].text),
		.game = memory_copy(values[2].text),
		.format = memory_copy(values[3].text),
		.seats = (int)values[4].integer,
		.seed = values[5].integer,
		.definition = memory_copy(values[6].text),
		.created_ms = values[7].integer,
		.note = memory_copy(values[8].text),
		.rules_description = memory_copy(values[9].text)};
	return false;
}

int tournament_row_read(struct db *db, int64_t id, struct db_tournament *t)
{
	*t = (struct db_tournament){.id = id};
	return db_read(db, "tournament", &id, 1, tournament_row_take, t);
}

void tournament_row_clear(struct db_tournament *t)
{
	free((char *)t->name);
	free((char *)t->game);
	free((char *)t->format);
	free((char *)t->definition);
	free((char *)t->note);
	free((char *)t->rules_description);
	*t = (struct db_tournament){.name = NULL};
}
