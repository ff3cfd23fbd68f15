/*
 * game-receiver.c - what is told of one game.
 */
#include "referee/director/game-receiver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/memory.h"

enum { TELLING_SHOWN = 80 /* bytes of a line that is refused */ };

void telling_clear(struct telling *t)
{
	gather_clear(&t->gather);
	wire_log_clear(&t->wire);
	free(t->line);
	t->line = NULL;
	t->room = 0;
}

static void telling_keep(struct telling *t, const char *line)
{
	size_t size = strlen(line) + 1;
	if (size > t->room) {
		t->room = 2 * size;
		t->line = memory_resize(t->line, t->room, 1);
	}
	memcpy(t->line, line, size);
}

void telling_refuse(const char *line, char *why, size_t room)
{
	char *shown = escape_text(line, false);
	bool cut = strlen(shown) > TELLING_SHOWN;
	snprintf(why, room, "it said \"%.*s\"%s, which it must not say now", TELLING_SHOWN, shown,
		cut ? "..." : "");
	free(shown);
}

/* Is what was gathered about the job's game? */
static bool telling_is_of(const struct gather *g, enum gather_status status, const struct job *job)
{
	bool named = g->begun || status == GATHER_GAME || status == GATHER_VOID;
	return !named || (job != NULL && g->pairing == job->pairing.key);
}

enum telling_status telling_take(struct telling *t, const struct telling_calls *calls, void *owner,
	const struct job *job, char *line, char *why, size_t room)
{
	struct gather *g = &t->gather;
	telling_keep(t, line);
	enum gather_status status = gather_line(g, line);
	if (status == GATHER_BAD || !telling_is_of(g, status, job)) {
		telling_refuse(t->line, why, room);
		return TELLING_WRONG;
	}
	if (status == GATHER_GAME && !calls->judge(owner, job, &g->game, why, room))
		return TELLING_WRONG;
	if (status == GATHER_OPTION) {
		if (calls->options != NULL && job != NULL)
			calls->options(owner, job, g->line_seat, g->why);
		return TELLING_MORE;
	}
	if (calls->heard != NULL && job != NULL)
		calls->heard(owner, job, t->line);
	if (status == GATHER_WIRE && job != NULL)
		wire_log_add(&t->wire, g->line_seat, g->why);
	if (status == GATHER_WIRE || status == GATHER_MORE)
		return TELLING_MORE;
	if (status == GATHER_GAME)
		calls->played(owner, job, &g->game, &t->wire);
	else
		calls->voided(owner, job, g->why);
	wire_log_clear(&t->wire);
	return TELLING_OVER;
}
