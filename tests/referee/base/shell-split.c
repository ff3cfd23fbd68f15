/*
 * Command lines cut into words. The expected words are what sh makes of the same text, as long as
 * nothing in it is special to a shell alone.
 */
#include "referee/base/shell-split.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *command;
	int count;
	const char *words[5];
} commands[] = {
	{"bot", 1, {"bot"}},
	{"  python3\t mybot.py \n", 2, {"python3", "mybot.py"}},
	{"bot --name 'a b'", 3, {"bot", "--name", "a b"}},
	{"bot \"a b\"'c d'e", 2, {"bot", "a bc de"}},
	{"bot ''", 2, {"bot", ""}},
	{"\"\"", 1, {""}},
	{"a\\ b c", 2, {"a b", "c"}},
	{"'a\\b'", 1, {"a\\b"}},
	{"'a\\\\b'", 1, {"a\\\\b"}},
	{"\"a\\b\"", 1, {"a\\b"}},
	{"\"a\\\\b\\\"c\"", 1, {"a\\b\"c"}},
	{"\\'a\\\"", 1, {"'a\""}},
	{"'\"' \"'\"", 2, {"\"", "'"}},
	{"a\\", 1, {"a\\"}},
	/* nothing is expanded, nothing is run */
	{"a $HOME ~ * `b`", 5, {"a", "$HOME", "~", "*", "`b`"}},
	{"a; b | c", 4, {"a;", "b", "|", "c"}},
	{"a b c d e", 5, {"a", "b", "c", "d", "e"}},
	{"\xc3\xa9 \xe2\x99\x9e", 2, {"\xc3\xa9", "\xe2\x99\x9e"}},
};

START_TEST(a_command_is_cut_as_a_shell_cuts_it)
	{
		char **words, why[64];
		int count;
		ck_assert(shell_split_split(commands[_i].command, &words, &count, why, sizeof why));
		ck_assert_int_eq(count, commands[_i].count);
		for (int i = 0; i < count; i++)
			ck_assert_str_eq(words[i], commands[_i].words[i]);
		ck_assert_ptr_null(words[count]);
		free(words);
	}
END_TEST

static const struct {
	const char *command, *why;
} wrong[] = {
	{"", "a command needs at least a program's name"},
	{" \t\n", "a command needs at least a program's name"},
	{"'", "a quote is opened and not closed"},
	{"bot \"a b", "a quote is opened and not closed"},
	{"bot \"a\\\"", "a quote is opened and not closed"},
};

START_TEST(a_command_without_a_program_or_a_closing_quote_is_refused)
	{
		char **words, why[64];
		int count;
		bool cut = shell_split_split(wrong[_i].command, &words, &count, why, sizeof why);
		ck_assert(!cut);
		ck_assert_str_eq(why, wrong[_i].why);
	}
END_TEST

START_TEST(any_length_fits)
	{
		enum { LENGTH = 20000 };
		char command[LENGTH + 1], **words, why[64];
		int count;
		for (int i = 0; i < LENGTH; i++)
			command[i] = i % 2 == 0 ? 'a' : ' ';
		command[LENGTH] = '\0';
		ck_assert(shell_split_split(command, &words, &count, why, sizeof why));
		ck_assert_int_eq(count, LENGTH / 2);
		ck_assert_str_eq(words[count - 1], "a");
		free(words);
	}
END_TEST

static const char *const written[] = {"", "plain", "two words", "it's", "''", "\"quoted\"",
	"back\\slash\\", "\xff\xfe", "tab\tand\nline", "$(x)"};

START_TEST(a_word_that_is_written_is_read_back)
	{
		char **words, why[64], *line = NULL;
		size_t size;
		int count;
		FILE *out = open_memstream(&line, &size);
		shell_split_write(out, "first");
		fputc(' ', out);
		shell_split_write(out, written[_i]);
		fclose(out);
		ck_assert(shell_split_split(line, &words, &count, why, sizeof why));
		ck_assert_int_eq(count, 2);
		ck_assert_str_eq(words[1], written[_i]);
		free(words);
		free(line);
	}
END_TEST

SUITE("ground/words", LOOP(a_command_is_cut_as_a_shell_cuts_it, sizeof commands / sizeof *commands),
	LOOP(a_command_without_a_program_or_a_closing_quote_is_refused,
		sizeof wrong / sizeof *wrong),
	CASE(any_length_fits),
	LOOP(a_word_that_is_written_is_read_back, sizeof written / sizeof *written))
