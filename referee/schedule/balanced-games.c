/*
 * balanced-games.c - a balanced sample: cyclic blocks, of which annealing improves the last ones.
 *
 * A game is named by its round and its seats (schedule_seal()). A round is a block, in which every
 * bot sits once in every seat, so no two games of it are alike.
 *
 * Simulated annealing (Kirkpatrick, Gelatt and Vecchi 1983) swaps the bots of one seat and one
 * block, so seats stay even. It lowers the sum of the squares of how often pairs meet, which is
 * least when all meet equally often within one, and of how often bots play. Chance is taken in
 * whole numbers, so that every machine finds the same games.
 */
#include "referee/schedule/balanced-games.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	BALANCED_GAMES_AGAIN = 500,    /* times that a base set of the end is dealt again */
	BALANCED_GAMES_PERIOD = 1024,  /* blocks until the base sets come again, at least */
	BALANCED_GAMES_DEALS = 8,      /* base sets tried for a block */
	BALANCED_GAMES_END = 512,      /* games that are improved, at least */
	BALANCED_GAMES_PLAYED = 24,    /* the weight of a bot's games against a pair's */
	BALANCED_GAMES_WARM = 24,      /* temperatures, from this down to 0, in each cycle */
	BALANCED_GAMES_CYCLES = 60,    /* at most */
	BALANCED_GAMES_STEPS = 2000000 /* of all cycles, at most */
};

typedef int16_t balanced_game[SEATS_MAX]; /* by seat: a number of a bot */

struct balanced_games {
	int bots, seats;
	int *bot; /* owned: the tournament's bots, by their numbers here */
	uint64_t random;

	balanced_game *base; /* owned: by block, modulo period */
	int64_t blocks, room, period;
	int64_t *differ; /* owned: by difference, how often two such bots meet in all blocks */
	int64_t squares; /* their sum of squares */

	int64_t head;	     /* blocks before the end */
	balanced_game *game; /* owned: of the end, in whole blocks */
	int games, active;   /* of the end; those that the tournament began with */
	int32_t *met;	     /* owned: by two bots, a * bots + b with a < b */
	int32_t *played;     /* owned: by bot, in the end alone */
	int64_t cost;
};

static int balanced_games_draw(struct balanced_games *s, int below)
{
	return (int)random_below(&s->random, (uint64_t)below);
}

/* --- cyclic blocks -------------------------------------------------------------------------- */

/* Counts the differences of a seat with the other seats, or takes them back. */
static void balanced_games_count(
	struct balanced_games *s, const int16_t *set, int seats, int seat, int by)
{
	for (int other = 0; other < seats; other++) {
		int difference = (set[seat] - set[other] + s->bots) % s->bots;
		if (other == seat)
			continue;
		for (int way = 0; way < 2; way++, difference = s->bots - difference) {
			s->squares += 2 * by * s->differ[difference] + 1;
			s->differ[difference] += by;
		}
	}
}

/* How often the differences of this number with the other seats came so far; -1: another seat has
 * it. */
static int64_t balanced_games_seen(
	const struct balanced_games *s, const int16_t *set, int seats, int seat, int number)
{
	int64_t seen = 0;
	for (int other = 0; other < seats; other++) {
		int difference = (number - set[other] + s->bots) % s->bots;
		if (other == seat)
			continue;
		if (difference == 0)
			return -1;
		seen += s->differ[difference];
		for (int third = 0; third < other; third++)
			seen += third != seat &&
				(set[third] - number + s->bots) % s->bots == difference;
	}
	return seen;
}

/* A base set: each seat in turn gets the number with the rarest differences, twice. */
static void balanced_games_deal_one(struct balanced_games *s, int16_t *set)
{
	for (int i = 0; i < 2 * s->seats; i++) {
		int seat = i % s->seats, seats = i < s->seats ? seat : s->seats;
		int first = balanced_games_draw(s, s->bots);
		int64_t least = INT64_MAX;
		if (i >= s->seats)
			balanced_games_count(s, set, seats, seat, -1);
		for (int k = 0; k < s->bots; k++) {
			int number = (first + k) % s->bots;
			int64_t seen = balanced_games_seen(s, set, seats, seat, number);
			if (seen < 0 || seen >= least)
				continue;
			least = seen;
			set[seat] = (int16_t)number;
		}
		balanced_games_count(s, set, seats, seat, 1);
	}
}

static void balanced_games_count_set(struct balanced_games *s, const int16_t *set, int by)
{
	for (int seat = 1; seat < s->seats; seat++)
		balanced_games_count(s, set, seat, seat, by);
}

/* Deals the base set of a block anew, unless that would make it worse. */
static void balanced_games_deal_again(struct balanced_games *s, int64_t block)
{
	int16_t *set = s->base[block];
	int64_t squares = s->squares;
	balanced_game before;
	memcpy(before, set, sizeof before);
	balanced_games_count_set(s, before, -1);
	balanced_games_deal_one(s, set);
	if (s->squares <= squares)
		return;
	balanced_games_count_set(s, set, -1);
	balanced_games_count_set(s, before, 1);
	memcpy(set, before, sizeof before);
}

/* One more block. */
static void balanced_games_deal(struct balanced_games *s)
{
	if (s->blocks == s->room) {
		s->room = 2 * s->room + 64;
		s->base = memory_resize(s->base, (size_t)s->room, sizeof *s->base);
	}
	balanced_games_deal_one(s, s->base[s->blocks]);
	for (int i = 0; i < BALANCED_GAMES_DEALS; i++)
		balanced_games_deal_again(s, s->blocks);
	s->blocks++;
}

/* Game number at of the cyclic blocks. */
static void balanced_games_cyclic(struct balanced_games *s, int64_t at, balanced_game game)
{
	int64_t block = at / s->bots % s->period;
	while (s->blocks <= block)
		balanced_games_deal(s);
	for (int seat = 0; seat < s->seats; seat++)
		game[seat] = (int16_t)((s->base[block][seat] + at % s->bots) % s->bots);
}

/* --- the end -------------------------------------------------------------------------------- */

static void balanced_games_meet(struct balanced_games *s, int a, int b, int by)
{
	int32_t *met = &s->met[a < b ? a * s->bots + b : b * s->bots + a];
	s->cost += 2 * by * (int64_t)*met + 1;
	*met += by;
}

static void balanced_games_play(struct balanced_games *s, int bot, int by)
{
	s->cost += BALANCED_GAMES_PLAYED * (2 * by * (int64_t)s->played[bot] + 1);
	s->played[bot] += by;
}

/* Puts another bot into a seat of the end. */
static void balanced_games_put(struct balanced_games *s, int at, int seat, int bot)
{
	int16_t *game = s->game[at];
	for (int other = 0; other < s->seats && at < s->active; other++) {
		if (other == seat)
			continue;
		balanced_games_meet(s, game[seat], game[other], -1);
		balanced_games_meet(s, bot, game[other], 1);
	}
	if (at < s->active) {
		balanced_games_play(s, game[seat], -1);
		balanced_games_play(s, bot, 1);
	}
	game[seat] = (int16_t)bot;
}

static bool balanced_games_sits(const struct balanced_games *s, int at, int bot)
{
	for (int seat = 0; seat < s->seats; seat++)
		if (s->game[at][seat] == bot)
			return true;
	return false;
}

/* Swaps two bots of a seat and a block, unless that costs more than the warmth allows. */
static void balanced_games_step(struct balanced_games *s, int warmth)
{
	int seat = balanced_games_draw(s, s->seats), one = balanced_games_draw(s, s->active);
	int other = one / s->bots * s->bots + balanced_games_draw(s, s->bots);
	int a = s->game[one][seat], b = s->game[other][seat];
	/* Twice as bad is half as likely: the number of zeros at the end of a random number. */
	int zeros = __builtin_ctzll(random_next(&s->random) | 1ull << 62);
	if (balanced_games_sits(s, one, b) || balanced_games_sits(s, other, a))
		return;
	int64_t cost = s->cost;
	balanced_games_put(s, one, seat, b);
	balanced_games_put(s, other, seat, a);
	if (s->cost <= cost + zeros * warmth / 32)
		return;
	balanced_games_put(s, one, seat, a);
	balanced_games_put(s, other, seat, b);
}

/* The sum of squares of a sum that is shared out as evenly as can be. */
static int64_t balanced_games_least(int64_t sum, int64_t among)
{
	int64_t each = sum / among, more = sum % among;
	return (among - more) * each * each + more * (each + 1) * (each + 1);
}

/* The least that the cost can be. */
static int64_t balanced_games_aim(struct balanced_games *s)
{
	int64_t meetings = 0, games = 0;
	for (int a = 0; a < s->bots; a++) {
		games += s->played[a];
		for (int b = a + 1; b < s->bots; b++)
			meetings += s->met[a * s->bots + b];
	}
	return balanced_games_least(meetings, (int64_t)s->bots * (s->bots - 1) / 2) +
	       BALANCED_GAMES_PLAYED * balanced_games_least(games, s->bots);
}

static void balanced_games_anneal(struct balanced_games *s)
{
	int64_t aim = balanced_games_aim(s), least = s->cost, steps = 0;
	int64_t cycle = 4000 + 40 * (int64_t)s->active * s->bots;
	size_t size = (size_t)s->games * sizeof *s->game;
	balanced_game *best = memory_get((size_t)s->games + 1, sizeof *best);
	memcpy(best, s->game, size);
	if (cycle > BALANCED_GAMES_STEPS)
		cycle = BALANCED_GAMES_STEPS;
	for (int i = 0; i < BALANCED_GAMES_CYCLES && steps < BALANCED_GAMES_STEPS && least > aim;
		i++) {
		for (int64_t step = 0; step < cycle && s->cost > aim; step++, steps++)
			balanced_games_step(s, (int)(BALANCED_GAMES_WARM - 1 -
						       step * BALANCED_GAMES_WARM / cycle));
		if (s->cost >= least)
			continue;
		least = s->cost;
		memcpy(best, s->game, size);
	}
	free(s->game);
	s->game = best;
}

/* Deals the blocks, and the last of them again and again so that their differences fit. */
static void balanced_games_head(struct balanced_games *s, int64_t blocks, int64_t last)
{
	int64_t dealt = blocks < s->period ? blocks : s->period;
	last = last < dealt ? last : dealt;
	while (s->blocks < dealt)
		balanced_games_deal(s);
	for (int i = 0; i < BALANCED_GAMES_AGAIN && last > 0; i++)
		balanced_games_deal_again(s, dealt - 1 - balanced_games_draw(s, (int)last));
	for (int d = 1; d < s->bots && blocks > s->period; d++)
		s->differ[d] *= blocks / s->period;
	for (int64_t i = 0; i < blocks % s->period && blocks > s->period; i++)
		balanced_games_count_set(s, s->base[i], 1);
}

/* Counts what the games up to the last active one make, and its cost. */
static void balanced_games_add_up(struct balanced_games *s)
{
	/* Only what some pairs have more than others matters. Fewer games than bots are taken back
	 * below, so counts stay positive. */
	int64_t least = INT64_MAX;
	for (int d = 1; d < s->bots; d++)
		least = s->differ[d] < least ? s->differ[d] : least;
	s->met = memory_get((size_t)s->bots * (size_t)s->bots, sizeof *s->met);
	s->played = memory_get((size_t)s->bots, sizeof *s->played);
	for (int a = 0; a < s->bots; a++)
		for (int b = a + 1; b < s->bots; b++) {
			int64_t met = s->differ[b - a] - least + s->bots;
			s->met[a * s->bots + b] = (int32_t)met;
			s->cost += met * met;
		}
	for (int i = 0; i < s->games; i++)
		for (int a = 0; a < s->seats; a++) {
			if (i < s->active)
				balanced_games_play(s, s->game[i][a], 1);
			for (int b = 0; b < a && i >= s->active; b++)
				balanced_games_meet(s, s->game[i][a], s->game[i][b], -1);
		}
}

/* The last blocks of the games that the tournament began with, and the rest of their last one. */
static void balanced_games_end(struct balanced_games *s, int64_t began)
{
	int64_t blocks = (began + s->bots - 1) / s->bots;
	int64_t last = (BALANCED_GAMES_END + s->bots - 1) / s->bots + (began % s->bots > 0);
	s->head = blocks > last ? blocks - last : 0;
	s->games = (int)(blocks - s->head) * s->bots;
	s->active = (int)(began - s->head * s->bots);
	s->game = memory_get((size_t)s->games + 1, sizeof *s->game);
	balanced_games_head(s, blocks, last);
	for (int i = 0; i < s->games; i++)
		balanced_games_cyclic(s, s->head * s->bots + i, s->game[i]);
	balanced_games_add_up(s);
	if (s->active > 0)
		balanced_games_anneal(s);
}

/* --- the sample ----------------------------------------------------------------------------- */

struct balanced_games *balanced_games_create(const struct tournament *t)
{
	struct balanced_games *s = memory_get(1, sizeof *s);
	assert(t->players >= 2 && t->players <= t->bots_count);
	s->bots = t->bots_count;
	s->seats = t->players;
	s->random = random_mix(t->seed, 0xba1a);
	s->period = (BALANCED_GAMES_PERIOD / (2 * (s->bots - 1)) + 1) * 2 * (s->bots - 1);
	s->differ = memory_get((size_t)s->bots, sizeof *s->differ);
	s->bot = memory_get((size_t)s->bots, sizeof *s->bot);
	for (int i = 0; i < s->bots; i++) {
		int place = balanced_games_draw(s, i + 1);
		s->bot[i] = s->bot[place];
		s->bot[place] = i;
	}
	balanced_games_end(s, t->games_began);
	return s;
}

void balanced_games_free(struct balanced_games *s)
{
	if (s == NULL)
		return;
	free(s->bot);
	free(s->base);
	free(s->differ);
	free(s->game);
	free(s->met);
	free(s->played);
	free(s);
}

void balanced_games_game(
	struct balanced_games *s, const struct tournament *t, int64_t at, struct pairing *p)
{
	int64_t end = at - s->head * s->bots;
	balanced_game game;
	/* Behind the end come the blocks that would have come in its place, and so on. */
	if (end < 0)
		balanced_games_cyclic(s, at, game);
	else if (end < s->games)
		memcpy(game, s->game[end], sizeof game);
	else
		balanced_games_cyclic(s, at - s->games, game);
	*p = (struct pairing){.round = (int)(at / s->bots) + 1, .seats = s->seats};
	for (int seat = 0; seat < p->seats; seat++)
		p->bot[seat] = s->bot[game[seat]];
	schedule_seal(t, p);
}
