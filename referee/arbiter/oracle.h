/*
 * oracle.h - what a position is worth, asked of `referee-solve oracle`, which is found where a bare
 * `referee-bot` is.
 *
 * Work is limited in nodes alone, so that an answer does not depend on the machine: in one game the
 * same questions in the same order have the same answers. An oracle that dies or is silent is
 * started once more and asked again; after that, and until the next game, nothing is known.
 */
#ifndef REFEREE_ARBITER_ORACLE_H
#define REFEREE_ARBITER_ORACLE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

/* Where it judges games under way: positions to look at, at most, for each. */
enum { ORACLE_JUDGES = 200000 };

struct oracle;

/* What it said of a position. Values are for the seat to move, in the game's own terms: above 0 it
 * wins, 0 is a draw. */
struct oracle_answer {
	bool known;
	int64_t value;
};

/* Called once for each oracle_ask(). */
typedef void oracle_done(void *arg, const struct oracle_answer *answer);

/* Nothing runs before the first question. nodes: positions to look at, at most, for each value. */
struct oracle *oracle_create(int64_t nodes);
void oracle_free(struct oracle *o); /* NULL may be freed */

/* The questions that follow are of this game; the setup is borrowed until the next. */
void oracle_game(struct oracle *o, const struct setup *setup, uint64_t seed);

/* Is there a solver for this game? False, with a line in why, also when it cannot be asked. */
bool oracle_solves(struct oracle *o, char *why, size_t room);

/* Asks for the value of a position: after moves (parted by blanks) from fen, or from the start when
 * fen is "". Waits for it. */
struct oracle_answer oracle_value(struct oracle *o, const char *fen, const char *moves);

/* The same without waiting: done() is called from the loop of base, which stays the same for every
 * call, unless oracle_drop() comes first. One question at a time. */
void oracle_ask(struct oracle *o, struct event_base *base, const char *fen, const char *moves,
	oracle_done *done, void *arg);

/* The answer that a line of the process is, if it is one; known only when it is a value. False: the
 * process must not say that. */
bool oracle_read(const char *line, struct oracle_answer *answer);

/* Is its process lost, so that what is unknown might be known? Until the next game. */
bool oracle_failed(const struct oracle *o);

/* Nobody wants the answer any more. */
void oracle_drop(struct oracle *o);

#endif
