/*
 * html.h - what every page is written with: texts made safe, and small drawings.
 *
 * Whatever came from a bot or a file may be hostile. It goes out through html_text() between tags
 * and in attributes (always in double quotes), and through html_json() inside of a script that
 * holds data; there is no third way. What nobody may see of it (escape.h: controls, bytes that are
 * not UTF-8, marks that turn the direction of writing) is written as \xNN.
 */
#ifndef REFEREE_REPORT_HTML_H
#define REFEREE_REPORT_HTML_H

#include <stddef.h>
#include <stdio.h>

/* A text as HTML takes it, between tags and in attributes. NULL is nothing. */
void html_text(FILE *out, const char *text);

/* A string of JSON in which nothing ends or begins a tag. Line ends and tabs stay. NULL is null. */
void html_json(FILE *out, const char *text);

/* The same of so many bytes, which may hold NULs. */
void html_json_bytes(FILE *out, const char *bytes, size_t length);

/* A whole number with its sign, and a minus as long as the plus: "+12", "−3", "0". */
void html_signed(FILE *out, double number);

/* A text as one part of an address, or a value in its query: all but letters, digits, "-", "_" and
 * "~" as %HH. */
void html_address(FILE *out, const char *text);

enum { HTML_HASH = 64 };

/* What a Content-Security-Policy allows a text inside of <script> or <style> by: 'sha256-...' */
void html_hash(const char *text, char hash[HTML_HASH]);

#endif
