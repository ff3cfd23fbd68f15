/*
 * all-messages.h - the tables of all lines between the referee's own processes.
 */
#ifndef PACKAGING_MAN_ALL_MESSAGES_H
#define PACKAGING_MAN_ALL_MESSAGES_H

#include <stdio.h>

#include "base/line-table.h"

/* Ends with NULL. */
extern const struct line_table *const all_messages[];

/* Prints a page with all rows, as Markdown. */
void all_messages_print(FILE *out);

/* Prints a row as its readers see it: "move SEAT TEXT WALL ...". */
void all_messages_print_row(FILE *out, const struct line_row *row);

#endif
