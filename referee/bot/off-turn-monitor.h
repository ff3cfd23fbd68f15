/*
 * off-turn-monitor.h - measures one bot's use of the processor: the cost of each move, and use
 * while others move. A bot that is seen to think off-turn is frozen from then on whenever it is not
 * asked.
 *
 * There are three measures, each used where it costs little compared with the move. For moves under
 * a millisecond: the processor time of the bot's process. For longer moves: also the time that its
 * main thread waited for a processor. For the whole sandbox (process-tree-usage.h): moves whose
 * limits need it (clock.h), and sandboxes with more than one process. The monitor sees such a
 * sandbox when it first rests for ten milliseconds.
 *
 * If only late moves need the whole sandbox, it is not known before a move that it will be late. So
 * the monitor sometimes measures the whole sandbox just before a question. Such measurements may
 * cost the process one part in OFF_TURN_MONITOR_SHARE of its time, and happen at most once in ten
 * milliseconds for one bot. The cheaper measures tell the use between that measurement and the
 * question, which is subtracted.
 */
#ifndef REFEREE_BOT_OFF_TURN_MONITOR_H
#define REFEREE_BOT_OFF_TURN_MONITOR_H

#include <stdbool.h>

#include "referee/game/clock.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/process-tree-usage.h"
#include "referee/sandbox/cpu-clock.h"

/* The processor time that a bot may use off-turn in one game: OFF_TURN_CPU_FREE to tidy up, or one
 * part in OFF_TURN_CPU_PART of the time, for its run-time system. More than both is noticed. */
#define OFF_TURN_CPU_FREE (20 * MILLISECOND)
enum { OFF_TURN_CPU_PART = 20 };

/* cpu: processor time used off-turn; others: all off-turn time of the game. */
bool off_turn_cpu_noticed(usec cpu, usec others);

/* Writes a line for the results. */
void off_turn_cpu_explain(usec cpu, usec others, char *text, size_t room);

struct off_turn_monitor {
	struct sandbox *sandbox; /* borrowed; NULL: a remote bot, which cannot be measured */
	enum clock_need need;
	bool ponder; /* the bot may think while others move */
	struct cpu_clock cpu;
	struct process_tree_usage usage;
	bool whole; /* the whole sandbox is measured, for every move */
	usec whole_at,
		stale; /* the last measurement of the whole sandbox, and how old it may get */
	usec seen_cpu, seen_wait; /* the CPU clock's reading since then */
	usec own, own_at; /* our own wait for a processor at the question or a moment before, and
			     the time of that measurement */
	usec looked;	  /* the last measurement of the running move, ... */
	usec pending;	  /* ... and the wait it may have had that is not yet known */
	usec rested;	  /* since when no question is open; 0: one is */
	usec idle_cpu;	  /* since off_turn_monitor_report(), off-turn: processor time used, ... */
	usec idle;	  /* ... and the time that passed */
	bool open;	  /* between open and close */
	bool noticed;	  /* it thought while others moved, in any game */
	bool frozen;
};

/* Call init first, then open for each process that starts in the sandbox. Init clears everything;
 * open keeps `noticed`. With sandbox NULL only off_turn_monitor_spend() does anything; it reports
 * cpu and wait as UNKNOWN. */
void off_turn_monitor_init(struct off_turn_monitor *monitor, struct sandbox *sandbox);
void off_turn_monitor_open(struct off_turn_monitor *monitor, enum clock_need need, bool ponder);
void off_turn_monitor_close(struct off_turn_monitor *monitor);

/* The bot is ready for a game; no question is open. */
void off_turn_monitor_begin(struct off_turn_monitor *monitor, usec now);

/* No question is open from now on. */
void off_turn_monitor_rest(struct off_turn_monitor *monitor, usec now);

/* A question follows: measures the use since the last one, and thaws the bot. */
void off_turn_monitor_wake(struct off_turn_monitor *monitor);

/* The bot is asked for a move at now. Call off_turn_monitor_wake() before. */
void off_turn_monitor_ask(struct off_turn_monitor *monitor, usec now);

/* Updates s to the cost of the move from asked to now. s begins with zeroes and wait
 * UNKNOWN. late: by
 * the wall clock. */
void off_turn_monitor_spend(
	struct off_turn_monitor *monitor, usec asked_at, usec now, bool late, struct spent *s);

/* The move asked at asked is lost: adds to s the use of all processes but the sandbox's first, if
 * it was not measured before. Processes that existed before count from the last measurement. */
void off_turn_monitor_lost(
	struct off_turn_monitor *monitor, usec asked_at, usec now, struct spent *s);

/* A game is over. True: the bot was seen to think off-turn since the last call, and text says how
 * much. */
bool off_turn_monitor_report(struct off_turn_monitor *monitor, char *text, size_t room);

#endif
