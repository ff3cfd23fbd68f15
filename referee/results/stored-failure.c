/*
 * stored-failure.c - explains losses by a fault.
 */
#include "referee/results/stored-failure.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/time.h"

/* FAILURE_LINES: lines of a bot's text that people see. FAILURE_KEPT: the most bytes of it that
 * were stored. */
enum { FAILURE_LINES = 16, FAILURE_KEPT = 2047 };

void stored_failure_write_text(FILE *out, const char *text, size_t size)
{
	char *escaped = escape_bytes(text, size, true);
	for (char *line = escaped; *line != '\0';) {
		int length = (int)strcspn(line, "\n");
		fprintf(out, "    | %.*s\n", length, line);
		line += length + (line[length] == '\n');
	}
	free(escaped);
}

/* The start of the last lines. */
static const char *stored_failure_last_lines(const char *text, size_t size)
{
	const char *at = text + size;
	if (at > text)
		at--; /* the newline at the end begins no other line */
	for (int lines = 0; at > text; at--)
		if (at[-1] == '\n' && ++lines == FAILURE_LINES)
			break;
	return at;
}

static void stored_failure_bytes(
	FILE *out, const char *title, const struct db_value *v, const char *nothing)
{
	if (v->type == DB_NULL || v->length == 0) {
		fprintf(out, "  %s: %s\n", title, nothing);
		return;
	}
	const char *from = stored_failure_last_lines(v->text, v->length);
	bool cut = from > v->text || v->length >= FAILURE_KEPT;
	fprintf(out, "  %s%s:\n", title, cut ? ", the end of it" : "");
	stored_failure_write_text(out, from, v->length - (size_t)(from - v->text));
}

static void stored_failure_span(
	FILE *out, const char *before, const struct db_value *v, const char *after)
{
	if (v->type != DB_NULL)
		fprintf(out, "%s%.*f ms%s", before, v->integer < 10 * MILLISECOND ? 3 : 1,
			(double)v->integer / MILLISECOND, after);
}

static const char *stored_failure_phase(const struct stored_failure *f)
{
	const char *phase = f->values[STORED_FAILURE_PHASE].text;
	return phase == NULL		       ? "its move"
	       : strcmp(phase, "start") == 0   ? "its start"
	       : strcmp(phase, "newgame") == 0 ? "getting ready for the game"
					       : "its move";
}

static void stored_failure_clock(FILE *out, const struct stored_failure *f)
{
	const struct db_value *v = f->values;
	const char *phase = v[STORED_FAILURE_PHASE].text;
	bool moving = phase != NULL && strcmp(phase, "move") == 0;
	const char *margin = repeat_command_limit(&f->repeat, "margin");
	if (v[STORED_FAILURE_LIMIT].type == DB_NULL)
		return;
	fprintf(out, "  Time for %s: ", stored_failure_phase(f));
	stored_failure_span(out, "", &v[STORED_FAILURE_LIMIT], "");
	if (moving && margin != NULL)
		fprintf(out, ", and a margin of %s", margin);
	stored_failure_span(out, "; it took ", &v[STORED_FAILURE_WALL], "");
	stored_failure_span(out, ", used ", &v[STORED_FAILURE_CPU], " of a processor");
	stored_failure_span(out, ", waited ", &v[STORED_FAILURE_WAIT], " for a processor");
	fputc('\n', out);
}

static void stored_failure_limits(FILE *out, const struct stored_failure *f)
{
	fputs("  Limits and settings:", out);
	for (int i = 0; i < f->repeat.limits_count; i++) {
		if (f->home && strcmp(f->repeat.limits[i].key, "dir") == 0)
			continue;
		char *value = escape_text(f->repeat.limits[i].value, false);
		fprintf(out, " %s %s,", f->repeat.limits[i].key, value);
		free(value);
	}
	if (f->repeat.remote)
		fputs(" no limits of memory and processes, since it played over the network\n",
			out);
	else
		fprintf(out, " sandbox %s\n", f->game->texts[STORED_GAME_SANDBOX]);
}

static void stored_failure_end(FILE *out, const struct stored_failure *f)
{
	const struct db_value *v = f->values;
	if (v[STORED_FAILURE_PHASE].type == DB_NULL || v[STORED_FAILURE_REMOTE].integer != 0)
		return;
	if (v[STORED_FAILURE_EXIT].type != DB_NULL)
		fprintf(out, "  It ended by itself, with exit status %s.\n",
			v[STORED_FAILURE_EXIT].text);
	else if (v[STORED_FAILURE_SIGNAL].type != DB_NULL)
		fprintf(out, "  It was ended by signal %s (%s).\n", v[STORED_FAILURE_SIGNAL].text,
			strsignal((int)v[STORED_FAILURE_SIGNAL].integer));
	else if (v[STORED_FAILURE_ASKED].type == DB_NULL)
		fputs("  It was never started.\n", out);
	else
		fputs("  It had not ended: the referee ended it.\n", out);
}

static void stored_failure_position(FILE *out, const struct stored_failure *f)
{
	const struct repeat_command *r = &f->repeat;
	if (!f->playable)
		return;
	fprintf(out, "  The position, seat %d to move: %s\n\n", r->seat, r->position);
	for (const char *at = r->board; *at != '\0';) {
		int length = (int)strcspn(at, "\n");
		fprintf(out, "    %.*s\n", length, at);
		at += length + (at[length] == '\n');
	}
}

const char *stored_failure_said(enum verdict verdict, bool ended)
{
	bool late = verdict == VERDICT_TIME || (verdict == VERDICT_STARTUP && !ended);
	return late ? "Its output, also after its time was over" : "Its answer";
}

/* Writes what is known of the failure itself. */
static void stored_failure_report(FILE *out, const struct stored_failure *f)
{
	const struct db_value *v = f->values;
	bool ended =
		v[STORED_FAILURE_EXIT].type != DB_NULL || v[STORED_FAILURE_SIGNAL].type != DB_NULL;
	stored_failure_bytes(
		out, "The last question to it", &v[STORED_FAILURE_ASKED], "not stored");
	stored_failure_bytes(
		out, stored_failure_said(f->verdict, ended), &v[STORED_FAILURE_SAID], "nothing");
	stored_failure_clock(out, f);
	stored_failure_limits(out, f);
	stored_failure_end(out, f);
	if (f->repeat.remote)
		fputs("  Its stderr stayed on its own machine.\n", out);
	else
		stored_failure_bytes(
			out, "Its last output to stderr", &v[STORED_FAILURE_STDERR], "nothing");
}

/* A bot that was absent or benched got no question. */
static bool stored_failure_was_away(const struct stored_failure *f)
{
	return f->values[STORED_FAILURE_PHASE].type == DB_NULL && verdict_is_away(f->verdict);
}

static bool stored_failure_was_benched(const struct stored_failure *f)
{
	return stored_failure_was_away(f) && f->verdict == VERDICT_BENCHED;
}

/* The bot failed in earlier games: the position of this one explains nothing. */
static void stored_failure_benched(FILE *out, const struct stored_failure *f)
{
	char *bot = escape_text(f->values[STORED_FAILURE_BOT].text, false);
	fputs("  It got no question in this game: a benched bot is not started any more.\n", out);
	if (!f->home)
		fprintf(out,
			"  To let it play again, correct the fault; then `referee run FILE --replay %s`\n"
			"  plays all its games again.\n",
			bot);
	free(bot);
}

void stored_failure_write(FILE *out, const struct stored_failure *f)
{
	if (stored_failure_was_benched(f))
		stored_failure_benched(out, f);
	else if (stored_failure_was_away(f))
		fputs("  It got no question in this game.\n", out);
	else if (f->verdict == VERDICT_BUILD)
		stored_failure_bytes(out, "The output of its build",
			&f->values[STORED_FAILURE_STDERR], "nothing");
	else
		stored_failure_report(out, f);
	if (f->verdict != VERDICT_BUILD && !stored_failure_was_benched(f))
		stored_failure_position(out, f);
}

char *stored_failure_before_command(const struct stored_failure *f)
{
	const struct repeat_command *r = &f->repeat;
	/* An absent or benched bot received no question. */
	if (!f->playable || stored_failure_was_benched(f) ||
		(r->remote && f->values[STORED_FAILURE_ASKED].type == DB_NULL))
		return NULL;
	return memory_print("To %s again%s",
		f->verdict == VERDICT_BUILD ? "build it" : "ask it the same question",
		r->remote     ? ", on its own machine, with its own command at the end"
		: f->home     ? ", in the folder of your program"
		: r->relative ? ", in the folder where the tournament was started"
			      : "");
}

/* --- the losses of a game --------------------------------------------------------------------- */

static bool stored_failure_tell(const struct stored_game *g, bool home,
	const struct db_value *values, bool (*each)(void *arg, const struct stored_failure *f),
	void *arg)
{
	const struct repeat_bot bot = {.seat = (int)values[STORED_FAILURE_SEAT].integer,
		.command = values[STORED_FAILURE_COMMAND].text,
		.settings = values[STORED_FAILURE_SETTINGS].text,
		.asked = values[STORED_FAILURE_ASKED].text,
		.phase = values[STORED_FAILURE_PHASE].text,
		.limit = values[STORED_FAILURE_LIMIT].integer,
		.remote = values[STORED_FAILURE_REMOTE].integer != 0,
		.home = home};
	struct stored_failure f = {.game = g,
		.values = values,
		.verdict = verdict_find(values[STORED_FAILURE_VERDICT].text),
		.home = home};
	f.playable = repeat_command_make(&f.repeat, g, &bot);
	bool more = each(arg, &f);
	repeat_command_clear(&f.repeat);
	return more;
}

int stored_failures_read(struct db *db, const struct stored_game *g, bool home,
	bool (*each)(void *arg, const struct stored_failure *f), void *arg)
{
	struct db_value values[STORED_FAILURE_COLUMNS];
	struct db_query q;
	bool more = true;
	db_query(&q, db, "game-failures", g->game);
	while (more && db_next(&q)) {
		assert(q.columns == STORED_FAILURE_COLUMNS);
		for (int i = 0; i < STORED_FAILURE_COLUMNS; i++)
			values[i] = db_value_at(&q, i);
		more = stored_failure_tell(g, home, values, each, arg);
	}
	return db_end(&q);
}
