/*
 * config-parse.h - the form of a tournament's file: which pieces stand in it, and where. What they
 * mean is config-file.c's business.
 */
#ifndef REFEREE_CONFIG_CONFIG_PARSE_H
#define REFEREE_CONFIG_CONFIG_PARSE_H

#include <stdbool.h>

#include "referee/definition/tournament.h"

/* A key's value, or one of a list's. */
struct form_piece {
	int line;
	int bot; /* the section it stands in, by its place among the bots; -1: none */
	char *key, *value;
};

struct form_bot {
	char *name;
	int line;
};

/* All is owned by the form, in the order of the file. */
struct form {
	struct form_piece *pieces;
	int pieces_count;
	struct form_bot *bots;
	int bots_count;
	int fault_line; /* where the form is broken, so that nothing after it is known; 0: nowhere
			 */
	char fault[WHY];
};

/* Takes a file's text apart, which is overwritten where it has comments. It has no control bytes
 * but tabs and LF. */
void form_read(struct form *f, char *text);
void form_clear(struct form *f);

#endif
