/*
 * watched-folder.h - watches a folder for tournament files and reports each file once it is
 * complete.
 */
#ifndef REFEREE_DAEMON_WATCHED_FOLDER_H
#define REFEREE_DAEMON_WATCHED_FOLDER_H

#include <event2/event.h>
#include <stdbool.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"

struct watched_folder;

struct watched_folder_calls {
	/* A file NAME.conf of this user was added or replaced. */
	void (*file)(void *arg, const char *path, int64_t owner);
	/* A file NAME.conf was added that is a link to a file of another user. */
	void (*foreign)(void *arg, const char *path);
	/* The folder was removed or moved. It is looked for once a second. */
	void (*gone)(void *arg, const char *folder);
	/* There is a folder at its path again; its files are reported next. */
	void (*back)(void *arg, const char *folder);
	void *arg;
};

/* Starts to watch. Files that are already there are reported by watched_folder_scan(). NULL: the
 * folder cannot be watched, and err has a line. */
struct watched_folder *watched_folder_create(struct event_base *base, const char *path,
	const struct watched_folder_calls *calls, struct error *err);
void watched_folder_free(struct watched_folder *f);

/* Reports all files in the folder, ordered by name. */
void watched_folder_scan(struct watched_folder *f);

#endif
