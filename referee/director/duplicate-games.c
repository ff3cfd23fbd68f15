/*
 * duplicate-games.c - games that are the same as one before.
 *
 * A game is one number: its line, and who sat where, mixed. Bots count by their names, as in the
 * standings.
 */
#include "referee/director/duplicate-games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/game/game-hash.h"

void duplicates_init(struct duplicates *d, const struct tournament *t)
{
	*d = (struct duplicates){.t = t,
		.seeded =
			line_is_seeded(t->rules, (const char *const *)t->params, t->params_count)};
	set_init(&d->lines);
}

void duplicates_clear(struct duplicates *d)
{
	set_clear(&d->lines);
	*d = (struct duplicates){.t = NULL};
}

static uint64_t duplicates_mix(uint64_t key, const char *name)
{
	struct line l;
	line_begin(&l, NULL, name);
	return random_mix(key, (uint64_t)line_end(&l));
}

static void duplicates_add(struct duplicates *d, uint64_t key)
{
	d->games++;
	d->count += !set_add(&d->lines, key);
}

/* Rows of the query lines: a game's seats follow each other. */
struct duplicates_reader {
	struct duplicates *d;
	int64_t game; /* 0: none yet */
	uint64_t key;
};

static bool duplicates_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct duplicates_reader *r = arg;
	(void)columns, (void)names;
	if (values[0].integer != r->game) {
		if (r->game != 0)
			duplicates_add(r->d, r->key);
		r->game = values[0].integer;
		r->key = (uint64_t)values[1].integer;
	}
	r->key = duplicates_mix(r->key, values[2].text);
	return true;
}

int duplicates_read(struct duplicates *d, struct db *db, int64_t tournament)
{
	struct duplicates_reader r = {.d = d};
	int error = db_read(db, "lines", &tournament, 1, duplicates_row, &r);
	if (error == DB_OK && r.game != 0)
		duplicates_add(d, r.key);
	return error;
}

void duplicates_line(const struct duplicates *d, struct db_game *g)
{
	struct line l;
	uint64_t seed = (uint64_t)g->seed;
	line_begin(&l, d->seeded ? &seed : NULL, g->opening);
	for (int i = 0; i < g->plies; i++)
		line_move(&l, g->moves[i].text);
	g->line = line_end(&l);
}

void duplicates_note(struct duplicates *d, const struct db_game *g, const int *bots)
{
	uint64_t key = (uint64_t)g->line;
	for (int i = 0; i < g->seats; i++)
		key = duplicates_mix(key, d->t->bots[bots[i]].name);
	duplicates_add(d, key);
}

/* Openings of which there are more than of those that were played. */
static void duplicates_advise(const char *openings, char *text, size_t room)
{
	static const char drawn[] = "random:";
	if (openings == NULL || strcmp(openings, "none") == 0)
		snprintf(text, room, "openings = random:4");
	else if (strncmp(openings, drawn, strlen(drawn)) == 0)
		snprintf(text, room, "openings = random:%d", atoi(openings + strlen(drawn)) + 2);
	else
		snprintf(text, room, "more openings in the file, or fewer rounds,");
}

void duplicates_tell(const struct duplicates *d, char *text, size_t room)
{
	char advice[64];
	duplicates_advise(d->t->openings, advice, sizeof advice);
	*text = '\0';
	if (d->count > 0)
		snprintf(text, room,
			"%ld of %ld games were the same, move for move, as one before of the same "
			"bots in the same seats, and tell nothing new: %s would make them differ",
			d->count, d->games, advice);
}
