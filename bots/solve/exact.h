/*
 * exact.h - the contract of an exact solver: what a position of a game under way is worth.
 *
 * A value is for the seat to move, both sides playing for it, in the game's own terms: 1, 0 and -1
 * where there is nothing but winning, in connect4 (cells + 1) / 2 + 1 less the stones that the
 * winner has in the end (22 less them on 42 cells), in scored games by how much more it holds than
 * the other; in tree, where what one holds the other lacks, the leaf. Above 0 is won, 0 drawn.
 */
#ifndef BOTS_SOLVE_EXACT_H
#define BOTS_SOLVE_EXACT_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/engine.h"

struct exact {
	const char *name;

	/* Is it for this game, with these parameters? */
	bool (*fits)(const struct setup *s);

	/* What it needs and keeps from position to position (NULL: no memory), and its end. All
	 * three are NULL where that is nothing. What it keeps is forgotten when a game begins, so
	 * that no answer depends on other games. */
	void *(*create)(void);
	void (*forget)(void *kept);
	void (*free)(void *kept);

	/* The value of the mind's position, which is not over and where seat is to move; at most
	 * so many positions are looked at, as the solver counts them. False: not found. */
	bool (*value)(void *kept, struct engine *mind, int64_t nodes, int64_t *value);

	/* The value of a position that is over, for the seat whose turn it would be; NULL: what
	 * rules->scores() says. */
	int64_t (*over)(const struct setup *s, const struct position *p, int seat);
};

/* all-exacts.c: ended by NULL; the first that fits is asked. */
extern const struct exact *const all_exacts[];

/* The one for this game; NULL: there is none. */
const struct exact *exact_find(const struct setup *s);

/* The seat whose turn it is or, when the game is over, would be; 0: one of two gave up. */
int exact_seat(const struct setup *s, const struct position *p);

/* For solvers: searches the mind's position to its ends, and *value is as search.h has it. False:
 * that takes more nodes. */
bool exact_search_value(struct engine *mind, int64_t nodes, int64_t *value);

#endif
