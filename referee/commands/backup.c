/*
 * backup.c - `referee backup`: copies a database, also while a tournament is running in it.
 */
#include <stddef.h>
#include <sys/stat.h>

#include "referee/commands/query-command.h"

struct backup_request {
	struct query query;
	const char *file;
};

static int backup_run(int argc, char **argv)
{
	struct backup_request a = {.file = NULL};
	struct stat copy;
	int status;
	if (!query_read(&command_backup, &a.query, &a, argc, argv, &status) ||
		!query_open(&a.query, &status))
		return status;
	int error = db_backup(a.query.db, a.file);
	if (error == DB_OK && stat(a.file, &copy) == 0)
		printf("%s: copied to %s, %lld bytes; the copy is checked and on the disk\n",
			db_path(a.query.db), a.file, (long long)copy.st_size);
	return query_close(&a.query, error);
}

static const struct option_row backup_db_options[] = {
	QUERY_DB_ROW(QUERY_ONLY_DB, "copy this database"), {.name = NULL}};

const struct command command_backup = {
	.name = "backup",
	.group = COMMAND_DATA,
	.summary = "Copy a database, also while its tournament is running",
	.about =
		"Copies the database as it is at one moment into a new FILE, checks the copy, and writes it to the disk before FILE appears. "
		"A FILE that exists is not replaced. The database is only read, so no game waits; its log (-wal) grows until the copy is done.",
	.options = {.arguments = {{"FILE", ARGUMENT_ONE, offsetof(struct backup_request, file),
			    "the copy to make"}},
		.groups = {QUERY_GROUP_OF(
			backup_db_options, offsetof(struct backup_request, query))}},
	.examples = (const char *const[]){"# Copy the database of a running daemon.",
		"referee backup /var/backups/cup.db --db /var/lib/referee/cup.db", NULL},
	.run = backup_run,
};
