/*
 * watched-folder.h - a folder that is watched: tournament files that are put into it, each as soon
 * as it is whole.
 */
#ifndef REFEREE_DAEMON_WATCHED_FOLDER_H
#define REFEREE_DAEMON_WATCHED_FOLDER_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/definition/tournament.h"

struct watched_folder;

struct watched_folder_calls {
	/* A file NAME.conf is there, or was written anew. */
	void (*file)(void *arg, const char *path);
	/* The folder is gone, and not watched any more. */
	void (*gone)(void *arg, const char *folder);
	void *arg;
};

/* Watches; those that are there are told by watched_folder_scan(). NULL and a line in why: it
 * cannot be. */
struct watched_folder *watched_folder_create(struct event_base *base, const char *path,
	const struct watched_folder_calls *calls, char why[WHY]);
void watched_folder_free(struct watched_folder *f);

/* Tells of all files that are there, in the order of their names. */
void watched_folder_scan(struct watched_folder *f);

#endif
