/*
 * record-writer.c - the lines of records, kept until they are sent.
 */
#include "referee/bot/record-writer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "base/memory.h"
#include "referee/game/adjudication.h"
#include "referee/game/position-blocks.h"
#include "rules/process/rules-process.h"

enum { RECORD_WRITER_MUCH = 1 << 16 /* bytes that are sent before a game's end */ };

void record_writer_init(struct record_writer *writer, struct wire *out, int number)
{
	*writer = (struct record_writer){.out = out};
	writer->prefix_length =
		(size_t)snprintf(writer->prefix, sizeof writer->prefix, "%d ", number);
}

void record_writer_clear(struct record_writer *writer)
{
	free(writer->record);
}

void record_writer_add(struct record_writer *writer, const struct record *r)
{
	const size_t most = sizeof writer->prefix + RECORD_LINE;
	if (writer->size - writer->length < most) {
		writer->size = 2 * writer->size + most;
		writer->record = memory_resize(writer->record, writer->size, 1);
	}
	memcpy(writer->record + writer->length, writer->prefix, writer->prefix_length);
	writer->length += writer->prefix_length;
	writer->length +=
		record_write(r, writer->record + writer->length, writer->size - writer->length);
}

void record_writer_wire(
	struct record_writer *writer, int seat, char way, const char *line, size_t length)
{
	char text[LINE_FROM_BOT] = {way, ' '};
	if (length > sizeof text - 3)
		length = sizeof text - 3;
	memcpy(text + 2, line, length);
	text[2 + length] = '\0';
	record_writer_add(
		writer, &(struct record){.kind = RECORD_WIRE, .seat = seat, .text = {.at = text}});
}

static void record_writer_put(void *arg, const struct record *r)
{
	record_writer_add(arg, r);
}

/* Adds the answer about p, which the question led to. */
static void record_writer_position(struct record_writer *writer, const char *question,
	const struct setup *s, const struct position *p)
{
	static char block[RULES_PROCESS_BLOCK];
	if (rules_is_process(s->rules) && rules_process_block(s, p, block))
		position_blocks_put(
			&(struct db_position){question, block}, record_writer_put, writer);
}

void record_writer_opening(
	struct record_writer *writer, const struct setup *s, const char *fen, const char *moves)
{
	struct position p;
	struct error err;
	if (!rules_is_process(s->rules))
		return;
	if (*fen == '\0')
		s->rules->start(s, &p);
	else if (!s->rules->read(s, &p, fen, &err))
		return;
	record_writer_position(writer, *fen == '\0' ? "start" : "read", s, &p);
	while (*moves != '\0') {
		char word[MOVE_TEXT];
		move m;
		snprintf(word, sizeof word, "%.*s", (int)strcspn(moves, " "), moves);
		if (!rules_read_move(s, &p, word, &m))
			return;
		s->rules->play(s, &p, m);
		record_writer_played(writer, s, word, &p);
		moves += strcspn(moves, " ");
		moves += strspn(moves, " ");
	}
}

void record_writer_played(struct record_writer *writer, const struct setup *s, const char *text,
	const struct position *p)
{
	char question[MOVE_TEXT + 8];
	snprintf(question, sizeof question, "play %s", text);
	record_writer_position(writer, question, s, p);
}

void record_writer_left(struct record_writer *writer, const struct setup *s,
	const struct position *p, unsigned seats)
{
	struct position at = *p;
	char question[] = "forfeit 0";
	for (int seat = 1; seat <= s->seats && s->seats > 2; seat++) {
		if ((seats & 1u << (seat - 1)) == 0 || !rules_is_process(s->rules))
			continue;
		s->rules->forfeit(s, &at, seat);
		question[sizeof question - 2] = (char)('0' + seat);
		record_writer_position(writer, question, s, &at);
	}
}

void record_writer_info(struct record_writer *writer, int seat, const struct bot_info *info)
{
	if (info->pv[0] != '\0' || info->seldepth != UNKNOWN || info->nps != UNKNOWN)
		record_writer_add(
			writer, &(struct record){.kind = RECORD_INFO,
					.seat = seat,
					.info = {info->seldepth, info->nps, {.at = info->pv}}});
	if (info->text[0] != '\0')
		record_writer_add(writer,
			&(struct record){
				.kind = RECORD_STRING, .seat = seat, .text = {.at = info->text}});
}

void record_writer_errors(struct record_writer *writer, int seat, const char *bytes, size_t length)
{
	enum { PIECE = 4096 };
	static_assert(4 * PIECE + 64 < RECORD_LINE, "a piece fits a line, whatever is in it");
	for (size_t at = 0; at < length; at += PIECE) {
		size_t piece = length - at < PIECE ? length - at : PIECE;
		record_writer_add(writer,
			&(struct record){
				.kind = RECORD_STDERR, .seat = seat, .text = {bytes + at, piece}});
	}
}

struct move_numbers record_writer_numbers(const struct bot_answer *answer)
{
	const struct message_info *info = &answer->info;
	const struct spent *spent = &answer->spent;
	return (struct move_numbers){.wall = spent->wall,
		.cpu = spent->cpu,
		.wait = spent->wait,
		.depth = info->given & INFO_DEPTH ? info->depth : UNKNOWN,
		.score = bot_score(answer),
		.nodes = info->given & INFO_NODES ? info->nodes : UNKNOWN};
}

int64_t record_writer_move(
	struct record_writer *writer, int seat, const char *text, const struct bot_answer *answer)
{
	const struct record r = {
		.kind = RECORD_MOVE, .seat = seat, .move = {text, record_writer_numbers(answer)}};
	record_writer_add(writer, &r);
	return r.move.numbers.score;
}

void record_writer_flush(struct record_writer *writer)
{
	wire_add(writer->out, writer->record, writer->length);
	writer->length = 0;
}

void record_writer_flush_some(struct record_writer *writer)
{
	if (writer->length >= RECORD_WRITER_MUCH || writer->live)
		record_writer_flush(writer);
}
