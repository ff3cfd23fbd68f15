/*
 * live-event.h - the live stream: lines about tournaments and games in play. The daemon sends
 * them to the web process and to each `referee watch`.
 *
 * A line about a game begins with the game's number. This is the lowest number that is free when
 * the game begins; it stays taken until the game is stored or aborted. For each game the daemon
 * first sends a header,
 *
 *	N live TOURNAMENT PAIRING SEED PUBLIC NAME
 *	                            the tournament's number and name; PUBLIC 1: everyone may read
 *	                            the whole reason of a verdict
 *	N limits SEAT MOVETIME TIME MOVES INCREMENT BANK CLOCK REMOTE
 *	                            of each seat, as in clock.h, times in microseconds; REMOTE 1:
 *	                            the bot is connected over the network
 *	N opening MOVES             or else the record's line "start"
 *
 * then the lines of its record (record.h): first rules, param, start and player; then game, move,
 * seat and end as they are written; and finally one of
 *
 *	N stored GAME DB            its id in the database at this absolute path
 *	N aborted                   a fault of the referee; the game is played again
 *
 * A subscriber that joins later gets all earlier lines of the games in play, and for each
 *
 *	N ago USEC                  the time since the last of those lines
 *
 * Only `watch` gets
 *
 *	wait                        there is no game to watch yet
 *
 * and only the web process gets
 *
 *	tournament T ROW DONE ALL STATE NAME PATH WHY PAGE WAITED
 *	                            it is new, or has changed. ROW: its id in the database PATH,
 *	                            "-" before it has one; ALL "-": not known; STATE: one of
 *	                            live_event_states; WHY: why it failed, waits or left games out;
 *	                            PAGE: the permanent address of its pages, "-": T; WAITED: the
 *	                            address before it began
 *	gone T                      it is not served any more
 *	announce TEXT               the operator's announcement; empty: none
 *	strength T WON DRAWN LOST P0 P1 P2 P3 P4 OPENING GAMES FIRST SECOND TEST
 *	                            of a tournament of two bots: results of FIRST's games; pairs
 *	                            worth 0, 1/2, 1, 3/2, 2; pairs decided by the OPENING
 *	                            (result-counts.h); GAMES: maximum of games, "-": no limit;
 *	                            TEST: sprt_write_test()
 *	worker T NUMBER OF SLOTS RUNNING PLAYED SPEED DELAY HEARD NAME STATE
 *	                            worker NUMBER, from 0, of all OF that have been connected; OF 0:
 *	                            none is, and nothing else counts; see worker-status.h
 *	owners T TEXT               of each bot that has an owner, a line "BOT OWNER"; replaces the
 *	                            earlier text
 *	account NUMBER OF NAME OWNER KEY
 *	                            token NUMBER, from 0, of all OF with which an owner may sign in
 *	                            (tokens.h); number OF - 1 ends the list, which replaces the
 *	                            earlier one; OF 0: there is none, and nothing else counts
 *	details T FORMAT BENCHED    its format; the bots that play no more games, blanks between
 *	metric NAME VALUE           web-metrics.h
 *	delays C0 C1 ... C12        counts of moves by the referee's own delay (latency-histogram.h)
 *	process NAME COUNT DESCRIPTORS BYTES
 *	                            the referee's processes of a kind (self-usage.h)
 */
#ifndef REFEREE_WEB_LIVE_EVENT_H
#define REFEREE_WEB_LIVE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/latency-histogram.h"
#include "referee/game/record.h"
#include "referee/rating/result-counts.h"

enum live_event_kind {
	LIVE_EVENT_TOURNAMENT,
	LIVE_EVENT_GONE,
	LIVE_EVENT_ANNOUNCE,
	LIVE_EVENT_STRENGTH,
	LIVE_EVENT_WORKER,
	LIVE_EVENT_OWNERS,
	LIVE_EVENT_ACCOUNT,
	LIVE_EVENT_DETAILS,
	LIVE_EVENT_METRIC,
	LIVE_EVENT_DELAYS,
	LIVE_EVENT_PROCESS,
	LIVE_EVENT_WAIT,

	/* About a game. */
	LIVE_EVENT_HEADER,
	LIVE_EVENT_LIMITS,
	LIVE_EVENT_OPENING,
	LIVE_EVENT_AGO,
	LIVE_EVENT_STORED,
	LIVE_EVENT_ABORTED,
	LIVE_EVENT_RECORD,
	LIVE_EVENT_KINDS
};

enum {
	LIVE_EVENT_STATES = 9,
	LIVE_EVENT_LINE = 1 << 17,     /* bytes of a line, including its LF and a NUL */
	LIVE_EVENT_OWNERS_TEXT = 60000 /* so that it fits, whatever its bytes */
};

/* The value of an unknown number. */
#define LIVE_EVENT_UNKNOWN LINE_FIELDS_UNKNOWN

/* Texts to be written are borrowed; NULL is "". Texts that were read point into the line. */
struct live_event {
	enum live_event_kind kind;
	int64_t game; /* its number; 0: the event is not about a game */
	union {
		struct live_tournament {
			int64_t id, row, done, all;
			const char *state, *name, *path, *why, *page, *waited;
		} tournament;
		int64_t gone; /* a tournament's id */
		const char *announce;
		struct live_strength {
			int64_t tournament, won, drawn, lost, pairs[RESULT_COUNTS_PAIRS],
				by_opening;
			int64_t games;
			const char *bot, *opponent, *test;
		} strength;
		struct live_worker {
			int64_t tournament, number, of;
			int64_t slots, running, played, speed, delay, heard;
			const char *name, *state;
		} worker;
		struct live_owners {
			int64_t tournament;
			const char *text; /* less than LIVE_EVENT_OWNERS_TEXT bytes */
		} owners;
		struct live_account {
			int64_t number, of;
			const char *name, *owner, *key;
		} account;
		struct live_details {
			int64_t tournament;
			const char *format, *benched;
		} details;
		struct {
			const char *name;
			int64_t value;
		} metric;
		struct latency_histogram delays; /* read without its sum */
		struct live_process {
			const char *name;
			int64_t count, descriptors, bytes;
		} process;
		struct live_header {
			int64_t tournament, public;
			uint64_t pairing, seed;
			const char *name;
		} header;
		struct live_limits {
			int seat;
			int64_t movetime, time, moves, increment, bank, remote;
			const char *clock;
		} limits;
		const char *opening;
		int64_t ago;
		struct {
			int64_t game;
			const char *db;
		} stored;
		struct record record;
	};
};

/* "waiting", "running", "draining", "pausing", "paused", "stopping", "done", "stopped", "failed".
 */
extern const char *const live_event_states[LIVE_EVENT_STATES];

/* Writes a line with its LF and a NUL; returns the bytes before the NUL. */
size_t live_event_write(const struct live_event *e, char out[LIVE_EVENT_LINE]);

/* Reads a line (NUL-terminated, without its LF) and splits it in place. False: it is malformed. */
bool live_event_read(struct live_event *e, char *line);

#endif
