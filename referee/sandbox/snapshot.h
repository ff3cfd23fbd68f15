/*
 * snapshot.h - keeps the program files of bots as they were when a run began.
 *
 * snapshot_take() copies a folder or a file into a private folder. That is below TMPDIR, /tmp or
 * /var/tmp: the first of these that allows execution. A bot sees the copy at the place of the
 * original (fs-view.h).
 *
 * A path that is too large or unreadable is watched instead. snapshot_same() compares inode, size
 * and times of its files with those at the start.
 *
 * The private folder is locked while its process lives and removed at the end. The next run removes
 * the folder of a killed run.
 */
#ifndef REFEREE_SANDBOX_SNAPSHOT_H
#define REFEREE_SANDBOX_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/find-program.h"

#define SNAPSHOT_BYTES (INT64_C(64) << 20) /* limit of the copy of one path, in bytes */
#define SNAPSHOT_ALL   (INT64_C(1) << 30)  /* limit of all copies of a run, in bytes */

enum { SNAPSHOT_FILES = 10000, SNAPSHOT_DEPTH = 32 };

enum snapshot_kind {
	SNAPSHOT_FOLDER, /* with all its contents, except .git, .hg and .svn */
	SNAPSHOT_SHARED, /* the same, for a folder that also holds people's other files: see
			    snapshot_is_peoples() */
	SNAPSHOT_FILE,
	SNAPSHOT_LINK, /* a symbolic link: its final target */
};

struct snapshot_item {
	enum snapshot_kind kind;
	char *path;   /* owned, as all below: absolute, from find_program_absolute() */
	char *copy;   /* NULL: watched, not copied */
	char *why;    /* why it is not copied; NULL: no copy was requested */
	char *target; /* target of a link */
	struct snapshot_file *files; /* watched files */
	int files_count;
};

/* The part of a snapshot that belongs to one bot. */
struct snapshot_held {
	char *program; /* owned: path found for the first word of its command; NULL: the word is the
			  path */
	const struct snapshot_item **items; /* owned, ended by NULL; the snapshot owns the items */
	char *const *without;		    /* borrowed from the snapshot */
	char **others; /* owned, ended by NULL: files and folders of other bots */
	bool *counts;  /* owned: by item: is this folder part of the program? NULL: all are */
	char *note;    /* owned: for people: the files that are not watched; NULL: none */
};

struct snapshot {
	bool copies;		      /* false: all items are watched */
	char *const *without;	      /* borrowed: paths that belong to no program, ended by NULL */
	char *root;		      /* owned: path of the private folder; NULL: not made yet */
	int lock;		      /* descriptor of the private folder */
	int64_t bytes;		      /* bytes of all copies */
	struct snapshot_item **items; /* owned */
	int count;
};

/* Initializes an empty snapshot. without NULL: no path is left out. */
void snapshot_init(struct snapshot *s, bool copies, char *const *without);

/* Frees the snapshot and removes all copies. */
void snapshot_clear(struct snapshot *s);

/* Removes the copies of the snapshot that was made last. For a signal handler, after which the
 * process ends. */
void snapshot_abandon(void);

/* Adds a path; a second call returns the same item. NULL: there is no such folder, file or link. */
const struct snapshot_item *snapshot_take(
	struct snapshot *s, enum snapshot_kind kind, const char *path);

/* Writes the place of an absolute path: its copy if the snapshot has one. False: no copy; where is
 * the path itself. held may be NULL here and below. */
bool snapshot_where(
	const struct snapshot_held *held, const char *path, char where[FIND_PROGRAM_PATH]);

/* As find_program_program(), but a bare word gives the path that was found at the start. */
bool snapshot_find_program(
	const struct snapshot_held *held, const char *word, char found[FIND_PROGRAM_PATH]);

/* Are all watched files unchanged? False: err begins with the path of a changed file. */
bool snapshot_same(const struct snapshot_held *held, struct error *err);

/* Must a walk through a program's folder skip this path? */
bool snapshot_leaves_out(char *const *without, const char *path);

/* Is it a kind of folder? */
bool snapshot_is_folder(enum snapshot_kind kind);

/* Is it a file that the referee or people put beside programs: settings, databases, results? */
bool snapshot_is_peoples(const char *name);

/* Is it made by runs or by people's tools? It is not part of a program, although a copy includes
 * it. */
bool snapshot_is_made(const char *name);

#endif
