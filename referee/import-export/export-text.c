/*
 * export-text.c - writes games as readable text, like chess's PGN (S. Edwards, Portable Game
 * Notation, 1994), for any game and any number of seats.
 *
 * Lines that begin with % describe the tournament; PGN reserves them for programs. Each game has
 * tags, an empty line, and moves. A move number begins a row of moves with one column for each
 * seat. "--" marks a seat without a move: it had left, was done, or the opening ended with it. A
 * comment after a move has the bot's values: {+0.31/6 0.018s} has the score in pawns or in the
 * game's own unit, the depth, and seconds. In quotes, \" and \\ are as in PGN; \n is a newline and
 * \xHH a byte.
 */
#include "referee/import-export/export.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/key-value.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "referee/config/settings.h"
#include "referee/game/score.h"

enum { TEXT_WIDTH = 80, TEXT_WORD = 96 };

struct text {
	const struct export *export;
	FILE *out;
	int column; /* column of the line of moves */
};

/* --- tags ----------------------------------------------------------------------------------- */

static void text_quoted(FILE *out, const char *text)
{
	while (*text != '\0') {
		int length = utf8_length(text);
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if (*text == '\n')
			fputs("\\n", out);
		else if (length > 0 && escape_is_plain(text, length))
			fwrite(text, 1, (size_t)length, out);
		else
			for (int i = 0; i < (length > 0 ? length : 1); i++)
				fprintf(out, "\\x%02x", (unsigned char)text[i]);
		text += length > 0 ? length : 1;
	}
}

static void text_tag(FILE *out, const char *name, const char *value)
{
	fprintf(out, "[%s \"", name);
	text_quoted(out, value);
	fputs("\"]\n", out);
}

static void text_tag_print(FILE *out, const char *name, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
static void text_tag_print(FILE *out, const char *name, const char *format, ...)
{
	va_list arguments;
	fprintf(out, "[%s \"", name);
	va_start(arguments, format);
	vfprintf(out, format, arguments);
	va_end(arguments);
	fputs("\"]\n", out);
}

/* The value of a line of the definition; NULL: there is none, or it is not set. The caller frees
 * it. */
static char *text_setting(const char *definition, const char *key)
{
	char *value = key_value_value(definition, key);
	if (value == NULL || strcmp(value, "none") != 0)
		return value;
	free(value);
	return NULL;
}

/* Writes the limits of a bot: "movetime 100ms", "tc 40/60+0.6, depth 6". */
static void text_time_control(FILE *out, const char *definition)
{
	static const char *const keys[] = {"tc", "movetime", "depth", "nodes"};
	bool any = false;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		char *value = text_setting(definition, keys[i]);
		if (value == NULL)
			continue;
		fprintf(out, "%s%s ", any ? ", " : "[TimeControl \"", keys[i]);
		text_quoted(out, value);
		any = true;
		free(value);
	}
	if (any)
		fputs("\"]\n", out);
}

static void text_params(FILE *out, const char *definition)
{
	char *params = text_setting(definition, "param");
	if (params != NULL)
		text_tag(out, "Params", params);
	free(params);
}

static void text_seat_tags(FILE *out, const struct db_seat *seat, int number)
{
	char name[24], elo[EXPORT_REAL];
	snprintf(name, sizeof name, "Rank%d", number);
	text_tag_print(out, name, "%d", seat->rank);
	snprintf(name, sizeof name, "Verdict%d", number);
	text_tag(out, name, seat->verdict);
	snprintf(name, sizeof name, "Detail%d", number);
	if (seat->detail != NULL)
		text_tag(out, name, seat->detail);
	snprintf(name, sizeof name, "Elo%d", number);
	export_real(seat->elo_before, elo);
	text_tag(out, name, elo);
}

static void text_tags(const struct text *t, const struct db_game *g)
{
	const struct db_tournament *of = &t->export->tournament;
	char result[EXPORT_RESULT], started[EXPORT_TIME], ended[EXPORT_TIME], name[24];
	export_result(g, result);
	export_time(g->started_ms, started);
	export_time(g->ended_ms, ended);
	text_tag(t->out, "Event", of->name);
	text_tag(t->out, "Game", of->game);
	text_tag_print(t->out, "Date", "%.4s.%.2s.%.2s", started, started + 5, started + 8);
	text_tag_print(t->out, "Round", "%d", g->round);
	for (int i = 0; i < g->seats; i++) {
		snprintf(name, sizeof name, "Seat%d", i + 1);
		text_tag(t->out, name, g->seat[i].name);
	}
	text_tag(t->out, "Result", result);
	text_tag(t->out, "Reason", g->reason);
	for (int i = 0; i < g->seats; i++)
		text_seat_tags(t->out, &g->seat[i], i + 1);
	if (*g->opening != '\0')
		text_tag(t->out, "Opening", g->opening);
	text_tag(t->out, "Final", g->final);
	text_params(t->out, of->definition);
	text_time_control(t->out, of->definition);
	text_tag_print(t->out, "Seed", "%" PRId64, g->seed);
	text_tag_print(t->out, "Pairing", "%" PRId64, g->pairing);
	text_tag(t->out, "Sandbox", g->sandbox);
	if (g->worker_name != NULL)
		text_tag(t->out, "Worker", g->worker_name);
	text_tag(t->out, "Start", started);
	text_tag(t->out, "End", ended);
	text_tag_print(t->out, "PlyCount", "%d", g->plies);
}

/* --- moves ---------------------------------------------------------------------------------- */

/* Writes a word, on the next line if this one is full. */
static void text_word(struct text *t, const char *word)
{
	int width = (int)strlen(word);
	if (t->column > 0 && t->column + 1 + width > TEXT_WIDTH) {
		fputc('\n', t->out);
		t->column = 0;
	}
	t->column += fprintf(t->out, "%s%s", t->column > 0 ? " " : "", word);
}

/* Writes seconds with all their decimals, at least three. */
static int text_seconds(int64_t us, char text[TEXT_WORD])
{
	int length =
		snprintf(text, TEXT_WORD, "%" PRId64 ".%06d", us / 1000000, (int)(us % 1000000));
	for (int kept = 6; kept > 3 && text[length - 1] == '0'; kept--)
		length--;
	return length + snprintf(text + length, (size_t)(TEXT_WORD - length), "s");
}

static void text_comment(struct text *t, const struct db_move *m)
{
	char word[TEXT_WORD] = "{", *at = word + 1;
	char *end = word + sizeof word;
	if (m->score != UNKNOWN)
		at += score_write(m->score, at);
	if (m->depth != UNKNOWN)
		at += snprintf(at, (size_t)(end - at), "/%" PRId64, m->depth);
	if (at > word + 1) {
		text_word(t, word);
		at = word;
	}
	at += text_seconds(m->wall_us, at);
	snprintf(at, (size_t)(end - at), "}");
	text_word(t, word);
}

static void text_moves(struct text *t, const struct db_game *g)
{
	char result[EXPORT_RESULT], number[24];
	int seat = 0; /* the seat of the last move; rows begin with seat 1 */
	t->column = 0;
	for (int i = 0, row = 1; i < g->plies; i++) {
		do {
			seat = seat % g->seats + 1;
			snprintf(number, sizeof number, "%d.", row);
			if (seat == 1)
				text_word(t, number);
			row += seat == g->seats;
			if (seat != g->moves[i].seat)
				text_word(t, "--");
		} while (seat != g->moves[i].seat);
		text_word(t, g->moves[i].text);
		text_comment(t, &g->moves[i]);
	}
	export_result(g, result);
	text_word(t, result);
	fputc('\n', t->out);
}

static void text_game(struct text *t, const struct db_game *g)
{
	fputc('\n', t->out);
	text_tags(t, g);
	fputc('\n', t->out);
	text_moves(t, g);
}

/* Writes the hypotheses and errors of an sprt that its definition leaves out, as is usual. */
static void text_usual_test(FILE *out, const struct db_tournament *t)
{
	static const char *const keys[] = {"elo0", "elo1", "alpha", "beta", "model"};
	for (size_t i = 0; strcmp(t->format, "sprt") == 0 && i < sizeof keys / sizeof *keys; i++) {
		char *own = key_value_value(t->definition, keys[i]);
		if (own == NULL)
			fprintf(out, "%%set \"%s = %s\"\n", keys[i],
				settings_omitted(settings_find(settings_of_tournament, keys[i])));
		free(own);
	}
}

/* Writes the facts that games' tags lack. */
static void text_tournament(FILE *out, const struct db_tournament *t)
{
	char created[EXPORT_TIME];
	export_time(t->created_ms, created);
	fputs("%event \"", out);
	text_quoted(out, t->name);
	fprintf(out, "\"\n%%created %s\n%%format \"", created);
	text_quoted(out, t->format);
	fprintf(out, "\"\n%%seed %" PRId64 "\n", t->seed);
	if (t->note != NULL) {
		fputs("%note \"", out);
		text_quoted(out, t->note);
		fputs("\"\n", out);
	}
	for (const char *at = t->definition; *at != '\0';) {
		char *line = memory_print("%.*s", (int)strcspn(at, "\n"), at);
		fputs("%set \"", out);
		text_quoted(out, line);
		fputs("\"\n", out);
		at += strlen(line);
		at += *at == '\n';
		free(line);
	}
	text_usual_test(out, t);
}

/* A row of the query byes: %bye ROUND POINTS "NAME". */
static void text_bye(FILE *out, struct db_query *q)
{
	char points[EXPORT_REAL];
	if (db_is_null(q, "name"))
		return; /* the row has no bot: `referee verify` reports that */
	export_real(db_real(q, "points"), points);
	fprintf(out, "%%bye %" PRId64 " %s \"", db_int(q, "round"), points);
	text_quoted(out, db_text(q, "name"));
	fputs("\"\n", out);
}

/* A row of the query limits: %own "NAME" "KEY = VALUE" for each of its limits. */
static void text_own(FILE *out, struct db_query *q)
{
	char *copy = memory_copy(db_text(q, "limits")), *rest = copy, *limit;
	while ((limit = strsep(&rest, ",")) != NULL) {
		char *value = limit += strspn(limit, " "), *key = strsep(&value, " ");
		fputs("%own \"", out);
		text_quoted(out, db_text(q, "bot"));
		fprintf(out, "\" \"%s = ", key);
		text_quoted(out, value != NULL ? value : "");
		fputs("\"\n", out);
	}
	free(copy);
}

static int text_rows(
	struct export *e, const char *query, void (*row)(FILE *out, struct db_query *q))
{
	struct db_query q;
	db_query(&q, e->db, query, e->tournament.id);
	while (!ferror(e->out) && db_next(&q))
		row(e->out, &q);
	return db_end(&q);
}

int export_text(struct export *e)
{
	struct text t = {.export = e, .out = e->out};
	text_tournament(e->out, &e->tournament);
	int error = text_rows(e, "limits", text_own);
	if (error == DB_OK)
		error = text_rows(e, "byes", text_bye);
	const struct db_game *g;
	while (error == DB_OK && !ferror(t.out) && (g = export_next(e)) != NULL)
		text_game(&t, g);
	int end = export_end(e);
	return error == DB_OK ? end : error;
}
