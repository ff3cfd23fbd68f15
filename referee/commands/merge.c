/*
 * merge.c - `referee merge`: copies the tournaments of other databases into one.
 */
#include <stddef.h>
#include <sys/stat.h>

#include "referee/commands/query-command.h"
#include "referee/import-export/import.h"

struct merge_request {
	struct option_list sources;
	const char *db;
};

/* Is one of the sources the target itself? */
static bool merge_is_itself(const struct merge_request *a)
{
	struct stat source, into;
	if (stat(a->db, &into) != 0)
		return false;
	for (int i = 0; i < a->sources.count; i++)
		if (stat(a->sources.all[i], &source) == 0 && source.st_ino == into.st_ino &&
			source.st_dev == into.st_dev)
			return true;
	return false;
}

static int merge_start(const struct merge_request *a)
{
	if (a->db == NULL)
		return command_misused(&command_merge,
			"--db FILE is missing: the database that the others go into");
	if (merge_is_itself(a))
		return command_misused(
			&command_merge, "%s: a database cannot be merged into itself", a->db);
	return import_target_fill(&import_database, a->sources.all, a->sources.count, a->db);
}

static int merge_run(int argc, char **argv)
{
	struct merge_request a = {.db = NULL};
	int status;
	if (command_read(&command_merge, &a, argc, argv, &status))
		status = merge_start(&a);
	options_clear(&command_merge.options, &a);
	return status;
}

static const struct option_row merge_options[] = {
	{OPTION("db", TEXT, offsetof(struct merge_request, db)), .value = "FILE",
		.help = "add the games to this database, which is created if it is missing"},
	{.name = NULL},
};

const struct command command_merge = {
	.name = "merge",
	.group = COMMAND_DATA,
	.summary = "Add all games of other databases to one",
	.about =
		"If the database already has a tournament, because both are copies of one file, it gets the games that it lacks; other tournaments are added. "
		"The added games get new numbers, and all ratings are computed again in the new order. "
		"If a pairing was played twice, the first game stays, and the exit status is 1. "
		"The other databases are only read; a tournament may be running in them.",
	.options = {.arguments = {{"OTHER.db", ARGUMENT_SOME,
			    offsetof(struct merge_request, sources), "a database to read"}},
		.groups = {{.rows = merge_options}}},
	.examples = (const char *const[]){"# Add the games of two databases to a third one.",
		"referee merge monday.db tuesday.db --db all.db", NULL},
	.run = merge_run,
};
