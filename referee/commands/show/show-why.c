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

static void why_text(const struct stored_failure *f)
{
	const struct db_value *v = f->values;
	const char *detail = v[STORED_FAILURE_DETAIL].text;
	char *bot = escape_text(v[STORED_FAILURE_BOT].text, false);
	char *why = escape_text(detail, false), *before = stored_failure_before_command(f);
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "\nSeat %s, %s: %s%s%s\n", v[STORED_FAILURE_SEAT].text, bot,
		v[STORED_FAILURE_VERDICT].text, why != NULL ? ", " : "", why != NULL ? why : "");
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

static const struct why_field {
	const char *name;
	enum stored_failure_column column;
} why_fields[] = {
	{"seat", STORED_FAILURE_SEAT},
	{"bot", STORED_FAILURE_BOT},
	{"verdict", STORED_FAILURE_VERDICT},
	{"detail", STORED_FAILURE_DETAIL},
	{"phase", STORED_FAILURE_PHASE},
	{"asked", STORED_FAILURE_ASKED},
	{"said", STORED_FAILURE_SAID},
	{"limit_us", STORED_FAILURE_LIMIT},
	{"wall_us", STORED_FAILURE_WALL},
	{"cpu_us", STORED_FAILURE_CPU},
	{"wait_us", STORED_FAILURE_WAIT},
	{"exit_status", STORED_FAILURE_EXIT},
	{"signal", STORED_FAILURE_SIGNAL},
	{"stderr", STORED_FAILURE_STDERR},
	{"bot_command", STORED_FAILURE_COMMAND},
	{"remote", STORED_FAILURE_REMOTE},
};

static void why_json(struct why *w, const struct stored_failure *f)
{
	const struct repeat_command *r = &f->repeat;
	struct json_writer *j = &w->json;
	fputs("\n{", json_key(j, NULL));
	j->comma = false;
	for (size_t i = 0; i < sizeof why_fields / sizeof *why_fields; i++) {
		const struct db_value *v = &f->values[why_fields[i].column];
		if (v->type == DB_INTEGER)
			json_number(j, why_fields[i].name, v->integer);
		else
			json_bytes(json_key(j, why_fields[i].name), v->text, v->length);
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

static bool why_loss(void *arg, const struct stored_failure *f)
{
	struct why *w = arg;
	if (w->show->read.format == TEXT_TABLE_JSON)
		why_json(w, f);
	else
		why_text(f);
	w->losses++;
	return true;
}

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
	int error = stored_failures_read(s->read.db, &s->g, false, why_loss, w);
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
