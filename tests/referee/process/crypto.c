/*
 * Secrets: the published vectors of SHA-256 (FIPS 180-4) and of HMAC (RFC 4231, keys of 32 bytes),
 * and comparisons that look at every byte.
 */
#include "referee/process/crypto.h"

#include <string.h>

#include "tests/lib/suite.h"

START_TEST(a_hash_is_sha_256)
	{
		static const struct {
			const char *text, *hash;
		} rows[] = {
			{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
			{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
			{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
				"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
		};
		unsigned char bytes[CRYPTO_BYTES];
		char text[CRYPTO_TEXT + 1];
		for (int i = 0; i < 3; i++) {
			crypto_hash(rows[i].text, strlen(rows[i].text), bytes);
			crypto_write(bytes, text);
			ck_assert_str_eq(text, rows[i].hash);
			struct crypto_sum *sum = crypto_sum_begin();
			for (const char *at = rows[i].text; *at != '\0'; at++)
				crypto_sum_add(sum, at, 1);
			crypto_sum_end(sum, bytes);
			crypto_write(bytes, text);
			ck_assert_str_eq(text, rows[i].hash);
		}
	}
END_TEST

/* A sum that is begun and not ended does not disturb a hash, and a hash may lie upon its data. */
START_TEST(sums_and_hashes_are_apart)
	{
		static const char abc[] =
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
		unsigned char bytes[CRYPTO_BYTES] = "abc";
		char text[CRYPTO_TEXT + 1], other[CRYPTO_TEXT + 1];
		struct crypto_sum *first = crypto_sum_begin(), *second = crypto_sum_begin();
		crypto_sum_add(first, "a", 1);
		crypto_sum_add(second, "ab", 2);
		crypto_hash(bytes, 3, bytes);
		crypto_write(bytes, text);
		ck_assert_str_eq(text, abc);
		crypto_sum_add(first, "bc", 2);
		crypto_sum_add(second, "c", 1);
		crypto_sum_end_text(first, text);
		crypto_sum_end_text(second, other);
		ck_assert_str_eq(text, abc);
		ck_assert_str_eq(other, abc);
		crypto_hash_text("abc", 3, other);
		ck_assert_str_eq(other, abc);
	}
END_TEST

/* Of key 0102..20 and the text of RFC 4231's first case; by `openssl dgst -sha256 -mac HMAC`. */
START_TEST(a_signature_is_hmac_with_sha_256)
	{
		unsigned char key[CRYPTO_BYTES], out[CRYPTO_BYTES];
		char text[CRYPTO_TEXT + 1];
		for (int i = 0; i < CRYPTO_BYTES; i++)
			key[i] = (unsigned char)(i + 1);
		crypto_sign(key, "Hi There", out);
		crypto_write(out, text);
		ck_assert_str_eq(
			text, "45131af2422d643aed31b05ef8bbf08548235405e900cdd3308047abbbcab639");
	}
END_TEST

START_TEST(each_byte_counts)
	{
		unsigned char one[CRYPTO_BYTES], other[CRYPTO_BYTES];
		crypto_random(one);
		memcpy(other, one, sizeof one);
		ck_assert(crypto_same(one, other));
		for (int i = 0; i < CRYPTO_BYTES; i++)
			for (int bit = 0; bit < 8; bit++) {
				other[i] ^= (unsigned char)(1 << bit);
				ck_assert_msg(!crypto_same(one, other), "byte %d, bit %d", i, bit);
				other[i] ^= (unsigned char)(1 << bit);
			}
		crypto_random(other);
		ck_assert(!crypto_same(one, other));
		crypto_forget(one, sizeof one);
		for (int i = 0; i < CRYPTO_BYTES; i++)
			ck_assert_int_eq(one[i], 0);
	}
END_TEST

START_TEST(a_text_of_64_lower_case_digits_is_read_and_nothing_else)
	{
		char text[CRYPTO_TEXT + 2] =
			"00112233445566778899aabbccddeeff0123456789abcdef0f1e2d3c4b5a6978";
		unsigned char bytes[CRYPTO_BYTES];
		char again[CRYPTO_TEXT + 1];
		ck_assert(crypto_read(text, bytes));
		crypto_write(bytes, again);
		ck_assert_str_eq(again, text);
		ck_assert_int_eq(bytes[1], 0x11);
		ck_assert_int_eq(bytes[31], 0x78);
		for (int i = 0; i < CRYPTO_TEXT; i++) {
			char right = text[i];
			text[i] = i % 2 == 0 ? 'g' : 'A';
			ck_assert(!crypto_read(text, bytes));
			text[i] = right;
		}
		strcat(text, "0");
		ck_assert(!crypto_read(text, bytes));
		text[CRYPTO_TEXT - 1] = '\0';
		ck_assert(!crypto_read(text, bytes));
		ck_assert(!crypto_read("", bytes));
	}
END_TEST

SUITE("referee/process/crypto", CASE(a_hash_is_sha_256), CASE(sums_and_hashes_are_apart),
	CASE(a_signature_is_hmac_with_sha_256), CASE(each_byte_counts),
	CASE(a_text_of_64_lower_case_digits_is_read_and_nothing_else))
