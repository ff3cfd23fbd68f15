/*
 * config-syntax.h - the form of a tournament's file; config-file.c knows the meaning.
 *
 *	KEY = VALUE
 *	KEY = { VALUE, VALUE }          several values of one key; += is the same as =
 *	bot NAME { KEY = VALUE ... }    a section
 *
 * A value or a name is a quoted text, or a word. A word has no blanks and none of = { } ( ) , # " '
 *
 *	"..."   a backslash begins \" \\ \n \t and the like, or joins two lines
 *	'...'   a backslash stands before ' and another one only, or joins two lines
 *	${NAME} and ${NAME:-VALUE}, alone or in "...": a variable of the environment
 *
 * Comments are # and // to the end of the line, and C's own. The last two begin between words only,
 * so that paths and times need no quotes.
 */
#ifndef REFEREE_CONFIG_CONFIG_SYNTAX_H
#define REFEREE_CONFIG_CONFIG_SYNTAX_H

#include <stdbool.h>

#include "referee/definition/tournament.h"

/* The parts of a file in their order. The texts are borrowed for the call. */
struct config_syntax_events {
	void *arg;
	/* A section begins. */
	void (*bot)(void *arg, const char *name, int line);
	/* A value; in_bot: it stands in the last section. */
	void (*value)(void *arg, const char *key, const char *value, bool in_bot, int line);
};

/* The place where the form is broken, so that the rest cannot be read. */
struct config_syntax_fault {
	int line;
	char text[WHY];
};

/* Reads a text without control bytes other than tab and LF. False: *fault says why not to its end.
 */
bool config_syntax_read(const char *text, const struct config_syntax_events *events,
	struct config_syntax_fault *fault);

#endif
