/*
 * Words for a shell: sh itself reads them back, and a terminal may see them.
 */
#include "referee/base/shell-quote.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

static char *shell_written(const char *word)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	ck_assert_ptr_nonnull(out);
	shell_quote_word(out, word);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

/* What sh makes of it, with an x after it: $() and line ends are told apart. */
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
} words[] = {
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
		char back[256], *written = shell_written(words[_i].word);
		if (words[_i].written != NULL)
			ck_assert_str_eq(written, words[_i].written);
		shell_read(written, back, sizeof back);
		ck_assert_str_eq(back, words[_i].word);
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

SUITE("referee/base/shell-quote",
	LOOP(a_shell_reads_a_word_back_byte_by_byte, sizeof words / sizeof *words),
	CASE(every_byte_reads_back_and_none_reaches_the_terminal_raw))
