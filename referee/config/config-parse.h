/*
 * config-parse.h - the form of a tournament's file: which pieces stand in it, and where. What they
 * mean is config-file.c's business.
 */
#ifndef REFEREE_CONFIG_CONFIG_PARSE_H
#define REFEREE_CONFIG_CONFIG_PARSE_H

#include <stdbool.h>

#include "referee/definition/tournament.h"

/* A key's value, or one of a list's. */
struct config_parse_piece {
	int line;
	int bot; /* the section it stands in, by its place among the bots; -1: none */
	char *key, *value;
};

struct config_parse_bot {
	char *name;
	int line;
};

/* All is owned by the form, in the order of the file. */
struct config_parse {
	struct config_parse_piece *pieces;
	int pieces_count;
	struct config_parse_bot *bots;
	int bots_count;
	int fault_line; /* where the form is broken, so that nothing after it is known; 0: nowhere
			 */
	char fault[WHY];
};

/* Takes a file's text apart, which is overwritten where it has comments. It has no control bytes
 * but tabs and LF. */
void config_parse_read(struct config_parse *f, char *text);
void config_parse_clear(struct config_parse *f);

#endif
