/*
 * engine.h - what a bot has in its head: its settings, the game, the position, room to think in.
 *
 * It knows nothing of the wire and the time; protocol-loop.c and main.c ask it. One mind is a few
 * megabytes and the table of its search: it belongs on the heap.
 */
#ifndef BOTS_ENGINE_H
#define BOTS_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/search/search.h"
#include "bots/settings.h"
#include "bots/search/transposition-table.h"
#include "rules/rules.h"

enum { ENGINE_MOVES_TEXT = 65536, ENGINE_PAST = 16384 };

struct engine {
	struct settings settings; /* after a change: engine_changed() */
	struct setup setup;	  /* setup.rules NULL: no game yet */
	uint64_t seed;		  /* the game's */
	bool placed;		  /* position is one of the game */
	struct position position;
	int plies;		    /* moves that led to it, as far as known */
	uint64_t past[ENGINE_PAST]; /* the keys of the positions before it: the first of them */

	/* What led to the position, to play only the moves that are new. */
	char from[POSITION_TEXT]; /* "": the game's start */
	size_t played;		  /* of moves */
	char moves[ENGINE_MOVES_TEXT];

	const struct evaluation *evaluation; /* NULL: to be found and prepared */
	struct evaluation_cache cache;
	struct transposition table;  /* no entries until a search needs it */
	int64_t table_size;	     /* megabytes, 0: none */
	const struct search *keeper; /* whose kept is; NULL: nobody's */
	void *kept;
	int64_t kept_size; /* megabytes */
	struct search_job job;
};

/* NULL: no memory. */
struct engine *engine_create(void);
void engine_free(struct engine *m);

/* Settings were changed: what hangs on them is made anew when next needed. */
void engine_changed(struct engine *m);

/* Another game begins, at its start: as setup_init() has it. false: why says what is wrong, and
 * there is no game. */
bool engine_begin(struct engine *m, const struct rules *rules, int seats, uint64_t seed,
	const char *const *params, int count, char *why, size_t room);

/* The game goes on from a position string (NULL: the start) by moves parted by blanks (NULL:
 * none). false: why says what is wrong, and there is no position. */
bool engine_place(struct engine *m, const char *from, const char *moves, char *why, size_t room);

/* Searches the position; the answer is the job's result. false: no position, the game is over, or
 * the settings do not fit the game. */
bool engine_think(struct engine *m, const struct search_limits *limits,
	const struct search_hooks *hooks, char *why, size_t room);

/* Writes a line of moves from the position, parted by blanks. Returns text. */
char *engine_line(const struct engine *m, const move *line, int length, char *text, size_t room);

#endif
