/*
 * status-line.h - the line on a terminal's stderr that is drawn again and again while something
 * goes on.
 */
#ifndef REFEREE_BASE_STATUS_LINE_H
#define REFEREE_BASE_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { STATUS_LINE_SPAN = 32 };

/* Does stderr lead to a terminal on which it can be? */
bool status_line_can(void);

/* How many columns that terminal has; 0: that is not known. */
int status_line_width(void);

/* A span of time for people: "1:05", from an hour on "1:00:05". */
void status_line_span(double seconds, char text[STATUS_LINE_SPAN]);

#endif
