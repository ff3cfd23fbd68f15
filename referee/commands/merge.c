/*
 * merge.c - `referee merge`: copies the tournaments of other databases into one.
 */
#include <stddef.h>
#include <sys/stat.h>

#include "referee/commands/query-command.h"
#include "referee/transfer/import-database.h"

struct merge_asked {
	struct option_list sources;
	const char *db;
};

/* Is one of the sources the target itself? */
static bool merge_is_itself(const struct merge_asked *a)
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

static int merge_asked(const struct merge_asked *a)
{
	static const struct import_source source = {"merge", import_database_read};
	if (a->db == NULL)
		return command_misused(&command_merge,
			"--db FILE is missing: the database that the others go into");
	if (merge_is_itself(a))
		return command_misused(&command_merge, "%s cannot be taken into itself", a->db);
	return import_target_fill(&source, a->sources.all, a->sources.count, a->db);
}

static int merge_run(int argc, char **argv)
{
	struct merge_asked a = {.db = NULL};
	int status;
	if (command_read(&command_merge, &a, argc, argv, &status))
		status = merge_asked(&a);
	options_clear(&command_merge.options, &a);
	return status;
}

static const struct option_row merge_options[] = {
	{.name = "db",
		.value = "FILE",
		.kind = OPTION_TEXT,
		.at = offsetof(struct merge_asked, db),
		.help = "add the games to this database, which is made when it is missing"},
	{.name = NULL},
};

const struct command command_merge = {
	.name = "merge",
	.group = COMMAND_DATA,
	.summary = "Add all games of other databases to one",
	.about =
		"A tournament that is the same, begun once and gone on with in copies, gets the games that it has not; others are added. "
		"What comes is renumbered, and ratings are calculated again in the new order. "
		"Of a pairing that was played twice the first game stays, and the exit status is 1. "
		"The other databases are only read; a tournament may be running in them.",
	.options = {.arguments = {{"OTHER.db", ARGUMENT_SOME, offsetof(struct merge_asked, sources),
			    "a database that is read"}},
		.groups = {{.rows = merge_options}}},
	.run = merge_run,
};
