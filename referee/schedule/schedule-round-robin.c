/*
 * schedule-round-robin.c - all bots against each other: in each round every choice of as many bots
 * as the game has seats, each in every order of seats, or in those that turn the seats around, in
 * which each of the bots sits in each seat once. So with s seats every two of n bots meet equally
 * often in a round, each in every seat equally often. With orders = one they meet in one order of
 * seats alone, of two bots the same in every round.
 *
 * A game's number is taken apart into round, order of seats, and choice of bots, so that any of
 * them is found without those before it. The choice varies fastest: all bots have met once before
 * the first two meet again with other seats.
 *
 * Pairs come in the order of the circle method, larger choices as combinations.h says.
 *
 * `games = N` plays a sample of N games instead (balanced-games.h).
 */
#include "referee/schedule/combinations.h"
#include "referee/schedule/balanced-games.h"
#include "referee/schedule/schedule.h"

static int64_t round_robin_count(const struct tournament *t)
{
	if (t->bots_count < t->players)
		return 0;
	if (t->games > 0)
		return t->games;
	return combinations_games(t, t->bots_count, t->players, 1);
}

static bool round_robin_next(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	const struct tournament *t = it->t;
	int64_t count = round_robin_count(t);
	if (at < 0 || at >= count)
		return false;
	if (t->games > 0) {
		if (it->memory == NULL)
			it->memory = balanced_games_create(t);
		balanced_games_game(it->memory, t, at, p);
		return true;
	}
	int64_t choices = combinations_choose(t->bots_count, t->players);
	int64_t games = count / t->rounds;
	int chosen[SEATS_MAX];
	*p = (struct pairing){.round = (int)(at / games) + 1, .seats = t->players};
	at %= games;
	if (t->players == 2)
		schedule_pair(t->bots_count, at % choices, chosen);
	else
		combinations_group(t->bots_count, t->players, at % choices, chosen);
	combinations_seat(t->players, t->seat_orders, at / choices, chosen, p->bot);
	schedule_seal(t, p);
	return true;
}

static void round_robin_end(struct schedule_iterator *it)
{
	balanced_games_free(it->memory);
}

const struct schedule schedule_round_robin = {
	.name = "round-robin",
	.help = "let all bots play each other",
	.takes = "rounds games seat-orders",
	.deals = true,
	.count = round_robin_count,
	.next = round_robin_next,
	.end = round_robin_end,
};
