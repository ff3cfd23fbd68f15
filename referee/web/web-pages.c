/*
 * web-pages.c - the table of all pages, and how one of them is made.
 */
#include <string.h>

#include "referee/web/web-page.h"

const struct web_page web_pages[] = {
	{"/", "", "", "every tournament: its state and how far it is", WEB_ALL, WEB_PLAIN, web_home,
		web_home_json, NULL, NULL},
	{"/t/T", "", "", "standings with their errors", WEB_RESULTS, WEB_FIT, web_standings,
		web_standings_json, NULL, NULL},
	{"/t/T/crosstable", "", "", "who beat whom; a cell leads to its games", WEB_RESULTS,
		WEB_PLAIN, web_crosstable, web_crosstable_json, NULL, NULL},
	{"/t/T/ratings", "", "", "ratings, and how they came about", WEB_RESULTS, WEB_BANDS,
		web_ratings, web_ratings_json, NULL, NULL},
	{"/t/T/games", "bot against round result before", "", "games", WEB_RESULTS, WEB_PLAIN,
		web_games, web_games_json, NULL, NULL},
	{"/t/T/game/N", "", "ply", "a game ply by ply", WEB_RESULTS, WEB_PLAIN, web_game,
		web_game_json, web_game_record, NULL},
	{"/t/T/bot/B", "", "", "a bot: versions, results, faults, time", WEB_RESULTS, WEB_PLAIN,
		web_bot, web_bot_json, NULL, NULL},
	{"/t/T/faults", "", "", "who lost by a fault of its own", WEB_RESULTS, WEB_PLAIN,
		web_faults, web_faults_json, NULL, NULL},
	{"/t/T/live", "", "", "games that are played now", WEB_MOMENTS, WEB_PLAIN, web_live,
		web_live_json, NULL, NULL},
	{"/t/T/live/N", "", "ply", "one of them", WEB_MOMENTS, WEB_PLAIN, web_live_game,
		web_live_game_json, NULL, NULL},
	{"/metrics", "", "", "figures for Prometheus", WEB_ALWAYS, WEB_PLAIN, web_metrics, NULL,
		NULL, "text/plain; version=0.0.4; charset=utf-8"},
	{NULL, NULL, NULL, NULL, WEB_ALWAYS, WEB_PLAIN, NULL, NULL, NULL, NULL},
};

/* Writes a page of results before there are any. pages.js finds its elements again in the later
 * page. */
static void pages_nothing(struct web_view *v, const struct web_page *page)
{
	const char *word = page->path + strlen("/t/T");
	int length = *word == '/' ? (int)strcspn(++word, "/") : 0;
	web_frame_begin(v, "No game yet");
	fprintf(v->out,
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
