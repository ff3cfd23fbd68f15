/*
 * watched-folder.c - watches a folder.
 *
 * A file is complete when its writer has closed it, or has moved it into the folder.
 */
#include "referee/daemon/watched-folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { WATCHED_FOLDER_EVENTS = 65536 };

struct watched_folder {
	char *path; /* owned */
	struct watched_folder_calls calls;
	int watch, folder; /* the descriptor, and the watch of the folder; -1: it is gone */
	struct event *event, *reopen_timer;
	char *room; /* owned: the kernel's events, aligned for them */
};

/* Is it a tournament's file, and not an editor's temporary file? */
static int watched_folder_takes(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);
	return length > 5 && entry->d_name[0] != '.' &&
	       strcmp(entry->d_name + length - 5, ".conf") == 0;
}

/* Is it a file of its owner's own, and whose? A mistake is told with the line that has it. So a
 * link to a file of another user, made by one who may not read that, would put its lines into the
 * log. */
static bool watched_folder_owns(const struct watched_folder *f, const char *path, int64_t *owner)
{
	struct stat folder, name, file;
	if (stat(f->path, &folder) != 0 || lstat(path, &name) != 0 || stat(path, &file) != 0)
		return false;
	*owner = name.st_uid;
	if (S_ISLNK(name.st_mode))
		return file.st_uid == name.st_uid;
	return file.st_nlink == 1 || file.st_uid == folder.st_uid;
}

static void watched_folder_report(struct watched_folder *f, const char *name)
{
	char *path = memory_print("%s/%s", f->path, name);
	int64_t owner;
	if (watched_folder_owns(f, path, &owner))
		f->calls.file(f->calls.arg, path, owner);
	else if (access(path, F_OK) == 0)
		f->calls.foreign(f->calls.arg, path);
	free(path);
}

void watched_folder_scan(struct watched_folder *f)
{
	struct dirent **names;
	int count = scandir(f->path, &names, watched_folder_takes, alphasort);
	for (int i = 0; i < count; i++) {
		watched_folder_report(f, names[i]->d_name);
		free(names[i]);
	}
	if (count >= 0)
		free(names);
}

static void watched_folder_look(struct watched_folder *f)
{
	f->folder = inotify_add_watch(
		f->watch, f->path, IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR);
}

/* The folder may be there again: made anew, or mounted. */
static void watched_folder_on_reopen(evutil_socket_t fd, short what, void *arg)
{
	struct watched_folder *f = arg;
	(void)fd, (void)what;
	watched_folder_look(f);
	if (f->folder < 0)
		return;
	event_del(f->reopen_timer);
	f->calls.back(f->calls.arg, f->path);
	watched_folder_scan(f);
}

static void watched_folder_take(struct watched_folder *f, const struct inotify_event *e)
{
	static const struct timeval often = {1, 0};
	struct dirent entry = {.d_name = ""};
	if (e->wd != f->folder && (e->mask & IN_Q_OVERFLOW) == 0)
		return; /* of the folder that is gone */
	if (e->mask & IN_Q_OVERFLOW)
		watched_folder_scan(f);
	if (e->mask & IN_MOVE_SELF)
		inotify_rm_watch(f->watch, f->folder); /* IN_IGNORED follows */
	if (e->mask & IN_IGNORED) {
		f->folder = -1;
		event_add(f->reopen_timer, &often);
		f->calls.gone(f->calls.arg, f->path);
	}
	if (e->len == 0 || e->mask & IN_ISDIR)
		return;
	snprintf(entry.d_name, sizeof entry.d_name, "%s", e->name);
	if (watched_folder_takes(&entry))
		watched_folder_report(f, entry.d_name);
}

static void watched_folder_on_event(evutil_socket_t fd, short what, void *arg)
{
	struct watched_folder *f = arg;
	ssize_t length = read(fd, f->room, WATCHED_FOLDER_EVENTS);
	(void)what;
	for (ssize_t at = 0; at < length;) {
		const struct inotify_event *e = (const void *)(f->room + at);
		watched_folder_take(f, e);
		at += (ssize_t)(sizeof *e + e->len);
	}
}

struct watched_folder *watched_folder_create(struct event_base *base, const char *path,
	const struct watched_folder_calls *calls, struct error *err)
{
	struct watched_folder *f = memory_get(1, sizeof *f);
	f->calls = *calls;
	f->path = realpath(path, NULL);
	f->room = memory_get(WATCHED_FOLDER_EVENTS, 1);
	f->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	f->folder = -1;
	if (f->path != NULL && f->watch >= 0)
		watched_folder_look(f);
	if (f->folder >= 0) {
		f->event =
			event_new(base, f->watch, EV_READ | EV_PERSIST, watched_folder_on_event, f);
		f->reopen_timer = event_new(base, -1, EV_PERSIST, watched_folder_on_reopen, f);
	}
	if (f->event != NULL && f->reopen_timer != NULL && event_add(f->event, NULL) == 0)
		return f;
	error_set(err, "%.300s: this folder cannot be watched: %s", path, strerror(errno));
	watched_folder_free(f);
	return NULL;
}

void watched_folder_free(struct watched_folder *f)
{
	if (f == NULL)
		return;
	if (f->event != NULL)
		event_free(f->event);
	if (f->reopen_timer != NULL)
		event_free(f->reopen_timer);
	if (f->watch >= 0)
		close(f->watch);
	free(f->room);
	free(f->path);
	free(f);
}
