/*
 * show-why.c - `referee show GAME --why`: explains each loss by a fault, as text or as JSON
 * (results/stored-failure.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/show/show.h"
#include "base/escape.h"
#include "referee/process/standard-output.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/results/stored-failure.h"

struct why {
	struct show *show;
	int losses;
	struct json_writer json;
};

static void why_text(struct stored_failure *f)
{
	char *bot = escape_text(db_text(&f->row, "bot"), false);
	char *why = escape_text(db_text(&f->row, "detail"), false),
	     *before = stored_failure_before_command(f);
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "\nSeat %d, %s: %s%s%s\n", (int)db_int(&f->row, "seat"), bot,
		db_text(&f->row, "verdict"), why != NULL ? ", " : "", why != NULL ? why : "");
	stored_failure_write(out, f);
	memory_close(out);
	for (char *at = text, *line; (line = strsep(&at, "\n")) != NULL;) {
		fold_print(line, 0, strncmp(line, "    |", 5) == 0 ? "    | " : "    ");
		fputs(at != NULL ? "\n" : "", stdout);
	}
	free(text);
	if (before != NULL)
		printf("\n  %s:\n\n%s\n", before, f->repeat.command);
	free(before);
	free(bot);
	free(why);
}

/* --- as JSON -------------------------------------------------------------------------------- */

/* Columns of the query game-failures, and those of other names in JSON. */
static const char *const why_fields[][2] = {{"seat"}, {"bot"}, {"verdict"}, {"detail"}, {"phase"},
	{"asked"}, {"said"}, {"limit_us"}, {"wall_us"}, {"cpu_us"}, {"wait_us"}, {"exit_status"},
	{"signal"}, {"stderr"}, {"command", "bot_command"}, {"remote"}};

static void why_json(struct why *w, struct stored_failure *f)
{
	const struct repeat_command *r = &f->repeat;
	struct json_writer *j = &w->json;
	fputs("\n{", json_key(j, NULL));
	j->comma = false;
	for (size_t i = 0; i < sizeof why_fields / sizeof *why_fields; i++) {
		const char *const *field = why_fields[i];
		const char *name = field[1] != NULL ? field[1] : field[0];
		struct db_value v = db_value(&f->row, field[0]);
		if (v.type == DB_INTEGER)
			json_number(j, name, v.integer);
		else
			json_bytes(json_key(j, name), v.text, v.length);
	}
	json_text(j, "sandbox", r->remote ? NULL : w->show->g.texts[STORED_GAME_SANDBOX]);
	json_open(j, "limits", '{');
	for (int i = 0; i < r->limits_count; i++)
		json_text(j, r->limits[i].key, r->limits[i].value);
	json_close(j, '}');
	json_text(j, "position", f->playable ? r->position : NULL);
	json_text(j, "board", f->playable ? r->board : NULL);
	json_text(j, "command", f->playable ? r->command : NULL);
	json_close(j, '}');
}

/* --- the losses ----------------------------------------------------------------------------- */

int show_why(struct show *s)
{
	struct why *w = memory_get(1, sizeof *w);
	bool json = s->read.format == TEXT_TABLE_JSON;
	w->show = s;
	w->json.out = stdout;
	if (json) {
		json_open(&w->json, NULL, '{');
		json_number(&w->json, "game", s->g.game);
		json_open(&w->json, "losses", '[');
	} else {
		char *title = show_title(s);
		printf("%s, round %s\n", title, s->g.texts[STORED_GAME_ROUND]);
		free(title);
	}
	struct stored_failure f;
	stored_failures(&f, s->read.db, &s->g, false);
	for (; stored_failure_next(&f); w->losses++)
		if (json)
			why_json(w, &f);
		else
			why_text(&f);
	int error = stored_failures_end(&f);
	if (json)
		puts(w->losses > 0 ? "\n]}" : "]}");
	else if (error == DB_OK && w->losses == 0)
		printf("No bot lost this game by a fault: its moves decided it.\n"
		       "`referee analyse %" PRId64
		       "` shows it with the moves that lost value, if its rules have a solver.\n",
			s->g.game);
	if (!json && error == DB_OK && *s->g.texts[STORED_GAME_REMOVED] != '\0')
		printf("Its moves and failures were removed: %s\n",
			s->g.texts[STORED_GAME_REMOVED]);
	free(w);
	return error;
}
