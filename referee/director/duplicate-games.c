/*
 * duplicate-games.c - counts games that repeat an earlier game. A game is one number, mixed from
 * its moves hash and its seating. Bots are identified by name, as in the standings.
 */
#include "referee/director/duplicate-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/game/game-hash.h"

void duplicate_games_init(struct duplicate_games *d, const struct tournament *t)
{
	*d = (struct duplicate_games){.t = t,
		.seeded = game_hash_is_seeded(
			t->rules, (const char *const *)t->params, t->params_count)};
	number_set_init(&d->lines);
}

void duplicate_games_clear(struct duplicate_games *d)
{
	number_set_clear(&d->lines);
	*d = (struct duplicate_games){.t = NULL};
}

static uint64_t duplicate_games_mix(uint64_t key, const char *name)
{
	struct game_hash l;
	game_hash_begin(&l, NULL, name);
	return random_mix(key, (uint64_t)game_hash_end(&l));
}

static void duplicate_games_add(struct duplicate_games *d, uint64_t key)
{
	d->games++;
	d->count += !number_set_add(&d->lines, key);
}

/* Reads rows of the query lines; the seats of a game are adjacent rows. */
struct duplicate_games_reader {
	struct duplicate_games *d;
	int64_t game; /* 0: none yet */
	uint64_t key;
};

static bool duplicate_games_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct duplicate_games_reader *r = arg;
	(void)columns, (void)names;
	if (values[0].integer != r->game) {
		if (r->game != 0)
			duplicate_games_add(r->d, r->key);
		r->game = values[0].integer;
		r->key = (uint64_t)values[1].integer;
	}
	r->key = duplicate_games_mix(r->key, values[2].text);
	return true;
}

int duplicate_games_read(struct duplicate_games *d, struct db *db, int64_t tournament)
{
	struct duplicate_games_reader r = {.d = d};
	int error = db_read(db, "moves-hashes", &tournament, 1, duplicate_games_row, &r);
	if (error == DB_OK && r.game != 0)
		duplicate_games_add(d, r.key);
	return error;
}

void duplicate_games_note(struct duplicate_games *d, const struct db_game *g, const int *bots)
{
	uint64_t key = (uint64_t)g->moves_hash;
	for (int i = 0; i < g->seats; i++)
		key = duplicate_games_mix(key, d->t->bots[bots[i]].name);
	duplicate_games_add(d, key);
}

/* Advises a setting with more openings than the current one. */
static void duplicate_games_advise(const char *openings, char *text, size_t room)
{
	static const char drawn[] = "random:";
	if (openings == NULL || strcmp(openings, "none") == 0)
		snprintf(text, room, "openings = random:4");
	else if (strncmp(openings, drawn, strlen(drawn)) == 0)
		snprintf(text, room, "openings = random:%d", atoi(openings + strlen(drawn)) + 2);
	else
		snprintf(text, room, "more openings in the file, or fewer rounds,");
}

void duplicate_games_tell(const struct duplicate_games *d, char *text, size_t room)
{
	char advice[64];
	duplicate_games_advise(d->t->openings, advice, sizeof advice);
	*text = '\0';
	if (d->count > 0)
		snprintf(text, room,
			"%ld of %ld games were the same, move for move, as one before of the same bots in the same seats, and tell nothing new: %s would make them differ",
			d->count, d->games, advice);
}
