/*
 * Addresses of a NATS server, which are encrypted but on this machine, and names in its subjects.
 */
#include "referee/net/broker-address.h"

#include <string.h>

#include "tests/lib/suite.h"

/* An address, and a part of what is wrong; NULL: it is right. */
static const char *const addresses[][2] = {
	{"tls://nats.example:4222", NULL},
	{"tls://192.0.2.1:4222", NULL},
	{"tls://[2001:db8::1]:4222", NULL},
	{"nats://127.0.0.1:4222", NULL},
	{"nats://127.255.0.9:4222", NULL},
	{"nats://localhost:4222", NULL},
	{"nats://[::1]:4222", NULL},
	/* not on this machine */
	{"nats://nats.example:4222", "use tls://nats.example:4222"},
	{"nats://192.0.2.1:4222", "use tls://192.0.2.1:4222"},
	{"nats://128.0.0.1:4222", "unencrypted"},
	{"nats://126.0.0.1:4222", "unencrypted"},
	{"nats://127.evil.example:4222", "unencrypted"},
	{"nats://127.0.0.1.evil.example:4222", "unencrypted"},
	{"nats://localhost.evil.example:4222", "unencrypted"},
	{"nats.example:4222", "is not tls://HOST:PORT"},
	{"TLS://nats.example:4222", "is not tls://HOST:PORT"},
	{"http://nats.example:4222", "is not tls://HOST:PORT"},
	{"", "is not tls://HOST:PORT"},
	{"tls://a.example:4222,tls://b.example:4222", "is a list; one server is named"},
	{"tls://a.example:4222 tls://b.example:4222", "is a list; one server is named"},
	{"tls://:4222", "has no host"},
	{"tls://unix:/srv/socket", "has no host"},
	{"tls://nats.example", ""},
	{"tls://nats.example:x", ""},
};

START_TEST(an_address_away_from_this_machine_is_encrypted)
	{
		struct error err = {""};
		bool good = broker_address_is_valid(addresses[_i][0], &err);
		ck_assert_msg(
			good == (addresses[_i][1] == NULL), "%s: %s", addresses[_i][0], err.text);
		if (!good)
			ck_assert_msg(strstr(err.text, addresses[_i][1]) != NULL, "%s", err.text);
	}
END_TEST

/* In a subject a dot, a star or a blank would be another one. */
START_TEST(a_name_has_no_mark_of_a_subject)
	{
		static const char *const good[] = {"a", "lab-07_B"}, *const bad[] = {"", "a.b", "*",
									     ">", "a b", "a\n",
									     "\303\251"};
		struct error err;
		char name[BROKER_NAME + 1];
		for (size_t i = 0; i < sizeof good / sizeof *good; i++)
			ck_assert_msg(broker_name_is_valid(good[i], &err), "%s", good[i]);
		for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
			ck_assert_msg(!broker_name_is_valid(bad[i], &err), "%s", bad[i]);
		memset(name, 'a', sizeof name);
		name[BROKER_NAME] = '\0';
		ck_assert(!broker_name_is_valid(name, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "with at most 63 bytes"));
		name[BROKER_NAME - 1] = '\0';
		ck_assert(broker_name_is_valid(name, &err));
	}
END_TEST

SUITE("net/broker-address",
	LOOP(an_address_away_from_this_machine_is_encrypted, sizeof addresses / sizeof *addresses),
	CASE(a_name_has_no_mark_of_a_subject))
