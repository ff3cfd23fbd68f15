/*
 * move-ordering.h - the order in which a search tries moves.
 *
 * The order uses an evaluation's guess of a move (struct evaluation, gains) and the search's
 * experience: killers (moves that refuted a sister node) and history (moves that refuted any
 * node). A list of moves keeps the rules' order. A parallel array has keys: a weight and the
 * move's number in the list. The heaviest key is picked only when its move is needed. Of equal
 * weights the first move of the list wins, so the order is a function of the list and the
 * weights.
 */
#ifndef BOTS_SEARCH_MOVE_ORDERING_H
#define BOTS_SEARCH_MOVE_ORDERING_H

#include "bots/search/search.h"

enum {
	MOVE_ORDERING_HISTORY = 1024, /* moves are folded into this many */
	MOVE_ORDERING_KILLERS = 2,
	MOVE_ORDERING_KILLER = 100000, /* added to the weight of a move: more than any history */
	MOVE_ORDERING_FIRST = 1 << 30  /* heavier than any other */
};

/* The memory of a search that orders moves, in job->own. All data of a list are at the list's
 * offset in job->stack. */
struct move_ordering {
	const void *task; /* data of the running search, which it reads at each node */
	move killers[SEARCH_PLIES][MOVE_ORDERING_KILLERS];
	int history[2][MOVE_ORDERING_HISTORY]; /* [0] theirs, [1] ours */
	int gains[SEATS_MAX * MOVES_MAX];
	int64_t keys[SEARCH_STACK];
	uint8_t marks[SEARCH_STACK]; /* free for the search */
};

_Static_assert(sizeof(struct move_ordering) <= SEARCH_OWN, "the room is large enough");

/* The memory of a job that orders moves. */
static inline struct move_ordering *move_ordering(struct search_job *job)
{
	return (struct move_ordering *)job->own;
}

/* Forgets all experience. */
void move_ordering_clear(struct move_ordering *order);

/* Records a move that ended its node, so that it is tried early in others. */
void move_ordering_praise(struct move_ordering *order, int ply, bool mine, int depth, move m);

/* The weight of a move from experience. */
int move_ordering_credit(const struct move_ordering *order, int ply, bool mine, move m);

/* Writes the evaluation's guesses of legal moves of p to gains; false: it makes no guesses. */
bool move_ordering_gains(
	struct search_job *job, const struct position *p, const move *moves, int count, int *gains);

/* The key of a move from its weight and number, and the inverse functions. */
static inline int64_t move_ordering_key(int weight, int number)
{
	return (int64_t)weight * SEARCH_STACK + (SEARCH_STACK - 1 - number);
}

/* The number of the move that a key holds. */
static inline int move_ordering_number(int64_t key)
{
	return SEARCH_STACK - 1 - (int)(key & (SEARCH_STACK - 1));
}

/* Writes the keys of a list by gains alone; gains may be NULL. */
void move_ordering_keys(int64_t *keys, const int *gains, int count);

/* Moves the heaviest of keys[at..count-1] to at; returns the number of its move. */
int move_ordering_pick(int64_t *keys, int at, int count);

#endif
