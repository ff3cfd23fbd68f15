/*
 * game-runner-context.c - opens and closes the shared state of game runners.
 */
#include "referee/arbiter/game-runner-context.h"

#include "referee/base/heartbeat.h"
#include "referee/arbiter/game-runner.h"

bool game_runner_context_open(struct game_runner_context *h, const struct arbiter_config *config)
{
	h->config = config;
	h->base = event_base_new();
	if (h->base == NULL)
		return false;
	if (config->oracle)
		oracle_queue_init(&h->oracle, h->base);
	h->told = time_now();
	return heartbeat_give(h->base) &&
	       bot_pool_init(&h->pool, config, h->base, &game_runner_bot_calls);
}

bool game_runner_context_close(struct game_runner_context *h)
{
	if (!bot_pool_stop(&h->pool))
		return false;
	bot_pool_clear(&h->pool);
	if (h->config->oracle)
		oracle_queue_clear(&h->oracle);
	event_base_free(h->base);
	return true;
}

size_t game_runner_context_delays(
	struct game_runner_context *h, usec now, char line[LATENCY_HISTOGRAM_LINE])
{
	if (h->delays.sum == 0 || (now != 0 && now - h->told < SECOND))
		return 0;
	size_t length = latency_histogram_write(&h->delays, line);
	h->told = now;
	h->delays = (struct latency_histogram){.sum = 0};
	return length;
}
