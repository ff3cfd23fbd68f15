/*
 * game-runner-context.c - the beginning and the end of what tables share.
 */
#include "referee/arbiter/game-runner-context.h"

#include "referee/base/heartbeat.h"
#include "referee/arbiter/game-runner.h"

bool table_house_open(struct table_house *h, const struct plan *plan, int kept_most)
{
	h->plan = plan;
	h->base = event_base_new();
	if (h->base == NULL)
		return false;
	if (plan->oracle)
		oracle_queue_init(&h->oracle, h->base);
	h->told = time_now();
	return beat_give(h->base) &&
	       crew_init(&h->crew, plan, h->base, &table_bot_calls, kept_most);
}

bool table_house_close(struct table_house *h)
{
	if (!crew_dismiss(&h->crew))
		return false;
	crew_clear(&h->crew);
	if (h->plan->oracle)
		oracle_queue_clear(&h->oracle);
	event_base_free(h->base);
	return true;
}

size_t table_house_delays(struct table_house *h, usec now, char line[DELAYS_LINE])
{
	if (h->delays.sum == 0 || (now != 0 && now - h->told < SECOND))
		return 0;
	size_t length = delays_write(&h->delays, line);
	h->told = now;
	h->delays = (struct delays){.sum = 0};
	return length;
}
