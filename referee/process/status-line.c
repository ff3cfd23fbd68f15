/*
 * status-line.c - checks the terminal, and formats time spans for the status line.
 */
#include "referee/process/status-line.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool status_line_can(void)
{
	const char *term = getenv("TERM");
	return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

int status_line_width(int fd)
{
	struct winsize size;
	return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

size_t status_line_fit(const char *line, int width)
{
	size_t length = strlen(line), room = width > 1 ? (size_t)width - 1 : length;
	size_t fits = length <= room ? length : 0;
	for (size_t at = 0; at + 1 < length && at <= room && length > room; at++)
		if (line[at] == ' ' && line[at + 1] == ' ')
			fits = at;
	return fits > 0 || length == 0 ? fits : room;
}

void status_line_span(double seconds, char text[STATUS_LINE_SPAN])
{
	long whole = (long)(seconds + 0.5);
	if (whole < 3600)
		snprintf(text, STATUS_LINE_SPAN, "%ld:%02ld", whole / 60, whole % 60);
	else
		snprintf(text, STATUS_LINE_SPAN, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
			whole % 60);
}

void status_lines_init(struct status_lines *s, usec now)
{
	*s = (struct status_lines){.began = now, .last = now};
}

bool status_lines_due(struct status_lines *s, int64_t done, int64_t all, const char *things,
	usec now, char text[STATUS_LINE_PLAIN])
{
	char left[STATUS_LINE_SPAN];
	int64_t tenths = all > 0 ? done * 10 / all : 0;
	if (done >= all || tenths <= s->tenths || now - s->last < STATUS_LINE_PAUSE)
		return false;
	s->tenths = tenths;
	s->last = now;
	status_line_span(
		(double)(now - s->began) / SECOND / (double)done * (double)(all - done), left);
	snprintf(text, STATUS_LINE_PLAIN, "%" PRId64 " of %" PRId64 " %s, about %s left", done, all,
		things, left);
	return true;
}
