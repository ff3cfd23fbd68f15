/*
 * web-account.c - codes and cookies of owners.
 */
#include "referee/web/web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { NOW = 1000, LATER = 2000 };

static const unsigned char seal[CRYPTO_BYTES] = {1}, other_seal[CRYPTO_BYTES] = {2};
static struct live_games_account all[] = {{.name = "ann", .owner = "ann"},
	{.name = "ann-2", .owner = "ann"}, {.name = "bob", .owner = "bob"}};
static const struct live_games_accounts accounts = {all, 3};

/* The tokens are 32 times 1, 2 and 3. */
static void set_up(void)
{
	for (int i = 0; i < accounts.count; i++) {
		unsigned char token[CRYPTO_BYTES];
		struct token_keys keys;
		memset(token, i + 1, sizeof token);
		token_keys_make(token, &keys);
		memcpy(all[i].key, keys.pages, sizeof keys.pages);
	}
}

START_TEST(a_code_signs_in_the_account_of_its_token_alone)
	{
		char text[CRYPTO_TEXT + 1];
		set_up();
		for (int i = 0; i < accounts.count; i++) {
			unsigned char token[CRYPTO_BYTES], code[CRYPTO_BYTES];
			memset(token, i + 1, sizeof token);
			token_pages_code(token, code);
			crypto_write(code, text);
			ck_assert_ptr_eq(web_account_by_code(&accounts, text), &all[i]);
			crypto_write(token, text);
			ck_assert_ptr_null(web_account_by_code(&accounts, text));
			crypto_write(all[i].key, text); /* what a thief of the file has */
			ck_assert_ptr_null(web_account_by_code(&accounts, text));
		}
		ck_assert_ptr_null(web_account_by_code(&accounts, ""));
		ck_assert_ptr_null(web_account_by_code(&accounts, "x"));
	}
END_TEST

static const struct live_games_account *read_cookie(const unsigned char sealed[CRYPTO_BYTES],
	const char *before, const char *value, int64_t now)
{
	char header[WEB_ACCOUNT_COOKIE + 64];
	snprintf(header, sizeof header, "%sreferee-owner=%s; b=c", before, value);
	return web_account_by_cookie(sealed, &accounts, header, now);
}

START_TEST(a_cookie_is_good_until_it_ends)
	{
		char value[WEB_ACCOUNT_COOKIE];
		set_up();
		web_account_write_cookie(seal, &all[1], LATER, value);
		ck_assert(strncmp(value, "ann-2:2000:", 11) == 0);
		ck_assert_ptr_eq(read_cookie(seal, "", value, NOW), &all[1]);
		ck_assert_ptr_eq(read_cookie(seal, "a=b; ", value, LATER - 1), &all[1]);
		ck_assert_ptr_eq(read_cookie(seal, "referee-owner=x; ", value, NOW), &all[1]);
		ck_assert_ptr_null(read_cookie(seal, "", value, LATER));
		ck_assert_ptr_null(read_cookie(seal, "x", value, NOW));
		ck_assert_ptr_null(read_cookie(other_seal, "", value, NOW));
		ck_assert_ptr_null(web_account_by_cookie(seal, &accounts, NULL, NOW));
		ck_assert_ptr_null(web_account_by_cookie(seal, &accounts, "", NOW));
	}
END_TEST

/* Of a login at 2026-01-01 00:00:00.999 it is good until 2026-01-31 00:00:00. */
START_TEST(the_cookie_of_a_login_is_good_for_thirty_days)
	{
		static const int64_t login = 1767225600, ends = 1769817600;
		char value[WEB_ACCOUNT_COOKIE];
		set_up();
		web_account_begin_cookie(seal, &all[2], login * 1000 + 999, value);
		ck_assert(strncmp(value, "bob:1769817600:", 15) == 0);
		ck_assert_ptr_eq(read_cookie(seal, "", value, login), &all[2]);
		ck_assert_ptr_eq(read_cookie(seal, "", value, ends - 1), &all[2]);
		ck_assert_ptr_null(read_cookie(seal, "", value, ends));
	}
END_TEST

START_TEST(a_cookie_ends_with_its_token)
	{
		char value[WEB_ACCOUNT_COOKIE];
		const struct live_games_accounts fewer = {all, 1};
		set_up();
		web_account_write_cookie(seal, &all[1], LATER, value);
		all[1].key[0] ^= 1;
		ck_assert_ptr_null(read_cookie(seal, "", value, NOW));
		all[1].key[0] ^= 1;
		ck_assert_ptr_nonnull(read_cookie(seal, "", value, NOW));
		char header[WEB_ACCOUNT_COOKIE + 64];
		snprintf(header, sizeof header, "referee-owner=%s", value);
		ck_assert_ptr_null(web_account_by_cookie(seal, &fewer, header, NOW));
	}
END_TEST

START_TEST(no_changed_byte_of_a_cookie_is_accepted)
	{
		char value[WEB_ACCOUNT_COOKIE];
		set_up();
		web_account_write_cookie(seal, &all[0], LATER, value);
		for (size_t i = 0; value[i] != '\0'; i++)
			for (int byte = ' ' + 1; byte < 127; byte++) {
				char was = value[i];
				if (byte == was)
					continue;
				value[i] = (char)byte;
				ck_assert_msg(
					read_cookie(seal, "", value, NOW) == NULL, "%s", value);
				value[i] = was;
			}
		for (size_t length = strlen(value); length-- > 0;) {
			value[length] = '\0';
			ck_assert_ptr_null(read_cookie(seal, "", value, NOW));
		}
	}
END_TEST

SUITE("referee/web/web-account", CASE(a_code_signs_in_the_account_of_its_token_alone),
	CASE(a_cookie_is_good_until_it_ends), CASE(the_cookie_of_a_login_is_good_for_thirty_days),
	CASE(a_cookie_ends_with_its_token), CASE(no_changed_byte_of_a_cookie_is_accepted))
