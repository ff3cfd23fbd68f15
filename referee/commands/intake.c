/*
 * intake.c - tournaments and games that come from elsewhere.
 */
#include "referee/commands/intake.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/tournament/rating-elo.h"

/* A row of the query tournament. */
static bool intake_tournament_row(
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
		.created_ms = values[7].integer};
	return false;
}

int intake_tournament_read(struct db *db, int64_t id, struct db_tournament *t)
{
	*t = (struct db_tournament){.id = id};
	return db_read(db, "tournament", &id, 1, intake_tournament_row, t);
}

void intake_tournament_clear(struct db_tournament *t)
{
	free((char *)t->name);
	free((char *)t->game);
	free((char *)t->format);
	free((char *)t->definition);
	*t = (struct db_tournament){.name = NULL};
}

int intake_tournament(struct intake *in, struct db_tournament *t)
{
	int error = db_tournament_same(in->db, t, &in->known);
	if (error == DB_OK && !in->known)
		error = db_tournament_add(in->db, t);
	in->tournament = t->id;
	in->added = in->there = in->conflicts = 0;
	return error;
}

/* --- games that are there ------------------------------------------------------------------- */

struct intake_same {
	const struct db_game *game;
	bool same;
};

/* A bot may be known here with its command and there without: its name is what counts. */
static bool intake_same_seats(const struct db_game *a, const struct db_game *b)
{
	for (int i = 0; i < a->seats; i++)
		if (b->seat[i].name == NULL || strcmp(a->seat[i].name, b->seat[i].name) != 0 ||
			a->seat[i].rank != b->seat[i].rank ||
			strcmp(a->seat[i].verdict, b->seat[i].verdict) != 0)
			return false;
	return true;
}

static bool intake_same_moves(const struct db_game *a, const struct db_game *b)
{
	for (int i = 0; i < a->plies; i++)
		if (a->moves[i].seat != b->moves[i].seat ||
			a->moves[i].wall_us != b->moves[i].wall_us ||
			strcmp(a->moves[i].text, b->moves[i].text) != 0)
			return false;
	return true;
}

static bool intake_compare(void *arg, const struct db_game *g)
{
	struct intake_same *s = arg;
	const struct db_game *own = s->game;
	s->same = own->seats == g->seats && own->plies == g->plies &&
		  own->plies == g->moves_count && own->round == g->round && own->seed == g->seed &&
		  own->started_ms == g->started_ms && own->ended_ms == g->ended_ms &&
		  strcmp(own->opening, g->opening) == 0 && strcmp(own->final, g->final) == 0 &&
		  strcmp(own->reason, g->reason) == 0 && intake_same_seats(own, g) &&
		  intake_same_moves(own, g);
	return false;
}

int intake_game(struct intake *in, struct db_game *g, enum intake_answer *answer, int64_t *other)
{
	*other = 0;
	*answer = INTAKE_ADDED;
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
	struct intake_same same = {g, false};
	const struct db_filter filter = {.game = *other, .bare = true};
	error = db_games_read(in->db, &filter, intake_compare, &same);
	*answer = same.same ? INTAKE_THERE : INTAKE_CONFLICT;
	in->there += same.same;
	in->conflicts += !same.same;
	return error;
}

/* --- ratings -------------------------------------------------------------------------------- */

/* The columns of the query seat-ratings. */
enum { RATED_GAME, RATED_SEAT, RATED_BOT, RATED_RANK, RATED_BEFORE, RATED_AFTER };

/* What a bot's name is worth so far; names are numbers of the first bot called so. */
struct intake_elo {
	int64_t bot;
	double elo; /* NaN: the slot is free */
};

struct intake_rating {
	struct db *db;
	struct intake_elo *slots; /* owned: found by hash, half of them free */
	size_t size, count;	  /* size is a power of 2 */
	int64_t game;		  /* whose seats are being gathered */
	int seats, rank[DB_SEATS];
	int64_t bot[DB_SEATS];
	double before[DB_SEATS], after[DB_SEATS]; /* as they stand */
	int error;
};

static size_t intake_slot(const struct intake_rating *r, int64_t bot)
{
	size_t slot = ((uint64_t)bot * UINT64_C(0x9e3779b97f4a7c15)) >> 32 & (r->size - 1);
	while (!isnan(r->slots[slot].elo) && r->slots[slot].bot != bot)
		slot = (slot + 1) & (r->size - 1);
	return slot;
}

static void intake_grow(struct intake_rating *r)
{
	struct intake_elo *old = r->slots;
	size_t size = r->size;
	r->size = size > 0 ? 2 * size : 64;
	r->slots = memory_get(r->size, sizeof *r->slots);
	for (size_t i = 0; i < r->size; i++)
		r->slots[i].elo = NAN;
	for (size_t i = 0; i < size; i++)
		if (!isnan(old[i].elo))
			r->slots[intake_slot(r, old[i].bot)] = old[i];
	free(old);
}

static double *intake_elo(struct intake_rating *r, int64_t bot)
{
	if (2 * r->count >= r->size)
		intake_grow(r);
	struct intake_elo *slot = &r->slots[intake_slot(r, bot)];
	if (isnan(slot->elo)) {
		*slot = (struct intake_elo){bot, ELO_START};
		r->count++;
	}
	return &slot->elo;
}

/* Rates the game that was gathered; a row that is right is left alone. */
static void intake_rate(struct intake_rating *r)
{
	double before[DB_SEATS], after[DB_SEATS];
	int bots[DB_SEATS];
	if (r->seats < 2)
		return;
	for (int i = 0; i < r->seats; i++) {
		before[i] = *intake_elo(r, r->bot[i]);
		for (bots[i] = 0; r->bot[bots[i]] != r->bot[i]; bots[i]++)
			;
	}
	elo_update(before, r->rank, bots, r->seats, after);
	for (int i = 0; i < r->seats && r->error == DB_OK; i++) {
		*intake_elo(r, r->bot[i]) = after[i];
		if (before[i] != r->before[i] || after[i] != r->after[i])
			r->error = db_rating_set(r->db, r->game, i + 1, before[i], after[i]);
	}
}

static bool intake_rated_seat(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct intake_rating *r = arg;
	(void)columns, (void)names;
	if (values[RATED_GAME].integer != r->game || r->seats == DB_SEATS) {
		intake_rate(r);
		r->seats = 0;
		r->game = values[RATED_GAME].integer;
	}
	r->bot[r->seats] = values[RATED_BOT].integer;
	r->rank[r->seats] = (int)values[RATED_RANK].integer;
	r->before[r->seats] = values[RATED_BEFORE].real;
	r->after[r->seats] = values[RATED_AFTER].real;
	r->seats++;
	return r->error == DB_OK;
}

int intake_finish(struct intake *in)
{
	if (in->added == 0)
		return DB_OK;
	struct intake_rating r = {.db = in->db};
	int error = db_read(in->db, "seat-ratings", &in->tournament, 1, intake_rated_seat, &r);
	if (error == DB_OK && r.error == DB_OK)
		intake_rate(&r);
	free(r.slots);
	return error != DB_OK ? error : r.error;
}
