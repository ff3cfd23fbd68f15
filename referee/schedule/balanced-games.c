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

static int balanced_games_draw(struct balanced_games *balanced, int below)
{
	return (int)random_below(&balanced->random, (uint64_t)below);
}

/* --- cyclic blocks -------------------------------------------------------------------------- */

/* Counts the differences of a seat with the other seats, or takes them back. */
static void balanced_games_count(
	struct balanced_games *balanced, const int16_t *set, int seats, int seat, int by)
{
	for (int other = 0; other < seats; other++) {
		int difference = (set[seat] - set[other] + balanced->bots) % balanced->bots;
		if (other == seat)
			continue;
		for (int way = 0; way < 2; way++, difference = balanced->bots - difference) {
			balanced->squares += 2 * by * balanced->differ[difference] + 1;
			balanced->differ[difference] += by;
		}
	}
}

/* How often the differences of this number with the other seats came so far; -1: another seat has
 * it. */
static int64_t balanced_games_seen(
	const struct balanced_games *balanced, const int16_t *set, int seats, int seat, int number)
{
	int64_t seen = 0;
	for (int other = 0; other < seats; other++) {
		int difference = (number - set[other] + balanced->bots) % balanced->bots;
		if (other == seat)
			continue;
		if (difference == 0)
			return -1;
		seen += balanced->differ[difference];
		for (int third = 0; third < other; third++)
			seen += third != seat &&
				(set[third] - number + balanced->bots) % balanced->bots ==
					difference;
	}
	return seen;
}

/* A base set: each seat in turn gets the number with the rarest differences, twice. */
static void balanced_games_deal_one(struct balanced_games *balanced, int16_t *set)
{
	for (int i = 0; i < 2 * balanced->seats; i++) {
		int seat = i % balanced->seats,
		    seats = i < balanced->seats ? seat : balanced->seats;
		int first = balanced_games_draw(balanced, balanced->bots);
		int64_t least = INT64_MAX;
		if (i >= balanced->seats)
			balanced_games_count(balanced, set, seats, seat, -1);
		for (int k = 0; k < balanced->bots; k++) {
			int number = (first + k) % balanced->bots;
			int64_t seen = balanced_games_seen(balanced, set, seats, seat, number);
			if (seen < 0 || seen >= least)
				continue;
			least = seen;
			set[seat] = (int16_t)number;
		}
		balanced_games_count(balanced, set, seats, seat, 1);
	}
}

static void balanced_games_count_set(struct balanced_games *balanced, const int16_t *set, int by)
{
	for (int seat = 1; seat < balanced->seats; seat++)
		balanced_games_count(balanced, set, seat, seat, by);
}

/* Deals the base set of a block anew, unless that would make it worse. */
static void balanced_games_deal_again(struct balanced_games *balanced, int64_t block)
{
	int16_t *set = balanced->base[block];
	int64_t squares = balanced->squares;
	balanced_game before;
	memcpy(before, set, sizeof before);
	balanced_games_count_set(balanced, before, -1);
	balanced_games_deal_one(balanced, set);
	if (balanced->squares <= squares)
		return;
	balanced_games_count_set(balanced, set, -1);
	balanced_games_count_set(balanced, before, 1);
	memcpy(set, before, sizeof before);
}

/* One more block. */
static void balanced_games_deal(struct balanced_games *balanced)
{
	if (balanced->blocks == balanced->room) {
		balanced->room = 2 * balanced->room + 64;
		balanced->base = memory_resize(
			balanced->base, (size_t)balanced->room, sizeof *balanced->base);
	}
	balanced_games_deal_one(balanced, balanced->base[balanced->blocks]);
	for (int i = 0; i < BALANCED_GAMES_DEALS; i++)
		balanced_games_deal_again(balanced, balanced->blocks);
	balanced->blocks++;
}

/* Game number at of the cyclic blocks. */
static void balanced_games_cyclic(struct balanced_games *balanced, int64_t at, balanced_game game)
{
	int64_t block = at / balanced->bots % balanced->period;
	while (balanced->blocks <= block)
		balanced_games_deal(balanced);
	for (int seat = 0; seat < balanced->seats; seat++)
		game[seat] = (int16_t)((balanced->base[block][seat] + at % balanced->bots) %
				       balanced->bots);
}

/* --- the end -------------------------------------------------------------------------------- */

static void balanced_games_meet(struct balanced_games *balanced, int a, int b, int by)
{
	int32_t *met = &balanced->met[a < b ? a * balanced->bots + b : b * balanced->bots + a];
	balanced->cost += 2 * by * (int64_t)*met + 1;
	*met += by;
}

static void balanced_games_play(struct balanced_games *balanced, int bot, int by)
{
	balanced->cost += BALANCED_GAMES_PLAYED * (2 * by * (int64_t)balanced->played[bot] + 1);
	balanced->played[bot] += by;
}

/* Puts another bot into a seat of the end. */
static void balanced_games_put(struct balanced_games *balanced, int at, int seat, int bot)
{
	int16_t *game = balanced->game[at];
	for (int other = 0; other < balanced->seats && at < balanced->active; other++) {
		if (other == seat)
			continue;
		balanced_games_meet(balanced, game[seat], game[other], -1);
		balanced_games_meet(balanced, bot, game[other], 1);
	}
	if (at < balanced->active) {
		balanced_games_play(balanced, game[seat], -1);
		balanced_games_play(balanced, bot, 1);
	}
	game[seat] = (int16_t)bot;
}

static bool balanced_games_sits(const struct balanced_games *balanced, int at, int bot)
{
	for (int seat = 0; seat < balanced->seats; seat++)
		if (balanced->game[at][seat] == bot)
			return true;
	return false;
}

/* Swaps two bots of a seat and a block, unless that costs more than the warmth allows. */
static void balanced_games_step(struct balanced_games *balanced, int warmth)
{
	int seat = balanced_games_draw(balanced, balanced->seats),
	    one = balanced_games_draw(balanced, balanced->active);
	int other = one / balanced->bots * balanced->bots +
		    balanced_games_draw(balanced, balanced->bots);
	int a = balanced->game[one][seat], b = balanced->game[other][seat];
	/* Twice as bad is half as likely: the number of zeros at the end of a random number. */
	int zeros = __builtin_ctzll(random_next(&balanced->random) | 1ull << 62);
	if (balanced_games_sits(balanced, one, b) || balanced_games_sits(balanced, other, a))
		return;
	int64_t cost = balanced->cost;
	balanced_games_put(balanced, one, seat, b);
	balanced_games_put(balanced, other, seat, a);
	if (balanced->cost <= cost + zeros * warmth / 32)
		return;
	balanced_games_put(balanced, one, seat, a);
	balanced_games_put(balanced, other, seat, b);
}

/* The sum of squares of a sum that is shared out as evenly as can be. */
static int64_t balanced_games_least(int64_t sum, int64_t among)
{
	int64_t each = sum / among, more = sum % among;
	return (among - more) * each * each + more * (each + 1) * (each + 1);
}

/* The least that the cost can be. */
static int64_t balanced_games_aim(struct balanced_games *balanced)
{
	int64_t meetings = 0, games = 0;
	for (int a = 0; a < balanced->bots; a++) {
		games += balanced->played[a];
		for (int b = a + 1; b < balanced->bots; b++)
			meetings += balanced->met[a * balanced->bots + b];
	}
	return balanced_games_least(meetings, (int64_t)balanced->bots * (balanced->bots - 1) / 2) +
	       BALANCED_GAMES_PLAYED * balanced_games_least(games, balanced->bots);
}

static void balanced_games_anneal(struct balanced_games *balanced)
{
	int64_t aim = balanced_games_aim(balanced), least = balanced->cost, steps = 0;
	int64_t cycle = 4000 + 40 * (int64_t)balanced->active * balanced->bots;
	size_t size = (size_t)balanced->games * sizeof *balanced->game;
	balanced_game *best = memory_get((size_t)balanced->games + 1, sizeof *best);
	memcpy(best, balanced->game, size);
	if (cycle > BALANCED_GAMES_STEPS)
		cycle = BALANCED_GAMES_STEPS;
	for (int i = 0; i < BALANCED_GAMES_CYCLES && steps < BALANCED_GAMES_STEPS && least > aim;
		i++) {
		for (int64_t step = 0; step < cycle && balanced->cost > aim; step++, steps++)
			balanced_games_step(balanced, (int)(BALANCED_GAMES_WARM - 1 -
							      step * BALANCED_GAMES_WARM / cycle));
		if (balanced->cost >= least)
			continue;
		least = balanced->cost;
		memcpy(best, balanced->game, size);
	}
	free(balanced->game);
	balanced->game = best;
}

/* Deals the blocks, and the last of them again and again so that their differences fit. */
static void balanced_games_head(struct balanced_games *balanced, int64_t blocks, int64_t last)
{
	int64_t dealt = blocks < balanced->period ? blocks : balanced->period;
	last = last < dealt ? last : dealt;
	while (balanced->blocks < dealt)
		balanced_games_deal(balanced);
	for (int i = 0; i < BALANCED_GAMES_AGAIN && last > 0; i++)
		balanced_games_deal_again(
			balanced, dealt - 1 - balanced_games_draw(balanced, (int)last));
	for (int d = 1; d < balanced->bots && blocks > balanced->period; d++)
		balanced->differ[d] *= blocks / balanced->period;
	for (int64_t i = 0; i < blocks % balanced->period && blocks > balanced->period; i++)
		balanced_games_count_set(balanced, balanced->base[i], 1);
}

/* Counts what the games up to the last active one make, and its cost. */
static void balanced_games_add_up(struct balanced_games *balanced)
{
	/* Only what some pairs have more than others matters. Fewer games than bots are taken back
	 * below, so counts stay positive. */
	int64_t least = INT64_MAX;
	for (int d = 1; d < balanced->bots; d++)
		least = balanced->differ[d] < least ? balanced->differ[d] : least;
	balanced->met =
		memory_get((size_t)balanced->bots * (size_t)balanced->bots, sizeof *balanced->met);
	balanced->played = memory_get((size_t)balanced->bots, sizeof *balanced->played);
	for (int a = 0; a < balanced->bots; a++)
		for (int b = a + 1; b < balanced->bots; b++) {
			int64_t met = balanced->differ[b - a] - least + balanced->bots;
			balanced->met[a * balanced->bots + b] = (int32_t)met;
			balanced->cost += met * met;
		}
	for (int i = 0; i < balanced->games; i++)
		for (int a = 0; a < balanced->seats; a++) {
			if (i < balanced->active)
				balanced_games_play(balanced, balanced->game[i][a], 1);
			for (int b = 0; b < a && i >= balanced->active; b++)
				balanced_games_meet(
					balanced, balanced->game[i][a], balanced->game[i][b], -1);
		}
}

/* The last blocks of the games that the tournament began with, and the rest of their last one. */
static void balanced_games_end(struct balanced_games *balanced, int64_t began)
{
	int64_t blocks = (began + balanced->bots - 1) / balanced->bots;
	int64_t last = (BALANCED_GAMES_END + balanced->bots - 1) / balanced->bots +
		       (began % balanced->bots > 0);
	balanced->head = blocks > last ? blocks - last : 0;
	balanced->games = (int)(blocks - balanced->head) * balanced->bots;
	balanced->active = (int)(began - balanced->head * balanced->bots);
	balanced->game = memory_get((size_t)balanced->games + 1, sizeof *balanced->game);
	balanced_games_head(balanced, blocks, last);
	for (int i = 0; i < balanced->games; i++)
		balanced_games_cyclic(
			balanced, balanced->head * balanced->bots + i, balanced->game[i]);
	balanced_games_add_up(balanced);
	if (balanced->active > 0)
		balanced_games_anneal(balanced);
}

/* --- the sample ----------------------------------------------------------------------------- */

struct balanced_games *balanced_games_create(const struct tournament *t)
{
	struct balanced_games *balanced = memory_get(1, sizeof *balanced);
	assert(t->players >= 2 && t->players <= t->bots_count);
	balanced->bots = t->bots_count;
	balanced->seats = t->players;
	balanced->random = random_mix(t->seed, 0xba1a);
	balanced->period =
		(BALANCED_GAMES_PERIOD / (2 * (balanced->bots - 1)) + 1) * 2 * (balanced->bots - 1);
	balanced->differ = memory_get((size_t)balanced->bots, sizeof *balanced->differ);
	balanced->bot = memory_get((size_t)balanced->bots, sizeof *balanced->bot);
	for (int i = 0; i < balanced->bots; i++) {
		int place = balanced_games_draw(balanced, i + 1);
		balanced->bot[i] = balanced->bot[place];
		balanced->bot[place] = i;
	}
	balanced_games_end(balanced, t->games_began);
	return balanced;
}

void balanced_games_free(struct balanced_games *balanced)
{
	if (balanced == NULL)
		return;
	free(balanced->bot);
	free(balanced->base);
	free(balanced->differ);
	free(balanced->game);
	free(balanced->met);
	free(balanced->played);
	free(balanced);
}

void balanced_games_game(
	struct balanced_games *balanced, const struct tournament *t, int64_t at, struct pairing *p)
{
	int64_t end = at - balanced->head * balanced->bots;
	balanced_game game;
	/* Behind the end come the blocks that would have come in its place, and so on. */
	if (end < 0)
		balanced_games_cyclic(balanced, at, game);
	else if (end < balanced->games)
		memcpy(game, balanced->game[end], sizeof game);
	else
		balanced_games_cyclic(balanced, at - balanced->games, game);
	*p = (struct pairing){.round = (int)(at / balanced->bots) + 1, .seats = balanced->seats};
	for (int seat = 0; seat < p->seats; seat++)
		p->bot[seat] = balanced->bot[game[seat]];
	schedule_seal(t, p);
}
