/*
 * Words of a command line. The expected words are what sh makes of the same text, as long as
 * nothing in it is special to a shell alone. sh itself reads quoted words back, and a
 * terminal may see them.
 */
#include "base/shell-words.h"

#include <stdlib.h>
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
		struct error err;
		char **words;
		int count;
		ck_assert(shell_words_split(commands[_i].command, &words, &count, &err));
		ck_assert_int_eq(count, commands[_i].count);
		for (int i = 0; i < count; i++)
			ck_assert_str_eq(words[i], commands[_i].words[i]);
		ck_assert_ptr_null(words[count]);
		free(words);
	}
END_TEST

static const struct {
	const char *command;
	int count;
	const char *words[7];
} nested[] = {
	{"bot --game nim", 3, {"bot", "--game", "nim"}},
	{"bot 'process:python3 \"a b.py\"' x", 5,
		{"bot", "process:python3 \"a b.py\"", "x", "python3", "a b.py"}},
	{"bot process:a process:b", 5, {"bot", "process:a", "process:b", "a", "b"}},
	/* not the scheme, or a command that cannot be split */
	{"bot xprocess:a --g=process:a", 3, {"bot", "xprocess:a", "--g=process:a"}},
	{"bot process: \"process:a 'b\"", 3, {"bot", "process:", "process:a 'b"}},
};

START_TEST(the_words_of_a_rules_program_come_last)
	{
		struct error err;
		char **words;
		int count;
		ck_assert(shell_words_split_all(nested[_i].command, &words, &count, &err));
		ck_assert_int_eq(count, nested[_i].count);
		for (int i = 0; i < count; i++)
			ck_assert_str_eq(words[i], nested[_i].words[i]);
		ck_assert_ptr_null(words[count]);
		free(words);
	}
END_TEST

static const struct {
	const char *command;
	int at;
} adapted[] = {
	{"referee-adapt line -- ./bot 2", 3},
	{"/opt/bin/referee-adapt uci --x=1 -- bot", 4},
	{"referee-adapt line -- -- --", 3},
	{"referee-adapt line --", 0},
	{"referee-adapt", 0},
	{"my-referee-adapt line -- ./bot", 0},
	{"nice -- ./bot", 0},
	{"-- ./bot", 0},
	{"referee-adapt/bot line -- x", 0},
};

START_TEST(the_program_behind_an_adapter_is_found)
	{
		struct error err;
		char **words;
		int count;
		ck_assert(shell_words_split(adapted[_i].command, &words, &count, &err));
		ck_assert_int_eq(shell_words_adapted(words), adapted[_i].at);
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
		struct error err;
		char **words;
		int count;
		bool cut = shell_words_split(wrong[_i].command, &words, &count, &err);
		ck_assert(!cut);
		ck_assert_str_eq(err.text, wrong[_i].why);
	}
END_TEST

START_TEST(any_length_fits)
	{
		enum { LENGTH = 20000 };
		struct error err;
		char command[LENGTH + 1], **words;
		int count;
		for (int i = 0; i < LENGTH; i++)
			command[i] = i % 2 == 0 ? 'a' : ' ';
		command[LENGTH] = '\0';
		ck_assert(shell_words_split(command, &words, &count, &err));
		ck_assert_int_eq(count, LENGTH / 2);
		ck_assert_str_eq(words[count - 1], "a");
		free(words);
	}
END_TEST

static const char *const any_word[] = {"", "plain", "two words", "it's", "''", "\"quoted\"",
	"back\\slash\\", "\xff\xfe", "tab\tand\nline", "$(x)"};

START_TEST(a_word_that_is_written_is_read_back)
	{
		struct error err;
		char **words, *line = NULL;
		size_t size;
		int count;
		FILE *out = open_memstream(&line, &size);
		shell_words_write(out, "first");
		fputc(' ', out);
		shell_words_write(out, any_word[_i]);
		fclose(out);
		ck_assert(shell_words_split(line, &words, &count, &err));
		ck_assert_int_eq(count, 2);
		ck_assert_str_eq(words[1], any_word[_i]);
		free(words);
		free(line);
	}
END_TEST

static char *shell_written(const char *word)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	ck_assert_ptr_nonnull(out);
	shell_words_quote(out, word);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

/* The word that sh makes of it, with an x after it: $() and line ends are told apart. */
static void shell_read(const char *written, char *back, size_t room)
{
	char *command = malloc(strlen(written) + 64);
	sprintf(command, "printf '%%sx' %s", written);
	FILE *in = popen(command, "r");
	ck_assert_ptr_nonnull(in);
	size_t length = fread(back, 1, room - 1, in);
	back[length] = '\0';
	ck_assert_int_eq(pclose(in), 0);
	free(command);
	ck_assert_uint_gt(length, 0);
	ck_assert_int_eq(back[length - 1], 'x');
	back[length - 1] = '\0';
}

static const struct {
	const char *word, *written; /* written NULL: whatever reads back */
} quoted[] = {
	{"plain", "plain"},
	{"--depth=4", "--depth=4"},
	{"/a/b_c.py", "/a/b_c.py"},
	{"", "''"},
	{"a b", "'a b'"},
	{"it's", "'it'\\''s'"},
	{"'", "''\\'''"},
	{"$HOME `id` $(id) \\ \" * ~ ; & | > < # !", NULL},
	{"~", NULL},
	{"a\nb\n", NULL},
	{"\n", NULL},
	{"\t", NULL},
	{"\x1b[31mred", "''\"$(printf '\\033')\"'[31mred'"},
	{"a\x1b\x07z", "'a'\"$(printf '\\033\\007')\"'z'"},
	{"\x1b\n", NULL},
	{"\xe2\x80\xae", "''\"$(printf '\\342\\200\\256')\"''"},
	{"\xff\xfe%s%n", NULL},
	{"\xc3\xa9", "'\xc3\xa9'"},
};

START_TEST(a_shell_reads_a_word_back_byte_by_byte)
	{
		char back[256], *written = shell_written(quoted[_i].word);
		if (quoted[_i].written != NULL)
			ck_assert_str_eq(written, quoted[_i].written);
		shell_read(written, back, sizeof back);
		ck_assert_str_eq(back, quoted[_i].word);
		free(written);
	}
END_TEST

START_TEST(every_byte_reads_back_and_none_reaches_the_terminal_raw)
	{
		char word[2 * 255 + 1], back[1024];
		int length = 0;
		for (int byte = 255; byte > 0; byte--) {
			word[length++] = (char)byte;
			word[length++] = 'x';
		}
		word[length] = '\0';
		char *written = shell_written(word);
		for (const char *c = written; *c != '\0'; c++)
			ck_assert(*c == '\n' || (*c >= ' ' && *c < 0x7f));
		shell_read(written, back, sizeof back);
		ck_assert_str_eq(back, word);
		free(written);
	}
END_TEST

SUITE("base/shell-words",
	LOOP(a_command_is_cut_as_a_shell_cuts_it, sizeof commands / sizeof *commands),
	LOOP(the_words_of_a_rules_program_come_last, sizeof nested / sizeof *nested),
	LOOP(the_program_behind_an_adapter_is_found, sizeof adapted / sizeof *adapted),
	LOOP(a_command_without_a_program_or_a_closing_quote_is_refused,
		sizeof wrong / sizeof *wrong),
	CASE(any_length_fits),
	LOOP(a_word_that_is_written_is_read_back, sizeof any_word / sizeof *any_word),
	LOOP(a_shell_reads_a_word_back_byte_by_byte, sizeof quoted / sizeof *quoted),
	CASE(every_byte_reads_back_and_none_reaches_the_terminal_raw))
