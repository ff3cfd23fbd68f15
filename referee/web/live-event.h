/*
 * live-event.h - the live stream: lines about tournaments and games in play. The daemon sends
 * them to the web process and to each `referee watch`.
 *
 * live_game_table has the lines about a game, which begin with the game's number; its record's lines
 * are those of record.h. live_state_table has all others.
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

extern const struct line_table live_state_table, live_game_table;

/* "waiting", "running", "draining", "pausing", "paused", "stopping", "done", "stopped", "failed".
 */
extern const char *const live_event_states[LIVE_EVENT_STATES];

/* Writes a line with its LF and a NUL; returns the bytes before the NUL. */
size_t live_event_write(const struct live_event *e, char out[LIVE_EVENT_LINE]);

/* Reads a line (NUL-terminated, without its LF) and splits it in place. False: it is malformed. */
bool live_event_read(struct live_event *e, char *line);

#endif
