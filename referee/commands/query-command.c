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
#include "referee/base/did-you-mean.h"
#include "rules/rules.h"

enum { READ_FLAGS = 32, READ_NAMES = 256, READ_COLUMNS = 32 };

int read_usage(const struct read *r, const char *format, ...)
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
enum read_common { READ_DB, READ_TOURNAMENT, READ_JSON, READ_CSV, READ_HELP, READ_EXTRA };

static const struct option read_common[] = {
	[READ_DB] = {"db", required_argument, NULL, READ_DB},
	[READ_TOURNAMENT] = {"tournament", required_argument, NULL, READ_TOURNAMENT},
	[READ_JSON] = {"json", no_argument, NULL, READ_JSON},
	[READ_CSV] = {"csv", no_argument, NULL, READ_CSV},
	[READ_HELP] = {"help", no_argument, NULL, READ_HELP},
};

static int read_unknown(
	const struct read *r, const struct option *flags, int count, const char *given)
{
	const char *names[READ_FLAGS];
	char word[64];
	snprintf(word, sizeof word, "%s", given + strspn(given, "-"));
	word[strcspn(word, "=")] = '\0';
	for (int i = 0; i < count; i++)
		names[i] = flags[i].name;
	const char *meant = nearest(word, names, count);
	if (meant != NULL)
		return read_usage(r, "there is no flag %s; did you mean --%s?", given, meant);
	return read_usage(
		r, "there is no flag %s; \"referee help %s\" lists them", given, r->command->name);
}

static void read_extra(const struct read_flag *flag)
{
	if (flag->value == NULL)
		*flag->on = true;
	else if (flag->count == NULL)
		*flag->value = optarg;
	else if ((*flag->count)++ < PARAMETERS_MAX)
		flag->value[*flag->count - 1] = optarg;
}

/* The short flags, as getopt wants them. */
static void read_letters(const struct read_flag *extra, char letters[2 * READ_FLAGS])
{
	*letters++ = ':'; /* a value that is missing is told by us */
	for (const struct read_flag *e = extra; e != NULL && e->name != NULL; e++) {
		if (e->letter == '\0')
			continue;
		*letters++ = e->letter;
		if (e->value != NULL)
			*letters++ = ':';
	}
	*letters = '\0';
}

/* What getopt_long returned for a flag. */
static void read_flag(struct read *r, int flag, const struct read_flag *extra)
{
	if (flag == READ_DB)
		r->path = optarg;
	else if (flag == READ_TOURNAMENT)
		r->which = optarg;
	else if (flag == READ_JSON)
		r->format = TABLE_JSON;
	else if (flag == READ_CSV)
		r->format = TABLE_CSV;
	else if (flag < READ_FLAGS)
		read_extra(&extra[flag - READ_EXTRA]);
	else {
		while (extra->letter != flag)
			extra++;
		read_extra(extra);
	}
}

bool read_flags(struct read *r, const struct command *command, int argc, char **argv,
	const struct read_flag *extra, int *rest, int *status)
{
	struct option flags[READ_FLAGS] = {{NULL, 0, NULL, 0}};
	char letters[2 * READ_FLAGS];
	int count = READ_EXTRA, flag;

	*r = (struct read){.command = command, .format = TABLE_TEXT};
	memcpy(flags, read_common, sizeof read_common);
	for (const struct read_flag *e = extra; e != NULL && e->name != NULL; e++, count++)
		flags[count] = (struct option){
			e->name, e->value != NULL ? required_argument : no_argument, NULL, count};
	assert(count < READ_FLAGS); /* the last ends the list */
	read_letters(extra, letters);
	opterr = 0;
	optind = 1;
	while ((flag = getopt_long(argc, argv, letters, flags, NULL)) != -1) {
		const char *given = argv[optind - 1];
		if (flag == ':')
			*status = read_usage(r, "%s wants a value", given);
		else if (flag == '?')
			*status = read_unknown(r, flags, count, given);
		else if (flag == READ_HELP)
			*status = printf("%s", command->help) < 0 ? EXIT_BROKEN : EXIT_SUCCESS;
		if (flag == ':' || flag == '?' || flag == READ_HELP)
			return false;
		read_flag(r, flag, extra);
	}
	*rest = optind;
	return true;
}

static int read_many_databases(const struct read *r, const glob_t *found)
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

static bool read_open_path(struct read *r, const char *path, int *status)
{
	if (db_open(&r->db, path, DB_READ) == DB_OK)
		return true;
	*status = read_close(r, DB_BROKEN);
	return false;
}

bool read_open(struct read *r, int *status)
{
	glob_t found;
	bool good = false;
	if (r->path != NULL)
		return read_open_path(r, r->path, status);
	if (glob("*.db", 0, NULL, &found) != 0)
		*status = read_usage(
			r, "which database? There is no *.db in this folder; give --db FILE");
	else if (found.gl_pathc > 1)
		*status = read_many_databases(r, &found);
	else
		good = read_open_path(r, found.gl_pathv[0], status);
	globfree(&found);
	return good;
}

struct read_sought {
	const char *which;
	bool by_number, found;
	int64_t id;
	int seats, programs;
	char *names[READ_NAMES];
	int count;
};

static void read_sought_name(struct read_sought *s, const char *name)
{
	if (s->count < READ_NAMES)
		s->names[s->count++] = escape_text(name, false);
}

static void read_sought_clear(struct read_sought *s)
{
	for (int i = 0; i < s->count; i++)
		free(s->names[i]);
}

/* A row of the query tournament-names, newest first: is it the one that is sought? */
static bool read_tournament_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct read_sought *s = arg;
	(void)columns, (void)names;
	if (s->by_number ? strcmp(values[0].text, s->which) == 0
			 : s->which == NULL || strcmp(values[1].text, s->which) == 0) {
		s->found = true;
		s->id = values[0].integer;
		s->seats = (int)values[4].integer;
	}
	read_sought_name(s, values[1].text);
	return !s->found;
}

static int read_no_tournament(const struct read *r, const struct read_sought *s)
{
	if (s->count == 0) {
		fprintf(stderr, "referee %s: the database holds no tournament\n", r->command->name);
		return EXIT_DATABASE;
	}
	const char *meant = nearest(r->which, (const char *const *)s->names, s->count);
	return read_usage(r, "there is no tournament \"%s\"; %s \"%s\"%s", r->which,
		meant != NULL ? "did you mean" : "the newest is",
		meant != NULL ? meant : s->names[0], meant != NULL ? "?" : "");
}

/* By name first, then by number: a tournament may be called 2024. */
bool read_find(struct read *r, int *status)
{
	struct read_sought s = {.which = r->which};
	int error = db_read(r->db, "tournament-names", NULL, 0, read_tournament_row, &s);
	if (error == DB_OK && !s.found && r->which != NULL) {
		s.by_number = true;
		error = db_read(r->db, "tournament-names", NULL, 0, read_tournament_row, &s);
	}
	r->tournament = s.id;
	r->seats = s.seats;
	if (error != DB_OK || !s.found)
		*status = read_close(r, error);
	if (error == DB_OK && !s.found)
		*status = read_no_tournament(r, &s);
	read_sought_clear(&s);
	return error == DB_OK && s.found;
}

/* A row of the query bots. */
static bool read_bot_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct read_sought *s = arg;
	(void)columns, (void)names;
	s->found = strcmp(values[1].text, s->which) == 0;
	s->id = values[0].integer;
	s->programs = (int)values[2].integer;
	read_sought_name(s, values[1].text);
	return !s->found;
}

bool read_bot(struct read *r, const char *name, int *status)
{
	struct read_sought s = {.which = name};
	int error = db_read(r->db, "bots", &r->tournament, 1, read_bot_row, &s);
	const char *meant = nearest(name, (const char *const *)s.names, s.count);
	r->bot = s.id;
	r->programs = s.programs;
	if (error != DB_OK || !s.found)
		*status = read_close(r, error);
	if (error == DB_OK && !s.found)
		*status = read_usage(r, "no bot \"%s\" has played in this tournament%s%s%s", name,
			meant != NULL ? "; did you mean \"" : "", meant != NULL ? meant : "",
			meant != NULL ? "\"?" : "");
	read_sought_clear(&s);
	return error == DB_OK && s.found;
}

int read_close(struct read *r, int error)
{
	if (error != DB_OK)
		fprintf(stderr, "referee %s: %s\n", r->command->name, db_why(r->db));
	db_close(r->db);
	r->db = NULL;
	return error == DB_OK ? EXIT_SUCCESS : EXIT_DATABASE;
}

struct table_cell read_cell(const struct db_value *value)
{
	return (struct table_cell){
		value->text, value->type == DB_INTEGER || value->type == DB_REAL, value->length};
}

struct read_rows {
	enum table_format format;
	struct table *table;
	bool (*keep)(void *arg, const struct db_value *values);
	void *arg;
};

static void read_names(void *arg, int columns, const char *const *names)
{
	struct read_rows *rows = arg;
	rows->table = table_create(rows->format, stdout, names, columns);
}

static bool read_row(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct read_rows *rows = arg;
	struct table_cell cells[READ_COLUMNS];
	(void)names;
	if (rows->keep != NULL && !rows->keep(rows->arg, values))
		return true;
	assert(columns <= READ_COLUMNS);
	for (int i = 0; i < columns; i++)
		cells[i] = read_cell(&values[i]);
	table_row(rows->table, cells);
	return true;
}

static int read_rows(
	struct read *r, const char *query, const int64_t *args, int count, struct read_rows *rows)
{
	rows->format = r->format;
	int error = db_columns(r->db, query, read_names, rows);
	if (error == DB_OK)
		error = db_read(r->db, query, args, count, read_row, rows);
	table_free(rows->table);
	return error;
}

int read_table(struct read *r, const char *query, int64_t argument,
	bool (*keep)(void *arg, const struct db_value *values), void *arg)
{
	return read_rows(r, query, &argument, 1, &(struct read_rows){.keep = keep, .arg = arg});
}

int read_query(struct read *r, const char *query, const int64_t *args, int count)
{
	return read_rows(r, query, args, count, &(struct read_rows){.keep = NULL});
}
