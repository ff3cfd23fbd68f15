/*
 * report.c - the report's frame: head, title, sections in their order, the place where a game is
 * gone through, and the scripts. It goes out as it is made; nothing of it is kept.
 */
#include "referee/pages/report.h"

#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/pages/assets.h"
#include "referee/pages/page.h"
#include "referee/pages/report-parts.h"

/* One section a row, in the order of the page and of its menu. */
static const struct report_section {
	const char *id, *title;
	int (*write)(struct report *r);
	bool (*has)(const struct report *r); /* NULL: always there */
} report_sections[] = {
	{"standings", "Standings", report_standings, NULL},
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

/* All scripts as one, since a policy's hash is of a whole element. */
static char *report_script(void)
{
	return memory_print("\n\"use strict\";\n%s%s%s%s%s", page_board_js, page_star_js,
		page_plot_js, page_replay_js, page_report_js);
}

static void report_head(const struct report *r, const char *script)
{
	char style_hash[PAGE_HASH], script_hash[PAGE_HASH];
	page_hash(page_style_css, style_hash);
	page_hash(script, script_hash);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", r->out);
	fprintf(r->out,
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src %s; script-src %s; base-uri 'none'; form-action 'none'\">\n",
		style_hash, script_hash);
	fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
		r->out);
	page_text(r->out, r->texts[REPORT_NAME]);
	fprintf(r->out, " - Referee</title>\n<style>%s</style>\n</head>\n", page_style_css);
}

/* --- the top ---------------------------------------------------------------------------------- */

static void report_fact(FILE *out, int64_t count, const char *one, const char *many)
{
	fprintf(out, "<li><b>%lld</b> %s</li>\n", (long long)count, count == 1 ? one : many);
}

/* The settings that say something, one a line. */
static void report_settings(const struct report *r)
{
	char *text = memory_copy(r->texts[REPORT_DEFINITION]), *rest = text, *line;
	fputs("<details class=\"settings\"><summary>All settings</summary>\n<dl>\n", r->out);
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *value = strstr(line, " = ");
		if (value == NULL || strcmp(value, " = none") == 0)
			continue;
		*value = '\0';
		fputs("<div><dt>", r->out);
		page_text(r->out, line);
		fputs("</dt><dd>", r->out);
		page_text(r->out, value + 3);
		fputs("</dd></div>\n", r->out);
	}
	fputs("</dl></details>\n", r->out);
	free(text);
}

/* The value of a setting, "" where there is none. */
static char *report_setting(const struct report *r, const char *key)
{
	char *text = memory_print("\n%s", r->texts[REPORT_DEFINITION]);
	char *sought = memory_print("\n%s = ", key), *at = strstr(text, sought), *value;
	value = memory_copy(at != NULL ? at + strlen(sought) : "");
	value[strcspn(value, "\n")] = '\0';
	if (strcmp(value, "none") == 0)
		value[0] = '\0';
	free(text);
	free(sought);
	return value;
}

/* "; depth 6", for each limit of a move. */
static void report_limits(const struct report *r)
{
	static const char *const limits[][2] = {{"tc", "time control "}, {"per-move", ""},
		{"depth", "depth "}, {"nodes", "nodes "}, {"openings", "openings "}};
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		char *value = report_setting(r, limits[i][0]);
		if (*value != '\0') {
			fprintf(r->out, " <span class=\"dot\">·</span> %s", limits[i][1]);
			page_text(r->out, value);
			if (strcmp(limits[i][0], "per-move") == 0)
				fputs(" a move", r->out);
		}
		free(value);
	}
}

static void report_played(const struct report *r)
{
	fputs("<p class=\"played\">", r->out);
	page_text(r->out, r->texts[REPORT_GAME]);
	fprintf(r->out, " <span class=\"dot\">·</span> %d seats <span class=\"dot\">·</span> ",
		r->seats);
	page_text(r->out, r->texts[REPORT_FORMAT]);
	report_limits(r);
	fputs(" <span class=\"dot\">·</span> seed ", r->out);
	page_text(r->out, r->texts[REPORT_SEED]);
	fputs("</p>\n<p class=\"when\">", r->out);
	if (r->games > 0) {
		fputs("Played from <time>", r->out);
		page_text(r->out, r->texts[REPORT_STARTED]);
		fputs("</time> to <time>", r->out);
		page_text(r->out, r->texts[REPORT_ENDED]);
		fputs("</time> UTC; sandbox: ", r->out);
		page_text(r->out, r->texts[REPORT_SANDBOX]);
	} else {
		fputs("No game has been played yet.", r->out);
	}
	fputs("</p>\n", r->out);
}

static void report_top(const struct report *r)
{
	fputs("<body>\n<a class=\"skip\" href=\"#main\">To the content</a>\n"
	      "<header class=\"top\">\n<div class=\"wrap\">\n<p class=\"brand\">Referee "
	      "<span>tournament report</span></p>\n<h1><bdi>",
		r->out);
	page_text(r->out, r->texts[REPORT_NAME]);
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

/* --- the rest --------------------------------------------------------------------------------- */

/* What the scripts need of the whole. */
static void report_data(const struct report *r)
{
	fputs("<script type=\"application/json\" id=\"report-data\">{\"title\":", r->out);
	page_json(r->out, r->texts[REPORT_NAME]);
	fputs(",\"game\":", r->out);
	page_json(r->out, r->texts[REPORT_GAME]);
	fprintf(r->out, ",\"seats\":%d,\"letters\":", r->seats);
	page_json(r->out, r->rules != NULL ? r->rules->letters : NULL);
	if (r->setup->rules != NULL)
		report_parameters(r->out, r->setup, false);
	fputs(",\"bots\":[", r->out);
	for (int i = 0; i < r->bots_count; i++) {
		fputs(i > 0 ? "," : "", r->out);
		page_json(r->out, r->bots[i].name);
	}
	fputs("]}</script>\n", r->out);
}

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
	      "<footer class=\"wrap\"><p>Written by Referee. This file needs no network and no "
	      "other "
	      "file.</p></footer>\n",
		r->out);
	report_data(r);
	fprintf(r->out, "<script>%s</script>\n</body>\n</html>\n", script);
	free(script);
	return error;
}

int report_html(FILE *out, struct db *db, int64_t tournament, const struct report_options *options)
{
	struct report r = {.out = out, .db = db, .tournament = tournament, .options = options};
	int error = report_load(&r);
	if (error == DB_OK)
		error = report_write(&r);
	report_clear(&r);
	return error;
}
