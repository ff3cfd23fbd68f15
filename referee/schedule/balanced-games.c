/*
 * balanced-games.c - a balanced sample of games: blocks of a family, then the searched end, then
 * blocks.
 *
 * A game is named by its round and its seats (schedule_seal). A round is a block of as many games
 * as there are bots, in which every bot sits once in every seat, so no two games of it are alike.
 *
 * The plan is a function of the definition that takes time to work out, so whoever goes along the
 * games keeps it.
 */
#include "referee/schedule/balanced-games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/schedule/balance-anneal.h"
#include "referee/schedule/cyclic-games.h"

enum {
	BALANCED_GAMES_MIN = 256, /* games of the searched end, if there are so many */
	BALANCED_GAMES_MAX = 30000
};

struct balanced_games {
	uint64_t key; /* of what it is made of */
	struct cyclic_games family;
	int *bot;     /* owned: the tournament's bots, by their numbers in the family */
	int64_t head; /* blocks before the searched end */
	struct balance_anneal end;
	int end_rows; /* its games: what the tournament began with, and the rest of their block */
};

static uint64_t balanced_games_key(const struct tournament *t)
{
	uint64_t key = random_mix(t->seed, (uint64_t)t->games_began);
	return random_mix(random_mix(key, (uint64_t)t->players), t->bots_key) | 1;
}

/* By lot. */
static void balanced_games_number(struct balanced_games *s, int count, uint64_t seed)
{
	uint64_t random = random_mix(seed, 0x5a);
	s->bot = memory_get((size_t)count, sizeof *s->bot);
	for (int i = 0; i < count; i++)
		s->bot[i] = i;
	for (int i = count; i > 1; i--) {
		int other = (int)random_below(&random, (uint64_t)i), bot = s->bot[i - 1];
		s->bot[i - 1] = s->bot[other];
		s->bot[other] = bot;
	}
}

/* How many whole blocks of so many are left to the search, besides what is less than a block. */
static int64_t balanced_games_searched(const struct cyclic_games *f, int64_t blocks)
{
	int64_t most = BALANCED_GAMES_MAX / f->bots, wanted = blocks % f->sets;
	while (wanted < blocks && wanted * f->bots < BALANCED_GAMES_MIN)
		wanted += f->sets;
	if (wanted > most)
		wanted = most;
	return wanted < blocks ? wanted : blocks;
}

/* Games from what comes before the search. */
static void balanced_games_count_head(struct balanced_games *s)
{
	int bots = s->family.bots;
	int64_t *met = memory_get((size_t)bots, sizeof *met);
	cyclic_games_meetings(&s->family, s->head, met);
	for (int a = 0; a < bots; a++) {
		for (int b = a + 1; b < bots; b++)
			s->end.met[a * bots + b] = (int32_t)met[b - a];
	}
	free(met);
}

/* The end of what the tournament began with; then, for the case that it goes on, the rest of the
 * last block. */
static void balanced_games_search(struct balanced_games *s, int64_t games, uint64_t seed)
{
	int bots = s->family.bots, rest = (int)(games % bots);
	int64_t blocks = games / bots, searched = balanced_games_searched(&s->family, blocks);
	int rows = (int)(searched + (rest > 0)) * bots;
	s->head = blocks - searched;
	balance_anneal_init(&s->end, bots, s->family.seats, rows, seed);
	for (int i = 0; i < rows; i++) {
		int bot[SEATS_MAX];
		cyclic_games_game(&s->family, s->head + i / bots, i % bots, bot);
		for (int seat = 0; seat < s->family.seats; seat++)
			s->end.row[i][seat] = (int16_t)bot[seat];
	}
	balanced_games_count_head(s);
	s->end_rows = s->end.active = (int)searched * bots + rest;
	bool clean = s->end_rows == 0 || balance_anneal_run(&s->end);
	assert(clean);
	if (rest == 0)
		return;
	s->end.from = s->end.active;
	s->end.active = rows;
	if (balance_anneal_run(&s->end))
		s->end_rows = rows;
}

void balanced_games_free(struct balanced_games *s)
{
	if (s == NULL)
		return;
	cyclic_games_clear(&s->family);
	balance_anneal_clear(&s->end);
	free(s->bot);
	free(s);
}

/* The plan for t: the one that is kept, unless it is none or another's. */
static const struct balanced_games *balanced_games_of(
	struct balanced_games **kept, const struct tournament *t)
{
	uint64_t key = balanced_games_key(t);
	if (*kept != NULL && (*kept)->key == key)
		return *kept;
	balanced_games_free(*kept);
	struct balanced_games *s = *kept = memory_get(1, sizeof *s);
	s->key = key;
	uint64_t seed = random_mix(t->seed, 0xba1a);
	cyclic_games_init(&s->family, t->bots_count, t->players, seed);
	balanced_games_number(s, t->bots_count, seed);
	balanced_games_search(s, t->games_began, seed);
	return s;
}

void balanced_games_game(
	struct balanced_games **kept, const struct tournament *t, int64_t at, struct pairing *p)
{
	const struct balanced_games *s = balanced_games_of(kept, t);
	int bots = s->family.bots, game[SEATS_MAX];
	int64_t head = s->head * bots, end = head + s->end_rows, round = at / bots;
	if (at >= head && at < end) {
		for (int seat = 0; seat < s->family.seats; seat++)
			game[seat] = s->end.row[at - head][seat];
	} else {
		/* Behind the end come the blocks that would have come in its place, and so on. */
		int64_t after = at < head ? at : at - s->end_rows;
		cyclic_games_game(&s->family, after / bots, (int)(after % bots), game);
		if (at >= end)
			round = after / bots + (s->end_rows + bots - 1) / bots;
	}
	*p = (struct pairing){.round = (int)round + 1, .seats = t->players};
	for (int seat = 0; seat < p->seats; seat++)
		p->bot[seat] = s->bot[game[seat]];
	schedule_seal(t, p);
}
