/*
 * record-writer.c - the lines of records, kept until they are sent.
 */
#include "referee/bot/record-writer.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/line.h"
#include "referee/base/memory.h"
#include "referee/game/adjudication.h"

enum { RECORD_WRITER_MUCH = 1 << 16 /* bytes that go out before a game's end */ };

static void record_writer_make_room(struct record_writer *t, size_t length)
{
	enum { TABLE_LINE = 32 };
	length += TABLE_LINE;
	if (t->size - t->length < length) {
		t->size = 2 * t->size + length;
		t->record = memory_resize(t->record, t->size, 1);
	}
	if (t->length == 0 && t->table > 0)
		t->length = (size_t)snprintf(t->record, t->size, "table %d\n", t->table);
}

void record_writer_add(struct record_writer *t, const char *line, size_t length)
{
	record_writer_make_room(t, length);
	memcpy(t->record + t->length, line, length);
	t->length += length;
}

void record_writer_tell(struct record_writer *t, const struct record *r)
{
	record_writer_make_room(t, RECORD_LINE);
	t->length += record_write(r, t->record + t->length, t->size - t->length);
}

void record_writer_wire(
	struct record_writer *t, int seat, char way, const char *line, size_t length)
{
	char text[LINE_FROM_BOT] = {way, ' '};
	if (length > sizeof text - 3)
		length = sizeof text - 3;
	memcpy(text + 2, line, length);
	text[2 + length] = '\0';
	record_writer_tell(
		t, &(struct record){.kind = RECORD_WIRE, .seat = seat, .text = {.at = text}});
}

void record_writer_info(struct record_writer *t, int seat, const struct bot_info *info)
{
	static_assert(BOT_INFO_UNSAID == RECORD_UNSAID, "what is not said is the same");
	if (info->pv[0] != '\0' || info->seldepth != BOT_INFO_UNSAID ||
		info->nps != BOT_INFO_UNSAID)
		record_writer_tell(
			t, &(struct record){.kind = RECORD_INFO,
				   .seat = seat,
				   .info = {info->seldepth, info->nps, {.at = info->pv}}});
	if (info->text[0] != '\0')
		record_writer_tell(t,
			&(struct record){
				.kind = RECORD_STRING, .seat = seat, .text = {.at = info->text}});
}

void record_writer_errors(struct record_writer *t, int seat, const char *bytes, size_t length)
{
	enum { PIECE = 4096 };
	static_assert(4 * PIECE + 64 < RECORD_LINE, "a piece fits a line, whatever is in it");
	for (size_t at = 0; at < length; at += PIECE) {
		size_t piece = length - at < PIECE ? length - at : PIECE;
		record_writer_tell(t,
			&(struct record){
				.kind = RECORD_STDERR, .seat = seat, .text = {bytes + at, piece}});
	}
}

struct move_numbers record_writer_numbers(const struct bot_answer *answer)
{
	static_assert(ADJUDICATION_UNSAID == RECORD_UNSAID, "what is not said is the same");
	const struct message_info *info = &answer->info;
	const struct spent *spent = &answer->spent;
	return (struct move_numbers){.wall = spent->wall,
		.cpu = spent->cpu >= 0 ? spent->cpu : RECORD_UNSAID,
		.wait = spent->wait >= 0 ? spent->wait : RECORD_UNSAID,
		.depth = info->given & INFO_DEPTH ? info->depth : RECORD_UNSAID,
		.score = bot_score(answer),
		.nodes = info->given & INFO_NODES ? info->nodes : RECORD_UNSAID};
}

int64_t record_writer_move(
	struct record_writer *t, int seat, const char *text, const struct bot_answer *answer)
{
	const struct record r = {
		.kind = RECORD_MOVE, .seat = seat, .move = {text, record_writer_numbers(answer)}};
	record_writer_tell(t, &r);
	return r.move.numbers.score;
}

void record_writer_flush(struct record_writer *t)
{
	size_t sent = 0;
	if (t->outbox != NULL) {
		write_queue_add(t->outbox, t->record, t->length);
		t->length = 0;
	}
	while (sent < t->length) {
		ssize_t count = write(t->to, t->record + sent, t->length - sent);
		if (count < 0 && errno != EINTR)
			_exit(EXIT_FAILURE);
		sent += count > 0 ? (size_t)count : 0;
	}
	t->length = 0;
}

void record_writer_flush_some(struct record_writer *t)
{
	if (t->length >= RECORD_WRITER_MUCH || t->live)
		record_writer_flush(t);
}
