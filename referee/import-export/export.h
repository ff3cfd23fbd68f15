/*
 * export.h - writes a whole tournament in one of several formats, and what these formats share.
 *
 * A format is a function, in its file export-NAME.c, and a row of export_formats. It writes to a
 * stream, game by game: no format keeps games in memory. The output depends only on the database,
 * so two exports of the same games are equal byte for byte.
 */
#ifndef REFEREE_IMPORT_EXPORT_EXPORT_H
#define REFEREE_IMPORT_EXPORT_EXPORT_H

#include <stdio.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/game/game.h"

enum { EXPORT_GAMES = 1024 }; /* games that --game can name */

/* The version of the JSON lines. Version 1 had "entries" for participants and "evidence" for the
 * failure report. */
enum { EXPORT_VERSION = 2 };

/* The positions of a game that the format positions writes. */
struct export_choice {
	bool no_openings, no_forced; /* skips those of the opening, and those with one legal move */
	bool only_scored;	     /* skips those whose move has no score */
	bool no_faults;		     /* skips games that a bot lost by a fault */
	bool unique; /* writes each position once, as far as the memory of positions reaches */
	int64_t from_ply, to_ply; /* from 1; the opening's plies count */
	int64_t sample;		  /* the most positions of each game */
	double share;		  /* the probability of each position; 1: all */
	uint64_t seed;		  /* of sample and share */
};

/* An export: its content, and its source, a snapshot of a database that may be in use. */
struct export
{
	struct db *db; /* borrowed */
	bool json;     /* the format positions writes JSON lines */
	const struct export_format *format;
	struct db_tournament tournament; /* its row; the texts are owned */
	const char *bot;		 /* only this bot's games; NULL: of all bots */
	int64_t games[EXPORT_GAMES];	 /* only these games, rising; none: all */
	int games_count;
	bool bare;	 /* games are read without failure reports and stderr */
	int64_t removed; /* games that were left out because their moves were removed */
	struct export_choice choice;
	const struct report_left_out *left_out; /* borrowed: for a page; left_out_count of them */
	int left_out_count;
	int64_t max_games; /* --games: the most games in a page, newest first; -1: as many as fit */
	FILE *out;	   /* the caller checks for errors when it closes the stream */
	struct error err;
	struct export_reading {
		struct db_games *games; /* owned; NULL: none is read */
		int begun;		/* how many of games[], or one */
		bool found;
		int error;
	} reading; /* of export_next() */
};

enum { EXPORT_FAILED = -1 };

struct export_format {
	const char *name;   /* the word after --format */
	const char *help;   /* one line */
	const char *suffix; /* the suffix of a file name that implies the format: ".jsonl"; the
			       first row of a suffix wins */
	/* Returns 0, a DB_ error, or EXPORT_FAILED with a line in e->err.text. */
	int (*write)(struct export *e);
	bool results; /* it has no moves, so that games without moves are in it too */
};

/* Every format, ended by a row without a name. */
extern const struct export_format export_formats[];

/* Write the games in the form that is their name. EXPORT_FAILED: the database cannot be read. */
int export_text(struct export *e), export_csv(struct export *e), export_places(struct export *e),
	export_jsonl(struct export *e), export_positions(struct export *e),
	export_record(struct export *e), export_html(struct export *e);

/* The next game of the export, in the order of their numbers, until the next step; NULL: there is no
 * more, or it failed. A damaged game (a seat or a move without a row) ends it too. A game whose moves
 * were removed is left out and counted, unless the format has results alone. export_end() returns
 * like write(), and the next step begins anew. */
const struct db_game *export_next(struct export *e);
int export_end(struct export *e) __attribute__((warn_unused_result));

/* Like game_result(); more than two seats are separated by "-". */
enum { EXPORT_RESULT = GAME_RESULT };
void export_result(const struct db_game *g, char text[EXPORT_RESULT]);
/* The shortest text that reads back as the same number. */
enum { EXPORT_REAL = 32 };
void export_real(double value, char text[EXPORT_REAL]);

/* Converts UTC milliseconds to "2026-03-01T12:00:00.123Z", and back. Times outside the years
 * 1970 to 9999 become the nearest time inside. */
enum { EXPORT_TIME = 40 };
#define EXPORT_TIME_MAX INT64_C(253402300799999)
void export_time(int64_t ms, char text[EXPORT_TIME]);
/* export-file.c: writes a file whole or not at all. It writes under another name beside the
 * path, and renames at the end. False: a line in err. Path NULL is stdout, whose losses main()
 * tells. The struct stays at its place while it is open. */
struct export_file {
	FILE *out;
	int fd;		   /* where out writes */
	int why;	   /* errno of the first write that failed; 0: none did */
	char *path, *part; /* owned; part NULL: written in place */
	bool nameless;	   /* the unfinished file has no name yet */
};
bool export_file_open(struct export_file *f, const char *path, struct error *err);
bool export_file_close(struct export_file *f, bool keep, struct error *err);

#endif
