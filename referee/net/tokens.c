/*
 * tokens.c - the token file: names of bots and keys made from their tokens.
 */
#include "referee/net/tokens.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"

const char tokens_head[] =
	"# Bots that may log in over the network: NAME STORED-KEY SERVER-KEY [OWNER [PAGES-KEY]], as\n"
	"# `referee token new` writes them, and !ID STORED-KEY SERVER-KEY OWNER BOTS EXPIRES for each\n"
	"# invitation. The keys are made from the tokens. No client can log in with them, but a server\n"
	"# that has them can pretend to be this referee: keep this file secret.\n";

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
	token_pages_code(token, keys->pages);
	crypto_hash(keys->pages, CRYPTO_BYTES, keys->pages);
}

void token_pages_code(const unsigned char token[CRYPTO_BYTES], unsigned char code[CRYPTO_BYTES])
{
	crypto_sign(token, "Pages Code", code);
}

void invitation_name(const unsigned char token[CRYPTO_BYTES], char name[INVITATION_DIGITS + 2])
{
	unsigned char hash[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	crypto_sign(token, "Invitation", hash);
	crypto_write(hash, text);
	snprintf(name, INVITATION_DIGITS + 2, "!%.*s", INVITATION_DIGITS, text);
}

bool invitation_name_is_good(const char *name)
{
	return *name == '!' && strlen(name) == INVITATION_DIGITS + 1 &&
	       strspn(name + 1, "0123456789abcdef") == INVITATION_DIGITS;
}

bool invitation_fits(const struct tokens *t, const char *owner, const char *name, struct error *err)
{
	size_t length = strlen(owner);
	bool own = strcmp(owner, name) == 0;
	if (!token_name_is_good(name) || strncmp(name, owner, length) != 0 ||
		(!own && strchr("._+-", name[length]) == NULL))
		return error_set(err,
			"%.64s: the name does not fit the invitation; it is %s, or begins with %s- such as %s-2",
			token_name_is_good(name) ? name : "the bot", owner, owner, owner);
	for (size_t i = 0; i < t->count; i++) {
		const struct token_row *row = &t->rows[i];
		if (strcmp(row->name, name) == 0)
			return error_set(
				err, "%s: the name has a token already; choose another", name);
		if (!own && strcmp(token_owner(row), name) == 0)
			return error_set(
				err, "%s: the name is another owner's; choose another", name);
	}
	return true;
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

static bool token_has_pages(const struct token_row *row)
{
	static const unsigned char none[CRYPTO_BYTES];
	return memcmp(row->keys.pages, none, sizeof none) != 0;
}

bool token_signs_in(const struct token_row *row)
{
	return row->bots == 0 && token_has_pages(row);
}

void token_write(const struct token_row *row, char line[TOKENS_LINE])
{
	char stored[CRYPTO_TEXT + 1], server[CRYPTO_TEXT + 1], pages[CRYPTO_TEXT + 1];
	bool paged = token_has_pages(row);
	bool owned = paged || strcmp(token_owner(row), row->name) != 0;
	crypto_write(row->keys.stored, stored);
	crypto_write(row->keys.server, server);
	crypto_write(row->keys.pages, pages);
	if (row->bots > 0)
		snprintf(line, TOKENS_LINE, "%s %s %s %s %d %lld\n", row->name, stored, server,
			row->owner, row->bots, (long long)row->expires);
	else
		snprintf(line, TOKENS_LINE, "%s %s %s%s%s%s%s\n", row->name, stored, server,
			owned ? " " : "", owned ? token_owner(row) : "", paged ? " " : "",
			paged ? pages : "");
}

enum { TOKENS_WORDS = 6, TOKENS_LEAST = 3, TOKENS_OF_BOT = 5 };

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

/* Reads the words behind the owner of an invitation. */
static bool tokens_invitation(struct token_row *row, const char *bots, const char *expires)
{
	char *end;
	long count = strtol(bots, &end, 10);
	if (*bots < '0' || *bots > '9' || *end != '\0' || count < 1 || count > INVITATION_BOTS)
		return false;
	row->bots = (int)count;
	row->expires = strtoll(expires, &end, 10);
	return *expires >= '0' && *expires <= '9' && *end == '\0' && row->expires <= TOKEN_LATEST;
}

/* Parses a line that is no comment. Returns the error, or NULL. */
static const char *tokens_line(struct tokens *t, char *line)
{
	const char *words[TOKENS_WORDS];
	int count = tokens_split(line, words);
	const char *name = words[0], *owner = words[3];
	bool invites = *name == '!';
	struct token_row row = {.bots = 0};
	if (count < TOKENS_LEAST || !crypto_read(words[1], row.keys.stored) ||
		!crypto_read(words[2], row.keys.server) ||
		(invites ? count != TOKENS_WORDS || !tokens_invitation(&row, words[4], words[5])
			 : count > TOKENS_OF_BOT || (*words[4] != '\0' && !crypto_read(words[4],
										  row.keys.pages))))
		return invites ? "not !ID STORED-KEY SERVER-KEY OWNER BOTS EXPIRES"
			       : "not NAME STORED-KEY SERVER-KEY [OWNER [PAGES-KEY]]; each key has 64 hexadecimal digits";
	if (!(invites ? invitation_name_is_good : token_name_is_good)(name) ||
		(*owner != '\0' && !token_name_is_good(owner)))
		return "bad name; a name has at most 64 letters, digits and . _ + -";
	if (tokens_find(t, name) != NULL)
		return "the name has an earlier line";
	if (!tokens_set(t, name, *owner != '\0' ? owner : NULL, &row.keys))
		return "too many names; at most 4096";
	t->rows[t->count - 1].bots = row.bots;
	t->rows[t->count - 1].expires = row.expires;
	return NULL;
}

bool tokens_read(struct tokens *t, const char *text, const unsigned char decoy[CRYPTO_BYTES],
	struct error *err)
{
	int number = 0;
	*t = (struct tokens){.count = 0};
	memcpy(t->decoy, decoy, CRYPTO_BYTES);
	for (const char *at = text, *end; *at != '\0'; at = *end != '\0' ? end + 1 : end) {
		char line[2 * TOKENS_LINE];
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
	memset(keys->pages, 0, sizeof keys->pages);
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

/* --- the file --------------------------------------------------------------------------------- */

int token_file_lock(const char *path, bool wait, struct error *err)
{
	char *name = memory_print("%s.lock", path);
	int fd = open(name, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
	int wrong = fd < 0 || flock(fd, wait ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 ? errno : 0;
	if (wrong != 0 && fd >= 0)
		close(fd);
	if (wrong != 0)
		error_set(err, "%s: the file cannot be %s: %s", name, fd < 0 ? "made" : "locked",
			strerror(wrong));
	free(name);
	errno = wrong;
	return wrong == 0 ? fd : -1;
}

bool token_file_read(const char *path, bool missing, struct tokens *tokens, struct error *err)
{
	struct error why;
	int line = 0;
	unsigned char none[CRYPTO_BYTES];
	crypto_random(none);
	if (missing && access(path, F_OK) != 0 && errno == ENOENT)
		return tokens_read(tokens, "", none, err);
	char *text = text_file_read(path, TOKEN_FILE_MAX, &line, &why);
	bool good = text != NULL && tokens_read(tokens, text, none, &why);
	if (!good)
		error_set(err, "%s: %s", path, why.text);
	if (text != NULL)
		crypto_forget(text, strlen(text));
	free(text);
	return good;
}

bool token_file_write(const char *path, const struct tokens *tokens, struct error *err)
{
	char line[TOKENS_LINE], *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fputs(tokens_head, out);
	for (size_t i = 0; i < tokens->count; i++) {
		token_write(&tokens->rows[i], line);
		fputs(line, out);
	}
	memory_close(out);
	bool good = text_file_replace(path, 0600, text, err);
	free(text);
	return good;
}
