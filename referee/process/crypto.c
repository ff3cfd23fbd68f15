/*
 * crypto.c - cryptography by OpenSSL, random bytes by the kernel.
 */
#include "referee/process/crypto.h"

#include <assert.h>
#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string.h>
#include <sys/random.h>

static const char crypto_digits[] = "0123456789abcdef";

void crypto_random(unsigned char bytes[CRYPTO_BYTES])
{
	ssize_t got;
	/* This few bytes come in one call. A signal may interrupt it only while the machine starts.
	 */
	do
		got = getrandom(bytes, CRYPTO_BYTES, 0);
	while (got < 0 && errno == EINTR);
	assert(got == CRYPTO_BYTES);
}

/* SHA-256, looked up once: OpenSSL would search its providers at each hash. */
static const EVP_MD *crypto_sha256(void)
{
	static const EVP_MD *sha256;
	if (sha256 == NULL)
		sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	assert(sha256 != NULL);
	return sha256;
}

void crypto_hash(const void *data, size_t length, unsigned char out[CRYPTO_BYTES])
{
	static EVP_MD_CTX *context; /* used again, since making one takes longer than a hash */
	unsigned size = 0;
	if (context == NULL)
		context = EVP_MD_CTX_new();
	int good = context != NULL && EVP_DigestInit_ex2(context, crypto_sha256(), NULL) == 1 &&
		   EVP_DigestUpdate(context, data, length) == 1 &&
		   EVP_DigestFinal_ex(context, out, &size) == 1;
	assert(good == 1 && size == CRYPTO_BYTES);
}

void crypto_hash_text(const void *data, size_t length, char text[CRYPTO_TEXT + 1])
{
	unsigned char bytes[CRYPTO_BYTES];
	crypto_hash(data, length, bytes);
	crypto_write(bytes, text);
}

/* The state of OpenSSL, under our name. */
struct crypto_sum *crypto_sum_begin(void)
{
	EVP_MD_CTX *sum = EVP_MD_CTX_new();
	int good = sum != NULL ? EVP_DigestInit_ex2(sum, crypto_sha256(), NULL) : 0;
	assert(good == 1);
	return (struct crypto_sum *)sum;
}

void crypto_sum_add(struct crypto_sum *sum, const void *data, size_t length)
{
	int good = EVP_DigestUpdate((EVP_MD_CTX *)sum, data, length);
	assert(good == 1);
}

void crypto_sum_end(struct crypto_sum *sum, unsigned char out[CRYPTO_BYTES])
{
	unsigned size = 0;
	int good = EVP_DigestFinal_ex((EVP_MD_CTX *)sum, out, &size);
	assert(good == 1 && size == CRYPTO_BYTES);
	EVP_MD_CTX_free((EVP_MD_CTX *)sum);
}

void crypto_sum_end_text(struct crypto_sum *sum, char text[CRYPTO_TEXT + 1])
{
	unsigned char bytes[CRYPTO_BYTES];
	crypto_sum_end(sum, bytes);
	crypto_write(bytes, text);
}

void crypto_sign(
	const unsigned char key[CRYPTO_BYTES], const char *text, unsigned char out[CRYPTO_BYTES])
{
	unsigned size = 0;
	unsigned char made[CRYPTO_BYTES];
	const unsigned char *good = HMAC(EVP_sha256(), key, CRYPTO_BYTES,
		(const unsigned char *)text, strlen(text), made, &size);
	assert(good != NULL && size == CRYPTO_BYTES);
	memcpy(out, made, CRYPTO_BYTES);
}

static EVP_PKEY *crypto_ed25519_key(const unsigned char seed[CRYPTO_BYTES])
{
	EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed, CRYPTO_BYTES);
	assert(key != NULL);
	return key;
}

void crypto_ed25519_public(
	const unsigned char seed[CRYPTO_BYTES], unsigned char public_key[CRYPTO_BYTES])
{
	size_t length = CRYPTO_BYTES;
	EVP_PKEY *key = crypto_ed25519_key(seed);
	int good = EVP_PKEY_get_raw_public_key(key, public_key, &length);
	assert(good == 1 && length == CRYPTO_BYTES);
	EVP_PKEY_free(key);
}

void crypto_ed25519_sign(const unsigned char seed[CRYPTO_BYTES], const void *data, size_t length,
	unsigned char signature[CRYPTO_SIGNATURE])
{
	size_t size = CRYPTO_SIGNATURE;
	EVP_PKEY *key = crypto_ed25519_key(seed);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	int good = context != NULL && EVP_DigestSignInit(context, NULL, NULL, NULL, key) == 1 &&
		   EVP_DigestSign(context, signature, &size, data, length) == 1;
	assert(good == 1 && size == CRYPTO_SIGNATURE);
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
}

bool crypto_same(const unsigned char a[CRYPTO_BYTES], const unsigned char b[CRYPTO_BYTES])
{
	return CRYPTO_memcmp(a, b, CRYPTO_BYTES) == 0;
}

void crypto_forget(void *bytes, size_t length)
{
	OPENSSL_cleanse(bytes, length);
}

void crypto_write(const unsigned char bytes[CRYPTO_BYTES], char text[CRYPTO_TEXT + 1])
{
	for (int i = 0; i < CRYPTO_BYTES; i++) {
		text[2 * i] = crypto_digits[bytes[i] >> 4];
		text[2 * i + 1] = crypto_digits[bytes[i] & 15];
	}
	text[CRYPTO_TEXT] = '\0';
}

bool crypto_read(const char *text, unsigned char bytes[CRYPTO_BYTES])
{
	if (strlen(text) != CRYPTO_TEXT || strspn(text, crypto_digits) != CRYPTO_TEXT)
		return false;
	for (int i = 0; i < CRYPTO_BYTES; i++)
		bytes[i] =
			(unsigned char)((strchr(crypto_digits, text[2 * i]) - crypto_digits) << 4 |
					(strchr(crypto_digits, text[2 * i + 1]) - crypto_digits));
	return true;
}

void crypto_write_base64(const unsigned char bytes[CRYPTO_BYTES], char text[CRYPTO_BASE64 + 1])
{
	int length = EVP_EncodeBlock((unsigned char *)text, bytes, CRYPTO_BYTES);
	assert(length == CRYPTO_BASE64);
}

const char *crypto_library(void)
{
	return OpenSSL_version(OPENSSL_VERSION_STRING);
}
