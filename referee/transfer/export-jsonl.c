/*
 * export-jsonl.c - writes everything in the database as JSON lines, which `referee import` reads
 * back without loss.
 *
 * The order is: the tournament; its bots, numbered from 1; participants and byes; the games; the
 * replaced games. Seeds and pairings are strings: they have 64 bits, and many JSON readers have
 * only 53. Unknown values are left out. A text that is not UTF-8, or that contains a NUL, is an
 * object with one member "bytes". In it, \xHH stands for a byte and \\ for a backslash.
 */
#include "referee/transfer/export.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "referee/base/utf8.h"

struct jsonl {
	struct export *export;
	FILE *out;
	int64_t *bots; /* owned: their row ids, rising; the file numbers them 1, 2, ... */
	int bots_count;
};

/* --- values --------------------------------------------------------------------------------- */

/* Can a JSON string hold the text unchanged? The text need not end with a NUL. */
static bool jsonl_is_text(const char *text, size_t length)
{
	char *copy = memory_get(length + 1, 1), *at = copy;
	memcpy(copy, text, length);
	while (*at != '\0' && utf8_length(at) > 0)
		at += utf8_length(at);
	bool all = at == copy + length;
	free(copy);
	return all;
}

/* A JSON string needs two characters for each backslash. */
static void jsonl_byte(FILE *out, unsigned char byte)
{
	if (byte == '\\')
		fputs("\\\\\\\\", out);
	else if (byte == '"')
		fputs("\\\"", out);
	else if (byte == '\n')
		fputs("\\n", out);
	else if (byte < ' ' || byte >= 0x7f)
		fprintf(out, "\\\\x%02x", byte);
	else
		fputc(byte, out);
}

static void jsonl_bytes(FILE *out, const char *key, const char *text, size_t length)
{
	if (text == NULL)
		return;
	fprintf(out, ",\"%s\":", key);
	if (jsonl_is_text(text, length)) {
		json_string(out, text);
		return;
	}
	fputs("{\"bytes\":\"", out);
	for (size_t i = 0; i < length; i++)
		jsonl_byte(out, (unsigned char)text[i]);
	fputs("\"}", out);
}

static void jsonl_text(FILE *out, const char *key, const char *text)
{
	jsonl_bytes(out, key, text, text != NULL ? strlen(text) : 0);
}

static void jsonl_number(FILE *out, const char *key, int64_t value, int64_t unknown)
{
	if (value != unknown)
		fprintf(out, ",\"%s\":%" PRId64, key, value);
}

static void jsonl_long(FILE *out, const char *key, int64_t value)
{
	fprintf(out, ",\"%s\":\"%" PRId64 "\"", key, value);
}

static void jsonl_real(FILE *out, const char *key, double value)
{
	char text[EXPORT_REAL];
	export_real(value, text);
	fprintf(out, ",\"%s\":%s", key, text);
}

/* --- the tournament and its bots ------------------------------------------------------------ */

static void jsonl_tournament(const struct jsonl *j)
{
	const struct db_tournament *t = &j->export->tournament;
	fputs("{\"type\":\"tournament\",\"version\":2", j->out);
	jsonl_text(j->out, "name", t->name);
	jsonl_text(j->out, "game", t->game);
	jsonl_text(j->out, "format", t->format);
	jsonl_number(j->out, "seats", t->seats, 0);
	jsonl_long(j->out, "seed", t->seed);
	jsonl_number(j->out, "created_ms", t->created_ms, INT64_MIN);
	jsonl_text(j->out, "definition", t->definition);
	jsonl_text(j->out, "note", t->note);
	fputs("}\n", j->out);
}

static bool jsonl_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct jsonl *j = arg;
	(void)names;
	assert(columns == 6);
	j->bots = memory_resize(j->bots, (size_t)j->bots_count + 1, sizeof *j->bots);
	j->bots[j->bots_count++] = values[0].integer;
	fprintf(j->out, "{\"type\":\"bot\",\"bot\":%d", j->bots_count);
	jsonl_text(j->out, "name", values[1].text);
	jsonl_text(j->out, "command", values[2].text);
	jsonl_text(j->out, "digest", values[3].text);
	jsonl_text(j->out, "settings", values[4].text);
	if (values[5].integer != 0)
		fputs(",\"remote\":true", j->out);
	fputs("}\n", j->out);
	return !ferror(j->out);
}

/* The bot's number in the file. */
static int jsonl_bot_number(const struct jsonl *j, int64_t id)
{
	int low = 0, high = j->bots_count;
	while (low < high) {
		int middle = (low + high) / 2;
		if (j->bots[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low + 1;
}

static bool jsonl_participant(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct jsonl *j = arg;
	(void)columns, (void)names;
	fprintf(j->out, "{\"type\":\"participant\",\"bot\":%d,\"round\":%" PRId64 "}\n",
		jsonl_bot_number(j, values[0].integer), values[1].integer);
	return true;
}

static bool jsonl_bye(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	const struct jsonl *j = arg;
	(void)columns, (void)names;
	fprintf(j->out, "{\"type\":\"bye\",\"round\":%" PRId64 ",\"bot\":%d", values[0].integer,
		jsonl_bot_number(j, values[1].integer));
	jsonl_real(j->out, "points", values[2].real);
	fputs("}\n", j->out);
	return true;
}

static void jsonl_retirement(void *arg, const char *bot, int round, int back)
{
	const struct jsonl *j = arg;
	fputs("{\"type\":\"retirement\"", j->out);
	jsonl_text(j->out, "name", bot);
	jsonl_number(j->out, "round", round, 0);
	jsonl_number(j->out, "back", back, 0);
	fputs("}\n", j->out);
}

/* --- a game --------------------------------------------------------------------------------- */

static void jsonl_failure(FILE *out, const struct db_failure *e)
{
	if (e->phase == NULL)
		return;
	fprintf(out, ",\"failure\":{\"phase\":\"%s\"", e->phase);
	jsonl_text(out, "asked", e->asked);
	jsonl_bytes(out, "said", e->said, e->said_length);
	jsonl_number(out, "limit_us", e->limit_us, -1);
	jsonl_number(out, "wall_us", e->wall_us, -1);
	jsonl_number(out, "cpu_us", e->cpu_us, -1);
	jsonl_number(out, "wait_us", e->wait_us, -1);
	jsonl_number(out, "exit_status", e->exit_status, -1);
	jsonl_number(out, "signal", e->signal, -1);
	fputc('}', out);
}

static void jsonl_seat(const struct jsonl *j, const struct db_seat *seat)
{
	fprintf(j->out, "{\"bot\":%d,\"rank\":%d", jsonl_bot_number(j, seat->bot), seat->rank);
	jsonl_real(j->out, "points", seat->points);
	jsonl_text(j->out, "verdict", seat->verdict);
	jsonl_text(j->out, "detail", seat->detail);
	jsonl_bytes(j->out, "stderr", seat->stderr_tail, seat->stderr_length);
	if (isfinite(seat->elo_before) && isfinite(seat->elo_after)) {
		jsonl_real(j->out, "elo_before", seat->elo_before);
		jsonl_real(j->out, "elo_after", seat->elo_after);
	}
	jsonl_failure(j->out, &seat->failure);
	fputc('}', j->out);
}

static void jsonl_move(FILE *out, const struct db_move *m)
{
	fprintf(out, "{\"seat\":%d", m->seat);
	jsonl_text(out, "move", m->text);
	jsonl_number(out, "wall_us", m->wall_us, INT64_MIN);
	jsonl_number(out, "cpu_us", m->cpu_us, -1);
	jsonl_number(out, "wait_us", m->wait_us, -1);
	jsonl_number(out, "depth", m->depth, INT64_MIN);
	jsonl_number(out, "score", m->score, INT64_MIN);
	jsonl_number(out, "nodes", m->nodes, INT64_MIN);
	fputc('}', out);
}

static bool jsonl_game(void *arg, const struct db_game *g)
{
	const struct jsonl *j = arg;
	fprintf(j->out, "{\"type\":\"%s\"", g->replaced.ms != 0 ? "replaced" : "game");
	if (g->replaced.ms != 0) {
		jsonl_number(j->out, "replaced_ms", g->replaced.ms, 0);
		jsonl_text(j->out, "replay", g->replaced.bot);
		jsonl_number(j->out, "paired", g->replaced.paired, INT64_MIN);
	}
	jsonl_long(j->out, "pairing", g->pairing);
	jsonl_number(j->out, "round", g->round, INT64_MIN);
	jsonl_long(j->out, "seed", g->seed);
	jsonl_text(j->out, "opening", g->opening);
	jsonl_text(j->out, "final", g->final);
	jsonl_text(j->out, "reason", g->reason);
	jsonl_text(j->out, "sandbox", g->sandbox);
	jsonl_number(j->out, "started_ms", g->started_ms, INT64_MIN);
	jsonl_number(j->out, "ended_ms", g->ended_ms, INT64_MIN);
	for (int i = 0; i < g->seats; i++) {
		fputs(i == 0 ? ",\"seats\":[" : ",", j->out);
		jsonl_seat(j, &g->seat[i]);
	}
	fputs("],\"moves\":[", j->out);
	for (int i = 0; i < g->plies; i++) {
		if (i > 0)
			fputc(',', j->out);
		jsonl_move(j->out, &g->moves[i]);
	}
	fputs("]}\n", j->out);
	return !ferror(j->out);
}

static int jsonl_write(struct export *e)
{
	struct jsonl j = {.export = e, .out = e->out};
	jsonl_tournament(&j);
	int64_t args[] = {e->tournament.id};
	int error = db_read(e->db, "tournament-bots", args, 1, jsonl_bot, &j);
	if (error == DB_OK)
		error = db_read(e->db, "participants", args, 1, jsonl_participant, &j);
	if (error == DB_OK)
		error = db_retirements(e->db, e->tournament.id, jsonl_retirement, &j);
	if (error == DB_OK)
		error = db_read(e->db, "byes", args, 1, jsonl_bye, &j);
	if (error == DB_OK)
		error = export_games(e, jsonl_game, &j);
	/* Replaced games follow, unless the user asked for single games. */
	if (error == DB_OK && e->games_count == 0)
		error = db_read_replaced(e->db);
	if (error == DB_OK && e->games_count == 0)
		error = export_games(e, jsonl_game, &j);
	free(j.bots);
	return error;
}

const struct export_format export_jsonl = {
	"jsonl", "an object a line, with everything: the one to import", ".jsonl", jsonl_write};
