/*
 * Principal variation search: the value of alpha-beta in far fewer positions, by its table, its
 * order and its narrow windows; the time that doubt is worth.
 */
#include "bots/search/search.h"

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

/* Alpha-beta visits this many times as many positions, at least. */
static const struct {
	struct searching_game game;
	const char *evaluation, *position;
	int depth, times;
} savings[] = {
	{{"connect4", 2, 0, 0, {NULL}}, "cells", NULL, 10, 75},
	{{"connect4", 2, 0, 0, {NULL}}, "zero", "7/7/7/7/3y3/2yrr2 r 3", 10, 130},
	{{"othello", 2, 0, 0, {NULL}}, "mobility", NULL, 8, 3},
	{{"kalah", 2, 0, 0, {NULL}}, "sowing", NULL, 9, 11},
	{{"breakthrough", 2, 0, 0, {"columns=5", "rows=6"}}, "race", NULL, 6, 4},
	{{"tictactoe", 2, 0, 0, {NULL}}, "lines", NULL, 9, 3},
	{{"gomoku", 2, 0, 0, {"columns=6", "rows=6", "row=4"}}, "lines", NULL, 4, 12},
};

START_TEST(the_value_is_that_of_alphabeta_in_far_fewer_positions)
	{
		struct error err;
		searching_begin(&savings[_i].game, 0);
		searching_use(evaluation_find(searching.setup.rules, savings[_i].evaluation));
		struct position p = searching_start();
		if (savings[_i].position != NULL)
			ck_assert_msg(searching.setup.rules->read(
					      &searching.setup, &p, savings[_i].position, &err),
				"%s", err.text);
		struct search_result plain =
			searching_to_depth(&search_alphabeta, &p, savings[_i].depth);
		struct search_result strong =
			searching_to_depth(&search_pvs, &p, savings[_i].depth);
		ck_assert_int_eq(strong.value, plain.value);
		ck_assert_int_ge(plain.nodes, savings[_i].times * strong.nodes);
		searching_end();
	}
END_TEST

/* A clock that goes on by a tick whenever it is read, and the moment of the last report. */
static struct {
	search_usec now, last;
	int64_t values[SEARCH_PLIES];
	int count;
} world;

static search_usec world_now(void *context)
{
	(void)context;
	return world.now += 50;
}

static void world_report(void *context, const struct search_result *r)
{
	(void)context;
	world.last = r->time;
	world.values[world.count++] = r->value;
}

/* Each iteration keeps its own value, and the last one that was begun is the answer. */
START_TEST(each_iteration_has_the_value_of_its_depth)
	{
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};
		const struct search_hooks hooks = {.now = world_now, .report = world_report};
		uint64_t random = (uint64_t)_i;
		memset(&world, 0, sizeof world);
		searching_begin(&game, 0);
		struct position p = searching_wander(20, &random);
		struct search_result r =
			searching_run(&search_pvs, &p, (struct search_limits){.depth = 6}, &hooks);
		ck_assert_int_ge(world.count, 1);
		ck_assert_int_eq(r.value, world.values[world.count - 1]);
		for (int depth = 1; depth <= world.count; depth++)
			ck_assert_int_eq(searching_to_depth(&search_alphabeta, &p, depth).value,
				world.values[depth - 1]);
		searching_end();
	}
END_TEST

SUITE("bots/search/search-pvs", LOOP(each_iteration_has_the_value_of_its_depth, 30),
	LOOP(the_value_is_that_of_alphabeta_in_far_fewer_positions,
		sizeof savings / sizeof *savings))
