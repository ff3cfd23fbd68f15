/*
 * pages.h - the manual pages: one function for each, which writes all sections between NAME and SEE
 * ALSO.
 */
#ifndef PACKAGING_MAN_PAGES_H
#define PACKAGING_MAN_PAGES_H

#include "base/line-table.h"
#include "packaging/man/mdoc.h"
#include "referee/commands/command.h"

void page_of_referee(struct mdoc *m);
void page_of_command(struct mdoc *m, const struct command *command);
void page_of_bot(struct mdoc *m);
void page_of_broker(struct mdoc *m);
void page_of_solve(struct mdoc *m);
void page_of_adapt(struct mdoc *m);
void page_of_settings(struct mdoc *m);
void page_of_protocol(struct mdoc *m);
void page_of_database(struct mdoc *m);

/* The name of a command's page, as "referee-class-take". The caller frees it. */
char *page_name(const struct command *command);

/* all-messages.c: the tables of all lines between the referee's own processes. Ends with NULL. */
extern const struct line_table *const all_messages[];

/* Prints a page with all rows, as Markdown. */
void all_messages_print(FILE *out);

/* Prints a row as its readers see it: "move SEAT TEXT WALL ...". */
void all_messages_print_row(FILE *out, const struct line_row *row);

#endif
