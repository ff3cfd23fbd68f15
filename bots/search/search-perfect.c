/*
 * search-perfect.c - perfect play of Connect Four: the fastest win or the slowest loss.
 *
 * This search alone knows its game. The repertoire has the first moves. The exact solver
 * (bots/connect4) finds the others, with any evaluation. The solver's results stay valid, so its
 * table is kept from game to game. The move does not depend on the table: it is the most central
 * of the best columns, or the repertoire's.
 *
 * If a limit ends the search earlier, the move is that of pvs, which gets its share of the time.
 * First the solver runs as long as easy positions take, then pvs briefly, then the solver for
 * half of the limit, then pvs for the rest. With a depth limit below the length of the game only
 * pvs runs: the position beyond the limit must stay unknown.
 */
#include "bots/search/search.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/connect4/repertoire.h"
#include "bots/connect4/solver.h"
#include "bots/search/transposition-table.h"
#include "rules/connect4.h"

enum {
	SEARCH_PERFECT_CONNECT = 4,
	SEARCH_PERFECT_EASY = 32768,   /* nodes for easy positions */
	SEARCH_PERFECT_GLANCE = 32768, /* nodes for the brief pvs search */
	SEARCH_PERFECT_SHARE = 9       /* pvs gets one of this many megabytes */
};

/* The memory in job->memory. */
struct search_perfect_memory {
	struct solver *solver;	    /* owned */
	struct transposition table; /* of pvs */
};

/* A running call of the solver. */
struct search_perfect_watch {
	struct search_job *job;
	const struct solver *solver;
	int64_t nodes;	/* the job's before the call */
	uint64_t begun; /* the solver's */
	struct search_limits until;
};

/* Ends the call; sets job->stopped only if the whole search ends. */
static bool search_perfect_stop(void *argument)
{
	struct search_perfect_watch *w = argument;
	const struct search_limits *until = &w->until;

	w->job->nodes = w->nodes + (int64_t)(solver_nodes(w->solver) - w->begun);
	if (search_look_up(w->job))
		return true;
	if (until->nodes > 0 && w->job->nodes > until->nodes - SOLVER_POLL)
		return true;
	return until->hard > 0 && search_elapsed(w->job) >= until->hard;
}

static struct search_perfect_memory *search_perfect_memory(const struct search_job *job)
{
	return job->memory;
}

static struct board search_perfect_board(const struct search_job *job)
{
	struct connect4_view v = connect4_view(job->setup, job->position);

	return (struct board){v.stones[job->me - 1], v.stones[0] | v.stones[1]};
}

/* Plies to the end of the game that a score promises; for a draw until the board is full. */
static int search_perfect_plies(const struct board *b, int score)
{
	int stones = board_count(b), left = 22 - stones / 2 - score;

	if (score == 0)
		return BOARD_CELLS - stones;
	return score > 0 ? 2 * left - 1 : 2 * (22 - (stones + 1) / 2 + score);
}

static void search_perfect_answer(
	struct search_job *job, const struct board *b, int column, int score)
{
	struct search_result *r = &job->result;

	r->best = r->line[0] = (move)column;
	r->length = 1;
	r->depth = search_perfect_plies(b, score);
	r->value = score > 0 ? VALUE_WIN - r->depth : score < 0 ? -VALUE_WIN + r->depth : 0;
}

/* Lets the solver narrow the known bounds, up to the job's nodes or hard time. True: the score is
 * exact. */
static bool search_perfect_solve(struct search_job *job, const struct board *b,
	struct solver_answer *known, struct search_limits until)
{
	struct solver *solver = search_perfect_memory(job)->solver;
	struct search_perfect_watch watch = {job, solver, job->nodes, solver_nodes(solver), until};
	struct solver_answer answer;

	if (job->stopped || (until.nodes > 0 && job->nodes > until.nodes - SOLVER_POLL))
		return false;
	solver_set_stop(solver, search_perfect_stop, &watch);
	solver_solve_within(solver, b, known->low, known->high, &answer);
	bool exact = answer.low == answer.high;
	int column = exact ? solver_central_column(solver, b, answer.low) : -1;
	solver_set_stop(solver, NULL, NULL);
	job->nodes = watch.nodes + (int64_t)(solver_nodes(solver) - watch.begun);
	/* A partial answer is used if it does not lose; else pvs may find more. */
	if (exact || (answer.low > known->low && answer.low >= 0))
		search_perfect_answer(job, b, column >= 0 ? column : answer.best, answer.low);
	else if (job->result.depth == 0)
		job->result.best = job->result.line[0] = (move)answer.best;
	*known = answer;
	return exact;
}

/* Runs pvs within limits. Its answer counts unless an earlier one was deeper. */
static void search_perfect_look(struct search_job *job, struct search_limits limits)
{
	struct search_limits all = job->limits;
	struct search_result before = job->result;

	if (job->stopped)
		return;
	job->limits = limits;
	job->table = &search_perfect_memory(job)->table;
	job->pause = job->nodes;
	search_pvs.run(job);
	if (job->result.depth < before.depth)
		job->result = before;
	job->limits = all;
	/* Reaching a limit of this call does not stop the job. */
	if (limits.nodes != all.nodes && job->nodes >= limits.nodes)
		job->stopped = false;
}

/* The smaller of two limits, where 0 means none. */
static int64_t search_perfect_least(int64_t a, int64_t b)
{
	return a > 0 && (b == 0 || a < b) ? a : b;
}

static void search_perfect_think(struct search_job *job, const struct board *b)
{
	const struct search_limits all = job->limits;
	struct solver_answer known = {.low = SOLVER_WORST, .high = -SOLVER_WORST};
	struct search_limits limits = all;

	/* Time saved has no use once the game is solved, so use all of it. */
	limits.soft = 0;
	limits.nodes = search_perfect_least(all.nodes, SEARCH_PERFECT_EASY);
	if (search_perfect_solve(job, b, &known, limits))
		return;
	limits.nodes = search_perfect_least(all.nodes, job->nodes + SEARCH_PERFECT_GLANCE);
	if (known.low < 0)
		search_perfect_look(job, limits);
	limits.nodes = all.nodes > 1 ? all.nodes / 2 : all.nodes;
	limits.hard = all.hard > 1 ? all.hard / 2 : all.hard;
	if (search_perfect_solve(job, b, &known, limits))
		return;
	limits = all;
	limits.soft = 0;
	if (known.low < 0)
		search_perfect_look(job, limits);
	else
		search_perfect_solve(job, b, &known, all);
}

static void search_perfect_run(struct search_job *job)
{
	struct board b = search_perfect_board(job);
	struct search_result *r = &job->result;
	int column, score;

	assert(job->memory != NULL);
	/* So the move depends on the position alone. */
	transposition_forget(&search_perfect_memory(job)->table);
	if (job->limits.depth > 0 && job->limits.depth < BOARD_CELLS - board_count(&b)) {
		search_perfect_look(job, job->limits);
		return;
	}
	job->nodes = 1;
	if (repertoire_find(&b, &column, &score))
		search_perfect_answer(job, &b, column, score);
	else
		search_perfect_think(job, &b);
	r->nodes = job->nodes;
	r->time = search_elapsed(job);
	if (job->hooks.report != NULL)
		job->hooks.report(job->hooks.context, r);
}

static bool search_perfect_fits(const struct setup *s, struct error *err)
{
	struct position start;

	if (strcmp(s->rules->name, "connect4") != 0)
		return error_set(err, "perfect plays connect4 alone, not %s", s->rules->name);
	s->rules->start(s, &start);
	struct connect4_view v = connect4_view(s, &start);
	if (v.columns == BOARD_COLUMNS && v.rows == BOARD_ROWS &&
		v.connect == SEARCH_PERFECT_CONNECT)
		return true;
	return error_set(err, "perfect plays 4 in a row on 7 columns of 6 rows, not %d on %d of %d",
		v.connect, v.columns, v.rows);
}

static void search_perfect_free_memory(void *memory)
{
	struct search_perfect_memory *k = memory;

	if (k == NULL)
		return;
	solver_free(k->solver);
	transposition_clear(&k->table);
	free(k);
}

static void *search_perfect_create_memory(int megabytes)
{
	struct search_perfect_memory *k = calloc(1, sizeof *k);
	int share = megabytes / SEARCH_PERFECT_SHARE > 0 ? megabytes / SEARCH_PERFECT_SHARE : 1;

	if (k == NULL || !transposition_init(&k->table, share) ||
		(k->solver = solver_create(megabytes - share)) == NULL) {
		search_perfect_free_memory(k);
		return NULL;
	}
	solver_warm(k->solver);
	return k;
}

const struct search search_perfect = {
	.name = "perfect",
	.help = "connect4 alone, played perfectly: the repertoire, then the exact solver",
	.megabytes = SOLVER_MEGABYTES * SEARCH_PERFECT_SHARE / (SEARCH_PERFECT_SHARE - 1),
	.fits = search_perfect_fits,
	.create_memory = search_perfect_create_memory,
	.free_memory = search_perfect_free_memory,
	.run = search_perfect_run,
};
