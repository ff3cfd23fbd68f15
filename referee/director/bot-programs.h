/*
 * bot-programs.h - the programs of a tournament's bots, as they were when its run began: which
 * files they are, and where they are kept so that nothing that is built or copied meanwhile changes
 * what plays.
 *
 * Of a bot that is its dir, each file that its command names, and the folders of those: where they
 * lie below the folder in which the referee was started, and hold no tournament's file or database.
 * A test of two versions never mixes them: there a folder counts though several bots have files in
 * it, a dir counts though a tournament is in it, and what else lies beside a program is told.
 * Tools of the system, such as python3, are not among them. At sandbox = full they are copied
 * (snapshot.h); at other levels, and where they cannot be, they are watched.
 */
#ifndef REFEREE_DIRECTOR_BOT_PROGRAMS_H
#define REFEREE_DIRECTOR_BOT_PROGRAMS_H

#include "referee/sandbox/snapshot.h"
#include "referee/definition/tournament.h"

struct bot_programs {
	struct snapshot snapshot;
	struct snapshot_held **held; /* owned: by bot */
	int count;		     /* bots whose programs are taken */
	char **without;		     /* owned: the database's files */
};

void bot_programs_init(struct bot_programs *p, const struct tournament *t);
void bot_programs_clear(struct bot_programs *p);

/* Takes those of all bots that were not there before. */
void bot_programs_take(struct bot_programs *p, const struct tournament *t);

/* Calls say() for each bot of t from this place on whose program is not copied and should be. */
void bot_programs_say(const struct bot_programs *p, const struct tournament *t, int first,
	void (*say)(void *arg, const char *line), void *arg);

/* Is all that is watched as it was? False: why names a bot and its file. */
bool bot_programs_same(
	const struct bot_programs *p, const struct tournament *t, char *why, size_t room);

/* The database with what SQLite keeps beside it, ended by NULL, as absolute paths; the caller frees
 * each and the list. */
char **bot_programs_database(const struct tournament *t);

#endif
