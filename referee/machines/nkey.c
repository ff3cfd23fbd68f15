/*
 * nkey.c - keys of a NATS server's users.
 */
#include "referee/machines/nkey.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text-file.h"

enum {
	NKEY_USER = 20 << 3,	  /* "U" */
	NKEY_SEED_KIND = 18 << 3, /* "S" */
	NKEY_CRC = 2,
	NKEY_ROOM = 2 + CRYPTO_BYTES + NKEY_CRC,
	NKEY_FILE = 64 << 10
};

static const char nkey_letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

static uint16_t nkey_crc(const unsigned char *bytes, size_t length)
{
	uint16_t crc = 0;
	for (size_t i = 0; i < length; i++) {
		crc = (uint16_t)(crc ^ bytes[i] << 8);
		for (int bit = 0; bit < 8; bit++)
			crc = (uint16_t)((crc & 0x8000) != 0 ? crc << 1 ^ 0x1021 : crc << 1);
	}
	return crc;
}

/* Adds the CRC to the bytes, which have room for it, and writes all in base32. */
static void nkey_encode(unsigned char *bytes, size_t length, char *text)
{
	uint16_t crc = nkey_crc(bytes, length);
	bytes[length++] = (unsigned char)(crc & 0xff);
	bytes[length++] = (unsigned char)(crc >> 8);
	unsigned bits = 0;
	int count = 0;
	for (size_t i = 0; i < length; i++) {
		bits = bits << 8 | bytes[i];
		for (count += 8; count >= 5; count -= 5)
			*text++ = nkey_letters[bits >> (count - 5) & 31];
	}
	if (count > 0)
		*text++ = nkey_letters[bits << (5 - count) & 31];
	*text = '\0';
}

/* Reads letters of base32 up to the first other byte. Returns the number of bytes; 0: more than
 * room. */
static size_t nkey_decode(const char *text, unsigned char *bytes, size_t room)
{
	unsigned bits = 0;
	int count = 0;
	size_t length = 0;
	const char *letter;
	for (; *text != '\0' && (letter = strchr(nkey_letters, *text)) != NULL; text++) {
		bits = bits << 5 | (unsigned)(letter - nkey_letters);
		count += 5;
		if (count < 8)
			continue;
		if (length == room)
			return 0;
		count -= 8;
		bytes[length++] = (unsigned char)(bits >> count);
	}
	return length;
}

static void nkey_fill_public(struct nkey *k)
{
	unsigned char bytes[NKEY_ROOM] = {NKEY_USER};
	crypto_ed25519_public(k->seed, bytes + 1);
	nkey_encode(bytes, 1 + CRYPTO_BYTES, k->public_text);
}

void nkey_make(struct nkey *k)
{
	crypto_random(k->seed);
	nkey_fill_public(k);
}

void nkey_write(const struct nkey *k, char text[NKEY_SEED])
{
	unsigned char bytes[NKEY_ROOM] = {NKEY_SEED_KIND | NKEY_USER >> 5, (NKEY_USER & 31) << 3};
	memcpy(bytes + 2, k->seed, CRYPTO_BYTES);
	nkey_encode(bytes, 2 + CRYPTO_BYTES, text);
	crypto_forget(bytes, sizeof bytes);
}

bool nkey_read(struct nkey *k, const char *text)
{
	unsigned char bytes[NKEY_ROOM];
	size_t length = nkey_decode(text, bytes, sizeof bytes);
	uint16_t crc = (uint16_t)(bytes[NKEY_ROOM - 2] | bytes[NKEY_ROOM - 1] << 8);
	bool good = strspn(text, nkey_letters) == NKEY_SEED - 1 && length == sizeof bytes &&
		    bytes[0] == (NKEY_SEED_KIND | NKEY_USER >> 5) &&
		    bytes[1] == (NKEY_USER & 31) << 3 && nkey_crc(bytes, length - NKEY_CRC) == crc;
	if (good) {
		memcpy(k->seed, bytes + 2, CRYPTO_BYTES);
		nkey_fill_public(k);
	}
	crypto_forget(bytes, sizeof bytes);
	return good;
}

bool nkey_load(struct nkey *k, const char *path, struct error *err)
{
	struct error why;
	int line = 0;
	char *text = text_file_read(path, NKEY_FILE, &line, &why);
	if (text == NULL)
		return error_set(err, "%s: %s", path, why.text);
	bool good = false;
	for (char *at = text; !good && at != NULL; at = strchr(at, '\n')) {
		at += *at == '\n';
		at += strspn(at, " \t");
		good = nkey_read(k, at);
	}
	crypto_forget(text, strlen(text));
	free(text);
	return good ||
	       error_set(err, "%s: it has no seed of a key, such as `referee worker key` writes",
		       path);
}
