/*
 * handshake.h - how a bot on the network says who it is: the lines before the first `ugi`, both
 * sides.
 *
 *   bot      hello 1 NAME NONCE
 *   referee  challenge NONCE
 *   bot      proof PROOF
 *   referee  welcome SIGNATURE          or, whatever was wrong: HANDSHAKE_ERROR
 *
 * SCRAM-SHA-256 (RFC 5802, 7677) in four lines: values are 64 lower-case hexadecimal digits, both
 * nonces are new for every connection, so nothing that was said before is worth anything now. What
 * is signed is handshake_words():
 *
 *   referee-hello 1 NAME BOT-NONCE REFEREE-NONCE BINDING
 *
 * BINDING is the SHA-256 of the certificate (DER) that the bot was shown, or `-` without TLS: who
 * sits in the middle has another certificate, or none, and passes on proofs of something else. With
 * the client key, stored key and server key of tokens.h:
 *
 *   PROOF      client key XOR HMAC(stored key, words)
 *   SIGNATURE  HMAC(server key, words)
 *
 * Pure: bytes in, bytes out; the time and the nonce are arguments. Whatever is unexpected ends it
 * with the same line: a wrong name takes the same way as a wrong token.
 */
#ifndef REFEREE_NET_HANDSHAKE_H
#define REFEREE_NET_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/crypto.h"
#include "referee/base/time.h"
#include "referee/net/tokens.h"

enum {
	HANDSHAKE_MAX = 512,  /* bytes that a bot may send until it is welcome */
	HANDSHAKE_LINE = 256, /* the longest line of either side, its LF and a NUL included */
};

#define HANDSHAKE_TIME (10 * SECOND)
#define HANDSHAKE_ERROR                                                                            \
	"error refused: the hello, the name or the token is wrong, or came too late\n"

enum handshake_status { HANDSHAKE_GOES_ON, HANDSHAKE_WELCOME, HANDSHAKE_REFUSED };

/* --- the referee's side --------------------------------------------------------------------- */

struct handshake {
	const struct tokens *tokens; /* borrowed */
	usec deadline;
	char binding[CRYPTO_TEXT + 1], nonce[CRYPTO_TEXT + 1];
	char name[TOKEN_NAME + 1]; /* "" until it was said; true only once it is welcome */
	bool known;		   /* there is such a name */
	struct token_keys keys;
	char words[HANDSHAKE_LINE * 2];
	enum handshake_status status;
	char line[HANDSHAKE_LINE]; /* that is being gathered */
	size_t length, total;
};

/* binding: 64 digits, or "-"; nonce: as random as can be. */
void handshake_init(struct handshake *h, const struct tokens *tokens, const char *binding,
	const unsigned char nonce[CRYPTO_BYTES], usec deadline);

/* Takes bytes that came now and writes what is to be sent, "" for nothing. Nothing may follow
 * `proof` until the welcome was sent: the bot's first word answers `ugi`. */
enum handshake_status handshake_take(
	struct handshake *h, const char *bytes, size_t count, usec now, char out[HANDSHAKE_LINE]);

/* Forgets the keys. */
void handshake_clear(struct handshake *h);

/* --- the bot's side ------------------------------------------------------------------------- */

struct caller {
	const char *name, *binding; /* borrowed */
	unsigned char token[CRYPTO_BYTES];
	char nonce[CRYPTO_TEXT + 1], welcome[CRYPTO_TEXT + 1];
	bool proved;
};

/* Writes the first line. */
void caller_init(struct caller *c, const char *name, const char *binding,
	const unsigned char token[CRYPTO_BYTES], const unsigned char nonce[CRYPTO_BYTES]);
void caller_start(const struct caller *c, char out[HANDSHAKE_LINE]);

/* Takes a line of the referee, without its end, and writes the answer, "" for none.
 * HANDSHAKE_REFUSED: why says so in words for people, be it that the referee could not prove
 * itself. */
enum handshake_status caller_take(
	struct caller *c, const char *line, char out[HANDSHAKE_LINE], char *why, size_t room);

#endif
