/*
 * query-command.c - what the commands that read a database share.
 */
#include "referee/commands/query-command.h"

#include <assert.h>
#include <getopt.h>
#include <glob.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/escape.h"
#include "protocol/did-you-mean.h"
#include "rules/rules.h"

enum { QUERY_FLAGS = 32, QUERY_NAMES = 256, QUERY_COLUMNS = 32 };

int query_usage(const struct query *r, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "referee %s: ", r->command->name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	return EXIT_USAGE;
}

/* The row of a flag's number in getopt_long's table. */
enum query_common { QUERY_DB, QUERY_TOURNAMENT, QUERY_JSON, QUERY_CSV, QUERY_HELP, QUERY_EXTRA };

static const struct option query_common[] = {
	[QUERY_DB] = {"db", required_argument, NULL, QUERY_DB},
	[QUERY_TOURNAMENT] = {"tournament", required_argument, NULL, QUERY_TOURNAMENT},
	[QUERY_JSON] = {"json", no_argument, NULL, QUERY_JSON},
	[QUERY_CSV] = {"csv", no_argument, NULL, QUERY_CSV},
	[QUERY_HELP] = {"help", no_argument, NULL, QUERY_HELP},
};

static int query_unknown(
	const struct query *r, const struct option *flags, int count, const char *given)
{
	const char *names[QUERY_FLAGS];
	char word[64];
	snprintf(word, sizeof word, "%s", given + strspn(given, "-"));
	word[strcspn(word, "=")] = '\0';
	for (int i = 0; i < count; i++)
		names[i] = flags[i].name;
	const char *meant = did_you_mean(word, names, count);
	if (meant != NULL)
		return query_usage(r, "there is no flag %s; did you mean --%s?", given, meant);
	return query_usage(
		r, "there is no flag %s; \"referee help %s\" lists them", given, r->command->name);
}

static void query_extra(const struct query_flag *flag)
{
	if (flag->value == NULL)
		*flag->on = true;
	else if (flag->count == NULL)
		*flag->value = optarg;
	else if ((*flag->count)++ < PARAMETERS_MAX)
		flag->value[*flag->count - 1] = optarg;
}

/* The short flags, as getopt wants them. */
static void query_letters(const struct query_flag *extra, char letters[2 * QUERY_FLAGS])
{
	*letters++ = ':'; /* a value that is missing is told by us */
	for (const struct query_flag *e = extra; e != NULL && e->name != NULL; e++) {
		if (e->letter == '\0')
			continue;
		*letters++ = e->letter;
		if (e->value != NULL)
			*letters++ = ':';
	}
	*letters = '\0';
}

/* What getopt_long returned for a flag. */
static void query_flag(struct query *r, int flag, const struct query_flag *extra)
{
	if (flag == QUERY_DB)
		r->path = optarg;
	else if (flag == QUERY_TOURNAMENT)
		r->which = optarg;
	else if (flag == QUERY_JSON)
		r->format = TEXT_TABLE_JSON;
	else if (flag == QUERY_CSV)
		r->format = TEXT_TABLE_CSV;
	else if (flag < QUERY_FLAGS)
		query_extra(&extra[flag - QUERY_EXTRA]);
	else {
		while (extra->letter != flag)
			extra++;
		query_extra(extra);
	}
}

bool query_flags(struct query *r, const struct command *command, int argc, char **argv,
	const struct query_flag *extra, int *rest, int *status)
{
	struct option flags[QUERY_FLAGS] = {{NULL, 0, NULL, 0}};
	char letters[2 * QUERY_FLAGS];
	int count = QUERY_EXTRA, flag;

	*r = (struct query){.command = command, .format = TEXT_TABLE_TEXT};
	memcpy(flags, query_common, sizeof query_common);
	for (const struct query_flag *e = extra; e != NULL && e->name != NULL; e++, count++)
		flags[count] = (struct option){
			e->name, e->value != NULL ? required_argument : no_argument, NULL, count};
	assert(count < QUERY_FLAGS); /* the last ends the list */
	query_letters(extra, letters);
	opterr = 0;
	optind = 1;
	while ((flag = getopt_long(argc, argv, letters, flags, NULL)) != -1) {
		const char *given = argv[optind - 1];
		if (flag == ':')
			*status = query_usage(r, "%s wants a value", given);
		else if (flag == '?')
			*status = query_unknown(r, flags, count, given);
		else if (flag == QUERY_HELP)
			*status = printf("%s", command->help) < 0 ? EXIT_BROKEN : EXIT_SUCCESS;
		if (flag == ':' || flag == '?' || flag == QUERY_HELP)
			return false;
		query_flag(r, flag, extra);
	}
	*rest = optind;
	return true;
}

static int query_many_databases(const struct query *r, const glob_t *found)
{
	fprintf(stderr, "referee %s: which database? Give --db with one of", r->command->name);
	for (size_t i = 0; i < found->gl_pathc; i++) {
		char *name = escape_text(found->gl_pathv[i], false);
		fprintf(stderr, "%s %s", i > 0 ? "," : "", name);
		free(name);
	}
	fputc('\n', stderr);
	return EXIT_USAGE;
}

static bool query_open_path(struct query *r, const char *path, int *status)
{
	if (db_open(&r->db, path, DB_READ) == DB_OK)
		return true;
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
		*status = query_usage(
			r, "which database? There is no *.db in this folder; give --db FILE");
	else if (found.gl_pathc > 1)
		*status = query_many_databases(r, &found);
	else
		good = query_open_path(r, found.gl_pathv[0], status);
	globfree(&found);
	return good;
}

struct query_sought {
	const char *which;
	bool by_number, found;
	int64_t id;
	int seats, programs;
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

/* A row of the query tournament-names, newest first: is it the one that is sought? */
static bool query_tournament_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct query_sought *s = arg;
	(void)columns, (void)names;
	if (s->by_number ? strcmp(values[0].text, s->which) == 0
			 : s->which == NULL || strcmp(values[1].text, s->which) == 0) {
		s->found = true;
		s->id = values[0].integer;
		s->seats = (int)values[4].integer;
	}
	query_sought_name(s, values[1].text);
	return !s->found;
}

static int query_no_tournament(const struct query *r, const struct query_sought *s)
{
	if (s->count == 0) {
		fprintf(stderr, "referee %s: the database holds no tournament\n", r->command->name);
		return EXIT_DATABASE;
	}
	const char *meant = did_you_mean(r->which, (const char *const *)s->names, s->count);
	return query_usage(r, "there is no tournament \"%s\"; %s \"%s\"%s", r->which,
		meant != NULL ? "did you mean" : "the newest is",
		meant != NULL ? meant : s->names[0], meant != NULL ? "?" : "");
}

/* By name first, then by number: a tournament may be called 2024. */
bool query_find(struct query *r, int *status)
{
	struct query_sought s = {.which = r->which};
	int error = db_read(r->db, "tournament-names", NULL, 0, query_tournament_row, &s);
	if (error == DB_OK && !s.found && r->which != NULL) {
		s.by_number = true;
		error = db_read(r->db, "tournament-names", NULL, 0, query_tournament_row, &s);
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

/* A row of the query bots. */
static bool query_bot_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct query_sought *s = arg;
	(void)columns, (void)names;
	s->found = strcmp(values[1].text, s->which) == 0;
	s->id = values[0].integer;
	s->programs = (int)values[2].integer;
	query_sought_name(s, values[1].text);
	return !s->found;
}

bool query_bot(struct query *r, const char *name, int *status)
{
	struct query_sought s = {.which = name};
	int error = db_read(r->db, "bots", &r->tournament, 1, query_bot_row, &s);
	const char *meant = did_you_mean(name, (const char *const *)s.names, s.count);
	r->bot = s.id;
	r->programs = s.programs;
	if (error != DB_OK || !s.found)
		*status = query_close(r, error);
	if (error == DB_OK && !s.found)
		*status = query_usage(r, "no bot \"%s\" has played in this tournament%s%s%s", name,
			meant != NULL ? "; did you mean \"" : "", meant != NULL ? meant : "",
			meant != NULL ? "\"?" : "");
	query_sought_clear(&s);
	return error == DB_OK && s.found;
}

int query_close(struct query *r, int error)
{
	if (error != DB_OK)
		fprintf(stderr, "referee %s: %s\n", r->command->name, db_why(r->db));
	db_close(r->db);
	r->db = NULL;
	return error == DB_OK ? EXIT_SUCCESS : EXIT_DATABASE;
}

struct text_table_cell query_cell(const struct db_value *value)
{
	return (struct text_table_cell){
		value->text, value->type == DB_INTEGER || value->type == DB_REAL, value->length};
}

struct query_rows {
	enum text_table_format format;
	struct text_table *table;
	bool (*keep)(void *arg, const struct db_value *values);
	void *arg;
};

static void query_names(void *arg, int columns, const char *const *names)
{
	struct query_rows *rows = arg;
	rows->table = text_table_create(rows->format, stdout, names, columns);
}

static bool query_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct query_rows *rows = arg;
	struct text_table_cell cells[QUERY_COLUMNS];
	(void)names;
	if (rows->keep != NULL && !rows->keep(rows->arg, values))
		return true;
	assert(columns <= QUERY_COLUMNS);
	for (int i = 0; i < columns; i++)
		cells[i] = query_cell(&values[i]);
	text_table_row(rows->table, cells);
	return true;
}

static int query_rows(
	struct query *r, const char *query, const int64_t *args, int count, struct query_rows *rows)
{
	rows->format = r->format;
	int error = db_columns(r->db, query, query_names, rows);
	if (error == DB_OK)
		error = db_read(r->db, query, args, count, query_row, rows);
	text_table_free(rows->table);
	return error;
}

int query_table(struct query *r, const char *query, int64_t argument,
	bool (*keep)(void *arg, const struct db_value *values), void *arg)
{
	return query_rows(r, query, &argument, 1, &(struct query_rows){.keep = keep, .arg = arg});
}

int query_query(struct query *r, const char *query, const int64_t *args, int count)
{
	return query_rows(r, query, args, count, &(struct query_rows){.keep = NULL});
}
