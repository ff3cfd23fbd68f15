/*
 * report.c - the report's frame: head, title, sections in order, the place for a replayed game,
 * and the scripts. Output is written as it is made; nothing is buffered.
 */
#include "referee/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/report/assets.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

/* --- links -------------------------------------------------------------------------------------
 */

void report_to_game(const struct report *r, int64_t game)
{
	if (r->base == NULL)
		fprintf(r->out, "href=\"#game-%lld\"", (long long)game);
	else
		fprintf(r->out, "href=\"%s/game/%lld\"", r->base, (long long)game);
}

void report_to_bot(const struct report *r, int bot)
{
	if (r->base == NULL) {
		fprintf(r->out, "href=\"#games\" data-bots=\"%d\"", bot);
		return;
	}
	fprintf(r->out, "href=\"%s/bot/", r->base);
	html_address(r->out, r->bots[bot].name);
	fputc('"', r->out);
}

void report_to_games(const struct report *r, int bot, int other)
{
	if (r->base == NULL) {
		fprintf(r->out, "href=\"#games\" data-bots=\"%d %d\"", bot, other);
		return;
	}
	fprintf(r->out, "href=\"%s/games?bot=", r->base);
	html_address(r->out, r->bots[bot].name);
	fputs("&amp;against=", r->out);
	html_address(r->out, r->bots[other].name);
	fputc('"', r->out);
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
		fputs(" <span class=\"badge\" title=\"It failed too often, or the operator stopped it: "
		      "it plays no more games\">benched</span>",
			r->out);
}

void report_bot_cell(const struct report *r, const char *bot)
{
	fputs("<th scope=\"row\"><bdi>", r->out);
	html_text(r->out, bot);
	fputs("</bdi>", r->out);
	report_badge(r, bot);
	fputs("</th>", r->out);
}

/* --- the head ----------------------------------------------------------------------------------
 */

static bool report_has_strength(const struct report *r)
{
	return r->strength != NULL;
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

/* Joins all scripts, since a policy's hash covers a whole element. */
static char *report_script(void)
{
	return memory_print("\n\"use strict\";\n%s%s%s%s", page_board_js, page_plot_js,
		page_replay_js, page_report_js);
}

static void report_head(const struct report *r, const char *script)
{
	char *style = memory_print("%s%s", page_style_css, page_board_css);
	html_begin(r->out, r->texts[REPORT_NAME], style, script);
	free(style);
}

/* --- the top ---------------------------------------------------------------------------------- */

void report_fact(FILE *out, int64_t count, const char *one, const char *many)
{
	fprintf(out, "<li><b>%lld</b> %s</li>\n", (long long)count, count == 1 ? one : many);
}

static void report_top(const struct report *r)
{
	fputs("<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
	      "<header class=\"top\">\n<div class=\"wrap\">\n<p class=\"brand\">Referee "
	      "<span>tournament report</span></p>\n<h1><bdi>",
		r->out);
	html_text(r->out, r->texts[REPORT_NAME]);
	fputs("</bdi></h1>\n", r->out);
	report_played(r);
	fputs("<ul class=\"facts\">\n", r->out);
	report_fact(r->out, r->bots_count, "bot", "bots");
	report_fact(r->out, r->games, "game", "games");
	report_fact(r->out, r->plies, "move", "moves");
	report_fact(r->out, r->faults, "fault", "faults");
	fputs("</ul>\n", r->out);
	report_settings(r);
	fputs("</div>\n</header>\n<nav class=\"menu\" aria-label=\"Sections\"><ul "
	      "class=\"wrap\">\n",
		r->out);
	for (const struct report_section *s = report_sections; s->id != NULL; s++)
		if (report_shows(r, s))
			fprintf(r->out, "<li><a href=\"#%s\">%s</a></li>\n", s->id, s->title);
	fputs("</ul></nav>\n<main id=\"main\" class=\"wrap\" tabindex=\"-1\">\n", r->out);
}

/* --- frame and sections ----------------------------------------------------------------------- */

static int report_sections_write(struct report *r)
{
	int error = DB_OK;
	for (const struct report_section *s = report_sections; s->id != NULL; s++) {
		if (error != DB_OK || !report_shows(r, s))
			continue;
		fprintf(r->out,
			"<section id=\"%s\" aria-labelledby=\"%s-title\">\n"
			"<h2 id=\"%s-title\">%s</h2>\n",
			s->id, s->id, s->id, s->title);
		error = s->write(r);
		fputs("</section>\n", r->out);
	}
	return error;
}

static int report_write(struct report *r)
{
	char *script = report_script();
	report_head(r, script);
	report_top(r);
	int error = report_sections_write(r);
	fputs("</main>\n<div id=\"replay\" class=\"wrap\" hidden></div>\n"
	      "<footer class=\"wrap\"><p>Written by Referee. This file needs no network and no other file.</p></footer>\n",
		r->out);
	report_data(r);
	fprintf(r->out, "<script>%s</script>\n</body>\n</html>\n", script);
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
