/*
 * log.h - lines for whoever reads what a daemon says. A daemon does not wait for them: a pager that
 * stands still, a terminal stopped by Ctrl-S or a full disk would hold up every tournament.
 */
#ifndef REFEREE_GROUND_LOG_H
#define REFEREE_GROUND_LOG_H

#include <stddef.h>

enum { LOG_ROOM = 65536, LOG_LINE = 8192 };

struct log {
	const char *who; /* borrowed: each line begins with it */
	int to;
	size_t start, end; /* of bytes: what is still to go */
	long lost;	   /* lines for which there was no room, which has not been said */
	char bytes[LOG_ROOM];
};

/* Lines of who go where fd leads: to a pipe and a terminal by a description of their own that does
 * not block, since that of fd is shared with others. fd stays the caller's. */
void log_open(struct log *l, const char *who, int fd);

/* A line of at most LOG_LINE bytes; what is longer is cut. What cannot go yet is kept for
 * log_flush(), up to LOG_ROOM; what is more is lost, and how many lines that were is said when
 * there is room again. */
void log_line(struct log *l, const char *line);

/* Writes what goes without waiting. */
void log_flush(struct log *l);

#endif
