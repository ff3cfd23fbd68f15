/*
 * merge.c - referee merge: all that other databases hold into one.
 */
#include <sys/stat.h>

#include "referee/commands/query-command.h"
#include "referee/transfer/import-database.h"

/* Is one of the sources the target itself? */
static bool merge_is_itself(char **files, int count, const struct stat *into)
{
	struct stat source;
	for (int i = 0; i < count; i++)
		if (stat(files[i], &source) == 0 && source.st_ino == into->st_ino &&
			source.st_dev == into->st_dev)
			return true;
	return false;
}

static int merge_run(int argc, char **argv)
{
	static const struct import_source source = {"merge", import_database_read};
	struct query r;
	struct stat status_of;
	int status, rest;
	if (!query_flags(&r, &command_merge, argc, argv, NULL, &rest, &status))
		return status;
	if (r.which != NULL || r.format != TEXT_TABLE_TEXT)
		return query_usage(&r, "it takes databases and --db FILE alone");
	if (rest == argc)
		return query_usage(&r, "which database is to be taken in?");
	if (r.path == NULL)
		return query_usage(&r, "into which database? Give --db FILE");
	bool there = stat(r.path, &status_of) == 0;
	if (there && merge_is_itself(argv + rest, argc - rest, &status_of))
		return query_usage(&r, "%s cannot be taken into itself", r.path);
	return import_target_fill(&source, (const char *const *)(argv + rest), argc - rest, r.path);
}

const struct command command_merge = {"merge", "take all of other databases into one",
	"OTHER.db... --db INTO.db",
	"Tournaments that are the same, begun once and gone on with in copies, get the games that\n"
	"they have not; others are added. What comes is renumbered, ratings are counted anew in the\n"
	"new order. Of a pairing that was played twice the first game stays, and the status is 1.\n"
	"The other databases are only read; a tournament may be running in them.\n"
	"\n"
	"  --db INTO.db          the one that grows; made when it is missing\n",
	merge_run};
