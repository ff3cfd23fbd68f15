/*
 * bot-check.h - the check of one bot, step by step: it is asked for everything that a tournament
 * asks for. The same code as in tournaments does it (bot.h, game.h). Each step gets a result.
 */
#ifndef REFEREE_CHECK_BOT_CHECK_H
#define REFEREE_CHECK_BOT_CHECK_H

#include <stdint.h>

#include "referee/process/process.h"
#include "base/time.h"
#include "referee/bot/arbiter-config.h"
#include "referee/check/bot-speed.h"
#include "protocol/verdict.h"

/* --- the result of one step ------------------------------------------------------------------ */

enum { STEP_RESULT_TEXT = 1024, STEP_RESULT_MORE = 8192 };

enum step_result_verdict {
	STEP_RESULT_OK,
	STEP_RESULT_WARNING,
	STEP_RESULT_FAILED,
	STEP_RESULT_SKIPPED
};

struct step_result {
	const char *step;
	enum step_result_verdict verdict;
	usec took;
	/* Of a failed step: the verdict that a tournament's game would give, and its detail. OK:
	 * none. */
	enum verdict fault;
	char detail[STEP_RESULT_TEXT];
	char text[STEP_RESULT_TEXT]; /* one line; it may quote the bot, so escape it */
	char more[STEP_RESULT_MORE]; /* further lines: a board, the bot's stderr */
};

/* Sets the verdict and, printf-like, the text. */
void step_result_set(struct step_result *result, enum step_result_verdict verdict, const char *text,
	...) __attribute__((format(printf, 3, 4)));

/* The step has failed with a tournament's verdict and its detail. The detail is the text too until
 * more is known. */
void step_result_rule(struct step_result *result, enum verdict fault, const char *detail);

/* Adds advice for the author to the detail of the verdict. */
void step_result_detail(struct step_result *result, const char *advice);

/* Replaces the text, printf-like, with advice for the author. */
void step_result_advise(struct step_result *result, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds to the further lines, as far as there is room. */
void step_result_add(struct step_result *result, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

/* --- the check ------------------------------------------------------------------------------- */

/* The start of a game, and the bot's seat in it. */
struct question {
	const char *fen, *moves; /* as for game_begin() (game.h): borrowed */
	int seat;		 /* of the bot; if one move is asked, this seat is to move */
	uint64_t seed;		 /* of the game */
	usec left[SEATS_MAX];	 /* on the clocks, by seat - 1; 0: the full time */
};

/* The questions of a check. All pointers are borrowed. */
struct bot_check_options {
	const struct question
		*games; /* whole games, at least one, with the bot in each seat that it can have */
	int games_count;
	const struct question *openings; /* one move is asked in each */
	int openings_count;
	uint64_t seed;		/* of the random moves of the other seats */
	const char *every_seat; /* the format, if it puts each bot into each seat; else NULL */
	bool quick;		/* no whole games, and no "stop" */
	bool no_stop;		/* "stop", which a tournament never sends, is not tried */
	/* Gets the name of each step that begins, with the arg of report(); NULL: not wanted. */
	void (*begins)(void *arg, const char *step);
	volatile bool
		*idle; /* set each second: does the bot use no processor time; NULL: not wanted */
	struct bot_speed *speed; /* gets the speed of its answers; NULL: not wanted */
	usec think;		 /* before "stop"; 0: 100 ms */
	usec patience;		 /* for an answer to "stop" or to a probe; 0: 1 s */
};

enum bot_check_result {
	BOT_CHECK_GOOD,	  /* warnings do not count */
	BOT_CHECK_FAULTS, /* a step failed */
	BOT_CHECK_NO_BOT, /* the bot cannot be started */
	BOT_CHECK_BROKEN, /* the check could not continue: a fault of the referee */
};

/* A game with a time per move ends after this time. */
#define BOT_CHECK_GAME (30 * SECOND)

/* Checks bot number bot of the configuration; report() gets every step in order. It waits for the
 * bot at most as long as the configured limits, plus some seconds for the diagnosis. */
enum bot_check_result bot_check_run(const struct arbiter_config *config, int bot,
	const struct bot_check_options *options,
	void (*report)(void *arg, const struct step_result *result), void *arg);

/* The same for one move: starts the bot, makes it ready and asks the question, which must be valid
 * by the rules. */
enum bot_check_result bot_check_ask(const struct arbiter_config *config, int bot,
	const struct question *q, void (*report)(void *arg, const struct step_result *result),
	void *arg);

/* The process that checks one bot for the command that starts it. */
struct check_process {
	void (*work)(void *arg, int number); /* checks bot number and prints the results */
	void *arg;
	bool to_parent; /* true: its stdout goes to the process that started it; false: it keeps
		       that process's stdout */
	int place;	/* the processor it runs on, as for an arbiter (process_pin()) */
};

/* arg: a struct check_process. */
extern const struct process_kind check_process;

#endif
