/*
 * gather.c - from record lines to a game that can be stored.
 */
#include "referee/tournament/gather.h"

#include <stdlib.h>
#include <string.h>

#include "referee/ground/escape.h"
#include "referee/ground/memory.h"
#include "referee/ground/utf8.h"
#include "referee/judging/game.h"
#include "referee/judging/record.h"

static void gather_forget(struct gather *g)
{
	while (g->texts_count > 0)
		free(g->texts[--g->texts_count]);
	g->game = (struct db_game){.seats = 0};
}

void gather_clear(struct gather *g)
{
	gather_forget(g);
	free(g->moves);
	free(g->move_texts);
	*g = (struct gather){.moves = NULL};
}

/* A copy that lasts as long as the game. A record that says a thing twice is no record. */
static const char *gather_keep_bytes(struct gather *g, const char *bytes, size_t length)
{
	if (g->texts_count == (int)(sizeof g->texts / sizeof *g->texts))
		return "";
	char *copy = memory_get(length + 1, 1);
	memcpy(copy, bytes, length);
	return g->texts[g->texts_count++] = copy;
}

static const char *gather_keep(struct gather *g, const char *text)
{
	return gather_keep_bytes(g, text, strlen(text));
}

/* The same of words that a bot may have written some of: fit for any reader. */
static const char *gather_keep_escaped(struct gather *g, const char *text)
{
	char *escaped = escape_text(text, false);
	const char *kept = gather_keep(g, escaped);
	free(escaped);
	return kept;
}

/* -1: nobody said it. */
static int64_t gather_span(int64_t number)
{
	return number == RECORD_UNSAID ? -1 : number;
}

static bool gather_move(struct gather *g, const struct record *r)
{
	if (g->game.plies == g->moves_room) {
		g->moves_room = 2 * g->moves_room + 64;
		g->moves = memory_resize(g->moves, (size_t)g->moves_room, sizeof *g->moves);
		g->move_texts =
			memory_resize(g->move_texts, (size_t)g->moves_room, sizeof *g->move_texts);
	}
	if (strlen(r->word) >= MOVE_TEXT || r->seat > DB_SEATS)
		return false;
	strcpy(g->move_texts[g->game.plies], r->word);
	g->moves[g->game.plies++] = (struct db_move){.seat = r->seat,
		.wall_us = r->number[0],
		.cpu_us = gather_span(r->number[1]),
		.wait_us = gather_span(r->number[2]),
		.depth = r->number[3],
		.score = r->number[4],
		.nodes = r->number[5]};
	return true;
}

static bool gather_seat(struct gather *g, const struct record *r)
{
	if (r->seat != g->game.seats + 1 || r->seat > DB_SEATS || verdict_find(r->word) == VERDICTS)
		return false;
	g->game.seat[g->game.seats++] = (struct db_seat){.rank = (int)r->number[0],
		.verdict = verdict_table[verdict_find(r->word)].name,
		.detail = *r->text == '\0' ? NULL : gather_keep_escaped(g, r->text)};
	return true;
}

/* Which phases there are; the word of a record's line does not last. */
static const char *const gather_phases[] = {"start", "newgame", "move"};

static bool gather_evidence(struct gather *g, const struct record *r)
{
	const char *phase = NULL;
	for (size_t i = 0; i < sizeof gather_phases / sizeof *gather_phases; i++)
		if (strcmp(gather_phases[i], r->word) == 0)
			phase = gather_phases[i];
	if (phase == NULL)
		return false;
	int64_t end = r->number[4];
	g->game.seat[r->seat - 1].evidence = (struct db_evidence){.phase = phase,
		.limit_us = gather_span(r->number[0]),
		.wall_us = gather_span(r->number[1]),
		.cpu_us = gather_span(r->number[2]),
		.wait_us = gather_span(r->number[3]),
		.exit_status = end >= 0 ? (int)end : -1,
		.signal = end < 0 && end != RECORD_UNSAID ? (int)-end : -1};
	return true;
}

/* Text that every reader of a database takes; bytes are ended by a NUL. */
static bool gather_is_text(const char *bytes, size_t length)
{
	const char *at = bytes;
	for (int step; *at != '\0'; at += step) {
		step = utf8_length(at);
		if (step == 0)
			return false;
	}
	return at == bytes + length;
}

/* The end of a bot's stderr; what is no text is escaped, as a column of text takes no bytes. */
static void gather_stderr(struct gather *g, struct db_seat *seat, const char *bytes, size_t length)
{
	char *escaped = gather_is_text(bytes, length) ? NULL : escape_bytes(bytes, length, true);
	seat->stderr_tail = escaped == NULL ? bytes : gather_keep(g, escaped);
	seat->stderr_length = escaped == NULL ? length : strlen(seat->stderr_tail);
	free(escaped);
}

/* What a seat says in bytes, after its evidence. */
static bool gather_bytes(struct gather *g, const struct record *r)
{
	struct db_seat *seat = &g->game.seat[r->seat - 1];
	const char *bytes = gather_keep_bytes(g, r->text, r->length);
	if (r->kind == RECORD_STDERR) {
		gather_stderr(g, seat, bytes, r->length);
	} else if (r->kind == RECORD_ASKED) {
		seat->evidence.asked = bytes;
	} else {
		seat->evidence.said = bytes;
		seat->evidence.said_length = r->length;
	}
	return true;
}

static void gather_end(struct gather *g, const struct record *r)
{
	int ranks[DB_SEATS];
	g->game.reason = gather_keep(g, r->word);
	g->game.final = gather_keep(g, r->text);
	g->game.ended_ms = r->number[0];
	g->game.moves = g->moves;
	for (int i = 0; i < g->game.plies; i++)
		g->moves[i].text = g->move_texts[i];
	for (int i = 0; i < g->game.seats; i++)
		ranks[i] = g->game.seat[i].rank;
	for (int i = 0; i < g->game.seats; i++)
		g->game.seat[i].points = game_points(ranks, g->game.seats, i + 1);
}

enum gather_status gather_line(struct gather *g, char *line)
{
	struct record r;
	if (!record_read(&r, line))
		return GATHER_BAD;
	switch (r.kind) {
	case RECORD_GAME:
		gather_forget(g);
		g->pairing = r.pairing;
		g->game.started_ms = r.number[0];
		return GATHER_MORE;
	case RECORD_MOVE:
		return gather_move(g, &r) ? GATHER_MORE : GATHER_BAD;
	case RECORD_SEAT:
		return gather_seat(g, &r) ? GATHER_MORE : GATHER_BAD;
	case RECORD_EVIDENCE:
		if (r.seat > g->game.seats)
			return GATHER_BAD;
		return gather_evidence(g, &r) ? GATHER_MORE : GATHER_BAD;
	case RECORD_ASKED:
	case RECORD_SAID:
	case RECORD_STDERR:
		if (r.seat > g->game.seats)
			return GATHER_BAD;
		return gather_bytes(g, &r) ? GATHER_MORE : GATHER_BAD;
	case RECORD_WIRE:
		g->wire_seat = r.seat;
		g->why = r.text;
		return GATHER_WIRE;
	case RECORD_VOID:
		gather_forget(g);
		g->pairing = r.pairing;
		g->why = r.text;
		return GATHER_VOID;
	case RECORD_END:
		if (g->game.seats < 2)
			return GATHER_BAD;
		gather_end(g, &r);
		return GATHER_GAME;
	case RECORD_RULES: /* the tournament says these */
	case RECORD_PARAM:
	case RECORD_START:
	case RECORD_PLAYER:
	case RECORD_KINDS:
		break;
	}
	return GATHER_BAD;
}
