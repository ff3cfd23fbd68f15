/*
 * import.h - adds tournaments and games to the open database from files of JSON lines and from
 * other databases.
 *
 * If the database has exactly this tournament, it gets only games of pairings that it has not.
 * Otherwise it gets a new tournament. Rows that are there stay. A rating depends on all games
 * before it. So after games were added, all ratings of their tournament are computed again, in the
 * order of the games' numbers.
 */
#ifndef REFEREE_IMPORT_EXPORT_IMPORT_H
#define REFEREE_IMPORT_EXPORT_IMPORT_H

#include <stdio.h>

#include "db/db.h"

enum import_target_answer {
	IMPORT_TARGET_ADDED,
	IMPORT_TARGET_THERE, /* the same game was there already, or counts no more in the target */
	IMPORT_TARGET_CONFLICT, /* another game has its pairing, and stays */
};

struct import_target {
	struct db *db;			 /* borrowed; NULL: nothing is written */
	int64_t tournament;		 /* the tournament that games go to now */
	bool known;			 /* the tournament was there before */
	int64_t added, there, conflicts; /* its games so far */
	int64_t all_added, all_there;	 /* games of the finished tournaments of the source */
	/* Only games before these that have their moves; 0: all games. */
	int64_t before_game, before_ms; /* by their number; by their end (UTC, ms) */
};

/* A kind of source. read() reads the source at path into the target, inside db_begin(), and reports
 * mistakes. It returns an exit status, or IMPORT_TARGET_FAILED if the target's db_error_text() has the
 * reason. With EXIT_SUCCESS and EXIT_FAULTS, everything written is kept. */
struct import_source {
	int (*read)(struct import_target *target, const char *path);
};

enum { IMPORT_TARGET_FAILED = -1 };

/* import.c: a file of JSON lines; "-" is the standard input. A mistake is reported as FILE:LINE:.
 * The file is untrusted: the reader has limits, and checks everything before use. */
extern const struct import_source import_jsonl;

/* import-database.c: another database. A game whose pairing was played differently in the target is
 * left out: EXIT_FAULTS. */
extern const struct import_source import_database;

/* Takes each source, a database or a file of JSON lines, into the database at db_path, which is created if it is missing. A source is
 * taken whole or not at all; one that fails does not stop the others. Returns the worst exit
 * status. */
int import_target_fill(const char *const *paths, int count, const char *db_path);

/* Copies the games of the database from that ended before before_ms, or whose number is below
 * before_game (0: no bound), and that have their moves, into the database to. Rows of it stay. Then
 * compares each with its copy. Returns an exit status; EXIT_SUCCESS: all of them are on the disk
 * there, whole. *games: their number. */
int import_archive(
	const char *from, const char *to, int64_t before_game, int64_t before_ms, int64_t *games);

/* --- for the sources: inside the caller's db_begin(); they return 0 or a DB_ error of db --------
 */

/* Finds or adds the tournament of the next games. Sets t->id, and the counts to 0. */
int import_target_tournament(struct import_target *in, struct db_tournament *t);

/* Adds the game unless its pairing is there. Its seats' bots are numbers of in->db; their names
 * are set. *other is the game that is there, or 0. */
int import_target_game(struct import_target *in, struct db_game *g,
	enum import_target_answer *answer, int64_t *other);

/* Adds a game that was replaced, unless it is there. */
int import_target_replaced(struct import_target *in, struct db_game *g);

/* Call after a tournament's last game: computes its ratings, and adds to the totals of the
 * source. */
int import_target_finish(struct import_target *in);

/* The version of the library that reads JSON. */
const char *import_library(void);

/* --- for tests ----------------------------------------------------------------------------------
 */

enum { IMPORT_MISTAKES = 20 }; /* reported of a file; then it is read no further */

struct import_counts {
	int64_t games, tournaments; /* of the whole file */
	int mistakes;
	int error; /* a DB_ error, which ended everything */
};

/* Reads all of in, which messages call path. Reports mistakes to err. Without a database it only
 * checks. */
struct import_counts import_jsonl_read(
	struct import_target *target, FILE *in, const char *path, FILE *err);

#endif
