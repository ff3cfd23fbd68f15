/*
 * archive.c - `referee archive`: moves the moves of older games into another database.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/memory.h"
#include "base/plural.h"
#include "base/text-file.h"
#include "base/time.h"
#include "referee/commands/query-command.h"
#include "referee/import-export/import.h"

/* Games whose moves are removed in one transaction. */
enum { ARCHIVE_GROUP = 256 };

struct archive_request {
	struct query query;
	const char *before, *to;
	int64_t game, ms; /* what before says */
	char *reason;	  /* owned */
	int64_t ids[ARCHIVE_GROUP];
	int count;
};

/* Reads a game's number, or a day as 2026-12-01 (UTC). */
static bool archive_read_before(struct archive_request *a)
{
	struct tm parts = {.tm_isdst = 0}, real;
	char *end;
	const char *rest = strptime(a->before, "%Y-%m-%d", &parts);
	a->game = strtoll(a->before, &end, 10);
	if (*a->before >= '1' && *a->before <= '9' && *end == '\0' && a->game > 0 &&
		a->game < INT64_MAX)
		return true;
	a->game = 0;
	int day = parts.tm_mday;
	time_t seconds = timegm(&parts);
	a->ms = (int64_t)seconds * 1000;
	return rest != NULL && *rest == '\0' && seconds > 0 && gmtime_r(&seconds, &real) != NULL &&
	       real.tm_mday == day;
}

/* Removes the moves of all games that were copied, in small transactions. A DB_ error. */
static int archive_remove(struct archive_request *a, struct db *db)
{
	int error = DB_OK;
	do {
		struct db_query q;
		db_query(&q, db, "archivable", a->game > 0 ? a->game : INT64_MAX,
			a->ms > 0 ? a->ms : INT64_MAX);
		for (a->count = 0; a->count < ARCHIVE_GROUP && db_next(&q); a->count++)
			a->ids[a->count] = db_int(&q, "id");
		error = db_end(&q);
		if (error == DB_OK && a->count > 0)
			error = db_begin(db);
		for (int i = 0; i < a->count && error == DB_OK; i++)
			error = db_moves_remove(db, a->ids[i], time_utc(), a->reason);
		if (error == DB_OK && a->count > 0)
			error = db_commit(db);
	} while (error == DB_OK && a->count > 0);
	return error;
}

/* The database is open for reading, which made sure that it is one. */
static int archive_write(struct archive_request *a)
{
	char *path = memory_copy(db_path(a->query.db));
	struct db *db = NULL;
	int64_t games = 0;
	int status = EXIT_USAGE;
	if (text_file_is_same(path, a->to)) {
		command_misused(&command_archive, "--to %s: it is the database itself", a->to);
		goto out;
	}
	db_close(a->query.db);
	a->query.db = NULL;
	status = EXIT_DATABASE;
	if (db_open(&db, path, DB_WRITE) != DB_OK) { /* from here on no other process writes it */
		command_report(&command_archive, "%s%s", db_error_text(db),
			db_error(db) == DB_LOCKED
				? "; a running tournament removes moves by its setting keep-moves"
				: "");
		goto out;
	}
	/* The archive holds what bots wrote, so no user may read it who cannot read the database. */
	struct stat from;
	if (stat(path, &from) == 0)
		umask(umask(0) | (~from.st_mode & 0777));
	status = import_archive(path, a->to, a->game, a->ms, &games);
	if (status != EXIT_SUCCESS)
		goto out;
	if (archive_remove(a, db) != DB_OK) {
		command_report(&command_archive, "%s", db_error_text(db));
		status = EXIT_DATABASE;
		goto out;
	}
	printf("%s: %s with their moves %s in %s; %s results stay here\n", path,
		counted(games, "game").text, plural(games, "is", "are"), a->to,
		plural(games, "its", "their"));
out:
	db_close(db);
	db_close(a->query.db);
	free(path);
	return status;
}

static int archive_run(int argc, char **argv)
{
	struct archive_request a = {.before = NULL};
	int status;
	if (!query_read(&command_archive, &a.query, &a, argc, argv, &status))
		return status;
	if (a.before == NULL || a.to == NULL)
		return command_misused(&command_archive, "%s is missing",
			a.before == NULL ? "--before DAY|GAME" : "--to FILE");
	if (!archive_read_before(&a))
		return command_misused(&command_archive,
			"--before \"%s\": it is a day, such as 2026-12-01, or a game's number",
			a.before);
	if (!query_open(&a.query, &status))
		return status;
	const char *name = strrchr(a.to, '/');
	a.reason = memory_print("archived in %s", name != NULL ? name + 1 : a.to);
	status = archive_write(&a);
	free(a.reason);
	return status;
}

static const struct option_row archive_options[] = {
	{OPTION("before", TEXT, offsetof(struct archive_request, before)), .value = "DAY|GAME",
		.help = "move the games that ended before this day (UTC), or whose numbers are below this"},
	{OPTION("to", TEXT, offsetof(struct archive_request, to)), .value = "FILE",
		.help = "add the games to this database, which is created if it is missing"},
	{.name = NULL},
};

static const struct option_row archive_db_options[] = {
	QUERY_DB_ROW(QUERY_ONLY_DB, "take the games from this database"), {.name = NULL}};

const struct command command_archive = {
	.name = "archive",
	.group = COMMAND_DATA,
	.summary = "Move the moves of older games into another database",
	.about =
		"Copies the games of all tournaments of the database into FILE, whole, and compares each copy with its game. "
		"Then it removes their moves, failures and analysis here. Results, ratings and totals stay. Every command reads FILE as any database.\n"
		"An interruption loses nothing; run the same command to continue. "
		"A database that a tournament is writing is refused; there the setting keep-moves removes moves.",
	.options = {.groups = {{.rows = archive_options},
			    QUERY_GROUP_OF(
				    archive_db_options, offsetof(struct archive_request, query))}},
	.notes =
		"The database file does not shrink: later games use the room. `referee backup` makes a small copy.",
	.examples =
		(const char *const[]){
			"# Move the moves of all games before December into another file.",
			"referee archive --db ladder.db --before 2026-12-01 --to ladder-2026.db",
			NULL},
	.run = archive_run,
};
