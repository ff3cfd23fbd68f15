/*
 * check-rules.c - what `referee check-rules` prints, and its exit status. The program of the rules
 * is check-rules.sh beside this file; its times are printed as #.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/command-output.h"
#include "tests/lib/expected-text.h"
#include "tests/lib/suite.h"

/* Prints text with " #" for each number that is measured, and the blanks before it: one with a
 * point and digits behind it, or one of questions. A busy machine is slow: "speed" may be a
 * warning. */
static void print_timeless(const char *text, FILE *out)
{
	static const char *const speeds[] = {"speed       ok", "speed       warning",
		"speed\",\"verdict\":\"ok", "speed\",\"verdict\":\"warning"};
	while (*text != '\0') {
		for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
			if (strncmp(text, speeds[i], strlen(speeds[i])) == 0) {
				fputs("speed ok or warning", out);
				text += strlen(speeds[i]);
			}
		const char *at = text + strspn(text, " "), *end = at + strspn(at, "0123456789");
		bool measured = end > at && ((end[0] == '.' && isdigit((unsigned char)end[1])) ||
						    strncmp(end, " questions", 10) == 0);
		if (measured) {
			fputs(at > text ? " #" : "#", out);
			text = *end == '.' ? end + 1 + strspn(end + 1, "0123456789") : end;
		} else {
			end = end > text ? end : text + 1;
			fwrite(text, 1, (size_t)(end - text), out);
			text = end;
		}
	}
}

/* Without a sandbox: this process starts more than one of them. */
static void check_rules_print(const char *const *words, FILE *out)
{
	static struct command_output got;
	const char *all[COMMAND_OUTPUT_WORDS + 1] = {
		"--sandbox", "none", "--dir", "tests/referee/commands/check"};
	for (int i = 0; words[i + 1] != NULL; i++)
		all[4 + i] = words[i + 1];
	command_output_run(&got, command_find(words[0]), all, "");
	print_timeless(got.out, out);
	print_timeless(got.err, out);
	if (got.status != 0)
		fprintf(out, "exit %d\n", got.status);
}

START_TEST(each_step_is_printed_as_it_is_written_here)
	{
		unsetenv("NO_COLOR");
		expected_text_check(
			"tests/referee/commands/check/check-rules.txt", check_rules_print);
	}
END_TEST

START_TEST(times_are_in_columns_of_their_width)
	{
		static struct command_output got;
		const char *const words[] = {"--sandbox", "none", "--games", "1", "--dir",
			"tests/referee/commands/check", "--", "sh", "check-rules.sh", NULL};
		command_output_run(&got, command_find("check-rules"), words, "");
		ck_assert_int_eq(got.status, 0);
		int rows = 0;
		for (char *at = got.out, *line; (line = strsep(&at, "\n")) != NULL;) {
			if (strlen(line) < 40 || line[14] == '|')
				continue;
			ck_assert_msg(strncmp(line + 32, " ms  ", 5) == 0, "%s", line);
			ck_assert(isdigit((unsigned char)line[31]) && line[30] == '.');
			ck_assert(isalpha((unsigned char)line[2]) &&
				  isalpha((unsigned char)line[14]));
			rows++;
		}
		ck_assert_int_eq(rows, 13);
	}
END_TEST

/* The moves of the first game, which the seed draws. */
static const char *check_rules_moves(const char *flag, const char *value, char text[256])
{
	static struct command_output got;
	const char *words[] = {"--sandbox", "none", "--games", "1", "--param", "size=20", "--dir",
		"tests/referee/commands/check", flag, value, "--", "sh", "check-rules.sh", "wide",
		NULL};
	command_output_run(&got, command_find("check-rules"), words, "");
	ck_assert_int_eq(got.status, 0);
	const char *moves = strstr(got.out, "| 1:");
	ck_assert_ptr_nonnull(moves);
	snprintf(text, 256, "%.*s", (int)strcspn(moves, "\n"), moves);
	return text;
}

START_TEST(the_seed_is_the_one_that_is_set_and_1_where_none_is)
	{
		char first[256], unsaid[256], second[256];
		check_rules_moves("--seed", "1", first);
		ck_assert_str_eq(check_rules_moves("--players", "2", unsaid), first);
		ck_assert_str_ne(check_rules_moves("--seed", "2", second), first);
	}
END_TEST

START_TEST(a_thousand_games_are_played_where_no_number_is_set)
	{
		static struct command_output got;
		const char *words[] = {"--sandbox", "none", "--dir", "tests/referee/commands/check",
			"--", "sh", "check-rules.sh", NULL};
		command_output_run(&got, command_find("check-rules"), words, "");
		ck_assert_int_eq(got.status, 0);
		ck_assert_ptr_nonnull(strstr(got.out, "ms  1000 random games of 2 moves"));
	}
END_TEST

SUITE("commands/check/check-rules", CASE(each_step_is_printed_as_it_is_written_here),
	CASE(times_are_in_columns_of_their_width),
	CASE(the_seed_is_the_one_that_is_set_and_1_where_none_is),
	CASE(a_thousand_games_are_played_where_no_number_is_set))
