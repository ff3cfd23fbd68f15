/*
 * tokens.c - the token file: names of bots and keys made from their tokens.
 */
#include "referee/net/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"

const char tokens_head[] =
	"# Bots that may log in over the network: NAME STORED-KEY SERVER-KEY [OWNER], as\n"
	"# `referee token` writes them. The keys are made from the tokens. No client can log in with them, but a server that\n"
	"# has them can pretend to be this referee: keep this file secret.\n";

bool token_name_is_good(const char *name)
{
	size_t length =
		strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-");
	return length >= 1 && length <= TOKEN_NAME && name[length] == '\0';
}

void token_client_key(const unsigned char token[CRYPTO_BYTES], unsigned char key[CRYPTO_BYTES])
{
	crypto_sign(token, "Client Key", key);
}

void token_keys_make(const unsigned char token[CRYPTO_BYTES], struct token_keys *keys)
{
	token_client_key(token, keys->stored);
	crypto_hash(keys->stored, CRYPTO_BYTES, keys->stored);
	crypto_sign(token, "Server Key", keys->server);
}

struct token_row *tokens_find(const struct tokens *t, const char *name)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->rows[i].name, name) == 0)
			return &t->rows[i];
	return NULL;
}

const char *token_owner(const struct token_row *row)
{
	return *row->owner != '\0' ? row->owner : row->name;
}

bool tokens_set(
	struct tokens *t, const char *name, const char *owner, const struct token_keys *keys)
{
	struct token_row *row = tokens_find(t, name);
	if (row == NULL) {
		if (t->count == TOKENS_MAX)
			return false;
		t->rows = memory_resize(t->rows, t->count + 1, sizeof *t->rows);
		row = &t->rows[t->count++];
		memset(row, 0, sizeof *row);
		snprintf(row->name, sizeof row->name, "%s", name);
	}
	if (owner != NULL) {
		memset(row->owner, 0, sizeof row->owner);
		snprintf(row->owner, sizeof row->owner, "%s", owner);
	}
	row->keys = *keys;
	return true;
}

void tokens_remove(struct tokens *t, struct token_row *row)
{
	size_t behind = t->count - (size_t)(row - t->rows) - 1;
	memmove(row, row + 1, behind * sizeof *row);
	t->count--;
}

void token_write(const struct token_row *row, char line[TOKENS_LINE])
{
	char stored[CRYPTO_TEXT + 1], server[CRYPTO_TEXT + 1];
	crypto_write(row->keys.stored, stored);
	crypto_write(row->keys.server, server);
	bool owned = strcmp(token_owner(row), row->name) != 0;
	snprintf(line, TOKENS_LINE, "%s %s %s%s%s\n", row->name, stored, server, owned ? " " : "",
		owned ? row->owner : "");
}

enum { TOKENS_WORDS = 4, TOKENS_LEAST = 3 };

/* Splits a line at blanks into words, "" for those that it lacks. Returns how many it has. */
static int tokens_split(char *line, const char *words[TOKENS_WORDS])
{
	static const char blanks[] = " \t\r";
	char *rest = NULL, *word = strtok_r(line, blanks, &rest);
	int count = 0;
	for (; word != NULL; word = strtok_r(NULL, blanks, &rest), count++)
		if (count < TOKENS_WORDS)
			words[count] = word;
	for (int i = count; i < TOKENS_WORDS; i++)
		words[i] = "";
	return count;
}

/* Parses a line that is no comment. Returns the error, or NULL. */
static const char *tokens_line(struct tokens *t, char *line)
{
	const char *words[TOKENS_WORDS];
	int count = tokens_split(line, words);
	const char *name = words[0], *owner = words[3];
	struct token_keys keys;
	if (count < TOKENS_LEAST || count > TOKENS_WORDS || !crypto_read(words[1], keys.stored) ||
		!crypto_read(words[2], keys.server))
		return "not NAME STORED-KEY SERVER-KEY [OWNER]; each key has 64 hexadecimal digits";
	if (!token_name_is_good(name) || (*owner != '\0' && !token_name_is_good(owner)))
		return "bad name; a name has at most 64 letters, digits and . _ + -";
	if (tokens_find(t, name) != NULL)
		return "the name has an earlier line";
	return tokens_set(t, name, *owner != '\0' ? owner : NULL, &keys)
		       ? NULL
		       : "too many names; at most 4096";
}

bool tokens_read(struct tokens *t, const char *text, const unsigned char decoy[CRYPTO_BYTES],
	struct error *err)
{
	int number = 0;
	*t = (struct tokens){.count = 0};
	memcpy(t->decoy, decoy, CRYPTO_BYTES);
	for (const char *at = text, *end; *at != '\0'; at = *end != '\0' ? end + 1 : end) {
		char line[TOKENS_LINE + 64];
		end = at + strcspn(at, "\n");
		number++;
		snprintf(line, sizeof line, "%.*s", (int)(end - at), at);
		if (line[strspn(line, " \t")] == '\0' || *line == '#')
			continue;
		const char *wrong = end - at < (long)sizeof line
					    ? tokens_line(t, line)
					    : "line too long; remove blanks and further words";
		if (wrong != NULL) {
			error_set(err, "line %d: %s", number, wrong);
			tokens_clear(t);
			return false;
		}
	}
	return true;
}

void tokens_clear(struct tokens *t)
{
	if (t->rows != NULL)
		crypto_forget(t->rows, t->count * sizeof *t->rows);
	free(t->rows);
	*t = (struct tokens){.count = 0};
}

bool tokens_keys(const struct tokens *t, const char *name, struct token_keys *keys)
{
	char padded[TOKEN_NAME + 1] = "";
	unsigned found = 0;
	snprintf(padded, sizeof padded, "%s", name);
	crypto_sign(t->decoy, padded, keys->stored);
	crypto_sign(keys->stored, padded, keys->server);
	/* Every row is compared in full, so that the time does not depend on the name. */
	for (size_t i = 0; i < t->count; i++) {
		const struct token_row *row = &t->rows[i];
		unsigned differs = 0;
		for (size_t j = 0; j < sizeof padded; j++)
			differs |= (unsigned)(padded[j] ^ row->name[j]);
		unsigned char mask = (unsigned char)-(differs == 0);
		for (size_t j = 0; j < CRYPTO_BYTES; j++) {
			keys->stored[j] ^= mask & (keys->stored[j] ^ row->keys.stored[j]);
			keys->server[j] ^= mask & (keys->server[j] ^ row->keys.server[j]);
		}
		found |= mask;
	}
	return found != 0;
}
