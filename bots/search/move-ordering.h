/*
 * move-ordering.h - which moves a search tries first.
 *
 * What an evaluation guesses of a move (struct evaluation, gains), and what the search has learnt:
 * killers (moves that refuted a sister) and history (moves that refuted anything). A list of moves
 * stays as the rules wrote it; beside it stand keys, a weight and the number of the move in the
 * list, and the heaviest key is picked only when its move is wanted. Of equal weights the first of
 * the list wins, so that an order is a function of the list and the weights.
 */
#ifndef BOTS_SEARCH_MOVE_ORDERING_H
#define BOTS_SEARCH_MOVE_ORDERING_H

#include "bots/search/search.h"

enum {
	MOVE_ORDERING_HISTORY = 1024, /* moves are folded into so many */
	MOVE_ORDERING_KILLERS = 2,
	MOVE_ORDERING_KILLER = 100000, /* in the weight of a move: more than any history */
	MOVE_ORDERING_FIRST = 1 << 30  /* heavier than anything */
};

/* What a search that orders moves keeps in job->own; everything a list needs stands at the same
 * place as the list does in job->stack. */
struct move_ordering {
	const void *task; /* of the search that runs, for it to read at each node */
	move killers[SEARCH_PLIES][MOVE_ORDERING_KILLERS];
	int history[2][MOVE_ORDERING_HISTORY]; /* [0] theirs, [1] ours */
	int gains[SEATS_MAX * MOVES_MAX];
	int64_t keys[SEARCH_STACK];
	uint8_t marks[SEARCH_STACK]; /* for the search to use */
};

_Static_assert(sizeof(struct move_ordering) <= SEARCH_OWN, "the room is large enough");

static inline struct move_ordering *move_ordering(struct search_job *job)
{
	return (struct move_ordering *)job->own;
}

/* Nothing is learnt yet. */
void move_ordering_clear(struct move_ordering *order);

/* A move that was good enough to end its node is tried early elsewhere. */
void move_ordering_praise(struct move_ordering *order, int ply, bool mine, int depth, move m);

/* What was learnt of a move. */
int move_ordering_credit(const struct move_ordering *order, int ply, bool mine, move m);

/* Writes what the evaluation guesses of legal moves of p into gains; false: it guesses nothing. */
bool move_ordering_gains(
	struct search_job *job, const struct position *p, const move *moves, int count, int *gains);

/* The key of the move of that number, and what it was made of. */
static inline int64_t move_ordering_key(int weight, int number)
{
	return (int64_t)weight * SEARCH_STACK + (SEARCH_STACK - 1 - number);
}

static inline int move_ordering_number(int64_t key)
{
	return SEARCH_STACK - 1 - (int)(key & (SEARCH_STACK - 1));
}

/* Writes the keys of a list by gains alone, NULL for none. */
void move_ordering_keys(int64_t *keys, const int *gains, int count);

/* Brings the heaviest of keys[at..count-1] to at: the number of its move. */
int move_ordering_pick(int64_t *keys, int at, int count);

#endif
