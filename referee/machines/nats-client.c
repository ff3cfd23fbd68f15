/*
 * nats-client.c - a small client of a NATS server that asks what it is allowed to do.
 */
#include "referee/machines/nats-client.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/net/net-address.h"

enum {
	NATS_CLIENT_DEPTH = 8, /* of nested values in INFO */
	NATS_CLIENT_CONNECT = 1024,
	NATS_CLIENT_SIGNATURE = (CRYPTO_SIGNATURE * 4 + 2) / 3 + 1
};

/* --- INFO ------------------------------------------------------------------------------------- */

static const char *nats_info_skip_space(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

/* Behind the text that begins here; NULL: it has no end. */
static const char *nats_info_skip_text(const char *at)
{
	for (at++; *at != '"'; at++) {
		if (*at == '\\')
			at++;
		if (*at == '\0')
			return NULL;
	}
	return at + 1;
}

/* Behind the value that begins here; NULL: it has no end. */
static const char *nats_info_skip_value(const char *at)
{
	int depth = 0;
	do {
		size_t plain = strcspn(at, depth == 0 ? "\"{}[],:" : "\"{}[]");
		at += plain;
		if (*at == '\0')
			return NULL;
		if (*at == '"') {
			at = nats_info_skip_text(at);
			if (at == NULL)
				return NULL;
		} else if (*at == '{' || *at == '[') {
			at++;
			if (++depth > NATS_CLIENT_DEPTH)
				return NULL;
		} else if (depth > 0) {
			at++;
			depth--;
		} else {
			return plain > 0 ? at : NULL;
		}
	} while (depth > 0);
	return at;
}

/* Copies a text that needs no escape and has printable ASCII only. */
static void nats_info_copy(char to[NATS_CLIENT_WORD], const char *at)
{
	size_t length = 0;
	while (at[length + 1] > ' ' && at[length + 1] < 127 &&
		strchr("\"\\", at[length + 1]) == NULL)
		length++;
	if (*at == '"' && at[length + 1] == '"' && length < NATS_CLIENT_WORD) {
		memcpy(to, at + 1, length);
		to[length] = '\0';
	}
}

static bool nats_info_is(const char *key, size_t length, const char *name)
{
	return length == strlen(name) + 2 && strncmp(key + 1, name, length - 2) == 0;
}

static void nats_info_set(struct nats_info *info, const char *key, size_t length, const char *value)
{
	static const char yes[] = "true";
	bool is_true = strncmp(value, yes, strlen(yes)) == 0;
	if (nats_info_is(key, length, "version"))
		nats_info_copy(info->version, value);
	else if (nats_info_is(key, length, "nonce"))
		nats_info_copy(info->nonce, value);
	else if (nats_info_is(key, length, "host"))
		nats_info_copy(info->host, value);
	else if (nats_info_is(key, length, "tls_required"))
		info->tls_required = is_true;
	else if (nats_info_is(key, length, "tls_available"))
		info->tls_available = is_true;
	else if (nats_info_is(key, length, "auth_required"))
		info->auth_required = is_true;
	else if (nats_info_is(key, length, "jetstream"))
		info->jetstream = is_true;
	else if (nats_info_is(key, length, "max_payload"))
		info->max_payload = strtoll(value, NULL, 10);
}

bool nats_info_read(struct nats_info *info, const char *json)
{
	*info = (struct nats_info){.version = ""};
	const char *at = nats_info_skip_space(json);
	if (*at != '{')
		return false;
	at = nats_info_skip_space(at + 1);
	while (*at == '"') {
		const char *key = at, *end = nats_info_skip_text(at);
		if (end == NULL)
			return false;
		at = nats_info_skip_space(end);
		if (*at != ':')
			return false;
		at = nats_info_skip_space(at + 1);
		const char *value = at;
		at = nats_info_skip_value(at);
		if (at == NULL)
			return false;
		nats_info_set(info, key, (size_t)(end - key), value);
		at = nats_info_skip_space(at);
		if (*at != ',')
			break;
		at = nats_info_skip_space(at + 1);
	}
	return *at == '}';
}

/* --- lines ------------------------------------------------------------------------------------ */

/* Receives more. 1: bytes came; 0: the server closed; -1: err says what is wrong. */
static int nats_client_fill(struct nats_client *c, struct error *err)
{
	memmove(c->room, c->room + c->start, c->end - c->start);
	c->end -= c->start;
	c->start = 0;
	if (c->end == sizeof c->room || c->taken > NATS_CLIENT_BYTES) {
		error_set(err, "it sends too much");
		return -1;
	}
	ssize_t got = tls_stream_read(&c->stream, c->room + c->end, sizeof c->room - c->end);
	if (got < 0)
		error_set(err, "no answer");
	else
		error_set(err, "it closed the connection");
	if (got <= 0)
		return (int)got;
	c->end += (size_t)got;
	c->taken += (size_t)got;
	return 1;
}

/* Reads a line and ends it by a NUL. It is valid until the next call. NULL: there is none, err says
 * why; *closed: the server closed the connection. */
static char *nats_client_line(struct nats_client *c, bool *closed, struct error *err)
{
	char *end;
	*closed = false;
	while ((end = memchr(c->room + c->start, '\n', c->end - c->start)) == NULL) {
		int got = nats_client_fill(c, err);
		if (got <= 0) {
			*closed = got == 0;
			return NULL;
		}
	}
	char *line = c->room + c->start;
	c->start = (size_t)(end + 1 - c->room);
	*end = '\0';
	if (end > line && end[-1] == '\r')
		end[-1] = '\0';
	return line;
}

/* Skips the body of a message, whose line ends with its size. */
static bool nats_client_skip(struct nats_client *c, const char *line, struct error *err)
{
	const char *last = strrchr(line, ' ');
	char *end = NULL;
	long long size = last != NULL ? strtoll(last + 1, &end, 10) : -1;
	if (size < 0 || size > NATS_CLIENT_BYTES || *end != '\0')
		return error_set(err, "it sends no NATS message");
	for (size_t left = (size_t)size + strlen("\r\n"); left > 0;) {
		size_t have = c->end - c->start;
		size_t part = have < left ? have : left;
		c->start += part;
		left -= part;
		if (left > 0 && nats_client_fill(c, err) <= 0)
			return false;
	}
	return true;
}

/* Copies the words of an error, printable. */
static void nats_client_quote(struct error *err, const char *line)
{
	char text[NATS_CLIENT_WORD];
	snprintf(text, sizeof text, "%s", line + strspn(line, " '"));
	for (char *at = text; *at != '\0'; at++)
		if (*at < ' ' || *at == 127)
			*at = '?';
	size_t length = strlen(text);
	if (length > 0 && text[length - 1] == '\'')
		text[length - 1] = '\0';
	error_set(err, "%s", text[0] != '\0' ? text : "it does not say why");
}

/* Waits for PONG. login: every error is a refusal; else those of permissions are. */
static enum nats_answer nats_client_wait(struct nats_client *c, bool login, struct error *err)
{
	static const char wrong[] = "-ERR", message[] = "MSG ", headers[] = "HMSG ";
	enum nats_answer answer = NATS_ALLOWED;
	struct error why;
	bool closed;
	for (;;) {
		char *line = nats_client_line(c, &closed, &why);
		if (line == NULL && answer == NATS_ALLOWED)
			error_set(err, "%s", why.text);
		if (line == NULL)
			return closed && login ? NATS_REFUSED : NATS_BROKEN;
		if (strcmp(line, "PONG") == 0)
			return answer;
		if (strncmp(line, wrong, strlen(wrong)) == 0) {
			nats_client_quote(err, line + strlen(wrong));
			if (login)
				return NATS_REFUSED;
			answer = strstr(line, "Permissions Violation") != NULL ? NATS_REFUSED
									       : NATS_BROKEN;
		} else if ((strncmp(line, message, strlen(message)) == 0 ||
				   strncmp(line, headers, strlen(headers)) == 0) &&
			   !nats_client_skip(c, line, err)) {
			return NATS_BROKEN;
		}
	}
}

/* --- the conversation ------------------------------------------------------------------------- */

static bool nats_client_greet(struct nats_client *c, struct error *err)
{
	static const char info[] = "INFO ";
	bool closed;
	char *line = nats_client_line(c, &closed, err);
	if (line == NULL)
		return false;
	if (strncmp(line, info, strlen(info)) != 0 ||
		!nats_info_read(&c->info, line + strlen(info)))
		return error_set(err, "it is no NATS server: it does not begin with INFO");
	return true;
}

bool nats_client_open(struct nats_client *c, const char *url, usec deadline, struct error *err)
{
	struct net_address to;
	struct error why;
	bool loopback;
	const char *rest = strstr(url, "://");
	c->stream = (struct tls_stream){.fd = -1};
	c->start = c->end = c->taken = 0;
	if (!net_address_read(&to, rest != NULL ? rest + 3 : url, err))
		return false;
	usec left = deadline - time_now();
	int fd = left > 0 ? net_address_connect(&to, left, &loopback, &why) : -1;
	if (fd < 0)
		return error_set(err, "%s", left > 0 ? why.text : "no answer");
	tls_stream_init(&c->stream, fd, deadline);
	if (nats_client_greet(c, err))
		return true;
	nats_client_close(c);
	return false;
}

void nats_client_close(struct nats_client *c)
{
	tls_stream_clear(&c->stream);
}

bool nats_client_secure(
	struct nats_client *c, const struct tls_stream_trust *trust, struct error *err)
{
	if (!c->info.tls_required && !c->info.tls_available)
		return error_set(err, "the server has no TLS");
	/* Bytes from before TLS are not to be believed after it. */
	c->start = c->end = 0;
	return tls_stream_secure(&c->stream, trust, err);
}

/* Base64 of RFC 4648, section 5, without padding. */
static void nats_client_encode(const unsigned char *bytes, size_t length, char *text)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	unsigned bits = 0;
	int count = 0;
	for (size_t i = 0; i < length; i++) {
		bits = bits << 8 | bytes[i];
		for (count += 8; count >= 6; count -= 6)
			*text++ = letters[bits >> (count - 6) & 63];
	}
	if (count > 0)
		*text++ = letters[bits << (6 - count) & 63];
	*text = '\0';
}

static void nats_client_add(char *line, const char *key, const char *value)
{
	size_t used = strlen(line);
	if (value != NULL)
		snprintf(line + used, NATS_CLIENT_CONNECT - used, ",\"%s\":\"%s\"", key, value);
}

enum nats_answer nats_client_login(
	struct nats_client *c, const struct nats_credentials *with, struct error *err)
{
	char line[NATS_CLIENT_CONNECT], signature[NATS_CLIENT_SIGNATURE];
	snprintf(line, sizeof line,
		"CONNECT {\"verbose\":false,\"pedantic\":false,\"protocol\":1,\"echo\":false,\"lang\":\"c\",\"version\":\"1\",\"name\":\"referee-check\",\"tls_required\":%s",
		c->stream.ssl != NULL ? "true" : "false");
	nats_client_add(line, "user", with->user);
	nats_client_add(line, "pass", with->password);
	nats_client_add(line, "auth_token", with->token);
	if (with->key != NULL) {
		unsigned char bytes[CRYPTO_SIGNATURE];
		crypto_ed25519_sign(with->key->seed, c->info.nonce, strlen(c->info.nonce), bytes);
		nats_client_encode(bytes, sizeof bytes, signature);
		nats_client_add(line, "nkey", with->key->public_text);
		nats_client_add(line, "sig", signature);
	}
	size_t used = strlen(line);
	snprintf(line + used, sizeof line - used, "}\r\nPING\r\n");
	if (!tls_stream_write(&c->stream, line, strlen(line))) {
		error_set(err, "it closed the connection");
		return NATS_REFUSED;
	}
	return nats_client_wait(c, true, err);
}

enum nats_answer nats_client_try(
	struct nats_client *c, bool publish, const char *subject, struct error *err)
{
	char line[NATS_CLIENT_CONNECT];
	if (publish)
		snprintf(line, sizeof line, "PUB %s 0\r\n\r\nPING\r\n", subject);
	else
		snprintf(line, sizeof line, "SUB %s 1\r\nUNSUB 1\r\nPING\r\n", subject);
	if (!tls_stream_write(&c->stream, line, strlen(line))) {
		error_set(err, "it closed the connection");
		return NATS_BROKEN;
	}
	return nats_client_wait(c, false, err);
}
