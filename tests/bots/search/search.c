/*
 * The functions that all searches share: the worth of ends, the plies of a value, moves that lead
 * back, lines, and how an iteration follows another.
 */
#include "bots/search/search.h"

#include <stdio.h>

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

/* A job of the game at its start, as a search finds it. */
static struct search_job *job_of(const struct position *p)
{
	struct search_job *job = &searching.job;
	memset(job, 0, offsetof(struct search_job, stack));
	job->setup = &searching.setup;
	job->position = p;
	job->evaluation = searching.evaluation;
	job->cache = &searching.cache;
	job->me = searching.setup.rules->to_move(&searching.setup, p);
	job->pause = INT64_MAX;
	return job;
}

static struct position read_position(const char *text)
{
	struct position p;
	struct error err;
	ck_assert_msg(searching.setup.rules->read(&searching.setup, &p, text, &err), "%s: %s", text,
		err.text);
	return p;
}

/* --- values ------------------------------------------------------------------------------------
 */

static const struct {
	int64_t value;
	int plies; /* -1: it promises none */
} promises[] = {
	{0, -1},
	{1, -1},
	{-1000, -1},
	{VALUE_STEP - SEARCH_PLIES - 1, -1},
	{VALUE_STEP - SEARCH_PLIES, SEARCH_PLIES},
	{-VALUE_STEP + SEARCH_PLIES, SEARCH_PLIES},
	{VALUE_WIN, 0},
	{VALUE_WIN - 7, 7},
	{-VALUE_WIN + 8, 8},
	/* With six seats: better than one more than are better. */
	{VALUE_WIN / 5 - 3, 3},
	{-VALUE_WIN / 5 * 2 + 9, 9},
};

START_TEST(a_value_of_an_end_promises_its_plies)
	{
		const struct rules *scored = rules_find("letters");
		ck_assert_int_eq(search_plies(rules_find("connect4"), promises[_i].value),
			promises[_i].plies);
		ck_assert_int_eq(search_plies(scored, promises[_i].value), -1);
	}
END_TEST

/* The shares of a win: the seats that are beaten less those that beat, of all others. */
static const struct {
	struct searching_game game;
	const char *position;
	int seat;
	int64_t values[SEATS_MAX]; /* three plies after the root */
} ends[] = {
	{{"tictactoe", 2, 0, 0, {NULL}}, "xxx/oo1/3 o 3", 1, {VALUE_WIN - 3, -VALUE_WIN + 3}},
	{{"tictactoe", 2, 0, 0, {NULL}}, "xox/oxx/oxo o 5", 2, {0, 0}},
	{{"nim", 3, 0, 0, {"heaps=4", "misere=0"}}, "0 p2 2", 1,
		{VALUE_WIN - 3, -VALUE_WIN / 2 + 3, -VALUE_WIN / 2 + 3}},
	/* The last token loses, and the others are equal. */
	{{"nim", 3, 0, 0, {"heaps=4"}}, "0 p2 2", 1,
		{-VALUE_WIN + 3, VALUE_WIN / 2 - 3, VALUE_WIN / 2 - 3}},
	/* Scored: one's own less the other's; seat 1 has AB. */
	{{"letters", 2, 0, 0, {"pile=ABCD", "words=AB:7,C:2,D:1"}}, "-/AB/CD p1 3", 1, {4, -4}},
	/* One stake: the leaf. */
	{{"tree", 2, 0, 0, {"depth=1", "branching=2", "leaves=5,-8"}}, "1 p2 1", 1, {5, -5}},
};

START_TEST(an_end_is_worth_what_its_ranks_or_scores_say)
	{
		int mover;
		int64_t values[SEATS_MAX], value;
		searching_begin(&ends[_i].game, 1);
		struct position p = read_position(ends[_i].position), start = searching_start();
		struct search_job *job = job_of(&start);
		ck_assert(search_leaf_all(job, &p, 5, 3, &mover, values));
		ck_assert_int_eq(mover, 0);
		for (int seat = 1; seat <= searching.setup.seats; seat++)
			ck_assert_int_eq(values[seat - 1], ends[_i].values[seat - 1]);
		job->me = ends[_i].seat;
		ck_assert(search_leaf(job, &p, 5, 3, &mover, &value));
		ck_assert_int_eq(value, ends[_i].values[ends[_i].seat - 1]);
		ck_assert_int_eq(job->nodes, 2);
		ck_assert_int_eq(job->horizon, 0);
		ck_assert_int_eq(job->deepest, 3);
		searching_end();
	}
END_TEST

START_TEST(a_position_with_depth_left_has_children_and_one_without_its_evaluation)
	{
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
		int mover;
		int64_t value;
		searching_begin(&game, 0);
		searching_use(evaluation_find(searching.setup.rules, "cells"));
		struct position start = searching_start(), p = read_position("7/7/7/7/7/3r3 y 1");
		struct search_job *job = job_of(&start);
		ck_assert(!search_leaf(job, &p, 1, 1, &mover, &value));
		ck_assert_int_eq(mover, 2);
		ck_assert_int_eq(job->horizon, 0);
		ck_assert(search_leaf(job, &p, 0, 1, &mover, &value));
		/* d1 is in seven of the lines of four; to seat 1, which is me. */
		ck_assert_int_eq(value, 7);
		ck_assert_int_eq(job->horizon, 1);
		/* Beyond the last ply, and without room for more moves. */
		ck_assert(search_leaf(job, &p, 9, SEARCH_PLIES, &mover, &value));
		ck_assert(!search_leaf(job, &p, 9, SEARCH_PLIES - 1, &mover, &value));
		job->used = SEARCH_STACK - MOVES_MAX;
		ck_assert(!search_leaf(job, &p, 9, 1, &mover, &value));
		job->used++;
		ck_assert(search_leaf(job, &p, 9, 1, &mover, &value));
		job->used = 0;
		searching_end();
	}
END_TEST

/* --- moves -------------------------------------------------------------------------------------
 */

/* Chinese checkers, where a peg may go back. The past has positions after some of the moves. */
START_TEST(moves_that_lead_back_are_left_out_at_the_root_unless_all_do)
	{
		const struct searching_game game = {"chinese-checkers", 2, 0, 0, {NULL}};
		static move all[MOVES_MAX];
		static uint64_t past[MOVES_MAX];
		searching_begin(&game, 0);
		const struct setup *s = &searching.setup;
		struct position start = searching_start(), copy = start;
		struct search_job *job = job_of(&start);
		int count = s->rules->moves(s, &start, all), kept;
		ck_assert_int_eq(count, 14);
		for (int i = 0; i < count; i++) {
			struct position next = start;
			s->rules->play(s, &next, all[i]);
			past[i] = s->rules->key(s, &next);
		}
		job->past = past;
		for (int back = 0; back <= count; back++) {
			job->past_count = back;
			move *moves = search_moves(job, &start, &kept);
			ck_assert_int_eq(kept, back < count ? count - back : count);
			ck_assert_int_eq(job->used, kept);
			for (int i = 0; i < kept; i++)
				ck_assert_uint_eq(moves[i], all[back < count ? back + i : i]);
			/* Not at the same position below the root. */
			move *below = search_moves(job, &copy, &kept);
			ck_assert_int_eq(kept, count);
			ck_assert_ptr_eq(below, moves + job->used - kept);
			search_drop(job, moves);
			ck_assert_int_eq(job->used, 0);
		}
		/* The rest keeps its order when some in the middle are left out. */
		past[0] = past[3];
		past[1] = past[7];
		job->past_count = 2;
		move *moves = search_moves(job, &start, &kept);
		ck_assert_int_eq(kept, count - 2);
		for (int i = 0, k = 0; i < count; i++)
			if (i != 3 && i != 7)
				ck_assert_uint_eq(moves[k++], all[i]);
		job->past_count = 0;
		searching_end();
	}
END_TEST

/* The line below a position that is reached anew is empty; deeper ones have none. */
START_TEST(a_position_that_is_reached_has_no_line_yet)
	{
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
		int mover;
		int64_t value;
		searching_begin(&game, 0);
		struct position p = searching_start();
		struct search_job *job = job_of(&p);
		for (int ply = 0; ply < SEARCH_LINE; ply++) {
			job->lengths[ply] = 5;
			ck_assert(!search_leaf(job, &p, 9, ply, &mover, &value));
			ck_assert_int_eq(job->lengths[ply], 0);
		}
		job->lines[0][0] = 77;
		ck_assert(!search_leaf(job, &p, 9, SEARCH_LINE, &mover, &value));
		ck_assert_uint_eq(job->lines[0][0], 77);
		searching_end();
	}
END_TEST

START_TEST(a_line_is_a_move_and_the_line_below_it_up_to_its_most)
	{
		struct search_job *job = &searching.job;
		memset(job->lengths, 0, sizeof job->lengths);
		search_prefer(job, 2, 30);
		search_prefer(job, 1, 20);
		search_prefer(job, 0, 10);
		ck_assert_int_eq(job->lengths[0], 3);
		ck_assert(
			job->lines[0][0] == 10 && job->lines[0][1] == 20 && job->lines[0][2] == 30);
		for (int ply = SEARCH_LINE + 3; ply >= 0; ply--)
			search_prefer(job, ply, (move)(100 + ply));
		ck_assert_int_eq(job->lengths[0], SEARCH_LINE);
		ck_assert_int_eq(job->lengths[SEARCH_LINE - 1], 1);
		for (int i = 0; i < SEARCH_LINE; i++)
			ck_assert_uint_eq(job->lines[0][i], 100 + i);
		search_prefer_partial(job);
		ck_assert_uint_eq(job->result.best, 100);
		ck_assert_uint_eq(job->result.line[0], 100);
		ck_assert_int_eq(job->result.length, 1);
	}
END_TEST

/* --- iterations --------------------------------------------------------------------------------
 */

/* A search of the test's own, which notes the depths that it was asked for. Depth d visits 10^d
 * positions, of which all are at the horizon, and takes d microseconds a position. */
static struct {
	int depths[SEARCH_PLIES + 1], count;
	int settled_at; /* from this depth on nothing is left to the evaluation */
	int64_t value;
	bool always;
	search_usec now;
	int reports, last;
} own;

static search_usec own_now(void *context)
{
	(void)context;
	return own.now;
}

static void own_report(void *context, const struct search_result *r)
{
	(void)context;
	own.reports++;
	own.last = r->depth;
	ck_assert_int_eq(r->time, own.now);
}

static int64_t own_look(struct search_job *job, int depth)
{
	int64_t positions = 1;
	ck_assert_int_eq(job->used, 0);
	ck_assert_int_eq(job->horizon, 0);
	ck_assert_int_eq(job->deepest, 0);
	own.depths[own.count++] = depth;
	job->lengths[0] = 0; /* as search_leaf() does */
	for (int i = 0; i < depth; i++)
		positions *= 10;
	for (int64_t i = 0; i < positions; i++) {
		if (job->nodes >= job->pause && search_look_up(job))
			return 0;
		job->nodes++;
		own.now += depth;
	}
	job->horizon = own.settled_at > 0 && depth >= own.settled_at ? 0 : 1;
	job->deepest = depth;
	job->lengths[1] = 0;
	search_prefer(job, 0, (move)depth);
	return own.value;
}

static void own_run(struct search_job *job)
{
	if (own.always)
		search_deepen_always(job, own_look);
	else
		search_deepen(job, own_look);
}

static const struct {
	struct search_limits limits;
	bool always;
	int settled_at;
	int64_t value;
	int first, last; /* depths that were begun */
	int answer;	 /* the depth of the answer */
} deepenings[] = {
	{{.depth = 3}, false, 0, 5, 3, 3, 3},
	{{.depth = 3}, true, 0, 5, 1, 3, 3},
	{{.depth = 3, .deepen = true}, false, 0, 5, 1, 3, 3},
	/* 10 + 100 = 110 nodes are two iterations; one more node begins a third. */
	{{.nodes = 110}, false, 0, 5, 1, 3, 2},
	{{.nodes = 111}, false, 0, 5, 1, 3, 2},
	{{.nodes = 1110}, false, 0, 5, 1, 4, 3},
	{{.nodes = 1110, .depth = 3}, false, 0, 5, 1, 3, 3},
	{{.nodes = 5}, false, 0, 5, 1, 1, 0},
	/* 10 + 200 microseconds. */
	{{.soft = 10}, false, 0, 5, 1, 1, 1},
	{{.soft = 11}, false, 0, 5, 1, 2, 2},
	{{.soft = 210}, false, 0, 5, 1, 2, 2},
	{{.soft = 211}, false, 0, 5, 1, 3, 3},
	{{.hard = 2000}, false, 0, 5, 1, 3, 2},
	/* Deeper searches change nothing. */
	{{.deepen = true}, false, 2, 5, 1, 2, 2},
	{{.deepen = true, .depth = 4}, false, 0, VALUE_WIN - 3, 1, 1, 1},
	{{.deepen = true, .depth = 4}, false, 0, -VALUE_WIN + 4, 1, 1, 1},
	/* A share of a win is no end of the game. */
	{{.deepen = true, .depth = 2}, false, 0, VALUE_WIN / 5 - 3, 1, 2, 2},
};

START_TEST(depths_follow_one_another_until_a_limit)
	{
		static const struct search search = {.name = "own", .run = own_run};
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
		const struct search_hooks hooks = {.now = own_now, .report = own_report};
		memset(&own, 0, sizeof own);
		own.always = deepenings[_i].always;
		own.settled_at = deepenings[_i].settled_at;
		own.value = deepenings[_i].value;
		searching_begin(&game, 0);
		struct position p = searching_start();
		struct search_result r = searching_run(&search, &p, deepenings[_i].limits, &hooks);
		ck_assert_int_eq(own.count, deepenings[_i].last - deepenings[_i].first + 1);
		ck_assert_int_eq(own.depths[0], deepenings[_i].first);
		ck_assert_int_eq(own.depths[own.count - 1], deepenings[_i].last);
		ck_assert_int_eq(r.depth, deepenings[_i].answer);
		ck_assert_int_eq(own.last, deepenings[_i].answer);
		if (r.depth > 0) {
			ck_assert_uint_eq(r.best, deepenings[_i].answer);
			ck_assert_int_eq(r.value, deepenings[_i].value);
			ck_assert_int_eq(r.length, 1);
		} else {
			ck_assert_uint_eq(r.best, 0); /* the first legal move */
		}
		if (deepenings[_i].limits.nodes > 0)
			ck_assert_int_le(r.nodes, deepenings[_i].limits.nodes);
		ck_assert_int_eq(r.time, own.now);
		searching_end();
	}
END_TEST

/* A search that visits this many positions, of which each takes its cost. */
static struct {
	search_usec now, cost;
	int64_t positions, looks;
} paced;

static search_usec paced_now(void *context)
{
	(void)context;
	paced.looks++;
	return paced.now;
}

static void paced_run(struct search_job *job)
{
	while (job->nodes < paced.positions) {
		if (job->nodes >= job->pause && search_look_up(job))
			return;
		job->nodes++;
		paced.now += paced.cost;
	}
}

/* The time is looked at by what positions cost: seldom where they are quick, but in 256 positions
 * once; at each where they are slow; and eight times in a short time. */
static const struct {
	search_usec hard, cost;
	int64_t positions, least, most; /* looks */
} paces[] = {
	{100000000, 1, 100000, 100000 / 256, 100000 / 256 + 20},
	{100000000, 6000, 200, 190, 210},
	{100000000, 100, 10000, 10000 * 100 / 5000, 10000 * 100 / 1000},
	{2500, 1, 1000000, 8, 40},
	{2500, 100, 1000000, 8, 40},
};

START_TEST(the_time_is_looked_at_by_what_positions_cost)
	{
		static const struct search search = {.name = "paced", .run = paced_run};
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
		const struct search_hooks hooks = {.now = paced_now};
		memset(&paced, 0, sizeof paced);
		paced.cost = paces[_i].cost;
		paced.positions = paces[_i].positions;
		searching_begin(&game, 0);
		struct position p = searching_start();
		struct search_result r = searching_run(
			&search, &p, (struct search_limits){.hard = paces[_i].hard}, &hooks);
		ck_assert_int_ge(paced.looks, paces[_i].least);
		ck_assert_int_le(paced.looks, paces[_i].most);
		ck_assert_int_le(r.time, paces[_i].hard + paces[_i].hard / 8);
		searching_end();
	}
END_TEST

/* Where a clock runs, an only move is not thought about: one reply to the threat is left, in nim
 * with one token. */
START_TEST(an_only_move_takes_one_iteration_of_a_clock)
	{
		static const struct search search = {.name = "own", .run = own_run};
		const struct searching_game game = {"nim", 2, 0, 0, {"heaps=1"}};
		const struct search_hooks hooks = {.now = own_now};
		searching_begin(&game, 0);
		struct position p = searching_start();
		for (int soft = 0; soft <= 1; soft++) {
			memset(&own, 0, sizeof own);
			searching_run(&search, &p,
				(struct search_limits){
					.soft = soft * 1000000, .deepen = true, .depth = 3},
				&hooks);
			ck_assert_int_eq(own.count, soft ? 1 : 3);
		}
		searching_end();
	}
END_TEST

SUITE("bots/search/search",
	LOOP(a_value_of_an_end_promises_its_plies, sizeof promises / sizeof *promises),
	LOOP(an_end_is_worth_what_its_ranks_or_scores_say, sizeof ends / sizeof *ends),
	CASE(a_position_with_depth_left_has_children_and_one_without_its_evaluation),
	CASE(moves_that_lead_back_are_left_out_at_the_root_unless_all_do),
	CASE(a_position_that_is_reached_has_no_line_yet),
	CASE(a_line_is_a_move_and_the_line_below_it_up_to_its_most),
	LOOP(depths_follow_one_another_until_a_limit, sizeof deepenings / sizeof *deepenings),
	LOOP(the_time_is_looked_at_by_what_positions_cost, sizeof paces / sizeof *paces),
	CASE(an_only_move_takes_one_iteration_of_a_clock))
