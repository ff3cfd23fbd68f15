/*
 * snapshot.c - copies program files, and lists the files that it could not copy.
 *
 * The lock is on the folder's own descriptor, not on a file in it. A run that cleans up locks a
 * folder before it removes it. If it removes one between another run's mkdtemp() and flock(), that
 * run sees that the folder is gone and makes another.
 */
#include "referee/prepare/snapshot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"

#define SNAPSHOT_NAME ".referee-programs-"

enum {
	SNAPSHOT_WAY = 100, /* folder depth in all */
	SNAPSHOT_CHUNK = 1 << 16,
	SNAPSHOT_TRIES = 100,
	SNAPSHOT_WHY = 256
};

static char snapshot_last[FIND_PROGRAM_PATH]; /* the private folder that was made last */

void snapshot_abandon(void)
{
	if (*snapshot_last != '\0')
		file_tree_remove(snapshot_last);
}

/* --- the private folder --------------------------------------------------------------------- */

/* Locks a folder of this user. -1: another process has it, or it is gone or not ours. */
static int snapshot_lock(const char *path)
{
	struct stat status;
	int fd = file_tree_lock(path, LOCK_EX | LOCK_NB);
	if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid == geteuid())
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* Removes unlocked folders, which killed runs left. */
static void snapshot_sweep(const char *base)
{
	char path[FIND_PROGRAM_PATH];
	DIR *all = opendir(base);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;) {
		if (strncmp(e->d_name, SNAPSHOT_NAME, sizeof SNAPSHOT_NAME - 1) != 0 ||
			snprintf(path, sizeof path, "%s/%s", base, e->d_name) >= (int)sizeof path)
			continue;
		int fd = snapshot_lock(path);
		if (fd >= 0) {
			file_tree_remove(path);
			close(fd);
		}
	}
	if (all != NULL)
		closedir(all);
}

/* Signal handlers know the name from the moment that the folder exists. */
static bool snapshot_make_at(struct snapshot *s, const char *base)
{
	for (int i = 0; i < SNAPSHOT_TRIES; i++) {
		int length = snprintf(
			snapshot_last, sizeof snapshot_last, "%s/" SNAPSHOT_NAME "XXXXXX", base);
		if (length >= (int)sizeof snapshot_last || mkdtemp(snapshot_last) == NULL)
			break;
		s->lock = snapshot_lock(snapshot_last);
		if (s->lock >= 0) {
			s->root = memory_copy(snapshot_last);
			return true;
		}
		rmdir(snapshot_last); /* another run removed it as a leftover */
	}
	*snapshot_last = '\0';
	return false;
}

/* Makes the private folder once. False: there is no place for it. */
static bool snapshot_make(struct snapshot *s)
{
	const char *bases[] = {getenv("TMPDIR"), "/tmp", "/var/tmp"};
	char base[FIND_PROGRAM_PATH];
	struct statvfs fs;
	for (size_t i = 0; i < sizeof bases / sizeof *bases && s->root == NULL; i++) {
		if (bases[i] == NULL || !find_program_absolute(bases[i], NULL, base) ||
			statvfs(base, &fs) != 0 || (fs.f_flag & (ST_NOEXEC | ST_RDONLY)) != 0)
			continue;
		snapshot_sweep(base);
		snapshot_make_at(s, base);
	}
	return s->root != NULL;
}

/* --- copying -------------------------------------------------------------------------------- */

struct snapshot_copy {
	struct snapshot *snapshot;
	uid_t owner; /* owner of a folder that is shown to bots as their own */
	int64_t bytes;
	int files;
	char why[SNAPSHOT_WHY]; /* why it cannot be copied; "": no reason so far */
};

bool snapshot_leaves_out(char *const *without, const char *path)
{
	for (; without != NULL && *without != NULL; without++)
		if (strcmp(*without, path) == 0)
			return true;
	return false;
}

bool snapshot_is_made(const char *name)
{
	return name[0] == '.' || strcmp(name, "__pycache__") == 0;
}

bool snapshot_is_peoples(const char *name)
{
	static const char *const endings[] = {".conf", ".db", ".db-wal", ".db-shm", ".db-journal",
		".db-lock", ".html", ".jsonl", ".csv", ".txt", ".log"};
	const char *ending = strrchr(name, '.');
	for (size_t i = 0; ending != NULL && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(ending, endings[i]) == 0)
			return true;
	return false;
}

static bool snapshot_fail(struct snapshot_copy *c, const char *path, const char *what)
{
	snprintf(c->why, sizeof c->why, "%.150s: %.80s", path, what);
	return false;
}

/* Copies the contents with the kernel's help; some file systems then share blocks. */
static bool snapshot_pour(struct snapshot_copy *c, int from, int to)
{
	char chunk[SNAPSHOT_CHUNK];
	ssize_t got;
	bool kernel = true;
	for (;;) {
		got = kernel ? copy_file_range(from, NULL, to, NULL, SNAPSHOT_CHUNK * 16, 0)
			     : read(from, chunk, sizeof chunk);
		/* Some file systems return 0 here for files that read() can read. */
		if (kernel && got <= 0) {
			kernel = false;
			continue;
		}
		if (got <= 0 || (c->bytes += got) > SNAPSHOT_BYTES)
			break;
		if (!kernel && !file_tree_put(to, chunk, (size_t)got))
			return false;
	}
	return got == 0;
}

/* A bot that may read the original may read the copy, whatever user it runs as. */
static mode_t snapshot_mode(const struct snapshot_copy *c, const struct stat *status)
{
	mode_t mode = (status->st_mode & 0111) != 0 ? 0755 : 0644;
	bool secret = status->st_uid != c->owner && (status->st_mode & S_IROTH) == 0;
	return secret ? mode & 0700 : mode;
}

static bool snapshot_copy_file(struct snapshot_copy *c, const char *from, const char *to)
{
	struct stat status;
	int in = open(from, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (in < 0 || fstat(in, &status) != 0 || !S_ISREG(status.st_mode)) {
		snapshot_fail(c, from, in < 0 ? strerror(errno) : "it is no file any more");
		if (in >= 0)
			close(in);
		return false;
	}
	int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	bool good = out >= 0 && snapshot_pour(c, in, out);
	const struct timespec times[] = {status.st_atim, status.st_mtim};
	good = good && fchmod(out, snapshot_mode(c, &status)) == 0 && futimens(out, times) == 0;
	if (!good && c->bytes > SNAPSHOT_BYTES)
		snapshot_fail(c, from, "there is too much of it: over 64 MiB");
	else if (!good)
		snapshot_fail(c, from, strerror(errno));
	close(in);
	if (out >= 0)
		close(out);
	return good;
}

static bool snapshot_copy_folder(
	struct snapshot_copy *c, const char *from, const char *to, int depth);

static bool snapshot_copy_entry(
	struct snapshot_copy *c, const char *from, const char *to, int depth)
{
	char target[FIND_PROGRAM_PATH];
	struct stat status;
	if (++c->files > SNAPSHOT_FILES)
		return snapshot_fail(c, from, "there is too much of it: over 10000 files");
	if (lstat(from, &status) != 0)
		return errno == ENOENT || snapshot_fail(c, from, strerror(errno));
	if (S_ISDIR(status.st_mode))
		return snapshot_copy_folder(c, from, to, depth + 1);
	if (S_ISREG(status.st_mode))
		return snapshot_copy_file(c, from, to);
	if (S_ISLNK(status.st_mode)) {
		ssize_t length = readlink(from, target, sizeof target - 1);
		target[length > 0 ? length : 0] = '\0';
		return symlink(target, to) == 0 || snapshot_fail(c, from, strerror(errno));
	}
	/* Not read: a bot has no use for a device. */
	if (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode))
		return mknod(to, (status.st_mode & S_IFMT) | 0600, 0) == 0 ||
		       snapshot_fail(c, from, strerror(errno));
	return true;
}

static bool snapshot_copies_entry(const struct snapshot_copy *c, const char *name, const char *path)
{
	return strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strcmp(name, ".git") != 0 &&
	       strcmp(name, ".hg") != 0 && strcmp(name, ".svn") != 0 &&
	       strncmp(name, SNAPSHOT_NAME, sizeof SNAPSHOT_NAME - 1) != 0 &&
	       !snapshot_leaves_out(c->snapshot->without, path);
}

static bool snapshot_copy_folder(
	struct snapshot_copy *c, const char *from, const char *to, int depth)
{
	char *inner = NULL, *outer = NULL;
	if (depth > SNAPSHOT_DEPTH)
		return snapshot_fail(c, from, "its folders are too deep");
	DIR *all = opendir(from);
	if (all == NULL || mkdir(to, 0755) != 0 || chmod(to, 0755) != 0)
		snapshot_fail(c, from, strerror(errno));
	for (struct dirent *e; *c->why == '\0' && (e = readdir(all)) != NULL;) {
		inner = memory_print("%s/%s", from, e->d_name);
		outer = memory_print("%s/%s", to, e->d_name);
		if (strlen(inner) >= FIND_PROGRAM_PATH || strlen(outer) >= FIND_PROGRAM_PATH)
			snapshot_fail(c, from, "the names in it are too long");
		else if (snapshot_copies_entry(c, e->d_name, inner))
			snapshot_copy_entry(c, inner, outer, depth);
		free(inner);
		free(outer);
	}
	if (all != NULL)
		closedir(all);
	return *c->why == '\0';
}

/* Refuses a path that takes more than half of the free disk space. */
static bool snapshot_has_room(struct snapshot_copy *c)
{
	const struct snapshot *s = c->snapshot;
	struct statvfs fs;
	if (s->bytes + c->bytes > SNAPSHOT_ALL)
		return snapshot_fail(c, s->root, "all copies together are over 1 GiB");
	if (statvfs(s->root, &fs) == 0 && (uint64_t)c->bytes > fs.f_bavail * fs.f_frsize)
		return snapshot_fail(c, s->root, "copies would leave too little room on the disk");
	return true;
}

/* Creates the folders of a path; its first `there` bytes name an existing one. */
static bool snapshot_make_way(struct snapshot_copy *c, char *path, size_t there)
{
	bool good = true;
	int depth = 0;
	for (char *at = strchr(path + there + 1, '/'); at != NULL && good;
		at = strchr(at + 1, '/')) {
		*at = '\0';
		good = ++depth < SNAPSHOT_WAY && mkdir(path, 0755) == 0 && chmod(path, 0755) == 0;
		*at = '/';
	}
	if (!good)
		snapshot_fail(c, path,
			depth < SNAPSHOT_WAY ? strerror(errno) : "its folders are too deep");
	return good;
}

/* Copies item number n. False: it must be watched; err has the reason. */
static bool snapshot_copy_item(struct snapshot *s, struct held_item *item, int n)
{
	struct snapshot_copy c = {.snapshot = s};
	struct stat status;
	if (!snapshot_make(s)) {
		item->why = memory_copy("there is no folder for copies: TMPDIR may name one");
		return false;
	}
	char *folder = memory_copy(item->path);
	if (item->kind == HELD_FILE)
		*strrchr(folder, '/') = '\0';
	if (stat(*folder != '\0' ? folder : "/", &status) == 0)
		c.owner = status.st_uid;
	free(folder);
	/* The copy of a file has the same parent folders as the original: a view may show each with
	 * this file alone. */
	char *place = memory_print("%s/%d", s->root, n);
	item->copy = item->kind == HELD_FILE ? memory_print("%s%s", place, item->path)
					     : memory_copy(place);
	bool good = held_item_is_folder(item->kind)
			    ? snapshot_copy_folder(&c, item->path, item->copy, 0)
			    : snapshot_make_way(&c, item->copy, strlen(s->root)) &&
				      snapshot_copy_file(&c, item->path, item->copy);
	if (good && snapshot_has_room(&c)) {
		s->bytes += c.bytes;
	} else {
		file_tree_remove(place);
		free(item->copy);
		item->copy = NULL;
		item->why = memory_copy(c.why);
	}
	free(place);
	return item->copy != NULL;
}

/* --- watching ------------------------------------------------------------------------------- */

static void snapshot_watch(struct held_item *item, const char *path, const struct stat *status)
{
	item->files =
		memory_resize(item->files, (size_t)item->files_count + 1, sizeof *item->files);
	item->files[item->files_count++] =
		(struct held_file){memory_copy(path), status->st_dev, status->st_ino,
			status->st_nlink, status->st_size, status->st_mtim, status->st_ctim};
}

/* Files that count for the program's digest, in this folder and below. */
static void snapshot_watch_folder(
	const struct snapshot *s, struct held_item *item, const char *folder, int depth)
{
	struct stat status;
	DIR *all = depth <= SNAPSHOT_DEPTH ? opendir(folder) : NULL;
	for (struct dirent *e;
		all != NULL && item->files_count < SNAPSHOT_FILES && (e = readdir(all)) != NULL;) {
		char *path = memory_print("%s/%s", folder, e->d_name);
		bool counts = !snapshot_is_made(e->d_name) &&
			      (item->kind != HELD_SHARED || !snapshot_is_peoples(e->d_name)) &&
			      !snapshot_leaves_out(s->without, path) && lstat(path, &status) == 0;
		if (counts && S_ISDIR(status.st_mode))
			snapshot_watch_folder(s, item, path, depth + 1);
		else if (counts)
			snapshot_watch(item, path, &status);
		free(path);
	}
	if (all != NULL)
		closedir(all);
}

/* --- taking paths --------------------------------------------------------------------------- */

void snapshot_init(struct snapshot *s, bool copies, char *const *without)
{
	*s = (struct snapshot){.copies = copies, .without = without, .lock = -1};
}

static void snapshot_free_item(struct held_item *item)
{
	for (int i = 0; i < item->files_count; i++)
		free(item->files[i].path);
	free(item->files);
	free(item->path);
	free(item->copy);
	free(item->why);
	free(item->target);
	free(item);
}

void snapshot_clear(struct snapshot *s)
{
	if (s->root != NULL) {
		file_tree_remove(s->root);
		if (strcmp(s->root, snapshot_last) == 0)
			*snapshot_last = '\0';
		close(s->lock);
	}
	for (int i = 0; i < s->count; i++)
		snapshot_free_item(s->items[i]);
	free(s->items);
	free(s->root);
	*s = (struct snapshot){.lock = -1};
}

/* Does it exist, and is it of the expected kind? */
static bool snapshot_fits(enum held_kind kind, const char *path, struct stat *status)
{
	int error = kind == HELD_LINK ? lstat(path, status) : stat(path, status);
	mode_t wanted = held_item_is_folder(kind) ? S_IFDIR : kind == HELD_FILE ? S_IFREG : S_IFLNK;
	return error == 0 && (status->st_mode & S_IFMT) == wanted;
}

const struct held_item *snapshot_add(struct snapshot *s, enum held_kind kind, const char *path)
{
	char target[FIND_PROGRAM_PATH];
	struct stat status;
	for (int i = 0; i < s->count; i++)
		if (s->items[i]->kind == kind && strcmp(s->items[i]->path, path) == 0)
			return s->items[i];
	if (!snapshot_fits(kind, path, &status) ||
		(kind == HELD_LINK && realpath(path, target) == NULL))
		return NULL;
	struct held_item *item = memory_get(1, sizeof *item);
	item->kind = kind;
	item->path = memory_copy(path);
	if (kind == HELD_LINK)
		item->target = memory_copy(target);
	else if (s->copies && snapshot_copy_item(s, item, s->count))
		;
	else if (held_item_is_folder(kind))
		snapshot_watch_folder(s, item, path, 0);
	else if (lstat(path, &status) == 0)
		snapshot_watch(item, path, &status);
	s->items = memory_resize(s->items, (size_t)s->count + 1, sizeof *s->items);
	s->items[s->count++] = item;
	return item;
}
