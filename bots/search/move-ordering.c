/*
 * move-ordering.c - the order in which a search tries moves.
 */
#include "bots/search/move-ordering.h"

#include <string.h>

enum { MOVE_ORDERING_FULL = 1 << 16 /* history beyond this is halved */ };

void move_ordering_clear(struct move_ordering *order)
{
	memset(order->history, 0, sizeof order->history);
	memset(order->killers, 0xff, sizeof order->killers); /* no move of any game */
}

void move_ordering_praise(struct move_ordering *order, int ply, bool mine, int depth, move m)
{
	move *killers = order->killers[ply];
	int *history = order->history[mine];

	if (killers[0] != m) {
		killers[1] = killers[0];
		killers[0] = m;
	}
	history[m % MOVE_ORDERING_HISTORY] += depth * depth;
	if (history[m % MOVE_ORDERING_HISTORY] > MOVE_ORDERING_FULL)
		for (int i = 0; i < MOVE_ORDERING_HISTORY; i++)
			history[i] /= 2;
}

int move_ordering_credit(const struct move_ordering *order, int ply, bool mine, move m)
{
	const move *killers = order->killers[ply];
	int credit = order->history[mine][m % MOVE_ORDERING_HISTORY];

	return m == killers[0] || m == killers[1] ? credit + MOVE_ORDERING_KILLER : credit;
}

bool move_ordering_gains(
	struct search_job *job, const struct position *p, const move *moves, int count, int *gains)
{
	if (job->evaluation->gains == NULL)
		return false;
	job->evaluation->gains(job->setup, p, moves, count, gains, job->cache);
	return true;
}

void move_ordering_keys(int64_t *keys, const int *gains, int count)
{
	for (int i = 0; i < count; i++)
		keys[i] = move_ordering_key(gains != NULL ? gains[i] : 0, i);
}

int move_ordering_pick(int64_t *keys, int at, int count)
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
	return move_ordering_number(key);
}
