/*
 * opening-shortage.c - counts different openings by their texts, as duplicate games are counted
 * (game-hash.h).
 */
#include "referee/director/opening-shortage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/number-set.h"
#include "referee/game/game-hash.h"

/* Limits: positions visited for random openings, and openings counted. */
enum { OPENING_SHORTAGE_NODES = 200000, OPENING_SHORTAGE_MAX = 20000 };

struct opening_shortage {
	const struct setup *setup;
	int64_t count, most;
	long nodes;
};

/* Counts the positions this number of plies below one; false: there are enough. */
static bool opening_shortage_below(struct opening_shortage *f, const struct position *at, int plies)
{
	const struct rules *rules = f->setup->rules;
	if (++f->nodes > OPENING_SHORTAGE_NODES)
		f->count = f->most;
	else if (plies == 0)
		f->count += rules->to_move(f->setup, at) != 0;
	if (f->count >= f->most || plies == 0)
		return f->count < f->most;
	move *moves = memory_get(MOVES_MAX, sizeof *moves);
	int count = rules->moves(f->setup, at, moves);
	bool more = true;
	for (int i = 0; i < count && more; i++) {
		struct position next = *at;
		rules->play(f->setup, &next, moves[i]);
		more = opening_shortage_below(f, &next, plies - 1);
	}
	free(moves);
	return more;
}

static int64_t opening_shortage_drawn(const struct openings *o, const struct setup *s, int64_t most)
{
	struct opening_shortage f = {.setup = s, .most = most};
	struct position start;
	s->rules->start(s, &start);
	opening_shortage_below(&f, &start, o->plies);
	return f.count;
}

static int64_t opening_shortage_listed(
	const struct openings *o, const struct setup *s, int64_t most)
{
	struct opening opening;
	struct number_set seen;
	char why[WHY];
	number_set_init(&seen);
	for (int i = 0; i < o->count && (int64_t)number_set_count(&seen) < most; i++) {
		struct game_hash l;
		if (!openings_line(o, s, i, &opening, why, sizeof why))
			continue;
		game_hash_begin(&l, NULL, opening.text);
		number_set_add(&seen, (uint64_t)game_hash_end(&l));
	}
	int64_t count = (int64_t)number_set_count(&seen);
	number_set_clear(&seen);
	return count;
}

int64_t opening_shortage_count(const struct openings *o, const struct setup *s, int64_t most)
{
	return o->count > 0 ? opening_shortage_listed(o, s, most)
			    : opening_shortage_drawn(o, s, most);
}

void opening_shortage(const struct openings *o, const struct setup *s, char *text, size_t room)
{
	const struct tournament *t = o->t;
	int64_t pairs = (int64_t)fmin(ceil(sprt_expected(&t->sprt)), OPENING_SHORTAGE_MAX);
	*text = '\0';
	if (!schedule_find(t->format)->compares || t->repeats_count ||
		game_hash_is_seeded(t->rules, (const char *const *)t->params, t->params_count))
		return;
	if (t->games > 0 && t->games / 2 < pairs)
		pairs = t->games / 2;
	int64_t count = opening_shortage_count(o, s, pairs);
	if (count < pairs)
		snprintf(text, room,
			"openings: only %lld opening%s for up to %lld pairs%s; a pair that is played again, move for move, does not count: more openings help",
			(long long)count, count == 1 ? "" : "s", (long long)pairs,
			pairs == OPENING_SHORTAGE_MAX ? " and more" : "");
}
