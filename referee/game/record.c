/*
 * record.c - reads and writes the lines of a record by one table of line formats.
 */
#include "referee/game/record.h"

#include <assert.h>

#define LINE_STRUCT struct record
#define SEAT	    LINE_INT(seat, 1, RECORD_SEATS)

enum { RECORD_WORD = 4096 /* bytes of a word, such as a move */ };

/* A record's reader allows no longer line than RECORD_LINE: texts need no bounds of their own. */
static const struct line_row record_rows[RECORD_KINDS] = {
	[RECORD_GAME] = {"game", {LINE_UNSIGNED(game.pairing), LINE_MAYBE(game.started, 0, 0)},
		.help = "A game begins at this moment, in UTC milliseconds."},
	[RECORD_PROGRAM] = {"program", {LINE_TEXT(command, RECORD_LINE)},
		.help = "The command of rules that are a program."},
	[RECORD_DIGEST] = {"digest", {LINE_TEXT(digest, RECORD_LINE)},
		.help = "SHA-256 of that program and its files, if known."},
	[RECORD_DESCRIBE] = {"describe", {LINE_TEXT(describe, RECORD_LINE)},
		.help = "A line of that program's description."},
	[RECORD_RULES] = {"rules",
		{LINE_WORD(rules.name, RECORD_WORD), LINE_MAYBE(rules.seats, 0, 0)},
		.help = "The rules; `process` after the lines of a program."},
	[RECORD_PARAM] = {"param",
		{LINE_WORD(param.key, RECORD_WORD), LINE_TEXT(param.value, RECORD_LINE)},
		.help = "A parameter of the game."},
	[RECORD_START] = {"start", {LINE_TEXT(start, RECORD_LINE)},
		.help = "The first position. Without this line it is the usual one."},
	[RECORD_PLAYER] = {"player", {SEAT, LINE_TEXT(player, RECORD_LINE)},
		.help = "The name of a seat's bot."},
	[RECORD_MOVE] = {"move",
		{SEAT, LINE_WORD(move.text, RECORD_WORD), LINE_MAYBE(move.numbers.wall, 0, 0),
			LINE_MAYBE(move.numbers.cpu, 0, 0), LINE_MAYBE(move.numbers.wait, 0, 0),
			LINE_MAYBE(move.numbers.depth, 0, 0), LINE_MAYBE(move.numbers.score, 0, 0),
			LINE_MAYBE(move.numbers.nodes, 0, 0)},
		.help = "A move, its times in microseconds, and the info that the bot sent."},
	[RECORD_WIRE] = {"wire", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "A line of the conversation, if it is logged."},
	[RECORD_QUESTION] = {"question", {LINE_TEXT(question, RECORD_LINE)},
		.help = "The question to a rules program: `start`, `read`, `play MOVE` or "
			"`forfeit SEAT`."},
	[RECORD_ANSWER] = {"answer", {LINE_BYTES(text, RECORD_LINE)},
		.help = "A piece of its answer, a position block."},
	[RECORD_OPTION] = {"option", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "An option that the bot refuses."},
	[RECORD_INFO] = {"info",
		{SEAT, LINE_MAYBE(info.seldepth, 0, 0), LINE_MAYBE(info.nps, 0, 0),
			LINE_BYTES(info.pv, RECORD_LINE)},
		.help = "The bot's statements about the move before, if they are kept."},
	[RECORD_STRING] = {"string", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "The last `info string` of the move before."},
	[RECORD_SEAT] = {"seat",
		{SEAT, LINE_MAYBE(result.rank, 0, 0), LINE_WORD(result.verdict, RECORD_WORD),
			LINE_TEXT(result.detail, RECORD_LINE)},
		.help = "The result of a seat."},
	[RECORD_EVIDENCE] = {"evidence",
		{SEAT, LINE_WORD(evidence.phase, RECORD_WORD), LINE_MAYBE(evidence.limit, 0, 0),
			LINE_MAYBE(evidence.wall, 0, 0), LINE_MAYBE(evidence.cpu, 0, 0),
			LINE_MAYBE(evidence.wait, 0, 0), LINE_MAYBE(evidence.exit, 0, 0)},
		.help = "A failed bot's phase (start, newgame or move), its microseconds, and its exit "
			"status, or minus the signal that ended it."},
	[RECORD_ASKED] = {"asked", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "The last bytes sent to a failed bot."},
	[RECORD_SAID] = {"said", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "The last bytes of its stdout since then."},
	[RECORD_STDERR] = {"stderr", {SEAT, LINE_BYTES(text, RECORD_LINE)},
		.help = "A piece of the last stderr of any bot."},
	[RECORD_END] = {"end",
		{LINE_WORD(end.reason, RECORD_WORD), LINE_MAYBE(end.ended, 0, 0),
			LINE_TEXT(end.final, RECORD_LINE)},
		.help = "The game has ended in this position."},
	[RECORD_VOID] = {"void",
		{LINE_UNSIGNED(voided.pairing), LINE_TEXT(voided.why, RECORD_LINE)},
		.help = "A fault of the referee; the game is played again."},
};

const struct line_table record_table = {.name = "record",
	.help = "The text of one game, written line by line while it is played. An arbiter sends it to "
		"the main process, which stores it and passes it on to spectators.",
	.numbered = true,
	LINE_TABLE(record_rows)};

const struct move_number move_number_table[MOVE_NUMBERS] = {
	{"wall", offsetof(struct move_numbers, wall)},
	{"cpu", offsetof(struct move_numbers, cpu)},
	{"wait", offsetof(struct move_numbers, wait)},
	{"depth", offsetof(struct move_numbers, depth)},
	{"score", offsetof(struct move_numbers, score)},
	{"nodes", offsetof(struct move_numbers, nodes)},
};

const struct move_numbers move_numbers_unknown = {
	UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};

int64_t move_number(const struct move_numbers *numbers, int i)
{
	return *(const int64_t *)((const char *)numbers + move_number_table[i].offset);
}

size_t record_write(const struct record *r, char *out, size_t room)
{
	assert(room >= RECORD_LINE);
	return line_table_write(&record_table, r, out, room);
}

bool record_read(struct record *r, char *line)
{
	return line_table_read(&record_table, r, line, 0) == LINE_TABLE_RIGHT;
}
