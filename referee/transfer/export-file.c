/*
 * export-file.c - writes a file that appears whole or not at all.
 *
 * If the file system supports O_TMPFILE, the unfinished file has no name, so it disappears with the
 * process. Elsewhere it has a temporary name beside the path, and stays there if a signal ends the
 * program.
 */
#include "referee/transfer/export.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/base/memory.h"

/* A mix-up of -o and --db must not destroy the played games. */
static bool export_file_is_database(const char *path)
{
	static const char magic[] = "SQLite format 3";
	char begin[sizeof magic] = "";
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return false;
	size_t got = fread(begin, 1, sizeof magic, file);
	fclose(file);
	return got == sizeof magic && memcmp(begin, magic, sizeof magic) == 0;
}

/* Sets the mode like other programs: by the umask, or that of the replaced file. */
static void export_file_permit(int fd, const struct stat *before)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, before != NULL ? before->st_mode & 0777 : 0666 & ~mask);
}

/* Opens a file without a name in the folder of path. It disappears with the process. -1: the
 * folder does not support that. */
static int export_file_nameless(const char *path)
{
	char *folder = memory_copy(path), *slash = strrchr(folder, '/');
	if (slash != NULL)
		slash[slash == folder] = '\0';
	int fd = open(slash != NULL ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	free(folder);
	return fd;
}

/* Creates the unfinished file. */
static int export_file_make_part(struct export_file *f)
{
	f->part = memory_print("%s.part-XXXXXX", f->path);
	f->fd = export_file_nameless(f->path);
	f->nameless = f->fd >= 0;
	if (!f->nameless)
		f->fd = mkstemp(f->part);
	return f->fd;
}

bool export_file_open(struct export_file *f, const char *path, struct error *err)
{
	struct stat status;
	bool there = stat(path, &status) == 0;
	*f = (struct export_file){.fd = -1};
	if (there && S_ISDIR(status.st_mode))
		return error_set(err, "%s is a folder", path);
	if (there && S_ISREG(status.st_mode) && export_file_is_database(path))
		return error_set(err, "%s is a database, which an export does not replace", path);
	f->path = there ? realpath(path, NULL) : NULL;
	if (f->path == NULL)
		f->path = memory_copy(path);
	if (there && !S_ISREG(status.st_mode)) {
		f->out = fopen(path, "we");
	} else if (export_file_make_part(f) >= 0) {
		export_file_permit(f->fd, there ? &status : NULL);
		f->out = fdopen(f->fd, "we");
	}
	if (f->out != NULL)
		return true;
	error_set(err, "%s cannot be written: %s", path, strerror(errno));
	free(f->path);
	free(f->part);
	return false;
}

/* Gives the finished file its name. It has a temporary name in between, so no signal may end the
 * program there. */
static bool export_file_name(struct export_file *f)
{
	char link[64];
	bool good = true;
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	if (f->nameless) {
		snprintf(link, sizeof link, "/proc/self/fd/%d", f->fd);
		/* finds a free name: mkstemp() makes a file, which is removed */
		int fd = mkstemp(f->part);
		good = fd >= 0 && close(fd) == 0 && unlink(f->part) == 0 &&
		       linkat(AT_FDCWD, link, AT_FDCWD, f->part, AT_SYMLINK_FOLLOW) == 0;
	}
	if (good && rename(f->part, f->path) != 0) {
		good = false;
		unlink(f->part);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return good;
}

bool export_file_close(struct export_file *f, bool keep, struct error *err)
{
	errno = 0;
	bool good = fflush(f->out) == 0 && !ferror(f->out);
	bool named = false;
	if (good && keep && f->part != NULL) {
		good = fsync(f->fd) == 0 && export_file_name(f);
		named = good;
	}
	good = fclose(f->out) == 0 && good;
	if (!good)
		error_set(err, "%s cannot be written: %s", f->path, strerror(errno));
	if (f->part != NULL && !f->nameless && !named)
		unlink(f->part);
	free(f->path);
	free(f->part);
	return good;
}
