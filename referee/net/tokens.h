/*
 * tokens.h - the token file: the names of bots that may log in, and keys made from their tokens.
 *
 * A token proves one name, and through it the owner of the bot. An owner may have several bots,
 * with a token each. A bot without an owner in the file is its own: the owner has its name.
 *
 * A token is 256 random bits. The file keeps two keys of each, made by one-way functions as in
 * SCRAM (RFC 5802, section 3; one iteration, since 256 bits cannot be guessed):
 *
 *   client key  HMAC(token, "Client Key")   proves the bot's name; only the bot has it
 *   stored key  SHA-256(client key)         checks that proof
 *   server key  HMAC(token, "Server Key")   proves to the bot that it found the right referee
 *
 * So a thief of the file cannot log in with it. The thief could pose as the referee. If it also
 * records a handshake without encryption, it can compute that bot's client key.
 */
#ifndef REFEREE_NET_TOKENS_H
#define REFEREE_NET_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "error/error.h"
#include "referee/base/crypto.h"

enum { TOKEN_NAME = 64, TOKENS_MAX = 4096 };

struct token_keys {
	unsigned char stored[CRYPTO_BYTES], server[CRYPTO_BYTES];
};

struct token_row {
	char name[TOKEN_NAME + 1];  /* padded with NULs */
	char owner[TOKEN_NAME + 1]; /* "": the name */
	struct token_keys keys;
};

struct tokens {
	struct token_row *rows; /* owned */
	size_t count;
	unsigned char decoy[CRYPTO_BYTES]; /* makes keys for unknown names */
};

/* The first line of a token file. */
extern const char tokens_head[];

/* Is name 1 to TOKEN_NAME letters, digits and . _ + - ? */
bool token_name_is_good(const char *name);

/* The keys kept for a token, and the client key that the bot derives from it. */
void token_keys_make(const unsigned char token[CRYPTO_BYTES], struct token_keys *keys);
void token_client_key(const unsigned char token[CRYPTO_BYTES], unsigned char key[CRYPTO_BYTES]);

/* Parses a token file; the key for unknown names is 256 random bits. False: err has "line 3: ..."
 * with the reason, and there is nothing to clear. */
bool tokens_read(struct tokens *t, const char *text, const unsigned char decoy[CRYPTO_BYTES],
	struct error *err);
void tokens_clear(struct tokens *t);

/* The row of a name; NULL: none. */
struct token_row *tokens_find(const struct tokens *t, const char *name);

/* The owner of a row's bot. */
const char *token_owner(const struct token_row *row);

/* Adds a row, or replaces the keys of an existing one, and its owner unless owner is NULL. False:
 * there are TOKENS_MAX. */
bool tokens_set(
	struct tokens *t, const char *name, const char *owner, const struct token_keys *keys);
void tokens_remove(struct tokens *t, struct token_row *row);

/* Writes the line of a row, with its \n. */
enum { TOKENS_LINE = 2 * TOKEN_NAME + 2 * CRYPTO_TEXT + 5 };
void token_write(const struct token_row *row, char line[TOKENS_LINE]);

/* The keys to check a name's proof. Returns whether the name exists. An unknown name gets keys
 * without a token, the same each time, and takes as long as a known one. */
bool tokens_keys(const struct tokens *t, const char *name, struct token_keys *keys);

#endif
