/*
 * handshake.h - the login of a bot on the network, both sides: the lines before the first `ugi`.
 *
 *   bot      hello 1 NAME NONCE         or, of a client that hands in a bot: ... NONCE send
 *   referee  challenge NONCE
 *   bot      proof PROOF
 *   referee  welcome SIGNATURE          or, after any error: HANDSHAKE_ERROR
 *
 * This is SCRAM-SHA-256 (RFC 5802, 7677) in four lines. Values are 64 lower-case hexadecimal
 * digits. Both nonces are new for every connection, so a recorded handshake is worthless later.
 * Both sides sign handshake_words():
 *
 *   referee-hello 1 NAME BOT-NONCE REFEREE-NONCE BINDING       or ... BINDING send
 *
 * BINDING is the SHA-256 of the certificate (DER) that the bot received, or `-` without TLS. An
 * attacker in the middle has another certificate, or none, so the proofs that it relays are wrong.
 * With the client key, stored key and server key of tokens.h:
 *
 *   PROOF      client key XOR HMAC(stored key, words)
 *   SIGNATURE  HMAC(server key, words)
 *
 * Pure: bytes in, bytes out; the time and the nonce are arguments. Every error ends the handshake
 * with the same line. A wrong name takes the same path as a wrong token.
 */
#ifndef REFEREE_NET_HANDSHAKE_H
#define REFEREE_NET_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/process/crypto.h"
#include "base/time.h"
#include "referee/net/tokens.h"

enum {
	HANDSHAKE_MAX = 512,  /* bytes that a bot may send before its welcome */
	HANDSHAKE_LINE = 256, /* the longest line of either side, with its LF and a NUL */
};

/* The last word of the hello and of the words of a client that hands in a bot (send-request.h). */
#define HANDSHAKE_SENDS " send"

#define HANDSHAKE_TIME (10 * SECOND)
#define HANDSHAKE_ERROR                                                                            \
	"error refused: the name or the token is wrong, or the login took too long\n"

enum handshake_status { HANDSHAKE_GOES_ON, HANDSHAKE_WELCOME, HANDSHAKE_REFUSED };

/* --- the referee's side --------------------------------------------------------------------- */

struct handshake {
	const struct tokens *tokens; /* borrowed */
	usec deadline;
	char binding[CRYPTO_TEXT + 1], nonce[CRYPTO_TEXT + 1];
	char name[TOKEN_NAME + 1]; /* "": not yet known; proved only after the welcome */
	bool known;		   /* the name exists */
	bool sends;		   /* the client hands in a bot */
	struct token_keys keys;
	char words[HANDSHAKE_LINE * 2];
	enum handshake_status status;
	char line[HANDSHAKE_LINE]; /* the unfinished line */
	size_t length, total;
};

/* binding: 64 digits, or "-"; nonce: random bytes. */
void handshake_init(struct handshake *h, const struct tokens *tokens, const char *binding,
	const unsigned char nonce[CRYPTO_BYTES], usec deadline);

/* Takes bytes that arrived now and writes the answer, "" for none. The bot must not send anything
 * between `proof` and the welcome: its first word after it answers `ugi`. */
enum handshake_status handshake_take(
	struct handshake *h, const char *bytes, size_t count, usec now, char out[HANDSHAKE_LINE]);

/* Erases the keys. */
void handshake_clear(struct handshake *h);

/* --- the bot's side ------------------------------------------------------------------------- */

struct handshake_client {
	const char *name, *binding; /* borrowed */
	unsigned char token[CRYPTO_BYTES];
	char nonce[CRYPTO_TEXT + 1], welcome[CRYPTO_TEXT + 1];
	bool proved;
	bool sends; /* it hands in a bot; set after handshake_client_init() */
};

/* Initialises the bot's side and writes its first line. */
void handshake_client_init(struct handshake_client *c, const char *name, const char *binding,
	const unsigned char token[CRYPTO_BYTES], const unsigned char nonce[CRYPTO_BYTES]);
void handshake_client_start(const struct handshake_client *c, char out[HANDSHAKE_LINE]);

/* Takes a line of the referee, without its end, and writes the answer, "" for none.
 * HANDSHAKE_REFUSED: err gives the reason for people, also if the referee could not prove itself.
 */
enum handshake_status handshake_client_take(
	struct handshake_client *c, const char *line, char out[HANDSHAKE_LINE], struct error *err);

#endif
