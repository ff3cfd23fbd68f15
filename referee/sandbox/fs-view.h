/*
 * fs-view.h - what a bot sees of the files: a list of paths that are shown, and of some below them
 * that are hidden. mounts.h makes it true with namespaces, landlock.h without.
 *
 * Shown, and never to be written:
 * - the system's programs and libraries, and what of /etc they read;
 * - the bot's folder: `dir`; without one, the folder of each file and each folder that its command
 *   names. A folder that holds home, the root, or a place of the system is never shown, only the
 *   file itself;
 * - the run-time of its program: links and first lines "#!..." are followed, and of a program in a
 *   folder bin or shims all of the folder above is shown, as pyenv, nvm and their like need it.
 *
 * What a snapshot holds of these is shown as it was then, whatever became of it.
 */
#ifndef REFEREE_SANDBOX_FS_VIEW_H
#define REFEREE_SANDBOX_FS_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "referee/sandbox/snapshot.h"

enum fs_view_kind {
	FS_VIEW_TREE,	/* a folder and all below it, or a file */
	FS_VIEW_LINK,	/* a symbolic link, as it is */
	FS_VIEW_DEVICE, /* to be read and written */
	FS_VIEW_HIDDEN, /* empty, though what it lies in is shown */
};

struct fs_view_item {
	char *path;
	char *from; /* what is shown there; NULL: what is there */
	enum fs_view_kind kind;
	bool folder;
	bool own;  /* not the system's */
	uid_t uid; /* whose it is */
	gid_t gid;
};

struct fs_view {
	struct fs_view_item *items; /* owned; what holds others comes before them */
	int count;
	const struct snapshot_held *held; /* borrowed while it is made */
	char dir[FIND_PROGRAM_PATH];	  /* where the bot runs */
	char program[FIND_PROGRAM_PATH];  /* what is started */
};

/* Where the bot may write in the view: its scratch folder, and the folder in which the C library
 * keeps shared memory and semaphores (shm_open(), sem_open()). Both are empty when it starts. */
#define FS_VIEW_SCRATCH "/tmp"
#define FS_VIEW_SHARED	"/dev/shm"

/* Whom it is made for. All is borrowed. */
struct fs_view_order {
	char *const *argv;
	const char *dir;     /* NULL: here */
	char *const *hidden; /* paths that no bot sees unless its own folder lies there, ended by
				NULL; NULL: none */
	const struct snapshot_held *held; /* NULL: nothing of it is held */
};

/* Finds what a command is to see. False: it cannot be shown; why says what would be right. */
bool fs_view_make(struct fs_view *v, const struct fs_view_order *order, char *why, size_t room);
/* Finds what a build in the folder dir is to see: the system, the file of its program, and dir.
 * False as above. */
bool fs_view_make_build(
	struct fs_view *v, const char *program, const char *dir, char *why, size_t room);
void fs_view_clear(struct fs_view *v);

/* Is it the system's? /usr/local is not: what is built here is installed there. */
bool fs_view_is_system(const char *path);

/* May all of a folder be shown to a bot? Not of home, the root, or a place of the system. */
bool fs_view_is_own(const char *folder);

/* Is path in the view? */
bool fs_view_shows(const struct fs_view *v, const char *path);

#endif
