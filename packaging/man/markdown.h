/*
 * markdown.h - makes manual pages of the documents: the part of Markdown that they use.
 *
 * Headings, paragraphs, lists with "-", tables, and code in ``` or indented. A table becomes a
 * list: its first column has the tags, the others the text, with their titles if there are several.
 * A link becomes its text, one to a web address with the address behind it.
 */
#ifndef PACKAGING_MAN_MARKDOWN_H
#define PACKAGING_MAN_MARKDOWN_H

#include "packaging/man/mdoc.h"

/* Adds words behind the tag in a table of the part with this title. The caller frees them; NULL:
 * none. */
typedef char *markdown_add(const char *part, const char *tag);

/* Writes the document without its title. The text before its first section belongs to the section
 * that m is in. add may be NULL. */
void markdown_write(struct mdoc *m, const char *text, markdown_add *add);

#endif
