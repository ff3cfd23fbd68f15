/*
 * telling.c - what is told of one game.
 */
#include "referee/tournament/telling.h"

#include <assert.h>

void telling_clear(struct telling *t)
{
	gather_clear(&t->gather);
	wire_log_clear(&t->wire);
}

bool telling_take(struct telling *t, const struct telling_calls *calls, void *owner,
	const struct job *job, char *line)
{
	struct gather *g = &t->gather;
	if (calls->heard != NULL && job != NULL)
		calls->heard(owner, job, line);
	enum gather_status status = gather_line(g, line);
	if (status == GATHER_WIRE)
		wire_log_add(&t->wire, g->wire_seat, g->why);
	if (status == GATHER_WIRE || status == GATHER_MORE)
		return false;
	/* The processes that play are our own: they speak correctly. */
	assert(status != GATHER_BAD && job != NULL && g->pairing == job->pairing.key);
	if (status == GATHER_GAME)
		calls->played(owner, job, &g->game, &t->wire);
	else
		calls->voided(owner, job, g->why);
	wire_log_clear(&t->wire);
	return true;
}
