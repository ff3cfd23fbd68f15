/*
 * Games that are decided, though they are not over: every line of play ends alike.
 */
#include "bots/adapters/decided.h"

#include "tests/lib/suite.h"

static const struct {
	const char *game, *params[2], *position;
	bool decided;
} rows[] = {
	/* Over is decided. */
	{"tictactoe", {NULL}, "xxx/oo1/3 o 3", true},
	/* No line is left; a line can still be completed. */
	{"tictactoe", {NULL}, "xox/1ox/oxo x 5", true},
	{"tictactoe", {NULL}, "xxo/oox/x2 o 4", true},
	{"tictactoe", {NULL}, "xx1/oo1/3 x 3", false},
	{"tictactoe", {NULL}, "3/3/3 x 1", false},
	/* 48 seeds: 25 in a store decide, 24 do not. */
	{"kalah", {NULL}, "1.1.1.1.1.1.25/3.3.3.2.2.2.2 p2 10", true},
	{"kalah", {NULL}, "3.3.3.2.2.2.2/1.1.1.1.1.1.25 p2 10", true},
	{"kalah", {NULL}, "1.1.1.1.1.2.24/3.3.3.2.2.2.2 p2 10", false},
	/* One token is left: the last loses. */
	{"nim", {"heaps=3", NULL}, "1 p1 2", true},
	{"nim", {"heaps=3", NULL}, "2 p2 1", false},
	/* Scores count, not only the winner: A is worth 3, and either may get it. */
	{"letters", {"pile=AB", "words=A:3"}, "AB/-/- p1 1", false},
	{"letters", {"pile=AB", "words=AB:3"}, "AB/-/- p1 1", true},
	/* Each gets one of them. */
	{"letters", {"pile=AB", "words=A:3,B:3"}, "AB/-/- p1 1", true},
	/* Too much to be tried out. */
	{"connect4", {NULL}, "7/7/7/7/7/7 r 1", false},
	{"chinese-checkers", {NULL}, NULL, false},
};

START_TEST(a_game_is_decided_when_all_its_ends_are_alike)
	{
		static struct setup s;
		struct position p;
		struct error err;
		int count = 0;
		while (count < 2 && rows[_i].params[count] != NULL)
			count++;
		ck_assert_msg(setup_init(&s, rules_find(rows[_i].game), 2, 1, rows[_i].params,
				      count, &err),
			"%s", err.text);
		if (rows[_i].position == NULL)
			s.rules->start(&s, &p);
		else
			ck_assert_msg(
				s.rules->read(&s, &p, rows[_i].position, &err), "%s", err.text);
		ck_assert_int_eq(decided(&s, &p), rows[_i].decided);
	}
END_TEST

SUITE("bots/adapters/decided",
	LOOP(a_game_is_decided_when_all_its_ends_are_alike, sizeof rows / sizeof *rows))
