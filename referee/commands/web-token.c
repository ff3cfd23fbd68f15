/*
 * web-token.c - reads and checks the token of the pages.
 */
#include "referee/commands/web-token.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/base/memory.h"
#include "referee/base/crypto.h"
#include "referee/base/text-file.h"

enum { WEB_TOKEN_FILE = 4096 /* the most bytes of its file */ };

/* Reads the file's first line. NULL: a line in why. */
static char *web_token_file(const char *path, char *why, size_t room)
{
	struct stat file;
	char wrong[256];
	int line;
	char *text = text_file_read(path, WEB_TOKEN_FILE, &line, wrong, sizeof wrong);
	if (text == NULL)
		snprintf(why, room, "%s: %s", path, wrong);
	else if (stat(path, &file) == 0 && (file.st_mode & (S_IRWXG | S_IRWXO)) != 0)
		fprintf(stderr,
			"serve: web: others than its owner may open %s, which holds the token; chmod 600 would be right\n",
			path);
	if (text != NULL)
		text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Checks the characters, since readers write the token into addresses and headers. */
static bool web_token_is_good(const char *token, char *why, size_t room)
{
	size_t length = strlen(token);
	bool good = length >= WEB_TOKEN_MIN && length <= WEB_TOKEN_MAX;
	for (const char *c = token; *c != '\0'; c++)
		good &= *c > ' ' && *c < '\177';
	if (!good)
		snprintf(why, room,
			"a token has %d to %d letters, digits and marks of ASCII, and no blanks",
			WEB_TOKEN_MIN, WEB_TOKEN_MAX);
	return good;
}

char *web_token_read(char *given, char *why, size_t room)
{
	char *token = *given == '@' ? web_token_file(given + 1, why, room) : memory_copy(given);
	if (*given != '@')
		memset(given, '*', strlen(given));
	if (token != NULL && !web_token_is_good(token, why, room)) {
		crypto_forget(token, strlen(token));
		free(token);
		token = NULL;
	}
	return token;
}
