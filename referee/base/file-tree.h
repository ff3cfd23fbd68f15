/*
 * file-tree.h - a folder and all below it: walked in a fixed order, written entry by entry,
 * removed.
 *
 * Both sides may be hostile. A walk follows no link, passes over whatever is neither a folder, a
 * file nor a link, and ends at the depth and the length of path that a writer takes. A writer makes
 * nothing outside of its folder, whatever an entry's path says and whatever it has made before.
 */
#ifndef REFEREE_BASE_FILE_TREE_H
#define REFEREE_BASE_FILE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { FILE_TREE_PATH = 1024, FILE_TREE_DEPTH = 64 };

enum file_tree_kind {
	FILE_TREE_FOLDER,
	FILE_TREE_FILE,
	FILE_TREE_PROGRAM,
	FILE_TREE_LINK,
	FILE_TREE_KINDS
};

struct file_tree_entry {
	enum file_tree_kind kind; /* a program is a file that its owner may execute */
	const char *path;	  /* from the folder at the top, such as "src/main.c" */
	const char *target;	  /* of a link; else NULL */
	int64_t size;		  /* of a file in bytes */
	struct timespec changed;
	int fd; /* of a file: open to be read; else -1 */
};

/* False from it ends the walk. Everything in e is the walk's. */
typedef bool file_tree_visit(void *arg, const struct file_tree_entry *e);

/* Visits all below the folder, names in the order of their bytes, a folder before what it holds.
 * False with errno: something could not be read; or visit() ended it, then errno is as it left it.
 */
bool file_tree_walk(const char *folder, file_tree_visit *visit, void *arg);

/* What is being made. */
struct file_tree_writer {
	int root;	     /* the folder; -1: not open */
	int file;	     /* the file that is being written; -1: none */
	int64_t bytes, most; /* written, and the most that may be; most 0: any number */
	int entries, entries_most;
	bool full; /* it was to become more than it may be */
};

/* folder must be there. entries: how many files, folders and links it may make at most; 0: any.
 * False with errno. */
bool file_tree_write_open(
	struct file_tree_writer *w, const char *folder, int64_t bytes, int entries);
void file_tree_write_close(struct file_tree_writer *w);

/* Makes an entry: a file is empty and open for file_tree_write_bytes() until the next entry. False
 * with errno: EINVAL: no path, EDQUOT: more than may be. */
bool file_tree_write_entry(struct file_tree_writer *w, const struct file_tree_entry *e);
bool file_tree_write_bytes(struct file_tree_writer *w, const void *bytes, size_t length);

/* Copies all of e from its descriptor, and when it was changed. False with errno. */
bool file_tree_write_copy(struct file_tree_writer *w, const struct file_tree_entry *e);

/* Removes links below the folder that lead out of it or nowhere, and keeps all else from being
 * written to. False with errno. */
bool file_tree_seal(const char *folder);

/* Removes the folder and all in it, also what is kept from being written to. False with errno:
 * something is left. */
bool file_tree_remove(const char *folder);

/* Makes the folder and those that lead to it. False with errno. */
bool file_tree_make_folder(const char *folder);

#endif
