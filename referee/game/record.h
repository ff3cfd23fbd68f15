/*
 * record.h - the text of one game, written line by line while it is played, and read back.
 *
 * record_table has the lines. A game is the line `game`, lines of what happens, `seat` and what
 * belongs to it for each seat, and `end`; or else `void` at its end.
 *
 * A game whose rules are a program (rules/process/rules-process.h) has the question and the answer
 * for the position it starts from, each move of its opening, each move, and each seat that leaves
 * while the others play on. They stand before the line of the move or the seat. The question
 * is "start", "read" (the opening is a position), "play MOVE" or "forfeit SEAT" (of more than two
 * seats). The answer is a position block, whose lines end with \n, in pieces.
 *
 * A record that must be readable without its tournament has the setup and the players after its
 * first line (move-list.h): `program`, `digest` and `describe` of rules that are a program, then
 * `rules`, each `param`, `start` and each `player`.
 */
#ifndef REFEREE_GAME_RECORD_H
#define REFEREE_GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/line-table.h"

enum record_kind {
	RECORD_GAME,
	RECORD_PROGRAM,
	RECORD_DIGEST,
	RECORD_DESCRIBE,
	RECORD_RULES,
	RECORD_PARAM,
	RECORD_START,
	RECORD_PLAYER,
	RECORD_MOVE,
	RECORD_WIRE,
	RECORD_QUESTION,
	RECORD_ANSWER,
	RECORD_OPTION,
	RECORD_INFO,
	RECORD_STRING,
	RECORD_SEAT,
	RECORD_EVIDENCE,
	RECORD_ASKED,
	RECORD_SAID,
	RECORD_STDERR,
	RECORD_END,
	RECORD_VOID,
	RECORD_KINDS
};

enum { MOVE_NUMBERS = 6, RECORD_LINE = 24576, RECORD_SEATS = 64 };

/* The measures of a move in microseconds, and the bot's own statements about it; some may be
 * UNKNOWN. */
struct move_numbers {
	int64_t wall, cpu, wait, depth, score, nodes;
};

extern const struct move_numbers move_numbers_unknown;

/* Their names and offsets, in the order of the struct; move_number() gets the number at an index.
 */
extern const struct move_number {
	const char *name;
	size_t offset;
} move_number_table[MOVE_NUMBERS];
int64_t move_number(const struct move_numbers *numbers, int i);

/* The lines of a record. */
extern const struct line_table record_table;

/* A line; its kind selects the member of the union. Times are microseconds, moments UTC
 * milliseconds. */
struct record {
	enum record_kind kind;
	int seat; /* 1 to RECORD_SEATS; for kinds with a seat */
	union {
		struct {
			uint64_t pairing;
			int64_t started;
		} game;
		struct {
			const char *name;
			int64_t seats;
		} rules;
		struct {
			const char *key, *value;
		} param;
		const char *command;  /* RECORD_PROGRAM */
		const char *digest;   /* of that program */
		const char *describe; /* without LF */
		const char *start;
		const char *player;
		struct {
			const char *text;
			struct move_numbers numbers;
		} move;
		struct {
			int64_t seldepth, nps;
			struct line_bytes pv;
		} info;
		struct {
			int64_t rank;
			const char *verdict, *detail;
		} result; /* RECORD_SEAT */
		struct {
			const char *phase;
			int64_t limit, wall, cpu, wait, exit;
		} evidence;
		struct {
			const char *reason, *final;
			int64_t ended;
		} end;
		struct {
			const char *why;
			uint64_t pairing;
		} voided;
		const char *question;
		struct line_bytes text; /* answer, wire, option, string, asked, said, stderr */
	};
};

/* Writes r with its LF and returns the bytes written; texts that do not fit are cut. room is at
 * least RECORD_LINE bytes. */
size_t record_write(const struct record *r, char *out, size_t room);

/* Reads a line (NUL-terminated, cut up in place). False: it is no line of a record. */
bool record_read(struct record *r, char *line);

#endif
