/*
 * show.h - one game, shared by all ways to show it: as text, for programs, as a picture, and turn
 * by turn at a terminal.
 */
#ifndef REFEREE_COMMANDS_SHOW_H
#define REFEREE_COMMANDS_SHOW_H

#include "referee/commands/query-command.h"
#include "referee/results/stored-game.h"

struct show {
	struct query read;
	struct stored_game g; /* also a game from the command line, without texts */
	char *replaced;	      /* owned: when and why the game was replaced; NULL: it counts */

	/* The values of the command line. */
	const char *svg;				/* NULL: no picture */
	const char *number, *rules, *position, *record; /* NULL: not given */
	struct option_list params;
	int64_t players, seed; /* 0: not given */
	int64_t ply;	       /* -1: not given */
	bool plain, explain;   /* explain: --why */
	int count;	       /* turns to show: all, or --ply */
};

/* show-game.c: makes the game from the command line, without a database. False: it was reported. */
bool show_make(struct show *s, int *status);

/* "Game 17 of "cup": connect4"; the caller frees it. */
char *show_title(const struct show *s);

/* show-text.c: prints everything as text. A DB_ error. */
int show_text(struct show *s);

/* show-values.c: prints the blunders of an analysed game, and what is known of its other moves. A
 * DB_ error. */
int show_values(struct show *s);

/* show-why.c: explains each loss by a fault. A DB_ error. */
int show_why(struct show *s);

#endif
