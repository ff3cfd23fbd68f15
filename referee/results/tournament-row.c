/*
 * tournament-row.c - copies a tournament's row.
 */
#include "referee/results/tournament-row.h"

#include <stdlib.h>

#include "base/memory.h"

int tournament_row_read(struct db *db, int64_t id, struct db_tournament *t)
{
	struct db_query q;
	*t = (struct db_tournament){.id = id};
	db_query(&q, db, "tournament", id);
	if (db_next(&q))
		*t = (struct db_tournament){.id = db_int(&q, "id"),
			.name = memory_copy(db_text(&q, "name")),
			.game = memory_copy(db_text(&q, "game")),
			.format = memory_copy(db_text(&q, "format")),
			.seats = (int)db_int(&q, "seats"),
			.seed = db_int(&q, "seed"),
			.definition = memory_copy(db_text(&q, "definition")),
			.created_ms = db_int(&q, "created_ms"),
			.note = memory_copy(db_text(&q, "note")),
			.rules_description = memory_copy(db_text(&q, "rules"))};
	return db_end(&q);
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
