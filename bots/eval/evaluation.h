/*
 * evaluation.h - what an evaluation is: a number for a position that is not over.
 *
 * Named per game, several a game, so that heuristics can be compared. A number is in centipoints
 * for games that only know win, draw and loss, and in the game's own units where margins count
 * (rules->scored). It stays far below VALUE_STEP of search.h, so that no opinion looks like a win.
 *
 * The numbers of all seats, those that gave up or are done included, add up to 0: with two seats,
 * seat 2 gets the negative of what seat 1 gets. With more, a seat that is done before the others
 * gets more than those who are not (or less, if it is good to be late): the search sees an end only
 * when the whole game is over. Searches cut by this (search-maxn.c).
 */
#ifndef BOTS_EVAL_EVALUATION_H
#define BOTS_EVAL_EVALUATION_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

enum { EVALUATION_BYTES = 49152, EVALUATION_GAIN = 1000 };

/* What an evaluation works out once for a setup and only reads while a search runs. */
struct evaluation_cache {
	alignas(16) unsigned char bytes[EVALUATION_BYTES];
};

struct evaluation {
	const char *game; /* NULL: any game */
	const char *name;
	const char *help; /* one line */
	/* Fills the cache; NULL: nothing to work out. */
	void (*prepare)(const struct setup *s, struct evaluation_cache *cache);
	/* What p, which is not over, is worth to seat. */
	int64_t (*value)(const struct setup *s, const struct position *p, int seat,
		const struct evaluation_cache *cache);
	/* Quick guesses of what legal moves of p are worth to their mover, in small whole numbers,
	 * at most EVALUATION_GAIN either way: better ones are looked at first, and some searches
	 * let others play only the best. NULL: nothing is known, the rules' order counts. */
	void (*gains)(const struct setup *s, const struct position *p, const move *moves, int count,
		int *gains, const struct evaluation_cache *cache);
	/* What the number of no seat goes beyond, either way, in any position at most so many plies
	 * after p; -1: the game may be over by then, or nothing is known. NULL: always -1. */
	int64_t (*bound)(const struct setup *s, const struct position *p, int plies,
		const struct evaluation_cache *cache);
};

/* all-evaluations.c: a game's evaluations stand best first, those for any game last; ends with
 * NULL. */
extern const struct evaluation *const all_evaluations[];

/* The evaluation of that name for the game, its best one when name is NULL; NULL: there is none. */
const struct evaluation *evaluation_find(const struct rules *rules, const char *name);

/* Whether a game can be looked at by e. */
bool evaluation_fits(const struct evaluation *e, const struct rules *rules);

#endif
