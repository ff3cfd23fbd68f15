/*
 * chinese-checkers.c - the star and its moves, being home, the end and the ranks, one case at a
 * time; positions and expectations were worked out by hand on a drawing of the star.
 */
#include "base/error.h"
#include "rules/chinese-checkers.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

enum { STEPS_AT_START = 120 };

static struct setup checkers_setup;
static struct position checkers_position;

/* Reads a position of a game with up to two settings. */
static const struct setup *checkers_begin(
	int seats, const char *first, const char *second, const char *position)
{
	struct error err = {""};
	struct setup *s = &checkers_setup;
	const char *const settings[] = {first, second};
	int count = first == NULL ? 0 : second == NULL ? 1 : 2;
	ck_assert_msg(
		setup_init(s, rules_find("chinese-checkers"), seats, 1, settings, count, &err),
		"%s", err.text);
	ck_assert_msg(s->rules->read(s, &checkers_position, position, &err), "%s", err.text);
	return s;
}

static void checkers_play_text(const struct setup *s, const char *text)
{
	move m;
	ck_assert_msg(rules_read_move(s, &checkers_position, text, &m), "%s", text);
	s->rules->play(s, &checkers_position, m);
}

static void checkers_expect(const struct setup *s, const char *tail, int to_move)
{
	char text[POSITION_TEXT];
	s->rules->write(s, &checkers_position, text);
	ck_assert_str_eq(strchr(text, ' ') + 1, tail);
	ck_assert_int_eq(s->rules->to_move(s, &checkers_position), to_move);
}

static void checkers_expect_scores(const struct setup *s, const int64_t *expected)
{
	int64_t scores[SEATS_MAX];
	s->rules->scores(s, &checkers_position, scores);
	for (int i = 0; i < s->seats; i++)
		ck_assert_int_eq(scores[i], expected[i]);
}

#define TWO   "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1"
#define THREE "1/2/3/4/BBBB5CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/AAAA/AAA/AA/A p1 1"
#define FOUR  "C/CC/CCC/CCCC/9DDDD/9DDD/9DD/9D/9/B9/BB9/BBB9/BBBB9/AAAA/AAA/AA/A p1 1"
#define SIX                                                                                        \
	"D/DD/DDD/DDDD/CCCC5EEEE/CCC6EEE/CC7EE/C8E/9/B8F/BB7FF/BBB6FFF/BBBB5FFFF/AAAA/AAA/AA/A "   \
	"p1 1"

static const struct checkers_start {
	int seats;
	const char *string;
} checkers_starts[] = {{2, TWO}, {3, THREE}, {4, FOUR}, {6, SIX}};

START_TEST(a_game_starts_like_this_with_120_steps_for_all)
	{
		const struct checkers_start *row = &checkers_starts[_i];
		const struct setup *s = checkers_begin(row->seats, NULL, NULL, row->string);
		char text[POSITION_TEXT];
		s->rules->start(s, &checkers_position);
		s->rules->write(s, &checkers_position, text);
		ck_assert_str_eq(text, row->string);
		struct checkers_view view = checkers_view(s, &checkers_position);
		for (int i = 0; i < row->seats; i++)
			ck_assert_int_eq(view.steps[i], STEPS_AT_START);
		checkers_expect_scores(s, (const int64_t[SEATS_MAX]){0});
	}
END_TEST

START_TEST(the_star_has_121_cells_and_16_steps_from_tip_to_tip)
	{
		static struct star star;
		star_init(&star);
		int cells = 0;
		for (int y = -20; y <= 20; y++)
			for (int x = -20; x <= 20; x++)
				cells += star_cell(&star, x, y) != STAR_NONE;
		ck_assert_int_eq(cells, 121);
		ck_assert_int_eq(star_cell(&star, 4, -8), 0);
		ck_assert_int_eq(star_cell(&star, -4, 8), 120);
		ck_assert_int_eq(star.steps[0][120], 16);
		ck_assert_int_eq(star.steps[3][120], 0);
		ck_assert_int_eq(star_distance(0, 0, 8, -4), 8);
		ck_assert_int_eq(star_distance(-8, 4, 4, 4), 12);
		ck_assert_int_eq(star_distance(1, -1, 0, 0), 1);
		ck_assert_int_eq(star_distance(1, 1, 0, 0), 2);
	}
END_TEST

/* All moves of one peg. */
static const struct checkers_peg {
	const char *position, *from, *to; /* in any order, split by blanks */
} checkers_peg_rows[] = {
	/* Alone in the middle. */
	{"B/BB/BBB/BBBB/13/12/11/10/4A4/10/11/12/13/AAA1/AAA/AA/A p1 1", "i9",
		"h9 j9 i8 i10 h10 j8"},
	/* Over one of the other's, and on over the next. */
	{"B/BB/BBB/BB2/13/12/11/10/4AB1B1/10/11/12/13/AAA1/AAA/AA/A p1 1", "i9",
		"h9 i8 i10 h10 j8 k9 m9"},
	/* Two in a row are not jumped over, be they whose they may. */
	{"B/BB/BBB/BBB1/13/12/11/10/4AAB2/10/11/12/13/AA2/AAA/AA/A p1 1", "i9", "h9 i8 i10 h10 j8"},
	/* A circle of jumps: each cell once, by whichever way, and not back to where it began. */
	{"B/BB/BBB/BB2/13/12/11/5BA3/4AB3/10/11/12/13/AA2/AAA/AA/A p1 1", "i9",
		"h9 i8 h10 j8 k9 i11"},
	/* Out of the start over its own, not off the star. */
	{TWO, "k3", "i5 k5"},
	{TWO, "j4", "i5 j5"},
	{TWO, "m1", ""},
};

START_TEST(a_peg_goes_to_these_cells_and_no_others)
	{
		const struct checkers_peg *row = &checkers_peg_rows[_i];
		const struct setup *s = checkers_begin(2, NULL, NULL, row->position);
		move moves[MOVES_MAX];
		int count = s->rules->moves(s, &checkers_position, moves), seen = 0, expected = 0;
		for (const char *c = row->to; *c != '\0'; c++)
			expected += c == row->to || c[-1] == ' ';
		for (int i = 0; i < count; i++) {
			char text[MOVE_TEXT];
			s->rules->move_text(s, &checkers_position, moves[i], text);
			if (strncmp(text, row->from, 2) != 0)
				continue;
			char padded[64], word[MOVE_TEXT + 2];
			snprintf(padded, sizeof padded, " %s ", row->to);
			snprintf(word, sizeof word, " %s ", text + 2);
			ck_assert_msg(strstr(padded, word) != NULL, "%s", text);
			seen++;
		}
		ck_assert_int_eq(seen, expected);
	}
END_TEST

#define BLOCKED "1/2/3/4/BB8CCC/BB9C/B10/10/9/10/11/3CCCCCC3/4BBBBB4/AAAA/AAA/AA/A p1 9"

START_TEST(a_seat_that_cannot_move_passes_and_the_next_goes_on)
	{
		const struct setup *s = checkers_begin(3, NULL, NULL, BLOCKED);
		move moves[MOVES_MAX];
		ck_assert_int_eq(s->rules->moves(s, &checkers_position, moves), 1);
		checkers_play_text(s, "pass");
		checkers_expect(s, "p2 9", 2);
		move m;
		ck_assert(!rules_read_move(s, &checkers_position, "pass", &m));
		struct position before = checkers_position;
		checkers_play_text(s, "i5h5");
		ck_assert_uint_ne(s->rules->key(s, &before), s->rules->key(s, &checkers_position));
		checkers_expect(s, "p3 9", 3);
	}
END_TEST

/* A moves, and what then is said of homes, turn and scores. */
static const struct checkers_end {
	int seats;
	const char *first, *second, *position, *moves, *tail;
	int to_move;
	int64_t scores[SEATS_MAX];
} checkers_ends[] = {
	/* The last peg comes home, which ends a game of two. */
	{2, NULL, NULL, "A/AA/AAA/AAA1/7A5/12/11/10/4BBBBB/4BBBBB1/11/12/13/4/3/2/1 p1 20",
		"h13h14", "p2 20", 0, {1, -1}},
	{2, NULL, NULL, "A/AA/AAA/AAA1/7A5/12/11/10/4BBBBB/4BBBBB1/11/12/13/4/3/2/1 p1 20",
		"h13g13", "p2 20", 2, {1, -1}},
	/* With three the others play on, and it is skipped. */
	{3, NULL, NULL, "A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20",
		"h13h14 d13e13 j13i13", "p2 21", 2, {2, -1, -1}},
	{3, NULL, NULL, "A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20",
		"h13h14 !3", "p2 20 out3", 0, {2, -1, -1}},
	{3, NULL, NULL, "A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20",
		"h13h14 !1", "p2 20 out1", 2, {2, -1, -1}},
	/* A point shared with one that never left counts from the unblock'th move on. */
	{2, "unblock=5", NULL, "A/AA/AAA/AABB/13/12/11/10/4ABBBB/4ABBBB1/11/12/13/4/3/2/1 p1 4",
		"i9h9", "p2 4", 2, {1, -1}},
	{2, "unblock=5", NULL, "A/AA/AAA/AABB/13/12/11/10/4ABBBB/4ABBBB1/11/12/13/4/3/2/1 p1 5",
		"i9h9", "p2 5 home1", 0, {1, -1}},
	{2, "unblock=5", NULL, "A/AA/AAA/AABB/13/12/11/10/4ABBBB/4ABBBB1/11/12/13/4/3/2/1 p1 5",
		"f14f13", "p2 5", 2, {1, -1}},
	/* Home by that clause, in the order in which they came. */
	{4, NULL, NULL,
		"A/AA/AAA/AAAA/9BBBB/9BBB/9BB/9B/DDDDCCCCC/1DDDCCCCC1/11/12/DD2D8/4/3/2/1 p3 30 home21",
		"", "p3 30 home21", 3, {1, 3, -3, -1}},
	{4, NULL, NULL,
		"A/AA/AAA/AAAA/9BBBB/9BBB/9BB/9B/DDDDCCCCC/1DDDCCCCC1/11/12/DD2D8/4/3/2/1 p3 30 home12",
		"", "p3 30", 3, {3, 1, -3, -1}},
	/* Plies are counted as though no seat were skipped. */
	{2, "max-plies=3", NULL, TWO, "j4i5 h14h13", "p1 2", 1, {0, 0}},
	{2, "max-plies=3", NULL, TWO, "j4i5 h14h13 i5i6", "p2 2", 0, {1, -1}},
	{3, "max-plies=4", NULL, THREE, "!2 j4i5 j13i13 i5i6", "p3 2 out2", 0, {2, -2, 0}},
	{2, "max-plies=500", NULL, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p2 250",
		"h14h13", "p1 251", 0, {-1, 1}},
};

START_TEST(moves_end_in_these_homes_turns_and_scores)
	{
		const struct checkers_end *row = &checkers_ends[_i];
		const struct setup *s =
			checkers_begin(row->seats, row->first, row->second, row->position);
		char moves[64];
		snprintf(moves, sizeof moves, "%s", row->moves);
		for (char *word = strtok(moves, " "); word != NULL; word = strtok(NULL, " ")) {
			if (word[0] == '!')
				s->rules->forfeit(s, &checkers_position, word[1] - '0');
			else
				checkers_play_text(s, word);
		}
		checkers_expect(s, row->tail, row->to_move);
		checkers_expect_scores(s, row->scores);
	}
END_TEST

START_TEST(a_position_that_was_set_up_goes_on_as_the_one_that_was_played)
	{
		const struct setup *s = checkers_begin(2, NULL, NULL, TWO);
		struct position played;
		s->rules->start(s, &played);
		ck_assert_mem_eq(&played, &checkers_position, sizeof played);
	}
END_TEST

static const struct checkers_bad {
	int seats;
	const char *string, *reason; /* a part of it */
} checkers_bad[] = {
	{2, "", "row 17 has 1 cells, not 0"},
	{2, "2/BB p1 1", "row 17 has 1 cells, not more"},
	{2, "1/BBB p1 1", "row 16 has 2 cells, not more"},
	{2, "1/1/3 p1 1", "row 16 has 2 cells, not 1"},
	{2, "1/C1/ p1 1", "pegs from A to B"},
	{2, "1/01/3 p1 1", "pegs from A to B"},
	{2, "1/2/3/4 p1 1", "17 rows split by /, not 4"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A/1 p1 1", "not more"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/1 p1 1", "A has 9 pegs"},
	{2, "B/BB/BBB/BBBB/13/12/B10/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1", "B has 11 pegs"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A", "blank"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p3 1", "p1 to p2"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 0", "number of the move"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1 out1",
		"p1 is to move and gave up"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1 home2",
		"seat 2 is not home"},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1 home", "not \"home\""},
	{2, "B/BB/BBB/BBBB/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A p1 1 home22", "not \"home22\""},
	{2, "A/AA/AAA/AAAA/13/12/11/10/9/10/11/12/13/BBBB/BBB/BB/B p2 30",
		"p2 is to move and home"},
	{2, "A/AA/AAA/AAAA/13/12/11/10/B8/10/11/12/13/BBB1/BBB/BB/B p1 30",
		"p1 is to move and home"},
	{3, "A/AA/AAA/AAAA/BBBB9/BBB9/BB9/B9/9/C9/CC9/CCC9/CCCC9/4/3/2/1 p2 30 home1",
		"seat 3 fills its point"},
	{3, "A/AA/AAA/AAAA/BBBB9/BBB9/BB9/B9/9/C9/CC9/CCC9/CCCC9/4/3/2/1 p2 30 out3 home13",
		"seat 3 gave up"},
};

START_TEST(a_string_that_cannot_be_a_position_is_refused_for_this_reason)
	{
		const struct checkers_bad *row = &checkers_bad[_i];
		const struct setup *s =
			checkers_begin(row->seats, NULL, NULL, row->seats == 2 ? TWO : THREE);
		struct position p;
		struct error err = {""};
		ck_assert_msg(!s->rules->read(s, &p, row->string, &err), "%s", row->string);
		ck_assert_msg(
			strstr(err.text, row->reason) != NULL, "%s: %s", row->string, err.text);
	}
END_TEST

SUITE("rules/chinese-checkers",
	LOOP(a_game_starts_like_this_with_120_steps_for_all,
		sizeof checkers_starts / sizeof *checkers_starts),
	CASE(the_star_has_121_cells_and_16_steps_from_tip_to_tip),
	LOOP(a_peg_goes_to_these_cells_and_no_others,
		sizeof checkers_peg_rows / sizeof *checkers_peg_rows),
	CASE(a_seat_that_cannot_move_passes_and_the_next_goes_on),
	LOOP(moves_end_in_these_homes_turns_and_scores,
		sizeof checkers_ends / sizeof *checkers_ends),
	CASE(a_position_that_was_set_up_goes_on_as_the_one_that_was_played),
	LOOP(a_string_that_cannot_be_a_position_is_refused_for_this_reason,
		sizeof checkers_bad / sizeof *checkers_bad))
