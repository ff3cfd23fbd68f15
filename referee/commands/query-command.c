/*
 * query-command.c - shared parts of commands that read a database.
 */
#include "referee/commands/query-command.h"

#include <errno.h>
#include <glob.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"
#include "base/name.h"
#include "base/did-you-mean.h"
#include "rules/rules.h"

enum { QUERY_NAMES = 256 };

const struct option_row query_options[] = {
	QUERY_DB_ROW(QUERY_ONLY_DB, "read this database"),
	QUERY_TOURNAMENT_ROW("the newest"),
	{OPTION("json", CONSTANT, offsetof(struct query, format)), .min = TEXT_TABLE_JSON,
		.help = "write JSON, for programs"},
	{OPTION("csv", CONSTANT, offsetof(struct query, format)), .min = TEXT_TABLE_CSV,
		.help = "write CSV, for programs"},
	{.name = NULL},
};

const struct option_row query_games_options[] = {
	{OPTION("without-worker", LIST, offsetof(struct query, without)), .value = "NAME",
		.help = "leave out the games that this machine played, as `referee worker list` names it; may be given again"},
	{.name = NULL},
};

bool query_read(const struct command *command, struct query *r, void *values, int argc, char **argv,
	int *status)
{
	r->command = command;
	bool good = command_read(command, values, argc, argv, status);
	if (!good)
		option_list_clear(&r->without);
	return good;
}

static int query_many_databases(const struct query *r, const glob_t *found)
{
	char *names = memory_copy("");
	for (size_t i = 0; i < found->gl_pathc; i++) {
		char *name = escape_text(found->gl_pathv[i], false);
		char *longer = memory_print("%s%s%s", names, i > 0 ? ", " : "", name);
		free(names);
		free(name);
		names = longer;
	}
	int status = command_misused(
		r->command, "--db: this folder has several databases; name one of %s", names);
	free(names);
	return status;
}

struct query_sought {
	const char *which;
	bool found;
	int64_t id;
	int seats;
	char *names[QUERY_NAMES];
	int count;
};

static void query_sought_name(struct query_sought *s, const char *name)
{
	if (s->count < QUERY_NAMES)
		s->names[s->count++] = escape_text(name, false);
}

static void query_sought_clear(struct query_sought *s)
{
	for (int i = 0; i < s->count; i++)
		free(s->names[i]);
}

/* Is it the name of a machine that played? If not, *status is set. */
static bool query_knows_worker(struct query *r, const char *name, int *status)
{
	struct query_sought s = {.which = name};
	struct db_query q;
	db_query(&q, r->db, "worker-names");
	while (db_next(&q)) {
		s.found |= strcmp(db_text(&q, "name"), name) == 0;
		query_sought_name(&s, db_text(&q, "name"));
	}
	int error = db_end(&q);
	bool any = s.count > 0;
	s.found |= any && strcmp(name, DB_HERE) == 0;
	if (any)
		query_sought_name(&s, DB_HERE);
	if (error != DB_OK) {
		*status = query_close(r, error);
	} else if (!s.found) {
		char *hint = query_hint(name, (const char *const *)s.names, s.count,
			any ? "`referee worker list` lists them" : NULL);
		*status = command_misused(r->command,
			any ? "--without-worker: there is no worker \"%s\"%s"
			    : "--without-worker: this machine played all games; there is no worker \"%s\"%s",
			name, hint);
		free(hint);
		query_close(r, DB_OK);
	}
	query_sought_clear(&s);
	return error == DB_OK && s.found;
}

static bool query_leave_out(struct query *r, int *status)
{
	bool good = true;
	for (int i = 0; i < r->without.count && good; i++)
		good = query_knows_worker(r, r->without.all[i], status);
	if (good && r->without.count > 0 &&
		db_leave_out_workers(r->db, r->without.all, r->without.count) != DB_OK) {
		*status = query_close(r, DB_BROKEN);
		good = false;
	}
	option_list_clear(&r->without);
	return good;
}

static bool query_open_path(struct query *r, const char *path, int *status)
{
	if (db_open(&r->db, path, DB_READ) == DB_OK)
		return query_leave_out(r, status);
	*status = query_close(r, DB_BROKEN);
	return false;
}

bool query_open(struct query *r, int *status)
{
	glob_t found;
	bool good = false;
	if (r->path != NULL)
		return query_open_path(r, r->path, status);
	if (glob("*.db", 0, NULL, &found) != 0)
		*status = command_misused(
			r->command, "--db: this folder has no database *.db; give --db FILE");
	else if (found.gl_pathc > 1)
		*status = query_many_databases(r, &found);
	else
		good = query_open_path(r, found.gl_pathv[0], status);
	globfree(&found);
	return good;
}

/* Looks for the tournament, newest first, by the name or the id. which: what it is, NULL: any;
 * folded: by the name in small letters, as which is. A DB_ error. */
static int query_seek(
	struct query *r, struct query_sought *s, const char *column, const char *which, bool folded)
{
	struct db_query q;
	db_query(&q, r->db, "tournament-names");
	while (!s->found && db_next(&q)) {
		char *fold = folded ? name_fold(db_text(&q, column)) : NULL;
		s->found =
			which == NULL || name_is_same(folded ? fold : db_text(&q, column), which);
		free(fold);
		s->id = s->found ? db_int(&q, "id") : 0;
		s->seats = s->found ? (int)db_int(&q, "seats") : 0;
		query_sought_name(s, db_text(&q, "name"));
	}
	return db_end(&q);
}

char *query_hint(const char *name, const char *const *names, int count, const char *otherwise)
{
	const char *near = did_you_mean(name, names, count);
	if (near != NULL)
		return memory_print("; did you mean \"%s\"?", near);
	return otherwise != NULL ? memory_print("; %s", otherwise) : memory_copy("");
}

static int query_no_tournament(const struct query *r, const struct query_sought *s)
{
	if (s->count == 0)
		return command_fail(r->command, EXIT_DATABASE, "the database holds no tournament");
	char *newest = memory_print("the newest is \"%s\"", s->names[0]);
	char *hint = query_hint(r->which, (const char *const *)s->names, s->count, newest);
	int status = command_misused(r->command, "there is no tournament \"%s\"%s", r->which, hint);
	free(newest);
	free(hint);
	return status;
}

/* Finds by name first, then by number: a tournament's name may be 2024. Last by a name that differs
 * in capitals alone. */
bool query_find(struct query *r, int *status)
{
	struct query_sought s = {.which = r->which};
	int error = query_seek(r, &s, "name", r->which, false);
	if (error == DB_OK && !s.found && r->which != NULL)
		error = query_seek(r, &s, "id", r->which, false);
	if (error == DB_OK && !s.found && r->which != NULL) {
		char *folded = name_fold(r->which);
		error = query_seek(r, &s, "name", folded, true);
		free(folded);
	}
	r->tournament = s.id;
	r->seats = s.seats;
	if (error != DB_OK || !s.found)
		*status = query_close(r, error);
	if (error == DB_OK && !s.found)
		*status = query_no_tournament(r, &s);
	query_sought_clear(&s);
	return error == DB_OK && s.found;
}

bool query_bot(struct query *r, const char *name, int *status)
{
	struct query_sought s = {.which = name};
	struct db_query q;
	db_query(&q, r->db, "bots", r->tournament);
	while (!s.found && db_next(&q)) {
		s.found = name_is_same(db_text(&q, "name"), name);
		r->bot = db_int(&q, "bot");
		r->programs = (int)db_int(&q, "programs");
		query_sought_name(&s, db_text(&q, "name"));
	}
	int error = db_end(&q);
	if (error != DB_OK || !s.found)
		*status = query_close(r, error);
	if (error == DB_OK && !s.found) {
		char *hint = query_hint(name, (const char *const *)s.names, s.count, NULL);
		*status = command_misused(
			r->command, "no bot \"%s\" has played in this tournament%s", name, hint);
		free(hint);
	}
	query_sought_clear(&s);
	return error == DB_OK && s.found;
}

int query_close(struct query *r, int error)
{
	if (error != DB_OK)
		command_report(r->command, "%s", db_error_text(r->db));
	db_close(r->db);
	r->db = NULL;
	return error == DB_OK ? EXIT_SUCCESS : EXIT_DATABASE;
}

int64_t query_game_number(const struct command *command, const char *text)
{
	char *end;
	errno = 0;
	int64_t game = strtoll(text, &end, 10);
	if (errno == 0 && end != text && *end == '\0' && game > 0)
		return game;
	command_misused(
		command, "\"%s\" is not the number of a game; `referee games` lists them", text);
	return 0;
}

int query_table(struct query *r, const char *query, const int64_t *args, int count)
{
	const struct query_rows rows = {.out = stdout, .format = r->format};
	return query_rows_write(&rows, r->db, query, args, count);
}

int query_table_below(struct query *r, const char *text, const char *query, int64_t argument)
{
	struct db_query q;
	db_query(&q, r->db, query, argument);
	bool any = db_next(&q);
	int error = db_end(&q);
	if (error != DB_OK || !any)
		return error;
	fputs(text, stdout);
	return query_table(r, query, &argument, 1);
}

int query_table_edited(struct query *r, const char *query, int64_t argument, int columns,
	void (*edit)(
		void *arg, int columns, const char *const *names, struct text_table_cell *cells),
	void *arg)
{
	const struct query_rows rows = {stdout, r->format, columns, edit, arg};
	return query_rows_write(&rows, r->db, query, &argument, 1);
}
