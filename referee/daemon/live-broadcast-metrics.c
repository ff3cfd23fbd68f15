/*
 * live-broadcast-metrics.c - what the web process is told of ourselves: numbers for the page of
 * figures.
 */
#include "referee/daemon/live-broadcast-parts.h"

static const struct timeval broadcast_often = {.tv_sec = 5};

void broadcast_figure(struct broadcast *b, enum figure figure, int64_t value)
{
	const struct feed f = {
		.kind = FEED_FIGURE, .number = {value}, .text = {figure_table[figure].word}};
	if (b != NULL)
		broadcast_keep(b, -1 - (int64_t)figure, &f);
}

void broadcast_delays(struct broadcast *b, const struct delays *delays)
{
	struct feed f = {.kind = FEED_DELAYS};
	for (int i = 0; i < DELAYS_BUCKETS; i++)
		f.number[i] = (int64_t)delays->count[i];
	if (b != NULL)
		broadcast_keep(b, -1 - (int64_t)FIGURES - KIN_KINDS, &f);
}

static void broadcast_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct broadcast *b = arg;
	(void)fd;
	(void)what;
	b->kin_count = kin_count(b->kin, b->kin_count);
	for (int i = 0; i < b->kin_count; i++) {
		const struct kin *k = &b->kin[i];
		const struct feed f = {.kind = FEED_PROCESS,
			.number = {k->count, k->descriptors >= 0 ? k->descriptors : FEED_UNSAID,
				k->bytes},
			.text = {k->name}};
		broadcast_keep(b, -1 - (int64_t)FIGURES - i, &f);
	}
	broadcast_figure(b, FIGURE_UNTOLD, b->untold);
	broadcast_figure(b, FIGURE_STARTS, b->starts);
}

struct event *broadcast_look(struct broadcast *b)
{
	struct event *look = event_new(b->base, -1, EV_PERSIST, broadcast_on_look, b);
	if (look != NULL && event_add(look, &broadcast_often) == 0) {
		event_active(look, EV_TIMEOUT, 0);
		return look;
	}
	if (look != NULL)
		event_free(look);
	return NULL;
}
