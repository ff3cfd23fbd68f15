/*
 * import.h - a file of games, JSON lines, read line by line into a database.
 *
 * A mistake is told as FILE:LINE: and counted; from the first one on nothing is added any more, the
 * rest is only looked through, so that all is told at once, up to IMPORT_MISTAKES. A file may be
 * anything: what a reader takes has bounds, and nothing in it is trusted before it was checked.
 */
#ifndef REFEREE_TRANSFER_IMPORT_H
#define REFEREE_TRANSFER_IMPORT_H

#include <stdio.h>

#include "referee/transfer/import-target.h"
#include "referee/game/params.h"
#include "referee/game/rejudge.h"

enum {
	IMPORT_MISTAKES = 20,
	IMPORT_LINE = 16 * 1024 * 1024, /* bytes of a line, and of a game's text */
	IMPORT_MOVES = 100000,		/* of a game */
	IMPORT_WHY = 512
};

struct import {
	struct import_target intake; /* its db NULL: nothing is written, the file is only checked */
	const char *path;	     /* for messages */
	FILE *in, *err;		     /* err: where mistakes are told */
	int64_t line_number;
	int64_t games_seen, tournaments; /* of the whole file */
	int mistakes, error;		 /* error: a DB_ one; everything ends then */
	bool stopped;			 /* the rest cannot be understood */

	/* The tournament that games belong to now, NULL in its game: none. Texts are owned. */
	struct db_tournament tournament;
	struct params params;  /* of its definition */
	struct rejudge *judge; /* owned: of its games */
};

/* Reads all of imp->in; what is wrong is told to imp->err. */
void import_file(struct import *imp);

void import_mistake(struct import *imp, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Begins a tournament: t's texts are copied. Refuses one that cannot be. */
void import_begin(struct import *imp, const struct db_tournament *t);

/* Ends it: its ratings are counted anew. */
void import_end(struct import *imp);

/* A bot's number in the database; 0: nothing is written, or it failed. */
int64_t import_bot(struct import *imp, const struct db_bot *bot);

/* Checks a game and adds it; its seats' names and, where there is a database, bots are set. */
void import_game(struct import *imp, struct db_game *g);

/* import-check.c: can the game have been played like this? False: why not. Sets moves_hash, and
 * ratings where there are none. */
bool import_check(struct import *imp, struct db_game *g, char why[IMPORT_WHY]);

/* import-jsonl.c: one line without its end. */
struct jsonl_in;
struct jsonl_in *import_jsonl_create(void);
void import_jsonl_line(struct jsonl_in *j, struct import *imp, const char *line, size_t length);
void import_jsonl_free(struct jsonl_in *j);

/* Reads the file at path ("-": the standard input) into the target, inside db_begin(); tells what
 * is wrong with it. An exit status, or IMPORT_TARGET_FAILED. */
int import_read(struct import_target *target, const char *path);

#endif
