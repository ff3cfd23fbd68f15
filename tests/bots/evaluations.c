/*
 * Evaluations: numbers that can be counted by hand, and what every evaluation must keep.
 */
#include "bots/eval/evaluation.h"

#include <string.h>

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

static int64_t value_of(const char *evaluation, const char *text, int seat)
{
	struct error err;
	struct position p;
	const struct rules *rules = searching.setup.rules;

	searching_use(evaluation_find(rules, evaluation));
	ck_assert_msg(rules->read(&searching.setup, &p, text, &err), "%s", err.text);
	return searching.evaluation->value(&searching.setup, &p, seat, &searching.cache);
}

static const struct searching_game connect4 = {"connect4", 2, 0, 0, {NULL}};

/* Lines of four through each cell, from the bottom row; the upper half mirrors the lower. */
static const int cells[3][7] = {
	{3, 4, 5, 7, 5, 4, 3}, {4, 6, 8, 10, 8, 6, 4}, {5, 8, 11, 13, 11, 8, 5}};

/* A column filled up to the row, by turns, with every other stone far away would disturb; so the
 * difference of two boards is taken: the stone on the cell against a stone in the corner. */
START_TEST(a_cell_counts_the_lines_through_it)
	{
		struct position p, after;
		move moves[MOVES_MAX];
		const struct rules *rules = rules_find("connect4");
		int column = _i % 7, row = _i / 7;

		searching_begin(&connect4, 0);
		searching_use(evaluation_find(rules, "cells"));
		p = searching_start();
		for (int i = 0; i < row; i++) {
			ck_assert_int_eq(rules->moves(&searching.setup, &p, moves), 7);
			rules->play(&searching.setup, &p, moves[column]);
		}
		int seat = rules->to_move(&searching.setup, &p);
		ck_assert_int_ne(seat, 0);
		after = p;
		rules->moves(&searching.setup, &p, moves);
		rules->play(&searching.setup, &after, moves[column]);
		int64_t gain =
			searching.evaluation->value(
				&searching.setup, &after, seat, &searching.cache) -
			searching.evaluation->value(&searching.setup, &p, seat, &searching.cache);
		ck_assert_int_eq(gain, cells[row < 3 ? row : 5 - row][column]);
		searching_end();
	}
END_TEST

/* Both have pegs far behind. */
#define STRAGGLERS "1/BB/3/2B1/3B2B6/2B1A7/3A7/4AB4/A8/2B7/4A1AA3/4BB1A4/9A3/3A/3/2/1 p1 26"

static const struct {
	const char *game, *evaluation, *position;
	const char *params[SEARCHING_PARAMS];
	int64_t first, second; /* for seats 1 and 2 */
} rows[] = {
	{"connect4", "cells", "7/7/7/7/7/7 r 1", {NULL}, 0, 0},
	{"connect4", "threats", "7/7/7/7/7/7 r 1", {NULL}, 0, 0},
	{"connect4", "zero", "7/7/7/7/3y3/3r3 r 2", {NULL}, 0, 0},
	{"connect4", "cells", "7/7/7/7/3y3/3r3 r 2", {NULL}, 7 - 10, 10 - 7},
	/* Own cells worth 4 5 7 6 8 13 11, theirs 3 5 4 8 10 11 11. */
	{"connect4", "cells", "7/7/2y4/2yrr2/1ryyr2/yrrryy1 r 8", {NULL}, 2, -2},
	/* Four columns and rows, three in a row: a corner is in 3 lines, beside it 4. */
	{"connect4", "cells", "4/4/4/r3 y 1", {"columns=4", "rows=4", "connect=3"}, 3, -3},
	{"connect4", "cells", "4/4/4/1r2 y 1", {"columns=4", "rows=4", "connect=3"}, 4, -4},
	/* Cells 12 - 18; d1 and d2 would complete a line, both in the right row; r is to move. */
	{"connect4", "threats", "7/7/7/7/yyy4/rrr4 r 4", {NULL}, -6 + 42 - 42 + 100, 6 - 100},
	/* y has no threat. */
	{"connect4", "threats", "7/7/7/y6/yy5/rrr4 r 4", {NULL}, -3 + 42 + 100, 3 - 42 - 100},
	/* y is to move and cannot close b1 and f1. */
	{"connect4", "threats", "7/7/7/7/2yy3/2rrr2 y 3", {NULL}, -1 + 2 * 42 + 80, 1 - 84 - 80},
	/* x in the middle: four open lines with one stone. */
	{"tictactoe", "lines", "3/1x1/3 o 1", {NULL}, 40, -40},
	/* x in the corner: three lines; o in the middle: four, one of them x's. */
	{"tictactoe", "lines", "3/1o1/x2 x 2", {NULL}, 20 - 30, 30 - 20},
	{"nim", "sum", "5 p1 9", {NULL}, -100, 100},
	{"nim", "sum", "4 p2 9", {NULL}, -100, 100},
	{"nim", "sum", "3/4/5 p1 1", {"heaps=3/4/5", "take=0", "misere=0"}, 100, -100},
	{"nim", "sum", "1/4/5 p1 2", {"heaps=3/4/5", "take=0", "misere=0"}, -100, 100},
	{"nim", "sum", "1/1/1 p1 4", {"heaps=3/4/5", "take=0", "misere=1"}, -100, 100},
	{"tree", "mean", "- p1 1", {"depth=2", "branching=2", "leaves=2,-1,3,4"}, 2, -2},
	{"tree", "mean", "2 p2 1", {"depth=2", "branching=2", "leaves=2,-1,3,5"}, 4, -4},
	/* Seat 1 has A and C of CAB, seat 2 half of BD; AC is complete. */
	{"letters", "held", "BE/AC/D p2 2", {"pile=ACDBE", "words=AC:4,ABC:9,BD:6"}, 4, -4},
	{"letters", "hopes", "BE/AC/D p2 2", {"pile=ACDBE", "words=AC:4,ABC:9,BD:6"}, 7, -7},
	/* After d3 both have three moves; 5 free cells are beside the white disc, 13 beside the
	 * black ones. */
	{"othello", "mobility", "8/8/3x4/3xx3/3xo3/8/8/8 o 1", {NULL}, 8 * (5 - 13), 8 * (13 - 5)},
	/* Black has a2, which is an edge and beside a corner, and three diagonals; white has one.
	 */
	{"othello", "cells", "4/xxx1/1xo1/4 o 1", {"size=4"}, 0 - 300 + 100, 300 - 100},
	/* Black: 5 free cells beside white's disc, two corners, four safe discs on the left edge,
	 * and c3, which gives d4 away; 3 moves. White: 7 free cells beside discs of black, c2,
	 * which gives d1 away; one move. */
	{"othello", "mobility", "x3/xxx1/xxo1/x3 x 3", {"size=4"},
		(8 * 5 + 160 * 2 + 40 * 4 - 100 + 20 * 3) - (8 * 7 - 100 + 20 * 1),
		(8 * 7 - 100 + 20 * 1) - (8 * 5 + 160 * 2 + 40 * 4 - 100 + 20 * 3)},
	/* The same board turned: the safe discs lie on the lowest row. */
	{"othello", "mobility", "4/1ox1/1xx1/xxxx x 3", {"size=4"},
		(8 * 5 + 160 * 2 + 40 * 4 - 100 + 20 * 3) - (8 * 7 - 100 + 20 * 1),
		(8 * 7 - 100 + 20 * 1) - (8 * 5 + 160 * 2 + 40 * 4 - 100 + 20 * 3)},
	{"breakthrough", "advance", "bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b 1", {NULL},
		3 * (4 - 1), 3 * (1 - 4)},
	/* Both pieces are free; w arrives after three half moves. */
	{"breakthrough", "race", "5/b4/4w/5/5 w 10", {"columns=5", "rows=5"},
		3 * (4 - 1) + 2000 - 3 * 50, -3 * (4 - 1) - 2000 + 3 * 50},
	/* A row, a column and a diagonal that lack three stones. */
	{"gomoku", "lines", "4/4/4/x3 o 1", {"columns=4", "rows=4", "row=4"}, 3 * 12, -3 * 12},
	/* The same in the last cell of a board that is wider than high, and of one that is higher.
	 */
	{"gomoku", "lines", "4x/5/5/5 o 1", {"columns=5", "rows=4", "row=4"}, 3 * 12, -3 * 12},
	{"gomoku", "lines", "3x/4/4/4/4 o 1", {"columns=4", "rows=5", "row=4"}, 3 * 12, -3 * 12},
	/* All is alike, but x is to move and completes its row. */
	{"gomoku", "threats", "ooo1/4/4/xxx1 x 4", {"columns=4", "rows=4", "row=4"}, 20000, -20000},
	/* x has windows that lack 2 3 3 3 stones, o some that lack 1 3 3: x can close the one. */
	{"gomoku", "threats", "ooo1/3x/4/xx2 x 4", {"columns=4", "rows=4", "row=4"},
		96 - (250 + 24), 250 + 24 - 96},
	/* o has two windows that lack one. It is the turn of x, which cannot close both. */
	{"gomoku", "threats", "ooo1/o1xx/ox1x/2x1 x 6", {"columns=4", "rows=4", "row=4"},
		132 - 512 - 10000, 512 - 132 + 10000},
	/* x has three windows that lack two, and o has none that lacks one. */
	{"gomoku", "threats", "1o1x/1o2/x1oo/xx2 x 5", {"columns=4", "rows=4", "row=4"},
		3 * 60 - 84 + 3000, 84 - 3 * 60 - 3000},
	{"kalah", "store", "4.4.0.5.5.5.1/4.4.4.4.4.4.0 p1 1", {NULL}, 100, -100},
	{"kalah", "sowing", "4.4.0.5.5.5.1/4.4.4.4.4.4.0 p1 1", {NULL}, 100 - 20, 20 - 100},
	/* a would capture four seeds. */
	{"kalah", "sowing", "2.4.0.5.5.5.3/4.4.4.4.4.4.0 p1 2", {NULL}, 300 - 60 + 120,
		60 - 300 - 120},
	/* By a program of coordinates alone. */
	{"chinese-checkers", "distance", STRAGGLERS, {NULL}, 12, -12},
	{"chinese-checkers", "racing", STRAGGLERS, {NULL}, 9760, -9760},
	{"chinese-checkers", "jumping", STRAGGLERS, {NULL}, 10120, -10120},
};

START_TEST(an_evaluation_is_what_one_counts_by_hand)
	{
		struct searching_game game = {rows[_i].game, 2, 0, 0, {NULL}};

		memcpy(game.params, rows[_i].params, sizeof game.params);
		searching_begin(&game, 0);
		ck_assert_int_eq(
			value_of(rows[_i].evaluation, rows[_i].position, 1), rows[_i].first);
		ck_assert_int_eq(
			value_of(rows[_i].evaluation, rows[_i].position, 2), rows[_i].second);
		searching_end();
	}
END_TEST

START_TEST(every_game_has_two_evaluations_and_seats_see_them_with_opposite_signs)
	{
		const struct rules *rules = all_rules[_i];
		const struct searching_game game = {rules->name, 0, 0, 0, {NULL}};
		uint64_t random = 1;
		int count = 0;

		searching_begin(&game, 7);
		for (int e = 0; all_evaluations[e] != NULL; e++) {
			if (!evaluation_fits(all_evaluations[e], rules))
				continue;
			count++;
			searching_use(all_evaluations[e]);
			for (int i = 0; i < 200; i++) {
				struct position p = searching_wander(20, &random);
				int64_t first = searching.evaluation->value(
					&searching.setup, &p, 1, &searching.cache);
				int64_t second = searching.evaluation->value(
					&searching.setup, &p, 2, &searching.cache);
				ck_assert_int_eq(first, -second);
				ck_assert_int_lt(llabs(first), VALUE_STEP / 2);
			}
		}
		ck_assert_int_ge(count, 2);
		searching_end();
	}
END_TEST

/* A position of at most 12 random moves and maybe one who gave up: what all seats get adds up to
 * 0, and stays within the bound that was promised some plies before. */
static void add_up(const struct evaluation *e, uint64_t *random)
{
	const struct setup *s = &searching.setup;
	struct position p = searching_start();
	move moves[MOVES_MAX];
	int plies = (int)random_below(random, 12), ahead = 1 + (int)random_below(random, 4);
	int64_t bound = -1;

	for (int i = 0; i < plies + ahead && s->rules->to_move(s, &p) != 0; i++) {
		int count = s->rules->moves(s, &p, moves);
		if (i == plies && e->bound != NULL)
			bound = e->bound(s, &p, ahead, &searching.cache);
		s->rules->play(s, &p, moves[random_below(random, (uint64_t)count)]);
		if (i + 1 == plies && random_below(random, 3) == 0)
			s->rules->forfeit(s, &p, s->rules->to_move(s, &p));
	}
	ck_assert(bound < 0 || s->rules->to_move(s, &p) != 0);
	int64_t sum = 0;
	for (int seat = 1; seat <= s->seats && s->rules->to_move(s, &p) != 0; seat++) {
		int64_t value = e->value(s, &p, seat, &searching.cache);
		sum += value;
		ck_assert(bound < 0 || llabs(value) <= bound);
	}
	ck_assert_int_eq(sum, 0);
}

START_TEST(what_all_seats_get_adds_up_to_nothing_and_stays_within_the_bound)
	{
		const struct rules *rules = all_rules[_i];
		uint64_t random = 5;

		for (int seats = 2; seats <= SEATS_MAX; seats++) {
			const struct searching_game game = {rules->name, seats, 0, 0, {NULL}};
			if (!(rules->seat_counts >> seats & 1))
				continue;
			searching_begin(&game, 7);
			for (int e = 0; all_evaluations[e] != NULL; e++) {
				if (!evaluation_fits(all_evaluations[e], rules))
					continue;
				searching_use(all_evaluations[e]);
				for (int i = 0; i < 100; i++)
					add_up(all_evaluations[e], &random);
			}
			searching_end();
		}
	}
END_TEST

/* Both seats of STRAGGLERS have ten pegs outside of their point: one may be home after ten moves of
 * its own. From move 100 on a seat may be home in a point that others share. The bound is a seat
 * that is home, 200 steps beyond, against one that has 160 left. */
static const struct {
	const char *move; /* of the position; NULL: as it is */
	int plies;
	int64_t bound;
} bounds[] = {{NULL, 0, 360}, {NULL, 9, 360}, {NULL, 10, -1}, {NULL, 1000, -1}, {"98", 1, 360},
	{"99", 0, 360}, {"99", 1, -1}, {"100", 0, -1}};

START_TEST(the_distance_is_bounded_until_a_seat_may_be_home)
	{
		const struct searching_game game = {"chinese-checkers", 2, 0, 0, {NULL}};
		char text[] = STRAGGLERS "  ";
		struct position p;
		struct error err;
		searching_begin(&game, 0);
		if (bounds[_i].move != NULL)
			strcpy(strrchr(text, 'p') + 3, bounds[_i].move);
		else
			strcpy(text, STRAGGLERS);
		ck_assert_msg(searching.setup.rules->read(&searching.setup, &p, text, &err), "%s",
			err.text);
		const struct evaluation *e = evaluation_find(searching.setup.rules, "distance");
		ck_assert_int_eq(
			e->bound(&searching.setup, &p, bounds[_i].plies, NULL), bounds[_i].bound);
		searching_end();
	}
END_TEST

/* The bounds of the other games that have one: nim's is what a decided position of two seats
 * counts, and of more seats none is decided. */
START_TEST(nim_is_bounded_by_its_decided_positions)
	{
		for (int seats = 2; seats <= 4; seats++) {
			const struct searching_game game = {"nim", seats, 0, 0, {"heaps=3/4/5"}};
			uint64_t random = 1;
			int64_t most = 0;
			searching_begin(&game, 0);
			const struct evaluation *e = evaluation_find(searching.setup.rules, "sum");
			for (int i = 0; i < 50; i++) {
				struct position p = searching_wander(3, &random);
				int64_t value = e->value(&searching.setup, &p, 1, &searching.cache);
				most = llabs(value) > most ? llabs(value) : most;
			}
			struct position start = searching_start();
			ck_assert_int_eq(
				e->bound(&searching.setup, &start, 1, &searching.cache), most);
			ck_assert_int_eq(most > 0, seats == 2);
			/* Heaps of 3, 4 and 5 last 1, 2 and 2 moves at least. */
			ck_assert_int_eq(
				e->bound(&searching.setup, &start, 4, &searching.cache), most);
			ck_assert_int_eq(
				e->bound(&searching.setup, &start, 5, &searching.cache), -1);
			searching_end();
		}
	}
END_TEST

SUITE("bots/evaluations", CASE(nim_is_bounded_by_its_decided_positions),
	LOOP(the_distance_is_bounded_until_a_seat_may_be_home, sizeof bounds / sizeof *bounds),
	LOOP(a_cell_counts_the_lines_through_it, 42),
	LOOP(an_evaluation_is_what_one_counts_by_hand, sizeof rows / sizeof *rows),
	LOOP(every_game_has_two_evaluations_and_seats_see_them_with_opposite_signs, 10),
	LOOP(what_all_seats_get_adds_up_to_nothing_and_stays_within_the_bound, 10))
