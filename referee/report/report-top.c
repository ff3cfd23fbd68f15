/*
 * report-top.c - the text above a tournament's tables: its game and its terms.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/board/board.h"
#include "referee/game/params.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

/* Lines of a definition that are no settings: how they are shown. */
static const struct {
	const char *line, *name, *value;
} report_lines[] = {
	{"failed-together = 0-0", "bots that fail together", "get no points"},
	{"pairs = new", "pairs that repeat an earlier one", "do not count"},
};

/* Writes the settings that have a value. */
void report_settings(const struct report *r)
{
	char *text = memory_copy(r->texts[REPORT_DEFINITION]), *rest = text, *line;
	html_print(r->out, "<details class=\"settings\"><summary>All settings</summary>\n<dl>\n");
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *value = strstr(line, " = ");
		if (value == NULL || strcmp(value, " = none") == 0)
			continue;
		size_t i = 0, lines = sizeof report_lines / sizeof *report_lines;
		while (i < lines && strcmp(line, report_lines[i].line) != 0)
			i++;
		*value = '\0';
		html_print(r->out, "<div><dt>%h</dt><dd>%h</dd></div>\n",
			i < lines ? report_lines[i].name : line,
			i < lines ? report_lines[i].value : value + 3);
	}
	html_print(r->out, "</dl></details>\n");
	free(text);
}

/* The value of a setting; "" if it is absent. */
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

/* Writes "; depth 6", for each limit of a move. */
static void report_limits(const struct report *r)
{
	static const char *const limits[][2] = {{"tc", "time control "}, {"movetime", ""},
		{"depth", "depth "}, {"nodes", "nodes "}, {"openings", "openings "}};
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		char *value = report_setting(r, limits[i][0]);
		if (*value != '\0')
			html_print(r->out, " <span class=\"dot\">·</span> %s%h%s", limits[i][1],
				value, strcmp(limits[i][0], "movetime") == 0 ? " a move" : "");
		free(value);
	}
}

void report_played(const struct report *r)
{
	if (*r->texts[REPORT_NOTE] != '\0')
		html_print(r->out, "<p class=\"note\"><bdi>%h</bdi></p>\n", r->texts[REPORT_NOTE]);
	html_print(r->out,
		"<p class=\"played\">%h <span class=\"dot\">·</span> %d seats <span "
		"class=\"dot\">·</span> %h",
		params_game_name(r->texts[REPORT_GAME], r->rules), r->seats,
		r->texts[REPORT_FORMAT]);
	report_limits(r);
	html_print(r->out, " <span class=\"dot\">·</span> seed %h</p>\n<p class=\"when\">",
		r->texts[REPORT_SEED]);
	if (r->games > 0)
		html_print(r->out,
			"Played from <time>%h</time> to <time>%h</time> UTC; sandbox: %h",
			r->texts[REPORT_STARTED], r->texts[REPORT_ENDED], r->texts[REPORT_SANDBOX]);
	else
		html_print(r->out, "No game has been played yet.");
	html_print(r->out, "</p>\n");
}

void report_pieces(const struct report *r)
{
	if (r->rules == NULL || r->seats < 1 || r->seats > SEATS_MAX)
		return;
	html_print(r->out, "<svg class=\"pieces\" aria-hidden=\"true\">");
	board_pieces(r->out, r->rules, r->seats);
	html_print(r->out, "</svg>\n");
}

/* Writes the data that scripts need for the whole report. */
void report_data(const struct report *r)
{
	html_print(r->out,
		"<script type=\"application/json\" "
		"id=\"report-data\">{\"title\":%j,\"game\":%j,\"seats\":%d,\"marks\":\"",
		r->texts[REPORT_NAME], params_game_name(r->texts[REPORT_GAME], r->rules), r->seats);
	for (int seat = 1; seat <= r->seats && seat <= SEATS_MAX; seat++)
		html_print(r->out, "%c", board_mark(r->rules, seat));
	html_print(r->out, "\",\"bots\":[");
	for (int i = 0; i < r->bots_count; i++)
		html_print(r->out, "%s%j", i > 0 ? "," : "", r->bots[i].name);
	html_print(r->out, "]}</script>\n");
}
