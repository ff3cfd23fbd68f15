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
	ORDER_HISTORY = 1024, /* moves are folded into so many */
	ORDER_KILLERS = 2,
	ORDER_KILLER = 100000, /* in the weight of a move: more than any history */
	ORDER_FIRST = 1 << 30  /* heavier than anything */
};

/* What a search that orders moves keeps in job->own; everything a list needs stands at the same
 * place as the list does in job->stack. */
struct search_order {
	const void *task; /* of the search that runs, for it to read at each node */
	move killers[SEARCH_PLIES][ORDER_KILLERS];
	int history[2][ORDER_HISTORY]; /* [0] theirs, [1] ours */
	int gains[SEATS_MAX * MOVES_MAX];
	int64_t keys[SEARCH_STACK];
	uint8_t marks[SEARCH_STACK]; /* for the search to use */
};

_Static_assert(sizeof(struct search_order) <= SEARCH_OWN, "the room is large enough");

static inline struct search_order *search_order(struct search_job *job)
{
	return (struct search_order *)job->own;
}

/* Nothing is learnt yet. */
void search_order_clear(struct search_order *order);

/* A move that was good enough to end its node is tried early elsewhere. */
void search_order_praise(struct search_order *order, int ply, bool mine, int depth, move m);

/* What was learnt of a move. */
int search_order_credit(const struct search_order *order, int ply, bool mine, move m);

/* Writes what the evaluation guesses of legal moves of p into gains; false: it guesses nothing. */
bool search_order_gains(
	struct search_job *job, const struct position *p, const move *moves, int count, int *gains);

/* The key of the move of that number, and what it was made of. */
static inline int64_t search_order_key(int weight, int number)
{
	return (int64_t)weight * SEARCH_STACK + (SEARCH_STACK - 1 - number);
}

static inline int search_order_number(int64_t key)
{
	return SEARCH_STACK - 1 - (int)(key & (SEARCH_STACK - 1));
}

/* Writes the keys of a list by gains alone, NULL for none. */
void search_order_keys(int64_t *keys, const int *gains, int count);

/* Brings the heaviest of keys[at..count-1] to at: the number of its move. */
int search_order_pick(int64_t *keys, int at, int count);

#endif
