/*
 * Parts of pages: the hashes of their policy, and scripts and styles that stay inside.
 */
#include "referee/report/html.h"

#include <stdlib.h>
#include <string.h>

#include "referee/report/assets.h"
#include "tests/lib/suite.h"

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

SUITE("pages/page",
	LOOP(a_hash_is_what_a_policy_calls_it, sizeof page_hashes / sizeof *page_hashes),
	CASE(no_script_or_style_ends_its_own_element_or_asks_for_another_file))
