/*
 * import.c - reads files of JSON lines that `referee export` wrote. No other file uses the JSON
 * library (Jansson).
 *
 * A file is taken whole or not at all. After the first mistake no more games are added. The rest is
 * only checked, so that one run reports all mistakes, up to IMPORT_MISTAKES.
 *
 * Each object is unpacked by a format that names every allowed member. The library refuses missing
 * members, unknown members and wrong types with a message that names the member. Each game is
 * judged again by the rules before it is added.
 */
#include "referee/import-export/import.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/escape.h"
#include "base/exit-status.h"
#include "base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/game/params.h"
#include "referee/game/position-blocks.h"
#include "referee/game/rejudge.h"
#include "referee/results/tournament-row.h"
#include "referee/import-export/export.h"
#include "referee/import-export/import-check.h"
#include "referee/machines/worker-facts.h"
#include "rules/process/rules-process.h"

enum {
	IMPORT_LINE = 16 * 1024 * 1024, /* bytes of a line */
	IMPORT_BOTS = 100000,
	IMPORT_MOVES = 100000,		/* of a game */
	IMPORT_BYTES = 4 * DB_SEATS + 4 /* texts of one line that can be objects with "bytes" */
};

/* A bot of the file. Its number in the file is its index from 1. */
struct import_bot {
	char *name; /* owned */
	int64_t id; /* row id in the database; 0: nothing is written */
};

struct import {
	struct import_target target; /* its db NULL: nothing is written, the file is only checked */
	struct import_counts counts;
	const char *path; /* for messages */
	FILE *in, *err;	  /* err: the stream for reports of mistakes */
	int64_t line_number;
	bool stopped; /* the rest of the file cannot be understood */

	/* The tournament of the games now; its name is NULL if there is none. Texts are owned. */
	struct db_tournament tournament;
	struct params params;	 /* of its definition */
	struct rejudge *judge;	 /* owned: for its games */
	struct import_bot *bots; /* owned */
	int bots_count;
	int64_t *workers; /* owned: row ids; 0: nothing is written. In the file from 1 */
	int workers_count;

	/* The line now. */
	json_error_t json_error;
	struct db_move *moves; /* owned */
	size_t moves_room;
	struct position_blocks blocks; /* owned: of a rules program */
	char *bytes[IMPORT_BYTES];     /* owned: converted texts */
	int bytes_count;
};

static void import_mistake(struct import *imp, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void import_mistake(struct import *imp, const char *format, ...)
{
	struct error err;
	va_list words;
	if (++imp->counts.mistakes > IMPORT_MISTAKES) {
		if (!imp->stopped)
			fprintf(imp->err, "%s: there are more mistakes\n", imp->path);
		imp->stopped = true;
		return;
	}
	va_start(words, format);
	vsnprintf(err.text, sizeof err.text, format, words);
	va_end(words);
	char *plain = escape_text(err.text, false);
	fprintf(imp->err, "%s:%" PRId64 ": %s\n", imp->path, imp->line_number, plain);
	free(plain);
}

/* Is writing still allowed? */
static bool import_writes(const struct import *imp)
{
	return imp->target.db != NULL && imp->counts.mistakes == 0 && imp->counts.error == DB_OK;
}

/* --- values --------------------------------------------------------------------------------- */

/* Unpacks an object like json_unpack(). False: its mistake was reported. */
#define IMPORT_UNPACK(imp, what, object, ...)                                                      \
	import_unpacked(                                                                           \
		imp, what, json_unpack_ex(object, &(imp)->json_error, JSON_STRICT, __VA_ARGS__))

static bool import_unpacked(struct import *imp, const char *what, int failed)
{
	if (failed != 0)
		import_mistake(imp, "%s: %s", what, imp->json_error.text);
	return failed == 0;
}

/* Reads 64 bits from a string of digits. */
static bool import_long(struct import *imp, const char *what, const char *text, int64_t *value)
{
	char *end;
	errno = 0;
	*value = strtoll(text, &end, 10);
	if (errno == 0 && end != text && *end == '\0' &&
		(*text == '-' || (*text >= '0' && *text <= '9')))
		return true;
	import_mistake(imp, "%s: \"%.40s\" is not a number of 64 bits", what, text);
	return false;
}

static bool import_int(
	struct import *imp, const char *what, json_int_t number, int min, int max, int *value)
{
	*value = (int)number;
	if (number >= min && number <= max)
		return true;
	import_mistake(
		imp, "%s: %lld is out of range, %d to %d", what, (long long)number, min, max);
	return false;
}

/* Decodes \xHH and \\ into copy. Returns the length, or -1. */
static ssize_t import_plain(const char *text, char *copy)
{
	char *to = copy;
	for (; *text != '\0'; text++) {
		if (*text != '\\') {
			*to++ = *text;
		} else if (text[1] == '\\') {
			*to++ = *++text;
		} else {
			int byte = text[1] == 'x' ? escape_hex_byte(text + 2) : -1;
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
static bool import_bytes(
	struct import *imp, const char *what, json_t *value, const char **text, size_t *length)
{
	const char *escaped;
	*text = json_string_value(value);
	*length = json_string_length(value);
	if (value == NULL || *text != NULL)
		return true;
	if (!IMPORT_UNPACK(imp, what, value, "{s:s}", "bytes", &escaped))
		return false;
	char *copy = imp->bytes[imp->bytes_count++] = memory_get(strlen(escaped) + 1, 1);
	ssize_t bytes = import_plain(escaped, copy);
	if (bytes < 0)
		import_mistake(imp, "%s: a backslash begins \\\\ or \\xHH", what);
	*text = copy;
	*length = bytes >= 0 ? (size_t)bytes : 0;
	return bytes >= 0;
}

/* Reads the same for a text that must not contain a NUL. */
static bool import_text(struct import *imp, const char *what, json_t *value, const char **text)
{
	size_t length;
	if (!import_bytes(imp, what, value, text, &length))
		return false;
	if (*text == NULL || strlen(*text) == length)
		return true;
	import_mistake(imp, "%s: it contains a NUL", what);
	return false;
}

/* --- the tournament and its bots ------------------------------------------------------------ */

/* Ends the tournament: computes its ratings again. */
static void import_end(struct import *imp)
{
	if (imp->tournament.name != NULL && import_writes(imp))
		imp->counts.error = import_target_finish(&imp->target);
	tournament_row_clear(&imp->tournament);
	params_clear(&imp->params);
	rejudge_free(imp->judge);
	imp->judge = NULL;
	for (int i = 0; i < imp->bots_count; i++)
		free(imp->bots[i].name);
	imp->bots_count = imp->workers_count = 0;
}

/* Begins a tournament; copies t's texts. Refuses a tournament that is not possible. */
static void import_begin(struct import *imp, const struct db_tournament *t)
{
	struct error err;
	imp->tournament = (struct db_tournament){.name = memory_copy(t->name),
		.game = memory_copy(t->game),
		.format = memory_copy(t->format),
		.definition = db_definition_today(t->definition),
		.seats = t->seats,
		.seed = t->seed,
		.created_ms = t->created_ms,
		.note = memory_copy(t->note),
		.rules_description = memory_copy(t->rules_description)};
	params_init(&imp->params, t->definition);
	const bool process = rules_process_command(t->game) != NULL;
	const struct rejudge_options options = {.rules = rules_find(t->game),
		.description = process ? imp->tournament.rules_description : NULL,
		.seats = t->seats,
		.params = imp->params.settings,
		.params_count = imp->params.count,
		.endings = REJUDGE_STORED,
		.failed_tie = definition_text_failed_tie(imp->tournament.definition)};
	imp->judge = rejudge_create(&options, &err);
	if (process && options.description == NULL)
		error_set(&err, "it does not say what the rules program says of itself (rules)");
	else if (!process && options.rules == NULL)
		error_set(&err, "there is no game \"%.40s\"", t->game);
	imp->stopped = error_is_set(&err);
	if (imp->stopped) {
		import_mistake(imp, "%s", err.text);
		return;
	}
	imp->counts.tournaments++;
	if (import_writes(imp))
		imp->counts.error = import_target_tournament(&imp->target, &imp->tournament);
}

static void import_tournament(struct import *imp, json_t *line)
{
	struct db_tournament t = {.id = 0};
	const char *seed;
	json_int_t version, seats, created;
	json_t *name, *definition, *note = NULL, *rules = NULL;
	import_end(imp);
	/* without the first line, the rest has no meaning */
	imp->stopped = true;
	if (!IMPORT_UNPACK(imp, "tournament", line, "{s:I s:o s:s s:s s:I s:s s:I s:o s?:o s?:o}",
		    "version", &version, "name", &name, "game", &t.game, "format", &t.format,
		    "seats", &seats, "seed", &seed, "created_ms", &created, "definition",
		    &definition, "note", &note, "rules", &rules))
		return;
	t.created_ms = created;
	if (version < 1 || version > EXPORT_VERSION)
		import_mistake(imp, "version %lld of the format; this program knows 1 to %d",
			(long long)version, EXPORT_VERSION);
	else if (import_text(imp, "name", name, &t.name) &&
		 import_text(imp, "definition", definition, &t.definition) &&
		 import_text(imp, "note", note, &t.note) &&
		 import_text(imp, "rules", rules, &t.rules_description) &&
		 import_int(imp, "seats", seats, 2, SEATS_MAX, &t.seats) &&
		 import_long(imp, "seed", seed, &t.seed))
		import_begin(imp, &t);
}

/* Adds a bot of the file, and to the database. */
static void import_add_bot(struct import *imp, struct db_bot *bot)
{
	char *settings = bot->settings != NULL ? db_definition_today(bot->settings) : NULL;
	bot->settings = settings;
	if (import_writes(imp))
		imp->counts.error = db_bot_add(imp->target.db, bot);
	imp->bots = memory_resize(imp->bots, (size_t)imp->bots_count + 1, sizeof *imp->bots);
	imp->bots[imp->bots_count++] = (struct import_bot){
		memory_copy(bot->name), imp->counts.error == DB_OK ? bot->id : 0};
	free(settings);
}

static void import_bot(struct import *imp, json_t *line)
{
	struct db_bot bot = {.settings = NULL};
	json_t *name, *command, *settings = NULL;
	json_int_t number;
	int remote = 0;
	if (!IMPORT_UNPACK(imp, "bot", line, "{s:I s:o s:o s:s s?:o s?:b}", "bot", &number, "name",
		    &name, "command", &command, "digest", &bot.digest, "settings", &settings,
		    "remote", &remote) ||
		!import_text(imp, "name", name, &bot.name) ||
		!import_text(imp, "command", command, &bot.command) ||
		!import_text(imp, "settings", settings, &bot.settings))
		return;
	bot.remote = remote != 0;
	if (number == imp->bots_count + 1 && number <= IMPORT_BOTS)
		import_add_bot(imp, &bot);
	else
		import_mistake(imp, "bot: number %lld, but the next is %d", (long long)number,
			imp->bots_count + 1);
}

static const struct import_bot *import_find_bot(struct import *imp, json_int_t number)
{
	if (number >= 1 && number <= imp->bots_count)
		return &imp->bots[number - 1];
	import_mistake(imp, "bot %lld was not named before", (long long)number);
	return NULL;
}

/* Adds a worker of the file, and to the database. */
static void import_add_worker(struct import *imp, struct db_worker *w)
{
	if (import_writes(imp))
		imp->counts.error = db_worker_add(imp->target.db, imp->target.tournament, w);
	imp->workers =
		memory_resize(imp->workers, (size_t)imp->workers_count + 1, sizeof *imp->workers);
	imp->workers[imp->workers_count++] = imp->counts.error == DB_OK ? w->id : 0;
}

static void import_worker(struct import *imp, json_t *line)
{
	struct db_worker w = {.id = 0};
	json_int_t number, cores, slots, speed, first, last, lost = 0;
	if (!IMPORT_UNPACK(imp, "worker", line,
		    "{s:I s:s s:s s:s s:I s:I s:I s:s s:s s:I s:I s?:I}", "worker", &number, "name",
		    &w.name, "cpu", &w.cpu, "arch", &w.arch, "cores", &cores, "slots", &slots,
		    "speed", &speed, "sandbox", &w.sandbox, "version", &w.version, "first_ms",
		    &first, "last_ms", &last, "lost", &lost) ||
		!import_int(imp, "cores", cores, 0, INT32_MAX, &w.cores) ||
		!import_int(imp, "slots", slots, 1, WORKER_SLOTS_MAX, &w.slots))
		return;
	w.speed = speed;
	w.first_ms = first;
	w.last_ms = last;
	w.lost = lost;
	if (!worker_facts_is_name(w.name))
		import_mistake(imp, "worker: \"%.40s\" is no name of a worker", w.name);
	else if (speed < 0 || first < 0 || last < first || last > EXPORT_TIME_MAX || lost < 0 ||
		 lost > INT32_MAX || speed > WORKER_SPEED_MAX)
		import_mistake(imp, "worker: its numbers are out of range");
	else if (number == imp->workers_count + 1 && number <= IMPORT_BOTS)
		import_add_worker(imp, &w);
	else
		import_mistake(imp, "worker: number %lld, but the next is %d", (long long)number,
			imp->workers_count + 1);
}

/* Sets the row of a worker. Number 0: this machine. */
static bool import_find_worker(struct import *imp, json_int_t number, int64_t *id)
{
	bool known = number >= 0 && number <= imp->workers_count;
	*id = known && number > 0 ? imp->workers[number - 1] : 0;
	if (!known)
		import_mistake(imp, "worker %lld was not named before", (long long)number);
	return known;
}

static void import_participant(struct import *imp, json_t *line)
{
	json_int_t number, first;
	const struct import_bot *bot;
	int round;
	if (IMPORT_UNPACK(imp, "participant", line, "{s:I s:I}", "bot", &number, "round", &first) &&
		import_int(imp, "round", first, 1, INT32_MAX, &round) &&
		(bot = import_find_bot(imp, number)) != NULL && import_writes(imp))
		imp->counts.error =
			db_participant_add(imp->target.db, imp->target.tournament, bot->id, round);
}

static void import_bye(struct import *imp, json_t *line)
{
	json_int_t number, first;
	const struct import_bot *bot;
	double points;
	int round;
	if (!IMPORT_UNPACK(imp, "bye", line, "{s:I s:I s:F}", "round", &first, "bot", &number,
		    "points", &points) ||
		!import_int(imp, "round", first, 1, INT32_MAX, &round) ||
		(bot = import_find_bot(imp, number)) == NULL)
		return;
	/* A swiss gives a bot the games of a round that it does not play, of which there are as
	 * many as seats. A bye of a knockout is worth nothing, and no other format has any. */
	int most = strcmp(imp->tournament.format, "swiss") == 0 ? imp->tournament.seats : 0;
	if (!(points >= 0 && points <= most))
		import_mistake(
			imp, "bye: %g points; a bye of this tournament has 0 to %d", points, most);
	else if (import_writes(imp))
		imp->counts.error =
			db_bye_add(imp->target.db, imp->target.tournament, round, bot->id, points);
}

static void import_retirement(struct import *imp, json_t *line)
{
	const char *name;
	json_int_t first, last = 0;
	json_t *value;
	int round, back;
	if (!IMPORT_UNPACK(imp, "retirement", line, "{s:o s:I s?:I}", "name", &value, "round",
		    &first, "back", &last) ||
		!import_text(imp, "name", value, &name) ||
		!import_int(imp, "round", first, 1, INT32_MAX, &round) ||
		!import_int(imp, "back", last, 0, INT32_MAX, &back))
		return;
	if ((back != 0 && back < round) || *name == '\0')
		import_mistake(imp, "retirement: a name is needed, and back is 0 or a later round");
	else if (import_writes(imp))
		imp->counts.error = db_retirement_set(
			imp->target.db, imp->target.tournament, name, round, back);
}

/* --- a game --------------------------------------------------------------------------------- */

static bool import_failure(struct import *imp, json_t *value, struct db_failure *failure)
{
	json_t *asked = NULL, *said = NULL;
	json_int_t limit = UNKNOWN, wall = UNKNOWN, cpu = UNKNOWN, wait = UNKNOWN, exit = UNKNOWN,
		   signal = UNKNOWN;
	if (value == NULL)
		return true;
	if (!IMPORT_UNPACK(imp, "failure", value, "{s:s s?:o s?:o s?:I s?:I s?:I s?:I s?:I s?:I}",
		    "phase", &failure->phase, "asked", &asked, "said", &said, "limit_us", &limit,
		    "wall_us", &wall, "cpu_us", &cpu, "wait_us", &wait, "exit_status", &exit,
		    "signal", &signal))
		return false;
	if (strcmp(failure->phase, "start") != 0 && strcmp(failure->phase, "newgame") != 0 &&
		strcmp(failure->phase, "move") != 0) {
		import_mistake(imp, "failure: phase \"%.40s\"; it is start, newgame or move",
			failure->phase);
		return false;
	}
	failure->limit_us = limit;
	failure->wall_us = wall;
	failure->cpu_us = cpu;
	failure->wait_us = wait;
	failure->exit_status = exit >= 0 && exit <= INT32_MAX ? exit : UNKNOWN;
	failure->signal = signal >= 0 && signal <= INT32_MAX ? signal : UNKNOWN;
	return import_text(imp, "asked", asked, &failure->asked) &&
	       import_bytes(imp, "said", said, &failure->said, &failure->said_length);
}

static bool import_seat(struct import *imp, json_t *value, struct db_seat *seat)
{
	json_t *detail = NULL, *stderr_tail = NULL, *failure = NULL, *evidence = NULL;
	json_int_t number, rank;
	seat->elo_before = seat->elo_after = NAN; /* like a game that was replaced */
	if (!IMPORT_UNPACK(imp, "seat", value, "{s:I s:I s:F s:s s?:o s?:o s?:F s?:F s?:o s?:o}",
		    "bot", &number, "rank", &rank, "points", &seat->points, "verdict",
		    &seat->verdict, "detail", &detail, "stderr", &stderr_tail, "elo_before",
		    &seat->elo_before, "elo_after", &seat->elo_after, "failure", &failure,
		    "evidence", &evidence))
		return false;
	const struct import_bot *bot = import_find_bot(imp, number);
	if (bot == NULL || !import_int(imp, "rank", rank, 0, SEATS_MAX, &seat->rank))
		return false;
	seat->bot = bot->id;
	seat->name = bot->name;
	return import_text(imp, "detail", detail, &seat->detail) &&
	       import_bytes(imp, "stderr", stderr_tail, &seat->stderr_tail, &seat->stderr_length) &&
	       import_failure(imp, failure != NULL ? failure : evidence, &seat->failure);
}

static bool import_move(struct import *imp, json_t *value, struct db_move *m)
{
	json_int_t seat, wall, cpu = UNKNOWN, wait = UNKNOWN, depth = UNKNOWN, score = UNKNOWN,
			       nodes = UNKNOWN;
	if (!IMPORT_UNPACK(imp, "move", value, "{s:I s:s s:I s?:I s?:I s?:I s?:I s?:I}", "seat",
		    &seat, "move", &m->text, "wall_us", &wall, "cpu_us", &cpu, "wait_us", &wait,
		    "depth", &depth, "score", &score, "nodes", &nodes) ||
		!import_int(imp, "seat", seat, 0, SEATS_MAX, &m->seat))
		return false;
	m->wall_us = wall;
	m->cpu_us = cpu == -1 ? UNKNOWN : cpu; /* an older file */
	m->wait_us = wait < 0 ? UNKNOWN : wait;
	m->depth = depth;
	m->score = score;
	m->nodes = nodes;
	return true;
}

static bool import_lists(struct import *imp, json_t *seats, json_t *moves, struct db_game *g)
{
	size_t count = json_array_size(seats), plies = json_array_size(moves);
	if (!json_is_array(seats) || count > SEATS_MAX || !json_is_array(moves) ||
		plies > IMPORT_MOVES) {
		import_mistake(imp, "game: a list of at most %d seats and one of at most %d moves",
			SEATS_MAX, IMPORT_MOVES);
		return false;
	}
	if (plies > imp->moves_room) {
		imp->moves_room = plies;
		imp->moves = memory_resize(imp->moves, plies, sizeof *imp->moves);
	}
	g->seats = (int)count;
	g->plies = g->moves_count = (int)plies;
	g->moves = imp->moves;
	for (size_t i = 0; i < count; i++)
		if (!import_seat(imp, json_array_get(seats, i), &g->seat[i]))
			return false;
	for (size_t i = 0; i < plies; i++) {
		imp->moves[i] = (struct db_move){.ply = (int)i + 1};
		if (!import_move(imp, json_array_get(moves, i), &imp->moves[i]))
			return false;
	}
	return true;
}

/* Reads what a rules program answered about the positions. */
static bool import_positions(struct import *imp, json_t *list, struct db_game *g)
{
	size_t index, count = json_array_size(list);
	json_t *value;
	position_blocks_clear(&imp->blocks);
	if (list != NULL && !json_is_array(list)) {
		import_mistake(imp, "game: positions is a list");
		return false;
	}
	json_array_foreach(list, index, value)
	{
		const char *question, *answer;
		if (!IMPORT_UNPACK(imp, "position", value, "{s:s s:s}", "question", &question,
			    "answer", &answer))
			return false;
		if (!position_blocks_add_question(&imp->blocks, question) ||
			!position_blocks_add_answer(&imp->blocks, answer, strlen(answer))) {
			import_mistake(
				imp, "position: not a question to a rules program and its answer");
			return false;
		}
	}
	g->positions = imp->blocks.all;
	g->positions_count = (int)count;
	return true;
}

/* Reads the spot check of a game. */
static bool import_check_of(struct import *imp, json_t *value, struct db_spot_check *check)
{
	json_int_t worker = 0, ms;
	int same;
	if (!IMPORT_UNPACK(imp, "check", value, "{s?:I s:b s:I}", "worker", &worker, "same", &same,
		    "checked_ms", &ms))
		return false;
	*check = (struct db_spot_check){.same = same != 0, .ms = ms};
	return import_find_worker(imp, worker, &check->worker);
}

/* Checks a game and adds it, with its spot check if it has one. */
static void import_add_game(
	struct import *imp, struct db_game *g, const struct db_spot_check *check)
{
	struct error err;
	enum import_target_answer answer = IMPORT_TARGET_ADDED;
	int64_t other;
	imp->counts.games++;
	if (!import_check_game(imp->judge, imp->tournament.seats, g, &err)) {
		import_mistake(imp, "%s", err.text);
		return;
	}
	if (!import_writes(imp))
		return;
	imp->counts.error = g->replaced.ms != 0
				    ? import_target_replaced(&imp->target, g)
				    : import_target_game(&imp->target, g, &answer, &other);
	if (imp->counts.error == DB_OK && answer == IMPORT_TARGET_ADDED && check != NULL)
		imp->counts.error = db_spot_check_add(imp->target.db, g->id, check);
	if (imp->counts.error == DB_OK && answer == IMPORT_TARGET_CONFLICT)
		import_mistake(imp,
			"pairing %" PRId64
			" of tournament \"%s\" is there already, as game %" PRId64
			", and was played differently",
			g->pairing, imp->tournament.name, other);
}

/* Reads a game; replaced: when and why it was replaced, or all 0. */
static void import_any_game(struct import *imp, json_t *line, const struct db_replacement *replaced)
{
	struct db_game g = {.replaced = *replaced};
	const char *pairing, *seed;
	struct db_spot_check check;
	json_t *opening, *seats, *moves, *checked = NULL, *positions = NULL;
	json_int_t round, started, ended, worker = 0;
	if (!IMPORT_UNPACK(imp, "game", line,
		    "{s:s s:I s:s s:o s:s s:s s:s s:I s:I s:o s:o s?:I s?:o s?:o}", "pairing",
		    &pairing, "round", &round, "seed", &seed, "opening", &opening, "final",
		    &g.final, "reason", &g.reason, "sandbox", &g.sandbox, "started_ms", &started,
		    "ended_ms", &ended, "seats", &seats, "moves", &moves, "worker", &worker,
		    "check", &checked, "positions", &positions))
		return;
	g.started_ms = started;
	g.ended_ms = ended;
	if (import_long(imp, "pairing", pairing, &g.pairing) &&
		import_long(imp, "seed", seed, &g.seed) &&
		import_int(imp, "round", round, 1, INT32_MAX, &g.round) &&
		import_text(imp, "opening", opening, &g.opening) &&
		import_find_worker(imp, worker, &g.worker) &&
		(checked == NULL || import_check_of(imp, checked, &check)) &&
		import_lists(imp, seats, moves, &g) && import_positions(imp, positions, &g))
		import_add_game(imp, &g, checked != NULL && g.replaced.ms == 0 ? &check : NULL);
}

static void import_game(struct import *imp, json_t *line)
{
	import_any_game(imp, line, &(struct db_replacement){.ms = 0});
}

/* Reads a replaced game, and the facts about its replacement. */
static void import_replaced(struct import *imp, json_t *line)
{
	struct db_replacement replaced;
	json_int_t ms, paired;
	json_t *bot = NULL;
	int failed = json_unpack_ex(line, &imp->json_error, 0, "{s:I s:O s:I}", "replaced_ms", &ms,
		"replay", &bot, "paired", &paired);
	if (failed == 0 && ms <= 0)
		import_mistake(imp, "replaced: replaced_ms is a time after 1970");
	else if (import_unpacked(imp, "replaced", failed) &&
		 import_text(imp, "replay", bot, &replaced.bot) &&
		 import_int(imp, "paired", paired, 0, INT32_MAX, &replaced.paired)) {
		replaced.ms = ms;
		json_object_del(line, "replaced_ms");
		json_object_del(line, "replay");
		json_object_del(line, "paired");
		import_any_game(imp, line, &replaced);
	}
	json_decref(bot);
}

/* --- lines ---------------------------------------------------------------------------------- */

static const struct import_kind {
	const char *type;
	void (*take)(struct import *imp, json_t *line);
} import_kinds[] = {
	{"tournament", import_tournament},
	{"bot", import_bot},
	{"worker", import_worker},
	{"participant", import_participant},
	{"entry", import_participant},
	{"bye", import_bye},
	{"retirement", import_retirement},
	{"game", import_game},
	{"replaced", import_replaced},
};

static void import_object(struct import *imp, json_t *line)
{
	const char *type = json_string_value(json_object_get(line, "type"));
	const struct import_kind *kind = NULL;
	for (size_t i = 0; type != NULL && i < sizeof import_kinds / sizeof *import_kinds; i++)
		if (strcmp(import_kinds[i].type, type) == 0)
			kind = &import_kinds[i];
	if (kind == NULL) {
		import_mistake(imp,
			"an object whose \"type\" is not one of tournament, bot, worker, participant, bye, retirement, game, replaced");
	} else if (kind > import_kinds && imp->tournament.name == NULL) {
		import_mistake(imp, "a %s before any tournament", type);
		imp->stopped = true;
	} else {
		json_object_del(line, "type");
		kind->take(imp, line);
	}
	while (imp->bytes_count > 0)
		free(imp->bytes[--imp->bytes_count]);
}

static void import_line(struct import *imp, const char *text, size_t length)
{
	json_t *line = json_loadb(text, length, JSON_REJECT_DUPLICATES, &imp->json_error);
	if (line == NULL)
		import_mistake(imp, "no JSON, in column %d: %s", imp->json_error.column,
			imp->json_error.text);
	else if (!json_is_object(line))
		import_mistake(imp, "no object");
	else
		import_object(imp, line);
	json_decref(line);
}

/* A line of the file without its end. */
struct import_text {
	char *text; /* owned */
	size_t length, size;
};

/* Reads the next line. False: there is none, or it is too long. */
static bool import_next(struct import *imp, struct import_text *line)
{
	int byte;
	line->length = 0;
	while ((byte = getc_unlocked(imp->in)) != EOF && byte != '\n') {
		if (line->length + 1 >= line->size) {
			line->size = 2 * line->size + 4096;
			line->text = memory_resize(line->text, line->size, 1);
		}
		if (line->length == IMPORT_LINE) {
			imp->line_number++;
			import_mistake(imp, "a line of more than %d bytes: this is no export",
				IMPORT_LINE);
			return false;
		}
		line->text[line->length++] = (char)byte;
	}
	if (byte == EOF && line->length == 0)
		return false;
	imp->line_number++;
	if (line->length > 0 && line->text[line->length - 1] == '\r')
		line->length--;
	return true;
}

static void import_lines(struct import *imp)
{
	struct import_text line = {NULL, 0, 0};
	bool begun = false;
	while (!imp->stopped && imp->counts.error == DB_OK && import_next(imp, &line)) {
		if (line.length == 0)
			continue;
		line.text[line.length] = '\0';
		if (memchr(line.text, '\0', line.length) != NULL) {
			import_mistake(imp, "a NUL byte: this is no export");
			break;
		}
		if (!begun && line.text[strspn(line.text, " \t")] != '{') {
			import_mistake(imp,
				"this is not JSON lines, and text is for people; import JSON lines: `referee export --format jsonl`");
			break;
		}
		begun = true;
		import_line(imp, line.text, line.length);
	}
	free(line.text);
}

struct import_counts import_jsonl_read(
	struct import_target *target, FILE *in, const char *path, FILE *err)
{
	struct import *imp = memory_get(1, sizeof *imp);
	imp->target = *target;
	imp->in = in;
	imp->path = path;
	imp->err = err;
	import_lines(imp);
	if (ferror(in))
		import_mistake(imp, "it cannot be read: %s", strerror(errno));
	if (imp->counts.games == 0 && imp->counts.tournaments == 0 && imp->counts.mistakes == 0)
		import_mistake(imp, "it holds no tournament");
	import_end(imp);
	struct import_counts counts = imp->counts;
	*target = imp->target;
	free(imp->bots);
	free(imp->workers);
	position_blocks_clear(&imp->blocks);
	free(imp->moves);
	free(imp);
	return counts;
}

static FILE *import_open(const char *path)
{
	struct stat status;
	if (strcmp(path, "-") == 0)
		return stdin;
	FILE *in = fopen(path, "re");
	if (in != NULL && fstat(fileno(in), &status) == 0 && S_ISDIR(status.st_mode)) {
		fclose(in);
		errno = EISDIR;
		in = NULL;
	}
	if (in == NULL)
		fprintf(stderr, "referee import: %s cannot be read: %s\n", path, strerror(errno));
	return in;
}

static int import_file(struct import_target *target, const char *path)
{
	FILE *in = import_open(path);
	if (in == NULL)
		return EXIT_FILE;
	const char *name = in == stdin ? "stdin" : path;
	struct import_counts counts = import_jsonl_read(target, in, name, stderr);
	if (in != stdin)
		fclose(in);
	if (counts.error != DB_OK)
		return IMPORT_TARGET_FAILED;
	if (counts.mistakes > 0)
		fprintf(stderr, "%s: nothing of it was taken\n", name);
	return counts.mistakes > 0 ? EXIT_FILE : EXIT_SUCCESS;
}

const struct import_source import_jsonl = {import_file};

const char *import_library(void)
{
	return jansson_version_str();
}
