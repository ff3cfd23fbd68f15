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
 * and a third, of which the web process gets a copy:
 *
 *   pages code  HMAC(token, "Pages Code")   signs a browser in; the owner derives it
 *   pages key   SHA-256(pages code)         checks it; all zero: the line is of an older referee
 *
 * So a thief of the file cannot log in with it. The thief could pose as the referee. If it also
 * records a handshake without encryption, it can compute that bot's client key.
 *
 * An invitation is a token whose name begins with ! and that plays no game: with it a person makes
 * the tokens of her own bots, as many as it says, until it expires.
 */
#ifndef REFEREE_NET_TOKENS_H
#define REFEREE_NET_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/crypto.h"

enum { TOKEN_NAME = 64, TOKENS_MAX = 4096 };
#define TOKEN_LATEST INT64_C(253402300799) /* the end of the year 9999 */

struct token_keys {
	unsigned char stored[CRYPTO_BYTES], server[CRYPTO_BYTES], pages[CRYPTO_BYTES];
};

struct token_row {
	char name[TOKEN_NAME + 1];  /* padded with NULs */
	char owner[TOKEN_NAME + 1]; /* "": the name */
	struct token_keys keys;
	int bots;	 /* of an invitation: tokens that it can still make; 0: this is a bot */
	int64_t expires; /* likewise: seconds since 1970, at most TOKEN_LATEST */
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
void token_pages_code(const unsigned char token[CRYPTO_BYTES], unsigned char code[CRYPTO_BYTES]);

/* The name of an invitation, which follows from its token: ! and INVITATION_DIGITS hexadecimal
 * digits. */
enum { INVITATION_DIGITS = 16, INVITATION_BOTS = 100 /* that one can make, at most */ };
void invitation_name(const unsigned char token[CRYPTO_BYTES], char name[INVITATION_DIGITS + 2]);
bool invitation_name_is_good(const char *name);

/* May an invitation of this owner make a token for a bot of this name? It is the owner's name, or
 * begins with it and one of . _ + - and no other row has it or is of an owner with that name. err:
 * the reason. */
bool invitation_fits(
	const struct tokens *t, const char *owner, const char *name, struct error *err);

/* Parses a token file; the key for unknown names is 256 random bits. False: err has "line 3: ..."
 * with the reason, and there is nothing to clear. */
bool tokens_read(struct tokens *t, const char *text, const unsigned char decoy[CRYPTO_BYTES],
	struct error *err);
void tokens_clear(struct tokens *t);

/* The row of a name; NULL: none. */
struct token_row *tokens_find(const struct tokens *t, const char *name);

/* Can the owner sign in to the pages with the token of this row? */
bool token_signs_in(const struct token_row *row);

/* The owner of a row's bot. */
const char *token_owner(const struct token_row *row);

/* Adds a row, or replaces the keys of an existing one, and its owner unless owner is NULL. False:
 * there are TOKENS_MAX. */
bool tokens_set(
	struct tokens *t, const char *name, const char *owner, const struct token_keys *keys);
void tokens_remove(struct tokens *t, struct token_row *row);

/* Writes the line of a row, with its \n. */
enum { TOKENS_LINE = 2 * TOKEN_NAME + 3 * CRYPTO_TEXT + 32 };
void token_write(const struct token_row *row, char line[TOKENS_LINE]);

/* The keys to check a name's proof. Returns whether the name exists. An unknown name gets keys
 * without a token, the same each time, and takes as long as a known one. */
bool tokens_keys(const struct tokens *t, const char *name, struct token_keys *keys);

/* --- the file --------------------------------------------------------------------------------- */

/* Several processes may change the file: the commands, and the daemon when an invitation is used. A
 * writer locks FILE.lock, reads FILE, writes a new file beside it, and renames that. So a reader
 * sees the old file or the new one, and no writer loses the changes of another. */

enum { TOKEN_FILE_MAX = 2 << 20 /* bytes; a larger file is refused */ };

/* Locks the file; close() of the descriptor unlocks it. wait: until other writers are done. -1: err
 * has the reason, and errno is EAGAIN if only another writer is in the way. */
int token_file_lock(const char *path, bool wait, struct error *err);

/* Reads the file. missing: one that does not exist counts as empty. False: err has the reason, with
 * the path. */
bool token_file_read(const char *path, bool missing, struct tokens *tokens, struct error *err);

/* Replaces the file, which is locked. False: err has the reason, with the path. */
bool token_file_write(const char *path, const struct tokens *tokens, struct error *err);

#endif
