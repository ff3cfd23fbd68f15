/*
 * import.h - reads a file of games, JSON lines, into a database, line by line.
 *
 * A mistake is reported as FILE:LINE: and counted. After the first mistake no more games are added.
 * The rest is only checked, so that one run reports all mistakes, up to IMPORT_MISTAKES. The file
 * is untrusted: the reader has limits, and checks everything before use.
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
	FILE *in, *err;		     /* err: the stream for reports of mistakes */
	int64_t line_number;
	int64_t games_seen, tournaments; /* of the whole file */
	int mistakes, error;		 /* error: a DB_ error, which ends everything */
	bool stopped;			 /* the rest of the file cannot be understood */

	/* The tournament of the games now; its game is NULL if there is none. Texts are owned. */
	struct db_tournament tournament;
	struct params params;  /* of its definition */
	struct rejudge *judge; /* owned: for its games */
};

/* Reads all of imp->in; reports mistakes to imp->err. */
void import_file(struct import *imp);

void import_mistake(struct import *imp, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Begins a tournament; copies t's texts. Refuses a tournament that is not possible. */
void import_begin(struct import *imp, const struct db_tournament *t);

/* Ends the tournament: computes its ratings again. */
void import_end(struct import *imp);

/* A bot's number in the database; 0: nothing is written, or an error. */
int64_t import_bot(struct import *imp, const struct db_bot *bot);

/* Checks a game and adds it. Sets its seats' names and, if there is a database, bots. */
void import_game(struct import *imp, struct db_game *g);

/* import-check.c: is the game possible? False: a reason in why. Sets moves_hash, and ratings if
 * there are none. */
bool import_check(struct import *imp, struct db_game *g, char why[IMPORT_WHY]);

/* import-jsonl.c: reads one line without its end. */
struct jsonl_in;
struct jsonl_in *import_jsonl_create(void);
void import_jsonl_line(struct jsonl_in *j, struct import *imp, const char *line, size_t length);
void import_jsonl_free(struct jsonl_in *j);

/* Reads the file at path ("-": the standard input) into the target, inside db_begin(); reports
 * mistakes. Returns an exit status, or IMPORT_TARGET_FAILED. */
int import_read(struct import_target *target, const char *path);

#endif
