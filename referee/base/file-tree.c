/*
 * file-tree.c - file trees by descriptors: no path is looked up twice, and none from the root.
 */
#include "referee/base/file-tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "referee/base/memory.h"

enum { FILE_TREE_CHUNK = 65536 };

/* Closes a descriptor and keeps errno. */
static void file_tree_close(int fd)
{
	int saved = errno;
	if (fd >= 0)
		close(fd);
	errno = saved;
}

/* --- walking -------------------------------------------------------------------------------- */

struct file_tree_walker {
	file_tree_visit *visit;
	void *arg;
	char path[FILE_TREE_PATH];
};

static bool file_tree_walk_folder(struct file_tree_walker *w, int folder, size_t used, int depth);

static int file_tree_compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The sorted names in a folder; closes it. NULL with errno. */
static char **file_tree_names(int folder, int *count)
{
	char **names = memory_get(1, sizeof *names);
	int room = 1;
	DIR *all = fdopendir(folder);
	*count = 0;
	errno = 0;
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL; errno = 0) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (*count == room)
			names = memory_resize(names, (size_t)(room *= 2), sizeof *names);
		names[(*count)++] = memory_copy(entry->d_name);
	}
	int failed = errno;
	if (all != NULL)
		closedir(all);
	else
		file_tree_close(folder);
	errno = failed;
	qsort(names, (size_t)*count, sizeof *names, file_tree_compare);
	return names;
}

static bool file_tree_visit_file(struct file_tree_walker *w, int folder, const char *name)
{
	struct stat status;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	bool good = fd >= 0 && fstat(fd, &status) == 0;
	if (good && S_ISREG(status.st_mode)) {
		const bool program = (status.st_mode & S_IXUSR) != 0;
		const struct file_tree_entry e = {
			.kind = program ? FILE_TREE_PROGRAM : FILE_TREE_FILE,
			.path = w->path,
			.size = status.st_size,
			.changed = status.st_mtim,
			.fd = fd};
		good = w->visit(w->arg, &e);
	}
	file_tree_close(fd);
	return good;
}

static bool file_tree_visit_link(struct file_tree_walker *w, int folder, const char *name)
{
	char target[PATH_MAX];
	ssize_t length = readlinkat(folder, name, target, sizeof target - 1);
	if (length < 0)
		return false;
	target[length] = '\0';
	return w->visit(w->arg,
		&(struct file_tree_entry){
			.kind = FILE_TREE_LINK, .path = w->path, .target = target, .fd = -1});
}

static bool file_tree_visit_folder(
	struct file_tree_walker *w, int folder, const char *name, size_t used, int depth)
{
	const struct file_tree_entry e = {.kind = FILE_TREE_FOLDER, .path = w->path, .fd = -1};
	if (!w->visit(w->arg, &e))
		return false;
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY);
	return fd >= 0 && file_tree_walk_folder(w, fd, used, depth);
}

static bool file_tree_visit_name(
	struct file_tree_walker *w, int folder, const char *name, size_t used, int depth)
{
	struct stat status;
	int length =
		snprintf(w->path + used, sizeof w->path - used, "%s%s", used > 0 ? "/" : "", name);
	if (length >= (int)(sizeof w->path - used)) {
		errno = ENAMETOOLONG;
		return false;
	}
	if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	if (S_ISDIR(status.st_mode))
		return file_tree_visit_folder(w, folder, name, used + (size_t)length, depth + 1);
	if (S_ISLNK(status.st_mode))
		return file_tree_visit_link(w, folder, name);
	return !S_ISREG(status.st_mode) || file_tree_visit_file(w, folder, name);
}

/* Visits all entries of the folder and closes it. The first `used` bytes of path are its own path.
 */
static bool file_tree_walk_folder(struct file_tree_walker *w, int folder, size_t used, int depth)
{
	int count, held = depth < FILE_TREE_DEPTH ? dup(folder) : -1;
	if (held < 0) {
		file_tree_close(folder);
		errno = depth < FILE_TREE_DEPTH ? errno : ELOOP;
		return false;
	}
	char **names = file_tree_names(folder, &count);
	bool good = errno == 0;
	for (int i = 0; i < count; i++) {
		good = good && file_tree_visit_name(w, held, names[i], used, depth);
		free(names[i]);
	}
	free(names);
	file_tree_close(held);
	return good;
}

bool file_tree_walk(const char *folder, file_tree_visit *visit, void *arg)
{
	struct file_tree_walker w = {.visit = visit, .arg = arg};
	int fd = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	return fd >= 0 && file_tree_walk_folder(&w, fd, 0, 0);
}

/* --- writing -------------------------------------------------------------------------------- */

/* Opens a path below root without following links. */
static int file_tree_open_below(int root, const char *path, int flags, uint64_t resolve)
{
	const struct open_how how = {
		.flags = (uint64_t)flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | resolve};
	return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
}

/* Does the path consist of names only, no deeper than the limit of a walk? */
static bool file_tree_is_path(const char *path)
{
	int depth = 0;
	if (strlen(path) >= FILE_TREE_PATH)
		return false;
	for (const char *at = path;; at++) {
		size_t length = strcspn(at, "/");
		if (length == 0 || (length == 1 && *at == '.') ||
			(length == 2 && strncmp(at, "..", 2) == 0) || ++depth >= FILE_TREE_DEPTH)
			return false;
		at += length;
		if (*at == '\0')
			return true;
	}
}

/* Opens the parent folder of path; *name is its last name. */
static int file_tree_open_above(int root, const char *path, const char **name)
{
	char above[FILE_TREE_PATH];
	const char *slash = strrchr(path, '/');
	*name = slash == NULL ? path : slash + 1;
	snprintf(above, sizeof above, "%.*s", slash == NULL ? 1 : (int)(slash - path),
		slash == NULL ? "." : path);
	return file_tree_open_below(root, above, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
}

bool file_tree_write_open(
	struct file_tree_writer *w, const char *folder, int64_t bytes, int entries)
{
	*w = (struct file_tree_writer){.file = -1, .most = bytes, .entries_most = entries};
	w->root = open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY);
	return w->root >= 0;
}

void file_tree_write_close(struct file_tree_writer *w)
{
	file_tree_close(w->file);
	file_tree_close(w->root);
	w->file = w->root = -1;
}

static bool file_tree_write_at(
	struct file_tree_writer *w, int above, const char *name, const struct file_tree_entry *e)
{
	if (e->kind == FILE_TREE_FOLDER)
		return mkdirat(above, name, 0755) == 0;
	if (e->kind == FILE_TREE_LINK)
		return symlinkat(e->target, above, name) == 0;
	w->file = openat(above, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
		e->kind == FILE_TREE_PROGRAM ? 0755 : 0644);
	return w->file >= 0;
}

bool file_tree_write_entry(struct file_tree_writer *w, const struct file_tree_entry *e)
{
	const char *name;
	file_tree_close(w->file);
	w->file = -1;
	bool path = file_tree_is_path(e->path) && (e->kind != FILE_TREE_LINK || *e->target != '\0');
	if (!path || (w->entries_most > 0 && w->entries >= w->entries_most)) {
		w->full = path;
		errno = path ? EDQUOT : EINVAL;
		return false;
	}
	w->entries++;
	int above = file_tree_open_above(w->root, e->path, &name);
	bool good = above >= 0 && file_tree_write_at(w, above, name, e);
	file_tree_close(above);
	return good;
}

bool file_tree_write_bytes(struct file_tree_writer *w, const void *bytes, size_t length)
{
	const char *at = bytes;
	if (w->most > 0 && w->bytes + (int64_t)length > w->most) {
		w->full = true;
		errno = EDQUOT;
		return false;
	}
	w->bytes += (int64_t)length;
	while (length > 0) {
		ssize_t count = write(w->file, at, length);
		if (count < 0 && errno != EINTR)
			return false;
		at += count > 0 ? count : 0;
		length -= count > 0 ? (size_t)count : 0;
	}
	return true;
}

bool file_tree_write_copy(struct file_tree_writer *w, const struct file_tree_entry *e)
{
	char chunk[FILE_TREE_CHUNK];
	ssize_t count = 0;
	if (!file_tree_write_entry(w, e))
		return false;
	if (e->fd < 0)
		return true;
	while ((count = read(e->fd, chunk, sizeof chunk)) > 0)
		if (!file_tree_write_bytes(w, chunk, (size_t)count))
			return false;
	return count == 0 && futimens(w->file, (struct timespec[]){e->changed, e->changed}) == 0;
}

/* --- sealing and removing -------------------------------------------------------------------- */

/* Does the link at path lead to a file or folder in the tree? */
static bool file_tree_stays(int root, const char *path)
{
	int fd = file_tree_open_below(root, path, O_PATH, RESOLVE_NO_MAGICLINKS);
	file_tree_close(fd);
	return fd >= 0;
}

/* Links first: entries of a sealed folder cannot be removed. */
static bool file_tree_seal_link(void *arg, const struct file_tree_entry *e)
{
	const int *root = arg;
	const char *name;
	if (e->kind != FILE_TREE_LINK || file_tree_stays(*root, e->path))
		return true;
	int above = file_tree_open_above(*root, e->path, &name);
	bool good = above >= 0 && unlinkat(above, name, 0) == 0;
	file_tree_close(above);
	return good;
}

static bool file_tree_seal_entry(void *arg, const struct file_tree_entry *e)
{
	static const mode_t modes[FILE_TREE_KINDS] = {0555, 0444, 0555, 0};
	const int *root = arg;
	const char *name;
	if (e->kind == FILE_TREE_LINK)
		return true;
	int above = file_tree_open_above(*root, e->path, &name);
	bool good = above >= 0 && fchmodat(above, name, modes[e->kind], 0) == 0;
	file_tree_close(above);
	return good;
}

bool file_tree_seal(const char *folder)
{
	int root = open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY);
	bool good = root >= 0 && file_tree_walk(folder, file_tree_seal_link, &root) &&
		    file_tree_walk(folder, file_tree_seal_entry, &root) && chmod(folder, 0555) == 0;
	file_tree_close(root);
	return good;
}

/* Removes all entries of the folder and closes it. */
static bool file_tree_remove_below(int folder, int depth)
{
	int count, held = dup(folder);
	bool good = held >= 0 && fchmod(held, 0700) == 0;
	char **names = file_tree_names(folder, &count);
	for (int i = 0; i < count; i++) {
		int fd = openat(held, names[i],
			O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK);
		if (fd >= 0 && depth < PATH_MAX / 2)
			file_tree_remove_below(fd, depth + 1);
		else
			file_tree_close(fd);
		good = unlinkat(held, names[i], fd >= 0 ? AT_REMOVEDIR : 0) == 0 && good;
		free(names[i]);
	}
	free(names);
	file_tree_close(held);
	return good;
}

bool file_tree_remove(const char *folder)
{
	chmod(folder, 0700);
	int fd = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	return fd >= 0 && file_tree_remove_below(fd, 0) && rmdir(folder) == 0;
}

bool file_tree_make_folder(const char *folder)
{
	char path[PATH_MAX];
	struct stat status;
	if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
		errno = ENAMETOOLONG;
		return false;
	}
	for (char *at = strchr(path + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0755);
		*at = '/';
	}
	if (mkdir(path, 0755) != 0 && errno != EEXIST)
		return false;
	errno = ENOTDIR;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
