/*
 * import-target.c - tournaments and games that come from elsewhere.
 */
#include "referee/commands/import-target.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/director/recalculate-ratings.h"

/* A row of the query tournament. */
static bool import_target_tournament_row(
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
		.note = memory_copy(values[8].text)};
	return false;
}

int import_target_tournament_read(struct db *db, int64_t id, struct db_tournament *t)
{
	*t = (struct db_tournament){.id = id};
	return db_read(db, "tournament", &id, 1, import_target_tournament_row, t);
}

void import_target_tournament_clear(struct db_tournament *t)
{
	free((char *)t->name);
	free((char *)t->game);
	free((char *)t->format);
	free((char *)t->definition);
	free((char *)t->note);
	*t = (struct db_tournament){.name = NULL};
}

int import_target_tournament(struct import_target *in, struct db_tournament *t)
{
	int error = db_tournament_same(in->db, t, &in->known);
	if (error == DB_OK && !in->known)
		error = db_tournament_add(in->db, t);
	in->tournament = t->id;
	in->added = in->there = in->conflicts = 0;
	return error;
}

/* --- games that are there ------------------------------------------------------------------- */

struct import_target_same {
	const struct db_game *game;
	bool same;
};

/* A bot may be known here with its command and there without: its name is what counts. */
static bool import_target_same_seats(const struct db_game *a, const struct db_game *b)
{
	for (int i = 0; i < a->seats; i++)
		if (b->seat[i].name == NULL || strcmp(a->seat[i].name, b->seat[i].name) != 0 ||
			a->seat[i].rank != b->seat[i].rank ||
			strcmp(a->seat[i].verdict, b->seat[i].verdict) != 0)
			return false;
	return true;
}

static bool import_target_same_moves(const struct db_game *a, const struct db_game *b)
{
	for (int i = 0; i < a->plies; i++)
		if (a->moves[i].seat != b->moves[i].seat ||
			a->moves[i].wall_us != b->moves[i].wall_us ||
			strcmp(a->moves[i].text, b->moves[i].text) != 0)
			return false;
	return true;
}

static bool import_target_compare(void *arg, const struct db_game *g)
{
	struct import_target_same *s = arg;
	const struct db_game *own = s->game;
	s->same = own->seats == g->seats && own->plies == g->plies &&
		  own->plies == g->moves_count && own->round == g->round && own->seed == g->seed &&
		  own->started_ms == g->started_ms && own->ended_ms == g->ended_ms &&
		  strcmp(own->opening, g->opening) == 0 && strcmp(own->final, g->final) == 0 &&
		  strcmp(own->reason, g->reason) == 0 && import_target_same_seats(own, g) &&
		  import_target_same_moves(own, g);
	return false;
}

int import_target_game(struct import_target *in, struct db_game *g,
	enum import_target_answer *answer, int64_t *other)
{
	*other = 0;
	*answer = IMPORT_TARGET_ADDED;
	g->tournament = in->tournament;
	int error = in->known || in->added > 0
			    ? db_pairing_find(in->db, in->tournament, g->pairing, other)
			    : DB_OK;
	if (error != DB_OK)
		return error;
	if (*other == 0) {
		in->added++;
		return db_game_add(in->db, g);
	}
	struct import_target_same same = {g, false};
	const struct db_filter filter = {.game = *other, .bare = true};
	error = db_games_read(in->db, &filter, import_target_compare, &same);
	if (error == DB_OK && !same.same)
		error = db_replaced_find(in->db, g, &same.same);
	*answer = same.same ? IMPORT_TARGET_THERE : IMPORT_TARGET_CONFLICT;
	in->there += same.same;
	in->conflicts += !same.same;
	return error;
}

int import_target_replaced(struct import_target *in, struct db_game *g)
{
	bool known;
	g->tournament = in->tournament;
	int error = db_replaced_find(in->db, g, &known);
	return error == DB_OK && !known ? db_replaced_add(in->db, g) : error;
}

int import_target_finish(struct import_target *in)
{
	return in->added > 0 ? recalculate_ratings(in->db, in->tournament) : DB_OK;
}
