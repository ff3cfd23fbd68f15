/*
 * export-file.c - a file that appears as a whole.
 *
 * One at a time: a signal that ends the program takes what is half written away with it.
 */
#include "referee/commands/export.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/ground/memory.h"

static bool export_file_refuse(const char *path, const char *what, char *why, size_t room)
{
	snprintf(why, room, "%s %s", path, what);
	return false;
}

/* Whoever mixes up -o and --db must not lose what was played. */
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

/* As other programs make files: by the umask, or as the one it replaces. */
static void export_file_permit(int fd, const struct stat *before)
{
	mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, before != NULL ? before->st_mode & 0777 : 0666 & ~mask);
}

static const int export_file_signals[] = {SIGINT, SIGTERM, SIGHUP};

enum { EXPORT_FILE_SIGNALS = sizeof export_file_signals / sizeof *export_file_signals };

static char *volatile export_file_part; /* what is half written; NULL: nothing */

static void export_file_on_signal(int number)
{
	if (export_file_part != NULL)
		unlink(export_file_part);
	signal(number, SIG_DFL);
	raise(number);
}

/* From here on, or no more; a signal that was ignored stays so. */
static void export_file_guard(char *part)
{
	struct sigaction mine = {.sa_handler = export_file_on_signal, .sa_flags = SA_NODEFER}, now;
	export_file_part = part;
	if (part == NULL)
		mine.sa_handler = SIG_DFL;
	for (int i = 0; i < EXPORT_FILE_SIGNALS; i++)
		if (sigaction(export_file_signals[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN)
			sigaction(export_file_signals[i], &mine, NULL);
}

bool export_file_open(struct export_file *f, const char *path, char *why, size_t room)
{
	struct stat status;
	bool there = stat(path, &status) == 0;
	*f = (struct export_file){.out = NULL};
	if (there && S_ISDIR(status.st_mode))
		return export_file_refuse(path, "is a folder", why, room);
	if (there && S_ISREG(status.st_mode) && export_file_is_database(path))
		return export_file_refuse(path, "is a database: it is not written over", why, room);
	f->path = there ? realpath(path, NULL) : NULL;
	if (f->path == NULL)
		f->path = memory_copy(path);
	if (there && !S_ISREG(status.st_mode)) {
		f->out = fopen(path, "we");
	} else {
		f->part = memory_print("%s.part-XXXXXX", f->path);
		int fd = mkstemp(f->part);
		if (fd >= 0) {
			export_file_guard(f->part);
			export_file_permit(fd, there ? &status : NULL);
			f->out = fdopen(fd, "we");
		}
	}
	if (f->out != NULL)
		return true;
	snprintf(why, room, "%s cannot be written: %s", path, strerror(errno));
	export_file_guard(NULL);
	free(f->path);
	free(f->part);
	return false;
}

bool export_file_close(struct export_file *f, bool keep, char *why, size_t room)
{
	errno = 0;
	bool good = fflush(f->out) == 0 && !ferror(f->out);
	if (good && keep && f->part != NULL)
		good = fsync(fileno(f->out)) == 0;
	good = fclose(f->out) == 0 && good;
	if (good && keep && f->part != NULL)
		good = rename(f->part, f->path) == 0;
	if (!good)
		snprintf(why, room, "%s cannot be written: %s", f->path, strerror(errno));
	if (f->part != NULL && (!good || !keep))
		unlink(f->part);
	export_file_guard(NULL);
	free(f->path);
	free(f->part);
	return good;
}
