/*
 * status-line.h - support for a status line that is redrawn on the terminal of stderr.
 */
#ifndef REFEREE_BASE_STATUS_LINE_H
#define REFEREE_BASE_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { STATUS_LINE_SPAN = 32 };

/* Is stderr a terminal that can show a status line? */
bool status_line_can(void);

/* Width of the terminal at this descriptor in columns; 0: it is none, or its width is unknown. */
int status_line_width(int fd);

/* Formats a time span for people: "1:05", from one hour on "1:00:05". */
void status_line_span(double seconds, char text[STATUS_LINE_SPAN]);

#endif
