/*
 * show.h - one game, as the ways to show it share it: as text, for programs, as a picture, and turn
 * by turn at a terminal.
 */
#ifndef REFEREE_COMMANDS_SHOW_H
#define REFEREE_COMMANDS_SHOW_H

#include "referee/commands/query-command.h"
#include "referee/game/history.h"

/* The columns of the query game that are told in words. */
enum show_text {
	SHOW_TOURNAMENT,
	SHOW_NAME,
	SHOW_RULES,
	SHOW_SEATS,
	SHOW_ROUND,
	SHOW_OPENING,
	SHOW_RESULT,
	SHOW_REASON,
	SHOW_STARTED,
	SHOW_SECONDS,
	SHOW_SEED,
	SHOW_FINAL,
	SHOW_SANDBOX,
	SHOW_DEFINITION,
	SHOW_TEXTS
};

struct show {
	struct query read;
	int64_t game;		  /* 0: it is not from a database */
	char *texts[SHOW_TEXTS];  /* of a database's game: owned, escaped; NULL: there is none */
	char *replaced;		  /* owned: when it was played again, and so on; NULL: it counts */
	struct setup setup;	  /* its rules are NULL: no rules of today fit it */
	struct history history;	  /* all its turns, departures too */
	struct history_ends ends; /* of a database's game */
	int ranks[SEATS_MAX];	  /* by seat - 1 */
	bool ranked;
	char why[256]; /* where it cannot be played again: why not; else "" */

	/* What the command line asks for. */
	const char *svg;				/* NULL: no picture */
	const char *number, *rules, *position, *record; /* NULL: not given */
	struct option_list params;
	int64_t players, seed; /* 0: not given */
	int64_t ply;	       /* -1: not given */
	bool plain, explain;   /* explain: --why */
	int count;	       /* turns that were played by what is shown: all, or --ply */
};

/* show.c: reads the texts of the database's game; none are set where there is no such game. A
 * DB_ error. */
int show_find(struct show *s);

/* Forgets the game, so that another can be found. */
void show_forget(struct show *s);

/* show-game.c: fills in setup, history and ranks, so far as there are rules for it. */
int show_load(struct show *s);

/* show-game.c: the game that the command line itself names, without a database. False: told. */
bool show_make(struct show *s, int *status);

/* show-game.c: the position after count turns; false where it cannot be played again. */
bool show_position(const struct show *s, int count, struct position *p);

/* "Game 17 of "cup": connect4", to be freed. */
char *show_title(const struct show *s);

/* show-text.c: everything as text. A DB_ error. */
int show_text(struct show *s);

/* show-text.c: what a bot wrote, every line indented, so that it is clear where its words end. */
void show_indented(const char *text, size_t size);

/* show-why.c: how who lost it by a fault did. A DB_ error. */
int show_why(struct show *s);

/* show-picture.c: writes the picture; returns the exit status. */
int show_picture(struct show *s);

/* show-replay.c: can it be gone through with the keys here? And does so; the exit status. */
bool show_can_replay(const struct show *s);
int show_replay(struct show *s);

#endif
