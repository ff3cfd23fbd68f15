/*
 * serve-token.c - reads a token of the pages, from the command line or a file.
 */
#include "referee/commands/serve-token.h"

#include <stdlib.h>
#include <string.h>

#include "referee/process/crypto.h"
#include "base/memory.h"
#include "referee/commands/command.h"

enum { SERVE_TOKEN_MIN = 16, SERVE_TOKEN_MAX = 256 /* bytes */ };

char *serve_token_read(
	char *given, void (*warn)(void *arg, const char *line), void *arg, struct error *err)
{
	bool open = false, file = *given == '@';
	char *token = file ? command_read_secret(given + 1, &open, err) : memory_copy(given);
	if (!file)
		memset(given, '*', strlen(given));
	if (open) {
		char *line = memory_print("<4>web: " COMMAND_SECRET_OPEN, given + 1);
		warn(arg, line);
		free(line);
	}
	size_t length = token != NULL ? strlen(token) : 0;
	bool good = length >= SERVE_TOKEN_MIN && length <= SERVE_TOKEN_MAX;
	for (size_t i = 0; i < length; i++)
		good &= token[i] > ' ' && token[i] < '\177';
	if (good || token == NULL)
		return token;
	error_set(err, "a token has %d to %d letters, digits and marks of ASCII, and no blanks",
		SERVE_TOKEN_MIN, SERVE_TOKEN_MAX);
	crypto_forget(token, length);
	free(token);
	return NULL;
}
