/*
 * shell-split.c - splits command lines.
 *
 * The words and the pointers to them share one allocation: first the pointers, then the characters.
 * There are at most half as many pointers as characters in the text.
 */
#include "referee/base/shell-split.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

static bool shell_split_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies the text between the quote at in and its end. Returns the rest; NULL: no end. */
static const char *shell_split_quoted(const char *in, char **out)
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
static const char *shell_split_one(const char *in, char **out)
{
	while (in != NULL && *in != '\0' && !shell_split_is_blank(*in)) {
		if (*in == '\'' || *in == '"') {
			in = shell_split_quoted(in, out);
			continue;
		}
		if (*in == '\\' && in[1] != '\0')
			in++;
		*(*out)++ = *in++;
	}
	*(*out)++ = '\0';
	return in;
}

bool shell_split_split(const char *command, char ***words, int *count, char *why, size_t room)
{
	size_t length = strlen(command);
	char **list = memory_get(1, (length / 2 + 2) * sizeof *list + length + 1);
	char *out = (char *)(list + length / 2 + 2);
	int found = 0;
	while (shell_split_is_blank(*command))
		command++;
	while (command != NULL && *command != '\0') {
		list[found++] = out;
		command = shell_split_one(command, &out);
		while (command != NULL && shell_split_is_blank(*command))
			command++;
	}
	if (command == NULL || found == 0) {
		snprintf(why, room, "%s",
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

void shell_split_write(FILE *out, const char *word)
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
