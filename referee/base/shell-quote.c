/*
 * shell-quote.c - quotes words for a POSIX shell.
 */
#include "referee/base/shell-quote.h"

#include <stdbool.h>
#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/utf8.h"

static bool shell_quote_is_bare(const char *word)
{
	static const char bare[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%^";
	return *word != '\0' && word[strspn(word, bare)] == '\0';
}

/* Number of bytes at word that a terminal must not get; 0: none. $() drops line ends at its end, so
 * those stay as they are. */
static int shell_quote_hidden(const char *word)
{
	int length = utf8_length(word);
	if (*word == '\n')
		return 0;
	if (length == 0)
		return 1;
	return escape_is_plain(word, length) ? 0 : length;
}

static const char *shell_quote_print(FILE *out, const char *word)
{
	fputs("'\"$(printf '", out);
	for (int length; *word != '\0' && (length = shell_quote_hidden(word)) > 0; word += length)
		for (int i = 0; i < length; i++)
			fprintf(out, "\\%03o", (unsigned char)word[i]);
	fputs("')\"'", out);
	return word;
}

void shell_quote_word(FILE *out, const char *word)
{
	if (shell_quote_is_bare(word)) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	while (*word != '\0') {
		if (shell_quote_hidden(word) > 0) {
			word = shell_quote_print(out, word);
			continue;
		}
		int length = *word == '\n' ? 1 : utf8_length(word);
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fwrite(word, 1, (size_t)length, out);
		word += length;
	}
	fputc('\'', out);
}
