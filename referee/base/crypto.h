/*
 * crypto.h - chance, hashes and signatures: the door to OpenSSL's cryptography (TLS has its own,
 * processes/tls.h).
 *
 * All values are SECRET_BYTES long; as text they are SECRET_TEXT lower-case hexadecimal digits.
 */
#ifndef REFEREE_BASE_CRYPTO_H
#define REFEREE_BASE_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

enum { SECRET_BYTES = 32, SECRET_TEXT = 2 * SECRET_BYTES };

/* 256 bits that nobody can guess. */
void secret_random(unsigned char bytes[SECRET_BYTES]);

/* SHA-256 (FIPS 180-4). out may be data. */
void secret_hash(const void *data, size_t length, unsigned char out[SECRET_BYTES]);

/* The same of data that comes in pieces. secret_sum_end() frees it. */
struct secret_sum;
struct secret_sum *secret_sum_begin(void);
void secret_sum_add(struct secret_sum *sum, const void *data, size_t length);
void secret_sum_end(struct secret_sum *sum, unsigned char out[SECRET_BYTES]);

/* HMAC-SHA-256 (RFC 2104) of a text. out may be key. */
void secret_sign(
	const unsigned char key[SECRET_BYTES], const char *text, unsigned char out[SECRET_BYTES]);

/* Are they the same? Takes as long whatever they are. */
bool secret_same(const unsigned char a[SECRET_BYTES], const unsigned char b[SECRET_BYTES]);

/* Leaves nothing of it in memory, whatever the compiler thinks of that. */
void secret_forget(void *bytes, size_t length);

/* As text, with a NUL; and back: false if text is not just SECRET_TEXT lower-case digits. */
void secret_write(const unsigned char bytes[SECRET_BYTES], char text[SECRET_TEXT + 1]);
bool secret_read(const char *text, unsigned char bytes[SECRET_BYTES]);

#endif
