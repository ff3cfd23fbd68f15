/*
 * show-why.c - `referee show GAME --why`: explains each loss by a fault. It prints the failure
 * report, and the command that asks this bot for the same move again.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/show-again.h"
#include "referee/commands/show.h"
#include "referee/base/escape.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "referee/game/verdict.h"

/* WHY_LINES: lines of a bot's text that people see. WHY_KEPT: the most bytes of it that were
 * stored. */
enum { WHY_LINES = 16, WHY_KEPT = 2047 };

/* The columns of the query game-evidence. */
enum why_column {
	WHY_SEAT,
	WHY_BOT,
	WHY_VERDICT,
	WHY_DETAIL,
	WHY_PHASE,
	WHY_ASKED,
	WHY_SAID,
	WHY_LIMIT,
	WHY_WALL,
	WHY_CPU,
	WHY_WAIT,
	WHY_EXIT,
	WHY_SIGNAL,
	WHY_STDERR,
	WHY_COMMAND,
	WHY_SETTINGS,
	WHY_REMOTE,
	WHY_COLUMNS
};

struct why {
	struct show *show;
	int losses;
	struct again again; /* of the loss that is shown */
	bool playable;	    /* again is valid */
};

/* --- for people ----------------------------------------------------------------------------- */

/* The start of the last lines. */
static const char *why_last_lines(const char *text, size_t size)
{
	const char *at = text + size;
	if (at > text)
		at--; /* the newline at the end begins no other line */
	for (int lines = 0; at > text; at--)
		if (at[-1] == '\n' && ++lines == WHY_LINES)
			break;
	return at;
}

static void why_bytes(const char *title, const struct db_value *v, const char *nothing)
{
	if (v->type == DB_NULL || v->length == 0) {
		printf("  %s: %s\n", title, nothing);
		return;
	}
	const char *from = why_last_lines(v->text, v->length);
	bool cut = from > v->text || v->length >= WHY_KEPT;
	printf("  %s%s:\n", title, cut ? ", the end of it" : "");
	show_indented(from, v->length - (size_t)(from - v->text));
}

static void why_span(const char *before, const struct db_value *v, const char *after)
{
	if (v->type != DB_NULL)
		printf("%s%.*f ms%s", before, v->integer < 10 * MILLISECOND ? 3 : 1,
			(double)v->integer / MILLISECOND, after);
}

static const char *why_phase(const struct db_value *values)
{
	const char *phase = values[WHY_PHASE].text;
	return phase == NULL		       ? "its move"
	       : strcmp(phase, "start") == 0   ? "its start"
	       : strcmp(phase, "newgame") == 0 ? "getting ready for the game"
					       : "its move";
}

static void why_clock(const struct why *w, const struct db_value *values)
{
	bool moving =
		values[WHY_PHASE].type != DB_NULL && strcmp(values[WHY_PHASE].text, "move") == 0;
	const char *margin = again_limit(&w->again, "margin");
	if (values[WHY_LIMIT].type == DB_NULL)
		return;
	printf("  Time for %s: ", why_phase(values));
	why_span("", &values[WHY_LIMIT], "");
	if (moving && margin != NULL)
		printf(", and a margin of %s", margin);
	why_span("; it took ", &values[WHY_WALL], "");
	why_span(", used ", &values[WHY_CPU], " of a processor");
	why_span(", waited ", &values[WHY_WAIT], " for a processor");
	putchar('\n');
}

static void why_limits(const struct why *w)
{
	fputs("  Limits and settings:", stdout);
	for (int i = 0; i < w->again.limits_count; i++) {
		char *value = escape_text(w->again.limits[i].value, false);
		printf(" %s %s,", w->again.limits[i].key, value);
		free(value);
	}
	if (w->again.remote)
		puts(" and none of memory or processes: it played over the network");
	else
		printf(" sandbox %s\n", w->show->texts[SHOW_SANDBOX]);
}

static void why_end(const struct db_value *values)
{
	if (values[WHY_PHASE].type == DB_NULL || values[WHY_REMOTE].integer != 0)
		return;
	if (values[WHY_EXIT].type != DB_NULL)
		printf("  It ended by itself, with exit status %s.\n", values[WHY_EXIT].text);
	else if (values[WHY_SIGNAL].type != DB_NULL)
		printf("  It was ended by signal %s (%s).\n", values[WHY_SIGNAL].text,
			strsignal((int)values[WHY_SIGNAL].integer));
	else if (values[WHY_ASKED].type == DB_NULL)
		puts("  It was never started.");
	else
		puts("  It had not ended: the referee ended it.");
}

static void why_position(const struct why *w)
{
	const struct again *a = &w->again;
	if (!w->playable)
		return;
	printf("  The position, seat %d to move: %s\n\n", a->seat, a->position);
	for (const char *at = a->board; *at != '\0';) {
		int length = (int)strcspn(at, "\n");
		printf("    %.*s\n", length, at);
		at += length + (at[length] == '\n');
	}
}

/* Prints the observed facts of a failure. */
static void why_evidence(const struct why *w, const struct db_value *values)
{
	why_bytes("What it was asked last", &values[WHY_ASKED], "nothing is kept");
	why_bytes("What it said then", &values[WHY_SAID], "nothing");
	why_clock(w, values);
	why_limits(w);
	why_end(values);
	if (w->again.remote)
		puts("  What it wrote to stderr stayed where it ran.");
	else
		why_bytes("The last it wrote to stderr", &values[WHY_STDERR], "nothing");
}

static void why_text(const struct why *w, const struct db_value *values)
{
	const char *detail = values[WHY_DETAIL].text;
	char *bot = escape_text(values[WHY_BOT].text, false), *why = escape_text(detail, false);
	printf("\nSeat %s, %s: %s%s%s\n", values[WHY_SEAT].text, bot, values[WHY_VERDICT].text,
		why != NULL ? ", " : "", why != NULL ? why : "");
	enum verdict verdict = verdict_find(values[WHY_VERDICT].text);
	if (values[WHY_PHASE].type == DB_NULL &&
		(verdict == VERDICT_BENCHED || verdict == VERDICT_ABSENT))
		puts("  It was asked nothing in this game.");
	else
		why_evidence(w, values);
	why_position(w);
	/* An absent bot received no question. */
	if (w->playable && (!w->again.remote || values[WHY_ASKED].type != DB_NULL))
		printf("\n  To ask it the same once more%s:\n\n%s\n",
			w->again.remote	    ? ", where it runs, with its own command at the end"
			: w->again.relative ? ", where the tournament was started"
					    : "",
			w->again.command);
	free(bot);
	free(why);
}

/* --- as JSON -------------------------------------------------------------------------------- */

static const struct why_field {
	const char *name;
	enum why_column column;
} why_fields[] = {
	{"seat", WHY_SEAT},
	{"bot", WHY_BOT},
	{"verdict", WHY_VERDICT},
	{"detail", WHY_DETAIL},
	{"phase", WHY_PHASE},
	{"asked", WHY_ASKED},
	{"said", WHY_SAID},
	{"limit_us", WHY_LIMIT},
	{"wall_us", WHY_WALL},
	{"cpu_us", WHY_CPU},
	{"wait_us", WHY_WAIT},
	{"exit_status", WHY_EXIT},
	{"signal", WHY_SIGNAL},
	{"stderr", WHY_STDERR},
	{"bot_command", WHY_COMMAND},
	{"remote", WHY_REMOTE},
};

static void why_json_text(const char *name, const char *text)
{
	printf(",\"%s\":", name);
	json_string(stdout, text);
}

static void why_json_limits(const struct why *w)
{
	fputs(",\"limits\":{", stdout);
	for (int i = 0; i < w->again.limits_count; i++) {
		const struct again_limit *limit = &w->again.limits[i];
		fputs(i > 0 ? "," : "", stdout);
		json_string(stdout, limit->key);
		putchar(':');
		json_string(stdout, limit->value);
	}
	putchar('}');
}

static void why_json(const struct why *w, const struct db_value *values)
{
	const struct again *a = &w->again;
	fputs(w->losses > 0 ? ",\n{" : "\n{", stdout);
	for (size_t i = 0; i < sizeof why_fields / sizeof *why_fields; i++) {
		const struct db_value *v = &values[why_fields[i].column];
		printf("%s\"%s\":", i > 0 ? "," : "", why_fields[i].name);
		if (v->type == DB_INTEGER)
			printf("%lld", (long long)v->integer);
		else
			json_bytes(stdout, v->text, v->length);
	}
	why_json_text("sandbox", a->remote ? NULL : w->show->texts[SHOW_SANDBOX]);
	why_json_limits(w);
	why_json_text("position", w->playable ? a->position : NULL);
	why_json_text("board", w->playable ? a->board : NULL);
	why_json_text("command", w->playable ? a->command : NULL);
	putchar('}');
}

/* --- the losses ----------------------------------------------------------------------------- */

static bool why_loss(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct why *w = arg;
	(void)names;
	assert(columns == WHY_COLUMNS);
	const struct again_bot bot = {.seat = (int)values[WHY_SEAT].integer,
		.command = values[WHY_COMMAND].text,
		.settings = values[WHY_SETTINGS].text,
		.asked = values[WHY_ASKED].text,
		.phase = values[WHY_PHASE].text,
		.limit = values[WHY_LIMIT].integer,
		.remote = values[WHY_REMOTE].integer != 0};
	w->playable = again_make(&w->again, w->show, &bot);
	if (w->show->read.format == TEXT_TABLE_JSON)
		why_json(w, values);
	else
		why_text(w, values);
	again_clear(&w->again);
	w->losses++;
	return true;
}

int show_why(struct show *s)
{
	struct why *w = memory_get(1, sizeof *w);
	bool json = s->read.format == TEXT_TABLE_JSON;
	w->show = s;
	if (json) {
		printf("{\"game\":%lld,\"losses\":[", (long long)s->game);
	} else {
		char *title = show_title(s);
		printf("%s, round %s\n", title, s->texts[SHOW_ROUND]);
		free(title);
	}
	int error = db_read(s->read.db, "game-failures", &s->game, 1, why_loss, w);
	if (json)
		puts(w->losses > 0 ? "\n]}" : "]}");
	else if (error == DB_OK && w->losses == 0)
		puts("Nobody lost it by a fault.");
	free(w);
	return error;
}
