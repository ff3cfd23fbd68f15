/*
 * web-page.c - the table of all pages, how one of them is made, and the frame of each: head, the
 * tournament and its progress, the menu.
 *
 * When a newer page exists, pages.js takes the elements with an id and data-live from it. Without
 * scripts a link loads it.
 */
#include "referee/web/web-page.h"

#include <string.h>

#include "base/plural.h"
#include "base/time.h"
#include "referee/report/assets.h"
#include "referee/report/html.h"
#include "referee/results/rounds.h"

/* --- the table -------------------------------------------------------------------------------- */

/* clang-format off */
const struct web_page web_pages[] = {
	{"/", "search", .age = WEB_ALL, .databases = true,
		.html = web_home, .json = web_home_json},
	{"/t/T", .history = WEB_FIT, .html = web_standings, .json = web_standings_json},
	{"/t/T/crosstable", .html = web_crosstable, .json = web_crosstable_json},
	{"/t/T/ratings", .history = WEB_BANDS, .html = web_ratings, .json = web_ratings_json},
	{"/t/T/games", "bot against round result absent before after",
		.html = web_games, .json = web_games_json},
	{"/t/T/game/N", "ply flip", .readers = WEB_BY_READER,
		.html = web_game, .json = web_game_json, .record = web_game_record},
	{"/t/T/game/N/embed", "ply flip", .html = web_game_embed, .framed = true},
	{"/t/T/bot/B", .history = WEB_BANDS, .readers = WEB_BY_READER,
		.html = web_bot, .json = web_bot_json},
	{"/t/T/compare", "a b", .history = WEB_FIT,
		.html = web_compare, .json = web_compare_json},
	{"/t/T/rounds", .html = web_rounds, .json = web_rounds_json},
	{"/t/T/faults", .readers = WEB_BY_READER, .html = web_faults, .json = web_faults_json},
	{"/t/T/live", .age = WEB_ANY_CHANGE, .html = web_live, .json = web_live_json},
	{"/t/T/live/N", "from ply flip", .age = WEB_ANY_CHANGE,
		.html = web_live_game, .json = web_live_game_json},
	{"/t/T/follow/B", "from ply flip", .age = WEB_ANY_CHANGE,
		.html = web_follow, .json = web_follow_json},
	{"/t/T/workers", .html = web_workers, .json = web_workers_json},
	{"/me", .age = WEB_ALL, .readers = WEB_OWNERS, .databases = true,
		.html = web_me, .json = web_me_json},
	{"/metrics", .age = WEB_ALWAYS, .databases = true,
		.html = web_metrics, .type = "text/plain; version=0.0.4; charset=utf-8"},
	{.path = NULL},
};
/* clang-format on */

int web_status(struct web_view *v, int error)
{
	if (error == DB_OK)
		return 200;
	v->failed = true;
	error_set(&v->err, "The database cannot be read now");
	return 500;
}

/* Writes a page of results before there are any. pages.js finds its elements again in the later
 * page. */
static void pages_nothing(struct web_view *v, const struct web_page *page)
{
	const char *word = page->path + strlen("/t/T");
	int length = *word == '/' ? (int)strcspn(++word, "/") : 0;
	web_frame_begin(v, "No game yet");
	html_print(v->out,
		"<section id=\"%.*s\" data-live><p>No game has been played yet.</p></section>\n",
		length > 0 ? length : (int)strlen("standings"), length > 0 ? word : "standings");
	web_frame_end(v);
}

int web_write_page(struct web_view *v, const struct web_page *page, web_write *write)
{
	if (v->tournament == NULL || v->db != NULL || page->age != WEB_RESULTS)
		return write(v);
	if (write == page->html) {
		pages_nothing(v, page);
	} else {
		fputs("null\n", v->out);
	}
	return 200;
}

const char *web_title(const struct web *w)
{
	return w->title != NULL ? w->title : "Referee";
}

/* --- the frame -------------------------------------------------------------------------------- */

static const char *const frame_scripts[] = {"board", "plot", "replay", NULL};

/* Has it workers now, or had it any before this daemon began? */
static bool frame_has_machines(const struct web_view *v)
{
	struct db_query q;
	if (v->tournament->machines || v->db == NULL)
		return v->tournament->machines;
	db_query(&q, v->db, "workers-of", v->tournament->row);
	bool had = db_next(&q);
	return db_end(&q) == DB_OK && had;
}

static bool frame_has_rounds(const struct web_view *v)
{
	return v->tournament->format != NULL && rounds_of_format(v->tournament->format);
}

/* The menu of a tournament. */
static const struct frame_item {
	const char *end; /* of the address */
	const char *name;
	bool (*has)(const struct web_view *v); /* NULL: always there */
} frame_menu[] = {{"", "Standings", NULL}, {"/rounds", "Rounds", frame_has_rounds},
	{"/crosstable", "Crosstable", NULL}, {"/ratings", "Ratings", NULL},
	{"/games", "Games", NULL}, {"/live", "Live", NULL}, {"/faults", "Faults", NULL},
	{"/workers", "Workers", frame_has_machines}};

/* Writes "about 3 minutes left". */
static void frame_left(FILE *out, int64_t seconds)
{
	static const struct {
		int64_t size;
		const char *name;
	} units[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		int64_t count = (seconds + units[i].size / 2) / units[i].size;
		if (seconds < units[i].size && units[i].size > 1)
			continue;
		html_print(out, ", about %s left", counted(count, units[i].name).text);
		return;
	}
}

/* Writes "; LLR 1.60 (-2.94, 2.94), Elo +73 +/- 39, LOS 99.9 %, penta 10 3 57 13 28". */
static void frame_strength(FILE *out, const struct live_games_tournament *t)
{
	struct strength_estimate e;
	char line[STRENGTH_ESTIMATE_TEXT], test[STRENGTH_ESTIMATE_TEXT];
	if (!live_games_estimate(t, &e))
		return;
	strength_estimate_line(&e, STRENGTH_ESTIMATE_COUNTS, line, sizeof line);
	strength_estimate_test(&e, test, sizeof test);
	html_print(out, "<span class=\"soft\">%h%h%h</span>", e.test ? test : "",
		e.test ? ", " : "", line);
}

/* Writes why it waits or failed, or which games are not played. */
static void progress_why(FILE *out, const struct live_games_tournament *t)
{
	if (*t->why == '\0' && (t->benched == NULL || *t->benched == '\0'))
		return;
	html_print(out, "<span class=\"why\">%h%s</span>", *t->why != '\0' ? t->why : t->benched,
		*t->why != '\0'			  ? ""
		: strchr(t->benched, ' ') == NULL ? " is benched"
						  : " are benched");
}

void web_progress(FILE *out, const struct live_games_tournament *t)
{
	html_print(out, "<span class=\"state\">%h</span> %lld", t->state, (long long)t->done);
	if (t->all >= 0)
		html_print(out, " of %lld", (long long)t->all);
	html_print(out, "%s",
		plural(t->all >= 0 ? (double)t->all : (double)t->done, " game", " games"));
	int64_t left = live_games_left(t, time_utc());
	if (left >= 0 && (t->done < t->all || (t->all < 0 && left > 0)))
		frame_left(out, left);
	frame_strength(out, t);
	if (t->all > 0)
		html_print(out,
			"<progress max=\"%lld\" value=\"%lld\" aria-label=\"Games "
			"played\"></progress>",
			(long long)t->all, (long long)t->done);
	progress_why(out, t);
}

static void frame_script(const struct web_view *v, const char *name)
{
	html_print(v->out, "<script src=\"%s/%s.js\" defer></script>\n", v->web->prefix, name);
}

/* class: of the body; "": none. */
static void frame_head(const struct web_view *v, const char *title, const char *class)
{
	FILE *out = v->out;
	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<meta name=\"color-scheme\" content=\"light dark\">\n<title>%h",
		title);
	if (v->tournament != NULL)
		html_print(out, " - %h", v->tournament->name);
	if (strcmp(title, web_title(v->web)) != 0)
		html_print(out, " - %h", web_title(v->web));
	html_print(out,
		"</title>\n<link rel=\"icon\" href=\"data:,\">\n"
		"<link rel=\"stylesheet\" href=\"%s/style.css\">\n"
		"<link rel=\"stylesheet\" href=\"%s/board.css\">\n",
		v->web->prefix, v->web->prefix);
	for (int i = 0; frame_scripts[i] != NULL; i++)
		frame_script(v, frame_scripts[i]);
	frame_script(v, "pages");
	html_print(out, *class != '\0' ? "</head>\n<body class=\"%s\">\n" : "</head>\n<body>\n",
		class);
}

/* Is this the page of a row of the menu? Compares addresses, since a bot may have a page's name. */
static bool frame_here(const struct address *a, const char *end)
{
	return *end == '\0' ? a->parts == 2 : a->parts == 3 && strcmp(a->part[2], end + 1) == 0;
}

/* Pages behind the first one of a tournament have a short head, which does not repeat its terms. */
static bool frame_is_inner(const struct web_view *v)
{
	return v->tournament != NULL && v->address->parts > 2;
}

static void frame_tournament(struct web_view *v)
{
	FILE *out = v->out;
	const struct live_games_tournament *t = v->tournament;
	html_print(out, "<h1><bdi>%h</bdi></h1>\n", t->name);
	if (v->db != NULL && !frame_is_inner(v))
		report_played(&v->report);
	html_print(out, "<p class=\"progress\" id=\"progress\" data-live>");
	web_progress(out, t);
	html_print(out,
		"</p>\n<p id=\"news\" class=\"hear\" role=\"status\" aria-live=\"polite\"></p>\n"
		"<noscript><p><a href=\"\">Load this page again</a> to see what is "
		"new.</p></noscript>\n</div>\n</header>\n"
		"<nav class=\"menu\" aria-label=\"Pages\"><ul class=\"wrap\">\n");
	for (size_t i = 0; i < sizeof frame_menu / sizeof *frame_menu; i++) {
		const struct frame_item *item = &frame_menu[i];
		if (item->has == NULL || item->has(v))
			html_print(out, "<li><a href=\"%s%s\"%s>%s</a></li>\n", v->base, item->end,
				frame_here(v->address, item->end) ? " aria-current=\"page\"" : "",
				item->name);
	}
	html_print(out, "</ul></nav>\n");
}

/* Writes the operator's announcement. The element stays without one, so that pages.js finds it. */
static void frame_announcement(const struct web_view *v)
{
	const char *text = v->web->live.announcement;
	html_print(v->out,
		"<div id=\"announcement\" class=\"announcement\" role=\"status\" data-live>");
	if (text != NULL)
		html_print(v->out, "<p>%h</p>", text);
	html_print(v->out, "</div>\n");
}

/* The line above the heading. named: the heading is the site's name already. */
static void frame_brand(const struct web_view *v, bool named)
{
	FILE *out = v->out;
	bool play = v->web->options->other != NULL && !v->web->options->no_games;
	if (named && !play)
		return;
	html_print(out, "<p class=\"brand\">");
	if (!named)
		html_print(out, "<a href=\"%s/\"><bdi>%h</bdi></a> ", v->web->prefix,
			web_title(v->web));
	if (play)
		html_print(out, "<a class=\"play\" href=\"%s/play\">Play</a> ", v->web->prefix);
	html_print(out, "<span id=\"link\"></span></p>\n");
}

void web_frame_begin(struct web_view *v, const char *title)
{
	FILE *out = v->out;
	frame_head(v, title, "");
	html_print(out,
		"<a class=\"skip\" href=\"#main\">To the content</a>\n<header class=\"top%s\">\n"
		"<div class=\"wrap\">\n",
		frame_is_inner(v) ? " inner" : "");
	frame_brand(v, strcmp(title, web_title(v->web)) == 0);
	frame_announcement(v);
	if (v->tournament != NULL) {
		frame_tournament(v);
		html_print(out,
			"<main id=\"main\" class=\"wrap\" tabindex=\"-1\" data-base=\"%s\">\n",
			v->base);
	} else {
		html_print(out,
			"<h1><bdi>%h</bdi></h1>\n</div>\n</header>\n"
			"<main id=\"main\" class=\"wrap\" tabindex=\"-1\">\n",
			title);
	}
}

void web_frame_end(struct web_view *v)
{
	html_print(v->out, "</main>\n<footer class=\"wrap\"><p>Written by Referee.");
	if (v->tournament != NULL)
		html_print(v->out,
			" Each page has its numbers as JSON too: add <code>.json</code> to its "
			"address.");
	if (v->web->live.accounts.count > 0)
		html_print(v->out, " <a href=\"%s/me\">My bots</a>", v->web->prefix);
	if (v->web->guarded)
		html_print(v->out, " <a href=\"%s/logout\">Log out</a>", v->web->prefix);
	html_print(v->out, "</p></footer>\n");
	if (v->db != NULL)
		report_data(&v->report);
	html_print(v->out, "</body>\n</html>\n");
}

void web_embed_begin(struct web_view *v, const char *title)
{
	frame_head(v, title, "embed");
	html_print(v->out, "<main id=\"main\" tabindex=\"-1\">\n");
}

void web_embed_end(struct web_view *v)
{
	html_print(v->out, "</main>\n");
	report_data(&v->report);
	html_print(v->out, "</body>\n</html>\n");
}
