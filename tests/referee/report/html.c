/*
 * Texts of pages: whatever they are, they come out as texts.
 */
#include "referee/report/html.h"

#include <stdlib.h>
#include <string.h>

#include "referee/report/assets.h"
#include "tests/lib/suite.h"

/* The output of a function for a text; to be freed. */
static char *page_written(void (*write)(FILE *out, const char *text), const char *text)
{
	char *bytes = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&bytes, &size);
	write(out, text);
	fclose(out);
	return bytes;
}

static const struct {
	const char *text, *html, *json;
} page_texts[] = {
	{"plain", "plain", "\"plain\""},
	{"", "", "\"\""},
	{"</script><!--", "&lt;/script&gt;&lt;!--", "\"\\u003c/script\\u003e\\u003c!--\""},
	{"\"a\" & 'b'", "&quot;a&quot; &amp; 'b'", "\"\\\"a\\\" \\u0026 'b'\""},
	{"back\\slash", "back\\slash", "\"back\\\\slash\""},
	{"\xff\xfe", "\\xff\\xfe", "\"\\\\xff\\\\xfe\""},
	{"a\u202eb", "a\\xe2\\x80\\xaeb", "\"a\\\\xe2\\\\x80\\\\xaeb\""},
	{"one\ttwo\n", "one\\x09two\\x0a", "\"one\\u0009two\\u000a\""},
	{"\x1b[31m", "\\x1b[31m", "\"\\\\x1b[31m\""},
	{"\u0395\u03bb \u4e95", "\u0395\u03bb \u4e95", "\"\u0395\u03bb \u4e95\""},
	{NULL, "", "null"},
};

START_TEST(no_text_breaks_out_of_html)
	{
		char *html = page_written(html_text, page_texts[_i].text);
		ck_assert_str_eq(html, page_texts[_i].html);
		free(html);
	}
END_TEST

START_TEST(no_text_breaks_out_of_a_script)
	{
		char *json = page_written(html_json, page_texts[_i].text);
		ck_assert_str_eq(json, page_texts[_i].json);
		free(json);
	}
END_TEST

static void page_four_bytes(FILE *out, const char *text)
{
	html_json_bytes(out, text, 4);
}

START_TEST(bytes_after_a_nul_are_told_too)
	{
		char *json = page_written(page_four_bytes, "a\0<b");
		ck_assert_str_eq(json, "\"a\\\\x00\\u003cb\"");
		free(json);
	}
END_TEST

/* The digests of FIPS 180-2, appendices B.1 and B.2, and of nothing, in Base64. */
static const struct {
	const char *text, *hash;
} page_hashes[] = {
	{"abc", "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"},
	{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		"'sha256-JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE='"},
	{"", "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"},
};

START_TEST(a_hash_is_what_a_policy_calls_it)
	{
		char hash[HTML_HASH];
		html_hash(page_hashes[_i].text, hash);
		ck_assert_str_eq(hash, page_hashes[_i].hash);
	}
END_TEST

static void page_number(FILE *out, const char *text)
{
	html_signed(out, atof(text));
}

static const struct {
	const char *number, *text;
} page_numbers[] = {{"12.4", "+12"}, {"-3.6", "\u22124"}, {"0.3", "0"}, {"-0.3", "0"}};

START_TEST(a_number_has_a_sign_of_its_own)
	{
		char *text = page_written(page_number, page_numbers[_i].number);
		ck_assert_str_eq(text, page_numbers[_i].text);
		free(text);
	}
END_TEST

START_TEST(no_script_or_style_ends_its_own_element_or_asks_for_another_file)
	{
		const char *const all[] = {page_style_css, page_board_css, page_board_js,
			page_plot_js, page_replay_js, page_report_js};
		const char *const never[] = {"</", "<!--", "<script", "url(", "import(", "@import",
			"fetch(", "innerHTML", "insertAdjacentHTML", "eval("};
		for (size_t i = 0; i < sizeof all / sizeof *all; i++)
			for (size_t j = 0; j < sizeof never / sizeof *never; j++)
				ck_assert_msg(strstr(all[i], never[j]) == NULL, "%s in %.40s",
					never[j], all[i]);
	}
END_TEST

SUITE("pages/page", LOOP(no_text_breaks_out_of_html, sizeof page_texts / sizeof *page_texts),
	LOOP(no_text_breaks_out_of_a_script, sizeof page_texts / sizeof *page_texts),
	CASE(bytes_after_a_nul_are_told_too),
	LOOP(a_hash_is_what_a_policy_calls_it, sizeof page_hashes / sizeof *page_hashes),
	LOOP(a_number_has_a_sign_of_its_own, sizeof page_numbers / sizeof *page_numbers),
	CASE(no_script_or_style_ends_its_own_element_or_asks_for_another_file))
