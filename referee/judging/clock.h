/*
 * clock.h - what a bot may use for a move, and one seat's clock. Pure: the time is an argument.
 *
 * One absolute deadline a move, set when the position is sent; nothing that arrives moves it.
 */
#ifndef REFEREE_JUDGING_CLOCK_H
#define REFEREE_JUDGING_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/ground/time.h"

/* The limits of a game's moves, the same for all its seats. Zero: no such limit. */
struct limits {
	usec per_move;
	usec tc_time;	   /* tc: the time for the game, or for each tc_moves moves */
	int tc_moves;	   /* 0: tc_time is for the whole game */
	usec tc_increment; /* added after each move */
	int64_t depth, nodes;
	usec margin; /* how much later than its time an answer may come */
};

/* What a bot that is limited by depth or nodes alone may use for one move, so that a silent one
 * still ends. */
#define CLOCK_PATIENCE (60 * SECOND)

struct clock {
	const struct limits *limits; /* borrowed */
	usec left;		     /* of a tc */
	int moves_left;		     /* until tc_time is added again; 0: never */
	usec started, deadline;	     /* of the running move */
};

/* "SECONDS", "SECONDS+INCREMENT", "MOVES/SECONDS+INCREMENT": "40/60+0.6". False: not like this. */
bool limits_read_tc(struct limits *l, const char *text);

void clock_init(struct clock *c, const struct limits *limits);

/* The move's position is being sent now. */
void clock_start(struct clock *c, usec now);

/* Is it too late for an answer? True from the first microsecond after deadline and margin. */
bool clock_fell(const struct clock *c, usec now);

/* The answer came at now, in time: charges it, and gives what the tc gives for it. */
void clock_stop(struct clock *c, usec now);

#endif
