/*
 * worker-bars.c - a ring of names with times.
 */
#include "referee/machines/worker-bars.h"

#include <stdio.h>
#include <string.h>

void worker_bars_add(struct worker_bars *b, const char *worker, usec until)
{
	int i = 0;
	while (i < WORKER_BARS && strcmp(b->bars[i].worker, worker) != 0)
		i++;
	bool known = i < WORKER_BARS;
	if (!known)
		i = b->next++ % WORKER_BARS;
	if (!known || until > b->bars[i].until)
		b->bars[i].until = until;
	snprintf(b->bars[i].worker, sizeof b->bars[i].worker, "%s", worker);
}

bool worker_bars_has(const struct worker_bars *b, const char *worker, usec now)
{
	for (int i = 0; i < WORKER_BARS; i++)
		if (now < b->bars[i].until && strcmp(b->bars[i].worker, worker) == 0)
			return true;
	return false;
}
