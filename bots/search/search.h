/*
 * search.h - the contract of a search, the job it is given, and what all searches share.
 *
 * A search picks a move. It knows the game only through rules.h and positions that are not over
 * only through an evaluation; the time, a request to stop and whoever listens come in as hooks.
 * The caller brings the room (struct search_job, a transposition table): nothing is allocated for
 * a node or a move.
 *
 * Values are seen by the seat that moves at the root: it takes the largest, every other seat the
 * smallest (with more than two seats this is "paranoid": all others against me; Sturtevant and
 * Korf 2000). Games that are not scored: a win is worth VALUE_WIN less the plies to it, a loss the
 * negative, a draw 0; with more seats a share of VALUE_WIN for how many more are beaten than beat
 * us. Scored games: what we hold less what the best other holds; what we hold alone where the
 * other always holds its negative (rules->one_stake).
 */
#ifndef BOTS_SEARCH_SEARCH_H
#define BOTS_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/eval/evaluation.h"
#include "rules/rules.h"

struct transposition;

/* Microseconds. */
typedef int64_t search_usec;

#define VALUE_STEP     INT64_C(10000000000) /* evaluations stay well below it */
#define VALUE_WIN      (60 * VALUE_STEP)    /* 60: shares for 2 to 6 seats come out whole */
#define VALUE_INFINITE INT64_MAX

enum {
	SEARCH_PLIES = 1024,	    /* deeper is left to the evaluation */
	SEARCH_LINE = 32,	    /* longest line told */
	SEARCH_STACK = 1 << 18,	    /* moves of all plies on the way down */
	SEARCH_OWN = 10 * (1 << 18) /* bytes that a search may use as it likes */
};

/* 0 where nothing limits. Times count from search_run(). */
struct search_limits {
	int depth;	  /* plies */
	int64_t nodes;	  /* positions visited, the root included */
	search_usec soft; /* no new iteration after this */
	search_usec hard; /* no thought after this */
	bool deepen;	  /* go one ply deeper at a time although nothing limits (to be stopped) */
};

/* What a search says after an iteration and in the end. */
struct search_result {
	move best;
	int depth; /* plies looked ahead; 0: it did not look, and value says nothing */
	int64_t value, nodes;
	search_usec time;
	int length; /* of line, at least 1 */
	move line[SEARCH_LINE];
};

struct search_hooks {
	search_usec (*now)(void *context); /* NULL: no time passes */
	/* Asked about once a millisecond: is it time to answer? NULL: never. */
	bool (*stop)(void *context);
	/* After each iteration; NULL: nobody listens. */
	void (*tell)(void *context, const struct search_result *r);
	void *context;
};

/* One position to be searched. The first part is the caller's, the rest the search's own. */
struct search_job {
	const struct setup *setup;	 /* borrowed, like all pointers here */
	const struct position *position; /* not over */
	const struct evaluation *evaluation;
	const struct evaluation_cache *cache; /* prepared by it for this setup */
	struct search_limits limits;
	uint64_t seed;
	const uint64_t *past; /* keys of the game's earlier positions: search_moves() */
	int past_count;
	struct search_hooks hooks;
	struct transposition *table; /* NULL: none */
	void *kept;		     /* what the search keeps; NULL: it keeps nothing */

	struct search_result result;
	int me;	     /* the seat to move at the root */
	int choices; /* legal moves at the root */
	bool stopped;
	int64_t nodes;		  /* visited so far */
	int64_t pause;		  /* node count at which to look up from the work */
	int64_t horizon;	  /* positions left to the evaluation so far */
	int deepest;		  /* ply reached in this iteration */
	search_usec begun, asked; /* start; when stop() was asked last */
	int used;		  /* of stack */
	int lengths[SEARCH_LINE];
	move lines[SEARCH_LINE][SEARCH_LINE]; /* best line found from each ply on */
	move stack[SEARCH_STACK];
	alignas(16) unsigned char own[SEARCH_OWN];
};

struct search {
	const char *name;
	const char *help; /* one line */
	bool uses_table;
	int megabytes; /* of what it remembers, where the settings leave that to it */
	/* Whether it can play this; false: a line in why says what it plays. NULL: everything. */
	bool (*fits)(const struct setup *s, char *why, size_t room);
	/* What it keeps from move to move and from game to game, of at most so many megabytes
	 * (NULL: no memory), and its end. Both NULL: it keeps nothing. */
	void *(*keep)(int megabytes);
	void (*drop)(void *kept);
	void (*run)(struct search_job *job);
};

/* all-searches.c: ended by NULL. */
extern const struct search *const all_searches[];
const struct search *search_find(const char *name);

/* Searches job->position and leaves the answer in job->result: always a legal move. */
void search_run(const struct search *search, struct search_job *job);

/*
 * For those who write a search.
 */

/* A position is reached: counts it. true: nothing is below it and *value is its worth (0 when
 * the search was stopped). false: *mover is the seat to move. */
bool search_leaf(struct search_job *job, const struct position *p, int depth, int ply, int *mover,
	int64_t *value);

/* The same for all seats at once: values[seat - 1] is what the position is worth to seat. */
bool search_leaf_all(struct search_job *job, const struct position *p, int depth, int ply,
	int *mover, int64_t values[SEATS_MAX]);

/* The legal moves of p, to be given back with search_drop(). At the root without those that lead
 * back to a position of the game's past, as long as others are left: else two who would both
 * rather wait wait for ever. */
move *search_moves(struct search_job *job, const struct position *p, int *count);
void search_drop(struct search_job *job, const move *moves);

/* At this ply m is best, followed by the line below it. */
void search_prefer(struct search_job *job, int ply, move m);

/* Looks up from the work, job->nodes being up to date: is the search over? */
bool search_look_up(struct search_job *job);

/* Calls look(job, depth), which gives the root's value, at limits.depth, or for growing depths
 * where time or nodes limit; keeps the last complete answer and tells it. */
void search_deepen(struct search_job *job, int64_t (*look)(struct search_job *job, int depth));

/* The same, always for growing depths. */
void search_deepen_always(
	struct search_job *job, int64_t (*look)(struct search_job *job, int depth));

/* Answers with the best move of an iteration that was stopped; value and depth stay those of the
 * last complete one. */
void search_prefer_partial(struct search_job *job);

/* Microseconds since the start. */
search_usec search_elapsed(const struct search_job *job);

/* Plies to the end that a value promises, -1 when it promises none. */
int search_plies(const struct rules *rules, int64_t value);

extern const struct search search_random, search_first, search_minimax, search_alphabeta,
	search_pvs, search_maxn, search_paranoid, search_brs, search_brs_plus, search_opps,
	search_perfect;

#endif
