/*
 * query-command.h - what the commands that read a database share: their flags, the database and its
 * tournament, and a query's rows as a table.
 */
#ifndef REFEREE_COMMANDS_QUERY_COMMAND_H
#define REFEREE_COMMANDS_QUERY_COMMAND_H

#include <stdint.h>

#include "db/db.h"
#include "referee/commands/command.h"
#include "referee/base/text-table.h"

/* What the help of every reading command ends with. */
#define QUERY_FLAGS_HELP                                                                           \
	"  --db FILE             the database (default: the only *.db of this folder)\n"           \
	"  --tournament ID|NAME  which one of it (default: the newest)\n"                          \
	"  --json, --csv         for programs instead of people\n"

struct query {
	const struct command *command;
	struct db *db;
	int64_t tournament;
	int seats;		  /* of a game of it */
	int64_t bot;		  /* that query_bot() found: one of its numbers, ... */
	int programs;		  /* ... and how many it has: programs of this name */
	const char *path, *which; /* --db, --tournament: borrowed; NULL: not given */
	enum text_table_format format;
};

/* A flag that one command has beside the common ones: it takes a value, or is a switch. */
struct query_flag {
	const char *name;
	const char **value; /* where it goes; NULL: a switch */
	bool *on;	    /* of a switch */
	int *count;  /* it may be given again: the values of PARAMETERS_MAX and how many there
		      * were, which may be more; NULL: the last one holds */
	char letter; /* -o is the same as --output; 0: it has none */
};

extern const struct command command_standings, command_crosstable, command_games, command_seats,
	command_show, command_ratings, command_compare, command_verify, command_analyse,
	command_export, command_import, command_merge;

/* Reads the flags; extra ends with a NULL name and may be NULL. What is no flag starts at
 * argv[*rest]. True: go on. False: everything is said, and *status is how to end. */
bool query_flags(struct query *r, const struct command *command, int argc, char **argv,
	const struct query_flag *extra, int *rest, int *status);

/* Opens the database. */
bool query_open(struct query *r, int *status);

/* Finds the tournament that --tournament names, else the newest. False: as above, and closed. */
bool query_find(struct query *r, int *status);

/* Has a bot of this name played in the tournament? Sets bot and programs. False: as above, and
 * closed. */
bool query_bot(struct query *r, const char *name, int *status);

/* Closes everything; returns the status that belongs to a db_ result. */
int query_close(struct query *r, int error);

/* Prints a query's rows that keep() takes (NULL: all) as a table; 0 or a DB_ error. */
int query_table(struct query *r, const char *query, int64_t argument,
	bool (*keep)(void *arg, const struct db_value *values), void *arg);

/* Prints all rows of a query of several arguments. */
int query_query(struct query *r, const char *query, const int64_t *args, int count);

/* A value as a table's cell. */
struct text_table_cell query_cell(const struct db_value *value);

/* Tells what is wrong with the command line; returns EXIT_USAGE. */
int query_usage(const struct query *r, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
