/*
 * send-request.c - the requests of `referee send`.
 */
#include "referee/submissions/send-request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/shell-words.h"
#include "base/utf8.h"

#define SEND_LENGTH INT64_C(999999999999) /* bytes of a file */

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

/* --- the lines -------------------------------------------------------------------------------- */

struct send_message {
	enum send_kind kind;
	int64_t length;
	const char *digest, *file, *version, *tournament;
};

#define LINE_STRUCT struct send_message
#define TOURNAMENT  LINE_TEXT(tournament, SEND_TOURNAMENT)

static const struct line_row send_rows[SEND_KINDS] = {
	[SEND_BOT] = {"send",
		{LINE_NUMBER(length, 0, 0), LINE_STRING(digest, SEND_LINE),
			LINE_STRING(file, SEND_LINE), TOURNAMENT},
		.help = "A bot: an archive or one source file of this length, with the SHA-256 of its bytes. "
			"To it the referee answers `ready`, and only then the client sends the bytes."},
	[SEND_BACK] = {"back", {LINE_STRING(version, SEND_LINE), TOURNAMENT},
		.help = "A version that was fit plays again; `-`: the one before."},
	[SEND_VERSIONS] = {"versions", {TOURNAMENT}, .help = "The versions that are kept."},
};

const struct line_table send_table = {.name = "`referee send` to intake process",
	.help = "The client has proved its name before. The tournament may be left out if only one takes "
		"bots. The answer ends with `end 0 REASON`, or `end 1 REASON`: unfit or refused.",
	LINE_TABLE(send_rows)};

static int64_t send_request_length(const char *word)
{
	char *end;
	long long length = strtoll(word, &end, 10);
	return *word != '\0' && *end == '\0' ? length : -1;
}

/* Version 1.0 quotes names as for a shell: its line, whose first name begins with a quote, is written
 * anew. */
static void send_request_renew(char line[SEND_LINE])
{
	struct error unused;
	const char *quote = strstr(line, " '");
	char **words;
	int count, before = 0;
	for (const char *at = line; quote != NULL && at < quote; at++)
		before += *at == ' ';
	if (quote == NULL || !shell_words_split(line, &words, &count, &unused))
		return;
	bool bot = strcmp(words[0], "send") == 0 && count >= 4,
	     back = strcmp(words[0], "back") == 0 && count >= 2;
	int names = bot ? 4 : back ? 2 : 1;
	const struct send_message m = {
		.kind = bot    ? SEND_BOT
			: back ? SEND_BACK
			       : SEND_VERSIONS,
		.length = bot ? send_request_length(words[1]) : 0,
		.digest = bot ? words[2] : NULL,
		.file = bot ? words[3] : NULL,
		.version = back && strcmp(words[1], "-") != 0 ? words[1] : NULL,
		.tournament = count > names ? words[names] : "",
	};
	bool known = bot || back || strcmp(words[0], "versions") == 0;
	if (known && before == (bot ? 2 : names - 1) && count <= names + 1)
		line[line_table_write(&send_table, &m, line, SEND_LINE) - 1] = '\0';
	free(words);
}

bool send_request_read(struct send_request *r, const char *line, struct error *err)
{
	unsigned char digest[CRYPTO_BYTES];
	struct send_message m;
	char copy[SEND_LINE];
	*r = (struct send_request){.kind = SEND_BOT};
	if ((size_t)snprintf(copy, sizeof copy, "%s", line) >= sizeof copy)
		return error_set(err, "request: it is too long");
	send_request_renew(copy);
	if (!line_table_knows(&send_table, copy))
		return error_set(err, "request: it is unknown; send, back and versions are known");
	if (line_table_read(&send_table, &m, copy, 0) != LINE_TABLE_RIGHT)
		return error_set(err,
			"request: it is wrong; it is send LENGTH SHA-256 FILE, back VERSION or versions, and the tournament's name");
	r->kind = m.kind;
	snprintf(r->tournament, sizeof r->tournament, "%s", m.tournament);
	if (m.kind == SEND_BACK) {
		size_t digits = strspn(m.version, "0123456789abcdef");
		snprintf(r->version, sizeof r->version, "%s", m.version);
		return (m.version[digits] == '\0' && digits <= SEND_VERSION) ||
		       error_set(err, "back: the version is wrong; it is hexadecimal digits, or -");
	}
	if (m.kind == SEND_VERSIONS)
		return true;
	if (m.length < 0 || m.length > SEND_LENGTH)
		return error_set(err, "send: the length is wrong; it is the number of bytes");
	if (!crypto_read(m.digest, digest))
		return error_set(err,
			"send: the digest is wrong; it is the SHA-256 in 64 hexadecimal digits");
	if (!send_file_is_good(m.file))
		return error_set(err,
			"send: the file's name is wrong; at most %d bytes of UTF-8, no slash or control character, not starting with \".\"",
			SEND_FILE);
	r->length = m.length;
	crypto_write(digest, r->digest);
	strcpy(r->file, m.file);
	return true;
}

void send_request_write(const struct send_request *r, char line[SEND_LINE])
{
	const struct send_message m = {
		r->kind, r->length, r->digest, r->file, r->version, r->tournament};
	line[line_table_write(&send_table, &m, line, SEND_LINE - 1)] = '\0';
}
