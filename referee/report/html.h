/*
 * html.h - writes HTML safely: escaped texts, and the numbers and addresses of pages.
 *
 * Text from a bot or a file may be hostile. Between tags and in attributes (always in double
 * quotes) it goes out through html_text(). Inside a script that holds data it goes out through
 * html_json(). There is no third way. Invisible bytes (escape.h: controls, bytes that are not
 * UTF-8, marks that change the direction of writing) are written as \xNN.
 */
#ifndef REFEREE_REPORT_HTML_H
#define REFEREE_REPORT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Writes a text for HTML, between tags or in an attribute. NULL writes nothing. */
void html_text(FILE *out, const char *text);

/* Writes a JSON string in which no tag begins or ends. Line ends and tabs stay. NULL is null. */
void html_json(FILE *out, const char *text);

/* The same for this number of bytes, which may contain NULs. */
void html_json_bytes(FILE *out, const char *bytes, size_t length);

/* Writes a whole number with its sign, with a minus as wide as the plus: "+12", "−3", "0". */
void html_signed(FILE *out, double number);

/* Writes a text as one part of an address, or as a value in its query. All bytes but letters,
 * digits, "-", "_" and "~" become %HH. */
void html_address(FILE *out, const char *text);

/* Begins a table in a box that scrolls, up to its caption. class: of the table, or "". */
void html_table_begin(FILE *out, const char *label, const char *class);
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

/* The same for lines of text, whose line ends and tabs stay. */
void html_lines(FILE *out, const char *text);

#endif
