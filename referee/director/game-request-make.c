/*
 * game-request-make.c - turns a job into a game request for an arbiter.
 */
#include "referee/director/game-request-make.h"

#include <assert.h>

/* Sets the config's index of each seat's bot. A bot with several seats needs several processes.
 * Each further one has an index higher by the number of bots. */
static void game_request_make_processes(
	const struct pairing *p, int bots, const struct arbiter_config *config, int *bot)
{
	for (int seat = 0; seat < p->seats; seat++) {
		bot[seat] = p->bot[seat];
		for (int other = 0; other < seat; other++) {
			if (p->bot[other] == p->bot[seat])
				bot[seat] += bots;
		}
		assert(bot[seat] < config->bots_count);
	}
}

void game_request_make(struct game_request *request, const struct job *job,
	const struct benching *benching, const struct arbiter_config *config)
{
	const struct opening *opening = &job->opening;
	const struct pairing *p = &job->pairing;
	*request = (struct game_request){.pairing = p->key,
		.seed = p->seed,
		.seats = p->seats,
		.fen = opening->is_position ? opening->text : "",
		.moves = opening->is_position ? "" : opening->text,
		.benched = benching_seats(benching, p->bot, p->seats)};
	for (int seat = 0; seat < p->seats; seat++)
		if (request->benched & 1u << seat)
			request->failed[seat] = benching->first[p->bot[seat]];
	game_request_make_processes(p, benching->bots, config, request->bot);
}
