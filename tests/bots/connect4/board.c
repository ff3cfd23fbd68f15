/*
 * board.c - positions read from text: both ways of writing say the same, and what is wrong is told.
 */
#include "bots/connect4/board.h"

#include "tests/lib/suite.h"

#include <string.h>

static const struct {
	const char *columns, *position;
} same[] = {
	{"", "7/7/7/7/7/7 r 1"},
	{"4", "7/7/7/7/7/3r3 y 1"},
	{"44", "7/7/7/7/3y3/3r3 r 2"},
	{"123456712345", "7/7/7/7/yryry2/ryryryr r 7"},
	{"111111", "y6/r6/y6/r6/y6/r6 r 4"},
	{"a g g g", "7/7/7/6y/6r/r5y r 3"},
	{"d4", "7/7/7/7/3y3/3r3 r 2"},
	{"1777", "7/7/7/6y/6r/r5y r 3"},
};

START_TEST(columns_and_position_string_mean_the_same_board)
	{
		struct board one, other;
		struct error err = {""};
		ck_assert_msg(board_read_columns(&one, same[_i].columns, &err), "%s", err.text);
		ck_assert_msg(board_read_position(&other, same[_i].position, &err), "%s", err.text);
		ck_assert_uint_eq(one.mover, other.mover);
		ck_assert_uint_eq(one.stones, other.stones);
	}
END_TEST

static const struct {
	bool columns;
	const char *text, *why;
} wrong[] = {
	{true, "8", "move 1"},
	{true, "4h", "move 2 is not a column"},
	{true, "d 0", "move 2 is not a column"},
	{true, "dddddd d", "move 7 is in column d"},
	{true, "4444444", "full"},
	{true, "12121213", "after a four"},
	{true, "1212121", "over"},
	{false, "", "row 6"},
	{false, "7/7/7/7/7/7", "side to move"},
	{false, "7/7/7/7/7 r 1", "six rows"},
	{false, "7/7/7/7/7/7/7 r 1", "six rows"},
	{false, "7/7/7/7/7/6 r 1", "7 cells"},
	{false, "7/7/7/7/7/8 r 1", "row 1"},
	{false, "7/7/7/7/7/3x3 y 1", "row 1"},
	{false, "7/7/7/7/7/33r3 y 1", "7 cells"},
	{false, "7/7/7/7/3r3/7 y 1", "free cell"},
	{false, "7/7/7/7/7/r5r r 2", "stones"},
	{false, "7/7/7/7/7/y6 r 1", "stones"},
	{false, "7/7/7/7/7/3r3 r 1", "y's move"},
	{false, "7/7/7/7/7/3r3 y 2", "number is 1"},
	{false, "7/7/7/7/7/3r3 y 1 ", "number is 1"},
	{false, "7/7/7/7/7/3r3 y", "move"},
	{false, "7/7/7/7/yyy4/rrrr3 y 4", "four"},
};

START_TEST(what_is_wrong_is_refused_and_named)
	{
		struct board b;
		struct error err = {""};
		bool read = wrong[_i].columns ? board_read_columns(&b, wrong[_i].text, &err)
					      : board_read_position(&b, wrong[_i].text, &err);
		ck_assert(!read);
		ck_assert_msg(strstr(err.text, wrong[_i].why) != NULL, "%s: %s", wrong[_i].text,
			err.text);
	}
END_TEST

START_TEST(a_mirror_twice_is_the_position_itself)
	{
		struct board b, mirrored;
		struct error err;
		ck_assert(board_read_columns(&b, "1223334444", &err));
		ck_assert(board_read_columns(&mirrored, "7665554444", &err));
		struct board once = board_mirror(&b), twice = board_mirror(&once);
		ck_assert_uint_eq(board_key(&once), board_key(&mirrored));
		ck_assert_uint_eq(board_key(&twice), board_key(&b));
		ck_assert_uint_ne(board_key(&once), board_key(&b));
	}
END_TEST

SUITE("bots/connect4/board",
	LOOP(columns_and_position_string_mean_the_same_board, sizeof(same) / sizeof(*same)),
	LOOP(what_is_wrong_is_refused_and_named, sizeof(wrong) / sizeof(*wrong)),
	CASE(a_mirror_twice_is_the_position_itself))
