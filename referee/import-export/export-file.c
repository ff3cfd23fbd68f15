/*
 * export-file.c - writes a file that appears whole or not at all.
 *
 * If the file system supports O_TMPFILE, the unfinished file has no name, so it disappears with the
 * process. Elsewhere it has a temporary name beside the path, and stays there if a signal ends the
 * program.
 */
#include "referee/import-export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/standard-output.h"

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

/* Of a write that stdio made by itself the reason is gone at the end, so it is kept here. */
static ssize_t export_file_write(void *file, const char *bytes, size_t size)
{
	struct export_file *f = file;
	size_t done = 0;
	while (done < size && f->why == 0) {
		ssize_t count = write(f->fd, bytes + done, size - done);
		if (count >= 0)
			done += (size_t)count;
		else if (errno != EINTR)
			f->why = errno;
	}
	return f->why == 0 ? (ssize_t)size : 0;
}

static FILE *export_file_stream(struct export_file *f)
{
	return fopencookie(f, "w", (cookie_io_functions_t){.write = export_file_write});
}

bool export_file_open(struct export_file *f, const char *path, struct error *err)
{
	struct stat status;
	*f = (struct export_file){.fd = path != NULL ? -1 : STDOUT_FILENO};
	if (path == NULL) {
		f->out = export_file_stream(f);
		return f->out != NULL || error_set(err, "%s", strerror(errno));
	}
	bool there = stat(path, &status) == 0;
	if (there && S_ISDIR(status.st_mode))
		return error_set(err, "%s is a folder", path);
	if (there && S_ISREG(status.st_mode) && export_file_is_database(path))
		return error_set(err, "%s is a database, which an export does not replace", path);
	f->path = there ? realpath(path, NULL) : NULL;
	if (f->path == NULL)
		f->path = memory_copy(path);
	if (there && !S_ISREG(status.st_mode))
		f->fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	else if (export_file_make_part(f) >= 0)
		export_file_permit(f->fd, there ? &status : NULL);
	if (f->fd >= 0)
		f->out = export_file_stream(f);
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
	bool named = false;
	fclose(f->out);
	if (f->path == NULL) {
		if (f->why != 0)
			standard_output_lose(f->why);
		return true;
	}
	if (f->why == 0 && keep && f->part != NULL) {
		named = fsync(f->fd) == 0 && export_file_name(f);
		f->why = named ? 0 : errno;
	}
	if (close(f->fd) != 0 && f->why == 0)
		f->why = errno;
	bool good = f->why == 0;
	if (!good)
		error_set(err, "%s cannot be written: %s", f->path, strerror(f->why));
	if (f->part != NULL && !f->nameless && !named)
		unlink(f->part);
	free(f->path);
	free(f->part);
	return good;
}
