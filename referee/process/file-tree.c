/*
 * file-tree.c - file trees by descriptors: no path is looked up twice, and none from the root.
 */
#include "referee/process/file-tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"

enum { FILE_TREE_CHUNK = 65536, FILE_TREE_ENTRIES = 1024 };

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

/* Opens a path below root by one call. errno ENOSYS: where that is forbidden, as by
 * RestrictSUIDSGID and DynamicUser of systemd, the functions below open name by name. */
static int file_tree_open_below(int root, const char *path, int flags, uint64_t resolve)
{
	const struct open_how how = {
		.flags = (uint64_t)flags | O_CLOEXEC, .resolve = RESOLVE_BENEATH | resolve};
	return (int)syscall(SYS_openat2, root, path, &how, sizeof how);
}

/* Opens a path below root that has no ".." in it, and no link above its last name. */
static int file_tree_open_names(int root, const char *path, int flags)
{
	char names[PATH_MAX], *rest = names, *name;
	int at = fcntl(root, F_DUPFD_CLOEXEC, 0);
	snprintf(names, sizeof names, "%s", path);
	while (at >= 0 && (name = strsep(&rest, "/")) != NULL) {
		int more = rest != NULL ? O_PATH | O_DIRECTORY : flags;
		int next = openat(at, name, more | O_NOFOLLOW | O_CLOEXEC);
		file_tree_close(at);
		at = next;
	}
	return at;
}

/* A path below root that is followed link by link. */
struct file_tree_way {
	int root, links;
	char at[PATH_MAX];   /* what is passed, without links; it begins with "." */
	char rest[PATH_MAX]; /* what is still to be followed */
};

/* Takes the first name of the rest to the end of at. False: it leads out of the root. */
static bool file_tree_way_step(struct file_tree_way *y)
{
	size_t length = strcspn(y->rest, "/"), used = strlen(y->at);
	char *back = strrchr(y->at, '/');
	bool up = length == 2 && strncmp(y->rest, "..", 2) == 0;
	if ((up && back == NULL) || used + length + 2 > sizeof y->at)
		return false;
	if (up)
		*back = '\0';
	else if (length > 1 || (length == 1 && *y->rest != '.'))
		snprintf(y->at + used, sizeof y->at - used, "/%.*s", (int)length, y->rest);
	length += y->rest[length] == '/';
	memmove(y->rest, y->rest + length, strlen(y->rest + length) + 1);
	return true;
}

/* Puts the target of the link at the end of at before the rest. */
static bool file_tree_way_link(struct file_tree_way *y, int link)
{
	enum { LINKS_MAX = 40 }; /* as in the kernel */
	char target[PATH_MAX], rest[PATH_MAX];
	ssize_t length = readlinkat(link, "", target, sizeof target - 1);
	if (length <= 0 || *target == '/' || ++y->links > LINKS_MAX)
		return false;
	target[length] = '\0';
	if (snprintf(rest, sizeof rest, "%s%s%s", target, *y->rest != '\0' ? "/" : "", y->rest) >=
		(int)sizeof rest)
		return false;
	strcpy(y->rest, rest);
	*strrchr(y->at, '/') = '\0';
	return true;
}

/* Is there something at the end of the path, and are all its parts below root? */
static bool file_tree_way_stays(int root, const char *path)
{
	struct file_tree_way y = {.root = root, .at = "."};
	struct stat status;
	bool good = true;
	snprintf(y.rest, sizeof y.rest, "%s", path);
	while (good && *y.rest != '\0') {
		good = file_tree_way_step(&y);
		int fd = good ? file_tree_open_names(root, y.at, O_PATH) : -1;
		good = fd >= 0 && fstat(fd, &status) == 0;
		if (good && S_ISLNK(status.st_mode))
			good = file_tree_way_link(&y, fd);
		else if (good && *y.rest != '\0')
			good = S_ISDIR(status.st_mode);
		file_tree_close(fd);
	}
	return good;
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
	int fd = file_tree_open_below(root, above, O_PATH | O_DIRECTORY, RESOLVE_NO_SYMLINKS);
	return fd >= 0 || errno != ENOSYS ? fd
					  : file_tree_open_names(root, above, O_PATH | O_DIRECTORY);
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

bool file_tree_put(int to, const void *bytes, size_t length)
{
	const char *at = bytes;
	while (length > 0) {
		ssize_t count = write(to, at, length);
		if (count < 0 && errno != EINTR)
			return false;
		at += count > 0 ? count : 0;
		length -= count > 0 ? (size_t)count : 0;
	}
	return true;
}

bool file_tree_write_bytes(struct file_tree_writer *w, const void *bytes, size_t length)
{
	if (w->most > 0 && w->bytes + (int64_t)length > w->most) {
		w->full = true;
		errno = EDQUOT;
		return false;
	}
	w->bytes += (int64_t)length;
	return file_tree_put(w->file, bytes, length);
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

/* --- sealing, removing, locking ------------------------------------------------------------- */

/* Does the link at path lead to a file or folder in the tree? */
static bool file_tree_stays(int root, const char *path)
{
	int fd = file_tree_open_below(root, path, O_PATH, RESOLVE_NO_MAGICLINKS);
	file_tree_close(fd);
	return fd >= 0 || (errno == ENOSYS && file_tree_way_stays(root, path));
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

struct file_tree_dirent { /* as in getdents64() */
	uint64_t inode;
	int64_t next;
	uint16_t size;
	uint8_t kind;
	char name[];
};

static bool file_tree_remove_at(int parent, const char *name, int depth);

/* Removes the entries of an open folder. True: it removed an entry. */
static bool file_tree_empty(int fd, int depth)
{
	_Alignas(struct file_tree_dirent) char entries[FILE_TREE_ENTRIES];
	bool removed = false;
	lseek(fd, 0, SEEK_SET);
	for (long got; (got = syscall(SYS_getdents64, fd, entries, sizeof entries)) > 0;)
		for (long at = 0; at < got;) {
			const struct file_tree_dirent *e = (void *)(entries + at);
			if (strcmp(e->name, ".") != 0 && strcmp(e->name, "..") != 0)
				removed |= unlinkat(fd, e->name, 0) == 0 ||
					   file_tree_remove_at(fd, e->name, depth + 1);
			at += e->size;
		}
	return removed;
}

/* Removes a folder with its contents. False: it still exists. */
static bool file_tree_remove_at(int parent, const char *name, int depth)
{
	int fd = depth > PATH_MAX / 2
			 ? -1
			 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0)
		fchmod(fd, 0700);
	/* Some file systems skip entries while others are removed. Repeat until a pass finds none.
	 */
	while (fd >= 0 && file_tree_empty(fd, depth))
		;
	if (fd >= 0)
		close(fd);
	return unlinkat(parent, name, AT_REMOVEDIR) == 0;
}

bool file_tree_remove(const char *folder)
{
	return file_tree_remove_at(AT_FDCWD, folder, 0);
}

int file_tree_lock(const char *folder, int how)
{
	struct stat held, there;
	int fd = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	if (fd >= 0 && flock(fd, how) == 0 && fstat(fd, &held) == 0 && stat(folder, &there) == 0 &&
		held.st_ino == there.st_ino && held.st_dev == there.st_dev)
		return fd;
	file_tree_close(fd);
	return -1;
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
		if (mkdir(path, 0755) != 0 && errno != EEXIST)
			return false;
		*at = '/';
	}
	if (mkdir(path, 0755) != 0 && errno != EEXIST)
		return false;
	errno = ENOTDIR;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* --- as a stream ---------------------------------------------------------------------------- */

enum { FILE_TREE_STREAM_CHUNK = 65536, FILE_TREE_STREAM_END = FILE_TREE_KINDS };

/* --- sending -------------------------------------------------------------------------------- */

/* Where a stream goes. */
struct file_tree_sender {
	file_tree_stream_put *put;
	void *arg;
	int root; /* links that lead out of this folder are left out; -1: none are */
};

static bool file_tree_stream_put_fd(void *arg, const void *bytes, size_t length)
{
	return file_tree_put(*(const int *)arg, bytes, length);
}

/* Sends as many bytes as announced; pads with zeroes if the file has become shorter. */
static bool file_tree_stream_send_file(
	const struct file_tree_sender *s, const struct file_tree_entry *e)
{
	char chunk[FILE_TREE_STREAM_CHUNK];
	for (int64_t left = e->size; left > 0;) {
		size_t most = left < FILE_TREE_STREAM_CHUNK ? (size_t)left : sizeof chunk;
		ssize_t count = read(e->fd, chunk, most);
		if (count < 0)
			return false;
		if (count == 0)
			memset(chunk, 0, most);
		left -= count > 0 ? count : (ssize_t)most;
		if (!s->put(s->arg, chunk, count > 0 ? (size_t)count : most))
			return false;
	}
	return true;
}

static bool file_tree_stream_visit(void *arg, const struct file_tree_entry *e)
{
	const struct file_tree_sender *s = arg;
	const size_t path = strlen(e->path), target = e->target != NULL ? strlen(e->target) : 0;
	if (target >= FILE_TREE_PATH)
		return true; /* its target is a path that a writer does not create */
	if (s->root >= 0 && e->kind == FILE_TREE_LINK && !file_tree_stays(s->root, e->path))
		return true;
	const struct tree_head head = {
		e->kind, (uint32_t)path, e->kind == FILE_TREE_LINK ? (int64_t)target : e->size};
	return s->put(s->arg, &head, sizeof head) && s->put(s->arg, e->path, path) &&
	       s->put(s->arg, e->target, target) && file_tree_stream_send_file(s, e);
}

bool file_tree_stream_send(int to, const char *folder)
{
	struct file_tree_sender s = {file_tree_stream_put_fd, &to, -1};
	return file_tree_walk(folder, file_tree_stream_visit, &s);
}

bool file_tree_stream_send_end(int to, int64_t status)
{
	const struct tree_head head = {FILE_TREE_STREAM_END, 0, status};
	return file_tree_put(to, &head, sizeof head);
}

bool file_tree_stream_bundle(const char *folder, file_tree_stream_put *put, void *arg)
{
	const struct tree_head head = {FILE_TREE_STREAM_END, 0, 0};
	struct file_tree_sender s = {put, arg, open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY)};
	bool good = s.root >= 0 && file_tree_walk(folder, file_tree_stream_visit, &s) &&
		    put(arg, &head, sizeof head);
	file_tree_close(s.root);
	return good;
}

/* --- receiving ------------------------------------------------------------------------------ */

/* Length of the head with its texts; 0: malformed. */
static size_t file_tree_stream_needs(const struct tree_head *h)
{
	if (h->kind == FILE_TREE_STREAM_END)
		return h->path == 0 ? sizeof *h : 0;
	if (h->kind > FILE_TREE_STREAM_END || h->path == 0 || h->path >= FILE_TREE_PATH ||
		h->size < 0 || (h->kind == FILE_TREE_FOLDER && h->size != 0) ||
		(h->kind == FILE_TREE_LINK && (h->size == 0 || h->size >= FILE_TREE_PATH)))
		return 0;
	return sizeof *h + h->path + (h->kind == FILE_TREE_LINK ? (size_t)h->size : 0);
}

/* Handles a complete head with its texts. */
static bool file_tree_stream_begin(struct file_tree_stream *s, const struct tree_head *h)
{
	char path[FILE_TREE_PATH], target[FILE_TREE_PATH];
	const size_t length = h->kind == FILE_TREE_LINK ? (size_t)h->size : 0;
	const bool file = h->kind == FILE_TREE_FILE || h->kind == FILE_TREE_PROGRAM;
	s->used = 0;
	if (h->kind == FILE_TREE_STREAM_END) {
		s->ended = true;
		s->status = h->size;
		return true;
	}
	memcpy(path, s->part + sizeof *h, h->path);
	path[h->path] = '\0';
	memcpy(target, s->part + sizeof *h + h->path, length);
	target[length] = '\0';
	if (strlen(path) != h->path || strlen(target) != length) {
		errno = EINVAL;
		return false;
	}
	s->left = file ? h->size : 0;
	return file_tree_write_entry(
		s->writer, &(struct file_tree_entry){.kind = (enum file_tree_kind)h->kind,
				   .path = path,
				   .target = target,
				   .fd = -1});
}

/* Takes some of the bytes and returns their number. 0: the stream is malformed; sets errno. */
static size_t file_tree_stream_step(struct file_tree_stream *s, const char *bytes, size_t length)
{
	struct tree_head head;
	if (s->left > 0) {
		size_t count = (int64_t)length < s->left ? length : (size_t)s->left;
		s->left -= (int64_t)count;
		return file_tree_write_bytes(s->writer, bytes, count) ? count : 0;
	}
	size_t needs = sizeof head;
	if (s->used >= sizeof head) {
		memcpy(&head, s->part, sizeof head);
		needs = file_tree_stream_needs(&head);
	}
	size_t count = needs - s->used < length ? needs - s->used : length;
	memcpy(s->part + s->used, bytes, count);
	s->used += count;
	if (s->used < sizeof head)
		return count;
	memcpy(&head, s->part, sizeof head);
	needs = file_tree_stream_needs(&head);
	errno = EINVAL;
	return needs > 0 && (s->used < needs || file_tree_stream_begin(s, &head)) ? count : 0;
}

bool file_tree_stream_take(struct file_tree_stream *s, const char *bytes, size_t length)
{
	while (length > 0) {
		errno = EINVAL;
		size_t count = s->ended ? 0 : file_tree_stream_step(s, bytes, length);
		if (count == 0)
			return false;
		bytes += count;
		length -= count;
	}
	return true;
}
