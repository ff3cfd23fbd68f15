/*
 * export.c - `referee export`: writes a tournament in one of the formats.
 */
#include "referee/import-export/export.h"

#include "base/plural.h"
#include "referee/submissions/class-notes.h"
#include "referee/commands/query-command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/results/tournament-row.h"
#include "base/memory.h"
#include "rules/rules.h"

enum { EXPORT_FORMATS = 16 };

/* The values of the command line. */
struct export_request {
	struct query query;
	struct export export;
	const char *format, *argument, *file;
	struct option_list games;
};

/* Finds the format by its name, or by the suffix of the file's name. NULL: there is none. */
static const struct export_format *export_find(const char *name, const char *file)
{
	const char *suffix = file != NULL ? strrchr(file, '.') : NULL;
	for (const struct export_format *f = export_formats; f->name != NULL; f++)
		if (name != NULL	 ? strcmp(f->name, name) == 0
			: suffix != NULL ? strcmp(f->suffix, suffix) == 0
					 : false)
			return f;
	return NULL;
}

/* The format of a file with no format of its own: text. A file of chess is refused by name. */
static const char *export_guess(const char *file)
{
	const char *suffix = file != NULL ? strrchr(file, '.') : NULL;
	if (suffix == NULL || strchr(suffix, '/') != NULL || strcmp(suffix, ".db") == 0)
		return "text";
	if (strcmp(suffix, ".pgn") == 0 || strcmp(suffix, ".epd") == 0)
		return suffix + 1;
	command_report(&command_export,
		"-o %s: no format has the suffix %s, so it is written as text; `referee export FORMAT -o FILE` names a format",
		file, suffix);
	return "text";
}

static bool export_choose(struct export_request *request)
{
	struct export *e = &request->export;
	const struct export_format *suffix = export_find(NULL, request->file);
	const char *name = request->format;
	if (name == NULL && request->query.format != TEXT_TABLE_TEXT)
		name = request->query.format == TEXT_TABLE_JSON ? "jsonl" : "csv";
	if (name == NULL && suffix == NULL)
		name = export_guess(request->file);
	e->format = export_find(name, request->file);
	if (e->format == NULL) {
		const char *names[EXPORT_FORMATS];
		int count = 0;
		for (const struct export_format *f = export_formats; f->name != NULL; f++)
			names[count++] = f->name;
		bool chess = strcmp(name, "pgn") == 0 || strcmp(name, "epd") == 0;
		char *hint = query_hint(chess ? "" : name, names, count,
			chess ? "it is for chess alone; text has the moves for people, jsonl for programs"
			      : "`referee help export` lists them");
		command_misused(&command_export, "there is no format \"%s\"%s", name, hint);
		free(hint);
		return false;
	}
	e->json = e->format->write == export_positions && suffix != NULL &&
		  suffix->write == export_jsonl;
	return true;
}

/* Checks the flags that pages allow. */
static bool export_fit_page(const struct export_request *request)
{
	const struct export *e = &request->export;
	bool page = e->format->write == export_html;
	if (page && (e->bot != NULL || request->games.count > 0))
		return command_report(&command_export,
			"%s: the format html writes a whole tournament; leave it out",
			e->bot != NULL ? "--bot" : "--game");
	if (!page && e->max_games >= 0)
		return command_report(&command_export,
			"--games: only the format html has it; --game selects games");
	return true;
}

static int export_compare(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
	return (first > second) - (first < second);
}

/* Reads the numbers of --game, sorts them, and removes duplicates. */
static bool export_read_games(struct export_request *request)
{
	struct export *e = &request->export;
	for (int i = 0; i < request->games.count; i++) {
		for (const char *at = request->games.all[i];; at++) {
			char *end;
			errno = 0;
			long long game = strtoll(at, &end, 10);
			if (errno != 0 || end == at || game < 1 || (*end != '\0' && *end != ','))
				return command_report(&command_export,
					"--game %s: not a list of numbers; write numbers of games with commas, as `referee games` lists them",
					request->games.all[i]);
			if (e->games_count == EXPORT_GAMES)
				return command_report(&command_export,
					"--game: too many games; at most %d are possible",
					EXPORT_GAMES);
			e->games[e->games_count++] = game;
			at = end;
			if (*at == '\0')
				break;
		}
	}
	int count = 0;
	qsort(e->games, (size_t)e->games_count, sizeof *e->games, export_compare);
	for (int i = 0; i < e->games_count; i++)
		if (count == 0 || e->games[count - 1] != e->games[i])
			e->games[count++] = e->games[i];
	e->games_count = count;
	return true;
}

static bool export_read_share(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	struct export_request *a = values;
	char *end;
	double share = strtod(text, &end);
	(void)row;
	a->export.choice.share = share;
	if (strspn(text, "0123456789.") == strlen(text) && end != text && *end == '\0' &&
		share > 0 && share <= 1)
		return true;
	return error_set(err, "it must be a number above 0 and up to 1, such as 0.1");
}

/* Checks the flags that only the format positions allows. */
static bool export_fit_positions(struct export_request *request)
{
	struct export_choice *c = &request->export.choice;
	bool drawn = c->sample != INT64_MAX || c->share < 1;
	bool any = c->from_ply != 1 || c->to_ply != INT64_MAX || drawn || c->seed != 0 ||
		   c->no_openings || c->no_forced || c->only_scored || c->no_faults || c->unique;
	if (request->export.format->write != export_positions && any)
		return command_report(&command_export,
			"--no-openings, --no-forced, --from-ply, --to-ply, --only-scored, --no-faults, --sample, --share, --seed and --unique: only the format positions has them");
	if (c->sample != INT64_MAX && c->share < 1)
		return command_report(&command_export,
			"--sample and --share exclude each other; give one of them");
	if (c->seed != 0 && !drawn)
		return command_report(&command_export, "--seed goes with --sample or --share");
	if (c->from_ply > c->to_ply)
		return command_report(&command_export,
			"--from-ply %lld: it must not come after --to-ply %lld",
			(long long)c->from_ply, (long long)c->to_ply);
	return true;
}

static int export_write_file(struct export *e, const char *path)
{
	struct export_file file;
	if (path != NULL && strcmp(path, "-") == 0)
		path = NULL;
	if (!export_file_open(&file, path, &e->err))
		return command_fail(&command_export, EXIT_USAGE, "%s", e->err.text);
	e->out = file.out;
	int error = e->format->write(e);
	if (error == EXPORT_FAILED)
		command_report(&command_export, "%s", e->err.text);
	else if (error != DB_OK)
		command_report(&command_export, "%s", db_error_text(e->db));
	else if (e->removed > 0)
		fprintf(stderr,
			"referee export: %s left out: %s moves were removed (`referee show` says why); csv has the results\n",
			counted(e->removed, "game is").text, plural(e->removed, "its", "their"));
	int status = error == DB_OK ? EXIT_SUCCESS : EXIT_DATABASE;
	if (!export_file_close(&file, status == EXIT_SUCCESS, &e->err))
		return command_fail(&command_export, EXIT_BROKEN, "%s", e->err.text);
	return status;
}

/* Are the games of --game there? Looks before anything is written. */
static bool export_has_games(const struct export_request *request, int *status)
{
	const struct export *e = &request->export;
	int error = DB_OK;
	bool found = true;
	for (int i = 0; i < e->games_count && found && error == DB_OK; i++) {
		struct db_games *games = db_games(e->db,
			&(struct db_filter){
				.tournament = e->tournament.id, .game = e->games[i], .bare = true});
		found = db_games_next(games) != NULL;
		error = db_games_end(games);
		if (error == DB_OK && !found)
			command_report(&command_export,
				"there is no game %lld in tournament \"%s\"",
				(long long)e->games[i], e->tournament.name);
	}
	*status = EXIT_DATABASE;
	if (error != DB_OK)
		command_report(&command_export, "%s", db_error_text(e->db));
	return error == DB_OK && found;
}

static int export_found(struct export_request *request)
{
	struct export *e = &request->export;
	struct query *r = &request->query;
	int status;
	if (!query_open(r, &status))
		return status;
	if (db_snapshot(r->db) != DB_OK)
		return query_close(r, DB_BROKEN);
	if (!query_find(r, &status) || (e->bot != NULL && !query_bot(r, e->bot, &status)))
		return status;
	e->db = r->db;
	e->json |= r->format == TEXT_TABLE_JSON;
	int error = tournament_row_read(r->db, r->tournament, &e->tournament);
	if (error != DB_OK)
		return query_close(r, error);
	if (export_has_games(request, &status)) {
		struct class_left_out left_out;
		class_left_out_read(&left_out, db_path(r->db), e->tournament.name);
		e->left_out = left_out.rows;
		e->left_out_count = left_out.count;
		status = export_write_file(e, request->file);
		class_left_out_clear(&left_out);
	}
	tournament_row_clear(&e->tournament);
	query_close(r, DB_OK);
	return status;
}

static int export_start(struct export_request *request)
{
	struct export_choice *c = &request->export.choice;
	if (request->argument != NULL && request->format != NULL)
		return command_misused(&command_export,
			"\"%s\" and --format %s: only one format is possible", request->argument,
			request->format);
	if (request->argument != NULL)
		request->format = request->argument;
	if (!export_choose(request) || !export_fit_page(request) || !export_read_games(request) ||
		!export_fit_positions(request))
		return EXIT_USAGE;
	c->seed = c->seed != 0 ? c->seed : 1;
	return export_found(request);
}

static int export_run(int argc, char **argv)
{
	struct export_request *request = memory_get(1, sizeof *request);
	int status;
	request->export.max_games = -1;
	request->export.choice = (struct export_choice){
		.from_ply = 1, .to_ply = INT64_MAX, .sample = INT64_MAX, .share = 1};
	if (query_read(&command_export, &request->query, request, argc, argv, &status))
		status = export_start(request);
	options_clear(&command_export.options, request);
	free(request);
	return status;
}

/* The formats, as words of the help. */
static bool export_format_word(size_t number, struct option_row *row)
{
	const struct export_format *f = &export_formats[number];
	*row = (struct option_row){.name = f->name, .help = f->help};
	return f->name != NULL;
}

#define EXPORT_AT(member)     offsetof(struct export_request, member)
#define EXPORT_CHOICE(member) EXPORT_AT(export.choice.member)

static const struct option_row export_options[] = {
	{OPTION("format", TEXT, EXPORT_AT(format)), .value = "FORMAT",
		.preset = "by the suffix of -o FILE, else text", .help = "write this format"},
	{OPTION("output", TEXT, EXPORT_AT(file)), .letter = 'o', .value = "FILE",
		.preset = "the standard output",
		.help = "write to this file; it appears when it is complete, and replaces any file but a database"},
	{OPTION("bot", TEXT, EXPORT_AT(export.bot)), .value = "NAME",
		.help = "write only games of this bot"},
	{OPTION("game", LIST, EXPORT_AT(games)), .value = "N[,N...]", .max = PARAMETERS_MAX,
		.help = "write only these games"},
	{OPTION("games", NUMBER, EXPORT_AT(export.max_games)), .value = "N", .min = 0,
		.max = INT64_MAX, .preset = "5000 at most, and 200000 moves",
		.help = "write this many of the newest games into the page of the format html, whatever its size"},
	{.name = NULL},
};

static const struct option_row export_positions_options[] = {
	{OPTION("no-openings", SWITCH, EXPORT_CHOICE(no_openings)),
		.help = "leave out the positions of openings"},
	{OPTION("no-forced", SWITCH, EXPORT_CHOICE(no_forced)),
		.help = "leave out positions that have one legal move"},
	{OPTION("only-scored", SWITCH, EXPORT_CHOICE(only_scored)),
		.help = "leave out positions whose move has no score"},
	{OPTION("no-faults", SWITCH, EXPORT_CHOICE(no_faults)),
		.help = "leave out games that a bot lost by a fault of its own"},
	{OPTION("from-ply", NUMBER, EXPORT_CHOICE(from_ply)), .value = "N", .min = 1,
		.max = INT64_MAX,
		.help = "begin at this ply of the game; the plies of its opening count"},
	{OPTION("to-ply", NUMBER, EXPORT_CHOICE(to_ply)), .value = "N", .min = 1, .max = INT64_MAX,
		.help = "end at this ply of the game"},
	{OPTION("sample", NUMBER, EXPORT_CHOICE(sample)), .value = "N", .min = 1, .max = INT64_MAX,
		.help = "take this many positions of each game at random"},
	{OPTION("share", READ, 0), .value = "N", .max = 1, .read = export_read_share,
		.help = "take each position with this probability, such as 0.1"},
	{OPTION("seed", NUMBER, EXPORT_CHOICE(seed)), .value = "N", .min = 1, .max = INT64_MAX,
		.preset = "1", .help = "use this random seed for --sample and --share"},
	{OPTION("unique", SWITCH, EXPORT_CHOICE(unique)),
		.help = "write each position once; this remembers about 8 million positions"},
	{.name = NULL},
};

const struct command command_export = {
	.name = "export",
	.group = COMMAND_DATA,
	.summary = "Write a tournament as text, CSV, JSON lines or HTML",
	.about = "Writes the games of a tournament in the order in which they were finished.",
	.options = {.arguments = {{"FORMAT", ARGUMENT_OPTIONAL, EXPORT_AT(argument),
			    "the format, as --format names it"}},
		.groups = {{.rows = export_options},
			{.title = "Only for the format positions",
				.rows = export_positions_options},
			QUERY_GAMES_GROUP(EXPORT_AT(query)), QUERY_GROUP(EXPORT_AT(query)),
			{.title = "Formats", .row = export_format_word, .words = true}}},
	.examples =
		(const char *const[]){"# Write all data of a tournament, to import it elsewhere.",
			"referee export --db cup.db -o cup.jsonl", "# Write one page for browsers.",
			"referee export html --db cup.db -o cup.html", NULL},
	.run = export_run,
};
