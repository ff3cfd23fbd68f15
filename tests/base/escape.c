/*
 * Text for a terminal: nothing that it would act on, whatever bytes a bot sends; and how wide a
 * text is. Ranges are those of Unicode 15: controls, marks and overrides of direction, separators
 * of lines, and what has no width and no use.
 */
#include "base/escape.h"
#include "base/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

/* A code point in UTF-8 (RFC 3629), written here anew. */
static int encode(uint32_t point, char text[5])
{
	int length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	static const int first[] = {0, 0, 0xc0, 0xe0, 0xf0};
	for (int i = length - 1; i > 0; i--, point >>= 6)
		text[i] = (char)(0x80 | (point & 0x3f));
	text[0] = (char)(first[length] | (int)point);
	text[length] = '\0';
	return length;
}

/* The edges of each range: from and to must not get through, their neighbours must. */
static const struct {
	uint32_t from, to;
	bool alone; /* its neighbour below is banned too, or is none */
} banned[] = {
	{0x01, 0x1f, true},
	{0x7f, 0x9f, false},
	{0x061c, 0x061c, false},
	{0x200b, 0x200f, false},
	{0x2028, 0x202e, false},
	{0x2060, 0x2069, false},
	{0xfeff, 0xfeff, false},
};

static bool escaped(uint32_t point)
{
	char text[5], *shown;
	int length = encode(point, text);
	shown = escape_text(text, false);
	bool is = strcmp(shown, text) != 0;
	if (is)
		ck_assert_uint_eq(strlen(shown), 4 * (size_t)length);
	else
		ck_assert(escape_is_plain(text, length));
	for (const char *at = shown; is && *at != '\0'; at += 4)
		ck_assert(at[0] == '\\' && at[1] == 'x');
	free(shown);
	return is;
}

START_TEST(what_a_terminal_would_act_on_is_escaped_and_nothing_beside_it)
	{
		uint32_t from = banned[_i].from, to = banned[_i].to;
		for (uint32_t point = from; point <= to; point++)
			ck_assert_msg(escaped(point), "U+%04X", point);
		ck_assert(!escaped(to + 1));
		if (!banned[_i].alone)
			ck_assert(!escaped(from - 1));
	}
END_TEST

static const struct {
	const char *text, *shown,
		*lines; /* lines: where line ends and tabs may stay; NULL: the same */
} texts[] = {
	{"plain ~", "plain ~", NULL},
	{"a\nb\tc", "a\\x0ab\\x09c", "a\nb\tc"},
	{"a\rb", "a\\x0db", NULL},
	{"gr\xc3\xbcn", "gr\xc3\xbcn", NULL},
	/* no UTF-8: each byte for itself, what follows stays */
	{"\xc3(", "\\xc3(", NULL},
	{"\xff"
	 "a",
		"\\xffa", NULL},
	{"a\xe2\x82", "a\\xe2\\x82", NULL},
	{"\xc0\xaf", "\\xc0\\xaf", NULL},		    /* too long for what it says */
	{"\xed\xa0\x80", "\\xed\\xa0\\x80", NULL},	    /* half of a pair of UTF-16 */
	{"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", NULL}, /* beyond the last */
	{"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf", NULL},	    /* the last */
	{"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf", NULL},
	{"\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf", NULL},
};

START_TEST(a_text_is_shown_like_this)
	{
		char *shown = escape_text(texts[_i].text, false);
		ck_assert_str_eq(shown, texts[_i].shown);
		free(shown);
		shown = escape_text(texts[_i].text, true);
		ck_assert_str_eq(
			shown, texts[_i].lines != NULL ? texts[_i].lines : texts[_i].shown);
		free(shown);
	}
END_TEST

START_TEST(bytes_may_hold_nul_and_be_cut_anywhere)
	{
		char *shown = escape_bytes("a\0b\xc3\xbc", 4, false);
		ck_assert_str_eq(shown, "a\\x00b\\xc3");
		free(shown);
		shown = escape_bytes("", 0, false);
		ck_assert_str_eq(shown, "");
		free(shown);
		ck_assert_ptr_null(escape_text(NULL, false));
	}
END_TEST

START_TEST(a_text_is_as_wide_as_a_terminal_shows_it)
	{
		ck_assert_int_eq(escape_width(""), 0);
		ck_assert_int_eq(escape_width("abc"), 3);
		ck_assert_int_eq(escape_width("gr\xc3\xbcn"), 4);
		ck_assert_int_eq(escape_width("\xe6\x97\xa5\xe6\x9c\xac"), 4); /* two wide ones */
		ck_assert_int_eq(escape_width("e\xcc\x81"), 1);		       /* with its accent */
	}
END_TEST

static const struct {
	const char *text;
	bool plain;
} plain_texts[] = {
	{"", true}, {"a cup", true}, {"\xc3\xa9t\xc3\xa9 \xe2\x99\x9e \xf0\x9f\x8f\x86", true},
	{"a\tb", false}, {"a\nb", false}, {"\x1b[31m", false}, {"\x7f", false},
	{"\xc2\x9b"
	 "31m",
		false},					       /* the one-byte CSI, in UTF-8 */
	{"\xff", false}, {"\xc3", false}, {"\xc0\xaf", false}, /* too long a form of / */
	{"\xed\xa0\x80", false},			       /* a surrogate */
	{"\xf4\x90\x80\x80", false},			       /* above U+10FFFF */
};

START_TEST(a_plain_text_is_utf8_without_control_characters)
	{
		ck_assert(utf8_is_plain(plain_texts[_i].text) == plain_texts[_i].plain);
	}
END_TEST

static const struct {
	const char *text;
	int byte;
} digits[] = {{"00", 0}, {"09", 9}, {"0a", 10}, {"a0", 160}, {"7f", 127}, {"ff", 255}, {"41bc", 65},
	{"", -1}, {"f", -1}, {"FF", -1}, {"fG", -1}, {"g0", -1}, {"0:", -1}, {"0/", -1}, {"`0", -1},
	{" 1", -1}, {"-1", -1}, {"\xff\xff", -1}};

START_TEST(two_small_digits_are_a_byte_and_nothing_else_is)
	{
		ck_assert_int_eq(escape_hex_byte(digits[_i].text), digits[_i].byte);
	}
END_TEST

SUITE("base/escape",
	LOOP(what_a_terminal_would_act_on_is_escaped_and_nothing_beside_it,
		sizeof banned / sizeof *banned),
	LOOP(a_text_is_shown_like_this, sizeof texts / sizeof *texts),
	CASE(bytes_may_hold_nul_and_be_cut_anywhere),
	CASE(a_text_is_as_wide_as_a_terminal_shows_it),
	LOOP(a_plain_text_is_utf8_without_control_characters,
		sizeof plain_texts / sizeof *plain_texts),
	LOOP(two_small_digits_are_a_byte_and_nothing_else_is, sizeof digits / sizeof *digits))
