/*
 * A move that keeps what the seat had, and none where there is none: by Bouton's theory of nim, and
 * by positions that anyone can look at.
 */
#include "referee/game/saving-move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct setup *saving_setup(const char *game, const char *const *settings, int count)
{
	struct setup *s = calloc(1, sizeof *s);
	struct error err;
	ck_assert_msg(setup_init(s, rules_find(game), 0, 1, settings, count, &err), "%s", err.text);
	return s;
}

static bool saving_find(const struct setup *s, const char *text, bool win, int64_t positions,
	char move_text[MOVE_TEXT])
{
	struct position p;
	struct error err;
	int64_t left = positions;
	ck_assert_msg(s->rules->read(s, &p, text, &err), "%s", err.text);
	bool found = saving_move_find(s, &p, win, &left, move_text);
	ck_assert(left >= 0 && left <= positions);
	return found;
}

/* A seat wins if the numbers of matches do not cancel out bit by bit, by a move after which they
 * do. */
START_TEST(in_nim_the_move_is_one_after_which_the_heaps_cancel_out)
	{
		static const char *const sizes[] = {"heaps=3/2/3", "take=0", "misere=0"};
		struct setup *s = saving_setup("nim", sizes, 3);
		for (int heaps = 1; heaps < 4 * 3 * 4; heaps++) {
			int a = heaps / 12, b = heaps / 4 % 3, c = heaps % 4;
			char text[32], found[MOVE_TEXT] = "";
			snprintf(text, sizeof text, "%d/%d/%d p1 1", a, b, c);
			bool wins = (a ^ b ^ c) != 0;
			ck_assert_msg(
				saving_find(s, text, true, 100000, found) == wins, "%s", text);
			if (!wins)
				continue;
			int count = atoi(found + 1), left[] = {a, b, c};
			left[found[0] - 'a'] -= count;
			ck_assert_msg((left[0] ^ left[1] ^ left[2]) == 0, "%s: %s", text, found);
		}
		free(s);
	}
END_TEST

static const struct {
	const char *position;
	bool win;
	const char *move; /* NULL: there is none */
} saving_rows[] = {
	{"xx1/oo1/3 x 3", true, "c3"},	/* completes a line */
	{"xx1/1o1/3 o 2", false, "c3"}, /* the only one that does not lose */
	{"xx1/1o1/3 o 2", true, NULL},	/* a draw is no win */
	{"3/3/3 x 1", true, NULL}, {"x1x/1o1/x1o o 3", false, NULL}, /* two threats at once */
};

START_TEST(in_tictactoe_it_is_the_move_that_saves_the_game)
	{
		struct setup *s = saving_setup("tictactoe", NULL, 0);
		char found[MOVE_TEXT] = "";
		bool any = saving_find(
			s, saving_rows[_i].position, saving_rows[_i].win, 1000000, found);
		ck_assert_int_eq(any, saving_rows[_i].move != NULL);
		if (saving_rows[_i].move != NULL)
			ck_assert_str_eq(found, saving_rows[_i].move);
		free(s);
	}
END_TEST

START_TEST(beyond_its_budget_it_says_nothing)
	{
		struct setup *s = saving_setup("connect4", NULL, 0);
		char found[MOVE_TEXT] = "";
		ck_assert(saving_move_can(s));
		ck_assert(!saving_find(s, "7/7/7/7/7/7 r 1", false, 10000, found));
		ck_assert(!saving_find(s, "7/7/7/7/7/7 r 1", true, 0, found));
		ck_assert_str_eq(found, "");
		free(s);
	}
END_TEST

START_TEST(it_is_asked_only_of_two_seats_that_win_draw_or_lose)
	{
		struct setup *s = saving_setup("letters", NULL, 0);
		ck_assert(!saving_move_can(s));
		free(s);
		struct error err;
		s = calloc(1, sizeof *s);
		ck_assert(setup_init(s, rules_find("chinese-checkers"), 3, 1, NULL, 0, &err));
		ck_assert(!saving_move_can(s));
		free(s);
	}
END_TEST

SUITE("referee/game/saving-move", CASE(in_nim_the_move_is_one_after_which_the_heaps_cancel_out),
	LOOP(in_tictactoe_it_is_the_move_that_saves_the_game,
		sizeof saving_rows / sizeof *saving_rows),
	CASE(beyond_its_budget_it_says_nothing),
	CASE(it_is_asked_only_of_two_seats_that_win_draw_or_lose))
