/*
 * Lines of a table: cut where there is no room, marked lists, numbers before lines. The properties
 * of all tables are in tests/packaging/man/all-messages.c.
 */
#include "base/line-table.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

struct thing {
	enum { THING_LIST, THING_TEXT, THING_NONE, THING_PAIR, THINGS } kind;
	int left, right;
	struct line_list list;
	const char *text;
};

#define LINE_STRUCT struct thing

static const struct line_row rows[THINGS] = {
	[THING_LIST] = {"list", {LINE_LIST(list, 2, 3)}},
	[THING_TEXT] = {"text", {LINE_STRING(text, 4)}},
	[THING_PAIR] = {"pair", {LINE_INT(left, 0, 9), LINE_INT(right, 0, 0)}, .fds = 1},
};
static const struct line_table table = {LINE_TABLE(rows)};

static const struct {
	const char *line;
	bool good;
} lists[] = {
	{"list 1,2", true},
	{"list 0!,2147483647?,3!9223372036854775807", true},
	{"list 1,2!5", true},
	{"list 1", false},
	{"list 1,2,3,4", false},
	{"list 1,2,", false},
	{"list ,1,2", false},
	{"list 1,,2", false},
	{"list 1!!,2", false},
	{"list 1!?,2", false},
	{"list !1,2", false},
	{"list 1,-2", false},
	{"list 1,2147483648", false},
	{"list 1,2!0", false},
	{"list 1,2!9223372036854775808", false},
	{"list 1,2x", false},
};

START_TEST(a_list_has_numbers_marks_and_numbers_behind_marks)
	{
		struct thing thing;
		char line[128], again[128];
		strcpy(line, lists[_i].line);
		bool good = line_table_read(&table, &thing, line, 0) == LINE_TABLE_RIGHT;
		ck_assert_msg(good == lists[_i].good, "%s", lists[_i].line);
		if (!good)
			return;
		size_t length = line_table_write(&table, &thing, again, sizeof again);
		ck_assert_uint_eq(length, strlen(lists[_i].line) + 1);
		ck_assert_int_eq(strncmp(again, lists[_i].line, length - 1), 0);
	}
END_TEST

START_TEST(a_list_is_no_longer_than_its_array)
	{
		static const struct line_row row[] = {{"list", {LINE_LIST(list, 0, 0)}}};
		static const struct line_table any = {LINE_TABLE(row)};
		char line[] = "list 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16";
		struct thing thing;
		ck_assert_int_eq(line_table_read(&any, &thing, line, 0), LINE_TABLE_WRONG);
	}
END_TEST

START_TEST(a_string_is_cut_at_its_bound)
	{
		char *line = line_table_print(
			&table, &(struct thing){.kind = THING_TEXT, .text = "a bcdef"});
		ck_assert_str_eq(line, "text a\\x20bc\n");
		free(line);
	}
END_TEST

START_TEST(a_message_without_a_text_has_an_empty_one)
	{
		struct thing thing;
		char *line = line_table_print(&table, &(struct thing){.kind = THING_TEXT});
		ck_assert_str_eq(line, "text -\n");
		line[strlen(line) - 1] = '\0';
		ck_assert_int_eq(line_table_read(&table, &thing, line, 0), LINE_TABLE_RIGHT);
		ck_assert_str_eq(thing.text, "");
		free(line);
	}
END_TEST

START_TEST(an_int_is_an_int)
	{
		struct thing thing;
		char good[] = "pair 9 -2147483648", bad[] = "pair 9 2147483648",
		     over[] = "pair 10 1";
		ck_assert_int_eq(line_table_read(&table, &thing, good, 1), LINE_TABLE_RIGHT);
		ck_assert_int_eq(thing.left, 9);
		ck_assert_int_eq(thing.right, INT_MIN);
		ck_assert_int_eq(line_table_read(&table, &thing, bad, 1), LINE_TABLE_WRONG);
		ck_assert_int_eq(line_table_read(&table, &thing, over, 1), LINE_TABLE_WRONG);
	}
END_TEST

START_TEST(a_receiver_without_room_gets_the_message_and_no_descriptor)
	{
		struct thing thing;
		char line[] = "pair 1 2";
		ck_assert_int_eq(line_table_read(&table, &thing, line, 0), LINE_TABLE_LACKS);
		ck_assert_int_eq(thing.kind, THING_PAIR);
		ck_assert_int_eq(thing.right, 2);
	}
END_TEST

START_TEST(a_line_of_another_table_is_left_as_it_is)
	{
		struct thing thing;
		static const char *const others[] = {
			"", " ", "lis 1,2", "lists 1,2", "List 1,2", "pair\t1 2"};
		for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
			char line[32];
			strcpy(line, others[i]);
			ck_assert(!line_table_knows(&table, line));
			ck_assert_int_eq(
				line_table_read(&table, &thing, line, 0), LINE_TABLE_WRONG);
			ck_assert_str_eq(line, others[i]);
		}
		ck_assert(line_table_knows(&table, "list") && line_table_knows(&table, "text x"));
	}
END_TEST

static const struct {
	const char *line;
	int number; /* 0: none */
} numbered[] = {{"1 x", 1}, {"64 x y", 64}, {"065 x", 0}, {"0 x", 0}, {"-1 x", 0}, {"1", 0},
	{"1x", 0}, {"", 0}, {" 1 x", 0}, {"18446744073709551617 x", 0}, {"7 ", 7}};

START_TEST(a_number_before_a_line_is_within_its_bound)
	{
		int number = 0;
		char line[64];
		strcpy(line, numbered[_i].line);
		char *rest = line_table_number(line, 64, &number);
		ck_assert_int_eq(number, numbered[_i].number);
		ck_assert(rest == (number > 0 ? strchr(line, ' ') + 1 : NULL));
		ck_assert_str_eq(line, numbered[_i].line);
	}
END_TEST

SUITE("base/line-table",
	LOOP(a_list_has_numbers_marks_and_numbers_behind_marks, sizeof lists / sizeof *lists),
	CASE(a_list_is_no_longer_than_its_array), CASE(a_string_is_cut_at_its_bound),
	CASE(a_message_without_a_text_has_an_empty_one), CASE(an_int_is_an_int),
	CASE(a_receiver_without_room_gets_the_message_and_no_descriptor),
	CASE(a_line_of_another_table_is_left_as_it_is),
	LOOP(a_number_before_a_line_is_within_its_bound, sizeof numbered / sizeof *numbered))
