/*
 * shell-words.c - splits and quotes the words of command lines.
 *
 * The split words and the pointers to them share one allocation: first the pointers, then the
 * characters. There are at most half as many pointers as characters in the text.
 */
#include "base/shell-words.h"

#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/utf8.h"

/* --- splitting ------------------------------------------------------------------------------ */

static bool shell_words_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies the text between the quote at in and its end. Returns the rest; NULL: no end. */
static const char *shell_words_quoted(const char *in, char **out)
{
	char quote = *in++;
	for (; *in != quote; in++) {
		if (*in == '\0')
			return NULL;
		if (quote == '"' && *in == '\\' && (in[1] == '"' || in[1] == '\\'))
			in++;
		*(*out)++ = *in;
	}
	return in + 1;
}

/* Copies one word and its NUL. Returns the rest; NULL: an unclosed quote. */
static const char *shell_words_one(const char *in, char **out)
{
	while (in != NULL && *in != '\0' && !shell_words_is_blank(*in)) {
		if (*in == '\'' || *in == '"') {
			in = shell_words_quoted(in, out);
			continue;
		}
		if (*in == '\\' && in[1] != '\0')
			in++;
		*(*out)++ = *in++;
	}
	*(*out)++ = '\0';
	return in;
}

bool shell_words_split(const char *command, char ***words, int *count, struct error *err)
{
	size_t length = strlen(command);
	char **list = memory_get(1, (length / 2 + 2) * sizeof *list + length + 1);
	char *out = (char *)(list + length / 2 + 2);
	int found = 0;
	while (shell_words_is_blank(*command))
		command++;
	while (command != NULL && *command != '\0') {
		list[found++] = out;
		command = shell_words_one(command, &out);
		while (command != NULL && shell_words_is_blank(*command))
			command++;
	}
	if (command == NULL || found == 0) {
		error_set(err, "%s",
			found == 0 ? "a command needs at least a program's name"
				   : "a quote is opened and not closed");
		free(list);
		return false;
	}
	list[found] = NULL;
	*words = list;
	*count = found;
	return true;
}

char **shell_words_inner(const char *word)
{
	static const char process[] = "process:";
	struct error err;
	char **words;
	int count;
	if (strncmp(word, process, strlen(process)) != 0 ||
		!shell_words_split(word + strlen(process), &words, &count, &err))
		return NULL;
	return words;
}

int shell_words_adapted(char *const *words)
{
	const char *slash = strrchr(words[0], '/');
	int at = 1;
	if (strcmp(slash != NULL ? slash + 1 : words[0], "referee-adapt") != 0)
		return 0;
	while (words[at] != NULL && strcmp(words[at], "--") != 0)
		at++;
	return words[at] != NULL && words[at + 1] != NULL ? at + 1 : 0;
}

bool shell_words_split_all(const char *command, char ***words, int *count, struct error *err)
{
	char **outer, *text = NULL;
	size_t size = 0;
	if (!shell_words_split(command, &outer, count, err))
		return false;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "%s", command);
	for (char **word = outer; *word != NULL; word++) {
		char **inner = shell_words_inner(*word);
		for (char **each = inner; inner != NULL && *each != NULL; each++) {
			fputc(' ', out);
			shell_words_write(out, *each);
		}
		free(inner);
	}
	memory_close(out);
	free(outer);
	bool good = shell_words_split(text, words, count, err);
	free(text);
	return good;
}

void shell_words_write(FILE *out, const char *word)
{
	fputc('\'', out);
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	}
	fputc('\'', out);
}

/* --- quoting for a POSIX shell --------------------------------------------------------------- */

static bool shell_words_is_bare(const char *word)
{
	static const char bare[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%^";
	return *word != '\0' && word[strspn(word, bare)] == '\0';
}

/* Number of bytes at word that a terminal must not get; 0: none. $() drops line ends at its end, so
 * those stay as they are. */
static int shell_words_hidden(const char *word)
{
	int length = utf8_length(word);
	if (*word == '\n')
		return 0;
	if (length == 0)
		return 1;
	return escape_is_plain(word, length) ? 0 : length;
}

static const char *shell_words_print(FILE *out, const char *word)
{
	fputs("'\"$(printf '", out);
	for (int length; *word != '\0' && (length = shell_words_hidden(word)) > 0; word += length)
		for (int i = 0; i < length; i++)
			fprintf(out, "\\%03o", (unsigned char)word[i]);
	fputs("')\"'", out);
	return word;
}

void shell_words_quote(FILE *out, const char *word)
{
	if (shell_words_is_bare(word)) {
		fputs(word, out);
		return;
	}
	fputc('\'', out);
	while (*word != '\0') {
		if (shell_words_hidden(word) > 0) {
			word = shell_words_print(out, word);
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

bool shell_words_check(const char *text, struct error *err)
{
	char **words;
	int count;
	if (!shell_words_split(text, &words, &count, err))
		return false;
	free(words);
	return true;
}
