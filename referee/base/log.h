/*
 * log.h - lines for whoever reads what a daemon says. A daemon does not wait for them: a pager that
 * stands still, a terminal stopped by Ctrl-S or a full disk would hold up every tournament.
 */
#ifndef REFEREE_BASE_LOG_H
#define REFEREE_BASE_LOG_H

#include <stddef.h>

enum { LOG_ROOM = 65536, LOG_LINE = 8192 };

/* A line may begin with its level as sd-daemon(3) has it: "<3>" an error, "<4>" a warning, "<5>"
 * worth a look, "<6>" all else, as is a line without. */
enum log_style {
	LOG_PLAIN,   /* "WHO: LINE" */
	LOG_TIMED,   /* "2026-12-01T18:00:00.000Z info WHO: LINE" (RFC 3339) */
	LOG_JOURNAL, /* "<6>WHO: LINE": the journal has times of its own */
	LOG_BARE     /* "LINE": an event in JSON, as are those about what was lost */
};

struct log {
	const char *who; /* borrowed: each line begins with it */
	enum log_style style;
	int to;
	size_t start, end; /* of bytes: what is still to go */
	long lost;	   /* lines for which there was no room, which has not been said */
	char bytes[LOG_ROOM];
};

/* Lines of who go where fd leads: to a pipe and a terminal by a description of their own that does
 * not block, since that of fd is shared with others. fd stays the caller's. The style is LOG_PLAIN,
 * until the caller sets another. */
void log_open(struct log *l, const char *who, int fd);

/* LOG_JOURNAL where fd leads to the journal (JOURNAL_STREAM, systemd.exec(5)), else LOG_TIMED. */
enum log_style log_style_of(int fd);

/* How long the level is that a line begins with; 0: there is none. */
size_t log_level(const char *line);

/* A line of at most LOG_LINE bytes; what is longer is cut. What cannot go yet is kept for
 * log_flush(), up to LOG_ROOM; what is more is lost, and how many lines that were is said when
 * there is room again. */
void log_line(struct log *l, const char *line);

/* Writes what goes without waiting. */
void log_flush(struct log *l);

#endif
