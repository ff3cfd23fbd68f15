/*
 * queue.c - the queue file of submitted tournaments. Each change replaces the file as a whole:
 * after a crash it is either the old one or the new one.
 */
#include "referee/daemon/queue.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text-file.h"

static const char queue_head[] =
	"# Tournaments that were submitted to `referee serve` and are not over, a file each.\n";
static const char queue_announce_word[] = "announce ";

struct queue {
	char *path;   /* owned, as the files */
	char **files; /* in the order of submission */
	int count;
	char *announcement; /* owned */
	bool unwritten;	    /* the last change is not on disk */
};

static void queue_push(struct queue *q, const char *file)
{
	q->files = memory_resize(q->files, (size_t)q->count + 1, sizeof *q->files);
	q->files[q->count++] = memory_copy(file);
}

/* The place of a file; -1: it is absent. */
static int queue_find(const struct queue *q, const char *file)
{
	for (int i = 0; i < q->count; i++)
		if (strcmp(q->files[i], file) == 0)
			return i;
	return -1;
}

/* Takes the announcement, if the line has it. */
static void queue_take_announcement(struct queue *q, const char *line)
{
	size_t length = sizeof queue_announce_word - 1;
	if (strncmp(line, queue_announce_word, length) != 0)
		return;
	free(q->announcement);
	q->announcement = memory_copy(line + length);
}

struct queue *queue_open(const char *path, struct error *err)
{
	struct error wrong;
	int line;
	struct queue *q = memory_get(1, sizeof *q);
	q->path = memory_copy(path);
	q->announcement = memory_copy("");
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return q;
	char *text = text_file_read(path, TEXT_FILE_MAX, &line, &wrong), *at = text;
	if (text == NULL) {
		error_set(err, "%.200s: %s", path, wrong.text);
		queue_free(q);
		return NULL;
	}
	for (char *file; (file = strsep(&at, "\n")) != NULL;)
		if (*file == '/' && queue_find(q, file) < 0)
			queue_push(q, file);
		else
			queue_take_announcement(q, file);
	free(text);
	return q;
}

void queue_free(struct queue *q)
{
	if (q == NULL)
		return;
	for (int i = 0; i < q->count; i++)
		free(q->files[i]);
	free(q->files);
	free(q->announcement);
	free(q->path);
	free(q);
}

int queue_count(const struct queue *q)
{
	return q->count;
}

const char *queue_file(const struct queue *q, int i)
{
	return q->files[i];
}

/* --- the queue file --------------------------------------------------------------------------- */

static bool queue_write(const struct queue *q, const char *part)
{
	int fd = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (out == NULL) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	fputs(queue_head, out);
	for (int i = 0; i < q->count; i++)
		fprintf(out, "%s\n", q->files[i]);
	if (*q->announcement != '\0')
		fprintf(out, "%s%s\n", queue_announce_word, q->announcement);
	bool good = fflush(out) == 0 && fsync(fd) == 0;
	int saved = errno;
	good = fclose(out) == 0 && good;
	errno = saved;
	return good;
}

/* Makes the folder's entry durable. */
static bool queue_sync_folder(const struct queue *q)
{
	char *copy = memory_copy(q->path);
	int fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool good = fd >= 0 && fsync(fd) == 0;
	if (fd >= 0)
		close(fd);
	free(copy);
	return good;
}

static bool queue_save(struct queue *q, struct error *err)
{
	char *part = memory_print("%s.part", q->path);
	bool good = queue_write(q, part) && rename(part, q->path) == 0 && queue_sync_folder(q);
	q->unwritten = !good;
	if (!good) {
		error_set(err, "%.300s: %s", q->path, strerror(errno));
		unlink(part);
	}
	free(part);
	return good;
}

bool queue_add(struct queue *q, const char *file, struct error *err)
{
	if (queue_find(q, file) >= 0)
		return true;
	if (strchr(file, '\n') != NULL)
		return error_set(err, "the path has a line end, so it cannot be stored");
	queue_push(q, file);
	return queue_save(q, err);
}

bool queue_remove(struct queue *q, const char *file, struct error *err)
{
	int i = queue_find(q, file);
	if (i < 0)
		return true;
	free(q->files[i]);
	memmove(&q->files[i], &q->files[i + 1], (size_t)(q->count - i - 1) * sizeof *q->files);
	q->count--;
	return queue_save(q, err);
}

bool queue_write_again(struct queue *q)
{
	struct error err;
	return q->unwritten && queue_save(q, &err);
}

const char *queue_announcement(const struct queue *q)
{
	return q->announcement;
}

bool queue_announce(struct queue *q, const char *text, struct error *err)
{
	if (strchr(text, '\n') != NULL)
		return error_set(err, "the text has a line end, so it cannot be stored");
	free(q->announcement);
	q->announcement = memory_copy(text);
	return queue_save(q, err);
}
