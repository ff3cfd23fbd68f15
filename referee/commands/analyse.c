/*
 * analyse.c - `referee analyse`: solves stored games exactly, and finds the mistakes of bots.
 *
 * An answer depends only on the game and the budget (results/game-analysis.h). So an interrupted
 * command can be repeated: it continues with the games that are left and finds the same values.
 * Games are committed in groups. The game of a record is in no database; its mistakes are printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/query-command.h"
#include "base/plural.h"
#include "base/memory.h"
#include "referee/process/status-line.h"
#include "base/text-file.h"
#include "referee/report/blunders.h"
#include "referee/results/game-analysis.h"

enum {
	ANALYSE_NODES = 1000000, /* the default */
	ANALYSE_GROUP = 64	 /* most games committed together */
};
#define ANALYSE_GROUP_TIME SECOND /* the longest time until they are committed */
#define ANALYSE_REDRAW	   (100 * MILLISECOND)

struct analyse {
	struct query read;	   /* its read connection */
	struct stored_game stored; /* the current game */
	struct game_analysis analysis;
	const char *number; /* of the only game, or the file of its record; NULL: all games */
	int64_t only;	    /* likewise; 0: all games */
	const char *bot;    /* NULL: all bots */
	int64_t nodes;
	int64_t *games; /* owned: the games to analyse */
	long count, room, done, broken, removed;
	int64_t known, positions; /* positions with a known value, positions in all */
	int group;		  /* games that are not committed yet */
	usec group_began, began, drawn;
	bool line;		   /* shows progress on a terminal */
	struct status_lines lines; /* the progress without a terminal */
};

/* --- the games ------------------------------------------------------------------------------ */

/* Is bot one of names, which are separated by blanks? */
static bool analyse_names(const char *names, const char *bot)
{
	size_t length = strlen(bot);
	for (; *names != '\0'; names += strspn(names, " ")) {
		size_t name = strcspn(names, " ");
		if (name == length && memcmp(names, bot, length) == 0)
			return true;
		names += name;
	}
	return false;
}

/* A row of the query to-analyse. */
static void analyse_found(struct analyse *a, struct db_query *q)
{
	const char *bots = db_text(q, "bots");
	if (a->only != 0 && db_int(q, "id") != a->only)
		return;
	if (a->bot != NULL && (bots == NULL || !analyse_names(bots, a->bot)))
		return;
	if (a->count == a->room) {
		a->room = 2 * a->room + 1024;
		a->games = memory_resize(a->games, (size_t)a->room, sizeof *a->games);
	}
	a->games[a->count++] = db_int(q, "id");
}

/* --- one game ------------------------------------------------------------------------------- */

/* Analyses the loaded game. False: not to its end. */
static bool analyse_loaded(struct analyse *a, int *error)
{
	struct game_analysis *found = &a->analysis;
	if (!game_analysis_run(found, &a->stored))
		return false;
	*error = db_analysis_set(
		a->read.db, a->stored.game, a->nodes, found->known, found->plies, found->moves);
	a->known += found->known;
	a->positions += found->plies + 1;
	return true;
}

/* Loads a game. A DB_ error. */
static int analyse_load(struct analyse *a, int64_t game)
{
	a->stored.game = game;
	int error = stored_game_find(&a->stored, a->read.db);
	return error == DB_OK ? stored_game_load(&a->stored, a->read.db) : error;
}

/* Replays a game and analyses it. A game whose moves do not fit the rules is reported and
 * skipped. */
static bool analyse_game(struct analyse *a, int64_t game, int *error)
{
	bool whole = true;
	*error = analyse_load(a, game);
	if (*error == DB_OK && stored_game_is_playable(&a->stored)) {
		whole = analyse_loaded(a, error);
	} else if (*error == DB_OK && *a->stored.texts[STORED_GAME_REMOVED] != '\0') {
		a->broken++;
		a->removed++;
	} else if (*error == DB_OK) {
		if (a->line)
			fputs("\r\033[K", stderr);
		command_report(&command_analyse, "game %" PRId64 ": it cannot be played again: %s",
			game, a->stored.err.text);
		a->broken++;
	}
	stored_game_clear(&a->stored);
	return whole;
}

/* --- all games ------------------------------------------------------------------------------ */

static void analyse_draw(struct analyse *a)
{
	usec now = time_now();
	if (!a->line) {
		char text[STATUS_LINE_PLAIN];
		if (status_lines_due(&a->lines, a->done, a->count, "games", now, text))
			command_report(&command_analyse, "%s", text);
	}
	if (!a->line || (a->drawn > 0 && now - a->drawn < ANALYSE_REDRAW && a->done < a->count))
		return;
	double seconds = (double)(now - a->began) / SECOND;
	double left = a->done > 0 ? seconds / (double)a->done * (double)(a->count - a->done) : 0;
	char eta[STATUS_LINE_SPAN];
	status_line_span(left, eta);
	fprintf(stderr, "\r%ld/%ld games  %.1f/s  ETA %s\033[K", a->done, a->count,
		seconds > 0 ? (double)a->done / seconds : 0, eta);
	fflush(stderr);
	a->drawn = now;
}

/* Begins a group, or commits a full group; last: commits any group. */
static int analyse_group(struct analyse *a, bool last)
{
	bool full = a->group >= ANALYSE_GROUP || time_now() - a->group_began > ANALYSE_GROUP_TIME;
	int error = DB_OK;
	if (a->group_began > 0 && (full || last)) {
		error = db_commit(a->read.db);
		a->group_began = 0;
	}
	if (error == DB_OK && !last && a->group_began == 0) {
		error = db_begin(a->read.db);
		a->group_began = time_now();
		a->group = 0;
	}
	return error;
}

static int analyse_all(struct analyse *a)
{
	int error = DB_OK;
	a->began = time_now();
	status_lines_init(&a->lines, a->began);
	for (long i = 0; i < a->count && error == DB_OK && a->analysis.signal == 0; i++) {
		error = analyse_group(a, false);
		if (error != DB_OK || !analyse_game(a, a->games[i], &error))
			break;
		a->group++;
		a->done++;
		analyse_draw(a);
	}
	if (error == DB_OK)
		error = analyse_group(a, true);
	if (a->line && a->done > 0)
		fputc('\n', stderr);
	return error;
}

/* Can the solver solve these games? The first game that can be replayed decides for all. */
static bool analyse_can(struct analyse *a, struct error *err)
{
	bool can = true;
	if (analyse_load(a, a->games[0]) == DB_OK && a->stored.setup.rules != NULL)
		can = game_analysis_can(&a->analysis, &a->stored, err);
	stored_game_clear(&a->stored);
	return can;
}

/* --- the command ---------------------------------------------------------------------------- */

/* Finds the tournament of the only game. False: as query_find(). */
static bool analyse_find_game(struct analyse *a, int *status)
{
	struct query *r = &a->read;
	a->stored.game = a->only;
	int error = stored_game_find(&a->stored, r->db);
	const char *of =
		a->stored.texts[0] != NULL ? a->stored.texts[STORED_GAME_TOURNAMENT] : NULL;
	bool found =
		error == DB_OK && of != NULL && (r->which == NULL || atoll(of) == r->tournament);
	if (found)
		r->tournament = atoll(of);
	else
		*status = query_close(r, error);
	if (!found && error == DB_OK)
		*status = command_misused(&command_analyse,
			"there is no game %" PRId64 "%s; `referee games` lists them", a->only,
			r->which != NULL ? " in this tournament" : "");
	stored_game_clear(&a->stored);
	return found;
}

/* Checks that the database exists, then opens it again for writing. */
static bool analyse_open(struct analyse *a, int *status)
{
	struct query *r = &a->read;
	if (!query_open(r, status))
		return false;
	char *path = memory_copy(db_path(r->db));
	query_close(r, DB_OK);
	int error = db_open(&r->db, path, DB_WRITE);
	free(path);
	if (error == DB_LOCKED) {
		command_report(&command_analyse,
			"%s; analyse a copy: `referee backup FILE` makes one",
			db_error_text(r->db));
		query_close(r, DB_OK);
		*status = EXIT_DATABASE;
	} else if (error != DB_OK) {
		*status = query_close(r, error);
	}
	return error == DB_OK && query_find(r, status) &&
	       (a->only == 0 || analyse_find_game(a, status)) &&
	       (a->bot == NULL || query_bot(r, a->bot, status));
}

static void analyse_report(const struct analyse *a, int argc, char **argv)
{
	command_report(&command_analyse,
		"%ld of %ld games analysed, %" PRId64 " of %" PRId64 " values found with %" PRId64
		" nodes",
		a->done - a->broken, a->count, a->known, a->positions, a->nodes);
	if (a->removed > 0)
		command_report(&command_analyse, "the moves of %s were removed",
			counted(a->removed, "game").text);
	if (a->analysis.signal == 0)
		return;
	command_report(&command_analyse, "stopped; every analysed game is kept. To go on:\n");
	fputc('\t', stderr);
	command_write_resume(stderr, argc, argv);
	fputs("\n\n", stderr);
}

/* Shows the only game with its values, after the database was closed. */
static void analyse_show(const struct analyse *a, const char *path)
{
	enum text_table_format format = a->read.format;
	command_run_words((const char *[]){"show", a->number, "--plain", "--db", path,
		format == TEXT_TABLE_JSON  ? "--json"
		: format == TEXT_TABLE_CSV ? "--csv"
					   : NULL,
		NULL});
}

static int analyse_opened(struct analyse *a, int argc, char **argv)
{
	struct query *r = &a->read;
	struct db_query q;
	struct error err;
	db_query(&q, r->db, "to-analyse", r->tournament, a->nodes);
	while (db_next(&q))
		analyse_found(a, &q);
	int error = db_end(&q);
	if (error != DB_OK)
		return query_close(r, error);
	game_analysis_init(&a->analysis, a->nodes);
	if (a->count > 0 && !analyse_can(a, &err)) {
		query_close(r, DB_OK);
		return command_misused(&command_analyse, "%s", err.text);
	}
	error = analyse_all(a);
	if (error == DB_OK)
		analyse_report(a, argc, argv);
	bool ended = error == DB_OK && a->analysis.signal == 0 && !a->analysis.failed;
	if (ended && a->only == 0)
		error = query_table(r, "accuracy", &r->tournament, 1);
	char *path = memory_copy(db_path(r->db));
	int status = query_close(r, error);
	if (ended && a->only != 0)
		analyse_show(a, path);
	free(path);
	if (a->analysis.failed && status == EXIT_SUCCESS)
		return command_fail(&command_analyse, EXIT_BROKEN,
			"game %" PRId64 ": the solver crashed twice", a->games[a->done]);
	return status == EXIT_SUCCESS && a->analysis.signal != 0 ? EXIT_SIGNAL + a->analysis.signal
								 : status;
}

/* --- a record ------------------------------------------------------------------------------- */

/* Loads the game of the file. False: it was reported. */
static bool analyse_load_record(struct analyse *a)
{
	struct stored_game *g = &a->stored;
	struct error err;
	int line;
	char *text = text_file_read(a->number, TEXT_FILE_MAX, &line, &err);
	bool good = text != NULL && move_list_read(&g->moves, &g->setup, text, &err);
	if (!good)
		command_report(&command_analyse, "%s: %s", a->number, err.text);
	free(text);
	return good;
}

/* Analyses the loaded record. Returns the exit status. */
static int analyse_loaded_record(struct analyse *a)
{
	struct error err;
	game_analysis_init(&a->analysis, a->nodes);
	if (!game_analysis_can(&a->analysis, &a->stored, &err))
		return command_misused(&command_analyse, "%s", err.text);
	if (game_analysis_run(&a->analysis, &a->stored)) {
		const struct game_analysis *found = &a->analysis;
		struct blunders b;
		int unknown = 0;
		for (int i = 0; i < found->plies; i++)
			unknown += !found->moves[i].before_known || !found->moves[i].after_known;
		blunders_find(&b, &a->stored.moves, found->moves);
		blunders_print(&b, unknown);
		blunders_clear(&b);
		if (unknown > 0)
			printf("%s a value that is unknown; more work may find it: --nodes %" PRId64
			       "\n",
				counted(unknown, "move has").text, 10 * a->nodes);
		return EXIT_SUCCESS;
	}
	if (!a->analysis.failed)
		return EXIT_SIGNAL + a->analysis.signal;
	command_report(&command_analyse, "%s: the solver crashed twice", a->number);
	return EXIT_BROKEN;
}

static int analyse_record(struct analyse *a)
{
	const struct query *r = &a->read;
	if (r->path != NULL || r->which != NULL || a->bot != NULL || r->format != TEXT_TABLE_TEXT)
		return command_misused(&command_analyse,
			"%s: the game of a record is in no database; leave out --db, --tournament, --bot, --csv and --json",
			a->number);
	int status = analyse_load_record(a) ? analyse_loaded_record(a) : EXIT_FILE;
	stored_game_clear(&a->stored);
	return status;
}

/* --- reading -------------------------------------------------------------------------------- */

static int analyse_read(struct analyse *a, int argc, char **argv)
{
	int status;
	if (!query_read(&command_analyse, &a->read, a, argc, argv, &status))
		return status;
	const char *what = a->number;
	bool named = what != NULL && what[strspn(what, "0123456789")] != '\0';
	if (named && (strcmp(what, "-") == 0 || access(what, F_OK) == 0))
		return analyse_record(a);
	if (named)
		return command_fail(&command_analyse, EXIT_FILE,
			"there is neither a game nor a file \"%s\"; `referee games` lists the games",
			what);
	if (what != NULL && (a->only = query_game_number(&command_analyse, what)) == 0)
		return EXIT_USAGE;
	return analyse_open(a, &status) ? analyse_opened(a, argc, argv) : status;
}

static int analyse_run(int argc, char **argv)
{
	struct analyse *a = memory_get(1, sizeof *a);
	a->nodes = ANALYSE_NODES;
	a->line = status_line_can();
	int status = analyse_read(a, argc, argv);
	game_analysis_clear(&a->analysis);
	free(a->games);
	free(a);
	return status;
}

static const struct option_row analyse_options[] = {
	{OPTION("nodes", NUMBER, offsetof(struct analyse, nodes)), .value = "N", .min = 1,
		.max = INT64_C(1000000000000000), .preset = "1000000",
		.help = "let the solver visit this many positions for each value"},
	{OPTION("bot", TEXT, offsetof(struct analyse, bot)), .value = "NAME",
		.help = "analyse only games of this bot"},
	{.name = NULL},
};

const struct command command_analyse = {
	.name = "analyse",
	.group = COMMAND_RESULTS,
	.summary = "Find the exact value of each move, and how well each bot played",
	.about =
		"Finds the exact value of the position before and after every move, as far as the budget allows, and stores them. "
		"Then prints for each bot how many of its moves kept a won position won and a drawn position drawn. "
		"Games that were analysed with at least this budget are not analysed again. "
		"The same command resumes an interrupted analysis. "
		"`referee show GAME` and the view blunders name the moves that lost value. "
		"The file of a record, such as the page of a game offers, needs no database: its blunders are printed.",
	.examples = (const char *const[]){"# Analyse all games of the newest tournament.",
		"referee analyse", "# Analyse one game, with more work for each value.",
		"referee analyse 17 --nodes 10000000",
		"# Name the blunders of a game that was downloaded from its page.",
		"referee analyse 17.record", NULL},
	.options = {.arguments = {{"GAME|FILE", ARGUMENT_OPTIONAL, offsetof(struct analyse, number),
			    "analyse only this game, and show it; or the game of this record"}},
		.groups = {{.rows = analyse_options}, QUERY_GROUP(offsetof(struct analyse, read))}},
	.run = analyse_run,
};
