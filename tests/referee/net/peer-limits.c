/*
 * Sources: who fails waits, longer each time; who does not never does.
 */
#include "referee/net/peer-limits.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct peer_limits sources;

static struct peer_limit_key key(int number)
{
	struct peer_limit_key made = {{4, (unsigned char)(number >> 8), (unsigned char)number}};
	return made;
}

/* Comes in and fails at once; -1: is not let in. */
static usec come_to_fail(int number, usec now)
{
	struct peer_limit_key k = key(number);
	return peer_limits_begin(&sources, &k, now)
		       ? peer_limits_end(&sources, &k, PEER_LIMIT_FAILED, now)
		       : -1;
}

START_TEST(each_failure_after_the_first_five_doubles_the_wait_up_to_a_minute)
	{
		static const int seconds[] = {0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60};
		usec now = 1000 * SECOND;
		memset(&sources, 0, sizeof sources);
		for (size_t i = 0; i < sizeof seconds / sizeof *seconds; i++) {
			ck_assert_int_eq(come_to_fail(1, now), seconds[i] * SECOND);
			if (seconds[i] == 0)
				continue;
			ck_assert_int_eq(come_to_fail(1, now + seconds[i] * SECOND - 1), -1);
			now += seconds[i] * SECOND;
		}
		ck_assert_int_eq(come_to_fail(2, now), 0);
	}
END_TEST

START_TEST(a_success_forgives_and_so_do_ten_quiet_minutes)
	{
		struct peer_limit_key k = key(1);
		memset(&sources, 0, sizeof sources);
		for (int i = 0; i < 6; i++)
			come_to_fail(1, SECOND);
		ck_assert(peer_limits_begin(&sources, &k, 2 * SECOND));
		ck_assert_int_eq(peer_limits_end(&sources, &k, PEER_LIMIT_WELCOME, 2 * SECOND), 0);
		for (int i = 0; i < 5; i++)
			ck_assert_int_eq(come_to_fail(1, 3 * SECOND), 0);
		ck_assert_int_eq(come_to_fail(1, 3 * SECOND), SECOND);
		ck_assert_int_eq(come_to_fail(1, 3 * SECOND + PEER_LIMITS_FORGET - 1), 2 * SECOND);
		ck_assert_int_eq(come_to_fail(1, 3 * SECOND + 2 * PEER_LIMITS_FORGET - 1), 0);
	}
END_TEST

static usec come_to_be_spared(int number, usec now)
{
	struct peer_limit_key k = key(number);
	return peer_limits_begin(&sources, &k, now)
		       ? peer_limits_end(&sources, &k, PEER_LIMIT_SPARED, now)
		       : -1;
}

/* 64 at once, then one a second; what is beyond counts like any other failure. */
START_TEST(what_is_spared_shuts_a_source_only_when_a_crowd_does_it)
	{
		memset(&sources, 0, sizeof sources);
		for (int i = 0; i < 64 + 5; i++)
			ck_assert_int_eq(come_to_be_spared(1, 1000 * SECOND), 0);
		ck_assert_int_eq(come_to_be_spared(1, 1000 * SECOND), SECOND);
		ck_assert_int_eq(come_to_be_spared(1, 1001 * SECOND), 0);
		ck_assert_int_eq(come_to_be_spared(1, 1001 * SECOND), 2 * SECOND);
		for (int i = 0; i < 100000; i++)
			ck_assert_int_eq(come_to_be_spared(2, (1000 + i) * SECOND), 0);
	}
END_TEST

START_TEST(a_source_is_trusted_from_a_welcome_on_and_a_fault_of_ours_says_nothing)
	{
		struct peer_limit_key k = key(1);
		memset(&sources, 0, sizeof sources);
		for (int i = 0; i < 100; i++) {
			ck_assert(peer_limits_begin(&sources, &k, SECOND));
			ck_assert(!peer_limits_trusted(&sources, &k));
			ck_assert_int_eq(peer_limits_end(&sources, &k, PEER_LIMIT_LOST, SECOND), 0);
		}
		ck_assert(peer_limits_begin(&sources, &k, SECOND));
		ck_assert_int_eq(peer_limits_end(&sources, &k, PEER_LIMIT_WELCOME, SECOND), 0);
		ck_assert(peer_limits_trusted(&sources, &k));
		for (int i = 0; i < 6; i++)
			come_to_fail(1, SECOND);
		ck_assert(peer_limits_trusted(&sources, &k));
		ck_assert_int_eq(come_to_fail(1, SECOND), -1);
	}
END_TEST

START_TEST(one_source_holds_so_many_at_once_and_another_comes_in_all_the_same)
	{
		struct peer_limit_key one = key(1), two = key(2);
		memset(&sources, 0, sizeof sources);
		for (int i = 0; i < PEER_LIMITS_OPEN; i++)
			ck_assert(peer_limits_begin(&sources, &one, SECOND));
		ck_assert(!peer_limits_begin(&sources, &one, SECOND));
		ck_assert(peer_limits_begin(&sources, &two, SECOND));
		peer_limits_end(&sources, &one, PEER_LIMIT_WELCOME, SECOND);
		ck_assert(peer_limits_begin(&sources, &one, SECOND));
	}
END_TEST

START_TEST(a_full_table_forgets_the_longest_quiet_source_that_is_not_here)
	{
		struct peer_limit_key here = key(0), last = key(PEER_LIMITS_MAX);
		memset(&sources, 0, sizeof sources);
		ck_assert(peer_limits_begin(&sources, &here, SECOND));
		for (int i = 1; i < PEER_LIMITS_MAX; i++)
			ck_assert_int_eq(come_to_fail(i, (i + 1) * SECOND), 0);
		ck_assert(peer_limits_begin(&sources, &last, 5000 * SECOND));
		ck_assert_int_eq(sources.count, PEER_LIMITS_MAX);
		ck_assert_mem_eq(&sources.rows[1].key, &last, sizeof last);
		ck_assert_int_eq(sources.rows[0].open, 1);
		for (int i = 0; i < PEER_LIMITS_MAX; i++)
			sources.rows[i].open = 1;
		here = key(PEER_LIMITS_MAX + 1);
		ck_assert(!peer_limits_begin(&sources, &here, 5000 * SECOND));
	}
END_TEST

static const struct {
	struct peer_limit_key key;
	const char *address, *digits;
} written[] = {
	{{{4, 192, 0, 2, 7}}, "192.0.2.7", "04c000020700000000"},
	{{{6, 0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 9}}, "2001:db8:0:9::", "0620010db800000009"},
	{{{1, 0xe8, 0x03}}, "unix:uid=1000", "01e803000000000000"},
};

START_TEST(a_source_is_written_and_handed_on)
	{
		char address[NET_ADDRESS_ADDRESS], digits[PEER_ADDRESS_DIGITS + 1];
		struct peer_limit_key key = {{0}};
		peer_address_write(&written[_i].key, address);
		ck_assert_str_eq(address, written[_i].address);
		peer_address_encode(&written[_i].key, digits);
		ck_assert_str_eq(digits, written[_i].digits);
		ck_assert(peer_address_decode(&key, digits));
		ck_assert_mem_eq(&key, &written[_i].key, sizeof key);
	}
END_TEST

START_TEST(digits_that_are_no_source_are_refused)
	{
		static const char *const wrong[] = {"", "04c0000207000000", "04c00002070000000000",
			"05c000020700000000", "00c000020700000000", "04c0000207000000xx",
			"04C000020700000000"};
		struct peer_limit_key key;
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			ck_assert_msg(!peer_address_decode(&key, wrong[i]), "%s", wrong[i]);
	}
END_TEST

SUITE("referee/net/peer-limits",
	CASE(each_failure_after_the_first_five_doubles_the_wait_up_to_a_minute),
	CASE(a_success_forgives_and_so_do_ten_quiet_minutes),
	CASE(what_is_spared_shuts_a_source_only_when_a_crowd_does_it),
	CASE(a_source_is_trusted_from_a_welcome_on_and_a_fault_of_ours_says_nothing),
	CASE(one_source_holds_so_many_at_once_and_another_comes_in_all_the_same),
	CASE(a_full_table_forgets_the_longest_quiet_source_that_is_not_here),
	LOOP(a_source_is_written_and_handed_on, sizeof written / sizeof *written),
	CASE(digits_that_are_no_source_are_refused))
