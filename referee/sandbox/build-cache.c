/*
 * build-cache.c - folders under keys, with a lock on the descriptor of each folder in use.
 */
#include "referee/sandbox/build-cache.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/file-tree.h"
#include "referee/sandbox/find-program.h"

#define BUILD_CACHE_NEW "new-"

enum { BUILD_CACHE_TRIES = 100 };

bool build_cache_usual(char folder[BUILD_CACHE_PATH])
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	bool own = cache != NULL && *cache == '/';
	if (!own && (home == NULL || *home != '/'))
		return false;
	return snprintf(folder, BUILD_CACHE_PATH, "%s%s/referee/builds", own ? cache : home,
		       own ? "" : "/.cache") < BUILD_CACHE_PATH;
}

static bool build_cache_path(
	const struct build_cache *c, const char *name, char path[BUILD_CACHE_PATH])
{
	bool fits = snprintf(path, BUILD_CACHE_PATH, "%s/%s", c->folder, name) < BUILD_CACHE_PATH;
	errno = fits ? errno : ENAMETOOLONG;
	return fits;
}

static bool build_cache_is_new(const char *name)
{
	return strncmp(name, BUILD_CACHE_NEW, strlen(BUILD_CACHE_NEW)) == 0;
}

/* Removes an unused folder. It is renamed first, so that no process finds a partly removed folder
 * under a key. */
static void build_cache_drop(const struct build_cache *c, const char *name)
{
	char path[BUILD_CACHE_PATH], aside[BUILD_CACHE_PATH];
	if (!build_cache_path(c, name, path))
		return;
	int lock = file_tree_lock(path, LOCK_EX | LOCK_NB);
	if (lock < 0)
		return;
	snprintf(aside, sizeof aside, "%.4000s/" BUILD_CACHE_NEW "%.64s", c->folder, name);
	if (build_cache_is_new(name))
		file_tree_remove(path);
	else if (rename(path, aside) == 0)
		file_tree_remove(aside);
	close(lock);
}

bool build_cache_open(struct build_cache *c, const char *folder, int64_t most)
{
	c->most = most;
	c->grows = false;
	if (!find_program_absolute(folder, NULL, c->folder)) {
		errno = ENAMETOOLONG;
		return false;
	}
	if (!file_tree_make_folder(c->folder))
		return false;
	DIR *all = opendir(c->folder);
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		if (build_cache_is_new(entry->d_name))
			build_cache_drop(c, entry->d_name);
	if (all != NULL)
		closedir(all);
	return all != NULL;
}

bool build_cache_open_usual(struct build_cache *c, struct error *err)
{
	char folder[BUILD_CACHE_PATH];
	if (!build_cache_usual(folder))
		return error_set(err,
			"builds have no folder: neither XDG_CACHE_HOME nor HOME is set; set one of them");
	if (build_cache_open(c, folder, BUILD_CACHE_USUAL))
		return true;
	return error_set(
		err, "%s, the folder of builds, cannot be used: %s", folder, strerror(errno));
}

bool build_cache_find(const struct build_cache *c, const char *key, struct build_cache_place *place)
{
	place->lock = -1;
	if (!build_cache_path(c, key, place->folder))
		return false;
	place->lock = file_tree_lock(place->folder, LOCK_SH);
	return place->lock >= 0 && futimens(place->lock, NULL) == 0;
}

bool build_cache_begin(const struct build_cache *c, struct build_cache_place *place)
{
	place->lock = -1;
	/* Another process that opens the cache may remove the folder before we lock it. */
	for (int i = 0; i < BUILD_CACHE_TRIES && place->lock < 0; i++) {
		if (!build_cache_path(c, BUILD_CACHE_NEW "XXXXXX", place->folder) ||
			mkdtemp(place->folder) == NULL)
			return false;
		place->lock = file_tree_lock(place->folder, LOCK_EX);
	}
	return place->lock >= 0;
}

struct build_cache_row {
	char *name;
	struct timespec used;
	int64_t size;
};

static bool build_cache_count(void *arg, const struct file_tree_entry *e)
{
	enum { BLOCK = 4096 };
	*(int64_t *)arg += e->size + BLOCK;
	return true;
}

/* Orders builds by last use, oldest first. */
static int build_cache_compare(const void *a, const void *b)
{
	const struct timespec *x = &((const struct build_cache_row *)a)->used;
	const struct timespec *y = &((const struct build_cache_row *)b)->used;
	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* All folders with a key. The caller frees the list and its names. */
static struct build_cache_row *build_cache_list(const struct build_cache *c, int *count)
{
	struct build_cache_row *rows = NULL;
	char path[BUILD_CACHE_PATH];
	struct stat status;
	DIR *all = opendir(c->folder);
	*count = 0;
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
		if (strlen(entry->d_name) != BUILD_CACHE_KEY - 1 ||
			!build_cache_path(c, entry->d_name, path) || stat(path, &status) != 0)
			continue;
		rows = memory_resize(rows, (size_t)*count + 1, sizeof *rows);
		struct build_cache_row *row = &rows[(*count)++];
		*row = (struct build_cache_row){memory_copy(entry->d_name), status.st_mtim, 0};
		file_tree_walk(path, build_cache_count, &row->size);
	}
	if (all != NULL)
		closedir(all);
	if (*count > 0)
		qsort(rows, (size_t)*count, sizeof *rows, build_cache_compare);
	return rows;
}

void build_cache_shrink(const struct build_cache *c)
{
	int count;
	int64_t size = 0;
	struct build_cache_row *rows = build_cache_list(c, &count);
	for (int i = 0; i < count; i++)
		size += rows[i].size;
	for (int i = 0; i < count; i++) {
		if (c->most > 0 && size > c->most) {
			build_cache_drop(c, rows[i].name);
			size -= rows[i].size;
		}
		free(rows[i].name);
	}
	free(rows);
}

bool build_cache_keep(const struct build_cache *c, const char *key, struct build_cache_place *place)
{
	char path[BUILD_CACHE_PATH];
	/* At level reduced root's bots are users of their own. */
	if (!build_cache_path(c, key, path) || chmod(place->folder, 0755) != 0)
		return false;
	if (rename(place->folder, path) == 0) {
		strcpy(place->folder, path);
		flock(place->lock, LOCK_SH);
		if (!c->grows)
			build_cache_shrink(c);
		return true;
	}
	if (errno != EEXIST && errno != ENOTEMPTY)
		return false;
	build_cache_leave(place);
	return build_cache_find(c, key, place);
}

void build_cache_forget(const struct build_cache *c, struct build_cache_place *place)
{
	char aside[BUILD_CACHE_PATH];
	const char *name = strrchr(place->folder, '/') + 1;
	/* Unlocked, it goes when the cache is opened next. */
	snprintf(aside, sizeof aside, "%.4000s/" BUILD_CACHE_NEW "%.64s-%d", c->folder, name,
		(int)getpid());
	if (rename(place->folder, aside) == 0 && flock(place->lock, LOCK_EX | LOCK_NB) == 0)
		file_tree_remove(aside);
	close(place->lock);
	place->lock = -1;
}

void build_cache_leave(struct build_cache_place *place)
{
	const char *name = strrchr(place->folder, '/');
	if (place->lock < 0)
		return;
	if (name != NULL && build_cache_is_new(name + 1))
		file_tree_remove(place->folder);
	close(place->lock);
	place->lock = -1;
}

void build_clear(struct build *b)
{
	build_cache_leave(&b->place);
	for (int i = 0; i < b->programs_count; i++)
		free(b->programs[i]);
	free(b->programs);
	free(b->output);
	b->programs = NULL;
	b->output = NULL;
	b->programs_count = 0;
}
