/*
 * handshake.c - the login of a bot on the network, both sides.
 */
#include "referee/net/handshake.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void handshake_words(char *words, size_t room, const char *name, const char *theirs,
	const char *ours, const char *binding, bool sends)
{
	snprintf(words, room, "referee-hello 1 %s %s %s %s%s", name, theirs, ours, binding,
		sends ? HANDSHAKE_SENDS : "");
}

/* The value after a word and one blank; NULL: another line. */
static const char *handshake_value(const char *line, const char *word)
{
	size_t length = strlen(word);
	unsigned char value[CRYPTO_BYTES];
	if (strncmp(line, word, length) != 0 || line[length] != ' ' ||
		!crypto_read(line + length + 1, value))
		return NULL;
	return line + length + 1;
}

/* --- the referee's side --------------------------------------------------------------------- */

void handshake_init(struct handshake *h, const struct tokens *tokens, const char *binding,
	const unsigned char nonce[CRYPTO_BYTES], usec deadline)
{
	*h = (struct handshake){.tokens = tokens, .deadline = deadline};
	assert(strlen(binding) < sizeof h->binding);
	strcpy(h->binding, binding);
	crypto_write(nonce, h->nonce);
}

void handshake_clear(struct handshake *h)
{
	crypto_forget(&h->keys, sizeof h->keys);
}

static enum handshake_status handshake_end(struct handshake *h, enum handshake_status status,
	const char *text, char out[HANDSHAKE_LINE])
{
	snprintf(out, HANDSHAKE_LINE, "%s", text);
	h->status = status;
	if (status != HANDSHAKE_GOES_ON)
		handshake_clear(h);
	return status;
}

/* Cuts the word of a client that hands in a bot from the end of its line. */
static bool handshake_cut_sends(char *line)
{
	size_t length = strlen(line), word = strlen(HANDSHAKE_SENDS);
	bool sends = length > word && strcmp(line + length - word, HANDSHAKE_SENDS) == 0;
	if (sends)
		line[length - word] = '\0';
	return sends;
}

/* "hello 1 NAME NONCE", or "hello 1 NAME NONCE send" */
static enum handshake_status handshake_first(
	struct handshake *h, char *line, char out[HANDSHAKE_LINE])
{
	static const char word[] = "hello 1 ";
	char answer[HANDSHAKE_LINE];
	char *name = line + sizeof word - 1;
	if (strncmp(line, word, sizeof word - 1) != 0 || strchr(name, ' ') == NULL)
		return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
	char *nonce = strchr(name, ' ');
	unsigned char value[CRYPTO_BYTES];
	h->sends = handshake_cut_sends(nonce + 1);
	*nonce++ = '\0';
	if (!(token_name_is_good(name) || invitation_name_is_good(name)) ||
		!crypto_read(nonce, value))
		return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
	strcpy(h->name, name);
	h->known = tokens_keys(h->tokens, name, &h->keys);
	handshake_words(h->words, sizeof h->words, name, nonce, h->nonce, h->binding, h->sends);
	snprintf(answer, sizeof answer, "challenge %s\n", h->nonce);
	return handshake_end(h, HANDSHAKE_GOES_ON, answer, out);
}

/* "proof PROOF" */
static enum handshake_status handshake_second(
	struct handshake *h, const char *line, char out[HANDSHAKE_LINE])
{
	unsigned char key[CRYPTO_BYTES], signature[CRYPTO_BYTES];
	char answer[HANDSHAKE_LINE], text[CRYPTO_TEXT + 1];
	const char *proof = handshake_value(line, "proof");
	if (proof == NULL || !crypto_read(proof, key))
		return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
	crypto_sign(h->keys.stored, h->words, signature);
	for (int i = 0; i < CRYPTO_BYTES; i++)
		key[i] ^= signature[i];
	crypto_hash(key, sizeof key, key);
	bool good = crypto_same(key, h->keys.stored);
	crypto_forget(key, sizeof key);
	crypto_sign(h->keys.server, h->words, signature);
	if (!good || !h->known)
		return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
	crypto_write(signature, text);
	snprintf(answer, sizeof answer, "welcome %s\n", text);
	return handshake_end(h, HANDSHAKE_WELCOME, answer, out);
}

enum handshake_status handshake_take(
	struct handshake *h, const char *bytes, size_t count, usec now, char out[HANDSHAKE_LINE])
{
	*out = '\0';
	assert(h->status == HANDSHAKE_GOES_ON);
	h->total += count;
	if (now >= h->deadline || h->total > HANDSHAKE_MAX)
		return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
	for (size_t i = 0; i < count; i++) {
		char c = bytes[i];
		if (c != '\n') {
			/* A CR is allowed only before the LF; other bytes must be printable. */
			bool fits = (c >= ' ' && c <= '~') || c == '\r';
			bool behind = h->length > 0 && h->line[h->length - 1] == '\r';
			if (!fits || behind || h->length + 1 == sizeof h->line)
				return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
			h->line[h->length++] = c;
			continue;
		}
		/* A client that sends more before the answer does not follow the protocol. */
		if (i + 1 < count)
			return handshake_end(h, HANDSHAKE_REFUSED, HANDSHAKE_ERROR, out);
		if (h->length > 0 && h->line[h->length - 1] == '\r')
			h->length--;
		h->line[h->length] = '\0';
		h->length = 0;
		return *h->name == '\0' ? handshake_first(h, h->line, out)
					: handshake_second(h, h->line, out);
	}
	return HANDSHAKE_GOES_ON;
}

/* --- the bot's side ------------------------------------------------------------------------- */

void handshake_client_init(struct handshake_client *c, const char *name, const char *binding,
	const unsigned char token[CRYPTO_BYTES], const unsigned char nonce[CRYPTO_BYTES])
{
	*c = (struct handshake_client){.name = name, .binding = binding};
	memcpy(c->token, token, CRYPTO_BYTES);
	crypto_write(nonce, c->nonce);
}

void handshake_client_start(const struct handshake_client *c, char out[HANDSHAKE_LINE])
{
	snprintf(out, HANDSHAKE_LINE, "hello 1 %s %s%s\n", c->name, c->nonce,
		c->sends ? HANDSHAKE_SENDS : "");
}

static void handshake_client_prove(
	struct handshake_client *c, const char *challenge, char out[HANDSHAKE_LINE])
{
	struct token_keys keys;
	unsigned char proof[CRYPTO_BYTES], signature[CRYPTO_BYTES];
	char words[HANDSHAKE_LINE * 2], text[CRYPTO_TEXT + 1];
	handshake_words(words, sizeof words, c->name, c->nonce, challenge, c->binding, c->sends);
	token_keys_make(c->token, &keys);
	token_client_key(c->token, proof);
	crypto_sign(keys.stored, words, signature);
	for (int i = 0; i < CRYPTO_BYTES; i++)
		proof[i] ^= signature[i];
	crypto_write(proof, text);
	snprintf(out, HANDSHAKE_LINE, "proof %s\n", text);
	crypto_sign(keys.server, words, signature);
	crypto_write(signature, c->welcome);
	crypto_forget(&keys, sizeof keys);
	c->proved = true;
}

enum handshake_status handshake_client_take(
	struct handshake_client *c, const char *line, char out[HANDSHAKE_LINE], struct error *err)
{
	const char *value;
	unsigned char received[CRYPTO_BYTES], wanted[CRYPTO_BYTES];
	*out = '\0';
	if (!c->proved && (value = handshake_value(line, "challenge")) != NULL) {
		handshake_client_prove(c, value, out);
		return HANDSHAKE_GOES_ON;
	}
	if (c->proved && (value = handshake_value(line, "welcome")) != NULL) {
		if (crypto_read(value, received) && crypto_read(c->welcome, wanted) &&
			crypto_same(received, wanted))
			return HANDSHAKE_WELCOME;
		error_set(err,
			"the referee does not know this token; use the token that this referee's operator issued");
		return HANDSHAKE_REFUSED;
	}
	bool login = strncmp(line, HANDSHAKE_ERROR, strlen(HANDSHAKE_ERROR) - 1) == 0;
	const char *advice =
		!login ? ""
		: invitation_name_is_good(c->name)
			? "; an invitation is for one server, makes as many tokens as it says, and expires"
			: "; a token is for one name, and a newer token for that name replaces it";
	if (strncmp(line, "error ", 6) == 0)
		error_set(err, "the referee answered: %.200s%s", line + 6, advice);
	else
		error_set(err, "the server is not a referee: it sent \"%.80s\"", line);
	return HANDSHAKE_REFUSED;
}
