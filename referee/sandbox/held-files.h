/*
 * held-files.h - files of a bot that stay as they were when a run began: each is copied, or watched
 * for changes. prepare/snapshot.h takes them. A bot sees a copy at the place of the original
 * (fs-view.h).
 */
#ifndef REFEREE_SANDBOX_HELD_FILES_H
#define REFEREE_SANDBOX_HELD_FILES_H

#include <stdbool.h>
#include <sys/types.h>
#include <time.h>

#include "base/error.h"
#include "referee/sandbox/find-program.h"

/* A watched file, as it was at the start. */
struct held_file {
	char *path; /* owned */
	dev_t device;
	ino_t inode;
	nlink_t links;
	off_t size;
	struct timespec modified, changed;
};

enum held_kind {
	HELD_FOLDER, /* with all its contents, except .git, .hg and .svn */
	HELD_SHARED, /* the same, for a folder that also holds people's other files: see
			    snapshot_is_peoples() */
	HELD_FILE,
	HELD_LINK, /* a symbolic link: its final target */
};

struct held_item {
	enum held_kind kind;
	char *path;		 /* owned, as all below: absolute, from find_program_absolute() */
	char *copy;		 /* NULL: watched, not copied */
	char *why;		 /* why it is not copied; NULL: no copy was requested */
	char *target;		 /* target of a link */
	struct held_file *files; /* watched files */
	int files_count;
};

/* The part of a snapshot that belongs to one bot. */
struct held_files {
	char *program; /* owned: path found for the first word of its command; NULL: the word is the
			  path */
	const struct held_item **items; /* owned, ended by NULL; the snapshot owns the items */
	char *const *without;		/* borrowed from the snapshot */
	char **others;			/* owned, ended by NULL: files and folders of other bots */
	bool *counts; /* owned: by item: is this folder part of the program? NULL: all are */
	char *note;   /* owned: for people: the files that are not watched; NULL: none */
};

/* Writes the place of an absolute path: its copy if the snapshot has one. False: no copy; where is
 * the path itself. held may be NULL here and below. */
bool held_files_where(
	const struct held_files *held, const char *path, char where[FIND_PROGRAM_PATH]);

/* As find_program_program(), but a bare word gives the path that was found at the start. */
bool held_files_find_program(
	const struct held_files *held, const char *word, char found[FIND_PROGRAM_PATH]);

/* Are all watched files unchanged? False: err begins with the path of a changed file. */
bool held_files_same(const struct held_files *held, struct error *err);

/* Is it HELD_FOLDER or HELD_SHARED? */
bool held_item_is_folder(enum held_kind kind);

#endif
