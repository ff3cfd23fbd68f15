/*
 * export.c - referee export: a tournament written out in one of the formats.
 */
#include "referee/transfer/export.h"

#include "referee/commands/query-command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "referee/results/tournament-row.h"
#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "rules/rules.h"

enum { EXPORT_FORMATS = 16 };

/* What the command line says. */
struct export_asked {
	struct query query;
	struct export export;
	const char *format, *file, *most;
	const char *games[PARAMETERS_MAX];
	int games_count;
	const char *from_ply, *to_ply, *sample, *share, *seed;
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

static bool export_choose(struct export_asked *asked)
{
	struct export *e = &asked->export;
	const char *names[EXPORT_FORMATS];
	const struct export_format *suffix = export_find_suffix(asked->file);
	int count = 0;
	if (asked->format == NULL)
		e->format = asked->query.format == TEXT_TABLE_JSON  ? &export_jsonl
			    : asked->query.format == TEXT_TABLE_CSV ? &export_csv
								    : suffix;
	else
		e->format = export_find(asked->format);
	if (e->format == &export_positions && suffix == &export_jsonl)
		e->json = true;
	if (asked->format == NULL && e->format == NULL)
		e->format = &export_text;
	if (e->format != NULL)
		return true;
	for (const struct export_format *const *f = all_exports; *f != NULL; f++)
		names[count++] = (*f)->name;
	const char *meant = did_you_mean(asked->format, names, count);
	if (meant != NULL)
		query_usage(&asked->query, "there is no format \"%s\"; did you mean \"%s\"?",
			asked->format, meant);
	else
		query_usage(&asked->query,
			"there is no format \"%s\"; \"referee help export\" lists them",
			asked->format);
	return false;
}

/* What belongs to pages alone, and what they have no use for. */
static bool export_read_most(struct export_asked *asked)
{
	struct export *e = &asked->export;
	char *end;
	bool page = e->format == &export_html;
	e->most = -1;
	if (page && (e->bot != NULL || asked->games_count > 0)) {
		query_usage(&asked->query, "%s: a page is of a whole tournament",
			e->bot != NULL ? "--bot" : "--game");
		return false;
	}
	if (asked->most == NULL)
		return true;
	errno = 0;
	e->most = strtoll(asked->most, &end, 10);
	if (page && errno == 0 && end != asked->most && *end == '\0' && e->most >= 0)
		return true;
	query_usage(&asked->query,
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
static bool export_read_games(struct export_asked *asked)
{
	struct export *e = &asked->export;
	for (int i = 0; i < asked->games_count; i++) {
		for (const char *at = asked->games[i];; at++) {
			char *end;
			errno = 0;
			long long game = strtoll(at, &end, 10);
			if (errno != 0 || end == at || game < 1 || (*end != '\0' && *end != ',')) {
				query_usage(&asked->query,
					"--game %s: numbers of games parted by commas, as \"referee games\" lists them",
					asked->games[i]);
				return false;
			}
			if (e->games_count == EXPORT_GAMES) {
				query_usage(
					&asked->query, "--game: %d games at most", EXPORT_GAMES);
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

/* A whole number from 1 on; NULL is `none`. */
static bool export_number(const struct export_asked *a, const char *flag, const char *text,
	int64_t none, int64_t *value)
{
	char *end;
	*value = none;
	if (text == NULL)
		return true;
	errno = 0;
	*value = strtoll(text, &end, 10);
	if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value >= 1)
		return true;
	query_usage(&a->query, "--%s %s: a whole number from 1 on is needed", flag, text);
	return false;
}

static bool export_share(struct export_asked *a, const char *text)
{
	char *end;
	a->export.choice.share = 1;
	if (text == NULL)
		return true;
	a->export.choice.share = strtod(text, &end);
	if (strspn(text, "0123456789.") == strlen(text) && end != text && *end == '\0' &&
		a->export.choice.share > 0 && a->export.choice.share <= 1)
		return true;
	query_usage(
		&a->query, "--share %s: a number above 0 and up to 1 is needed, such as 0.1", text);
	return false;
}

static bool export_choose_positions(struct export_asked *f)
{
	struct export_choice *c = &f->export.choice;
	int64_t seed;
	bool any = f->from_ply != NULL || f->to_ply != NULL || f->sample != NULL ||
		   f->share != NULL || f->seed != NULL || c->no_openings || c->no_forced ||
		   c->only_scored || c->no_faults || c->unique;
	if (f->export.format != &export_positions) {
		if (any)
			query_usage(&f->query,
				"--no-openings, --no-forced, --from-ply, --to-ply, --only-scored, --no-faults, --sample, --share, --seed and --unique are for the format positions");
		return !any;
	}
	if (f->sample != NULL && f->share != NULL) {
		query_usage(&f->query, "--sample and --share exclude each other: give one of them");
		return false;
	}
	if (f->seed != NULL && f->sample == NULL && f->share == NULL) {
		query_usage(&f->query, "--seed %s: it is for --sample and --share", f->seed);
		return false;
	}
	bool right = export_number(f, "from-ply", f->from_ply, 1, &c->from_ply) &&
		     export_number(f, "to-ply", f->to_ply, INT64_MAX, &c->to_ply) &&
		     export_number(f, "sample", f->sample, INT64_MAX, &c->sample) &&
		     export_number(f, "seed", f->seed, 1, &seed) && export_share(f, f->share);
	c->seed = right ? (uint64_t)seed : 0;
	if (right && c->from_ply > c->to_ply) {
		query_usage(
			&f->query, "--from-ply %s is behind --to-ply %s", f->from_ply, f->to_ply);
		return false;
	}
	return right;
}

/* Into e->out. Returns the exit status; what went wrong is told. */
static int export_write(struct export *e)
{
	int error = e->format->write(e);
	if (error == EXPORT_FAILED)
		fprintf(stderr, "referee export: %s\n", e->why);
	else if (error != DB_OK)
		fprintf(stderr, "referee export: %s\n", db_why(e->db));
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

static int export_found(struct export_asked *asked)
{
	struct export *e = &asked->export;
	struct query *r = &asked->query;
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
	status = export_write_file(e, asked->file);
	tournament_row_clear(&e->tournament);
	query_close(r, DB_OK);
	return status;
}

static int export_asked(struct export_asked *asked, int argc, char **argv)
{
	struct export *e = &asked->export;
	const struct query_flag flags[] = {
		{"format", &asked->format},
		{"output", &asked->file, .letter = 'o'},
		{"bot", &e->bot},
		{"games", &asked->most},
		{"game", asked->games, NULL, &asked->games_count},
		{"no-openings", NULL, &e->choice.no_openings},
		{"no-forced", NULL, &e->choice.no_forced},
		{"only-scored", NULL, &e->choice.only_scored},
		{"no-faults", NULL, &e->choice.no_faults},
		{"from-ply", &asked->from_ply},
		{"to-ply", &asked->to_ply},
		{"sample", &asked->sample},
		{"share", &asked->share},
		{"seed", &asked->seed},
		{"unique", NULL, &e->choice.unique},
		{NULL},
	};
	int status, rest;
	if (!query_flags(&asked->query, &command_export, argc, argv, flags, &rest, &status))
		return status;
	if (rest < argc && asked->format == NULL)
		asked->format = argv[rest++];
	if (rest < argc)
		return query_usage(&asked->query,
			"\"%s\" is too much: one format, then flags alone", argv[rest]);
	if (asked->games_count > PARAMETERS_MAX)
		return query_usage(&asked->query,
			"--game was given more than %d times; its numbers may be parted by commas",
			PARAMETERS_MAX);
	if (!export_choose(asked) || !export_read_most(asked) || !export_read_games(asked) ||
		!export_choose_positions(asked))
		return EXIT_USAGE;
	return export_found(asked);
}

static int export_run(int argc, char **argv)
{
	struct export_asked *asked = memory_get(1, sizeof *asked);
	int status = export_asked(asked, argc, argv);
	free(asked);
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
