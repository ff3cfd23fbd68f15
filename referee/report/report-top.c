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

static void report_setting_row(const struct report *r, const char *name, const char *value)
{
	fputs("<div><dt>", r->out);
	html_text(r->out, name);
	fputs("</dt><dd>", r->out);
	html_text(r->out, value);
	fputs("</dd></div>\n", r->out);
}

/* Writes the settings that have a value. */
void report_settings(const struct report *r)
{
	char *text = memory_copy(r->texts[REPORT_DEFINITION]), *rest = text, *line;
	fputs("<details class=\"settings\"><summary>All settings</summary>\n<dl>\n", r->out);
	while ((line = strsep(&rest, "\n")) != NULL) {
		char *value = strstr(line, " = ");
		if (value == NULL || strcmp(value, " = none") == 0)
			continue;
		size_t i = 0, lines = sizeof report_lines / sizeof *report_lines;
		while (i < lines && strcmp(line, report_lines[i].line) != 0)
			i++;
		*value = '\0';
		report_setting_row(r, i < lines ? report_lines[i].name : line,
			i < lines ? report_lines[i].value : value + 3);
	}
	fputs("</dl></details>\n", r->out);
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
		if (*value != '\0') {
			fprintf(r->out, " <span class=\"dot\">·</span> %s", limits[i][1]);
			html_text(r->out, value);
			if (strcmp(limits[i][0], "movetime") == 0)
				fputs(" a move", r->out);
		}
		free(value);
	}
}

void report_played(const struct report *r)
{
	if (*r->texts[REPORT_NOTE] != '\0') {
		fputs("<p class=\"note\"><bdi>", r->out);
		html_text(r->out, r->texts[REPORT_NOTE]);
		fputs("</bdi></p>\n", r->out);
	}
	fputs("<p class=\"played\">", r->out);
	html_text(r->out, params_game_name(r->texts[REPORT_GAME], r->rules));
	fprintf(r->out, " <span class=\"dot\">·</span> %d seats <span class=\"dot\">·</span> ",
		r->seats);
	html_text(r->out, r->texts[REPORT_FORMAT]);
	report_limits(r);
	fputs(" <span class=\"dot\">·</span> seed ", r->out);
	html_text(r->out, r->texts[REPORT_SEED]);
	fputs("</p>\n<p class=\"when\">", r->out);
	if (r->games > 0) {
		fputs("Played from <time>", r->out);
		html_text(r->out, r->texts[REPORT_STARTED]);
		fputs("</time> to <time>", r->out);
		html_text(r->out, r->texts[REPORT_ENDED]);
		fputs("</time> UTC; sandbox: ", r->out);
		html_text(r->out, r->texts[REPORT_SANDBOX]);
	} else {
		fputs("No game has been played yet.", r->out);
	}
	fputs("</p>\n", r->out);
}

void report_pieces(const struct report *r)
{
	if (r->rules == NULL || r->seats < 1 || r->seats > SEATS_MAX)
		return;
	fputs("<svg class=\"pieces\" aria-hidden=\"true\">", r->out);
	board_pieces(r->out, r->rules, r->seats);
	fputs("</svg>\n", r->out);
}

/* Writes the data that scripts need for the whole report. */
void report_data(const struct report *r)
{
	fputs("<script type=\"application/json\" id=\"report-data\">{\"title\":", r->out);
	html_json(r->out, r->texts[REPORT_NAME]);
	fputs(",\"game\":", r->out);
	html_json(r->out, params_game_name(r->texts[REPORT_GAME], r->rules));
	fprintf(r->out, ",\"seats\":%d,\"marks\":\"", r->seats);
	for (int seat = 1; seat <= r->seats && seat <= SEATS_MAX; seat++)
		fputc(board_mark(r->rules, seat), r->out);
	fputs("\",\"bots\":[", r->out);
	for (int i = 0; i < r->bots_count; i++) {
		fputs(i > 0 ? "," : "", r->out);
		html_json(r->out, r->bots[i].name);
	}
	fputs("]}</script>\n", r->out);
}
