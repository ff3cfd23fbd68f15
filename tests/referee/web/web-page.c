/*
 * The pages of the fixture's first tournament are what web-page.txt says: a case is a page's path
 * and what of it is wanted, html, json or record. Of HTML the part in <main> is compared, which the
 * frame of all pages is not in.
 */
#include "tests/lib/expected-text.h"
#include "tests/lib/page-fixture.h"

START_TEST(a_page_is_what_the_file_says)
	{
		db_close(fixture_open(fixture_path("pages.db")));
		page_fixture_tell(fixture_path("pages.db"));
		expected_text_check("tests/referee/web/web-page.txt", page_fixture_print);
		live_games_clear(&page_fixture_web.live);
	}
END_TEST

SUITE("referee/web/web-page", CASE(a_page_is_what_the_file_says))
