/*
 * mounts.c - builds the root of a sandbox from detached mounts.
 *
 * First it picks up every shown path (open_tree), as the scratch folder may cover some of them.
 * Then a small file system in memory becomes the root, and the picked mounts are attached in it.
 * Then the old root goes: pivot_root onto itself leaves the old root on top, and it is unmounted.
 *
 * System calls go by number, as the C library has names for them only since 2.36.
 */
#include "referee/sandbox/mounts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/namespaces.h"

enum {
	MOUNTS_DETACH = 2,	   /* MNT_DETACH of umount2() */
	MOUNTS_PRIVATE = 1 << 18,  /* MS_PRIVATE */
	MOUNTS_RECURSIVE = 0x8000, /* AT_RECURSIVE */
	MOUNTS_ENTRIES = 8000,	   /* of folders that are made of their entries */
	MOUNTS_ASSEMBLED = -2,	   /* such a folder, in the place of a descriptor */
	MOUNTS_SAFE = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
	MOUNTS_SHOWN = MOUNTS_SAFE | MOUNT_ATTR_RDONLY,
};

/* --- owner maps ------------------------------------------------------------------------------ */

/* The kernel takes an owner map as a user namespace. Creating one takes a process; the descriptor
 * keeps the namespace when that process has ended. The maps belong to the process that starts
 * sandboxes, which uses them again for the next start. */
enum { MOUNTS_MAPS = 512 /* one per slot of sandbox.c */ };

static struct mounts_map {
	uid_t uid, owner;
	gid_t gid;
	int fd;
} mounts_maps[MOUNTS_MAPS];
static int mounts_maps_count, mounts_maps_next;

static bool mounts_write_map(pid_t process, const char *file, unsigned inside, unsigned outside)
{
	char path[64], text[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
	int length = snprintf(text, sizeof text, "%u %u 1", inside, outside);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, (size_t)length) == length;
	if (fd >= 0)
		close(fd);
	return good;
}

static int mounts_make_map(uid_t uid, gid_t gid, uid_t owner)
{
	char path[64];
	int fd = -1, ends[2];
	char byte;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid_t process = namespaces_clone(CLONE_NEWUSER, SIGCHLD);
	if (process == 0) { /* waits until we have opened its namespace, or are gone */
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(ends[0]);
	if (process < 0) {
		close(ends[1]);
		return -1;
	}
	snprintf(path, sizeof path, "/proc/%d/ns/user", (int)process);
	if (mounts_write_map(process, "uid_map", uid, owner) &&
		mounts_write_map(process, "gid_map", gid, owner))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	close(ends[1]);
	waitpid(process, NULL, 0);
	return fd;
}

void mounts_forget_maps(void)
{
	mounts_maps_count = mounts_maps_next = 0;
}

int mounts_map_owner(uid_t uid, gid_t gid, uid_t owner)
{
	for (int i = 0; i < mounts_maps_count; i++) {
		const struct mounts_map *row = &mounts_maps[i];
		if (row->uid == uid && row->gid == gid && row->owner == owner)
			return row->fd;
	}
	struct mounts_map *row = &mounts_maps[mounts_maps_next];
	if (mounts_maps_count == MOUNTS_MAPS && row->fd >= 0)
		close(row->fd);
	*row = (struct mounts_map){uid, owner, gid, mounts_make_map(uid, gid, owner)};
	if (mounts_maps_count < MOUNTS_MAPS)
		mounts_maps_count++;
	mounts_maps_next = (mounts_maps_next + 1) % MOUNTS_MAPS;
	return row->fd;
}

/* --- mounts ---------------------------------------------------------------------------------- */

static int mounts_pick(const char *path)
{
	return (int)syscall(SYS_open_tree, AT_FDCWD, path,
		OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | MOUNTS_RECURSIVE);
}

static int mounts_restrict(int fd, uint64_t attributes)
{
	struct mount_attr change = {.attr_set = attributes};
	return (int)syscall(SYS_mount_setattr, fd, "", AT_EMPTY_PATH | MOUNTS_RECURSIVE, &change,
		sizeof change);
}

static int mounts_put(int fd, const char *path)
{
	return (int)syscall(SYS_move_mount, fd, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH);
}

/* Creates a file system that is not mounted yet; options end with a NULL key. */
struct mounts_option {
	const char *key;
	char value[32];
};

static int mounts_make(const char *kind, const struct mounts_option *options, uint64_t attributes)
{
	int fs = (int)syscall(SYS_fsopen, kind, FSOPEN_CLOEXEC), made = -1;
	if (fs < 0)
		return -1;
	bool good = true;
	for (; options->key != NULL && good; options++)
		good = syscall(SYS_fsconfig, fs, FSCONFIG_SET_STRING, options->key, options->value,
			       0) == 0;
	if (good && syscall(SYS_fsconfig, fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
		made = (int)syscall(SYS_fsmount, fs, FSMOUNT_CLOEXEC, attributes);
	int saved = errno;
	close(fs);
	errno = saved;
	return made;
}

static int mounts_make_root(void)
{
	static const struct mounts_option options[] = {
		{"mode", "755"}, {"size", "1m"}, {"nr_inodes", "16384"}, {NULL, ""}};
	return mounts_make("tmpfs", options, MOUNTS_SAFE);
}

/* The file system of all scratch folders. It allows one file per 4 KiB, so that files and bytes run
 * out at about the same time. */
static int mounts_make_scratch(const struct mounts_plan *p)
{
	struct mounts_option options[] = {{"mode", "700"}, {"size", ""}, {"nr_inodes", ""},
		{"uid", ""}, {"gid", ""}, {NULL, ""}};
	const long long numbers[] = {p->scratch, p->scratch / 4096 + 16, p->owner, p->group};
	for (int i = 0; i < 4; i++)
		snprintf(options[i + 1].value, sizeof options->value, "%lld", numbers[i]);
	return mounts_make("tmpfs", options, MOUNTS_SAFE | (p->build ? 0 : MOUNT_ATTR_NOEXEC));
}

/* A /proc with processes only, nothing about the machine. Kernels before 5.8 lack this option. */
static int mounts_make_proc(void)
{
	static const struct mounts_option options[] = {{"subset", "pid"}, {NULL, ""}};
	const uint64_t attributes = MOUNTS_SAFE | MOUNT_ATTR_NOEXEC;
	int fd = mounts_make("proc", options, attributes);
	return fd >= 0 ? fd : mounts_make("proc", options + 1, attributes);
}

/* Creates the parent folders of path in the new root; path is relative. The bot may pass through
 * these folders but not list them: the way to a folder in /home does not list /home. */
static void mounts_make_way(char *path)
{
	for (char *at = strchr(path, '/'); at != NULL; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0111);
		*at = '/';
	}
}

/* Creates the place that a mount will cover. It may exist already, in a folder that is read-only.
 */
static int mounts_make_place(const char *target, bool folder)
{
	char path[FIND_PROGRAM_PATH];
	struct stat status;
	snprintf(path, sizeof path, "%s", target + 1);
	if (lstat(path, &status) == 0)
		return 0;
	mounts_make_way(path);
	if (folder)
		return mkdir(path, 0755);
	int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
	if (fd >= 0)
		close(fd);
	return fd < 0 ? -1 : 0;
}

static int mounts_make_link(const char *from)
{
	char path[FIND_PROGRAM_PATH], target[FIND_PROGRAM_PATH];
	ssize_t length = readlink(from, target, sizeof target - 1);
	if (length <= 0)
		return -1;
	target[length] = '\0';
	snprintf(path, sizeof path, "%s", from + 1);
	mounts_make_way(path);
	return symlink(target, path);
}

/* Some file systems and kernels do not support this; then the files keep their owners. */
static void mounts_change_owner(int fd, const struct fs_view_item *item, uid_t owner)
{
	int map = mounts_map_owner(item->uid, item->gid, owner);
	struct mount_attr change = {.attr_set = MOUNT_ATTR_IDMAP, .userns_fd = (uint64_t)map};
	if (map >= 0)
		syscall(SYS_mount_setattr, fd, "", AT_EMPTY_PATH, &change, sizeof change);
}

/* Picks up the path of an item; links need no mount. */
static int mounts_pick_item(const struct mounts_plan *p, const struct fs_view_item *item)
{
	uint64_t attributes = MOUNTS_SHOWN;
	if (item->kind == FS_VIEW_HIDDEN)
		attributes = MOUNTS_SHOWN | MOUNT_ATTR_NOEXEC;
	if (item->kind == FS_VIEW_DEVICE)
		attributes = MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC;
	int fd = item->kind == FS_VIEW_HIDDEN && item->folder ? mounts_make_root()
		 : item->kind == FS_VIEW_HIDDEN		      ? mounts_pick("/dev/null")
		 : item->from != NULL			      ? mounts_pick(item->from)
							      : mounts_pick(item->path);
	if (fd >= 0 && p->change && item->own)
		mounts_change_owner(fd, item, p->owner);
	return fd >= 0 && mounts_restrict(fd, attributes) == 0 ? fd : -1;
}

static int mounts_put_item(const struct fs_view_item *item, int fd)
{
	if (mounts_make_place(item->path, item->folder) != 0)
		return -1;
	return mounts_put(fd, item->path + 1);
}

static int mounts_put_made(int fd, const char *path)
{
	return fd < 0 || mounts_make_place(path, true) != 0 ? -1 : mounts_put(fd, path + 1);
}

/* --- folders made of their entries ----------------------------------------------------------- */

/* A mount over an entry of a folder of this machine is lost as soon as a process outside renames
 * another file over that entry, or removes it: a bot that opens its file then would read the new
 * one, or a hidden one. So a folder with such entries is not shown as it is. It is a folder in
 * memory, in which each of its entries is mounted. These mounts stay. */

/* Is another item below this path, or at it? */
static bool mounts_has_item(const struct fs_view *v, const char *path, bool below)
{
	for (int i = 0; i < v->count; i++)
		if (below ? find_program_is_below(v->items[i].path, path) &&
					strcmp(v->items[i].path, path) != 0
			  : strcmp(v->items[i].path, path) == 0)
			return true;
	return false;
}

static bool mounts_is_entry(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Are the entries of the folder few enough to be mounted one by one, with those of the folders in
 * it that have items too? */
static bool mounts_counts(const struct fs_view *v, const char *folder, int *left)
{
	DIR *all = opendir(folder);
	bool few = all != NULL;
	for (struct dirent *e; few && (e = readdir(all)) != NULL;) {
		char *path = memory_print("%s/%s", folder, e->d_name);
		struct stat status;
		few = !mounts_is_entry(e) || --*left > 0;
		if (few && mounts_is_entry(e) && mounts_has_item(v, path, true) &&
			lstat(path, &status) == 0 && S_ISDIR(status.st_mode))
			few = mounts_counts(v, path, left);
		free(path);
	}
	if (all != NULL)
		closedir(all);
	return few;
}

static bool mounts_is_assembled(const struct fs_view *v, const struct fs_view_item *item)
{
	int left = MOUNTS_ENTRIES;
	return item->kind == FS_VIEW_TREE && item->folder && item->own && item->from == NULL &&
	       mounts_has_item(v, item->path, true) && mounts_counts(v, item->path, &left);
}

static int mounts_assemble(
	const struct mounts_plan *p, const struct fs_view_item *item, const char *folder);

/* Puts one entry, unless it is gone or an item shows another in its place. */
static int mounts_put_entry(
	const struct mounts_plan *p, const struct fs_view_item *item, const char *path)
{
	const struct fs_view_item entry = {.path = (char *)path,
		.kind = FS_VIEW_TREE,
		.own = true,
		.uid = item->uid,
		.gid = item->gid};
	struct stat status;
	if (mounts_has_item(p->view, path, false) || lstat(path, &status) != 0)
		return 0;
	if (S_ISLNK(status.st_mode))
		return mounts_make_link(path);
	if (S_ISDIR(status.st_mode) && mounts_has_item(p->view, path, true))
		return mounts_assemble(p, item, path);
	int fd = mounts_pick_item(p, &entry);
	if (fd < 0)
		return errno == ENOENT || errno == EACCES ? 0 : -1;
	int result = mounts_make_place(path, S_ISDIR(status.st_mode)) == 0
			     ? mounts_put(fd, path + 1)
			     : -1;
	close(fd);
	return result;
}

static int mounts_assemble(
	const struct mounts_plan *p, const struct fs_view_item *item, const char *folder)
{
	DIR *all = opendir(folder);
	int result = all != NULL ? mounts_make_place(folder, true) : -1;
	for (struct dirent *e; result == 0 && (e = readdir(all)) != NULL;) {
		char *path = memory_print("%s/%s", folder, e->d_name);
		if (mounts_is_entry(e)) /* a path that is too long is none that can be looked at */
			result = mounts_put_entry(p, item, path);
		free(path);
	}
	if (all != NULL)
		closedir(all);
	return result;
}

/* The scratch space is one file system, so one size bounds it. Each place that the bot may write to
 * is a folder of it. The file system itself is mounted only while its folders are created and
 * picked up. */
static int mounts_put_scratch(const struct mounts_plan *p, const char **place)
{
	static const char *const targets[] = {FS_VIEW_SCRATCH, FS_VIEW_SHARED};
	enum { FOLDERS = sizeof targets / sizeof *targets };
	int folders[FOLDERS];
	char path[32];
	*place = FS_VIEW_SCRATCH;
	if (mounts_put_made(mounts_make_scratch(p), FS_VIEW_SCRATCH) != 0)
		return -1;
	for (int i = 0; i < FOLDERS; i++) {
		snprintf(path, sizeof path, "%s/%d", &FS_VIEW_SCRATCH[1], i);
		if (mkdir(path, 0700) != 0 || chown(path, p->owner, p->group) != 0 ||
			(folders[i] = mounts_pick(path)) < 0)
			return -1;
	}
	if (syscall(SYS_umount2, &FS_VIEW_SCRATCH[1], MOUNTS_DETACH) != 0)
		return -1;
	for (int i = 0; i < FOLDERS; i++) {
		*place = targets[i];
		if (mounts_put_made(folders[i], targets[i]) != 0)
			return -1;
	}
	return 0;
}

/* Writes the few files that replace the machine's own. */
static int mounts_write(const char *path, const char *text)
{
	if (mounts_make_place(path, false) != 0)
		return -1;
	int fd = open(path + 1, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return good ? 0 : -1;
}

static void mounts_fill(uid_t owner, gid_t group)
{
	static const char *const links[][2] = {{"/proc/self/fd", "dev/fd"},
		{"/proc/self/fd/0", "dev/stdin"}, {"/proc/self/fd/1", "dev/stdout"},
		{"/proc/self/fd/2", "dev/stderr"}};
	char text[256];
	snprintf(text, sizeof text,
		"root:x:0:0::/:/bin/false\nbot:x:%u:%u::" FS_VIEW_SCRATCH ":/bin/sh\n", owner,
		group);
	mounts_write("/etc/passwd", text);
	snprintf(text, sizeof text, "root:x:0:\nbot:x:%u:\n", group);
	mounts_write("/etc/group", text);
	mounts_write("/etc/hosts", "127.0.0.1 localhost\n");
	mounts_write("/etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n");
	for (size_t i = 0; i < sizeof links / sizeof *links; i++)
		if (symlink(links[i][0], links[i][1]) != 0)
			return; /* not essential */
}

/* Nothing is written to this mount from now on. */
static int mounts_seal(const char *path)
{
	struct mount_attr read_only = {.attr_set = MOUNT_ATTR_RDONLY};
	return (int)syscall(SYS_mount_setattr, AT_FDCWD, path, 0, &read_only, sizeof read_only);
}

/* The old root is first under the new one, then on top, then unmounted. */
static int mounts_pivot(void)
{
	if (mounts_seal(".") != 0)
		return -1;
	if (syscall(SYS_pivot_root, ".", ".") != 0)
		return -1;
	return syscall(SYS_umount2, ".", MOUNTS_DETACH) == 0 ? chdir("/") : -1;
}

/* Makes the folder in memory. The places of other items are made in it later. */
static int mounts_put_assembled(const struct mounts_plan *p, const struct fs_view_item *item)
{
	return mounts_put_made(mounts_make_root(), item->path) == 0
		       ? mounts_assemble(p, item, item->path)
		       : -1;
}

static int mounts_put_all(const struct mounts_plan *p, const int *picked, const char **place)
{
	const struct fs_view *v = p->view;
	for (int i = 0; i < v->count; i++) {
		const struct fs_view_item *item = &v->items[i];
		*place = item->path;
		int error = item->kind == FS_VIEW_LINK	    ? mounts_make_link(item->path)
			    : picked[i] == MOUNTS_ASSEMBLED ? mounts_put_assembled(p, item)
							    : mounts_put_item(item, picked[i]);
		if (error != 0)
			return -1;
	}
	for (int i = 0; i < v->count; i++) {
		*place = v->items[i].path;
		if (picked[i] == MOUNTS_ASSEMBLED && mounts_seal(*place + 1) != 0)
			return -1;
	}
	return 0;
}

int mounts_own(void)
{
	struct mount_attr own = {.propagation = MOUNTS_PRIVATE};
	return (int)syscall(SYS_mount_setattr, AT_FDCWD, "/", MOUNTS_RECURSIVE, &own, sizeof own);
}

/* Builds the root when all mounts are picked; picked has room for one descriptor per item. */
static int mounts_build(const struct mounts_plan *p, int *picked, const char **place)
{
	const struct fs_view *v = p->view;
	char dir[FIND_PROGRAM_PATH + 2];
	*place = "/";
	if (mounts_own() != 0)
		return -1;
	for (int i = 0; i < v->count; i++) {
		const struct fs_view_item *item = &v->items[i];
		*place = item->path;
		if (mounts_is_assembled(v, item))
			picked[i] = MOUNTS_ASSEMBLED;
		else if (item->kind != FS_VIEW_LINK && (picked[i] = mounts_pick_item(p, item)) < 0)
			return -1;
	}
	*place = "/proc";
	int proc = mounts_make_proc(), root = mounts_make_root();
	/* Uses /proc as the place: every machine has it, and no shown path is inside. */
	if (proc < 0 || root < 0 || mounts_put(root, "/proc") != 0 || fchdir(root) != 0 ||
		mounts_put_made(proc, "/proc") != 0)
		return -1;
	if (p->scratch > 0 && mounts_put_scratch(p, place) != 0)
		return -1;
	if (mounts_put_all(p, picked, place) != 0)
		return -1;
	mounts_fill(p->owner, p->group);
	*place = v->dir;
	snprintf(dir, sizeof dir, "%s/", v->dir);
	mounts_make_way(dir + 1);
	*place = "/";
	return mounts_pivot();
}

int mounts_enter(const struct mounts_plan *p, const char **place)
{
	int *picked = memory_get((size_t)p->view->count + 1, sizeof *picked);
	mode_t mask = umask(0);
	int result = mounts_build(p, picked, place);
	int saved = errno;
	umask(mask);
	free(picked); /* exec closes the descriptors */
	errno = saved;
	return result;
}
