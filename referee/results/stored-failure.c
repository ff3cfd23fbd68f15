/*
 * stored-failure.c - explains losses by a fault.
 */
#include "referee/results/stored-failure.h"

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

static void stored_failure_bytes(FILE *out, const char *title, struct stored_failure *f,
	const char *column, const char *nothing)
{
	struct db_value value = db_value(&f->row, column), *v = &value;
	if (v->type == DB_NULL || v->length == 0) {
		fprintf(out, "  %s: %s\n", title, nothing);
		return;
	}
	const char *from = stored_failure_last_lines(v->text, v->length);
	bool cut = from > v->text || v->length >= FAILURE_KEPT;
	fprintf(out, "  %s%s:\n", title, cut ? ", the end of it" : "");
	stored_failure_write_text(out, from, v->length - (size_t)(from - v->text));
}

static void stored_failure_span(FILE *out, const char *before, struct stored_failure *f,
	const char *column, const char *after)
{
	int64_t us = db_maybe(&f->row, column);
	if (us != UNKNOWN)
		fprintf(out, "%s%.*f ms%s", before, us < 10 * MILLISECOND ? 3 : 1,
			(double)us / MILLISECOND, after);
}

static void stored_failure_clock(FILE *out, struct stored_failure *f)
{
	const char *phase = db_text(&f->row, "phase");
	bool moving = phase != NULL && strcmp(phase, "move") == 0;
	const char *margin = repeat_command_limit(&f->repeat, "margin");
	if (db_is_null(&f->row, "limit_us"))
		return;
	fprintf(out, "  Time for %s: ",
		phase == NULL || moving	      ? "its move"
		: strcmp(phase, "start") == 0 ? "its start"
					      : "getting ready for the game");
	stored_failure_span(out, "", f, "limit_us", "");
	if (moving && margin != NULL)
		fprintf(out, ", and a margin of %s", margin);
	stored_failure_span(out, "; it took ", f, "wall_us", "");
	stored_failure_span(out, ", used ", f, "cpu_us", " of a processor");
	stored_failure_span(out, ", waited ", f, "wait_us", " for a processor");
	fputc('\n', out);
}

static void stored_failure_limits(FILE *out, struct stored_failure *f)
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

static void stored_failure_end(FILE *out, struct stored_failure *f)
{
	int64_t status = db_maybe(&f->row, "exit_status"), ended = db_maybe(&f->row, "signal");
	if (db_is_null(&f->row, "phase") || db_int(&f->row, "remote") != 0)
		return;
	if (status != UNKNOWN)
		fprintf(out, "  It ended by itself, with exit status %d.\n", (int)status);
	else if (ended != UNKNOWN)
		fprintf(out, "  It was ended by signal %d (%s).\n", (int)ended,
			strsignal((int)ended));
	else if (db_is_null(&f->row, "asked"))
		fputs("  It was never started.\n", out);
	else
		fputs("  It had not ended: the referee ended it.\n", out);
}

static void stored_failure_position(FILE *out, struct stored_failure *f)
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
static void stored_failure_report(FILE *out, struct stored_failure *f)
{
	bool ended = !db_is_null(&f->row, "exit_status") || !db_is_null(&f->row, "signal");
	stored_failure_bytes(out, "The last question to it", f, "asked", "not stored");
	stored_failure_bytes(out, stored_failure_said(f->verdict, ended), f, "said", "nothing");
	stored_failure_clock(out, f);
	stored_failure_limits(out, f);
	stored_failure_end(out, f);
	if (f->repeat.remote)
		fputs("  Its stderr stayed on its own machine.\n", out);
	else
		stored_failure_bytes(out, "Its last output to stderr", f, "stderr", "nothing");
}

/* A bot that was absent or benched got no question. */
static bool stored_failure_was_away(struct stored_failure *f)
{
	return db_is_null(&f->row, "phase") && verdict_is_away(f->verdict);
}

static bool stored_failure_was_benched(struct stored_failure *f)
{
	return stored_failure_was_away(f) && f->verdict == VERDICT_BENCHED;
}

/* The bot failed in earlier games: the position of this one explains nothing. */
static void stored_failure_benched(FILE *out, struct stored_failure *f)
{
	char *bot = escape_text(db_text(&f->row, "bot"), false);
	fputs("  It got no question in this game: a benched bot is not started any more.\n", out);
	if (!f->home)
		fprintf(out,
			"  To let it play again, correct the fault; then `referee run FILE --replay %s`\n"
			"  plays all its games again.\n",
			bot);
	free(bot);
}

void stored_failure_write(FILE *out, struct stored_failure *f)
{
	if (stored_failure_was_benched(f))
		stored_failure_benched(out, f);
	else if (stored_failure_was_away(f))
		fputs("  It got no question in this game.\n", out);
	else if (f->verdict == VERDICT_BUILD)
		stored_failure_bytes(out, "The output of its build", f, "stderr", "nothing");
	else
		stored_failure_report(out, f);
	if (f->verdict != VERDICT_BUILD && !stored_failure_was_benched(f))
		stored_failure_position(out, f);
}

char *stored_failure_before_command(struct stored_failure *f)
{
	const struct repeat_command *r = &f->repeat;
	/* An absent or benched bot received no question. */
	if (!f->playable || stored_failure_was_benched(f) ||
		(r->remote && db_is_null(&f->row, "asked")))
		return NULL;
	return memory_print("To %s again%s",
		f->verdict == VERDICT_BUILD ? "build it" : "ask it the same question",
		r->remote     ? ", on its own machine, with its own command at the end"
		: f->home     ? ", in the folder of your program"
		: r->relative ? ", in the folder where the tournament was started"
			      : "");
}

/* --- the losses of a game --------------------------------------------------------------------- */

void stored_failures(
	struct stored_failure *f, struct db *db, const struct stored_game *g, bool home)
{
	*f = (struct stored_failure){.game = g, .home = home};
	db_query(&f->row, db, "game-failures", g->game);
}

bool stored_failure_next(struct stored_failure *f)
{
	struct db_query *q = &f->row;
	repeat_command_clear(&f->repeat);
	f->repeat = (struct repeat_command){.seat = 0};
	if (!db_next(q))
		return false;
	f->verdict = verdict_find(db_text(q, "verdict"));
	f->playable = repeat_command_make(&f->repeat, f->game,
		&(struct repeat_bot){.seat = (int)db_int(q, "seat"),
			.command = db_text(q, "command"),
			.settings = db_text(q, "settings"),
			.asked = db_text(q, "asked"),
			.phase = db_text(q, "phase"),
			.limit = db_int(q, "limit_us"),
			.remote = db_int(q, "remote") != 0,
			.home = f->home});
	return true;
}

int stored_failures_end(struct stored_failure *f)
{
	repeat_command_clear(&f->repeat);
	return db_end(&f->row);
}
