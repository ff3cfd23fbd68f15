/*
 * config-syntax.h - the syntax of a tournament's file; config-file.c knows the meaning.
 *
 *	KEY = VALUE
 *	KEY = { VALUE, VALUE }          several values of one key; += is the same as =
 *	bot NAME { KEY = VALUE ... }    a section
 *	rules { KEY = VALUE ... }       the section of the rules' program
 *
 * A value or a name is a quoted text or a word. A word has no blanks and none of = { } ( ) , # " '
 *
 *	"..."   a backslash begins \" \\ \n \t and the like, or joins two lines
 *	'...'   a backslash escapes only ' and \, or joins two lines
 *	${NAME} and ${NAME:-VALUE}, alone or in "...": a variable of the environment
 *
 * A comment is # or // to the end of the line, or a comment of C. The last two begin only between
 * words, so that paths and times need no quotes.
 */
#ifndef REFEREE_CONFIG_CONFIG_SYNTAX_H
#define REFEREE_CONFIG_CONFIG_SYNTAX_H

#include <stdbool.h>

#include "referee/tournament/tournament.h"

/* Events for the parts of a file, in their order. The texts are borrowed for the call. */
struct config_syntax_events {
	void *arg;
	/* A section begins. rules may be NULL: its values come all the same. */
	void (*bot)(void *arg, const char *name, int line);
	void (*rules)(void *arg, int line);
	/* A value; within: it is in the last section. */
	void (*value)(void *arg, const char *key, const char *value, bool within, int line);
	/* A syntax error, after which the text is read on from the next line. NULL: the reader
	 * stops at the first one. */
	void (*fault)(void *arg, int line, const char *text);
};

/* The first syntax error. */
struct config_syntax_fault {
	int line;
	char text[ERROR_TEXT];
};

/* Reads a text without control bytes other than tab and LF. False: *fault has the first syntax
 * error. */
bool config_syntax_read(const char *text, const struct config_syntax_events *events,
	struct config_syntax_fault *fault);

#endif
