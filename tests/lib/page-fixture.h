/*
 * page-fixture.h - writes pages of the fixture's first tournament, as the process of a page does.
 */
#ifndef TESTS_LIB_PAGE_FIXTURE_H
#define TESTS_LIB_PAGE_FIXTURE_H

#include <string.h>

#include "base/memory.h"
#include "referee/web/web-page.h"
#include "tests/lib/db-fixture.h"

static const struct web_options page_fixture_options;
static struct web page_fixture_web = {.options = &page_fixture_options};
static const char *page_fixture_reader; /* the reader owns this bot; NULL: none */

/* The pages are those of the first tournament of this database. */
static inline void page_fixture_tell(const char *path)
{
	static struct live_games_news news;
	struct live_event event;
	char line[PATH_MAX + 64];
	page_fixture_web.prefix = "";
	live_games_init(&page_fixture_web.live);
	snprintf(line, sizeof line, "tournament 1 1 6 6 done cup %s - - -", path);
	ck_assert(live_event_read(&event, line));
	ck_assert(live_games_take(&page_fixture_web.live, &event, 0, &news));
}

static inline const struct web_page *page_fixture_find(const char *path)
{
	const struct web_page *page = web_pages;
	while (page->path != NULL && strcmp(page->path, path) != 0)
		page++;
	ck_assert_msg(page->path != NULL, "%s", path);
	return page;
}

/* As the process of a page opens them. */
static inline void page_fixture_open(struct web_view *v, const struct web_page *page)
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
	if (page->readers != WEB_ALIKE && page_fixture_reader != NULL)
		v->report.reader =
			(struct log_reader){.bots = &page_fixture_reader, .bots_count = 1};
	FIXTURE_GOOD(report_load(&v->report));
	v->report.banded = page->history == WEB_BANDS;
	v->report.one =
		v->name != NULL && v->report.banded ? report_find(&v->report, v->name) + 1 : 0;
	if (page->history != WEB_PLAIN)
		FIXTURE_GOOD(report_load_history(&v->report));
}

/* Writes a page. words: its path, with a query if it has one; html, json or record; and the number
 * of a game or the name of a bot. Of HTML it is the part in <main>, which the frame of all pages is
 * not in. */
static inline void page_fixture_print(const char *const *words, FILE *out)
{
	static struct address address;
	struct error err;
	const char *query = strchr(words[0], '?');
	char path[64];
	snprintf(path, sizeof path, "%.*s", (int)strcspn(words[0], "?"), words[0]);
	const struct web_page *page = page_fixture_find(path);
	char *asked = memory_print("/%s", query != NULL ? query : "");
	ck_assert_msg(address_read(&address, asked, &err), "%s: %s", asked, err.text);
	web_write *write = strcmp(words[1], "html") == 0   ? page->html
			   : strcmp(words[1], "json") == 0 ? page->json
							   : page->record;
	struct web_view v = {.web = &page_fixture_web,
		.address = &address,
		.tournament = live_games_find(&page_fixture_web.live, 1),
		.number = words[2] != NULL ? strtoull(words[2], NULL, 10) : 0,
		.name = words[2],
		.base = "/t/1"};
	char *text = NULL;
	size_t length;
	v.out = memory_open(&text, &length);
	page_fixture_open(&v, page);
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
	free(asked);
	free(text);
}

#endif
