/*
 * import-jsonl.c - reads JSON lines back. No other file uses the JSON library (Jansson).
 *
 * Each object is unpacked by a format that names every allowed member. The library refuses missing
 * members, unknown members and wrong types with a message that names the member.
 */
#include "referee/transfer/import.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/hex.h"
#include "referee/base/memory.h"

/* Version 1 had "entries" for participants and "evidence" for the failure report. */
enum { JSONL_VERSION = 2, JSONL_BOTS = 100000 };

/* A bot of the file. Its number in the file is its index from 1. */
struct jsonl_bot {
	char *name; /* owned */
	int64_t id; /* row id in the database; 0: nothing is written */
};

struct jsonl_in {
	struct jsonl_bot *bots; /* owned */
	int bots_count;
	struct db_move *moves; /* owned */
	size_t moves_room;
	char *bytes[4 * DB_SEATS + 4]; /* owned: converted texts of one game */
	int bytes_count;
};

struct jsonl_in *import_jsonl_create(void)
{
	return memory_get(1, sizeof(struct jsonl_in));
}

static void jsonl_forget_bots(struct jsonl_in *j)
{
	for (int i = 0; i < j->bots_count; i++)
		free(j->bots[i].name);
	j->bots_count = 0;
}

static void jsonl_forget_bytes(struct jsonl_in *j)
{
	while (j->bytes_count > 0)
		free(j->bytes[--j->bytes_count]);
}

void import_jsonl_free(struct jsonl_in *j)
{
	if (j == NULL)
		return;
	jsonl_forget_bots(j);
	jsonl_forget_bytes(j);
	free(j->bots);
	free(j->moves);
	free(j);
}

/* --- values --------------------------------------------------------------------------------- */

/* Unpacks an object like json_unpack(). False: its mistake was reported. */
#define JSONL_UNPACK(imp, what, object, ...)                                                       \
	jsonl_unpacked(imp, what, &jsonl_error,                                                    \
		json_unpack_ex(object, &jsonl_error, JSON_STRICT, __VA_ARGS__))

static bool jsonl_unpacked(
	struct import *imp, const char *what, const json_error_t *error, int failed)
{
	if (failed != 0)
		import_mistake(imp, "%s: %s", what, error->text);
	return failed == 0;
}

/* Reads 64 bits from a string of digits. */
static bool jsonl_long(struct import *imp, const char *what, const char *text, int64_t *value)
{
	char *end;
	errno = 0;
	*value = strtoll(text, &end, 10);
	if (errno == 0 && end != text && *end == '\0' &&
		(*text == '-' || (*text >= '0' && *text <= '9')))
		return true;
	import_mistake(imp, "%s: \"%.40s\" is no number of 64 bits", what, text);
	return false;
}

static bool jsonl_int(
	struct import *imp, const char *what, json_int_t number, int64_t most, int *value)
{
	*value = (int)number;
	if (number >= 0 && number <= most)
		return true;
	import_mistake(imp, "%s: %lld is out of range, 0 to %lld", what, (long long)number,
		(long long)most);
	return false;
}

/* Decodes \xHH and \\ into copy. Returns the length, or -1. */
static ssize_t jsonl_plain(const char *text, char *copy)
{
	char *to = copy;
	for (; *text != '\0'; text++) {
		if (*text != '\\') {
			*to++ = *text;
		} else if (text[1] == '\\') {
			*to++ = *++text;
		} else {
			int byte = text[1] == 'x' ? hex_byte(text + 2) : -1;
			if (byte < 0)
				return -1;
			*to++ = (char)byte;
			text += 3;
		}
	}
	*to = '\0';
	return to - copy;
}

/* Reads a string, or the bytes of a text that JSON cannot hold. A missing member is NULL. */
static bool jsonl_bytes(struct import *imp, struct jsonl_in *j, const char *what, json_t *value,
	const char **text, size_t *length)
{
	json_error_t jsonl_error;
	const char *escaped;
	*text = NULL;
	*length = 0;
	if (value == NULL)
		return true;
	if (json_is_string(value)) {
		*text = json_string_value(value);
		*length = json_string_length(value);
		return true;
	}
	if (!JSONL_UNPACK(imp, what, value, "{s:s}", "bytes", &escaped))
		return false;
	char *copy = j->bytes[j->bytes_count++] = memory_get(strlen(escaped) + 1, 1);
	ssize_t bytes = jsonl_plain(escaped, copy);
	if (bytes < 0)
		import_mistake(imp, "%s: a backslash begins \\\\ or \\xHH", what);
	*text = copy;
	*length = bytes >= 0 ? (size_t)bytes : 0;
	return bytes >= 0;
}

/* Reads the same for a text that must not contain a NUL. */
static bool jsonl_text(
	struct import *imp, struct jsonl_in *j, const char *what, json_t *value, const char **text)
{
	size_t length;
	if (!jsonl_bytes(imp, j, what, value, text, &length))
		return false;
	if (*text == NULL || strlen(*text) == length)
		return true;
	import_mistake(imp, "%s: a NUL stands in it", what);
	return false;
}

/* --- lines ---------------------------------------------------------------------------------- */

static void jsonl_tournament(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	struct db_tournament t = {.id = 0};
	const char *type, *seed;
	json_int_t version, seats, created;
	json_t *name, *definition, *note = NULL;
	jsonl_forget_bots(j);
	jsonl_forget_bytes(j);
	/* without the first line, the rest has no meaning */
	imp->stopped = true;
	if (!JSONL_UNPACK(imp, "tournament", line, "{s:s s:I s:o s:s s:s s:I s:s s:I s:o s?:o}",
		    "type", &type, "version", &version, "name", &name, "game", &t.game, "format",
		    &t.format, "seats", &seats, "seed", &seed, "created_ms", &created, "definition",
		    &definition, "note", &note))
		return;
	t.created_ms = created;
	if (version < 1 || version > JSONL_VERSION) {
		import_mistake(imp, "version %lld of the format; this program knows 1 to %d",
			(long long)version, JSONL_VERSION);
		return;
	}
	if (jsonl_text(imp, j, "name", name, &t.name) &&
		jsonl_text(imp, j, "definition", definition, &t.definition) &&
		(note == NULL || jsonl_text(imp, j, "note", note, &t.note)) &&
		jsonl_int(imp, "seats", seats, SEATS_MAX, &t.seats) &&
		jsonl_long(imp, "seed", seed, &t.seed)) {
		imp->stopped = false;
		import_begin(imp, &t);
	}
}

static void jsonl_bot(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	struct db_bot bot = {.settings = NULL};
	const char *type;
	json_t *name, *command, *settings = NULL;
	json_int_t number;
	int remote = 0;
	jsonl_forget_bytes(j);
	if (!JSONL_UNPACK(imp, "bot", line, "{s:s s:I s:o s:o s:s s?:o s?:b}", "type", &type, "bot",
		    &number, "name", &name, "command", &command, "digest", &bot.digest, "settings",
		    &settings, "remote", &remote) ||
		!jsonl_text(imp, j, "name", name, &bot.name) ||
		!jsonl_text(imp, j, "command", command, &bot.command) ||
		!jsonl_text(imp, j, "settings", settings, &bot.settings))
		return;
	bot.remote = remote != 0;
	if (number != j->bots_count + 1 || number > JSONL_BOTS) {
		import_mistake(imp, "bot: number %lld, where %d follows", (long long)number,
			j->bots_count + 1);
		return;
	}
	j->bots = memory_resize(j->bots, (size_t)number, sizeof *j->bots);
	j->bots[j->bots_count++] = (struct jsonl_bot){memory_copy(bot.name), import_bot(imp, &bot)};
}

static const struct jsonl_bot *jsonl_find_bot(
	const struct jsonl_in *j, struct import *imp, json_int_t number)
{
	if (number >= 1 && number <= j->bots_count)
		return &j->bots[number - 1];
	import_mistake(imp, "bot %lld was not named before", (long long)number);
	return NULL;
}

static void jsonl_participant(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	const char *type;
	json_int_t number, first;
	int round;
	if (!JSONL_UNPACK(imp, "participant", line, "{s:s s:I s:I}", "type", &type, "bot", &number,
		    "round", &first) ||
		!jsonl_int(imp, "round", first, INT32_MAX, &round))
		return;
	const struct jsonl_bot *bot = jsonl_find_bot(j, imp, number);
	if (round < 1)
		import_mistake(imp, "participant: rounds count from 1");
	else if (bot != NULL && bot->id != 0 && imp->mistakes == 0)
		imp->error =
			db_participant_add(imp->intake.db, imp->intake.tournament, bot->id, round);
}

static void jsonl_bye(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	const char *type;
	json_int_t number, first;
	double points;
	int round;
	if (!JSONL_UNPACK(imp, "bye", line, "{s:s s:I s:I s:F}", "type", &type, "round", &first,
		    "bot", &number, "points", &points) ||
		!jsonl_int(imp, "round", first, INT32_MAX, &round))
		return;
	const struct jsonl_bot *bot = jsonl_find_bot(j, imp, number);
	if (round < 1)
		import_mistake(imp, "bye: rounds count from 1");
	else if (bot != NULL && bot->id != 0 && imp->mistakes == 0)
		imp->error =
			db_bye_add(imp->intake.db, imp->intake.tournament, round, bot->id, points);
}

static void jsonl_retirement(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	const char *type, *name;
	json_int_t first, last = 0;
	json_t *value;
	int round, back;
	jsonl_forget_bytes(j);
	if (!JSONL_UNPACK(imp, "retirement", line, "{s:s s:o s:I s?:I}", "type", &type, "name",
		    &value, "round", &first, "back", &last) ||
		!jsonl_text(imp, j, "name", value, &name) ||
		!jsonl_int(imp, "round", first, INT32_MAX, &round) ||
		!jsonl_int(imp, "back", last, INT32_MAX, &back))
		return;
	if (round < 1 || (back != 0 && back < round) || *name == '\0')
		import_mistake(imp, "retirement: a name, and rounds from 1; back comes later");
	else if (imp->intake.db != NULL && imp->mistakes == 0 && imp->error == DB_OK)
		imp->error = db_retirement_set(
			imp->intake.db, imp->intake.tournament, name, round, back);
}

/* --- a game --------------------------------------------------------------------------------- */

static bool jsonl_failure(
	struct jsonl_in *j, struct import *imp, json_t *value, struct db_failure *e)
{
	json_error_t jsonl_error;
	json_t *asked = NULL, *said = NULL;
	json_int_t limit = -1, wall = -1, cpu = -1, wait = -1, exit = -1, signal = -1;
	if (value == NULL)
		return true;
	if (!JSONL_UNPACK(imp, "failure", value, "{s:s s?:o s?:o s?:I s?:I s?:I s?:I s?:I s?:I}",
		    "phase", &e->phase, "asked", &asked, "said", &said, "limit_us", &limit,
		    "wall_us", &wall, "cpu_us", &cpu, "wait_us", &wait, "exit_status", &exit,
		    "signal", &signal))
		return false;
	if (strcmp(e->phase, "start") != 0 && strcmp(e->phase, "newgame") != 0 &&
		strcmp(e->phase, "move") != 0) {
		import_mistake(
			imp, "failure: phase \"%.40s\"; it is start, newgame or move", e->phase);
		return false;
	}
	e->limit_us = limit;
	e->wall_us = wall;
	e->cpu_us = cpu;
	e->wait_us = wait;
	e->exit_status = exit >= 0 && exit <= INT32_MAX ? (int)exit : -1;
	e->signal = signal >= 0 && signal <= INT32_MAX ? (int)signal : -1;
	return jsonl_text(imp, j, "asked", asked, &e->asked) &&
	       jsonl_bytes(imp, j, "said", said, &e->said, &e->said_length);
}

static bool jsonl_seat(struct jsonl_in *j, struct import *imp, json_t *value, struct db_seat *seat)
{
	json_error_t jsonl_error;
	json_t *detail = NULL, *stderr_tail = NULL, *failure = NULL, *evidence = NULL;
	json_int_t number, rank;
	seat->elo_before = seat->elo_after = NAN; /* like a game that was replaced */
	if (!JSONL_UNPACK(imp, "seat", value, "{s:I s:I s:F s:s s?:o s?:o s?:F s?:F s?:o s?:o}",
		    "bot", &number, "rank", &rank, "points", &seat->points, "verdict",
		    &seat->verdict, "detail", &detail, "stderr", &stderr_tail, "elo_before",
		    &seat->elo_before, "elo_after", &seat->elo_after, "failure", &failure,
		    "evidence", &evidence))
		return false;
	const struct jsonl_bot *bot = jsonl_find_bot(j, imp, number);
	if (bot == NULL || !jsonl_int(imp, "rank", rank, SEATS_MAX, &seat->rank))
		return false;
	seat->bot = bot->id;
	seat->name = bot->name;
	return jsonl_text(imp, j, "detail", detail, &seat->detail) &&
	       jsonl_bytes(
		       imp, j, "stderr", stderr_tail, &seat->stderr_tail, &seat->stderr_length) &&
	       jsonl_failure(j, imp, failure != NULL ? failure : evidence, &seat->failure);
}

static bool jsonl_move(struct import *imp, json_t *value, struct db_move *m)
{
	json_error_t jsonl_error;
	json_int_t seat, wall, cpu = -1, wait = -1, depth = INT64_MIN, score = INT64_MIN,
			       nodes = INT64_MIN;
	if (!JSONL_UNPACK(imp, "move", value, "{s:I s:s s:I s?:I s?:I s?:I s?:I s?:I}", "seat",
		    &seat, "move", &m->text, "wall_us", &wall, "cpu_us", &cpu, "wait_us", &wait,
		    "depth", &depth, "score", &score, "nodes", &nodes) ||
		!jsonl_int(imp, "seat", seat, SEATS_MAX, &m->seat))
		return false;
	m->wall_us = wall;
	m->cpu_us = cpu;
	m->wait_us = wait;
	m->depth = depth;
	m->score = score;
	m->nodes = nodes;
	return true;
}

static bool jsonl_lists(
	struct jsonl_in *j, struct import *imp, json_t *seats, json_t *moves, struct db_game *g)
{
	size_t seats_count = json_array_size(seats), plies = json_array_size(moves);
	if (!json_is_array(seats) || seats_count > SEATS_MAX || !json_is_array(moves) ||
		plies > IMPORT_MOVES) {
		import_mistake(imp, "game: a list of at most %d seats and one of at most %d moves",
			SEATS_MAX, IMPORT_MOVES);
		return false;
	}
	if (plies > j->moves_room) {
		j->moves_room = plies;
		j->moves = memory_resize(j->moves, plies, sizeof *j->moves);
	}
	g->seats = (int)seats_count;
	g->plies = g->moves_count = (int)plies;
	g->moves = j->moves;
	for (size_t i = 0; i < seats_count; i++)
		if (!jsonl_seat(j, imp, json_array_get(seats, i), &g->seat[i]))
			return false;
	for (size_t i = 0; i < plies; i++) {
		j->moves[i] = (struct db_move){.ply = (int)i + 1};
		if (!jsonl_move(imp, json_array_get(moves, i), &j->moves[i]))
			return false;
	}
	return true;
}

/* Reads a game. It counts, unless replaced says when and why it was replaced. */
static void jsonl_any_game(
	struct jsonl_in *j, struct import *imp, json_t *line, const struct db_replacement *replaced)
{
	json_error_t jsonl_error;
	struct db_game g = {.replaced = *replaced};
	const char *type, *pairing, *seed;
	json_t *opening, *seats, *moves;
	json_int_t round, started, ended;
	jsonl_forget_bytes(j);
	if (!JSONL_UNPACK(imp, "game", line, "{s:s s:s s:I s:s s:o s:s s:s s:s s:I s:I s:o s:o}",
		    "type", &type, "pairing", &pairing, "round", &round, "seed", &seed, "opening",
		    &opening, "final", &g.final, "reason", &g.reason, "sandbox", &g.sandbox,
		    "started_ms", &started, "ended_ms", &ended, "seats", &seats, "moves", &moves))
		return;
	g.started_ms = started;
	g.ended_ms = ended;
	if (jsonl_long(imp, "pairing", pairing, &g.pairing) &&
		jsonl_long(imp, "seed", seed, &g.seed) &&
		jsonl_int(imp, "round", round, INT32_MAX, &g.round) &&
		jsonl_text(imp, j, "opening", opening, &g.opening) &&
		jsonl_lists(j, imp, seats, moves, &g))
		import_game(imp, &g);
}

static void jsonl_game(struct jsonl_in *j, struct import *imp, json_t *line)
{
	jsonl_any_game(j, imp, line, &(struct db_replacement){.ms = 0});
}

/* Reads a replaced game, and the facts about its replacement. */
static void jsonl_replaced(struct jsonl_in *j, struct import *imp, json_t *line)
{
	json_error_t jsonl_error;
	struct db_replacement replaced;
	json_int_t ms, paired;
	json_t *bot;
	if (json_unpack_ex(line, &jsonl_error, 0, "{s:I s:o s:I}", "replaced_ms", &ms, "replay",
		    &bot, "paired", &paired) != 0) {
		import_mistake(imp, "replaced: %s", jsonl_error.text);
		return;
	}
	jsonl_forget_bytes(j);
	if (ms <= 0 || !jsonl_text(imp, j, "replay", bot, &replaced.bot) ||
		!jsonl_int(imp, "paired", paired, INT32_MAX, &replaced.paired)) {
		if (ms <= 0)
			import_mistake(imp, "replaced: replaced_ms is a moment after 1970");
		return;
	}
	char *name = memory_copy(replaced.bot);
	replaced.ms = ms;
	replaced.bot = name;
	json_object_del(line, "replaced_ms");
	json_object_del(line, "replay");
	json_object_del(line, "paired");
	jsonl_any_game(j, imp, line, &replaced);
	free(name);
}

static const struct jsonl_line {
	const char *type;
	void (*take)(struct jsonl_in *j, struct import *imp, json_t *line);
} jsonl_lines[] = {
	{"tournament", jsonl_tournament},
	{"bot", jsonl_bot},
	{"participant", jsonl_participant},
	{"entry", jsonl_participant},
	{"bye", jsonl_bye},
	{"retirement", jsonl_retirement},
	{"game", jsonl_game},
	{"replaced", jsonl_replaced},
};

static void jsonl_take(struct jsonl_in *j, struct import *imp, json_t *line)
{
	const char *type = json_string_value(json_object_get(line, "type"));
	for (size_t i = 0; type != NULL && i < sizeof jsonl_lines / sizeof *jsonl_lines; i++) {
		if (strcmp(jsonl_lines[i].type, type) != 0)
			continue;
		if (i > 0 && imp->tournament.name == NULL) {
			import_mistake(imp, "a %s before any tournament", type);
			imp->stopped = true;
		} else {
			jsonl_lines[i].take(j, imp, line);
		}
		return;
	}
	import_mistake(imp,
		"an object whose \"type\" is not one of tournament, bot, participant, bye, retirement, game, replaced");
}

void import_jsonl_line(struct jsonl_in *j, struct import *imp, const char *text, size_t length)
{
	json_error_t error;
	if (length == 0)
		return;
	json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	if (line == NULL)
		import_mistake(imp, "no JSON, in column %d: %s", error.column, error.text);
	else if (!json_is_object(line))
		import_mistake(imp, "no object");
	else
		jsonl_take(j, imp, line);
	json_decref(line);
}
