/*
 * export.c - referee export: a tournament written out in one of the formats.
 */
#include "referee/commands/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/commands/import-target.h"
#include "referee/base/memory.h"
#include "referee/base/did-you-mean.h"
#include "rules/rules.h"

enum { EXPORT_FORMATS = 16 };

/* What the command line says. */
struct export_asked {
	const char *format, *file, *most;
	const char *games[PARAMETERS_MAX];
	int games_count;
	struct export_choice_flags choice;
};

static const struct export_format *export_find(const char *name)
{
	for (const struct export_format *const *f = all_exports; *f != NULL; f++)
		if (strcmp((*f)->name, name) == 0)
			return *f;
	return NULL;
}

/* A file's name says what it is to hold. */
static const struct export_format *export_find_suffix(const char *file)
{
	const char *suffix = file != NULL ? strrchr(file, '.') : NULL;
	for (const struct export_format *const *f = all_exports; suffix != NULL && *f != NULL; f++)
		if (strcmp((*f)->suffix, suffix) == 0)
			return *f;
	return NULL;
}

static bool export_choose(struct export *e, const struct export_asked *asked)
{
	const char *names[EXPORT_FORMATS];
	const struct export_format *suffix = export_find_suffix(asked->file);
	int count = 0;
	if (asked->format == NULL)
		e->format = e->read.format == TEXT_TABLE_JSON  ? &export_jsonl
			    : e->read.format == TEXT_TABLE_CSV ? &export_csv
							       : suffix;
	else
		e->format = export_find(asked->format);
	if (e->format == &export_positions && suffix == &export_jsonl)
		e->read.format = TEXT_TABLE_JSON;
	if (asked->format == NULL && e->format == NULL)
		e->format = &export_text;
	if (e->format != NULL)
		return true;
	for (const struct export_format *const *f = all_exports; *f != NULL; f++)
		names[count++] = (*f)->name;
	const char *meant = did_you_mean(asked->format, names, count);
	if (meant != NULL)
		query_usage(&e->read, "there is no format \"%s\"; did you mean \"%s\"?",
			asked->format, meant);
	else
		query_usage(&e->read,
			"there is no format \"%s\"; \"referee help export\" lists them",
			asked->format);
	return false;
}

/* What belongs to pages alone, and what they have no use for. */
static bool export_read_most(struct export *e, const struct export_asked *asked)
{
	char *end;
	bool page = e->format == &export_html;
	e->most = -1;
	if (page && (e->bot != NULL || asked->games_count > 0)) {
		query_usage(&e->read, "%s: a page is of a whole tournament",
			e->bot != NULL ? "--bot" : "--game");
		return false;
	}
	if (asked->most == NULL)
		return true;
	errno = 0;
	e->most = strtoll(asked->most, &end, 10);
	if (page && errno == 0 && end != asked->most && *end == '\0' && e->most >= 0)
		return true;
	query_usage(&e->read,
		page ? "--games %s: how many of the newest games the page has, a number from 0"
		     : "--games %s is for the format html; --game names games",
		asked->most);
	return false;
}

static int export_compare(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;
	return (first > second) - (first < second);
}

/* The numbers of --game, rising, each once. */
static bool export_read_games(struct export *e, const struct export_asked *asked)
{
	for (int i = 0; i < asked->games_count; i++) {
		for (const char *at = asked->games[i];; at++) {
			char *end;
			errno = 0;
			long long game = strtoll(at, &end, 10);
			if (errno != 0 || end == at || game < 1 || (*end != '\0' && *end != ',')) {
				query_usage(&e->read,
					"--game %s: numbers of games parted by commas, as \"referee games\" lists them",
					asked->games[i]);
				return false;
			}
			if (e->games_count == EXPORT_GAMES) {
				query_usage(&e->read, "--game: %d games at most", EXPORT_GAMES);
				return false;
			}
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

/* Into e->out. Returns the exit status; what went wrong is told. */
static int export_write(struct export *e)
{
	int error = e->format->write(e);
	if (error == EXPORT_FAILED)
		fprintf(stderr, "referee export: %s\n", e->why);
	else if (error != DB_OK)
		fprintf(stderr, "referee export: %s\n", db_why(e->read.db));
	return error == DB_OK ? EXIT_SUCCESS : EXIT_DATABASE;
}

static int export_write_file(struct export *e, const char *path)
{
	struct export_file file;
	if (path == NULL || strcmp(path, "-") == 0) {
		e->out = stdout; /* main() tells what it could not take */
		return export_write(e);
	}
	if (!export_file_open(&file, path, e->why, sizeof e->why)) {
		fprintf(stderr, "referee export: %s\n", e->why);
		return EXIT_USAGE;
	}
	e->out = file.out;
	int status = export_write(e);
	if (!export_file_close(&file, status == EXIT_SUCCESS, e->why, sizeof e->why)) {
		fprintf(stderr, "referee export: %s\n", e->why);
		return EXIT_BROKEN;
	}
	return status;
}

static int export_found(struct export *e, const struct export_asked *asked)
{
	int status;
	if (!query_open(&e->read, &status))
		return status;
	if (db_hold(e->read.db) != DB_OK)
		return query_close(&e->read, DB_BROKEN);
	if (!query_find(&e->read, &status) ||
		(e->bot != NULL && !query_bot(&e->read, e->bot, &status)))
		return status;
	int error = import_target_tournament_read(e->read.db, e->read.tournament, &e->tournament);
	if (error != DB_OK)
		return query_close(&e->read, error);
	status = export_write_file(e, asked->file);
	import_target_tournament_clear(&e->tournament);
	query_close(&e->read, DB_OK);
	return status;
}

static int export_asked(struct export *e, int argc, char **argv)
{
	struct export_asked asked = {NULL};
	const struct query_flag flags[] = {
		{"format", &asked.format},
		{"output", &asked.file, .letter = 'o'},
		{"bot", &e->bot},
		{"games", &asked.most},
		{"game", asked.games, NULL, &asked.games_count},
		{"no-openings", NULL, &e->choice.no_openings},
		{"no-forced", NULL, &e->choice.no_forced},
		{"only-scored", NULL, &e->choice.only_scored},
		{"no-faults", NULL, &e->choice.no_faults},
		{"from-ply", &asked.choice.from_ply},
		{"to-ply", &asked.choice.to_ply},
		{"sample", &asked.choice.sample},
		{"share", &asked.choice.share},
		{"seed", &asked.choice.seed},
		{"unique", NULL, &e->choice.unique},
		{NULL},
	};
	int status, rest;
	if (!query_flags(&e->read, &command_export, argc, argv, flags, &rest, &status))
		return status;
	if (rest < argc && asked.format == NULL)
		asked.format = argv[rest++];
	if (rest < argc)
		return query_usage(
			&e->read, "\"%s\" is too much: one format, then flags alone", argv[rest]);
	if (asked.games_count > PARAMETERS_MAX)
		return query_usage(&e->read,
			"--game was given more than %d times; its numbers may be parted by commas",
			PARAMETERS_MAX);
	if (!export_choose(e, &asked) || !export_read_most(e, &asked) ||
		!export_read_games(e, &asked) || !export_positions_read(e, &asked.choice))
		return EXIT_USAGE;
	return export_found(e, &asked);
}

static int export_run(int argc, char **argv)
{
	struct export *e = memory_get(1, sizeof *e);
	int status = export_asked(e, argc, argv);
	free(e);
	return status;
}

static void export_help(FILE *out)
{
	fputs("\nFormats:\n", out);
	for (const struct export_format *const *f = all_exports; *f != NULL; f++)
		fprintf(out, "  %-21s %s\n", (*f)->name, (*f)->help);
}

const struct command command_export = {"export",
	"write a tournament out: text, CSV, JSON lines, HTML", "[FORMAT] [FLAGS]",
	"Writes a tournament's games out, in the order that they were finished.\n"
	"\n"
	"  --format FORMAT       which one; else what the suffix of -o FILE says, else text\n"
	"  -o, --output FILE     where to, instead of the standard output; it is there when it is\n"
	"                        whole, and replaces what was there, unless that is a database\n"
	"  --bot NAME            only games of this bot\n"
	"  --game N[,N...]       only these games\n"
	"  --games N             html: so many of the newest games, however large it gets; default:\n"
	"                        5000 at most, and 200000 moves\n"
	"\n"
	"Of the format positions alone:\n"
	"\n"
	"  --no-openings         without the positions of openings\n"
	"  --no-forced           without positions that have one legal move\n"
	"  --only-scored         without those whose move came without a score\n"
	"  --no-faults           without games that a bot lost by a fault of its own\n"
	"  --from-ply N, --to-ply N   between these plies of the game, its opening's counted\n"
	"  --sample N            N positions of each game, drawn by lot\n"
	"  --share N             each with this chance, such as 0.1\n"
	"  --seed N              of the lot (default: 1)\n"
	"  --unique              each position once, as far as 8 million are remembered\n"
	"\n" QUERY_FLAGS_HELP,
	export_run, export_help};
