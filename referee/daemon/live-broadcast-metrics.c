/*
 * live-broadcast-metrics.c - what the web process is told of ourselves: numbers for the page of
 * figures.
 */
#include "referee/daemon/live-broadcast-parts.h"

static const struct timeval live_broadcast_often = {.tv_sec = 5};

void live_broadcast_figure(struct live_broadcast *b, enum metric figure, int64_t value)
{
	const struct live_feed f = {
		.kind = LIVE_FEED_FIGURE, .number = {value}, .text = {metric_table[figure].word}};
	if (b != NULL)
		live_broadcast_keep(b, -1 - (int64_t)figure, &f);
}

void live_broadcast_delays(struct live_broadcast *b, const struct latency_histogram *delays)
{
	struct live_feed f = {.kind = LIVE_FEED_DELAYS};
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
		f.number[i] = (int64_t)delays->count[i];
	if (b != NULL)
		live_broadcast_keep(b, -1 - (int64_t)FIGURES - SELF_USAGE_KINDS, &f);
}

static void live_broadcast_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct live_broadcast *b = arg;
	(void)fd;
	(void)what;
	b->self_usage_count = self_usage_count(b->kin, b->self_usage_count);
	for (int i = 0; i < b->self_usage_count; i++) {
		const struct self_usage *k = &b->kin[i];
		const struct live_feed f = {.kind = LIVE_FEED_PROCESS,
			.number = {k->count,
				k->descriptors >= 0 ? k->descriptors : LIVE_FEED_UNSAID, k->bytes},
			.text = {k->name}};
		live_broadcast_keep(b, -1 - (int64_t)FIGURES - i, &f);
	}
	live_broadcast_figure(b, METRIC_UNTOLD, b->untold);
	live_broadcast_figure(b, METRIC_STARTS, b->starts);
}

struct event *live_broadcast_look(struct live_broadcast *b)
{
	struct event *look = event_new(b->base, -1, EV_PERSIST, live_broadcast_on_look, b);
	if (look != NULL && event_add(look, &live_broadcast_often) == 0) {
		event_active(look, EV_TIMEOUT, 0);
		return look;
	}
	if (look != NULL)
		event_free(look);
	return NULL;
}
