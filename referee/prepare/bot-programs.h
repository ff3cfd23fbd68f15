/*
 * bot-programs.h - the bots' programs, held as they were when the run began. A build or a copy
 * during the run must not change the programs that play.
 *
 * A bot's programs are its dir, each file that its command names, and the folders of these files. A
 * folder counts only below the folder in which the referee was started, and without a tournament's
 * file or database. Tools of the system, such as python3, do not count.
 *
 * In a test of two versions the programs never mix. There a folder counts even if several bots have
 * files in it, and a dir counts even if a tournament is in it. The referee reports any other file
 * beside a program.
 *
 * At sandbox = full the programs are copied (snapshot.h). At other levels, and where a copy is
 * impossible, they are watched for changes.
 */
#ifndef REFEREE_PREPARE_BOT_PROGRAMS_H
#define REFEREE_PREPARE_BOT_PROGRAMS_H

#include "base/error.h"
#include "referee/prepare/snapshot.h"
#include "referee/tournament/tournament.h"

struct bot_programs {
	struct snapshot snapshot;
	struct held_files **held; /* owned: by bot */
	int count;		  /* bots whose programs are held */
	char **without;		  /* owned: the database's files */
};

/* Begins without copies. The tournament is borrowed. */
void bot_programs_init(struct bot_programs *p, const struct tournament *t);
void bot_programs_clear(struct bot_programs *p); /* all zeroes may be cleared */

/* Holds the programs of all bots that were not held before. */
void bot_programs_hold(struct bot_programs *p, const struct tournament *t);

/* Calls report() for each bot of t, from index first, whose program should be copied and is not. */
void bot_programs_report(const struct bot_programs *p, const struct tournament *t, int first,
	void (*report)(void *arg, const char *line), void *arg);

/* Are all watched files unchanged? False: err names a bot and its file. */
bool bot_programs_same(const struct bot_programs *p, const struct tournament *t, struct error *err);

/* Absolute paths of the database and of SQLite's files beside it, ended by NULL. The caller frees
 * each path and the list. */
char **bot_programs_database(const struct tournament *t);

#endif
