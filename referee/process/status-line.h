/*
 * status-line.h - support for a status line that is redrawn on the terminal of stderr, and for the
 * plain lines that replace it without a terminal.
 */
#ifndef REFEREE_PROCESS_STATUS_LINE_H
#define REFEREE_PROCESS_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/time.h"

enum { STATUS_LINE_SPAN = 32, STATUS_LINE_PLAIN = 128 };

#define STATUS_LINE_PAUSE (10 * SECOND) /* the shortest time between two plain lines */

/* Is stderr a terminal that can show a status line? */
bool status_line_can(void);

/* Width of the terminal at this descriptor in columns; 0: it is none, or its width is unknown. */
int status_line_width(int fd);

/* The bytes of a line that fit into a terminal of this width (0: any), whose last column stays
 * free. Items, with two blanks between them, are whole or left out; the first is cut. */
size_t status_line_fit(const char *line, int width);

/* Formats a time span for people: "1:05", from one hour on "1:00:05". */
void status_line_span(double seconds, char text[STATUS_LINE_SPAN]);

/* Progress in plain lines: a line at each tenth, but not sooner than STATUS_LINE_PAUSE after the
 * one before, and none at the end. */
struct status_lines {
	usec began, last;
	int64_t tenths; /* that were done at the last line */
};

/* Begins with nothing done. */
void status_lines_init(struct status_lines *s, usec now);

/* Is a line due when done of all things are done? It is then "12 of 40 students, about 1:30 left".
 */
bool status_lines_due(struct status_lines *s, int64_t done, int64_t all, const char *things,
	usec now, char text[STATUS_LINE_PLAIN]);

#endif
