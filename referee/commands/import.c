/*
 * import.c - `referee import`: reads files of `referee export jsonl` back into a database.
 */
#include <stddef.h>

#include "referee/commands/query-command.h"
#include "referee/import-export/import.h"

struct import_request {
	struct option_list files;
	const char *db;
};

static int import_run(int argc, char **argv)
{
	struct import_request a = {.db = NULL};
	int status;
	if (command_read(&command_import, &a, argc, argv, &status))
		status =
			a.db != NULL
				? import_target_fill(
					  &import_jsonl, a.files.all, a.files.count, a.db)
				: command_misused(&command_import,
					  "--db FILE is missing: the database that the games go into");
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
	.summary = "Add the games of an export to a database",
	.about =
		"Reads JSON lines as `referee export --format jsonl` writes them, and first judges each game again by its rules. "
		"It takes nothing from a file with a mistake. "
		"It does not add games that the database already has.",
	.options = {.arguments = {{"FILE", ARGUMENT_SOME, offsetof(struct import_request, files),
			    "a file that `referee export` wrote; - is the standard input"}},
		.groups = {{.rows = import_options}}},
	.examples = (const char *const[]){"# Add the games of an export to a database.",
		"referee import cup.jsonl --db all.db", NULL},
	.run = import_run,
};
