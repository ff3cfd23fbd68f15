/*
 * off-turn-monitor.h - one bot's use of the processor: what each move costs, and what it does while
 * others move. Who is noticed to think then is frozen whenever it is not asked, from then on.
 *
 * Three measures, each where its price is small beside what is measured. Moves of less than a
 * millisecond: the processor time of the bot's process. Longer ones: also how long its main thread
 * waited for a processor. The whole box (process-tree-usage.h): for the moves of which the limits
 * need it (clock.h), and for boxes of more than one process, which is seen when one first rests for
 * ten milliseconds.
 *
 * Where only late moves are needed, nobody knows before a move that it will be. So from time to
 * time, before a bot is asked, the whole box is looked at for later: so seldom that a look costs
 * OFF_TURN_MONITOR_SHARE of the time since the one before, and at most once in ten milliseconds.
 * What the box did between that look and the question is known from the cheaper measures, and taken
 * off.
 */
#ifndef REFEREE_BOT_OFF_TURN_MONITOR_H
#define REFEREE_BOT_OFF_TURN_MONITOR_H

#include <stdbool.h>

#include "referee/game/clock.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/process-tree-usage.h"
#include "referee/sandbox/cpu-clock.h"

struct off_turn_monitor {
	struct sandbox
		*box; /* borrowed; NULL: the bot runs elsewhere, and nothing is known of it */
	enum clock_need need;
	bool ponder; /* it may think while others move */
	struct cpu_clock meter;
	struct process_tree_usage census;
	bool whole;		  /* the census counts, for every move */
	usec census_at, stale;	  /* the last look at the whole box, and how old it may get */
	usec seen_cpu, seen_wait; /* what the meter has seen since then */
	usec own, own_at; /* how long we had waited for a processor then: when it was asked, or a
			     moment before */
	usec looked;	  /* the last look at the running move, ... */
	usec pending;	  /* ... and what it may then have waited that nobody knows yet */
	usec rested;	  /* since when it is not asked anything; 0: it is */
	usec idle_cpu; /* since off_turn_monitor_tell(), while it was not asked: what it used, ...
			*/
	usec idle;     /* ... and in how long */
	bool noticed;  /* thinking while others moved, in any game */
	bool frozen;
};

/* Before anything else; then open for each process that starts in the box. What was noticed stays.
 * box NULL: of what follows only off_turn_monitor_spend() does anything; it says cpu and wait -1.
 */
void off_turn_monitor_init(struct off_turn_monitor *w, struct sandbox *box);
void off_turn_monitor_open(struct off_turn_monitor *w, enum clock_need need, bool ponder);
void off_turn_monitor_close(struct off_turn_monitor *w);

/* It is ready for a game, and nothing is asked of it. */
void off_turn_monitor_begin(struct off_turn_monitor *w, usec now);

/* Nothing is asked of it from now on. */
void off_turn_monitor_rest(struct off_turn_monitor *w, usec now);

/* Something is about to be asked: looks at what it did meanwhile, and wakes it. */
void off_turn_monitor_wake(struct off_turn_monitor *w);

/* It is asked for its move at now. After off_turn_monitor_wake(). */
void off_turn_monitor_ask(struct off_turn_monitor *w, usec now);

/* Brings what the move that was asked at asked has cost by now up to date; s is 0 (wait -1) in the
 * beginning. late: by the wall's clock. */
void off_turn_monitor_spend(
	struct off_turn_monitor *w, usec asked, usec now, bool late, struct spent *s);

/* The move that was asked at asked is lost by now: adds to s what processes besides the box's first
 * have used, where they were not looked at so far. Those that were there before count from the
 * last look on. */
void off_turn_monitor_lost(struct off_turn_monitor *w, usec asked, usec now, struct spent *s);

/* A game is over. True: since the last one was, it has been noticed to think while it was not
 * asked, and text says how much. */
bool off_turn_monitor_tell(struct off_turn_monitor *w, char *text, size_t room);

#endif
