/*
 * crypto.c - the door to OpenSSL's cryptography, and to the kernel's chance.
 */
#include "referee/base/crypto.h"

#include <assert.h>
#include <errno.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <string.h>
#include <sys/random.h>

static const char secret_digits[] = "0123456789abcdef";

void secret_random(unsigned char bytes[SECRET_BYTES])
{
	ssize_t got;
	/* So few bytes come at once or, while the machine starts, not yet. */
	do
		got = getrandom(bytes, SECRET_BYTES, 0);
	while (got < 0 && errno == EINTR);
	assert(got == SECRET_BYTES);
}

void secret_hash(const void *data, size_t length, unsigned char out[SECRET_BYTES])
{
	unsigned size = 0;
	int good = EVP_Digest(data, length, out, &size, EVP_sha256(), NULL);
	assert(good == 1 && size == SECRET_BYTES);
}

/* OpenSSL's own state, under our name. */
struct secret_sum *secret_sum_begin(void)
{
	EVP_MD_CTX *sum = EVP_MD_CTX_new();
	int good = sum != NULL ? EVP_DigestInit_ex(sum, EVP_sha256(), NULL) : 0;
	assert(good == 1);
	return (struct secret_sum *)sum;
}

void secret_sum_add(struct secret_sum *sum, const void *data, size_t length)
{
	int good = EVP_DigestUpdate((EVP_MD_CTX *)sum, data, length);
	assert(good == 1);
}

void secret_sum_end(struct secret_sum *sum, unsigned char out[SECRET_BYTES])
{
	unsigned size = 0;
	int good = EVP_DigestFinal_ex((EVP_MD_CTX *)sum, out, &size);
	assert(good == 1 && size == SECRET_BYTES);
	EVP_MD_CTX_free((EVP_MD_CTX *)sum);
}

void secret_sign(
	const unsigned char key[SECRET_BYTES], const char *text, unsigned char out[SECRET_BYTES])
{
	unsigned size = 0;
	unsigned char made[SECRET_BYTES];
	const unsigned char *good = HMAC(EVP_sha256(), key, SECRET_BYTES,
		(const unsigned char *)text, strlen(text), made, &size);
	assert(good != NULL && size == SECRET_BYTES);
	memcpy(out, made, SECRET_BYTES);
}

bool secret_same(const unsigned char a[SECRET_BYTES], const unsigned char b[SECRET_BYTES])
{
	return CRYPTO_memcmp(a, b, SECRET_BYTES) == 0;
}

void secret_forget(void *bytes, size_t length)
{
	OPENSSL_cleanse(bytes, length);
}

void secret_write(const unsigned char bytes[SECRET_BYTES], char text[SECRET_TEXT + 1])
{
	for (int i = 0; i < SECRET_BYTES; i++) {
		text[2 * i] = secret_digits[bytes[i] >> 4];
		text[2 * i + 1] = secret_digits[bytes[i] & 15];
	}
	text[SECRET_TEXT] = '\0';
}

bool secret_read(const char *text, unsigned char bytes[SECRET_BYTES])
{
	if (strlen(text) != SECRET_TEXT || strspn(text, secret_digits) != SECRET_TEXT)
		return false;
	for (int i = 0; i < SECRET_BYTES; i++)
		bytes[i] =
			(unsigned char)((strchr(secret_digits, text[2 * i]) - secret_digits) << 4 |
					(strchr(secret_digits, text[2 * i + 1]) - secret_digits));
	return true;
}
