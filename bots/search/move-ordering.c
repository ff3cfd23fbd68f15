/*
 * move-ordering.c - which moves a search tries first.
 */
#include "bots/search/move-ordering.h"

#include <string.h>

enum { ORDER_FULL = 1 << 16 /* history beyond this is halved */ };

void search_order_clear(struct search_order *order)
{
	memset(order->history, 0, sizeof order->history);
	memset(order->killers, 0xff, sizeof order->killers); /* no move of any game */
}

void search_order_praise(struct search_order *order, int ply, bool mine, int depth, move m)
{
	move *killers = order->killers[ply];
	int *history = order->history[mine];

	if (killers[0] != m) {
		killers[1] = killers[0];
		killers[0] = m;
	}
	history[m % ORDER_HISTORY] += depth * depth;
	if (history[m % ORDER_HISTORY] > ORDER_FULL)
		for (int i = 0; i < ORDER_HISTORY; i++)
			history[i] /= 2;
}

int search_order_credit(const struct search_order *order, int ply, bool mine, move m)
{
	const move *killers = order->killers[ply];
	int credit = order->history[mine][m % ORDER_HISTORY];

	return m == killers[0] || m == killers[1] ? credit + ORDER_KILLER : credit;
}

bool search_order_gains(
	struct search_job *job, const struct position *p, const move *moves, int count, int *gains)
{
	if (job->evaluation->gains == NULL)
		return false;
	job->evaluation->gains(job->setup, p, moves, count, gains, job->cache);
	return true;
}

void search_order_keys(int64_t *keys, const int *gains, int count)
{
	for (int i = 0; i < count; i++)
		keys[i] = search_order_key(gains != NULL ? gains[i] : 0, i);
}

int search_order_pick(int64_t *keys, int at, int count)
{
	int64_t key = keys[at];
	int best = at;

	for (int i = at + 1; i < count; i++)
		if (keys[i] > key) {
			key = keys[i];
			best = i;
		}
	keys[best] = keys[at];
	keys[at] = key;
	return search_order_number(key);
}
