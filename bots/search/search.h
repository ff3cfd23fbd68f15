/*
 * search.h - the contract of a search, its job, and the functions that all searches share.
 *
 * A search picks a move. It knows the game only through rules.h, and positions that are not over
 * only through an evaluation. Hooks supply the time, requests to stop, and a listener. The caller
 * supplies the memory (struct search_job, a transposition table): nothing is allocated for a node
 * or a move.
 *
 * Values are from the view of the seat that moves at the root. It takes the largest, every other
 * seat the smallest. (With more than two seats this is "paranoid": all others against me;
 * Sturtevant and Korf 2000.) Games without scores: a win is worth VALUE_WIN less the plies to it,
 * a loss the negative, a draw 0. With more seats it is a share of VALUE_WIN: the seats that we
 * beat less those that beat us. Scored games: our score less the best other score; or our score
 * alone where the other's is always its negative (rules->one_stake).
 */
#ifndef BOTS_SEARCH_SEARCH_H
#define BOTS_SEARCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bots/eval/evaluation.h"
#include "base/error.h"
#include "rules/rules.h"

struct transposition;

/* Microseconds. */
typedef int64_t search_usec;

#define VALUE_STEP     INT64_C(10000000000) /* evaluations stay well below it */
#define VALUE_WIN      (60 * VALUE_STEP)    /* 60: shares for 2 to 6 seats are whole numbers */
#define VALUE_INFINITE INT64_MAX

enum {
	SEARCH_PLIES = 1024,	    /* deeper positions are left to the evaluation */
	SEARCH_LINE = 32,	    /* longest line reported */
	SEARCH_STACK = 1 << 18,	    /* moves of all plies on the current path */
	SEARCH_OWN = 10 * (1 << 18) /* bytes for a search's own use */
};

/* 0: no limit. Times count from search_run(). */
struct search_limits {
	int depth;	  /* plies */
	int64_t nodes;	  /* positions visited, including the root */
	search_usec soft; /* no new iteration after this */
	search_usec hard; /* the search ends at this */
	bool deepen;	  /* deepen ply by ply although there is no limit (until stopped) */
};

/* The parts of mcts, each an option. Negative: the best known of the game (game-defaults.h). */
struct search_tuning {
	int64_t exploration; /* the weight of the bounds, in hundredths */
	int64_t playout;     /* plies before it is evaluated */
	int64_t implicit;    /* the weight of implicit minimax backups, in hundredths */
	int64_t scale;	     /* the evaluation that counts as tanh(1) */
	int64_t ordered;     /* 1: the evaluation's gains order the untried moves */
	int64_t widening;    /* hundredths of the root of the visits: moves tried; 0: all are */
	int64_t greedy;	     /* moves of playouts that the gains choose, in hundredths */
	int64_t best_reply;  /* moves of playouts that a best-reply search chooses, as greedy */
	int64_t reuse;	     /* 1: the tree is kept from move to move */
	int64_t proofs;	     /* 1: wins and losses are proven */
	int64_t decisive;    /* 1: playouts take a win at once */
};

/* The result after an iteration and at the end. */
struct search_result {
	move best;
	int depth; /* plies searched; 0: no search, and value means nothing */
	int64_t value, nodes;
	search_usec time;
	int length; /* of line, at least 1 */
	move line[SEARCH_LINE];
};

struct search_hooks {
	search_usec (*now)(void *context); /* NULL: no time passes */
	/* Called about once a millisecond: must the search answer now? NULL: never. */
	bool (*stop)(void *context);
	/* Called after each iteration; NULL: no listener. */
	void (*report)(void *context, const struct search_result *r);
	void *context;
};

/* One position to be searched. The caller sets the first part; the rest is the search's own. */
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
	const struct search_tuning *tuning; /* only mcts reads it */
	struct transposition *table;	    /* NULL: none */
	void *memory;			    /* memory of the search; NULL: none */

	struct search_result result;
	int me;	     /* the seat to move at the root */
	int choices; /* legal moves at the root */
	bool stopped;
	int64_t nodes;			   /* visited so far */
	int64_t pause;			   /* node count of the next look at time and stop */
	int64_t horizon;		   /* positions left to the evaluation so far */
	int deepest;			   /* deepest ply of this iteration */
	int64_t breath;			   /* nodes between two looks now */
	search_usec begun, polled, looked; /* start; last call of stop(), last look */
	int used;			   /* of stack */
	int lengths[SEARCH_LINE];
	move lines[SEARCH_LINE][SEARCH_LINE]; /* best line found from each ply on */
	move stack[SEARCH_STACK];
	alignas(16) unsigned char own[SEARCH_OWN];
};

struct search {
	const char *name;
	const char *help; /* one line */
	bool uses_table;
	bool blind;    /* it knows nothing of the game but the legal moves */
	bool looks;    /* it looks some plies ahead, and then depends on the evaluation */
	int megabytes; /* default size of its memory */
	/* Can it play this setup? False: err has a line with the games it plays. NULL: it plays
	 * all. */
	bool (*fits)(const struct setup *s, struct error *err);
	/* Allocates and frees its memory from move to move and game to game, of at most this many
	 * megabytes (NULL: no memory). Both NULL: it has none. */
	void *(*create_memory)(int megabytes);
	void (*free_memory)(void *memory);
	/* Another game begins, or another evaluation counts. NULL: the memory stays valid. */
	void (*forget_memory)(void *memory);
	void (*run)(struct search_job *job);
};

/* all-searches.c: ended by NULL. */
extern const struct search *const all_searches[];
const struct search *search_find(const char *name);

/* Searches job->position and leaves the answer in job->result: always a legal move. */
void search_run(const struct search *search, struct search_job *job);

/*
 * For authors of searches.
 */

/* Counts a position that was reached. True: it has no children, and *value is its worth (0 when
 * the search was stopped). False: *mover is the seat to move. */
bool search_leaf(struct search_job *job, const struct position *p, int depth, int ply, int *mover,
	int64_t *value);

/* The same for all seats at once: values[seat - 1] is the position's worth to seat. */
bool search_leaf_all(struct search_job *job, const struct position *p, int depth, int ply,
	int *mover, int64_t values[SEATS_MAX]);

/* The legal moves of p; release them with search_drop(). At the root, moves that lead back to an
 * earlier position of the game are omitted, if others are left. Otherwise two seats that both
 * prefer to wait would wait forever. */
move *search_moves(struct search_job *job, const struct position *p, int *count);
void search_drop(struct search_job *job, const move *moves);

/* m is best at this ply; the line below it follows. */
void search_prefer(struct search_job *job, int ply, move m);

/* Checks time and stop; job->nodes must be up to date. Is the search over? */
bool search_look_up(struct search_job *job);

/* Calls look(job, depth), which returns the root's value: at limits.depth, or for growing depths
 * where time or nodes limit. Keeps the last complete answer and reports it. */
void search_deepen(struct search_job *job, int64_t (*look)(struct search_job *job, int depth));

/* The same, always for growing depths. */
void search_deepen_always(
	struct search_job *job, int64_t (*look)(struct search_job *job, int depth));

/* Answers with the best move of an iteration that was stopped; value and depth stay those of the
 * last complete one. */
void search_prefer_partial(struct search_job *job);

/* Microseconds since the start. */
search_usec search_elapsed(const struct search_job *job);

/* Plies to the end that a value promises; -1: it promises none. */
int search_plies(const struct rules *rules, int64_t value);

extern const struct search search_random, search_first, search_minimax, search_alphabeta,
	search_pvs, search_maxn, search_paranoid, search_brs, search_brs_plus, search_opps,
	search_perfect, search_mcts;

#endif
