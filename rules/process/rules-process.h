/*
 * rules-process.h - rules that a program outside answers: docs/rules-protocol.md.
 *
 * rules_process_open() starts a program and returns rules like those of a game in C. Each function
 * of struct rules looks into a cache of answers; what is not there the program is asked, within a
 * deadline that no byte moves. Nothing that the program answers is trusted beyond the bounds of the
 * protocol: see answer.h.
 *
 * A program that hangs, ends, floods, or contradicts itself puts the rules at fault. From then on
 * every function returns a harmless value: each position is over, without moves, all scores 0. So a
 * caller looks at rules_process_fault() before a result counts. rules_process_restart() starts the
 * program afresh.
 *
 * A position holds its text, so it stays valid whatever happens to the program. A setup belongs to
 * the rules that made it. One thread only. The caller ignores SIGPIPE.
 *
 * Three ways to use it:
 *   - at once: call the functions of struct rules. They wait for the program.
 *   - beside running clocks: rules_process_want() asks and does not wait. Add the descriptors to
 * the event loop, call rules_process_read() when one is readable or the deadline is over, then want
 *     again. When it says READY, the functions of struct rules have the answer without waiting.
 *   - offline: rules without a program, which know what rules_process_restore() told them. Every
 * other question is a fault.
 */
#ifndef RULES_PROCESS_RULES_PROCESS_H
#define RULES_PROCESS_RULES_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "rules/rules.h"

/* The scheme of a game that is a program: "process:python3 othello.py". */
#define RULES_PROCESS_SCHEME "process:"

enum {
	RULES_PROCESS_PROTOCOL = 1,	    /* version of the lines, docs/rules-protocol.md */
	RULES_PROCESS_LINE = 65536,	    /* longest line of an answer, its LF included */
	RULES_PROCESS_ANSWER = 131072,	    /* longest answer in bytes */
	RULES_PROCESS_BLOCK = 73728,	    /* room for a position block as text */
	RULES_PROCESS_MEMORY = 64 << 20,    /* bytes of cached answers if the options say 0 */
	RULES_PROCESS_LIMIT = 10 * 1000000, /* microseconds for an answer if the terms say 0 */
	RULES_PROCESS_DESCRIPTORS = 2,
	RULES_PROCESS_PLIES = 2000, /* after which a tournament ends a game, if it says nothing */
};

/* How the program is started and ended. The caller owns what arg points to; all is borrowed until
 * rules_process_close(). */
struct rules_process_calls {
	/* Starts the program. in: our end of its stdin; out: of its stdout; errors: of its stderr,
	 * -1 if it goes elsewhere. None of them blocks. False: a sentence in err. */
	bool (*start)(void *arg, int *in, int *out, int *errors, struct error *err);
	/* Ends the program with all its children and closes the descriptors. ended: its output has
	 * ended, so how gets the way in which it ended by itself, as in "exit status 1", or "". */
	void (*stop)(void *arg, bool ended, char *how, size_t room);
	void *arg;
};

struct rules_process_options {
	const char *command; /* for messages; borrowed until rules_process_close() */
	int64_t start_limit; /* microseconds until the description is read; 0: the usual limit */
	int64_t limit;	     /* microseconds for every other answer; 0: the usual limit */
	size_t memory;	     /* bytes of cached answers; 0: the usual number */
	bool lazy;	     /* prepare() asks nothing: for RULES_SETUP with rules_process_want() */
};

/* Starts the program and reads its description. The rules' name is the program's `id name`. NULL: a
 * sentence in err, and nothing is left to clean up. */
const struct rules *rules_process_open(const struct rules_process_options *options,
	const struct rules_process_calls *calls, struct error *err);

/* Rules of a further program of the same command, which is to describe the game as that of like
 * does. It is not started: the first question does that. NULL: a sentence in err. */
const struct rules *rules_process_open_further(const struct rules *like,
	const struct rules_process_options *options, const struct rules_process_calls *calls,
	struct error *err);

/* Rules without a program. description: what rules_process_description() returned. They know what
 * rules_process_restore() tells them. NULL: the text is no description; a sentence in err. */
const struct rules *rules_process_offline(
	const char *description, size_t memory, struct error *err);

/* Ends the program and frees the rules. Freeing NULL is allowed. */
void rules_process_close(const struct rules *rules);

/* Are these rules made by rules_process_open() or rules_process_offline()? All functions below take
 * such rules only. */
bool rules_is_process(const struct rules *rules);

/* Does the text name a game that is a program? Then its command is returned, else NULL. */
const char *rules_process_command(const char *game);

/* The description of the game, as lines that rules_process_offline() reads. */
const char *rules_process_description(const struct rules *rules);

/* The version that the program gave; "" for none. */
const char *rules_process_version(const struct rules *rules);

/* Why the rules are at fault, in one sentence that names the command and the question; NULL: they
 * are not. */
const char *rules_process_fault(const struct rules *rules);

/* The last lines that the program wrote to its stderr, "" for none. It may hold any bytes but NUL.
 */
const char *rules_process_errors(const struct rules *rules);

/* Starts the program afresh and forgets the fault and the cache. Its description must be the one
 * from before. False: the rules are at fault, and err has the same sentence. */
bool rules_process_restart(const struct rules *rules, struct error *err);

/* Ends the program and forgets the fault and the cache, without waiting: the next question starts
 * it, and its description must be the one from before. */
void rules_process_renew(const struct rules *rules);

/* Ends the program until the next question, which starts it again. */
void rules_process_pause(const struct rules *rules);

/* --- beside running clocks ------------------------------------------------------------------- */

enum rules_question {
	RULES_SETUP,	/* the start position; no p, no text */
	RULES_POSITION, /* what is known of p; or, with a text, the position of that text; no p */
	RULES_PLAY,	/* the position after the move text in p */
	RULES_FORFEIT,	/* the position after the seat text ("2") gave up in p */
	RULES_BOARD,	/* the board of p */
	RULES_EVALUATE, /* the evaluation of p */
};

enum rules_process_state {
	RULES_PROCESS_READY,   /* the functions of struct rules have the answer */
	RULES_PROCESS_PENDING, /* the program was asked, or still answers something else */
	RULES_PROCESS_FAULT,
};

/* Asks what is not known yet, without waiting. */
enum rules_process_state rules_process_want(const struct setup *s, enum rules_question question,
	const struct position *p, const char *text);

/* Takes what the program has written, without waiting, and looks at the deadline. */
void rules_process_read(const struct rules *rules);

/* When the answer is due, in microseconds of CLOCK_MONOTONIC; 0: nothing is asked. */
int64_t rules_process_deadline(const struct rules *rules);

/* Writes the descriptors to watch for reading; returns how many, 0 while no program runs. They
 * change when the program is started. */
int rules_process_descriptors(const struct rules *rules, int fds[RULES_PROCESS_DESCRIPTORS]);

/* --- blocks: the facts about a position ----------------------------------------------------- */

/* Writes the position block of p as lines, `position TEXT` first, each ended by LF. False: the
 * rules are at fault. */
bool rules_process_block(
	const struct setup *s, const struct position *p, char text[RULES_PROCESS_BLOCK]);

/* Tells rules what a program answered earlier: the block, and that it comes from move word in
 * before, or from the forfeit of a seat (word "2", forfeit true); before NULL: that it is the
 * start. Sets *p to its position, if p is not NULL. False: no such block, or it contradicts one
 * that is known; a sentence in err. */
bool rules_process_restore(const struct setup *s, const struct position *before, const char *word,
	bool forfeit, const char *block, struct position *p, struct error *err);

/* --- evaluation and figures ------------------------------------------------------------------ */

/* Can the program draw boards? Without that, the board of a position is its text. */
bool rules_process_draws(const struct rules *rules);

/* Can the program evaluate positions? */
bool rules_process_evaluates(const struct rules *rules);

/* The program's evaluation of p, which is not over: a number for each seat, which add up to 0.
 * All 0 if the rules are at fault. */
void rules_process_evaluate(
	const struct setup *s, const struct position *p, int64_t values[SEATS_MAX]);

/* Asks a question as it stands, for tests of programs: one that is to be refused. Sets *refused if
 * the answer was an error. False: the rules are at fault. */
bool rules_process_probe(const struct setup *s, const char *question, bool *refused);

/* Counts since rules_process_open(). */
struct rules_process_counts {
	int64_t questions; /* asked the program */
	int64_t known;	   /* answered from the cache */
	int64_t waited;	   /* microseconds from question to answer, of all questions */
};
struct rules_process_counts rules_process_counts(const struct rules *rules);

#endif
