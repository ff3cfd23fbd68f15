/*
 * html-print.h - writes HTML and SVG by a format, as printf() does, with texts escaped.
 *
 * Text from a bot or a file may be hostile. Between tags and in attributes (always in double
 * quotes) it goes out through %h, inside a script that holds data through %j. There is no third
 * way. Invisible bytes (escape.h: controls, bytes that are not UTF-8, marks that change the
 * direction of writing) are written as \xNN.
 *
 *	html_print(out, "<td class=\"n\">%d</td><td>%h</td>", game, bot);
 *
 * The compiler checks each argument, in the builds with STRICT=1: for every file with this
 * function the Makefile replaces %h, %a, %j and %r by what printf() calls them (%s, and %f for
 * %r), and the compiler reads the result with HTML_PRINT_CHECKED, where html_print() is declared
 * as a printf().
 */
#ifndef BASE_HTML_PRINT_H
#define BASE_HTML_PRINT_H

#include <stddef.h>
#include <stdio.h>

#ifdef HTML_PRINT_CHECKED
#define HTML_PRINT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define HTML_PRINT_FORMAT
#endif

/*
 * Writes markup. The conversions are d, i, u, x, X, e, f, g, s and c of printf() with flags, width,
 * precision and the lengths l, ll and z (of an unsigned number), where %s is for markup and for
 * words of our own, and
 *
 *	%h   a text, escaped; NULL writes nothing
 *	%a   a text as one part of an address, or as a value in its query: all bytes but letters,
 *	     digits, "-", "_" and "~" become %HH
 *	%j   a text as a JSON string in which no tag begins or ends; line ends and tabs stay; NULL
 *	     is null
 *	%r   a double as a whole number with its sign, with a minus as wide as the plus: "+12",
 *	     "−3", "0"
 */
void html_print(FILE *out, const char *format, ...) HTML_PRINT_FORMAT;

/* As %j, for this number of bytes, which may contain NULs. */
void html_print_json(FILE *out, const char *bytes, size_t length);

#endif
