/*
 * The pages of the fixture's first tournament are what web-page.txt says: a case is a page's path
 * and what of it is wanted, html, json or record. Of HTML the part in <main> is compared, which the
 * frame of all pages is not in.
 */
#include "referee/web/web-page.h"

#include <string.h>

#include "referee/base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/expected-text.h"

static const struct web_options no_options;
static struct web web = {.options = &no_options};

static void pages_tell(const char *path)
{
	static struct live_games_news news;
	struct live_event event;
	char line[PATH_MAX + 64];
	web.prefix = "";
	live_games_init(&web.live);
	snprintf(line, sizeof line, "tournament 1 1 6 6 done cup %s - - -", path);
	ck_assert(live_event_read(&event, line));
	ck_assert(live_games_take(&web.live, &event, 0, &news));
}

static const struct web_page *pages_find(const char *path)
{
	const struct web_page *page = web_pages;
	while (page->path != NULL && strcmp(page->path, path) != 0)
		page++;
	ck_assert_msg(page->path != NULL, "%s", path);
	return page;
}

/* As the process of a page opens them. */
static void pages_open(struct web_view *v, const struct web_page *page)
{
	static const struct report_options options = {.games = 0};
	struct db *db;
	FIXTURE_GOOD(db_open(&db, v->tournament->path, DB_READ));
	FIXTURE_GOOD(db_snapshot(db));
	v->db = db;
	v->report = (struct report){.out = v->out,
		.base = v->base,
		.db = v->db,
		.tournament = v->tournament->row,
		.options = &options};
	FIXTURE_GOOD(report_load(&v->report));
	v->report.banded = page->history == WEB_BANDS;
	v->report.one =
		v->name != NULL && v->report.banded ? report_find(&v->report, v->name) + 1 : 0;
	if (page->history != WEB_PLAIN)
		FIXTURE_GOOD(report_load_history(&v->report));
}

static void pages_print(const char *const *words, FILE *out)
{
	static const struct address none;
	const struct web_page *page = pages_find(words[0]);
	web_write *write = strcmp(words[1], "html") == 0   ? page->html
			   : strcmp(words[1], "json") == 0 ? page->json
							   : page->record;
	struct web_view v = {.web = &web,
		.address = &none,
		.tournament = live_games_find(&web.live, 1),
		.number = words[2] != NULL ? strtoull(words[2], NULL, 10) : 0,
		.name = words[2],
		.base = "/t/1"};
	char *text = NULL;
	size_t length;
	v.out = memory_open(&text, &length);
	pages_open(&v, page);
	int status = web_write_page(&v, page, write);
	memory_close(v.out);
	const char *begin = strstr(text, "<main"), *end = strstr(text, "</main>");
	if (begin == NULL || end == NULL) {
		begin = text;
		end = text + length;
	}
	if (status != 200)
		fprintf(out, "%d %s\n", status, v.err.text);
	fwrite(begin, 1, (size_t)(end - begin), out);
	if (end > begin && end[-1] != '\n')
		fputc('\n', out);
	report_clear(&v.report);
	db_close(v.db);
	free(text);
}

START_TEST(a_page_is_what_the_file_says)
	{
		db_close(fixture_open(fixture_path("pages.db")));
		pages_tell(fixture_path("pages.db"));
		expected_text_check("tests/referee/web/web-page.txt", pages_print);
		live_games_clear(&web.live);
	}
END_TEST

SUITE("referee/web/web-page", CASE(a_page_is_what_the_file_says))
