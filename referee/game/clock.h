/*
 * clock.h - what a bot may use for a move, and one seat's clock. Pure: the time is an argument.
 *
 * One absolute deadline a move, set when the position is sent; nothing that arrives moves it. Which
 * time counts is the tournament's choice:
 *
 *	wall  all of it, whatever the machine did meanwhile
 *	fair  the same, less what the bot waited for a processor that others had; never less than
 *	      the processor time it used, so that one thread's waiting for another is no gift.
 *	      Sleep is charged
 *	cpu   the processor time of all its processes and threads. Sleep is not charged
 *
 * With fair and cpu an answer may so come later than the limit says, but never later than
 * CLOCK_STRETCH times limit and margin together (or CLOCK_STRETCH_MIN, when that is more): who
 * has not answered then has lost, whatever else was going on. A move without a limit on time is
 * always charged wall.
 */
#ifndef REFEREE_GAME_CLOCK_H
#define REFEREE_GAME_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/base/time.h"

enum clock_kind { CLOCK_WALL, CLOCK_FAIR, CLOCK_CPU, CLOCK_KINDS };

/* By enum clock_kind, as the settings write them. */
extern const char *const clock_kind_names[CLOCK_KINDS];

/* The limits of a game's moves, the same for all its seats. Zero: no such limit. */
struct limits {
	usec movetime;
	usec tc_time;	   /* tc: the time for the game, or for each tc_moves moves */
	int tc_moves;	   /* 0: tc_time is for the whole game */
	usec tc_increment; /* added after each move; with a bank: what each move has */
	usec tc_bank;	   /* for the whole game: what moves took over their tc_increment */
	bool tc_inf;	   /* tc = inf: no time, but CLOCK_PATIENCE; the others are 0 */
	int64_t depth, nodes;
	usec margin; /* how much later than its time an answer may come */
	enum clock_kind clock;
};

/* What a bot without a limit on time may use for one move, so that a silent one still ends: with
 * depth or nodes alone, or tc = inf. */
#define CLOCK_PATIENCE (60 * SECOND)

enum { CLOCK_STRETCH = 10 };
#define CLOCK_STRETCH_MIN (1 * SECOND)

/* What a move has cost so far. */
struct spent {
	usec wall;
	usec cpu;  /* of a processor; -1: not known, and then the wall's time is charged */
	usec wait; /* for a processor; -1: not known */
};

struct clock {
	const struct limits *limits; /* borrowed */
	usec left;		     /* of a tc, or of its bank */
	int moves_left;		     /* until tc_time is added again; 0: never */
	usec started;		     /* of the running move, ... */
	usec allowed;		     /* ... and what it may be charged, without the margin */
};

/*
 * "TIME", "TIME+INCREMENT", "MOVES/TIME+INCREMENT" as in "40/60+0.6", "0+TIME bank TIME": so much
 * for each move, and what is over comes out of the bank; or "inf": no time. Each time is in
 * seconds, or as in 1:30 or 1:05:00. False: not like this, with a line in why.
 */
bool limits_read_tc(struct limits *l, const char *text, char *why, size_t room);

/* Kinds of limits that a bot can have of its own: each then replaces what holds for all bots. */
enum { LIMITS_TIME = 1 /* movetime, tc */, LIMITS_WORK = 2 /* depth, nodes */, LIMITS_MARGIN = 4 };
void limits_replace(struct limits *l, const struct limits *own, unsigned kinds);

/* Gives l the tc of other limits: its clock, tc = inf, or none. */
void limits_take_tc(struct limits *l, const struct limits *tc);

/* For which moves has it to be known what the bot waited, and what it used? CLOCK_LATE: for those
 * that are late by the wall's clock; what is left of the others is carried over to no move. */
enum clock_need { CLOCK_NONE, CLOCK_LATE, CLOCK_ALL };
enum clock_need limits_need(const struct limits *l);

/* Are there clocks, rather than a time for each move or none at all? */
bool limits_have_tc(const struct limits *l);

void clock_init(struct clock *c, const struct limits *limits);

/* The move's position is being sent now. */
void clock_start(struct clock *c, usec now);

/* What is to be charged of it. */
usec clock_charge(const struct clock *c, const struct spent *s);

/* Is so long after the question late by the wall's clock? */
bool clock_late(const struct clock *c, usec wall);

/* Is it too late for an answer that cost this? True from the first microsecond after the limit and
 * the margin. */
bool clock_fell(const struct clock *c, const struct spent *s);

/* The last moment at which an answer may be in time, after this was spent, if all from here on is
 * charged. By the wall's clock it is the same moment whenever it is asked. */
usec clock_deadline(const struct clock *c, const struct spent *s);

/* The last moment at which an answer may be in time at all. */
usec clock_end(const struct clock *c);

/* What a bot may be told that it has for its next move: of a tc. */
usec clock_offer(const struct clock *c);

/* What the next move may take, without the margin, whatever limits it: CLOCK_PATIENCE where no
 * limit on time does. */
usec clock_next(const struct clock *c);

/* The evidence of a loss on time, for the results: "took 31.2 ms of 25.0 ms (+5.0 ms margin): 10.1
 * ms on a processor, 19.8 ms waiting for one", or "no answer after ..." */
void clock_tell(
	const struct clock *c, const struct spent *s, bool answered, char *text, size_t room);

/* The answer came in time: charges it, and gives what the tc gives for it. */
void clock_stop(struct clock *c, const struct spent *s);

#endif
