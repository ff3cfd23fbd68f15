/*
 * clock.h - the clock of one seat, and the limits of a bot's moves. Pure: the time is an argument.
 *
 * Each move has one absolute deadline, set when the position is sent. No input from the bot changes
 * it. The tournament chooses which time is charged:
 *
 *	wall  all of it, whatever else the machine did
 *	fair  wall time less the bot's wait for a processor that other programs used. It is never
 *	      less than the processor time used, so one thread's wait for another is charged. Sleep
 *	      is charged
 *	cpu   the processor time of all its processes and threads. Sleep is not charged
 *
 * So with fair and cpu an answer may come later than the limit. It may never come later than
 * CLOCK_STRETCH times limit and margin together (or CLOCK_STRETCH_MIN, if that is more): a bot
 * without an answer then has lost, whatever the load. A move without a limit on time is always
 * charged wall.
 */
#ifndef REFEREE_GAME_CLOCK_H
#define REFEREE_GAME_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/time.h"

enum clock_kind { CLOCK_WALL, CLOCK_FAIR, CLOCK_CPU, CLOCK_KINDS };

/* The words of the settings, by enum clock_kind. */
extern const char *const clock_kind_names[CLOCK_KINDS];

/* The limits of a game's moves, for all seats. Zero: no such limit. */
struct limits {
	usec movetime;
	usec tc_time;	   /* tc: the time for the game, or for each tc_moves moves */
	int tc_moves;	   /* 0: tc_time is for the whole game */
	usec tc_increment; /* added after each move; with a bank: the time of each move */
	usec tc_bank;	   /* for the whole game: pays for time above tc_increment */
	bool tc_inf;	   /* tc = inf: no time limit but CLOCK_PATIENCE; the others are 0 */
	int64_t depth, nodes;
	usec margin; /* how much too late an answer may come */
	enum clock_kind clock;
};

/* Time for one move of a bot without a time limit (depth or nodes alone, or tc = inf), so that a
 * silent bot ends too. */
#define CLOCK_PATIENCE (60 * SECOND)

enum { CLOCK_STRETCH = 10 };
#define CLOCK_STRETCH_MIN (1 * SECOND)

/* The cost of a move so far. */
struct spent {
	usec wall;
	usec cpu;  /* of a processor; UNKNOWN: wall time is charged */
	usec wait; /* for a processor; may be UNKNOWN */
};

struct clock {
	const struct limits *limits; /* borrowed */
	usec left;		     /* time left of a tc, or of its bank */
	int moves_left;		     /* moves until tc_time is added again; 0: never */
	usec started;		     /* start of the running move, ... */
	usec allowed;		     /* ... and the time it may be charged, without the margin */
};

/*
 * Reads "TIME", "TIME+INCREMENT", "MOVES/TIME+INCREMENT" as in "40/60+0.6", "inf" for no time, or
 * "0+TIME bank TIME": a time for each move, and a bank that pays for time above it. Each time is in
 * seconds, or as in 1:30 or 1:05:00. False: not in this form, with a line in err.
 */
bool limits_read_tc(struct limits *l, const char *text, struct error *err);

/* The kinds of limits that a bot can have of its own. limits_replace() puts them in the place of
 * the limits for all bots. */
enum { LIMITS_TIME = 1 /* movetime, tc */, LIMITS_WORK = 2 /* depth, nodes */, LIMITS_MARGIN = 4 };
void limits_replace(struct limits *l, const struct limits *own, unsigned kinds);

/* Gives l the tc of other limits: its clock, tc = inf, or none. */
void limits_copy_tc(struct limits *l, const struct limits *tc);

/* For which moves do the limits need the bot's wait and processor time? CLOCK_LATE: for moves that
 * are late by the wall clock; the other moves carry no time over to later ones. */
enum clock_need { CLOCK_NONE, CLOCK_LATE, CLOCK_ALL };
enum clock_need limits_need(const struct limits *l);

/* Writes the limit on the time of a move for people: "60+0.6", "1 s a move"; nothing without one.
 */
void limits_write_time(FILE *out, const struct limits *l);

/* Do the limits have clocks, instead of a time per move or no time limit? */
bool limits_have_tc(const struct limits *l);

/* Gives a seat its full time. The limits are borrowed. */
void clock_init(struct clock *c, const struct limits *limits);

/* Starts a move: its position is being sent now. */
void clock_start(struct clock *c, usec now);

/* The time to charge for this cost. */
usec clock_charge(const struct clock *c, const struct spent *s);

/* Is an answer this long after the question late by the wall clock? */
bool clock_late(const struct clock *c, usec wall);

/* Is an answer with this cost too late? True from the first microsecond after the limit and the
 * margin. */
bool clock_fell(const struct clock *c, const struct spent *s);

/* Was this loss due to waiting for a processor alone? Without the wait the answer would have been
 * in time: by the wall clock, or by the most wall time that the other clocks allow. */
bool clock_fell_waiting(const struct clock *c, const struct spent *s);

/* The last moment at which an answer may be in time after this cost, if all later time is charged.
 * With clock wall it is always the same moment. */
usec clock_deadline(const struct clock *c, const struct spent *s);

/* The last moment at which any answer may be in time. */
usec clock_end(const struct clock *c);

/* Is the time over at now, without an answer? pending: a wait for a processor that may not be known
 * yet, which is not charged. False: *again is the next moment at which it may be over. */
bool clock_over(
	const struct clock *c, const struct spent *s, usec pending, usec now, usec *recheck_at);

/* The time that a bot may be told for its next move, of a tc. */
usec clock_offer(const struct clock *c);

/* The time allowed for the next move, without the margin, by any limit; CLOCK_PATIENCE without a
 * limit on time. */
usec clock_next(const struct clock *c);

/* Explains a loss on time for the results: "took 31.2 ms of 25.0 ms (+5.0 ms margin): 10.1 ms on a
 * processor, 19.8 ms waiting for one", or "no answer after ..." */
void clock_explain(
	const struct clock *c, const struct spent *s, bool answered, char *text, size_t room);

/* The answer came in time: charges it, and adds the time that the tc gives for a move. */
void clock_stop(struct clock *c, const struct spent *s);

/* --- losses on time that were due to waiting for a processor ---------------------------------- */

enum { TIME_LOSS_TEXT = 400 };

/* Zeroes: no losses. */
struct time_loss {
	long losses; /* on time */
	long waited; /* of those: losses that would have been in time without the wait */
};

/* Adds a loss on time. limit: the bot's time without the margin; wait -1: unknown. */
void time_loss_add(struct time_loss *loss, usec limit, usec margin, const struct spent *spent);

/* Was waiting the cause of most losses? Then text is a sentence that says so and gives advice. */
bool time_loss_explain(
	const struct time_loss *loss, enum clock_kind clock, char text[TIME_LOSS_TEXT]);

#endif
