/*
 * status-line.c - checks the terminal, and formats time spans for the status line.
 */
#include "referee/base/status-line.h"

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

void status_line_span(double seconds, char text[STATUS_LINE_SPAN])
{
	long whole = (long)(seconds + 0.5);
	if (whole < 3600)
		snprintf(text, STATUS_LINE_SPAN, "%ld:%02ld", whole / 60, whole % 60);
	else
		snprintf(text, STATUS_LINE_SPAN, "%ld:%02ld:%02ld", whole / 3600, whole / 60 % 60,
			whole % 60);
}
