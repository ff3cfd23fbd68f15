/*
 * record.h - the text of one game, written line by line while it is played, and read back.
 *
 * An arbiter sends it to the main process. Words are separated by one blank; the last field of a
 * line may hold blanks; "-" is an unknown number. A game is the lines
 *
 *	game PAIRING STARTED_MS                   the moment in UTC milliseconds
 *	move SEAT MOVE WALL CPU WAIT DEPTH SCORE NODES   microseconds
 *	wire SEAT TEXT                            one line of the conversation, if it is logged
 *	question TEXT                             what a rules program was asked; see below
 *	answer TEXT                               its answer, in pieces
 *	option SEAT TEXT                          options that the bot refuses, a line each
 *	info SEAT SELDEPTH NPS PV                 of the move before, if it is kept
 *	string SEAT TEXT                          the same: its last `info string`
 *	seat SEAT RANK VERDICT DETAIL
 *	evidence SEAT PHASE LIMIT WALL CPU WAIT EXIT     of a failed bot; see below
 *	asked SEAT TEXT                           the last bytes sent to it
 *	said SEAT TEXT                            the last bytes of its stdout since then
 *	stderr SEAT TEXT                          the last stderr of any bot, in pieces
 *	end REASON ENDED_MS FINAL                 FINAL: the position string
 *
 * or, instead of its end, "void PAIRING WHY": a fault of the referee; the game is played again.
 * PHASE is start, newgame or move, and the times are its microseconds. EXIT is the exit status, or
 * minus the signal that ended the bot. Control bytes and backslashes in texts are written as \n,
 * \\ and \xHH.
 *
 * A game whose rules are a program (rules/process/rules-process.h) has the question and the answer
 * for the position it starts from, each move of its opening, each move, and each seat that leaves
 * while the others play on. They stand before the line of the move or the seat. The question
 * is "start", "read" (the opening is a position), "play MOVE" or "forfeit SEAT" (of more than two
 * seats). The answer is a position block, whose lines end with \n.
 *
 * A record that must be readable without its tournament has the setup and the players after its
 * first line (history.h):
 *
 *	program COMMAND                           of rules that are a program
 *	digest SHA256                             of that program and its files, if known
 *	describe LINE                             what it says of itself, a line each
 *	rules GAME SEATS                          GAME: process, after these lines
 *	param KEY VALUE                           each of the game's parameters
 *	start POSITION                            without it: the usual start
 *	player SEAT NAME
 */
#ifndef REFEREE_GAME_RECORD_H
#define REFEREE_GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/line-fields.h"

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

enum { MOVE_NUMBERS = 6, RECORD_LINE = 24576 };

/* A number that is not known. */
#define RECORD_UNSAID LINE_FIELDS_UNKNOWN

/* The measures of a move in microseconds, and the bot's own statements about it. RECORD_UNSAID:
 * unknown. */
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

/* A line; its kind selects the member of the union. Times are microseconds, moments UTC
 * milliseconds. */
struct record {
	enum record_kind kind;
	int seat; /* from 1; for kinds with a seat */
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
