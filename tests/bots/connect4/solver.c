/*
 * solver.c - the solver's scores and moves against scores made elsewhere and against plain search.
 *
 * Reads tests/vectors/connect4-scores.tsv from the project's root. The reference sets, which are
 * other people's, are tried where present: the folder REFEREE_REFERENCE, else
 * ../shared/vectors/reference.
 */
#include "bots/connect4/solver.h"

#include "base/error.h"
#include "tests/lib/brute-connect4.h"
#include "tests/lib/suite.h"

#include <stdio.h>

static struct solver *make(void)
{
	struct solver *s = solver_create(64);
	ck_assert_ptr_nonnull(s);
	return s;
}

/* Solves up to most lines "columns score" of a file; -1 when it is not there. */
static int solve_file(struct solver *s, const char *path, int most)
{
	struct error err = {""};
	char line[128], columns[64];
	int score, count = 0;
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return -1;
	while (count < most && fgets(line, sizeof(line), in) != NULL) {
		struct board b;
		struct solver_answer answer;
		if (sscanf(line, "%63s %d", columns, &score) != 2)
			continue;
		ck_assert_msg(board_read_columns(&b, columns, &err), "%s", err.text);
		solver_solve(s, &b, &answer);
		ck_assert_msg(answer.low == score && answer.high == score, "%s: %d to %d, not %d",
			columns, answer.low, answer.high, score);
		count++;
	}
	fclose(in);
	return count;
}

START_TEST(scores_are_those_of_an_independent_solver)
	{
		struct solver *s = make();
		ck_assert_int_eq(solve_file(s, "tests/vectors/connect4-scores.tsv", 1000), 168);
		solver_free(s);
	}
END_TEST

/* As many positions of each set as take about a second. */
static const struct {
	const char *name;
	int count;
} sets[] = {{"end-easy", 1000}, {"middle-easy", 1000}, {"middle-medium", 200}, {"begin-easy", 1000},
	{"begin-medium", 5}};

START_TEST(scores_are_those_of_the_reference_sets)
	{
		char path[4096];
		const char *folder = getenv("REFEREE_REFERENCE");
		struct solver *s = make();
		snprintf(path, sizeof(path), "%s/connect4/%s",
			folder != NULL ? folder : "../shared/vectors/reference", sets[_i].name);
		int count = solve_file(s, path, sets[_i].count);
		if (count < 0)
			fprintf(stderr, "skipped: %s is not here\n", path);
		else
			ck_assert_int_eq(count, sets[_i].count);
		solver_free(s);
	}
END_TEST

/* One random position in all ways: score, moves, analysis, mirror image. */
static void try_position(struct solver *s, const struct board *b)
{
	struct brute p = brute_from(b);
	struct board mirrored = board_mirror(b);
	struct solver_answer answer, other;
	int scores[BOARD_COLUMNS], score = brute_score(&p, -21, 21);
	unsigned columns, expected = 0;
	for (int i = 0; i < 7; i++) {
		struct brute after = p;
		if (p.height[i] == 6)
			continue;
		brute_play(&after, i);
		int one = after.over ? 22 - (after.stones + 1) / 2 : -brute_score(&after, -21, 21);
		expected |= one == score ? 1u << i : 0;
	}
	solver_solve(s, b, &answer);
	ck_assert_int_eq(answer.low, score);
	ck_assert_int_eq(answer.high, score);
	ck_assert(expected & 1u << answer.best);
	ck_assert(solver_best_columns(s, b, score, &columns));
	ck_assert_uint_eq(columns, expected);
	ck_assert(solver_analyze(s, b, scores));
	for (int i = 0; i < 7; i++) {
		ck_assert_int_eq(scores[i] == SOLVER_NO_MOVE, p.height[i] == 6);
		ck_assert_int_eq(scores[i] == score, expected >> i & 1);
		ck_assert_int_le(scores[i], score);
	}
	solver_solve(s, &mirrored, &other);
	ck_assert_int_eq(other.low, score);
}

static const int stones[] = {27, 28, 30, 31, 34, 35, 38, 39, 40, 41};

START_TEST(scores_and_moves_are_those_of_plain_search)
	{
		struct solver *s = make();
		uint64_t seed = 7;
		for (int i = 0; i < 60;) {
			struct board b = brute_random(&seed, stones[_i]);
			if (board_count(&b) != stones[_i])
				continue;
			try_position(s, &b);
			i++;
		}
		solver_free(s);
	}
END_TEST

START_TEST(a_full_board_is_a_draw_without_moves)
	{
		struct solver *s = make();
		struct solver_answer answer;
		uint64_t seed = 3;
		struct board b = {0, 0};
		while (board_count(&b) != 42)
			b = brute_random(&seed, 42);
		solver_solve(s, &b, &answer);
		ck_assert_int_eq(answer.low, 0);
		ck_assert_int_eq(answer.high, 0);
		ck_assert_int_eq(answer.best, -1);
		solver_free(s);
	}
END_TEST

/* A line of the vectors, with score 3; every narrower window that holds it must find it. */
START_TEST(a_window_that_holds_the_score_finds_score_and_move)
	{
		struct solver *s = make();
		struct board b;
		struct solver_answer answer;
		unsigned columns;
		struct error err;
		ck_assert(board_read_columns(&b, "36471545766662577215", &err));
		solver_solve(s, &b, &answer);
		int score = answer.low;
		ck_assert(solver_best_columns(s, &b, score, &columns));
		for (int low = score - 2; low <= score; low++)
			for (int high = score; high <= score + 2; high++) {
				solver_forget(s);
				solver_solve_within(s, &b, low, high, &answer);
				ck_assert_int_eq(answer.low, score);
				ck_assert_int_eq(answer.high, score);
				ck_assert(columns & 1u << answer.best);
			}
		solver_free(s);
	}
END_TEST

static bool stop_now(void *argument)
{
	int *left = argument;
	return --*left <= 0;
}

START_TEST(a_stopped_solver_says_bounds_that_hold_and_a_legal_move)
	{
		struct solver *s = make();
		struct board b;
		struct solver_answer answer;
		struct error err;
		int left = 20, scores[BOARD_COLUMNS];
		ck_assert(board_read_columns(&b, "44", &err));
		solver_set_stop(s, stop_now, &left);
		solver_solve(s, &b, &answer);
		ck_assert_int_lt(answer.low, answer.high);
		ck_assert_int_le(answer.low, 1);
		ck_assert_int_ge(answer.high, 1);
		ck_assert_uint_lt(answer.nodes, 20 * 4096 + 1);
		ck_assert(answer.best >= 0 && answer.best < 7);
		left = 20;
		ck_assert(!solver_analyze(s, &b, scores));
		solver_free(s);
	}
END_TEST

SUITE("bots/connect4/solver", CASE(scores_are_those_of_an_independent_solver),
	LOOP(scores_are_those_of_the_reference_sets, sizeof(sets) / sizeof(*sets)),
	LOOP(scores_and_moves_are_those_of_plain_search, sizeof(stones) / sizeof(*stones)),
	CASE(a_full_board_is_a_draw_without_moves),
	CASE(a_window_that_holds_the_score_finds_score_and_move),
	CASE(a_stopped_solver_says_bounds_that_hold_and_a_legal_move))
