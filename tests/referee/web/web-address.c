/*
 * Addresses of pages: read strictly, and written so that they read back.
 */
#include "referee/web/web-address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/report/html.h"
#include "tests/lib/suite.h"

static const struct {
	const char *text;
	int parts;
	const char *last, *suffix, *x;
} addresses[] = {
	{"/", 0, "", "", ""},
	{"/t/1", 2, "1", "", ""},
	{"/t/1.json", 2, "1", "json", ""},
	{"/t/1/game/7.record?x=1", 4, "7", "record", "1"},
	{"/t/1/bot/a%2Ejson", 4, "a.json", "", ""},
	{"/t/1/bot/a%2Ejson.json", 4, "a.json", "json", ""},
	{"/t/1/bot/a.b", 4, "a.b", "", ""},
	{"/t/1/bot/a%2fb%20c", 4, "a/b c", "", ""},
	{"/t/1/bot/a+b?x=a+b", 4, "a+b", "", "a b"},
	{"/t//1", 3, "1", "", ""},
	{"/?a&x=%26%3d&b=", 0, "", "", "&="},
	{"/?x=first&x=second", 0, "", "", "first"},
};

START_TEST(an_address_is_cut_into_its_parts)
	{
		struct address a;
		struct error err = {""};
		ck_assert_msg(address_read(&a, addresses[_i].text, &err), "%s", err.text);
		ck_assert_int_eq(a.parts, addresses[_i].parts);
		ck_assert_str_eq(a.parts > 0 ? a.part[a.parts - 1] : "", addresses[_i].last);
		ck_assert_str_eq(a.suffix, addresses[_i].suffix);
		ck_assert_str_eq(address_value(&a, "x"), addresses[_i].x);
	}
END_TEST

static const struct {
	const char *text, *keys, *strange, *written;
} queries[] = {
	{"/t/1?b=2&a=1", "a b", NULL, "/t/1?a=1&b=2"},
	{"/t/%31?a=%31&b=", "a b", NULL, "/t/1?a=1"},
	{"/t/1.json?ab=1", "a b", "ab", "/t/1.json"},
	{"/t/1?a=1&a=2", "a b", "a", "/t/1?a=1"},
	{"/?=1", "a b", "", "/"},
	{"/?b=a%26b", "a b", NULL, "/?b=a%26b"},
	{"/?a=1", "", "a", "/"},
};

START_TEST(the_keys_of_an_address_are_those_of_its_page)
	{
		struct address a;
		struct error err;
		char *written = NULL;
		size_t length;
		ck_assert(address_read(&a, queries[_i].text, &err));
		ck_assert_pstr_eq(address_strange(&a, queries[_i].keys), queries[_i].strange);
		FILE *out = open_memstream(&written, &length);
		ck_assert_ptr_nonnull(out);
		address_write(out, &a, queries[_i].keys);
		fclose(out);
		ck_assert_str_eq(written, queries[_i].written);
		free(written);
	}
END_TEST

static const char *const wrong[] = {"", "t/1", "*", "http://x/", "/%", "/%2", "/%zz", "/%00",
	"/?x=%0", "/?%g0=1", "/a/b/c/d/e/f/g", "/?a&b&c&d&e&f&g&h&i&j&k&l&m"};

START_TEST(what_is_no_address_is_refused_and_told_why)
	{
		struct address a;
		struct error err = {""};
		ck_assert_msg(!address_read(&a, wrong[_i], &err), "%s", wrong[_i]);
		ck_assert_str_ne(err.text, "");
	}
END_TEST

START_TEST(an_address_has_a_longest_length)
	{
		static char text[ADDRESS_MAX + 2];
		struct address a;
		struct error err;
		memset(text, 'x', sizeof text - 1);
		text[0] = '/';
		ck_assert(!address_read(&a, text, &err));
		text[ADDRESS_MAX] = '\0';
		ck_assert(address_read(&a, text, &err));
	}
END_TEST

static const char *const names[] = {"plain", "a/b", "..", ".json", "a?b#c&d=e", "100%", "é\xff",
	"<script>", "+ +", "\"'\n\t\x01"};

START_TEST(any_name_reads_back_as_a_part_and_as_a_value)
	{
		char text[256];
		struct address a;
		struct error err = {""};
		FILE *out = fmemopen(text, sizeof text, "w");
		html_print(out, "/bot/%a?x=%a", names[_i], names[_i]);
		fclose(out);
		ck_assert_msg(address_read(&a, text, &err), "%s: %s", text, err.text);
		ck_assert_str_eq(a.part[1], names[_i]);
		ck_assert_str_eq(address_value(&a, "x"), names[_i]);
		ck_assert_ptr_null(strpbrk(text, "\"'<> \n"));
	}
END_TEST

static const struct {
	const char *text;
	bool good;
	uint64_t number;
} numbers[] = {{"0", true, 0}, {"18446744073709551615", true, UINT64_MAX},
	{"18446744073709551616", false, 0}, {"", false, 0}, {"-1", false, 0}, {"+1", false, 0},
	{" 1", false, 0}, {"1 ", false, 0}, {"0x1", false, 0}};

START_TEST(a_number_is_digits_alone)
	{
		uint64_t number = 0;
		ck_assert_int_eq(address_number(numbers[_i].text, &number), numbers[_i].good);
		if (numbers[_i].good)
			ck_assert_uint_eq(number, numbers[_i].number);
	}
END_TEST

SUITE("pages/web-address",
	LOOP(an_address_is_cut_into_its_parts, sizeof addresses / sizeof *addresses),
	LOOP(the_keys_of_an_address_are_those_of_its_page, sizeof queries / sizeof *queries),
	LOOP(what_is_no_address_is_refused_and_told_why, sizeof wrong / sizeof *wrong),
	CASE(an_address_has_a_longest_length),
	LOOP(any_name_reads_back_as_a_part_and_as_a_value, sizeof names / sizeof *names),
	LOOP(a_number_is_digits_alone, sizeof numbers / sizeof *numbers))
