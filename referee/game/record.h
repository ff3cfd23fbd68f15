/*
 * record.h - the text of one game, written line by line as it happens, and read back.
 *
 * It is what an arbiter tells the main process. Words are parted by one blank; the last field of
 * a line may hold blanks; "-" is a number that nobody said. A game is the lines
 *
 *	game PAIRING STARTED_MS                   the moment in UTC milliseconds
 *	move SEAT MOVE WALL CPU WAIT DEPTH SCORE NODES   microseconds
 *	wire SEAT TEXT                            one line of the conversation, when it is logged
 *	option SEAT TEXT                          set options that it does not take, a line each
 *	info SEAT SELDEPTH NPS PV                 of the move before, where that is kept
 *	string SEAT TEXT                          the same: its last `info string`
 *	seat SEAT RANK VERDICT DETAIL
 *	evidence SEAT PHASE LIMIT WALL CPU WAIT EXIT     of a bot that failed: in which phase
 *(start, newgame, move), microseconds of it; its exit status, or minus the signal that ended it
 *	asked SEAT TEXT                           the last that it was sent
 *	said SEAT TEXT                            the last that it wrote to stdout since
 *	stderr SEAT TEXT                          the last that any bot wrote to stderr, in pieces
 *	end REASON ENDED_MS FINAL                 FINAL: the position string
 *
 * or, instead of its end, "void PAIRING WHY": our own fault, to be played again. Control bytes and
 * backslashes in texts are written as \n, \\ and \xHH.
 *
 * A record that is to be read without the tournament it belongs to says after its first line what
 * was played, and by whom (history.h):
 *
 *	rules GAME SEATS
 *	param KEY VALUE                           each of the game's parameters
 *	start POSITION                            none: the game's own
 *	player SEAT NAME
 */
#ifndef REFEREE_GAME_RECORD_H
#define REFEREE_GAME_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum record_kind {
	RECORD_GAME,
	RECORD_RULES,
	RECORD_PARAM,
	RECORD_START,
	RECORD_PLAYER,
	RECORD_MOVE,
	RECORD_WIRE,
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

enum { RECORD_NUMBERS = 6, RECORD_LINE = 24576 };

/* A number that nobody said. */
#define RECORD_UNSAID INT64_MIN

struct record {
	enum record_kind kind;
	int seat;	  /* player, move, wire, seat, and what belongs to a seat */
	uint64_t pairing; /* game, void */
	const char *word; /* the game, the parameter, the move, the verdict, the reason */
	/* game: started; rules: seats; move: wall cpu wait depth score nodes; seat: rank; end:
	 * ended; evidence: limit wall cpu wait exit */
	int64_t number[RECORD_NUMBERS];
	const char *text; /* the last field, ... */
	size_t length;	  /* ... which may hold NULs; written, 0: up to its first */
};

/* Writes r with its LF, returns the bytes written; texts that do not fit are cut. room holds at
 * least RECORD_LINE bytes. */
size_t record_write(const struct record *r, char *out, size_t room);

/* Reads a line (NUL-terminated, cut up in place). False: it is none. */
bool record_read(struct record *r, char *line);

#endif
