/*
 * evaluation.h - the contract of an evaluation: a number for a position that is not over.
 *
 * A game may have several named evaluations, so that heuristics can be compared. The number is in
 * centipoints for games that only know win, draw and loss. It is in the game's own units where
 * margins count (rules->scored). It stays far below VALUE_STEP of search.h, so that no estimate
 * looks like a win.
 *
 * The numbers of all seats add up to 0, including seats that gave up or are done. With two seats,
 * seat 2 gets the negative of seat 1's number. With more, a seat that is done first gets more
 * than the others (or less, if it is good to be late): the search sees an end only when the whole
 * game is over. Searches prune by this sum (search-maxn.c).
 */
#ifndef BOTS_EVAL_EVALUATION_H
#define BOTS_EVAL_EVALUATION_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/rules.h"

enum { EVALUATION_BYTES = 49152, EVALUATION_GAIN = 1000 };

/* Data that an evaluation computes once for a setup; a search only reads them. */
struct evaluation_cache {
	alignas(16) unsigned char bytes[EVALUATION_BYTES];
};

struct evaluation {
	const char *game;			 /* NULL: any game */
	bool (*fits)(const struct rules *rules); /* NULL: every such game */
	const char *name;
	const char *help; /* one line */
	bool blind;	  /* it has no opinion: only ends count */
	/* Fills the cache; NULL: nothing to compute. */
	void (*prepare)(const struct setup *s, struct evaluation_cache *cache);
	/* The worth of p, which is not over, to seat. */
	int64_t (*value)(const struct setup *s, const struct position *p, int seat,
		const struct evaluation_cache *cache);
	/* Quick guesses of the worth of legal moves of p to their mover: small whole numbers, at
	 * most EVALUATION_GAIN either way. Better moves are searched first, and some searches let
	 * others play only the best. NULL: no guesses; the rules' order counts. */
	void (*gains)(const struct setup *s, const struct position *p, const move *moves, int count,
		int *gains, const struct evaluation_cache *cache);
	/* The largest number, either way, of any seat in all positions at most this many plies
	 * after p. -1: the game may be over by then, or the bound is not known. NULL: always -1. */
	int64_t (*bound)(const struct setup *s, const struct position *p, int plies,
		const struct evaluation_cache *cache);
};

/* all-evaluations.c: a game's evaluations, best first; those for any game last; ends with NULL. */
extern const struct evaluation *const all_evaluations[];

/* The evaluation of that name for the game, or its best one if name is NULL; NULL: there is none.
 */
const struct evaluation *evaluation_find(const struct rules *rules, const char *name);

/* Can e evaluate this game? */
bool evaluation_fits(const struct evaluation *e, const struct rules *rules);

#endif
