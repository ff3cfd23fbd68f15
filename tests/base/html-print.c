/*
 * Markup: whatever texts are, they come out as texts, and the rest as printf() writes it.
 */
#include "base/html-print.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

/* The output of an expression that prints to `out` is the text. */
#define PRINTS(text, print)                                                                        \
	do {                                                                                       \
		char *bytes = NULL;                                                                \
		size_t size = 0;                                                                   \
		FILE *out = open_memstream(&bytes, &size);                                         \
		print;                                                                             \
		fclose(out);                                                                       \
		ck_assert_str_eq(bytes, text);                                                     \
		free(bytes);                                                                       \
	} while (0)

static const struct {
	const char *text, *html, *json;
} html_print_texts[] = {
	{"plain", "plain", "\"plain\""},
	{"", "", "\"\""},
	{"</script><!--", "&lt;/script&gt;&lt;!--", "\"\\u003c/script\\u003e\\u003c!--\""},
	{"\"a\" & 'b'", "&quot;a&quot; &amp; 'b'", "\"\\\"a\\\" \\u0026 'b'\""},
	{"back\\slash", "back\\slash", "\"back\\\\slash\""},
	{"100%s", "100%s", "\"100%s\""},
	{"\xff\xfe", "\\xff\\xfe", "\"\\\\xff\\\\xfe\""},
	{"a\u202eb", "a\\xe2\\x80\\xaeb", "\"a\\\\xe2\\\\x80\\\\xaeb\""},
	{"one\ttwo\n", "one\\x09two\\x0a", "\"one\\u0009two\\u000a\""},
	{"\x1b[31m\001\177", "\\x1b[31m\\x01\\x7f", "\"\\\\x1b[31m\\\\x01\\\\x7f\""},
	{"\u0395\u03bb \u4e95", "\u0395\u03bb \u4e95", "\"\u0395\u03bb \u4e95\""},
	{"\303(\377", "\\xc3(\\xff", "\"\\\\xc3(\\\\xff\""},
	{"\355\240\200", "\\xed\\xa0\\x80", "\"\\\\xed\\\\xa0\\\\x80\""},
	{"\357\277\276\357\277\277", "\\xef\\xbf\\xbe\\xef\\xbf\\xbf",
		"\"\357\277\276\357\277\277\""},
	{NULL, "", "null"},
};

START_TEST(no_text_breaks_out_of_html)
	{
		PRINTS(html_print_texts[_i].html, html_print(out, "%h", html_print_texts[_i].text));
	}
END_TEST

START_TEST(no_text_breaks_out_of_a_script)
	{
		PRINTS(html_print_texts[_i].json, html_print(out, "%j", html_print_texts[_i].text));
	}
END_TEST

START_TEST(bytes_after_a_nul_are_told_too)
	{
		PRINTS("\"a\\\\x00\\u003cb\"", html_print_json(out, "a\0<b", 4));
	}
END_TEST

START_TEST(an_address_has_letters_digits_and_three_marks)
	{
		PRINTS("a-Z_9~%2E%2F%20%25%C3%A9", html_print(out, "%a", "a-Z_9~./ %\u00e9"));
	}
END_TEST

static const struct {
	double number;
	const char *text;
} html_print_numbers[] = {{12.4, "+12"}, {-3.6, "\u22124"}, {0.3, "0"}, {-0.3, "0"}};

START_TEST(a_number_has_a_sign_of_its_own)
	{
		PRINTS(html_print_numbers[_i].text,
			html_print(out, "%r", html_print_numbers[_i].number));
	}
END_TEST

START_TEST(all_else_is_as_printf_writes_it)
	{
		PRINTS("<b>&</b>", html_print(out, "<b>%s</b>", "&"));
		PRINTS("100% of 7%", html_print(out, "100%% of %d%%", 7));
		PRINTS("-1 2 3 -4 5",
			html_print(out, "%d %u %ld %lld %zu", -1, 2u, 3L, -4LL, (size_t)5));
		PRINTS("4294967295 18446744073709551615",
			html_print(out, "%u %llu", UINT32_MAX, (unsigned long long)UINT64_MAX));
		PRINTS("0f 00F  +7 7 |", html_print(out, "%02x %03X %+3d %-2d|", 15, 15, 7, 7));
		PRINTS("1.50 +0.3 2 1e+20",
			html_print(out, "%.2f %+.1f %g %g", 1.5, 0.25 + 0.05, 2.0, 1e20));
		PRINTS("2.250 ab x", html_print(out, "%.*f %.*s %c", 3, 2.25, 2, "abc", 'x'));
		PRINTS("    7|ab  |", html_print(out, "%*d|%-4s|", 5, 7, "ab"));
	}
END_TEST

START_TEST(each_argument_has_its_conversion)
	{
		PRINTS("<a href=\"/b/x%2Fy\">x/y</a> +3 of \"x/y\" 7",
			html_print(out, "<a href=\"/b/%a\">%h</a> %r of %j %d", "x/y", "x/y", 3.0,
				"x/y", 7));
	}
END_TEST

SUITE("base/html-print",
	LOOP(no_text_breaks_out_of_html, sizeof html_print_texts / sizeof *html_print_texts),
	LOOP(no_text_breaks_out_of_a_script, sizeof html_print_texts / sizeof *html_print_texts),
	CASE(bytes_after_a_nul_are_told_too), CASE(an_address_has_letters_digits_and_three_marks),
	LOOP(a_number_has_a_sign_of_its_own,
		sizeof html_print_numbers / sizeof *html_print_numbers),
	CASE(all_else_is_as_printf_writes_it), CASE(each_argument_has_its_conversion))
