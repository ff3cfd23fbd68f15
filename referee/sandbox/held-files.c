/*
 * held-files.c - where a bot's files are, and whether those without a copy have changed.
 */
#include "referee/sandbox/held-files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool held_item_is_folder(enum held_kind kind)
{
	return kind == HELD_FOLDER || kind == HELD_SHARED;
}

static bool held_file_same_time(struct timespec a, struct timespec b)
{
	return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

/* A new hard link, as backups make, changes the ctime but not the contents. */
static bool held_file_same(const struct held_file *f)
{
	struct stat now;
	return lstat(f->path, &now) == 0 && now.st_dev == f->device && now.st_ino == f->inode &&
	       now.st_size == f->size && held_file_same_time(now.st_mtim, f->modified) &&
	       (now.st_nlink != f->links || held_file_same_time(now.st_ctim, f->changed));
}

/* The first changed path; NULL: none. */
static const char *held_item_changed(const struct held_item *item)
{
	char target[FIND_PROGRAM_PATH];
	if (item->kind == HELD_LINK)
		return realpath(item->path, target) != NULL && strcmp(target, item->target) == 0
			       ? NULL
			       : item->path;
	for (int i = 0; i < item->files_count; i++)
		if (!held_file_same(&item->files[i]))
			return item->files[i].path;
	return NULL;
}

bool held_files_same(const struct held_files *held, struct error *err)
{
	for (int i = 0; held != NULL && held->items[i] != NULL; i++) {
		const char *changed = held_item_changed(held->items[i]);
		if (changed != NULL)
			return error_set(err, "%s has changed since the run began", changed);
	}
	return true;
}

bool held_files_where(
	const struct held_files *held, const char *path, char where[FIND_PROGRAM_PATH])
{
	for (int i = 0; held != NULL && held->items[i] != NULL; i++) {
		const struct held_item *item = held->items[i];
		if (item->copy == NULL || !find_program_is_below(path, item->path))
			continue;
		snprintf(where, FIND_PROGRAM_PATH, "%s%s", item->copy, path + strlen(item->path));
		return true;
	}
	snprintf(where, FIND_PROGRAM_PATH, "%s", path);
	return false;
}

bool held_files_find_program(
	const struct held_files *held, const char *word, char found[FIND_PROGRAM_PATH])
{
	if (held == NULL || held->program == NULL)
		return find_program_program(word, found);
	snprintf(found, FIND_PROGRAM_PATH, "%s", held->program);
	return true;
}
