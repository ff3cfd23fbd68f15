/*
 * game-receiver.c - receives one game from an arbiter.
 */
#include "referee/director/game-receiver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/memory.h"

enum { GAME_RECEIVER_SHOWN = 80 /* bytes shown of a refused line */ };

void game_receiver_clear(struct game_receiver *t)
{
	record_parser_clear(&t->gather);
	wire_log_clear(&t->wire);
	free(t->line);
	t->line = NULL;
	t->room = 0;
}

static void game_receiver_keep(struct game_receiver *t, const char *line)
{
	size_t size = strlen(line) + 1;
	if (size > t->room) {
		t->room = 2 * size;
		t->line = memory_resize(t->line, t->room, 1);
	}
	memcpy(t->line, line, size);
}

void game_receiver_refuse(const char *line, char *why, size_t room)
{
	char *shown = escape_text(line, false);
	bool cut = strlen(shown) > GAME_RECEIVER_SHOWN;
	snprintf(why, room, "it said \"%.*s\"%s, which it must not say now", GAME_RECEIVER_SHOWN,
		shown, cut ? "..." : "");
	free(shown);
}

/* Does the parsed line belong to the job's game? */
static bool game_receiver_is_of(
	const struct record_parser *g, enum record_parser_status status, const struct job *job)
{
	bool named = g->begun || status == RECORD_PARSER_GAME || status == RECORD_PARSER_VOID;
	return !named || (job != NULL && g->pairing == job->pairing.key);
}

enum game_receiver_status game_receiver_take(struct game_receiver *t,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	char *why, size_t room)
{
	struct record_parser *g = &t->gather;
	game_receiver_keep(t, line);
	enum record_parser_status status = record_parser_line(g, line);
	if (status == RECORD_PARSER_BAD || !game_receiver_is_of(g, status, job)) {
		game_receiver_refuse(t->line, why, room);
		return GAME_RECEIVER_WRONG;
	}
	if (status == RECORD_PARSER_GAME && !calls->judge(owner, job, &g->game, why, room))
		return GAME_RECEIVER_WRONG;
	if (status == RECORD_PARSER_OPTION) {
		if (calls->options != NULL && job != NULL)
			calls->options(owner, job, g->line_seat, g->why);
		return GAME_RECEIVER_MORE;
	}
	if (calls->heard != NULL && job != NULL)
		calls->heard(owner, job, t->line);
	if (status == RECORD_PARSER_WIRE && job != NULL)
		wire_log_add(&t->wire, g->line_seat, g->why);
	if (status == RECORD_PARSER_WIRE || status == RECORD_PARSER_MORE)
		return GAME_RECEIVER_MORE;
	if (status == RECORD_PARSER_GAME)
		calls->played(owner, job, &g->game, &t->wire);
	else
		calls->voided(owner, job, g->why);
	wire_log_clear(&t->wire);
	return GAME_RECEIVER_OVER;
}
