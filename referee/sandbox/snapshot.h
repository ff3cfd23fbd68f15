/*
 * snapshot.h - the files of programs, kept as they were when a run began.
 *
 * What is taken, a folder or a file, is copied into a private folder below TMPDIR, /tmp or
 * /var/tmp: the first of them from which programs may be started. A bot is shown the copy in the
 * place of the original (fs-view.h). What is too large to be copied, or cannot be read, is watched
 * instead: snapshot_same() compares inode, size and times of its files with those at the beginning.
 *
 * The private folder is locked while its process lives, and removed at the end. What a killed run
 * has left the next one removes.
 */
#ifndef REFEREE_SANDBOX_SNAPSHOT_H
#define REFEREE_SANDBOX_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/sandbox/find-program.h"

#define SNAPSHOT_BYTES (INT64_C(64) << 20) /* of what is copied of one path */
#define SNAPSHOT_ALL   (INT64_C(1) << 30)  /* of all copies of a run */

enum { SNAPSHOT_FILES = 10000, SNAPSHOT_DEPTH = 32 };

enum snapshot_kind {
	SNAPSHOT_FOLDER, /* with all below it, but .git, .hg and .svn */
	SNAPSHOT_SHARED, /* the same where people keep other things too: snapshot_is_peoples() */
	SNAPSHOT_FILE,
	SNAPSHOT_LINK, /* a symbolic link: where it leads in the end */
};

struct snapshot_item {
	enum snapshot_kind kind;
	char *path;   /* owned, as all below: absolute, as find_program_absolute() makes it */
	char *copy;   /* NULL: it is watched */
	char *why;    /* it is not copied; NULL: it was not to be */
	char *target; /* of a link */
	struct snapshot_file *files; /* that are watched */
	int files_count;
};

/* What of a snapshot is one bot's. */
struct snapshot_held {
	char *program; /* owned: where the first word of its command was found; NULL: it says so */
	const struct snapshot_item **items; /* owned, ended by NULL; they are the snapshot's */
	char *const *without;		    /* borrowed: the snapshot's */
	char **others; /* owned, ended by NULL: files and folders that are other bots' */
	bool *counts;  /* owned: by item: is this folder part of the program? NULL: all are */
	char *note;    /* owned: what is not watched, for people; NULL: nothing */
};

struct snapshot {
	bool copies; /* else all is watched */
	char *const
		*without; /* borrowed: absolute paths that are part of no program, ended by NULL */
	char *root;	  /* owned: the private folder; NULL: none is made yet */
	int lock;	  /* its descriptor */
	int64_t bytes;	  /* of all copies */
	struct snapshot_item **items; /* owned */
	int count;
};

/* An empty one; without NULL: nothing is left out. */
void snapshot_init(struct snapshot *s, bool copies, char *const *without);

/* Removes all copies. */
void snapshot_clear(struct snapshot *s);

/* The same from a handler of signals, for the one that was made last; the process ends then. */
void snapshot_abandon(void);

/* Takes a path once, and says what it has of it. NULL: there is no such folder, file or link. */
const struct snapshot_item *snapshot_take(
	struct snapshot *s, enum snapshot_kind kind, const char *path);

/* Where an absolute path is, if it is held as a copy. False: it is not; where is the path. held
 * may be NULL here and below. */
bool snapshot_where(
	const struct snapshot_held *held, const char *path, char where[FIND_PROGRAM_PATH]);

/* As find_program_program(), but a bare word is where it was found at the beginning. */
bool snapshot_find_program(
	const struct snapshot_held *held, const char *word, char found[FIND_PROGRAM_PATH]);

/* Is all that is watched as it was? False: why begins with the file that is not. */
bool snapshot_same(const struct snapshot_held *held, char *why, size_t room);

/* Has a walk through a program's folder to pass over this path? */
bool snapshot_leaves_out(char *const *without, const char *path);

/* Is it a kind of folder? */
bool snapshot_is_folder(enum snapshot_kind kind);

/* Is it of those that the referee and people put beside programs: settings, databases, results? */
bool snapshot_is_peoples(const char *name);

/* Made by runs, or by tools that people use: no part of a program, though a copy has it. */
bool snapshot_is_made(const char *name);

#endif
