/*
 * Which openings can be balanced, and how far a known opening is from even.
 */
#include "referee/prepare/opening-balance.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

static const struct {
	const char *game, *openings;
	int players;
	const char *why; /* NULL: they can */
} possible_rows[] = {
	{"connect4", "random:4", 2, NULL},
	{"tictactoe", "random:1", 2, NULL},
	{"chinese-checkers", "random:2", 2, NULL},
	{"connect4", "none", 2,
		"only random openings can be balanced; set openings = random:PLIES"},
	{"chinese-checkers", "random:2", 3,
		"only openings for two seats can be balanced, and players = 3"},
	{"nim", "random:1", 2, "one seat always wins nim, whatever the opening"},
	{"othello", "random:4", 2, "the referee cannot evaluate openings of othello"},
};

START_TEST(what_can_be_balanced_and_why_not)
	{
		struct tournament t;
		struct error err = {""};
		test_tournament_init(&t, possible_rows[_i].game, possible_rows[_i].players, 3, 1,
			possible_rows[_i].openings);
		const char *why = possible_rows[_i].why;
		ck_assert(opening_balance_possible(&t, &err) == (why == NULL));
		ck_assert_str_eq(err.text, why != NULL ? why : "");
		tournament_clear(&t);
	}
END_TEST

/* build/referee-solve, of the variant that this is, comes first in PATH. */
static void balance_find_solver(void)
{
	char folder[PATH_MAX], path[2 * PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
	ck_assert_int_gt(length, 0);
	folder[length] = '\0';
	char *tests = strstr(folder, "/tests/referee/");
	ck_assert_ptr_nonnull(tests);
	*tests = '\0';
	snprintf(path, sizeof path, "%s:%s", folder, getenv("PATH"));
	setenv("PATH", path, 1);
}

/* X begins in the middle: a reply in a corner holds the draw, one at an edge loses. The weight of
 * what is lost is that it is not even. */
START_TEST(tictactoe_is_weighed_by_its_exact_value)
	{
		static const struct {
			const char *moves;
			bool even;
		} rows[] = {{"b2 a1", true}, {"b2 a2", false}, {"b2 c3", true}, {"b2 b1", false},
			{"a1", true}, {"a1 b1", false}, {"a1 b2", true}, {"a1 b1 b2", false},
			{"b2 a1 c3", true}};
		struct tournament t;
		struct setup s;
		struct error err;
		balance_find_solver();
		test_tournament_init(&t, "tictactoe", 2, 2, 1, "random:2");
		ck_assert(setup_init(&s, t.rules, 2, 1, NULL, 0, &err));
		struct opening_balance *balance = opening_balance_create(&t);
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			struct opening opening = {.uneven = false};
			strcpy(opening.text, rows[i].moves);
			int64_t weight = opening_balance_weigh(balance, &s, 1, &opening);
			ck_assert_msg((weight == 0) == rows[i].even, "%s", rows[i].moves);
			ck_assert_int_ge(weight, 0);
			ck_assert_int_lt(weight, INT64_C(1) << 39); /* it was answered */
			ck_assert_int_eq(opening_balance_weigh(balance, &s, 1, &opening), weight);
		}
		opening_balance_free(balance);
		tournament_clear(&t);
	}
END_TEST

SUITE("referee/prepare/opening-balance",
	LOOP(what_can_be_balanced_and_why_not, sizeof possible_rows / sizeof *possible_rows),
	CASE(tictactoe_is_weighed_by_its_exact_value))
