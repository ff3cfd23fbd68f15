/*
 * read.c - asking the database: what a tournament needs to go on, beside the queries.
 */
#include "db/connection.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

void db_forget_found(struct db *db)
{
	free((char *)db->found.name);
	free((char *)db->found.game);
	free((char *)db->found.format);
	free((char *)db->found.definition);
	db->found = (struct db_tournament){.id = 0};
}

int db_tournament_find(struct db *db, const char *name, struct db_tournament *t)
{
	struct db_query q;
	db_query_values(&q, db, "tournament-of-name", DB_VALUES(db_string(name)));
	db_forget_found(db);
	if (db_next(&q))
		db->found = (struct db_tournament){
			.id = db_int(&q, "id"),
			.name = memory_copy(db_text(&q, "name")),
			.game = memory_copy(db_text(&q, "game")),
			.format = memory_copy(db_text(&q, "format")),
			.definition = memory_copy(db_text(&q, "definition")),
			.seats = (int)db_int(&q, "seats"),
			.seed = db_int(&q, "seed"),
			.created_ms = db_int(&q, "created_ms"),
		};
	int error = db_end(&q);
	if (error != DB_OK)
		return error;
	if (db->found.id != 0) {
		*t = db->found;
		return DB_OK;
	}
	return name != NULL ? db_fail(db, DB_NONE, "no tournament \"%s\"", name)
			    : db_fail(db, DB_NONE, "no tournament yet");
}

int db_tournament_same(struct db *db, struct db_tournament *t, bool *known)
{
	int64_t id;
	int error = db_find(db, "tournament-same", "id", &id, db_string(t->name),
		db_string(t->game), db_string(t->format), db_number(t->seats), db_number(t->seed),
		db_string(t->definition), db_number(t->created_ms));
	*known = id != 0;
	if (id != 0)
		t->id = id;
	return error;
}

int db_rules_of(struct db *db, int64_t tournament, char **description)
{
	struct db_query q;
	db_query(&q, db, "rules-program", tournament);
	*description = db_next(&q) ? memory_copy(db_text(&q, "description")) : NULL;
	return db_end(&q);
}

bool db_outcome_next(struct db_query *q, struct db_outcome *o)
{
	if (!o->ahead && !db_next(q))
		return false;
	int64_t game = db_int(q, "game");
	*o = (struct db_outcome){.pairing = db_int(q, "pairing"),
		.moves_hash = db_int(q, "moves_hash"),
		.paired = (int)db_int(q, "paired")};
	do {
		const char *verdict = db_text(q, "verdict");
		o->points[o->seats] = db_real(q, "points");
		snprintf(o->verdict[o->seats++], sizeof o->verdict[0], "%s",
			verdict != NULL ? verdict : "");
		o->ahead = db_next(q);
	} while (o->ahead && o->seats < DB_SEATS && db_int(q, "game") == game);
	return true;
}

int db_last_round(struct db *db, int64_t tournament, int *round)
{
	int64_t last;
	int error = db_find(db, "last-round", "round", &last, db_number(tournament));
	*round = (int)last;
	return error;
}

int db_game_last(struct db *db, int64_t *id)
{
	struct db_query q;
	db_query(&q, db, "next-game");
	*id = db_next(&q) ? db_int(&q, "game") - 1 : 0;
	return db_end(&q);
}

int db_pairing_find(struct db *db, int64_t tournament, int64_t pairing, int64_t *game)
{
	return db_find(
		db, "game-of-pairing", "id", game, db_number(tournament), db_number(pairing));
}

int db_moves_oldest(
	struct db *db, int64_t tournament, int64_t after, int64_t *game, int64_t *ended_ms)
{
	struct db_query q;
	db_query(&q, db, "oldest-with-moves", tournament, after);
	bool found = db_next(&q);
	*game = found ? db_int(&q, "id") : 0;
	*ended_ms = found ? db_int(&q, "ended_ms") : 0;
	int error = db_end(&q);
	return error == DB_OK && !found ? DB_NONE : error;
}

int db_moves_count(struct db *db, int64_t tournament, int64_t *games)
{
	return db_find(db, "games-with-moves", "games", games, db_number(tournament));
}

int db_spot_check_find(struct db *db, int64_t game, struct db_spot_check *check)
{
	struct db_query q;
	db_query(&q, db, "spot-check", game);
	bool found = db_next(&q);
	if (found)
		*check = (struct db_spot_check){.worker = db_int(&q, "worker"),
			.same = db_int(&q, "same") != 0,
			.ms = db_int(&q, "checked_ms")};
	int error = db_end(&q);
	return error == DB_OK && !found ? DB_NONE : error;
}
