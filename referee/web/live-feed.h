/*
 * live-feed.h - what the main process tells the web process: lines, written as things happen and
 *read back. The web process has the rules and the databases (read-only); what stands here is what
 * neither of them says.
 *
 * A line is a word and its fields, parted by one blank; T is the number that the main process gave
 * the tournament (as its pages are addressed; two databases may number theirs alike), P a game's
 * pairing. "-" is a number that nobody said, or an empty text.
 *
 *	tournament T ROW DONE ALL STATE NAME PATH WHY ID WAITED   it is there, or has changed. ROW:
 *its id in the database PATH, "-" before it has one; ALL "-": not known; STATE: one of
 *live_feed_states; WHY: what it failed by or waits for, and why games were not played ID: what its
 *pages are called for ever, "-": as T; WAITED: what they were called before it began gone T it is
 *not served any more figure WORD COUNT     a number of the main process (metrics.h) delays C0 C1
 *... C12 how many moves had which delay of ours so far (latency-histogram.h) process NAME COUNT
 *DESCRIPTORS BYTES its processes of a kind, itself included (self-usage.h) game T P STARTED_MS
 *SEATS SEED RULES START OPENING a game that begins; SEED: what is not given of it is drawn from;
 *START: a position, "-" the rules' own; OPENING: moves from there, parted by blanks param T P KEY
 *VALUE   of it player T P SEAT NAME REMOTE   of it; REMOTE 1: over the network begun T P all of it
 *is told: the first bot is asked move T P SEAT MOVE WALL CPU WAIT DEPTH SCORE NODES   as record.h
 *has them leave T P SEAT VERDICT DETAIL   a seat that failed; the others may play on end T P GAME
 *RESULT REASON   GAME: its id in the database, where it can be read by now; "-": it was void.
 *RESULT: 1-0, or ranks strength T WON DRAWN LOST P0 P1 P2 P3 P4 OPENING MOST FIRST SECOND TEST   of
 *the bots FIRST and SECOND alone: what came of the games, for FIRST; how many pairs were worth 0,
 *1/2, 1, 3/2, 2, and were decided by the OPENING (result-counts.h); the most games that its TEST
 *may take,
 *"-": any number (sprt_write_test(); "-": it is none)
 *
 * After a start of the web process everything that holds is told anew, games that run with all
 * their moves: it remembers nothing.
 */
#ifndef REFEREE_WEB_LIVE_FEED_H
#define REFEREE_WEB_LIVE_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/base/latency-histogram.h"

enum live_feed_kind {
	LIVE_FEED_TOURNAMENT,
	LIVE_FEED_GONE,
	LIVE_FEED_FIGURE,
	LIVE_FEED_DELAYS,
	LIVE_FEED_PROCESS,
	LIVE_FEED_GAME,
	LIVE_FEED_PARAM,
	LIVE_FEED_PLAYER,
	LIVE_FEED_BEGUN,
	LIVE_FEED_MOVE,
	LIVE_FEED_LEAVE,
	LIVE_FEED_END,
	LIVE_FEED_STRENGTH,
	LIVE_FEED_KINDS
};

enum {
	LIVE_FEED_NUMBERS = LATENCY_HISTOGRAM_BUCKETS,
	LIVE_FEED_TEXTS = 6,
	LIVE_FEED_STATES = 6,
	LIVE_FEED_TEXT = 20000, /* bytes of a text as it is written; what is more is cut */
	LIVE_FEED_LINE = 65536	/* bytes of a line, its LF and a NUL included */
};

/* A number that nobody said, as RECORD_UNSAID. */
#define LIVE_FEED_UNSAID INT64_MIN

struct live_feed {
	enum live_feed_kind kind;
	int64_t tournament; /* T; not of figures, delays and processes */
	uint64_t pairing;   /* P */
	int seat;	    /* from 1 */
	/* tournament: row done all; figure: count; process: count descriptors bytes; game: started
	 * seats seed; player: remote; move: wall cpu wait depth score nodes; end: game; strength:
	 * won drawn lost p0 p1 p2 p3 p4 opening most */
	int64_t number[LIVE_FEED_NUMBERS];
	/* tournament: state name path why id waited; figure: word; process: name; game: rules start
	 * opening; param: key value; player: name; move: move; leave: verdict detail; end: result
	 * reason; strength: first second test. Written: borrowed, NULL is ""; read: in
	 * the line */
	const char *text[LIVE_FEED_TEXTS];
};

/* "waiting", "running", "paused", "done", "stopped", "failed": how a tournament is. */
extern const char *const live_feed_states[LIVE_FEED_STATES];

/* Writes f with its LF and a NUL, returns the bytes before the NUL. room holds LIVE_FEED_LINE.
 * Blanks, control bytes and backslashes in texts are written as \xHH. */
size_t live_feed_write(const struct live_feed *f, char *out, size_t room);

/* Reads a line (NUL-terminated, without its LF, cut up in place). False: it is none. */
bool live_feed_read(struct live_feed *f, char *line);

#endif
