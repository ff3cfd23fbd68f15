/*
 * solver.h - exact Connect Four on the standard board.
 *
 * A score is 22 less the number of stones that the winner has on the board at the end, with best
 * play of both sides. It is positive when the side to move wins, negative when it loses, 0 for a
 * draw.
 *
 * A solver keeps its results between calls. One solver belongs to one thread.
 */
#ifndef BOTS_CONNECT4_SOLVER_H
#define BOTS_CONNECT4_SOLVER_H

#include "bots/connect4/board.h"

enum {
	SOLVER_MEGABYTES = 64, /* two or four times as much saves almost no nodes */
	SOLVER_WORST = -21,    /* the least score; its negative is the greatest */
	SOLVER_POLL = 8192,    /* maximum positions visited between two calls of stop */
	SOLVER_NO_MOVE = -100  /* the score of a column that is full */
};

struct solver;

/* The solver's results about a position. */
struct solver_answer {
	int low, high; /* bounds of the score; equal unless the solver was stopped */
	int best; /* a column that reaches low; if none has been found yet, any safe one; -1 on a
		     full board */
	uint64_t nodes; /* positions visited for it */
};

/* Makes a solver with a table of at most this many megabytes, less where memory is short. NULL
 * with errno when there is none at all. */
struct solver *solver_create(int megabytes);
void solver_free(struct solver *s);

/* Allocates all of the table's memory now, in a quarter of a millisecond per megabyte, instead of
 * during a search. */
void solver_warm(struct solver *s);

/* Makes the solver call stop(argument) after at most SOLVER_POLL positions; true ends the call
 * with the results so far. NULL: never stops. */
void solver_set_stop(struct solver *s, bool (*stop)(void *argument), void *argument);

/* Forgets all positions, at almost no cost; for measurements. */
void solver_forget(struct solver *s);

/* Positions visited since the solver was created. */
uint64_t solver_nodes(const struct solver *s);

/* The score of a position that is not won yet, and one best move. */
void solver_solve(struct solver *s, const struct board *b, struct solver_answer *answer);

/* The same where the score is known to lie in low..high: a narrow window costs less. */
void solver_solve_within(
	struct solver *s, const struct board *b, int low, int high, struct solver_answer *answer);

/* All columns that reach the score, which must be exact, as bits 0..6. False when stopped; the
 * set then has the columns found so far. */
bool solver_best_columns(struct solver *s, const struct board *b, int score, unsigned *columns);

/* The column that reaches the score, which must be exact, and is nearest the centre; of two the
 * left one. It does not depend on earlier results. -1 when stopped. */
int solver_central_column(struct solver *s, const struct board *b, int score);

/* The score of every column for the side to move, SOLVER_NO_MOVE where full. False when stopped;
 * unfinished columns then have SOLVER_NO_MOVE. */
bool solver_analyze(struct solver *s, const struct board *b, int scores[BOARD_COLUMNS]);

#endif
