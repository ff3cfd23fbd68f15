/*
 * crypto.h - random numbers, hashes and signatures, by OpenSSL.
 *
 * It is the only module that uses OpenSSL's cryptography; TLS is in net/. All values are
 * CRYPTO_BYTES long. As text they are CRYPTO_TEXT lower-case hexadecimal digits.
 */
#ifndef REFEREE_PROCESS_CRYPTO_H
#define REFEREE_PROCESS_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>

enum { CRYPTO_BYTES = 32, CRYPTO_TEXT = 2 * CRYPTO_BYTES, CRYPTO_BASE64 = 44 };

/* 256 random bits that an attacker cannot guess. */
void crypto_random(unsigned char bytes[CRYPTO_BYTES]);

/* SHA-256 (FIPS 180-4), as bytes or as text. out may be data. For one thread alone. */
void crypto_hash(const void *data, size_t length, unsigned char out[CRYPTO_BYTES]);
void crypto_hash_text(const void *data, size_t length, char text[CRYPTO_TEXT + 1]);

/* The same for data in several pieces. Both ends free the sum. */
struct crypto_sum;
struct crypto_sum *crypto_sum_begin(void);
void crypto_sum_add(struct crypto_sum *sum, const void *data, size_t length);
void crypto_sum_end(struct crypto_sum *sum, unsigned char out[CRYPTO_BYTES]);
void crypto_sum_end_text(struct crypto_sum *sum, char text[CRYPTO_TEXT + 1]);

/* HMAC-SHA-256 (RFC 2104) of a text. out may be key. */
void crypto_sign(
	const unsigned char key[CRYPTO_BYTES], const char *text, unsigned char out[CRYPTO_BYTES]);

/* Ed25519 (RFC 8032): the public key of a seed, and the signature of data. */
enum { CRYPTO_SIGNATURE = 64 };
void crypto_ed25519_public(
	const unsigned char seed[CRYPTO_BYTES], unsigned char public_key[CRYPTO_BYTES]);
void crypto_ed25519_sign(const unsigned char seed[CRYPTO_BYTES], const void *data, size_t length,
	unsigned char signature[CRYPTO_SIGNATURE]);

/* Are both equal? Takes constant time. */
bool crypto_same(const unsigned char a[CRYPTO_BYTES], const unsigned char b[CRYPTO_BYTES]);

/* Clears memory; the compiler cannot remove the call. */
void crypto_forget(void *bytes, size_t length);

/* Converts to text, with a NUL, and back. False: text is not exactly CRYPTO_TEXT lower-case
 * hexadecimal digits. */
void crypto_write(const unsigned char bytes[CRYPTO_BYTES], char text[CRYPTO_TEXT + 1]);
bool crypto_read(const char *text, unsigned char bytes[CRYPTO_BYTES]);

/* Converts to Base64 (RFC 4648). */
void crypto_write_base64(const unsigned char bytes[CRYPTO_BYTES], char text[CRYPTO_BASE64 + 1]);

/* The version of OpenSSL. */
const char *crypto_library(void);

#endif
