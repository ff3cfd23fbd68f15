/*
 * arguments.c - every row of the subcommands' tables, and command lines that are wrong.
 */
#include "bots/solve/solve.h"
#include "tests/lib/suite.h"

#include <string.h>

enum { ARGUMENTS_WHY = 1024, ARGUMENTS_MAX = 8 };

START_TEST(every_subcommand_says_what_it_does_and_takes)
	{
		for (int i = 0; all_solves[i] != NULL; i++) {
			const struct solve *row = all_solves[i];
			int flags = 0;
			ck_assert(row->name[0] != '\0' && row->usage[0] != '\0' &&
				  row->summary[0] != '\0');
			ck_assert_int_le(row->words_least, row->words_most);
			ck_assert_int_le(row->words_most, SOLVE_WORDS_MAX);
			for (; row->flags[flags].name != NULL; flags++)
				ck_assert(row->flags[flags].help != NULL);
			ck_assert_int_le(flags, SOLVE_FLAGS_MAX);
			for (int k = 0; k < i; k++)
				ck_assert_str_ne(row->name, all_solves[k]->name);
		}
	}
END_TEST

static const struct arguments_row {
	const char *name;
	const char *arguments[ARGUMENTS_MAX];
	const char *why; /* how the refusal begins; NULL: none */
} arguments_rows[] = {
	{"tree", {NULL}, NULL},
	{"tree", {"--algorithm", "minimax", NULL}, NULL},
	{"tree", {"--algorithm=minimax", NULL}, NULL},
	{"tree", {"--algoritm", "minimax", NULL},
		"tree: unknown flag --algoritm; did you mean --algorithm?"},
	{"tree", {"--algorithm", NULL}, "--algorithm needs a value"},
	{"tree", {"--algorithm", "a", "--algorithm", "b", NULL}, "--algorithm is given too often"},
	{"tree", {"file", NULL}, "\"file\": one word too many"},
	{"letters", {"--draw", "x.svg", NULL}, "letters: unknown flag --draw"},
	{"nim", {"--tree=1", NULL}, "--tree takes no value"},
	{"nim", {"--tree", "--heaps", "4", NULL}, NULL},
	{"perft", {"connect4", NULL}, "a word is missing"},
	{"perft", {"connect4", "3", NULL}, NULL},
	{"perft", {"nim", "3", "--param", "heaps=4", "--param", "take=2", NULL}, NULL},
	{"perft", {"connect4", "3", "4", NULL}, "\"4\": one word too many"},
	{"tictactoe", {"-", NULL}, NULL},
};

START_TEST(command_lines_are_read_or_refused_with_what_would_be_right)
	{
		const struct arguments_row *row = &arguments_rows[_i];
		struct solve_call call;
		struct error err = {""};
		int i = 0;

		while (all_solves[i] != NULL && strcmp(all_solves[i]->name, row->name) != 0)
			i++;
		ck_assert_ptr_nonnull(all_solves[i]);
		bool read = solve_read_call(all_solves[i], row->arguments, &call, &err);
		ck_assert_msg(read == (row->why == NULL), "%s", err.text);
		if (!read)
			ck_assert_msg(
				strncmp(err.text, row->why, strlen(row->why)) == 0, "%s", err.text);
	}
END_TEST

START_TEST(the_last_of_a_repeated_flag_and_all_of_them_are_there)
	{
		struct solve_call call;
		struct error err = {""};
		const char *arguments[] = {
			"nim", "3", "--param", "heaps=4", "--param=take=2", NULL};
		int i = 0;

		while (strcmp(all_solves[i]->name, "perft") != 0)
			i++;
		ck_assert(solve_read_call(all_solves[i], arguments, &call, &err));
		ck_assert_str_eq(call.words[0], "nim");
		ck_assert_str_eq(call.words[1], "3");
		for (int flag = 0; all_solves[i]->flags[flag].name != NULL; flag++) {
			bool param = strcmp(all_solves[i]->flags[flag].name, "param") == 0;
			ck_assert_int_eq(call.counts[flag], param ? 2 : 0);
			if (param) {
				ck_assert_str_eq(call.values[flag][0], "heaps=4");
				ck_assert_str_eq(solve_value(&call, flag), "take=2");
			}
		}
	}
END_TEST

static const struct arguments_number {
	const char *text;
	bool right;
} arguments_numbers[] = {{"1", true}, {"10", true}, {"0", false}, {"11", false}, {"", false},
	{"1x", false}, {"x", false}, {"99999999999999999999", false}};

START_TEST(numbers_are_whole_and_within_their_range)
	{
		int64_t number;
		struct error err = {""};
		bool right = solve_number("--x", arguments_numbers[_i].text, 1, 10, &number, &err);

		ck_assert_int_eq(right, arguments_numbers[_i].right);
		if (!right)
			ck_assert_ptr_nonnull(strstr(err.text, "from 1 to 10"));
	}
END_TEST

SUITE("bots/solve/arguments", CASE(every_subcommand_says_what_it_does_and_takes),
	LOOP(command_lines_are_read_or_refused_with_what_would_be_right,
		sizeof arguments_rows / sizeof *arguments_rows),
	CASE(the_last_of_a_repeated_flag_and_all_of_them_are_there),
	LOOP(numbers_are_whole_and_within_their_range,
		sizeof arguments_numbers / sizeof *arguments_numbers))
