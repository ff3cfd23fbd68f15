/*
 * export-jsonl.c - writes everything in the database as JSON lines, which `referee import` reads
 * back without loss.
 *
 * The order is: the tournament; its bots, numbered from 1; its workers, numbered from 1;
 * participants and byes; the games; the replaced games. Seeds and pairings are strings: they have
 * 64 bits, and many JSON readers have only 53. Unknown values are left out. A text that is not
 * UTF-8, or that contains a NUL, is an object with one member "bytes". In it, \xHH stands for a
 * byte and \\ for a backslash.
 */
#include "referee/import-export/export.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"

struct jsonl {
	struct export *export;
	struct json_writer json;
	/* Row ids, rising; the file numbers them 1, 2, ... */
	struct jsonl_ids {
		int64_t *ids; /* owned */
		int count;
	} bots, workers;
};

/* --- values --------------------------------------------------------------------------------- */

/* Can a JSON string hold the text unchanged? A NUL follows the text. */
static bool jsonl_is_text(const char *text, size_t length)
{
	const char *at = text;
	while (*at != '\0' && utf8_length(at) > 0)
		at += utf8_length(at);
	return at == text + length;
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

/* Writes a text that may hold any bytes; NULL: no member. */
static void jsonl_bytes(struct json_writer *j, const char *key, const char *text, size_t length)
{
	if (text == NULL)
		return;
	FILE *out = json_key(j, key);
	if (jsonl_is_text(text, length)) {
		json_string(out, text);
		return;
	}
	fputs("{\"bytes\":\"", out);
	for (size_t i = 0; i < length; i++)
		jsonl_byte(out, (unsigned char)text[i]);
	fputs("\"}", out);
}

static void jsonl_text(struct json_writer *j, const char *key, const char *text)
{
	jsonl_bytes(j, key, text, text != NULL ? strlen(text) : 0);
}

static void jsonl_number(struct json_writer *j, const char *key, int64_t value, int64_t unknown)
{
	if (value != unknown)
		json_number(j, key, value);
}

static void jsonl_long(struct json_writer *j, const char *key, int64_t value)
{
	fprintf(json_key(j, key), "\"%" PRId64 "\"", value);
}

static void jsonl_real(struct json_writer *j, const char *key, double value)
{
	char text[EXPORT_REAL];
	export_real(value, text);
	fputs(text, json_key(j, key));
}

/* Begins a line. */
static struct json_writer *jsonl_begin(struct jsonl *l, const char *type)
{
	l->json = (struct json_writer){.out = l->export->out};
	json_open(&l->json, NULL, '{');
	json_text(&l->json, "type", type);
	return &l->json;
}

static void jsonl_end(struct json_writer *j)
{
	json_close(j, '}');
	fputc('\n', j->out);
}

/* --- the tournament and its bots ------------------------------------------------------------ */

static void jsonl_tournament(struct jsonl *l)
{
	const struct db_tournament *t = &l->export->tournament;
	struct json_writer *j = jsonl_begin(l, "tournament");
	json_number(j, "version", EXPORT_VERSION);
	jsonl_text(j, "name", t->name);
	jsonl_text(j, "game", t->game);
	jsonl_text(j, "format", t->format);
	jsonl_number(j, "seats", t->seats, 0);
	jsonl_long(j, "seed", t->seed);
	jsonl_number(j, "created_ms", t->created_ms, UNKNOWN);
	jsonl_text(j, "definition", t->definition);
	jsonl_text(j, "note", t->note);
	jsonl_text(j, "rules", t->rules_description);
	jsonl_end(j);
}

/* Returns the number in the file. */
static int jsonl_add_id(struct jsonl_ids *of, int64_t id)
{
	of->ids = memory_resize(of->ids, (size_t)of->count + 1, sizeof *of->ids);
	of->ids[of->count++] = id;
	return of->count;
}

static void jsonl_bot(struct jsonl *l, struct db_query *q)
{
	struct json_writer *j = jsonl_begin(l, "bot");
	json_number(j, "bot", jsonl_add_id(&l->bots, db_int(q, "id")));
	jsonl_text(j, "name", db_text(q, "name"));
	jsonl_text(j, "command", db_text(q, "command"));
	jsonl_text(j, "digest", db_text(q, "digest"));
	jsonl_text(j, "settings", db_text(q, "settings"));
	if (db_int(q, "remote") != 0)
		json_bool(j, "remote", true);
	jsonl_end(j);
}

/* The number in the file. */
static int jsonl_find_id(const struct jsonl_ids *of, int64_t id)
{
	int low = 0, high = of->count;
	while (low < high) {
		int middle = (low + high) / 2;
		if (of->ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low + 1;
}

static int jsonl_bot_number(const struct jsonl *l, int64_t id)
{
	return jsonl_find_id(&l->bots, id);
}

/* A row of the query worker-rows. */
static void jsonl_worker(struct jsonl *l, struct db_query *q)
{
	struct json_writer *j = jsonl_begin(l, "worker");
	json_number(j, "worker", jsonl_add_id(&l->workers, db_int(q, "id")));
	for (int i = 1; i < db_column_count(q); i++) {
		struct db_value value = db_value_at(q, i);
		if (value.type == DB_INTEGER)
			json_number(j, db_column_name(q, i), value.integer);
		else
			jsonl_text(j, db_column_name(q, i), value.text);
	}
	jsonl_end(j);
}

static void jsonl_participant(struct jsonl *l, struct db_query *q)
{
	struct json_writer *j = jsonl_begin(l, "participant");
	json_number(j, "bot", jsonl_bot_number(l, db_int(q, "bot")));
	json_number(j, "round", db_int(q, "round"));
	jsonl_end(j);
}

static void jsonl_bye(struct jsonl *l, struct db_query *q)
{
	struct json_writer *j = jsonl_begin(l, "bye");
	json_number(j, "round", db_int(q, "round"));
	json_number(j, "bot", jsonl_bot_number(l, db_int(q, "bot")));
	jsonl_real(j, "points", db_real(q, "points"));
	jsonl_end(j);
}

static void jsonl_retirement(struct jsonl *l, struct db_query *q)
{
	struct json_writer *j = jsonl_begin(l, "retirement");
	jsonl_text(j, "name", db_text(q, "bot"));
	jsonl_number(j, "round", db_int(q, "round"), 0);
	jsonl_number(j, "back", db_int(q, "back"), 0);
	jsonl_end(j);
}

/* --- a game --------------------------------------------------------------------------------- */

static void jsonl_failure(struct json_writer *j, const struct db_failure *failure)
{
	if (failure->phase == NULL)
		return;
	json_open(j, "failure", '{');
	json_text(j, "phase", failure->phase);
	jsonl_text(j, "asked", failure->asked);
	jsonl_bytes(j, "said", failure->said, failure->said_length);
	jsonl_number(j, "limit_us", failure->limit_us, UNKNOWN);
	jsonl_number(j, "wall_us", failure->wall_us, UNKNOWN);
	jsonl_number(j, "cpu_us", failure->cpu_us, UNKNOWN);
	jsonl_number(j, "wait_us", failure->wait_us, UNKNOWN);
	jsonl_number(j, "exit_status", failure->exit_status, UNKNOWN);
	jsonl_number(j, "signal", failure->signal, UNKNOWN);
	json_close(j, '}');
}

static void jsonl_seat(struct jsonl *l, const struct db_seat *seat)
{
	struct json_writer *j = &l->json;
	json_open(j, NULL, '{');
	json_number(j, "bot", jsonl_bot_number(l, seat->bot));
	json_number(j, "rank", seat->rank);
	jsonl_real(j, "points", seat->points);
	jsonl_text(j, "verdict", seat->verdict);
	jsonl_text(j, "detail", seat->detail);
	jsonl_bytes(j, "stderr", seat->stderr_tail, seat->stderr_length);
	if (isfinite(seat->elo_before) && isfinite(seat->elo_after)) {
		jsonl_real(j, "elo_before", seat->elo_before);
		jsonl_real(j, "elo_after", seat->elo_after);
	}
	jsonl_failure(j, &seat->failure);
	json_close(j, '}');
}

static void jsonl_move(struct json_writer *j, const struct db_move *m)
{
	json_open(j, NULL, '{');
	json_number(j, "seat", m->seat);
	jsonl_text(j, "move", m->text);
	jsonl_number(j, "wall_us", m->wall_us, UNKNOWN);
	jsonl_number(j, "cpu_us", m->cpu_us, UNKNOWN);
	jsonl_number(j, "wait_us", m->wait_us, UNKNOWN);
	jsonl_number(j, "depth", m->depth, UNKNOWN);
	jsonl_number(j, "score", m->score, UNKNOWN);
	jsonl_number(j, "nodes", m->nodes, UNKNOWN);
	json_close(j, '}');
}

/* The machine of a game, and its spot check. */
static void jsonl_machine(struct jsonl *l, struct json_writer *j, const struct db_game *g)
{
	struct db_spot_check check;
	if (g->worker != 0)
		json_number(j, "worker", jsonl_find_id(&l->workers, g->worker));
	if (g->replaced.ms != 0 || db_spot_check_find(l->export->db, g->id, &check) != DB_OK)
		return;
	json_open(j, "check", '{');
	if (check.worker != 0)
		json_number(j, "worker", jsonl_find_id(&l->workers, check.worker));
	json_bool(j, "same", check.same);
	json_number(j, "checked_ms", check.ms);
	json_close(j, '}');
}

/* The answers of a rules program about the positions. */
static void jsonl_positions(struct json_writer *j, const struct db_game *g)
{
	if (g->positions_count == 0)
		return;
	json_open(j, "positions", '[');
	for (int i = 0; i < g->positions_count; i++) {
		json_open(j, NULL, '{');
		jsonl_text(j, "question", g->positions[i].question);
		jsonl_text(j, "answer", g->positions[i].answer);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void jsonl_game(struct jsonl *l, const struct db_game *g)
{
	struct json_writer *j = jsonl_begin(l, g->replaced.ms != 0 ? "replaced" : "game");
	if (g->replaced.ms != 0) {
		json_number(j, "replaced_ms", g->replaced.ms);
		jsonl_text(j, "replay", g->replaced.bot);
		jsonl_number(j, "paired", g->replaced.paired, UNKNOWN);
	}
	jsonl_long(j, "pairing", g->pairing);
	jsonl_number(j, "round", g->round, UNKNOWN);
	jsonl_long(j, "seed", g->seed);
	jsonl_text(j, "opening", g->opening);
	jsonl_text(j, "final", g->final);
	jsonl_text(j, "reason", g->reason);
	jsonl_text(j, "sandbox", g->sandbox);
	jsonl_number(j, "started_ms", g->started_ms, UNKNOWN);
	jsonl_number(j, "ended_ms", g->ended_ms, UNKNOWN);
	jsonl_machine(l, j, g);
	json_open(j, "seats", '[');
	for (int i = 0; i < g->seats; i++)
		jsonl_seat(l, &g->seat[i]);
	json_close(j, ']');
	json_open(j, "moves", '[');
	for (int i = 0; i < g->plies; i++)
		jsonl_move(j, &g->moves[i]);
	json_close(j, ']');
	jsonl_positions(j, g);
	jsonl_end(j);
}

static int jsonl_games(struct jsonl *l)
{
	const struct db_game *g;
	while (!ferror(l->export->out) && (g = export_next(l->export)) != NULL)
		jsonl_game(l, g);
	return export_end(l->export);
}

int export_jsonl(struct export *e)
{
	static const struct {
		const char *query;
		void (*row)(struct jsonl *l, struct db_query *q);
	} tables[] = {{"tournament-bots", jsonl_bot}, {"worker-rows", jsonl_worker},
		{"participants", jsonl_participant}, {"retirements", jsonl_retirement},
		{"byes", jsonl_bye}};
	struct jsonl l = {.export = e};
	jsonl_tournament(&l);
	int error = DB_OK;
	for (size_t i = 0; i < sizeof tables / sizeof *tables && error == DB_OK; i++) {
		struct db_query q;
		db_query(&q, e->db, tables[i].query, e->tournament.id);
		while (!ferror(e->out) && db_next(&q))
			tables[i].row(&l, &q);
		error = db_end(&q);
	}
	if (error == DB_OK)
		error = jsonl_games(&l);
	/* Replaced games follow, unless the user asked for single games. */
	if (error == DB_OK && e->games_count == 0)
		error = db_read_replaced(e->db);
	if (error == DB_OK && e->games_count == 0)
		error = jsonl_games(&l);
	free(l.bots.ids);
	free(l.workers.ids);
	return error;
}
