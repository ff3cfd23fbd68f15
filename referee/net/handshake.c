/*
 * handshake.c - how a bot on the network says who it is.
 */
#include "referee/net/handshake.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void hello_words(char *words, size_t room, const char *name, const char *theirs,
	const char *ours, const char *binding)
{
	snprintf(words, room, "referee-hello 1 %s %s %s %s", name, theirs, ours, binding);
}

/* The value behind a word and one blank; NULL: the line is another. */
static const char *hello_value(const char *line, const char *word)
{
	size_t length = strlen(word);
	unsigned char value[SECRET_BYTES];
	if (strncmp(line, word, length) != 0 || line[length] != ' ' ||
		!secret_read(line + length + 1, value))
		return NULL;
	return line + length + 1;
}

/* --- the referee's side --------------------------------------------------------------------- */

void hello_init(struct hello *h, const struct tokens *tokens, const char *binding,
	const unsigned char nonce[SECRET_BYTES], usec deadline)
{
	*h = (struct hello){.tokens = tokens, .deadline = deadline};
	assert(strlen(binding) < sizeof h->binding);
	strcpy(h->binding, binding);
	secret_write(nonce, h->nonce);
}

void hello_clear(struct hello *h)
{
	secret_forget(&h->keys, sizeof h->keys);
}

static enum hello_status hello_end(
	struct hello *h, enum hello_status status, const char *text, char out[HELLO_LINE])
{
	snprintf(out, HELLO_LINE, "%s", text);
	h->status = status;
	if (status != HELLO_GOES_ON)
		hello_clear(h);
	return status;
}

/* "hello 1 NAME NONCE" */
static enum hello_status hello_first(struct hello *h, char *line, char out[HELLO_LINE])
{
	static const char word[] = "hello 1 ";
	char answer[HELLO_LINE];
	char *name = line + sizeof word - 1;
	if (strncmp(line, word, sizeof word - 1) != 0 || strchr(name, ' ') == NULL)
		return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
	char *nonce = strchr(name, ' ');
	unsigned char value[SECRET_BYTES];
	*nonce++ = '\0';
	if (!token_name_is_good(name) || !secret_read(nonce, value))
		return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
	strcpy(h->name, name);
	h->known = tokens_keys(h->tokens, name, &h->keys);
	hello_words(h->words, sizeof h->words, name, nonce, h->nonce, h->binding);
	snprintf(answer, sizeof answer, "challenge %s\n", h->nonce);
	return hello_end(h, HELLO_GOES_ON, answer, out);
}

/* "proof PROOF" */
static enum hello_status hello_second(struct hello *h, const char *line, char out[HELLO_LINE])
{
	unsigned char key[SECRET_BYTES], signature[SECRET_BYTES];
	char answer[HELLO_LINE], text[SECRET_TEXT + 1];
	const char *proof = hello_value(line, "proof");
	if (proof == NULL || !secret_read(proof, key))
		return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
	secret_sign(h->keys.stored, h->words, signature);
	for (int i = 0; i < SECRET_BYTES; i++)
		key[i] ^= signature[i];
	secret_hash(key, sizeof key, key);
	bool good = secret_same(key, h->keys.stored);
	secret_forget(key, sizeof key);
	secret_sign(h->keys.server, h->words, signature);
	if (!good || !h->known)
		return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
	secret_write(signature, text);
	snprintf(answer, sizeof answer, "welcome %s\n", text);
	return hello_end(h, HELLO_WELCOME, answer, out);
}

enum hello_status hello_take(
	struct hello *h, const char *bytes, size_t count, usec now, char out[HELLO_LINE])
{
	*out = '\0';
	assert(h->status == HELLO_GOES_ON);
	h->total += count;
	if (now >= h->deadline || h->total > HELLO_MOST)
		return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
	for (size_t i = 0; i < count; i++) {
		char c = bytes[i];
		if (c != '\n') {
			/* A CR may stand before the end alone; what is said is printable. */
			bool fits = (c >= ' ' && c <= '~') || c == '\r';
			bool behind = h->length > 0 && h->line[h->length - 1] == '\r';
			if (!fits || behind || h->length + 1 == sizeof h->line)
				return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
			h->line[h->length++] = c;
			continue;
		}
		/* Whoever goes on before it heard the answer does not listen. */
		if (i + 1 < count)
			return hello_end(h, HELLO_REFUSED, HELLO_ERROR, out);
		if (h->length > 0 && h->line[h->length - 1] == '\r')
			h->length--;
		h->line[h->length] = '\0';
		h->length = 0;
		return *h->name == '\0' ? hello_first(h, h->line, out)
					: hello_second(h, h->line, out);
	}
	return HELLO_GOES_ON;
}

/* --- the bot's side ------------------------------------------------------------------------- */

void caller_init(struct caller *c, const char *name, const char *binding,
	const unsigned char token[SECRET_BYTES], const unsigned char nonce[SECRET_BYTES])
{
	*c = (struct caller){.name = name, .binding = binding};
	memcpy(c->token, token, SECRET_BYTES);
	secret_write(nonce, c->nonce);
}

void caller_start(const struct caller *c, char out[HELLO_LINE])
{
	snprintf(out, HELLO_LINE, "hello 1 %s %s\n", c->name, c->nonce);
}

static void caller_prove(struct caller *c, const char *challenge, char out[HELLO_LINE])
{
	struct token_keys keys;
	unsigned char proof[SECRET_BYTES], signature[SECRET_BYTES];
	char words[HELLO_LINE * 2], text[SECRET_TEXT + 1];
	hello_words(words, sizeof words, c->name, c->nonce, challenge, c->binding);
	token_keys_make(c->token, &keys);
	token_client_key(c->token, proof);
	secret_sign(keys.stored, words, signature);
	for (int i = 0; i < SECRET_BYTES; i++)
		proof[i] ^= signature[i];
	secret_write(proof, text);
	snprintf(out, HELLO_LINE, "proof %s\n", text);
	secret_sign(keys.server, words, signature);
	secret_write(signature, c->welcome);
	secret_forget(&keys, sizeof keys);
	c->proved = true;
}

enum hello_status caller_take(
	struct caller *c, const char *line, char out[HELLO_LINE], char *why, size_t room)
{
	const char *value;
	unsigned char said[SECRET_BYTES], wanted[SECRET_BYTES];
	*out = '\0';
	if (!c->proved && (value = hello_value(line, "challenge")) != NULL) {
		caller_prove(c, value, out);
		return HELLO_GOES_ON;
	}
	if (c->proved && (value = hello_value(line, "welcome")) != NULL) {
		if (secret_read(value, said) && secret_read(c->welcome, wanted) &&
			secret_same(said, wanted))
			return HELLO_WELCOME;
		snprintf(why, room,
			"whoever answers there does not know this token: it is not the referee "
			"that "
			"gave it");
		return HELLO_REFUSED;
	}
	if (strncmp(line, "error ", 6) == 0)
		snprintf(why, room, "the referee answered: %.200s", line + 6);
	else
		snprintf(why, room, "what answers there is no referee: \"%.80s\"", line);
	return HELLO_REFUSED;
}
