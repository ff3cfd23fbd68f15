/*
 * report.c - the report's frame: head, title, sections in order, the place for a replayed game,
 * and the scripts. Output is written as it is made; nothing is buffered.
 */
#include "referee/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "referee/report/assets.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

/* --- links -------------------------------------------------------------------------------------
 */

void report_to_game(const struct report *r, int64_t game)
{
	if (r->base == NULL)
		html_print(r->out, "href=\"#game-%lld\"", (long long)game);
	else
		html_print(r->out, "href=\"%s/game/%lld\"", r->base, (long long)game);
}

void report_to_bot(const struct report *r, int bot)
{
	if (r->base == NULL) {
		html_print(r->out, "href=\"#games\" data-bots=\"%d\"", bot);
		return;
	}
	html_print(r->out, "href=\"%s/bot/%a\"", r->base, r->bots[bot].name);
}

void report_to_games(const struct report *r, int bot, int other)
{
	if (r->base == NULL) {
		html_print(r->out, "href=\"#games\" data-bots=\"%d %d\"", bot, other);
		return;
	}
	html_print(r->out, "href=\"%s/games?bot=%a&amp;against=%a\"", r->base, r->bots[bot].name,
		r->bots[other].name);
}

bool report_is_benched(const struct report *r, const char *bot)
{
	size_t length = strlen(bot);
	for (const char *at = r->benched; at != NULL && *at != '\0'; at += strspn(at, " ")) {
		size_t word = strcspn(at, " ");
		if (word == length && strncmp(at, bot, length) == 0)
			return true;
		at += word;
	}
	return false;
}

void report_badge(const struct report *r, const char *bot)
{
	if (report_is_benched(r, bot))
		html_print(r->out,
			" <span class=\"badge\" title=\"It failed too often, or the operator "
			"stopped it: it plays no more games\">benched</span>");
}

void report_bot_cell(const struct report *r, const char *bot)
{
	html_print(r->out, "<th scope=\"row\"><bdi>%h</bdi>", bot);
	report_badge(r, bot);
	html_print(r->out, "</th>");
}

/* --- the head ----------------------------------------------------------------------------------
 */

static bool report_has_strength(const struct report *r)
{
	return r->strength != NULL;
}

bool report_has_left_out(const struct report *r)
{
	return r->options != NULL && r->options->left_out_count > 0;
}

int report_left_out(struct report *r)
{
	html_table_begin(r->out, "Not taking part", "");
	html_print(r->out, "Bots that were handed in and do not take part");
	html_table_columns(r->out, "Bot|Reason");
	for (int i = 0; i < r->options->left_out_count; i++) {
		const struct report_left_out *row = &r->options->left_out[i];
		html_print(r->out,
			"<tr><th scope=\"row\"><bdi>%h</bdi></th><td class=\"words\">%h</td></tr>\n",
			row->bot, row->why);
	}
	html_table_end(r->out);
	return DB_OK;
}

/* One section per row, in the order of the page and of its menu. */
static const struct report_section {
	const char *id, *title;
	int (*write)(struct report *r);
	bool (*has)(const struct report *r); /* NULL: always present */
} report_sections[] = {
	{"strength", "Strength", report_strength, report_has_strength},
	{"standings", "Standings", report_standings, NULL},
	{"left-out", "Not taking part", report_left_out, report_has_left_out},
	{"crosstable", "Crosstable", report_crosstable, report_has_crosstable},
	{"ratings", "Ratings", report_ratings, report_has_ratings},
	{"faults", "Faults", report_faults, NULL},
	{"games", "Games", report_games, NULL},
	{NULL, NULL, NULL, NULL},
};

static bool report_shows(const struct report *r, const struct report_section *s)
{
	return s->has == NULL || s->has(r);
}

/* --- the top ---------------------------------------------------------------------------------- */

void report_fact(FILE *out, int64_t count, const char *one, const char *many)
{
	html_print(out, "<li><b>%lld</b> %s</li>\n", (long long)count,
		plural((double)count, one, many));
}

static void report_top(const struct report *r)
{
	html_print(r->out,
		"<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
		"<header class=\"top\">\n<div class=\"wrap\">\n"
		"<p class=\"brand\">Referee <span>tournament report</span></p>\n"
		"<h1><bdi>%h</bdi></h1>\n",
		r->texts[REPORT_NAME]);
	report_played(r);
	html_print(r->out, "<ul class=\"facts\">\n");
	report_fact(r->out, r->bots_count, "bot", "bots");
	report_fact(r->out, r->games, "game", "games");
	report_fact(r->out, r->plies, "move", "moves");
	report_fact(r->out, r->faults, "fault", "faults");
	html_print(r->out, "</ul>\n");
	report_settings(r);
	html_print(r->out, "</div>\n</header>\n<nav class=\"menu\" aria-label=\"Sections\">"
			   "<ul class=\"wrap\">\n");
	for (const struct report_section *s = report_sections; s->id != NULL; s++)
		if (report_shows(r, s))
			html_print(r->out, "<li><a href=\"#%s\">%s</a></li>\n", s->id, s->title);
	html_print(r->out, "</ul></nav>\n<main id=\"main\" class=\"wrap\" tabindex=\"-1\">\n");
}

/* --- frame and sections ----------------------------------------------------------------------- */

static int report_sections_write(struct report *r)
{
	int error = DB_OK;
	for (const struct report_section *s = report_sections; s->id != NULL; s++) {
		if (error != DB_OK || !report_shows(r, s))
			continue;
		html_print(r->out,
			"<section id=\"%s\" aria-labelledby=\"%s-title\">\n"
			"<h2 id=\"%s-title\">%s</h2>\n",
			s->id, s->id, s->id, s->title);
		error = s->write(r);
		html_print(r->out, "</section>\n");
	}
	return error;
}

static int report_write(struct report *r)
{
	/* Joins all scripts, since a policy's hash covers a whole element. */
	char *script = memory_print("\n\"use strict\";\n%s%s%s%s", page_board_js, page_plot_js,
		page_replay_js, page_report_js);
	char *style = memory_print("%s%s", page_style_css, page_board_css);
	html_begin(r->out, r->texts[REPORT_NAME], style, script);
	free(style);
	report_top(r);
	int error = report_sections_write(r);
	html_print(r->out,
		"</main>\n<div id=\"replay\" class=\"wrap\" hidden></div>\n"
		"<footer class=\"wrap\"><p>Written by Referee. This file needs no network and no "
		"other file.</p></footer>\n");
	report_data(r);
	html_print(r->out, "<script>%s</script>\n</body>\n</html>\n", script);
	free(script);
	return error;
}

int report_html(FILE *out, struct db *db, int64_t tournament, const struct report_options *options)
{
	struct report r = {.out = out,
		.db = db,
		.tournament = tournament,
		.options = options,
		.banded = true,
		.strength = options->strength};
	int error = report_load(&r);
	if (error == DB_OK)
		error = report_load_history(&r);
	if (error == DB_OK)
		error = report_write(&r);
	report_clear(&r);
	return error;
}
