/*
 * verify.c - `referee verify`: checks that a database has exactly the rows that the referee would
 * write; or judges records again (replay.h).
 */
#include <stdlib.h>
#include <string.h>

#include "referee/commands/query-command.h"
#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/process/status-line.h"
#include "base/time.h"
#include "referee/results/verify.h"
#include "referee/commands/replay.h"

enum { VERIFY_COLUMNS = 8 };

#define VERIFY_REDRAW (100 * MILLISECOND)

static const char *const verify_columns[VERIFY_COLUMNS] = {
	"tournament", "name", "game", "ply", "seat", "what", "stored", "right"};

/* A tournament to verify. */
struct verify_item {
	struct verify_of of; /* its texts are owned */
	int64_t games;
};

struct verify_run {
	struct query read;
	struct option_list files; /* records, or one database */
	const char *rules_dir;	  /* for records; NULL: not given */
	struct text_table *table; /* NULL: lines for people */
	struct verify_item *items;
	int items_count;
	int64_t total, games, mismatches, unsure, removed;
	int64_t counting; /* of these games: those that count; the others were replaced */
	usec drawn;	  /* the time of the last progress line; 0: no progress line */
};

/* --- output --------------------------------------------------------------------------------- */

static void verify_clear_line(const struct verify_run *v)
{
	if (v->drawn != 0)
		fputs("\r\033[K", stderr);
}

static void verify_print(const struct mismatch *m)
{
	const char *texts[] = {m->name, m->what, m->stored, m->right};
	char *plain[4];
	for (int i = 0; i < 4; i++)
		plain[i] = escape_text(texts[i], true);
	if (m->name != NULL)
		printf("%s: ", plain[0]);
	if (m->game != 0)
		printf("game %lld", (long long)m->game);
	if (m->ply != 0)
		printf(", ply %d", m->ply);
	if (m->seat != 0)
		printf("%sseat %d", m->game != 0 ? ", " : "", m->seat);
	printf("%s%s is %s, should be %s\n", m->game != 0 || m->seat != 0 ? ": " : "", plain[1],
		plain[2], plain[3]);
	for (int i = 0; i < 4; i++)
		free(plain[i]);
}

/* A number of a row; 0: there is none. */
static struct text_table_cell verify_number(int64_t number, char text[24])
{
	snprintf(text, 24, "%lld", (long long)number);
	return (struct text_table_cell){number != 0 ? text : NULL, true, 0};
}

static void verify_on_mismatch(void *arg, const struct mismatch *m)
{
	struct verify_run *v = arg;
	char numbers[4][24];
	v->mismatches++;
	verify_clear_line(v);
	if (v->table == NULL) {
		verify_print(m);
		return;
	}
	text_table_row(v->table,
		(struct text_table_cell[VERIFY_COLUMNS]){verify_number(m->tournament, numbers[0]),
			{m->name, false, 0}, verify_number(m->game, numbers[1]),
			verify_number(m->ply, numbers[2]), verify_number(m->seat, numbers[3]),
			{m->what, false, 0}, {m->stored, false, 0}, {m->right, false, 0}});
}

static void verify_on_progress(void *arg)
{
	struct verify_run *v = arg;
	v->games++;
	if (v->drawn == 0 || v->games % 16 != 0)
		return;
	usec now = time_now();
	if (now - v->drawn < VERIFY_REDRAW)
		return;
	v->drawn = now;
	fprintf(stderr, "\r%lld of %lld games, %lld mismatches\033[K", (long long)v->games,
		(long long)v->total, (long long)v->mismatches);
	fflush(stderr);
}

static void verify_on_unsure(void *arg)
{
	struct verify_run *v = arg;
	v->unsure++;
}

static void verify_on_removed(void *arg)
{
	struct verify_run *v = arg;
	v->removed++;
}

static void verify_on_note(void *arg, const char *name, const char *text)
{
	const struct verify_run *v = arg;
	verify_clear_line(v);
	command_report(&command_verify, "%s: %s", name, text);
}

/* --- the command line ----------------------------------------------------------------------- */

static void verify_definition(struct verify_run *v, struct db_query *q)
{
	if (v->read.tournament != 0 && db_int(q, "id") != v->read.tournament)
		return;
	v->items = memory_resize(v->items, (size_t)v->items_count + 1, sizeof *v->items);
	v->items[v->items_count++] =
		(struct verify_item){.of = {.id = db_int(q, "id"),
					     .name = memory_copy(db_text(q, "name")),
					     .game = memory_copy(db_text(q, "game")),
					     .seats = (int)db_int(q, "seats"),
					     .definition = memory_copy(db_text(q, "definition")),
					     .seed = db_int(q, "seed"),
					     .failures = db_int(q, "failures") != 0},
			.games = db_int(q, "games")};
	v->total += db_int(q, "games");
}

/* Verifies every tournament that the command line names; a DB_ error. */
static int verify_all(struct verify_run *v)
{
	const struct verify_calls calls = {.mismatch = verify_on_mismatch,
		.progress = verify_on_progress,
		.unsure = verify_on_unsure,
		.removed = verify_on_removed,
		.note = verify_on_note,
		.arg = v};
	int error = db_snapshot(v->read.db); /* a tournament may be running */
	if (error == DB_OK) {
		struct db_query q;
		db_query(&q, v->read.db, "definitions");
		while (db_next(&q))
			verify_definition(v, &q);
		error = db_end(&q);
	}
	if (status_line_can())
		v->drawn = time_now();
	if (v->read.format != TEXT_TABLE_TEXT)
		v->table =
			text_table_create(v->read.format, stdout, verify_columns, VERIFY_COLUMNS);
	if (error == DB_OK)
		error = verify_file(v->read.db, &calls);
	for (int i = 0; i < v->items_count && error == DB_OK; i++)
		error = verify_tournament(v->read.db, &v->items[i].of, &calls, true);
	v->counting = v->games;
	if (error == DB_OK)
		error = db_read_replaced(v->read.db);
	for (int i = 0; i < v->items_count && error == DB_OK; i++)
		error = verify_tournament(v->read.db, &v->items[i].of, &calls, false);
	verify_clear_line(v);
	if (v->unsure > 0)
		command_report(&command_verify,
			"%s ended by the oracle, and the value of the last position is not known now (is referee-solve beside the referee?): the ranks count as they are stored",
			counted(v->unsure, "game").text);
	if (v->removed > 0)
		command_report(&command_verify,
			"the moves of %s were removed (the table removed_moves says why): what follows from the results is verified, not the moves",
			counted(v->removed, "game").text);
	if (v->table != NULL)
		text_table_free(v->table);
	else if (error == DB_OK) {
		int64_t replaced = v->games - v->counting;
		printf("%s of %s", counted(v->counting, "game").text,
			counted(v->items_count, "tournament").text);
		if (replaced > 0)
			printf(" and %lld that count%s no more", (long long)replaced,
				plural(replaced, "s", ""));
		printf(" verified: %s\n", counted(v->mismatches, "mismatch").text);
	}
	return error;
}

static int verify_database(struct verify_run *v)
{
	int status;
	if (!query_open(&v->read, &status))
		return status;
	bool one = v->read.which != NULL && strcmp(v->read.which, "all") != 0;
	if (one && !query_find(&v->read, &status))
		return status;
	status = query_close(&v->read, verify_all(v));
	for (int i = 0; i < v->items_count; i++) {
		free((char *)v->items[i].of.name);
		free((char *)v->items[i].of.game);
		free((char *)v->items[i].of.definition);
	}
	free(v->items);
	return status == EXIT_SUCCESS && v->mismatches > 0 ? EXIT_FAULTS : status;
}

static int verify_start(struct verify_run *v)
{
	const struct option_list *files = &v->files;
	bool database = files->count == 1 && db_is_file(files->all[0]);
	if (files->count == 0 || (database && v->read.path == NULL)) {
		v->read.path = database ? files->all[0] : v->read.path;
		return v->rules_dir == NULL ? verify_database(v)
					    : command_misused(&command_verify,
						      "--rules-dir: it needs files of records");
	}
	if (v->read.path != NULL || v->read.which != NULL || v->read.format != TEXT_TABLE_TEXT)
		return command_misused(&command_verify,
			"%s: the options of a database do not go with files of records",
			files->all[0]);
	return replay_files(&command_verify, files, v->rules_dir);
}

static int verify_run(int argc, char **argv)
{
	struct verify_run v = {.total = 0};
	int status;
	if (query_read(&command_verify, &v.read, &v, argc, argv, &status))
		status = verify_start(&v);
	option_list_clear(&v.files);
	return status;
}

static const struct option_row verify_options[] = {
	{OPTION("rules-dir", TEXT, offsetof(struct verify_run, rules_dir)), .value = "DIR",
		.help = "start the program of a record's rules, which it names, in this folder and in a sandbox, and judge by it"},
	{.name = NULL},
};

const struct command command_verify = {
	.name = "verify",
	.group = COMMAND_DATA,
	.summary = "Judge every game of a database, or of files of records, again",
	.about =
		"Plays every game of the database again by its rules and compares moves, seats, clocks, how it ended, the position at the end, ranks, points, ratings, hashes, totals and byes, and round, pairing, seed and opening against the schedule. "
		"Prints a line for each mismatch: where it is, what is stored, what should be. "
		"Without --tournament, or with `all`, it verifies every tournament of the database.\n"
		"Of a record it plays the game again by the rules, prints its result, and lists where the record differs: moves, reason of the end, ranks. "
		"Records are the files that `referee play` saves and `referee export record` writes; a file may hold several. "
		"`referee show --record FILE` shows one. "
		"A game whose rules are a program is judged by the answers in its record. With --rules-dir the program is asked too.",
	.options =
		{.arguments = {{"FILE", ARGUMENT_ANY, offsetof(struct verify_run, files),
			 "a file of records, - for the standard input; or a database, like --db"}},
			.groups = {{.title = "Records", .rows = verify_options},
				QUERY_GROUP(offsetof(struct verify_run, read))}},
	.notes =
		"Exit status: 0 no mismatch; 1 a mismatch; 2 usage; 3 a file of records cannot be read; 5 the database.",
	.examples = (const char *const[]){"# Judge all games of the newest tournament again.",
		"referee verify --db cup.db", "# Judge the record of a game again.",
		"referee verify game.txt", NULL},
	.run = verify_run,
	.was = "replay",
};
