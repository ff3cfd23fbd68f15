/*
 * snapshot.h - keeps the program files of bots as they were when a run began.
 *
 * snapshot_add() copies a folder or a file into a private folder. That is below TMPDIR, /tmp or
 * /var/tmp: the first of these that allows execution. A bot sees the copy at the place of the
 * original (fs-view.h).
 *
 * A path that is too large or unreadable is watched instead. held_files_same()
 * compares inode, size and times of its files with those at the start.
 *
 * The private folder is locked while its process lives and removed at the end. The next run removes
 * the folder of a killed run.
 */
#ifndef REFEREE_PREPARE_SNAPSHOT_H
#define REFEREE_PREPARE_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/held-files.h"

#define SNAPSHOT_BYTES (INT64_C(64) << 20) /* limit of the copy of one path, in bytes */
#define SNAPSHOT_ALL   (INT64_C(1) << 30)  /* limit of all copies of a run, in bytes */

enum { SNAPSHOT_FILES = 10000, SNAPSHOT_DEPTH = 32 };

struct snapshot {
	bool copies;		  /* false: all items are watched */
	char *const *without;	  /* borrowed: paths that belong to no program, ended by NULL */
	char *root;		  /* owned: path of the private folder; NULL: not made yet */
	int lock;		  /* descriptor of the private folder */
	int64_t bytes;		  /* bytes of all copies */
	struct held_item **items; /* owned */
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
const struct held_item *snapshot_add(struct snapshot *s, enum held_kind kind, const char *path);

/* Must a walk through a program's folder skip this path? */
bool snapshot_leaves_out(char *const *without, const char *path);

/* Is it a file that the referee or people put beside programs: settings, databases, results? */
bool snapshot_is_peoples(const char *name);

/* Is it made by runs or by people's tools? It is not part of a program, although a copy includes
 * it. */
bool snapshot_is_made(const char *name);

#endif
