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

extern const struct command command_standings, command_crosstable, command_games,
	command_seat_stats, command_show, command_ratings, command_compare, command_verify,
	command_analyse, command_export, command_import, command_merge;

/* Their options, whose values are a struct query. */
extern const struct option_row query_options[];

/* The group of these options, for a command whose values have a struct query at this place. */
#define QUERY_GROUP(place)                                                                         \
	{                                                                                          \
		.title = "Database", .rows = query_options, .at = (place)                          \
	}

/* command_read(), where r is a part of values. */
bool query_read(const struct command *command, struct query *r, void *values, int argc, char **argv,
	int *status);

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

#endif
