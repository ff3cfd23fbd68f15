/*
 * holder.c - which process keeps a database locked.
 *
 * A process that closes any descriptor of a file loses all its POSIX locks on it. So the kernel is
 * asked by a descriptor that SQLite has open already; a file that this process has not open may be
 * opened and closed.
 *
 * The bytes are those of SQLite's file format: of the log's index (-shm) the locks of the writer,
 * the checkpoint and the recovery, and that of an exclusive connection; of the database the pending
 * byte and those behind it.
 */
#include "db/connection.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The locks for which a writer waits, the likeliest first. */
static const struct {
	const char *ending; /* of the file */
	short type;	    /* the lock that is wanted */
	off_t start, length;
} holder_locks[] = {
	{"-shm", F_WRLCK, 120, 3},
	{"-shm", F_RDLCK, 128, 1},
	{"", F_RDLCK, 0x40000000, 512},
	{"-shm", F_WRLCK, 123, 6},
};

/* The descriptor that this process has of the file; -1: none. */
static int holder_find(const struct stat *file)
{
	DIR *all = opendir("/proc/self/fd");
	int found = -1;
	for (struct dirent *e; all != NULL && found < 0 && (e = readdir(all)) != NULL;) {
		struct stat other;
		int fd = atoi(e->d_name);
		if (*e->d_name != '.' && fd != dirfd(all) && fstat(fd, &other) == 0 &&
			other.st_ino == file->st_ino && other.st_dev == file->st_dev)
			found = fd;
	}
	if (all != NULL)
		closedir(all);
	return found;
}

/* The process with a lock that is in the way of this one; 0: none. */
static long holder_of(const char *path, short type, off_t start, off_t length)
{
	struct flock lock = {
		.l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = length};
	struct stat file;
	if (stat(path, &file) != 0 || !S_ISREG(file.st_mode))
		return 0;
	int known = holder_find(&file);
	int fd = known >= 0 ? known : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	bool locked = fd >= 0 && fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
	if (known < 0 && fd >= 0)
		close(fd);
	return locked && lock.l_pid > 0 ? (long)lock.l_pid : 0;
}

/* A process chooses its name itself. */
static void holder_name(long pid, char name[DB_HOLDER_NAME])
{
	char path[64];
	size_t length = 0;
	snprintf(path, sizeof path, "/proc/%ld/comm", pid);
	FILE *file = fopen(path, "re");
	if (file != NULL) {
		length = fread(name, 1, DB_HOLDER_NAME - 1, file);
		fclose(file);
	}
	name[length] = '\0';
	name[strcspn(name, "\n")] = '\0';
	for (char *c = name; *c != '\0'; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	if (*name == '\0')
		strcpy(name, "unknown");
}

long db_find_holder(const char *path, char name[DB_HOLDER_NAME])
{
	char file[PATH_MAX + 8];
	long pid = 0;
	*name = '\0';
	for (size_t i = 0; i < sizeof holder_locks / sizeof *holder_locks && pid == 0; i++) {
		snprintf(file, sizeof file, "%s%s", path != NULL ? path : "",
			holder_locks[i].ending);
		pid = holder_of(
			file, holder_locks[i].type, holder_locks[i].start, holder_locks[i].length);
	}
	if (pid != 0)
		holder_name(pid, name);
	return pid;
}
