/*
 * text-file.c - reads text files that people wrote, and refuses others.
 */
#include "base/text-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { TEXT_FILE_FIRST = 4096 };

/* The bytes of a file; the buffer grows as they are read. */
struct text_file {
	char *text; /* owned */
	size_t used, size;
};

/* Reads to the end, or most + 1 bytes. False: errno. */
static bool text_file_fill(int fd, struct text_file *f, size_t most)
{
	while (f->used <= most) {
		if (f->used + 1 >= f->size) {
			f->size = 2 * f->size + TEXT_FILE_FIRST;
			f->text = memory_resize(f->text, f->size, 1);
		}
		size_t room = f->size - f->used - 1;
		ssize_t got = read(fd, f->text + f->used, room < most + 1 ? room : most + 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return false;
		if (got == 0)
			break;
		f->used += (size_t)got;
	}
	f->text[f->used] = '\0';
	return true;
}

/* Removes a byte order mark, which some editors write, and the CR of each CRLF. Finds the first
 * byte that is not text. Returns its line, or 0. */
static int text_file_clean(char *text, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf";
	int line = 1;
	size_t kept = 0;
	for (size_t i = strncmp(text, mark, 3) == 0 ? 3 : 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '\r' && i + 1 < length && text[i + 1] == '\n')
			continue;
		if ((c < ' ' && c != '\t' && c != '\n') || c == 0x7f)
			return line;
		if (c == '\n')
			line++;
		text[kept++] = (char)c;
	}
	text[kept] = '\0';
	return 0;
}

char *text_file_read(const char *path, size_t most, int *line, struct error *err)
{
	return text_file_read_of(path, most, TEXT_FILE_ANYONE, line, err);
}

char *text_file_read_of(const char *path, size_t most, int64_t owner, int *line, struct error *err)
{
	struct stat status;
	const int own = owner != TEXT_FILE_ANYONE ? O_NOFOLLOW : 0;
	*line = 0;
	bool input = strcmp(path, "-") == 0;
	/* Without O_NONBLOCK, opening a FIFO would wait for its writer. */
	int fd = input ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | own);
	if (fd < 0 || fstat(fd, &status) != 0) {
		if (own != 0 && errno == ELOOP)
			error_set(err, "is a link; name the file that it leads to");
		else
			error_set(err, "cannot be read: %s", strerror(errno));
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	struct text_file f = {.text = NULL};
	if (owner != TEXT_FILE_ANYONE && (int64_t)status.st_uid != owner)
		error_set(err,
			"belongs to user %u, the tournament to user %u; copy it, so that both have one owner",
			(unsigned)status.st_uid, (unsigned)owner);
	else if (!input && !S_ISREG(status.st_mode))
		error_set(err, "is %s, not a file",
			S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe");
	else if (!text_file_fill(fd, &f, most))
		error_set(err, "cannot be read: %s", strerror(errno));
	else if (f.used > most)
		error_set(err, "has more than %zu bytes; a file of its kind is smaller", most);
	else if ((*line = text_file_clean(f.text, f.used)) > 0)
		error_set(err, "is not text: it contains a control byte; save it as UTF-8");
	else {
		close(fd);
		return f.text;
	}
	close(fd);
	free(f.text);
	return NULL;
}

bool text_file_is_same(const char *one, const char *other)
{
	struct stat a, b;
	return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

bool text_file_replace(const char *path, unsigned mode, const char *text, struct error *err)
{
	char *beside = memory_print("%s.new.XXXXXX", path);
	int fd = mkostemp(beside, O_CLOEXEC);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	bool good = out != NULL && fputs(text, out) >= 0 && fchmod(fd, mode) == 0 &&
		    fflush(out) == 0 && fsync(fd) == 0;
	if (out != NULL)
		good = fclose(out) == 0 && good;
	else if (fd >= 0)
		close(fd);
	good = good && rename(beside, path) == 0;
	if (!good) {
		error_set(err, "%s: the file cannot be written: %s", path, strerror(errno));
		if (fd >= 0)
			unlink(beside);
	}
	free(beside);
	return good;
}
