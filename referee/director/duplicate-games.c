/*
 * duplicate-games.c - knows each game by one number, mixed from its moves hash and the names in its
 * seats.
 */
#include "referee/director/duplicate-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/game/game-hash.h"
#include "rules/rules.h"

void duplicate_games_init(struct duplicate_games *d)
{
	*d = (struct duplicate_games){.games = 0};
	d->seen = (struct hash_table){.value = 0};
}

void duplicate_games_clear(struct duplicate_games *d)
{
	hash_table_clear(&d->seen);
}

static uint64_t duplicate_games_mix(uint64_t key, const char *name)
{
	struct game_hash hash;
	game_hash_begin(&hash, NULL, name);
	return random_mix(key, (uint64_t)game_hash_end(&hash));
}

static void duplicate_games_count(struct duplicate_games *d, uint64_t key)
{
	d->games++;
	d->repeats += !hash_table_add(&d->seen, key);
}

int duplicate_games_read(struct duplicate_games *d, struct db *db, int64_t tournament)
{
	struct db_query q;
	int64_t last = 0; /* 0: none yet */
	uint64_t key = 0;
	db_query(&q, db, "moves-hashes", tournament);
	while (db_next(&q)) { /* the seats of a game are adjacent rows */
		int64_t game = db_int(&q, "game");
		if (game != last) {
			if (last != 0)
				duplicate_games_count(d, key);
			last = game;
			key = (uint64_t)db_int(&q, "moves_hash");
		}
		key = duplicate_games_mix(key, db_text(&q, "bot"));
	}
	int error = db_end(&q);
	if (error == DB_OK && last != 0)
		duplicate_games_count(d, key);
	return error;
}

void duplicate_games_note(struct duplicate_games *d, const struct tournament *t,
	const struct db_game *g, const int *bots)
{
	uint64_t key = (uint64_t)g->moves_hash;
	for (int i = 0; i < g->seats; i++)
		key = duplicate_games_mix(key, t->bots[bots[i]].name);
	duplicate_games_count(d, key);
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

void duplicate_games_describe(
	const struct duplicate_games *d, const char *openings, char *text, size_t room)
{
	char advice[64];
	duplicate_games_advise(openings, advice, sizeof advice);
	*text = '\0';
	if (d->repeats > 0)
		snprintf(text, room,
			"%ld of %ld games repeat an earlier game of the same bots in the same seats, move for move, and add no information; %s would make them differ",
			d->repeats, d->games, advice);
}
