/*
 * crypto.h - chance, hashes and signatures: the door to OpenSSL's cryptography (TLS has its own,
 * processes/tls.h).
 *
 * All values are CRYPTO_BYTES long; as text they are CRYPTO_TEXT lower-case hexadecimal digits.
 */
#ifndef REFEREE_BASE_CRYPTO_H
#define REFEREE_BASE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

enum { CRYPTO_BYTES = 32, CRYPTO_TEXT = 2 * CRYPTO_BYTES };

/* 256 bits that nobody can guess. */
void crypto_random(unsigned char bytes[CRYPTO_BYTES]);

/* SHA-256 (FIPS 180-4). out may be data. */
void crypto_hash(const void *data, size_t length, unsigned char out[CRYPTO_BYTES]);

/* The same of data that comes in pieces. crypto_sum_end() frees it. */
struct secret_sum;
struct secret_sum *crypto_sum_begin(void);
void crypto_sum_add(struct secret_sum *sum, const void *data, size_t length);
void crypto_sum_end(struct secret_sum *sum, unsigned char out[CRYPTO_BYTES]);

/* HMAC-SHA-256 (RFC 2104) of a text. out may be key. */
void crypto_sign(
	const unsigned char key[CRYPTO_BYTES], const char *text, unsigned char out[CRYPTO_BYTES]);

/* Are they the same? Takes as long whatever they are. */
bool crypto_same(const unsigned char a[CRYPTO_BYTES], const unsigned char b[CRYPTO_BYTES]);

/* Leaves nothing of it in memory, whatever the compiler thinks of that. */
void crypto_forget(void *bytes, size_t length);

/* As text, with a NUL; and back: false if text is not just CRYPTO_TEXT lower-case digits. */
void crypto_write(const unsigned char bytes[CRYPTO_BYTES], char text[CRYPTO_TEXT + 1]);
bool crypto_read(const char *text, unsigned char bytes[CRYPTO_BYTES]);

#endif
