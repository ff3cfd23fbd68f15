/*
 * import.c - `referee import`: adds the games of databases and of files of `referee export jsonl` to
 * a database.
 */
#include <stddef.h>

#include "base/text-file.h"
#include "referee/commands/query-command.h"
#include "referee/import-export/import.h"

struct import_request {
	struct option_list files;
	const char *db;
};

static int import_start(const struct import_request *a)
{
	if (a->db == NULL)
		return command_misused(&command_import,
			"--db FILE is missing: the database that the games go into");
	for (int i = 0; i < a->files.count; i++)
		if (text_file_is_same(a->files.all[i], a->db))
			return command_misused(&command_import,
				"%s: a database cannot be imported into itself", a->db);
	return import_target_fill(a->files.all, a->files.count, a->db);
}

static int import_run(int argc, char **argv)
{
	struct import_request a = {.db = NULL};
	int status;
	if (command_read(&command_import, &a, argc, argv, &status))
		status = import_start(&a);
	options_clear(&command_import.options, &a);
	return status;
}

static const struct option_row import_options[] = {
	{OPTION("db", TEXT, offsetof(struct import_request, db)), .value = "FILE",
		.help = "add the games to this database, which is created if it is missing"},
	{.name = NULL},
};

const struct command command_import = {
	.name = "import",
	.group = COMMAND_DATA,
	.summary = "Add the games of exports and of other databases to a database",
	.about =
		"Of a database it copies all tournaments. If --db already has a tournament, because both are copies of one file, it gets the games that it lacks. "
		"The other database is only read; a tournament may be running in it.\n"
		"Of JSON lines, as `referee export --format jsonl` writes them, it first judges each game again by its rules, and takes nothing from a file with a mistake.\n"
		"The added games get new numbers, and all ratings are computed again in the new order. Games that are there already are not added. "
		"If a pairing was played twice, the first game stays, and the exit status is 1.",
	.options =
		{.arguments = {{"FILE", ARGUMENT_SOME, offsetof(struct import_request, files),
			 "a database, or a file that `referee export` wrote; - is the standard input"}},
			.groups = {{.rows = import_options}}},
	.examples = (const char *const[]){"# Add the games of an export to a database.",
		"referee import cup.jsonl --db all.db",
		"# Add the games of two databases to a third one.",
		"referee import monday.db tuesday.db --db all.db", NULL},
	.run = import_run,
	.was = "merge",
};
