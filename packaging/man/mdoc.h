/*
 * mdoc.h - writes manual pages in the language mdoc(7).
 *
 * All texts are escaped: a text never becomes a macro. In paragraphs `code` becomes bold, text is
 * filled into short lines, and each sentence begins a line, as mandoc -T lint requires.
 *
 * Not by lowdown -T man, which was tried on the documents: it writes man(7), where options,
 * arguments and references are only bold; its tables are boxes wider than 80 columns; "--" in
 * unmarked text becomes a dash; links inside a page become <#place>. Pandoc takes 165 MB.
 */
#ifndef PACKAGING_MAN_MDOC_H
#define PACKAGING_MAN_MDOC_H

#include <stdbool.h>
#include <stdio.h>

/* A page that is being written. */
struct mdoc {
	FILE *out;  /* borrowed */
	bool fresh; /* a section has just begun: no paragraph macro is needed */
};

/* Writes the head of the page and its NAME. date: "November 24, 2026". version: as in the footer.
 */
struct mdoc mdoc_begin(FILE *out, const char *name, int section, const char *summary,
	const char *date, const char *version);

/* Begins a section; its title is written in capitals. Begins a part of a section. */
void mdoc_section(struct mdoc *m, const char *title);
void mdoc_part(struct mdoc *m, const char *title);

/* Writes paragraphs: \n ends one, empty ones are left out. */
void mdoc_paragraphs(struct mdoc *m, const char *text);

/* Begins a paragraph, except at the begin of a section. */
void mdoc_break(struct mdoc *m);

/* Writes text without a paragraph before it. */
void mdoc_text(struct mdoc *m, const char *text);

/* Writes lines as they are, indented. */
void mdoc_literal(struct mdoc *m, const char *text);

/* A list with tags, or with bullets. mdoc_item() begins its next item. */
void mdoc_list(struct mdoc *m, bool tags);
void mdoc_item(struct mdoc *m, const char *tag); /* `code` in the tag is bold; NULL: a bullet */
void mdoc_entry(struct mdoc *m, const char *tag, const char *text); /* an item with its text */
void mdoc_list_end(struct mdoc *m);

/* Begins an item of a list with tags: an option, with one dash or with two, and the name of its
 * value. joined: the value may be left out and follows "=". letter '\0' or value NULL: none. */
void mdoc_option(struct mdoc *m, char letter, const char *name, const char *value, bool joined);

/* Writes command lines; those that begin with # are sentences about the ones that follow. */
void mdoc_examples(struct mdoc *m, const char *const *examples);

/* A line by itself: a command and its words. */
void mdoc_line(struct mdoc *m, const char *command, const char *words);

/* One use of the program, in a SYNOPSIS. */
void mdoc_use(struct mdoc *m, const char *program, const char *words);

/* A reference to another manual page; last: no other follows. */
void mdoc_reference(struct mdoc *m, const char *name, int section, bool last);

/* Writes the first length bytes of text as part of a line: roff sees no macro, escape or quote in
 * it. */
void mdoc_escape(FILE *out, const char *text, size_t length);

#endif
