/*
 * tokens.h - who may come in: names and what is kept of their tokens.
 *
 * A token is 256 random bits. The file keeps of each, as SCRAM does (RFC 5802, section 3; one
 * iteration, since nobody guesses 256 bits), two keys made from it by one-way functions:
 *
 *   client key  HMAC(token, "Client Key")   proves who comes in; only the bot has it
 *   stored key  SHA-256(client key)         checks that proof
 *   server key  HMAC(token, "Server Key")   proves to the bot that it found the right referee
 *
 * So who reads the file cannot come in with what it holds. It could pass itself off as the referee,
 * and if it also hears a hello that is not encrypted it can work out that bot's client key.
 */
#ifndef REFEREE_NET_TOKENS_H
#define REFEREE_NET_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/crypto.h"

enum { TOKEN_NAME = 64, TOKENS_MAX = 4096 };

struct token_keys {
	unsigned char stored[CRYPTO_BYTES], server[CRYPTO_BYTES];
};

struct token_row {
	char name[TOKEN_NAME + 1]; /* NULs behind it */
	struct token_keys keys;
};

struct tokens {
	struct token_row *rows; /* owned */
	size_t count;
	unsigned char nobody[CRYPTO_BYTES]; /* makes keys for names that are not there */
};

/* What a file of tokens begins with. */
extern const char tokens_head[];

/* Letters, digits and . _ + -, 1 to TOKEN_NAME of them. */
bool token_name_is_good(const char *name);

/* What is kept of a token, and what the bot itself makes of it. */
void token_keys_make(const unsigned char token[CRYPTO_BYTES], struct token_keys *keys);
void token_client_key(const unsigned char token[CRYPTO_BYTES], unsigned char key[CRYPTO_BYTES]);

/* Reads a file's text; nobody: 256 random bits. False: "line 3: what is wrong" is in why, and there
 * is nothing to clear. */
bool tokens_read(struct tokens *t, const char *text, const unsigned char nobody[CRYPTO_BYTES],
	char *why, size_t room);
void tokens_clear(struct tokens *t);

/* The row of a name; NULL: none. */
struct token_row *tokens_find(const struct tokens *t, const char *name);

/* Adds a row or changes the keys of the one that is there. False: there are TOKENS_MAX. */
bool tokens_set(struct tokens *t, const char *name, const struct token_keys *keys);
void tokens_remove(struct tokens *t, struct token_row *row);

/* The line of a row, with its \n. */
enum { TOKENS_LINE = TOKEN_NAME + 2 * CRYPTO_TEXT + 4 };
void token_write(const struct token_row *row, char line[TOKENS_LINE]);

/* The keys to check a name's proof with, and whether there is such a name. An unknown one gets keys
 * that nobody has the token of, the same each time; it takes as long as a known one. */
bool tokens_keys(const struct tokens *t, const char *name, struct token_keys *keys);

#endif
