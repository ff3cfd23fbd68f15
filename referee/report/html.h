/*
 * html.h - parts that pages share: the head of a page without other files, tables, lines of text.
 * base/html-print.h writes all HTML.
 */
#ifndef REFEREE_REPORT_HTML_H
#define REFEREE_REPORT_HTML_H

#include <stdio.h>

#include "base/html-print.h"

/* Begins a table in a box that scrolls, up to its caption. class: of the table, or "". */
void html_table_begin(FILE *out, const char *label, const char *class);

/* Ends the caption and writes the head: markup of its columns, separated by "|"; "#" begins a column of
 * numbers. */
void html_table_columns(FILE *out, const char *columns);
void html_table_end(FILE *out);

/* Writes the cell with a bot's name that begins a row. */
void html_bot_cell(FILE *out, const char *bot);

enum { HTML_HASH = 64 };

/* Writes the hash by which a Content-Security-Policy allows a text in <script> or <style>:
 * 'sha256-...' */
void html_hash(const char *text, char hash[HTML_HASH]);

/* Begins a page that needs no other file, up to its body. Its Content-Security-Policy allows only
 * this style and this script; script NULL: none. */
void html_begin(FILE *out, const char *title, const char *style, const char *script);

/* Writes lines of text, whose line ends and tabs stay. */
void html_lines(FILE *out, const char *text);

#endif
