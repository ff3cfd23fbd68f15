/*
 * log.c - writes lines at once or keeps them, and never waits.
 */
#include "referee/process/log.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/time.h"

void log_open(struct log *l, const char *who, int fd)
{
	char path[64];
	struct stat file;
	l->who = who;
	l->style = LOG_PLAIN;
	l->to = fd;
	l->start = l->end = 0;
	l->lost = 0;
	if (fstat(fd, &file) != 0 || !(S_ISFIFO(file.st_mode) || S_ISCHR(file.st_mode)))
		return;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	int own = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (own >= 0)
		l->to = own;
}

/* Without an own description: a pipe that is writable takes PIPE_BUF bytes at once. */
static void log_send(struct log *l)
{
	struct pollfd room = {.fd = l->to, .events = POLLOUT};
	while (l->start < l->end && poll(&room, 1, 0) > 0) {
		size_t length = l->end - l->start;
		ssize_t sent =
			write(l->to, l->bytes + l->start, length < PIPE_BUF ? length : PIPE_BUF);
		if (sent <= 0)
			return;
		l->start += (size_t)sent;
	}
}

enum log_style log_style_of(int fd)
{
	unsigned long long device, inode;
	struct stat file;
	const char *journal = getenv("JOURNAL_STREAM");
	bool same = journal != NULL && sscanf(journal, "%llu:%llu", &device, &inode) == 2 &&
		    fstat(fd, &file) == 0 && file.st_dev == device && file.st_ino == inode;
	return same ? LOG_JOURNAL : LOG_TIMED;
}

size_t log_level(const char *line)
{
	return line[0] == '<' && line[1] >= '0' && line[1] <= '7' && line[2] == '>' ? 3 : 0;
}

/* The line as an object; of name and line at most this number of bytes. The caller frees it. */
static char *log_object(
	const struct log *l, const char *tournament, const char *level, const char *line, int most)
{
	char now[TIME_TEXT], *text;
	size_t size;
	char *name = tournament != NULL ? memory_print("%.*s", most, tournament) : NULL;
	char *whole = memory_print("%s: %.*s", l->who, most, line);
	struct json_writer j = {.out = memory_open(&text, &size)};
	json_open(&j, NULL, '{');
	json_text(&j, "time", time_text(time_utc(), now));
	json_text(&j, "level", level);
	json_text(&j, "tournament", name);
	json_text(&j, "line", whole);
	json_close(&j, '}');
	memory_close(j.out);
	free(name);
	free(whole);
	return text;
}

/* A line that is too long is cut before it is quoted, where a byte takes six at most. */
static int log_print_json(const struct log *l, const char *tournament, const char *level,
	const char *line, char text[LOG_LINE])
{
	char *object = log_object(l, tournament, level, line, LOG_LINE);
	if (strlen(object) + 2 > LOG_LINE) {
		free(object);
		object = log_object(l, tournament, level, line, LOG_LINE / 16);
	}
	int length = snprintf(text, LOG_LINE, "%s\n", object);
	free(object);
	return length;
}

/* Formats a line in its style; returns as snprintf() does. */
static int log_print(
	const struct log *l, const char *tournament, const char *line, char text[LOG_LINE])
{
	static const char *const levels[] = {
		"emerg", "alert", "crit", "error", "warning", "notice", "info", "debug"};
	char now[TIME_TEXT];
	size_t prefix = l->style != LOG_BARE ? log_level(line) : 0;
	int level = prefix > 0 ? line[1] - '0' : 6;
	line += prefix;
	switch (l->style) {
	case LOG_BARE:
		return snprintf(text, LOG_LINE, "%s\n", line);
	case LOG_JOURNAL:
		return snprintf(text, LOG_LINE, "<%d>%s: %s\n", level, l->who, line);
	case LOG_PLAIN:
		return snprintf(text, LOG_LINE, "%s: %s\n", l->who, line);
	case LOG_JSON:
		return log_print_json(l, tournament, levels[level], line, text);
	case LOG_TIMED:
		break;
	}
	return snprintf(text, LOG_LINE, "%s %s %s: %s\n", time_text(time_utc(), now), levels[level],
		l->who, line);
}

static void log_add(struct log *l, const char *tournament, const char *line)
{
	char text[LOG_LINE];
	int printed = log_print(l, tournament, line, text);
	size_t length = printed < LOG_LINE ? (size_t)printed : LOG_LINE - 1;
	text[length - 1] = '\n';
	memmove(l->bytes, l->bytes + l->start, l->end - l->start);
	l->end -= l->start;
	l->start = 0;
	if (l->lost > 0 || length > LOG_ROOM - l->end) {
		l->lost++;
		return;
	}
	memcpy(l->bytes + l->end, text, length);
	l->end += length;
}

void log_flush(struct log *l)
{
	log_send(l);
	if (l->lost == 0 || l->start < l->end)
		return;
	char text[128];
	if (l->style == LOG_BARE)
		snprintf(text, sizeof text, "{\"event\":\"lost\",\"lines\":%ld}", l->lost);
	else
		snprintf(text, sizeof text, "%s missing here: the log was not read in time",
			counted(l->lost, "line is").text);
	l->lost = 0;
	log_add(l, NULL, text);
	log_send(l);
}

void log_line(struct log *l, const char *line)
{
	log_line_of(l, NULL, line);
}

void log_line_of(struct log *l, const char *tournament, const char *line)
{
	size_t level = log_level(line);
	/* A name of a file, or a text of another program, may have any bytes. JSON quotes them. */
	bool quoted = l->style == LOG_BARE || l->style == LOG_JSON;
	char *plain = !quoted ? escape_text(line + level, false) : NULL;
	char *whole = plain != NULL ? memory_print("%.*s%s", (int)level, line, plain) : NULL;
	log_flush(l);
	log_add(l, tournament, whole != NULL ? whole : line);
	log_flush(l);
	free(whole);
	free(plain);
}
