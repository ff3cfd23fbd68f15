/*
 * solver.h - exact Connect Four on the standard board.
 *
 * A score is 22 less the number of stones that the winner has on the board when the game ends, both
 * sides playing for it: positive when the side to move wins, negative when it loses, 0 for a draw.
 *
 * A solver keeps what it found out between calls. One solver belongs to one thread.
 */
#ifndef BOTS_CONNECT4_SOLVER_H
#define BOTS_CONNECT4_SOLVER_H

#include "bots/connect4/board.h"

enum {
	SOLVER_MEGABYTES = 64, /* twice or four times as much hardly saves a node */
	SOLVER_WORST = -21,    /* no score is below, and none above its negative */
	SOLVER_POLL = 8192,    /* positions visited between two questions whether to stop */
	SOLVER_NO_MOVE = -100  /* the score of a column that is full */
};

struct solver;

/* What was found out about a position. */
struct solver_answer {
	int low, high;	/* bounds of the score; equal unless the solver was stopped */
	int best;	/* a column that reaches low; with low not reached by any yet, any sound
			   one; -1 on a full board */
	uint64_t nodes; /* positions visited for it */
};

/* Makes a solver with a table of at most this many megabytes, less where memory is short. NULL
 * with errno when there is none at all. */
struct solver *solver_create(int megabytes);
void solver_free(struct solver *s);

/* Has the machine give all of the table's memory now, a quarter of a millisecond a megabyte, not
 * when it is first touched in the middle of a search. */
void solver_warm(struct solver *s);

/* Has stop(argument) asked after SOLVER_POLL positions at most: true ends the call with what it
 * knows. NULL: never stops. */
void solver_set_stop(struct solver *s, bool (*stop)(void *argument), void *argument);

/* Forgets all positions, at next to no cost; for measurements. */
void solver_forget(struct solver *s);

/* Positions visited since the solver was made. */
uint64_t solver_nodes(const struct solver *s);

/* The score of a position nobody has won yet, and one best move. */
void solver_solve(struct solver *s, const struct board *b, struct solver_answer *answer);

/* The same where the score is known to lie in low..high: a narrow window costs less. */
void solver_solve_within(
	struct solver *s, const struct board *b, int low, int high, struct solver_answer *answer);

/* All columns that reach the score, which must be exact, as bits 0..6. False when stopped; the
 * columns found so far are in the set. */
bool solver_best_columns(struct solver *s, const struct board *b, int score, unsigned *columns);

/* The column that reaches the score, which must be exact, and is nearest the centre: left of two
 * as near. The same one whatever the solver knew before. -1 when stopped. */
int solver_central_column(struct solver *s, const struct board *b, int score);

/* The score of every column for the side to move, SOLVER_NO_MOVE where full. False when stopped;
 * the columns not finished then hold SOLVER_NO_MOVE. */
bool solver_analyze(struct solver *s, const struct board *b, int scores[BOARD_COLUMNS]);

#endif
