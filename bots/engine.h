/*
 * engine.h - the state of a bot: its settings, the game, the position, memory for the search.
 *
 * It knows neither the connection nor the time; protocol-loop.c and main.c call it. One engine
 * takes a few megabytes and the table of its search: allocate it on the heap.
 */
#ifndef BOTS_ENGINE_H
#define BOTS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/search/search.h"
#include "bots/settings.h"
#include "bots/search/transposition-table.h"
#include "base/error.h"
#include "rules/rules.h"

enum { ENGINE_MOVES_TEXT = 65536, ENGINE_PAST = 16384 };

struct engine {
	struct settings settings; /* after a change: engine_changed() */
	struct setup setup;	  /* setup.rules NULL: no game yet */
	uint64_t seed;		  /* the game's */
	bool placed;		  /* position belongs to the game */
	struct position position;
	int plies;		    /* moves that led to it, as far as known */
	uint64_t past[ENGINE_PAST]; /* the keys of the first positions before it */

	/* The origin of the position, so that only new moves are played. */
	char from[POSITION_TEXT]; /* "": the game's start */
	size_t played;		  /* of moves */
	char moves[ENGINE_MOVES_TEXT];

	const struct search *search;	     /* of the last preparation */
	const struct evaluation *evaluation; /* NULL: not chosen and prepared yet */
	struct evaluation_cache cache;
	struct transposition table;	   /* empty until a search needs it */
	int64_t table_size;		   /* megabytes; 0: none */
	const struct search *memory_owner; /* the search that owns memory; NULL: none */
	void *memory;			   /* of that search */
	int64_t memory_size;		   /* megabytes */
	struct search_job job;
};

/* NULL: no memory. */
struct engine *engine_create(void);
void engine_free(struct engine *engine);

/* To be called after a change of settings: rebuilds all that depends on them when it is next
 * needed. */
void engine_changed(struct engine *engine);

/* Begins another game at its start, as setup_init() does. False: err has the reason, and there is
 * no game. */
bool engine_begin(struct engine *engine, const struct rules *rules, int seats, uint64_t seed,
	const char *const *params, int count, struct error *err);

/* Sets the position: a position string (NULL: the start) and moves separated by blanks (NULL:
 * none). False: err has the reason, and there is no position. */
bool engine_place(struct engine *engine, const char *from, const char *moves, struct error *err);

/* Searches the position; the answer is in the job's result. False: there is no position, the game
 * is over, or the settings do not fit the game. */
bool engine_search(struct engine *engine, const struct search_limits *limits,
	const struct search_hooks *hooks, struct error *err);

/* Writes a line of moves from the position, separated by blanks. Returns text. */
char *engine_line(
	const struct engine *engine, const move *line, int length, char *text, size_t room);

#endif
