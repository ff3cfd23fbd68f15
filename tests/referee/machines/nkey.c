/*
 * Keys of a NATS server: the pair of its documentation, and what is no key.
 */
#include <string.h>

#include "referee/machines/nkey.h"
#include "tests/lib/suite.h"

/* docs.nats.io, "NKeys" */
static const char seed[] = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
static const char public_key[] = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";

START_TEST(the_documentation_s_seed_has_its_public_key)
	{
		struct nkey k;
		char text[NKEY_SEED];
		ck_assert(nkey_read(&k, seed));
		ck_assert_str_eq(k.public_text, public_key);
		nkey_write(&k, text);
		ck_assert_str_eq(text, seed);
	}
END_TEST

START_TEST(a_new_key_is_read_as_it_was_written)
	{
		struct nkey k, again;
		char text[NKEY_SEED];
		nkey_make(&k);
		nkey_write(&k, text);
		ck_assert_uint_eq(strlen(text), NKEY_SEED - 1);
		ck_assert_uint_eq(strlen(k.public_text), NKEY_PUBLIC - 1);
		ck_assert(nkey_read(&again, text));
		ck_assert_str_eq(again.public_text, k.public_text);
	}
END_TEST

static const char *const no_seeds[] = {"", "SU", public_key,
	"SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VA",  /* its CRC is wrong */
	"SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VYA", /* it is longer */
	"SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3V",
	"suacssl3uahudxkfsnvuzrf5uhpmwz6bfdtj7m6usdxiednppqyyycu3vy"};

START_TEST(other_texts_are_no_seeds)
	{
		struct nkey k;
		ck_assert(!nkey_read(&k, no_seeds[_i]));
	}
END_TEST

SUITE("referee/machines/nkey", CASE(the_documentation_s_seed_has_its_public_key),
	CASE(a_new_key_is_read_as_it_was_written),
	LOOP(other_texts_are_no_seeds, sizeof no_seeds / sizeof *no_seeds))
