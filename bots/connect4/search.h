/*
 * search.h - is a position's score at least this much? The question that the solver repeats.
 */
#ifndef BOTS_CONNECT4_SEARCH_H
#define BOTS_CONNECT4_SEARCH_H

#include "bots/connect4/bounds.h"
#include "bots/connect4/solver-table.h"

/* A position with the facts that its parent found. */
struct search_node {
	struct bounds_view view;
	uint64_t moves; /* those that do not lose at once; at least one */
};

struct search {
	struct solver_table *table; /* borrowed */
	uint64_t nodes;		    /* positions visited, forced ones included */
	uint64_t since;		    /* nodes when the table was forgotten */
	uint64_t grow_at;	    /* nodes after since when the table is to grow */
	bool (*stop)(void *);	    /* NULL: never; asked every few thousand nodes */
	void *stop_argument;
	bool stopped; /* the last answer means nothing */
	int reached;  /* index of the best move in the last list */
	int best;     /* column of the move that reached what was wanted at the root, or -1 */
};

/* True: *score is known without a search. False: the node is ready for a search. */
bool search_prepare(struct search_node *node, const struct board *b, int *score);

/*
 * Returns v >= wanted, a lower bound, if the node's score is at least wanted; else v < wanted, an
 * upper bound. The result means nothing when s->stopped.
 */
int search_at_least(struct search *s, const struct search_node *node, int wanted);

/* The same, for processors that have AVX2, BMI and POPCNT; x86-64 only. */
int search_at_least_avx2(struct search *s, const struct search_node *node, int wanted);

/* The best and the worst score that search_at_least() can answer at this number of stones. */
static inline int search_highest(int stones)
{
	return 20 - stones / 2;
}
static inline int search_lowest(int stones)
{
	return -(20 - (stones + 1) / 2);
}

#endif
