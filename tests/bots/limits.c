/*
 * How far searches go: twice the depth for pvs, and never beyond nodes, time or a word from
 * outside.
 */
#include "bots/search/search.h"

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

static const struct searching_game connect4 = {"connect4", 2, 0, 0, {NULL}};

static const struct {
	const char *evaluation;
	int plies; /* random moves before */
} reaches[] = {
	{"cells", 0},
	{"threats", 0},
	{"zero", 0},
	{"cells", 1},
	{"cells", 2},
	{"zero", 2},
	{"cells", 4},
};

START_TEST(pvs_reaches_twice_the_depth_of_minimax_in_as_many_nodes)
	{
		enum { DEPTH = 7 };
		uint64_t random = 3;

		searching_begin(&connect4, 0);
		searching_use(evaluation_find(searching.setup.rules, reaches[_i].evaluation));
		struct position p = searching_wander(reaches[_i].plies, &random);
		struct search_result plain = searching_to_depth(&search_minimax, &p, DEPTH);
		struct search_result strong = searching_run(
			&search_pvs, &p, (struct search_limits){.nodes = plain.nodes}, NULL);
		ck_assert_int_ge(strong.depth, 2 * DEPTH);
		ck_assert_int_le(strong.nodes, plain.nodes);
		searching_end();
	}
END_TEST

/* A clock that goes on by a tick whenever it is read, and a referee that may say stop. */
struct world {
	search_usec now, tick;
	int patience; /* questions until stop is said; negative: never */
	int tells;
	search_usec last_tell;
};

static search_usec world_now(void *context)
{
	struct world *w = context;

	return w->now += w->tick;
}

static bool world_stop(void *context)
{
	struct world *w = context;

	return w->patience >= 0 && w->patience-- == 0;
}

static void world_tell(void *context, const struct search_result *r)
{
	struct world *w = context;

	w->tells++;
	w->last_tell = r->time;
}

static const struct search *const deepening[] = {&search_minimax, &search_alphabeta, &search_pvs,
	&search_maxn, &search_paranoid, &search_brs, &search_brs_plus, &search_opps};

enum { DEEPENING = sizeof deepening / sizeof *deepening };

START_TEST(nothing_is_thought_after_the_hard_limit_and_nothing_begun_after_the_soft)
	{
		struct world w = {.tick = 100, .patience = -1};
		const struct search_hooks hooks = {world_now, world_stop, world_tell, &w};

		searching_begin(&connect4, 0);
		struct position p = searching_start();
		struct search_result r = searching_run(
			deepening[_i], &p, (struct search_limits){.hard = 50000}, &hooks);
		ck_assert_int_ge(r.time, 50000);
		ck_assert_int_le(r.time, 50000 + 3 * w.tick);
		ck_assert_int_gt(r.depth, 3);
		w.now = 0;
		transposition_forget(&searching.table);
		struct search_result s = searching_run(deepening[_i], &p,
			(struct search_limits){.soft = r.time / 50, .hard = 100 * r.time}, &hooks);
		ck_assert_int_eq(s.time - w.last_tell, w.tick);
		ck_assert_int_le(s.depth, r.depth);
		searching_end();
	}
END_TEST

/* A clock that counts what the rules are asked: each position takes its cost. */
static struct {
	const struct rules *rules;
	search_usec now, cost;
} asked;

static int asked_to_move(const struct setup *s, const struct position *p)
{
	asked.now += asked.cost;
	return asked.rules->to_move(s, p);
}

static search_usec asked_now(void *context)
{
	(void)context;
	return asked.now;
}

/* The usable parts of 5, 20, 50 and 200 ms, and what a position of a game may cost. */
static const search_usec times[] = {2500, 15000, 45000, 190000}, costs[] = {1, 10, 50, 200};
enum { TIMES = sizeof times / sizeof *times };

static const struct search *const timed[] = {&search_minimax, &search_alphabeta, &search_pvs,
	&search_maxn, &search_paranoid, &search_brs, &search_brs_plus, &search_opps, &search_mcts};

START_TEST(no_search_takes_an_eighth_more_than_it_has)
	{
		const struct search_hooks hooks = {.now = asked_now};
		for (int game = 0; all_rules[game] != NULL; game++) {
			const struct searching_game g = {all_rules[game]->name, 0, 0, 0, {NULL}};
			uint64_t random = 3;
			searching_begin(&g, 1);
			asked.rules = searching.setup.rules;
			struct rules slow = *asked.rules;
			for (int i = 0; i < TIMES * (int)(sizeof costs / sizeof *costs); i++) {
				struct position p = searching_wander(6, &random);
				asked.cost = costs[i / TIMES];
				slow.to_move = asked_to_move;
				searching.setup.rules = &slow;
				search_usec hard = times[i % TIMES];
				struct search_result r = searching_run(timed[_i], &p,
					(struct search_limits){.hard = hard}, &hooks);
				/* A playout of mcts to the end of a game is asked about in pieces.
				 */
				ck_assert_msg(r.time <= hard + hard / 8 + 4 * asked.cost,
					"%s, %s, %lld us a position: %lld of %lld us",
					timed[_i]->name, g.game, (long long)asked.cost,
					(long long)r.time, (long long)hard);
				searching.setup.rules = asked.rules;
			}
			searching_end();
		}
	}
END_TEST

START_TEST(a_search_ends_when_told_to)
	{
		struct world w = {.tick = 1000, .patience = 5};
		const struct search_hooks hooks = {world_now, world_stop, world_tell, &w};

		searching_begin(&connect4, 0);
		struct position p = searching_start();
		struct search_result r = searching_run(
			deepening[_i], &p, (struct search_limits){.hard = 1000000}, &hooks);
		ck_assert_int_eq(w.patience, -1);
		ck_assert_int_lt(r.nodes, 10000);
		ck_assert_int_gt(r.depth, 0);
		searching_end();
	}
END_TEST

/* Where a clock runs, the only move is not thought about. */
START_TEST(the_only_move_is_played_at_once)
	{
		struct world w = {.tick = 1, .patience = -1};
		const struct search_hooks hooks = {world_now, world_stop, world_tell, &w};
		const struct searching_game last = {"nim", 2, 0, 0, {"heaps=1/1", "take=1"}};
		struct position p;
		struct error err;

		searching_begin(&last, 0);
		ck_assert(searching.setup.rules->read(&searching.setup, &p, "0/1 p2 1", &err));
		struct search_result r = searching_run(deepening[_i], &p,
			(struct search_limits){.soft = 1000000, .hard = 2000000}, &hooks);
		ck_assert_int_eq(r.depth, 1);
		ck_assert_int_eq(w.tells, 1);
		searching_end();
	}
END_TEST

/* Sixteen free cells, and a draw that is found among wins and losses. */
START_TEST(pvs_looks_no_farther_than_the_end_of_the_game)
	{
		static const char late[] = "2yrr2/2ryy2/1yrry2/1ryyr2/ryrry1y/yrrry1y r 14";
		struct position p;
		struct error err;

		searching_begin(&connect4, 0);
		ck_assert_msg(searching.setup.rules->read(&searching.setup, &p, late, &err), "%s",
			err.text);
		struct search_result r = searching_run(
			&search_pvs, &p, (struct search_limits){.nodes = 100000}, NULL);
		ck_assert_int_eq(r.depth, 16);
		ck_assert_int_lt(r.nodes, 20000);
		searching_end();
	}
END_TEST

START_TEST(random_is_uniform_and_its_own_with_each_seed)
	{
		enum { SEEDS = 7000 };
		int counts[7] = {0};

		searching_begin(&connect4, 0);
		struct position p = searching_start();
		for (int seed = 0; seed < SEEDS; seed++) {
			searching.job.seed = (uint64_t)seed;
			counts[searching_to_depth(&search_random, &p, 0).best]++;
		}
		/* 1000 each; the deviation is 29. */
		for (int i = 0; i < 7; i++)
			ck_assert_msg(counts[i] > 850 && counts[i] < 1150, "%d: %d", i, counts[i]);
		searching_end();
	}
END_TEST

SUITE("bots/limits",
	LOOP(pvs_reaches_twice_the_depth_of_minimax_in_as_many_nodes,
		sizeof reaches / sizeof *reaches),
	LOOP(nothing_is_thought_after_the_hard_limit_and_nothing_begun_after_the_soft, DEEPENING),
	LOOP(no_search_takes_an_eighth_more_than_it_has, sizeof timed / sizeof *timed),
	LOOP(a_search_ends_when_told_to, DEEPENING),
	LOOP(the_only_move_is_played_at_once, DEEPENING),
	CASE(pvs_looks_no_farther_than_the_end_of_the_game),
	CASE(random_is_uniform_and_its_own_with_each_seed))
