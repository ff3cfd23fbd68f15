/*
 * send-request.c - the requests of `referee send`.
 */
#include "referee/submissions/send-request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shell-words.h"
#include "base/utf8.h"

enum { SEND_DIGITS = 12 /* of a length */ };

bool send_file_is_good(const char *name)
{
	size_t length = strlen(name);
	if (length == 0 || length > SEND_FILE || *name == '.')
		return false;
	while (*name != '\0') {
		int bytes = utf8_length(name);
		if (bytes <= 0 || (unsigned char)*name < ' ' || *name == 127 || *name == '/' ||
			*name == '\\')
			return false;
		name += bytes;
	}
	return true;
}

static bool send_request_copy(char *to, size_t room, const char *word)
{
	return (size_t)snprintf(to, room, "%s", word) < room;
}

static bool send_request_read_bot(struct send_request *r, char *const *words, struct error *err)
{
	unsigned char digest[CRYPTO_BYTES];
	size_t digits = strspn(words[0], "0123456789");
	if (digits == 0 || digits > SEND_DIGITS || words[0][digits] != '\0')
		return error_set(err, "send: the length is wrong; it is the number of bytes");
	r->length = strtoll(words[0], NULL, 10);
	if (!crypto_read(words[1], digest))
		return error_set(err,
			"send: the digest is wrong; it is the SHA-256 in 64 hexadecimal digits");
	crypto_write(digest, r->digest);
	if (!send_file_is_good(words[2]))
		return error_set(err,
			"send: the file's name is wrong; it has up to %d bytes of UTF-8, no slash, no control character, and no dot at its begin",
			SEND_FILE);
	return send_request_copy(r->file, sizeof r->file, words[2]);
}

static bool send_request_read_back(struct send_request *r, char *const *words, struct error *err)
{
	if (strcmp(words[0], "-") == 0)
		return true;
	if (words[0][strspn(words[0], "0123456789abcdef")] == '\0' && *words[0] != '\0' &&
		send_request_copy(r->version, sizeof r->version, words[0]))
		return true;
	return error_set(err, "back: the version is wrong; it is hexadecimal digits, or -");
}

/* The words before the tournament's name. */
static const struct send_request_row {
	const char *word;
	int words;
	bool (*read)(struct send_request *r, char *const *words, struct error *err);
} send_request_rows[SEND_KINDS] = {
	[SEND_BOT] = {"send", 3, send_request_read_bot},
	[SEND_BACK] = {"back", 1, send_request_read_back},
	[SEND_VERSIONS] = {"versions", 0, NULL},
};

static bool send_request_read_words(
	struct send_request *r, char *const *words, int count, struct error *err)
{
	int kind = 0;
	while (kind < SEND_KINDS && strcmp(send_request_rows[kind].word, words[0]) != 0)
		kind++;
	if (kind == SEND_KINDS)
		return error_set(err, "request: it is unknown; send, back and versions are known");
	const struct send_request_row *row = &send_request_rows[kind];
	r->kind = (enum send_kind)kind;
	if (count - 1 < row->words || count - 1 > row->words + 1)
		return error_set(err, "%s: wrong number of words", row->word);
	if (row->read != NULL && !row->read(r, words + 1, err))
		return false;
	if (count - 1 > row->words &&
		!send_request_copy(r->tournament, sizeof r->tournament, words[count - 1]))
		return error_set(err, "%s: the tournament's name is too long", row->word);
	return true;
}

bool send_request_read(struct send_request *r, const char *line, struct error *err)
{
	char **words;
	int count;
	*r = (struct send_request){.kind = SEND_BOT};
	if (strlen(line) >= SEND_LINE)
		return error_set(err, "request: it is too long");
	if (!shell_words_split(line, &words, &count, err))
		return error_prefix(err, "request: ");
	bool good = send_request_read_words(r, words, count, err);
	free(words);
	return good;
}

void send_request_write(const struct send_request *r, char line[SEND_LINE])
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fputs(send_request_rows[r->kind].word, out);
	if (r->kind == SEND_BOT) {
		fprintf(out, " %lld %s ", (long long)r->length, r->digest);
		shell_words_write(out, r->file);
	} else if (r->kind == SEND_BACK) {
		fprintf(out, " %s", *r->version != '\0' ? r->version : "-");
	}
	if (*r->tournament != '\0') {
		fputc(' ', out);
		shell_words_write(out, r->tournament);
	}
	fputc('\n', out);
	memory_close(out);
	assert(size < SEND_LINE);
	memcpy(line, text, size + 1);
	free(text);
}
