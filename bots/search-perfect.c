/*
 * search-perfect.c - Connect Four as it should be played: won as fast and lost as late as can be.
 *
 * The one search that knows its game: the repertoire has the first moves, the exact solver
 * (bots/connect4) finds the others, whatever the evaluation. What is found out holds for ever, so
 * the solver's table is kept from game to game; the move does not depend on what is in it: of the
 * best columns the most central one is played, or the repertoire's.
 *
 * Where something limits the thought, it goes in three steps: the solver for as long as easy
 * positions take, a glance by alphabeta to have a sensible move in hand, and the solver again. A
 * limit of depth below the length of the game leaves only alphabeta: beyond it nothing is known.
 */
#include "bots/search.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/connect4/repertoire.h"
#include "bots/connect4/solver.h"
#include "rules/connect4.h"

enum {
	SEARCH_PERFECT_CONNECT = 4,
	SEARCH_PERFECT_EASY = 32768, /* nodes of the first step */
	SEARCH_PERFECT_GLANCE = 32768,
	SEARCH_PERFECT_GLANCE_DEPTH = 10
};

/* One call of the solver under way. */
struct search_perfect_watch {
	struct search_job *job;
	const struct solver *solver;
	int64_t nodes;	/* the job's before it */
	uint64_t begun; /* the solver's */
	int64_t most;	/* nodes of the job that are not to be passed */
};

/* Ends the call; job->stopped is set only where the thought ends with it. */
static bool search_perfect_stop(void *argument)
{
	struct search_perfect_watch *w = argument;

	w->job->nodes = w->nodes + (int64_t)(solver_nodes(w->solver) - w->begun);
	return search_look_up(w->job) || w->job->nodes > w->most - SOLVER_POLL;
}

static struct board search_perfect_board(const struct search_job *job)
{
	struct connect4_view v = connect4_view(job->setup, job->position);

	return (struct board){v.stones[job->me - 1], v.stones[0] | v.stones[1]};
}

/* Plies to the end of the game that a score promises, all stones for a draw. */
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

/* Has the solver narrow what is known until so many nodes of the job at most. true: it is exact. */
static bool search_perfect_solve(
	struct search_job *job, const struct board *b, struct solver_answer *known, int64_t most)
{
	struct solver *solver = job->kept;
	struct search_perfect_watch watch = {job, solver, job->nodes, solver_nodes(solver), most};
	struct solver_answer answer;

	if (job->stopped || job->nodes > most - SOLVER_POLL)
		return false;
	solver_set_stop(solver, search_perfect_stop, &watch);
	solver_solve_within(solver, b, known->low, known->high, &answer);
	bool exact = answer.low == answer.high;
	int column = exact ? solver_central_column(solver, b, answer.low) : -1;
	solver_set_stop(solver, NULL, NULL);
	job->nodes = watch.nodes + (int64_t)(solver_nodes(solver) - watch.begun);
	/* Half an answer is one where it does not lose; else a glance may see more. */
	if (exact || (answer.low > known->low && answer.low >= 0))
		search_perfect_answer(job, b, column >= 0 ? column : answer.best, answer.low);
	else if (job->result.depth == 0)
		job->result.best = job->result.line[0] = (move)answer.best;
	*known = answer;
	return exact;
}

/* A look by alphabeta: a move in hand, should the solver not come to an end. */
static void search_perfect_glance(struct search_job *job)
{
	struct search_limits limits = job->limits;
	int64_t most = job->nodes + SEARCH_PERFECT_GLANCE;

	if (limits.nodes == 0 || limits.nodes > most)
		job->limits.nodes = most;
	job->limits.depth = SEARCH_PERFECT_GLANCE_DEPTH;
	job->limits.deepen = true;
	job->pause = job->nodes;
	search_alphabeta.run(job);
	job->limits = limits;
	/* Its own limit is no reason to stop. */
	if (job->nodes == most)
		job->stopped = limits.nodes > 0 && job->nodes >= limits.nodes;
}

/* The three steps. */
static void search_perfect_think(struct search_job *job, const struct board *b)
{
	struct solver_answer known = {.low = SOLVER_WORST, .high = -SOLVER_WORST};
	int64_t most = job->limits.nodes > 0 ? job->limits.nodes : INT64_MAX;
	int64_t easy = most < SEARCH_PERFECT_EASY ? most : SEARCH_PERFECT_EASY;

	if (search_perfect_solve(job, b, &known, easy))
		return;
	if (!job->stopped && job->result.depth == 0)
		search_perfect_glance(job);
	search_perfect_solve(job, b, &known, most);
}

static void search_perfect_run(struct search_job *job)
{
	struct board b = search_perfect_board(job);
	struct search_result *r = &job->result;
	int column, score;

	assert(job->kept != NULL);
	if (job->limits.depth > 0 && job->limits.depth < BOARD_CELLS - board_count(&b)) {
		search_alphabeta.run(job);
		return;
	}
	job->nodes = 1;
	if (repertoire_find(&b, &column, &score))
		search_perfect_answer(job, &b, column, score);
	else
		search_perfect_think(job, &b);
	r->nodes = job->nodes;
	r->time = search_elapsed(job);
	if (job->hooks.tell != NULL)
		job->hooks.tell(job->hooks.context, r);
}

static bool search_perfect_fits(const struct setup *s, char *why, size_t room)
{
	struct position start;

	if (strcmp(s->rules->name, "connect4") != 0) {
		snprintf(why, room, "perfect plays connect4 alone, not %s", s->rules->name);
		return false;
	}
	s->rules->start(s, &start);
	struct connect4_view v = connect4_view(s, &start);
	if (v.columns == BOARD_COLUMNS && v.rows == BOARD_ROWS &&
		v.connect == SEARCH_PERFECT_CONNECT)
		return true;
	snprintf(why, room, "perfect plays 4 in a row on 7 columns of 6 rows, not %d on %d of %d",
		v.connect, v.columns, v.rows);
	return false;
}

static void *search_perfect_keep(int megabytes)
{
	return solver_create(megabytes);
}

static void search_perfect_drop(void *kept)
{
	solver_free(kept);
}

const struct search search_perfect = {
	.name = "perfect",
	.help = "connect4 alone, played perfectly: the repertoire, then the exact solver",
	.megabytes = SOLVER_MEGABYTES,
	.fits = search_perfect_fits,
	.keep = search_perfect_keep,
	.drop = search_perfect_drop,
	.run = search_perfect_run,
};
