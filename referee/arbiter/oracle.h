/*
 * oracle.h - asks `referee-solve oracle` for the exact value of a position. The program is found in
 * the same place as a bare `referee-bot`.
 *
 * Work is limited in nodes alone, so that an answer does not depend on the machine. In one game the
 * same questions in the same order have the same answers. An oracle that dies or does not answer is
 * started once more and asked again. If that fails, no value is known until the next game.
 */
#ifndef REFEREE_ARBITER_ORACLE_H
#define REFEREE_ARBITER_ORACLE_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "base/error.h"
#include "base/line-table.h"
#include "referee/game/game.h"
#include "rules/rules.h"

/* Node limit per value, when it judges games in play. */
enum { ORACLE_JUDGES = 200000 };

struct oracle;

/* A value of a position is for the seat to move, in the game's own terms: above 0 the seat wins, 0
 * is a draw. UNKNOWN: it is not known. */

/* Called once per oracle_ask(). */
typedef void oracle_done(void *arg, int64_t value);

/* No process runs before the first question. nodes: most positions to visit per value. */
struct oracle *oracle_create(int64_t nodes);
void oracle_free(struct oracle *o); /* NULL may be freed */

/* Sets the game of the next questions. The setup is borrowed until the next call. */
void oracle_game(struct oracle *o, const struct setup *setup, uint64_t seed);

/* Does `referee-solve` know games such as these, as far as the rules say it? NULL: no rules. */
bool oracle_knows(const struct rules *rules, int seats);

/* Is there a solver for this game? False: no, or the oracle cannot be asked; err has a line. */
bool oracle_solves(struct oracle *o, struct error *err);

/* Asks for the value of a position and waits for it. The position is reached by moves (separated by
 * blanks) from fen, or from the start when fen is "". */
int64_t oracle_value(struct oracle *o, const char *fen, const char *moves);

/* The same without waiting: the loop of base calls done(), unless oracle_drop() comes first. base
 * must be the same in every call. One question at a time. */
void oracle_ask(struct oracle *o, struct event_base *base, const char *fen, const char *moves,
	oracle_done *done, void *arg);

/* A line that the process answers with. */
struct oracle_line {
	enum oracle_line_kind { ORACLE_VALUE, ORACLE_RESPONSE, ORACLE_ERROR, ORACLE_LINES } kind;
	int64_t value; /* of another kind: UNKNOWN */
	const char *text;
};

extern const struct line_table oracle_table;

/* Parses a line and cuts it up in place. False: the process must not send it. */
bool oracle_read(struct oracle_line *l, char *line);

/* Has its process died, so that an unknown value might be known later? Until the next game. */
bool oracle_failed(const struct oracle *o);

/* Cancels the open question. */
void oracle_drop(struct oracle *o);

/* --- one oracle for many games: each question waits for its turn ------------------------------ */

/* One game in the queue; zeroes, except done and arg. */
struct oracle_client {
	TAILQ_ENTRY(oracle_client) entry;
	oracle_done *done;	 /* called from the loop, once for each question */
	void *arg;		 /* borrowed, as is the next */
	const struct game *game; /* must not change while a question about it is open */
	uint64_t seed;
	bool waiting;
	bool lost; /* the oracle's process died: no further answer in this game */
};

struct oracle_queue {
	struct oracle *oracle;	 /* owned */
	struct event_base *base; /* borrowed */
	TAILQ_HEAD(, oracle_client) clients;
	struct oracle_client *open;  /* the first asker, whose question is open; NULL: none is */
	struct oracle_client *known; /* the asker whose game the oracle has; NULL: none */
};

/* Makes an empty queue; ends its questions and frees it. */
void oracle_queue_init(struct oracle_queue *q, struct event_base *base);
void oracle_queue_clear(struct oracle_queue *q);

/* Starts another game of a. */
void oracle_queue_game(struct oracle_queue *q, struct oracle_client *client,
	const struct game *game, uint64_t seed);

/* Asks for the value of the game's position. */
void oracle_queue_ask(struct oracle_queue *q, struct oracle_client *client);

/* Cancels a's question, if it has one. */
void oracle_queue_drop(struct oracle_queue *q, struct oracle_client *client);

#endif
