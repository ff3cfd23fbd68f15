/*
 * record.c - reads and writes the lines of a record by one table of line formats.
 */
#include "referee/game/record.h"

#include <assert.h>
#include <string.h>

#define RECORD_FIELD(type, member) LINE_FIELD(type, struct record, member)

static const struct line_row record_table[RECORD_KINDS] = {
	[RECORD_GAME] = {"game",
		{RECORD_FIELD(UNSIGNED, game.pairing), RECORD_FIELD(NUMBER, game.started)}},
	[RECORD_PROGRAM] = {"program", {RECORD_FIELD(TEXT, command)}},
	[RECORD_DIGEST] = {"digest", {RECORD_FIELD(TEXT, digest)}},
	[RECORD_DESCRIBE] = {"describe", {RECORD_FIELD(TEXT, describe)}},
	[RECORD_RULES] = {"rules",
		{RECORD_FIELD(WORD, rules.name), RECORD_FIELD(NUMBER, rules.seats)}},
	[RECORD_PARAM] = {"param",
		{RECORD_FIELD(WORD, param.key), RECORD_FIELD(TEXT, param.value)}},
	[RECORD_START] = {"start", {RECORD_FIELD(TEXT, start)}},
	[RECORD_PLAYER] = {"player", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(TEXT, player)}},
	[RECORD_MOVE] = {"move", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(WORD, move.text),
					 RECORD_FIELD(NUMBER, move.numbers.wall),
					 RECORD_FIELD(NUMBER, move.numbers.cpu),
					 RECORD_FIELD(NUMBER, move.numbers.wait),
					 RECORD_FIELD(NUMBER, move.numbers.depth),
					 RECORD_FIELD(NUMBER, move.numbers.score),
					 RECORD_FIELD(NUMBER, move.numbers.nodes)}},
	[RECORD_WIRE] = {"wire", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_QUESTION] = {"question", {RECORD_FIELD(TEXT, question)}},
	[RECORD_ANSWER] = {"answer", {RECORD_FIELD(BYTES, text)}},
	[RECORD_OPTION] = {"option", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_INFO] = {"info",
		{RECORD_FIELD(SEAT, seat), RECORD_FIELD(NUMBER, info.seldepth),
			RECORD_FIELD(NUMBER, info.nps), RECORD_FIELD(BYTES, info.pv)}},
	[RECORD_STRING] = {"string", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_SEAT] = {"seat",
		{RECORD_FIELD(SEAT, seat), RECORD_FIELD(NUMBER, result.rank),
			RECORD_FIELD(WORD, result.verdict), RECORD_FIELD(TEXT, result.detail)}},
	[RECORD_EVIDENCE] = {"evidence",
		{RECORD_FIELD(SEAT, seat), RECORD_FIELD(WORD, evidence.phase),
			RECORD_FIELD(NUMBER, evidence.limit), RECORD_FIELD(NUMBER, evidence.wall),
			RECORD_FIELD(NUMBER, evidence.cpu), RECORD_FIELD(NUMBER, evidence.wait),
			RECORD_FIELD(NUMBER, evidence.exit)}},
	[RECORD_ASKED] = {"asked", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_SAID] = {"said", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_STDERR] = {"stderr", {RECORD_FIELD(SEAT, seat), RECORD_FIELD(BYTES, text)}},
	[RECORD_END] = {"end", {RECORD_FIELD(WORD, end.reason), RECORD_FIELD(NUMBER, end.ended),
				       RECORD_FIELD(TEXT, end.final)}},
	[RECORD_VOID] = {"void",
		{RECORD_FIELD(UNSIGNED, voided.pairing), RECORD_FIELD(TEXT, voided.why)}},
};

const struct move_number move_number_table[MOVE_NUMBERS] = {
	{"wall", offsetof(struct move_numbers, wall)},
	{"cpu", offsetof(struct move_numbers, cpu)},
	{"wait", offsetof(struct move_numbers, wait)},
	{"depth", offsetof(struct move_numbers, depth)},
	{"score", offsetof(struct move_numbers, score)},
	{"nodes", offsetof(struct move_numbers, nodes)},
};

const struct move_numbers move_numbers_unknown = {
	RECORD_UNSAID, RECORD_UNSAID, RECORD_UNSAID, RECORD_UNSAID, RECORD_UNSAID, RECORD_UNSAID};

int64_t move_number(const struct move_numbers *numbers, int i)
{
	return *(const int64_t *)((const char *)numbers + move_number_table[i].offset);
}

size_t record_write(const struct record *r, char *out, size_t room)
{
	assert(room >= RECORD_LINE);
	return line_fields_write(&record_table[r->kind], r, out, room);
}

bool record_read(struct record *r, char *line)
{
	char *rest;
	memset(r, 0, sizeof *r);
	int kind = line_fields_find(record_table, RECORD_KINDS, line, &rest);
	if (kind == RECORD_KINDS)
		return false;
	r->kind = (enum record_kind)kind;
	return line_fields_read(&record_table[kind], r, rest);
}
