/*
 * fs-view.h - the files that a bot may see: a list of shown paths, and of hidden paths below them.
 * mounts.h enforces a view with namespaces, landlock.h without.
 *
 * A bot sees these paths and can never write to them:
 * - the system's programs and libraries, and the files of /etc that they read;
 * - the bot's folder `dir`. Without `dir`: each folder that its command names, and the folder of
 * each file that its command names, also within a word "process:COMMAND". If the folder is the
 * root, a system folder, or holds home, only the file is shown;
 * - the runtime of its program. Links and "#!" lines are followed. If the program is in a folder
 * named bin or shims, all of the folder above is shown, because pyenv, nvm and similar tools need
 * it.
 *
 * A path that a snapshot holds is shown as it was when the snapshot was taken. A folder of this
 * machine with such a path in it, or a hidden one, has the entries that are there at the start.
 */
#ifndef REFEREE_SANDBOX_FS_VIEW_H
#define REFEREE_SANDBOX_FS_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "referee/sandbox/held-files.h"

enum fs_view_kind {
	FS_VIEW_TREE,	/* a file, or a folder with all its contents */
	FS_VIEW_LINK,	/* a symbolic link, not followed */
	FS_VIEW_DEVICE, /* a device, readable and writable */
	FS_VIEW_HIDDEN, /* empty, although its parent is shown */
};

struct fs_view_item {
	char *path;
	char *from; /* path of the contents to show; NULL: path itself */
	enum fs_view_kind kind;
	bool folder;
	bool own;  /* not part of the system */
	uid_t uid; /* owner and group */
	gid_t gid;
};

struct fs_view {
	struct fs_view_item *items; /* owned; a folder comes before its contents */
	int count;
	const struct held_files *held;	 /* borrowed while the view is made */
	char dir[FIND_PROGRAM_PATH];	 /* working folder of the bot */
	char program[FIND_PROGRAM_PATH]; /* file of its program */
	char tools[FIND_PROGRAM_PATH]; /* of a build: a folder of compilers beside PATH; "": none */
};

/* The folders that the bot may write to: its scratch folder, and the folder of the C library's
 * shared memory and semaphores (shm_open(), sem_open()). Both are empty when the bot starts. */
#define FS_VIEW_SCRATCH "/tmp"
#define FS_VIEW_SHARED	"/dev/shm"

/* The program that a view is made for. All pointers are borrowed. */
struct fs_view_options {
	char *const *argv;
	const char *dir;     /* NULL: the current folder */
	char *const *hidden; /* paths that no bot sees unless its own folder is below them, ended by
				NULL; NULL: none */
	const struct held_files *held; /* NULL: no file is held */
};

/* Makes the view of a command. False: it cannot be shown; err says what would be right. */
bool fs_view_make(struct fs_view *v, const struct fs_view_options *options, struct error *err);
/* Makes the view of a build in the folder dir: the system, the file of its program, dir, and the
 * compilers that are in PATH. network: also the files of /etc that name servers. False as above. */
bool fs_view_make_build(
	struct fs_view *v, const char *program, const char *dir, bool network, struct error *err);
void fs_view_clear(struct fs_view *v);

/* Is path part of the system? /usr/local is not: programs built on this machine are installed
 * there. */
bool fs_view_is_system(const char *path);

/* May a bot see the whole folder? False for home, the root, and system folders. */
bool fs_view_is_own(const char *folder);

/* Does the view show path? */
bool fs_view_shows(const struct fs_view *v, const char *path);

#endif
