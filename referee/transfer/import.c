/*
 * import.c - reads files of JSON lines that `referee export` wrote into a database. A file is taken
 * whole or not at all.
 */
#include "referee/transfer/import.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/base/exit-status.h"
#include "referee/base/escape.h"
#include "referee/results/tournament-row.h"
#include "referee/base/memory.h"
#include "referee/config/definition-text.h"

/* --- one file ------------------------------------------------------------------------------- */

void import_mistake(struct import *imp, const char *format, ...)
{
	va_list words;
	char *text = NULL;
	imp->mistakes++;
	if (imp->mistakes > IMPORT_MISTAKES) {
		if (!imp->stopped)
			fprintf(imp->err, "%s: there are more mistakes\n", imp->path);
		imp->stopped = true;
		return;
	}
	va_start(words, format);
	if (vasprintf(&text, format, words) < 0)
		text = NULL;
	va_end(words);
	char *plain = escape_text(text != NULL ? text : "no memory", false);
	fprintf(imp->err, "%s:%" PRId64 ": %s\n", imp->path, imp->line_number, plain);
	free(plain);
	free(text);
}

/* Is writing still allowed? */
static bool import_writes(const struct import *imp)
{
	return imp->intake.db != NULL && imp->mistakes == 0 && imp->error == DB_OK;
}

static void import_forget(struct import *imp)
{
	tournament_row_clear(&imp->tournament);
	params_clear(&imp->params);
	rejudge_free(imp->judge);
	imp->judge = NULL;
}

void import_end(struct import *imp)
{
	if (imp->tournament.name != NULL && import_writes(imp)) {
		imp->error = import_target_finish(&imp->intake);
	}
	import_forget(imp);
}

void import_begin(struct import *imp, const struct db_tournament *t)
{
	char why[IMPORT_WHY];
	import_end(imp);
	imp->tournament = (struct db_tournament){.name = memory_copy(t->name),
		.game = memory_copy(t->game),
		.format = memory_copy(t->format),
		.definition = db_definition_today(t->definition),
		.seats = t->seats,
		.seed = t->seed,
		.created_ms = t->created_ms,
		.note = memory_copy(t->note)};
	params_init(&imp->params, t->definition);
	const struct rejudge_terms terms = {.rules = rules_find(t->game),
		.seats = t->seats,
		.params = imp->params.settings,
		.params_count = imp->params.count,
		.endings = REJUDGE_STORED,
		.failed_tie = definition_text_failed_tie(imp->tournament.definition)};
	imp->judge = rejudge_create(&terms, why, sizeof why);
	if (terms.rules == NULL)
		snprintf(why, sizeof why, "there is no game \"%.40s\"", t->game);
	if (why[0] != '\0' || t->seats < 2) {
		import_mistake(imp, "%s", why[0] != '\0' ? why : "a game has two seats or more");
		imp->stopped = true;
		return;
	}
	imp->tournaments++;
	if (import_writes(imp))
		imp->error = import_target_tournament(&imp->intake, &imp->tournament);
}

int64_t import_bot(struct import *imp, const struct db_bot *bot)
{
	struct db_bot row = *bot;
	if (!import_writes(imp))
		return 0;
	char *settings = row.settings != NULL ? db_definition_today(row.settings) : NULL;
	row.settings = settings;
	imp->error = db_bot_add(imp->intake.db, &row);
	free(settings);
	return imp->error == DB_OK ? row.id : 0;
}

void import_game(struct import *imp, struct db_game *g)
{
	char why[IMPORT_WHY] = "";
	enum import_target_answer answer = IMPORT_TARGET_ADDED;
	int64_t other;
	imp->games_seen++;
	if (!import_check(imp, g, why)) {
		import_mistake(imp, "%s", why);
		return;
	}
	if (!import_writes(imp))
		return;
	if (g->replaced.ms != 0) {
		imp->error = import_target_replaced(&imp->intake, g);
		return;
	}
	imp->error = import_target_game(&imp->intake, g, &answer, &other);
	if (imp->error == DB_OK && answer == IMPORT_TARGET_CONFLICT)
		import_mistake(imp,
			"pairing %" PRId64
			" of tournament \"%s\" is there already, as game %" PRId64
			", and was played differently",
			g->pairing, imp->tournament.name, other);
}

/* --- lines ---------------------------------------------------------------------------------- */

struct import_line {
	char *text; /* owned */
	size_t length, size;
};

/* Reads the next line without its end. False: there is none, or it is too long. */
static bool import_read_line(struct import *imp, struct import_line *line)
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
			imp->stopped = true;
			return false;
		}
		line->text[line->length++] = (char)byte;
	}
	if (byte == EOF && line->length == 0)
		return false;
	if (line->size == 0)
		line->text = memory_get(line->size = 1, 1);
	if (line->length > 0 && line->text[line->length - 1] == '\r')
		line->length--;
	line->text[line->length] = '\0';
	imp->line_number++;
	return true;
}

void import_file(struct import *imp)
{
	struct jsonl_in *reader = NULL;
	struct import_line line = {NULL, 0, 0};
	while (!imp->stopped && imp->error == DB_OK && import_read_line(imp, &line)) {
		if (reader == NULL && line.length == 0)
			continue;
		if (memchr(line.text, '\0', line.length) != NULL) {
			import_mistake(imp, "a NUL byte: this is no export");
			break;
		}
		if (reader == NULL) {
			if (line.text[strspn(line.text, " \t")] != '{') {
				import_mistake(imp,
					"this is not JSON lines, and text is for people; import JSON lines: `referee export --format jsonl`");
				break;
			}
			reader = import_jsonl_create();
		}
		import_jsonl_line(reader, imp, line.text, line.length);
	}
	if (ferror(imp->in))
		import_mistake(imp, "it cannot be read: %s", strerror(errno));
	import_jsonl_free(reader);
	if (imp->games_seen == 0 && imp->tournaments == 0 && imp->mistakes == 0)
		import_mistake(imp, "there is no tournament in it");
	import_end(imp);
	free(line.text);
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

int import_read(struct import_target *target, const char *path)
{
	int status = EXIT_FILE;
	FILE *in = import_open(path);
	if (in == NULL)
		return status;
	struct import *imp = memory_get(1, sizeof *imp);
	imp->path = strcmp(path, "-") == 0 ? "stdin" : path;
	imp->intake = *target;
	imp->in = in;
	imp->err = stderr;
	import_file(imp);
	if (in != stdin)
		fclose(in);
	if (imp->error != DB_OK)
		status = IMPORT_TARGET_FAILED;
	else if (imp->mistakes > 0)
		fprintf(stderr, "%s: nothing of it was taken\n", imp->path);
	else
		status = EXIT_SUCCESS;
	*target = imp->intake;
	free(imp);
	return status;
}
