/*
 * query-command.h - shared parts of commands that read a database: their flags, the database and
 * its tournament, and rows of a query as a table.
 */
#ifndef REFEREE_COMMANDS_QUERY_COMMAND_H
#define REFEREE_COMMANDS_QUERY_COMMAND_H

#include <stdint.h>

#include "db/db.h"
#include "referee/commands/command.h"
#include "referee/results/query-rows.h"

struct query {
	const struct command *command;
	struct db *db;
	int64_t tournament;
	int seats;		  /* seats of one of its games */
	int64_t bot;		  /* from query_bot(): one of the bot's numbers, ... */
	int programs;		  /* ... and the number of programs of this name */
	const char *path, *which; /* --db, --tournament: borrowed; NULL: not given */
	enum text_table_format format;
	struct option_list without; /* --without-worker: query_open() takes it */
};

/* The options of every command that reads a database, whose values are a struct query, with their
 * defaults. */
#define QUERY_ONLY_DB "the only *.db of this folder"
#define QUERY_DB_ROW(otherwise, does)                                                              \
	{                                                                                          \
		OPTION("db", TEXT, offsetof(struct query, path)),                                  \
			.value = "FILE", .preset = (otherwise), .help = (does)                     \
	}
#define QUERY_TOURNAMENT_ROW(otherwise)                                                            \
	{                                                                                          \
		OPTION("tournament", TEXT, offsetof(struct query, which)),                         \
			.value = "ID|NAME", .preset = (otherwise),                                 \
			.help = "read this tournament of the database"                             \
	}

/* Both, --json and --csv. */
extern const struct option_row query_options[];

/* The option group of a command whose values have a struct query at this place. */
#define QUERY_GROUP_OF(rows_, place)                                                               \
	{                                                                                          \
		.title = "Database", .rows = (rows_), .at = (place)                                \
	}
#define QUERY_GROUP(place) QUERY_GROUP_OF(query_options, place)

/* Options of a query that may leave games out, whose values are the same. */
extern const struct option_row query_games_options[];
#define QUERY_GAMES_GROUP(place)                                                                   \
	{                                                                                          \
		.title = "Games that count", .rows = query_games_options, .at = (place)            \
	}

/* Like command_read(), where r is a part of values. */
bool query_read(const struct command *command, struct query *r, void *values, int argc, char **argv,
	int *status);

/* Opens the database, and leaves the games out that --without-worker names. */
bool query_open(struct query *r, int *status);

/* Finds the tournament of --tournament, else the newest. False: as above, and closed. */
bool query_find(struct query *r, int *status);

/* Has a bot of this name played in the tournament? Sets bot and programs. False: as above, and
 * closed. */
bool query_bot(struct query *r, const char *name, int *status);

/* Reads the number of a game. 0: it was reported that the text is none. */
int64_t query_game_number(const struct command *command, const char *text);

/* Closes everything. Returns the exit status for a db_ result. */
int query_close(struct query *r, int error);

/* Prints all rows of a query as a table. Returns 0 or a DB_ error. */
int query_table(struct query *r, const char *query, const int64_t *args, int count);

/* The same for a query with one argument and a text above its rows; prints nothing where there are
 * none. */
int query_table_below(struct query *r, const char *text, const char *query, int64_t argument);

/* Likewise all, but only its first columns (0: all). edit() may change
 * the cells of a row, whose texts stay valid until the next call; NULL: it does not. */
int query_table_edited(struct query *r, const char *query, int64_t argument, int columns,
	void (*edit)(
		void *arg, int columns, const char *const *names, struct text_table_cell *cells),
	void *arg);

/* The end of a message about an unknown name, which the caller frees: "; did you mean "NEAR"?" if
 * one of these names is near, else "; OTHERWISE", or "" if otherwise is NULL. */
char *query_hint(const char *name, const char *const *names, int count, const char *otherwise);

#endif
