/*
 * exact.h - the contract of an exact solver: the value of a position of a game in play.
 *
 * A value is for the seat to move, with best play of both sides, in the game's own terms. It is
 * 1, 0 or -1 in games that are only won or lost. In connect4 it is (cells + 1) / 2 + 1 less the
 * winner's stones at the end (22 less them on 42 cells). In scored games it is the seat's score
 * less the other's. In tree, where one seat's gain is the other's loss, it is the leaf. Above 0
 * is won, 0 is drawn.
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

	/* Allocates its memory (NULL: no memory), frees it, and forgets its contents when a game
	 * begins, so that no answer depends on other games. All three are NULL if it needs none. */
	void *(*create)(void);
	void (*forget)(void *kept);
	void (*free)(void *kept);

	/* The value of the engine's position, which is not over and where seat is to move. It may
	 * visit this many positions, in the solver's own count. False: not found. */
	bool (*value)(void *kept, struct engine *engine, int64_t nodes, int64_t *value);

	/* The value of a position that is over, for the seat whose turn it would be; NULL: as
	 * rules->scores(). */
	int64_t (*over)(const struct setup *s, const struct position *p, int seat);
};

/* all-exacts.c: ended by NULL; the first that fits is used. */
extern const struct exact *const all_exacts[];

/* The solver for this game; NULL: there is none. */
const struct exact *exact_find(const struct setup *s);

/* The seat to move or, when the game is over, the seat that would be; 0: one of two gave up. */
int exact_seat(const struct setup *s, const struct position *p);

/* For solvers: searches the engine's position to the end of the game; *value is as in search.h.
 * False: that takes more nodes. */
bool exact_search_value(struct engine *engine, int64_t nodes, int64_t *value);

#endif
