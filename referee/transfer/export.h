/*
 * export.h - a tournament written out whole: what a format is, and what all formats share.
 *
 * A format is one file, export-NAME.c, and a row of all-exports.c. It writes to a stream, game
 * after game: no format keeps games in memory. What it writes follows from the database alone, so
 * that two exports of the same games are the same bytes.
 */
#ifndef REFEREE_TRANSFER_EXPORT_H
#define REFEREE_TRANSFER_EXPORT_H

#include <stdio.h>

#include "db/db.h"
#include "referee/game/game.h"

enum { EXPORT_GAMES = 1024 }; /* that --game can name */

/* Which positions of a game the format positions has. */
struct export_choice {
	bool no_openings, no_forced; /* without those of the opening, and those with one move */
	bool only_scored;	     /* without those whose move has no score */
	bool no_faults;		     /* without games that a bot lost by a fault of its own */
	bool unique;		     /* each position once, as far as is remembered */
	int64_t from_ply, to_ply;    /* from 1, the opening's plies counted */
	int64_t sample;		     /* so many of each game at most */
	double share;		     /* the chance of each; 1: all */
	uint64_t seed;		     /* of both */
};

/* What is to be written, and where it comes from: one moment of the database, which may go on. */
struct export
{
	struct db *db; /* borrowed */
	bool json;     /* the format positions writes JSON lines */
	const struct export_format *format;
	struct db_tournament tournament; /* its row; the texts are owned */
	const char *bot;		 /* only its games; NULL: of all */
	int64_t games[EXPORT_GAMES];	 /* only these, rising; none: all */
	int games_count;
	bool bare; /* games are read without evidence and stderr */
	struct export_choice choice;
	int64_t most; /* --games: so many of the newest in a page; -1: as many as fit */
	FILE *out;    /* whether all of it arrived is asked when it is closed */
	char why[256];
};

struct export_format {
	const char *name;   /* as --format says it */
	const char *help;   /* one line */
	const char *suffix; /* of a file's name, where it stands for --format: ".jsonl"; the first
			     * of several that have the same is meant */
	/* Returns 0, a DB_ error, or EXPORT_FAILED and a line in e->why. */
	int (*write)(struct export *e);
};

enum { EXPORT_FAILED = -1 };

/* all-exports.c: every format, ended by NULL. */
extern const struct export_format *const all_exports[];
extern const struct export_format export_text, export_csv, export_places, export_jsonl,
	export_record, export_html, export_positions;

/* Calls each() for every game that is asked for, in the order of their numbers; false ends it. A
 * game that is not whole (a seat or a move without a row) ends it too. Returns as write() does. */
int export_games(struct export *e, bool (*each)(void *arg, const struct db_game *g), void *arg);

/* As game_result() has it, more than two seats parted by "-". */
enum { EXPORT_RESULT = GAME_RESULT };
void export_result(const struct db_game *g, char text[EXPORT_RESULT]);
/* The shortest text that reads back as the same number. */
enum { EXPORT_REAL = 32 };
void export_real(double value, char text[EXPORT_REAL]);

/* UTC milliseconds as "2026-03-01T12:00:00.123Z", and back; of the years 1970 to 9999, to the
 * nearest of which others are moved. */
enum { EXPORT_TIME = 40 };
#define EXPORT_TIME_MAX INT64_C(253402300799999)
void export_time(int64_t ms, char text[EXPORT_TIME]);
bool export_time_read(const char *text, int64_t *ms);

/* export-file.c: a file that is there whole or not at all: written beside it under another name,
 * which then takes its own. NULL or false: a line in why. */
struct export_file {
	FILE *out;
	int fd;		   /* of out, where part is not NULL */
	char *path, *part; /* owned; part NULL: it is written as it stands */
	bool nameless;	   /* what is half written has no name yet */
};
bool export_file_open(struct export_file *f, const char *path, char *why, size_t room);
bool export_file_close(struct export_file *f, bool keep, char *why, size_t room);

#endif
