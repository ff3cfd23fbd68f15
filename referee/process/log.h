/*
 * log.h - log lines of a daemon, written without waiting.
 *
 * Without that, a stopped pager, a terminal stopped by Ctrl-S or a full disk would stop every
 * tournament.
 */
#ifndef REFEREE_PROCESS_LOG_H
#define REFEREE_PROCESS_LOG_H

#include <stddef.h>

enum { LOG_ROOM = 65536, LOG_LINE = 8192 };

/* A line may begin with a level of sd-daemon(3): "<3>" error, "<4>" warning, "<5>" notice, "<6>"
 * information. A line without a level is information. */
enum log_style {
	LOG_PLAIN,   /* "WHO: LINE" */
	LOG_TIMED,   /* "2026-12-01T18:00:00.000Z info WHO: LINE" (RFC 3339) */
	LOG_JOURNAL, /* "<6>WHO: LINE": the journal adds the time */
	LOG_JSON,    /* {"time":...,"level":"info","tournament":null,"line":"WHO: LINE"} */
	LOG_BARE     /* "LINE": a JSON event; messages about lost lines are JSON too */
};

struct log {
	const char *who; /* borrowed: prefix of each line */
	enum log_style style;
	int to;
	size_t start, end; /* unwritten part of bytes */
	long lost;	   /* lost lines that are not reported yet */
	char bytes[LOG_ROOM];
};

/* Opens a log that writes to where fd leads. For a pipe or a terminal it opens a description of its
 * own that does not block, because other processes share that of fd. The caller keeps fd. The style
 * is LOG_PLAIN until the caller sets another. */
void log_open(struct log *l, const char *who, int fd);

/* LOG_JOURNAL if fd leads to the journal (JOURNAL_STREAM, systemd.exec(5)), else LOG_TIMED. */
enum log_style log_style_of(int fd);

/* Length of the level at the start of a line; 0: no level. */
size_t log_level(const char *line);

/* Writes a line, in which bytes that are unsafe for a terminal are escaped (escape.h), so that none
 * begins another line; bytes beyond LOG_LINE are cut, of LOG_JSON before they are quoted. Bytes
 * that cannot be written yet wait for log_flush(), up to LOG_ROOM. Further lines are lost; the log
 * reports their number when there is room again. */
void log_line(struct log *l, const char *line);

/* The same for a line about a tournament, whose name LOG_JSON has as a member of its own. */
void log_line_of(struct log *l, const char *tournament, const char *line);

/* Writes as much as possible without waiting. */
void log_flush(struct log *l);

#endif
