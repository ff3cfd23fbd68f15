/*
 * verify-ratings.c - the running ratings of a tournament, game by game, as game-store.c has them:
 * by the bots' names, each beginning with ELO_START.
 *
 * A rating that is wrong is told once: what follows is compared with what would be right. Only
 * where the next game goes on from the wrong one, the chain does so too, since then a game or what
 * it did is missing, and all after it would be told.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/rating/rating-elo.h"
#include "referee/verify/verify-parts.h"

/* Numbers beyond are none that SQLite gave. */
enum { VERIFY_BOTS_MAX = 1 << 24 };

static int verify_find_name(struct verify *v, const char *name)
{
	for (int i = 0; i < v->names_count; i++)
		if (strcmp(v->names[i].name, name) == 0)
			return i;
	v->names = memory_resize(v->names, (size_t)v->names_count + 1, sizeof *v->names);
	v->names[v->names_count] =
		(struct verify_name){memory_copy(name), v->lost ? NAN : ELO_START};
	return v->names_count++;
}

/* The place of a bot's name. */
static int verify_name(struct verify *v, int64_t bot, const char *name)
{
	if (bot < 0 || bot >= VERIFY_BOTS_MAX)
		return verify_find_name(v, name);
	size_t at = (size_t)bot, size = v->name_of_size;
	if (at >= size) {
		v->name_of_size = 2 * at + 64;
		v->name_of = memory_resize(v->name_of, v->name_of_size, sizeof *v->name_of);
		memset(v->name_of + size, 0, (v->name_of_size - size) * sizeof *v->name_of);
	}
	if (v->name_of[at] == 0)
		v->name_of[at] = verify_find_name(v, name) + 1;
	return v->name_of[at] - 1;
}

static bool verify_near(double a, double b)
{
	return fabs(a - b) < 1e-6;
}

void verify_ratings(struct verify *v)
{
	const struct db_game *g = v->g;
	double before[SEATS_MAX], after[SEATS_MAX], stored[SEATS_MAX], follows[SEATS_MAX];
	int names[SEATS_MAX];
	bool begins = true, goes_on = true;
	for (int i = 0; i < g->seats; i++) {
		names[i] = verify_name(v, g->seat[i].bot, g->seat[i].name);
		before[i] = v->names[names[i]].elo;
		stored[i] = g->seat[i].elo_before;
		if (isnan(before[i]))
			before[i] = isnan(stored[i]) ? ELO_START : stored[i];
		begins &= verify_near(stored[i], before[i]);
	}
	elo_update(before, v->ranks, v->failed, names, g->seats, after);
	elo_update(stored, v->ranks, v->failed, names, g->seats, follows);
	for (int i = 0; i < g->seats; i++)
		goes_on &= verify_near(g->seat[i].elo_after, follows[i]);
	for (int i = 0; i < g->seats; i++) {
		const struct db_seat *s = &g->seat[i];
		if (!verify_near(s->elo_before, before[i]))
			verify_say_real(v, i + 1, "rating before", s->elo_before, before[i]);
		bool other = !begins && goes_on; /* right, after what went wrong before */
		if (!other && !verify_near(s->elo_after, after[i]))
			verify_say_real(v, i + 1, "rating after", s->elo_after, after[i]);
		v->names[names[i]].elo = other ? s->elo_after : after[i];
	}
}

void verify_ratings_lose(struct verify *v)
{
	v->lost = true;
	for (int i = 0; i < v->names_count; i++)
		v->names[i].elo = NAN;
}

void verify_ratings_clear(struct verify *v)
{
	for (int i = 0; i < v->names_count; i++)
		free(v->names[i].name);
	free(v->names);
	free(v->name_of);
}
