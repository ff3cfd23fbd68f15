/*
 * game-request-make.c - turns a job into a game request for an arbiter.
 */
#include "referee/director/game-request-make.h"

#include <assert.h>

/* Sets the config's index of each seat's bot. A bot with several seats needs several processes.
 * Each further one has an index higher by the number of bots. */
static void game_request_make_processes(
	const struct pairing *p, int bots, const struct arbiter_config *plan, int *bot)
{
	for (int seat = 0; seat < p->seats; seat++) {
		bot[seat] = p->bot[seat];
		for (int other = 0; other < seat; other++) {
			if (p->bot[other] == p->bot[seat])
				bot[seat] += bots;
		}
		assert(bot[seat] < plan->bots_count);
	}
}

void game_request_make(struct game_request *order, const struct job *job,
	const struct benching *strikes, const struct arbiter_config *plan)
{
	const struct opening *opening = &job->opening;
	const struct pairing *p = &job->pairing;
	*order = (struct game_request){.pairing = p->key,
		.seed = p->seed,
		.seats = p->seats,
		.fen = opening->is_position ? opening->text : "",
		.moves = opening->is_position ? "" : opening->text,
		.benched = benching_seats(strikes, p->bot, p->seats)};
	for (int seat = 0; seat < p->seats; seat++)
		if (order->benched & 1u << seat)
			order->failed[seat] = strikes->first[p->bot[seat]];
	game_request_make_processes(p, strikes->bots, plan, order->bot);
}
