/*
 * nkey.h - keys of a NATS server's users: Ed25519 keys as text.
 *
 * A key is written in base32 (RFC 4648, without padding): its kind, 32 bytes, and their CRC-16
 * (XMODEM) in little-endian order. A user's public key begins with "U", the seed of a private key
 * with "SU" (github.com/nats-io/nkeys). A file has the seed of one key, and perhaps comments.
 */
#ifndef REFEREE_MACHINES_NKEY_H
#define REFEREE_MACHINES_NKEY_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/process/crypto.h"

enum { NKEY_PUBLIC = 56 + 1, NKEY_SEED = 58 + 1 /* bytes of a text, its NUL included */ };

struct nkey {
	unsigned char seed[CRYPTO_BYTES];
	char public_text[NKEY_PUBLIC];
};

/* Makes a new key. */
void nkey_make(struct nkey *k);

/* Writes its seed as text. */
void nkey_write(const struct nkey *k, char text[NKEY_SEED]);

/* Reads a seed. False: it is none. */
bool nkey_read(struct nkey *k, const char *text);

/* Reads the first seed in a file. False: one line in err. */
bool nkey_load(struct nkey *k, const char *path, struct error *err);

#endif
