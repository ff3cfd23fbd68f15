/*
 * show.h - one game, shared by all ways to show it: as text, for programs, as a picture, and turn
 * by turn at a terminal.
 */
#ifndef REFEREE_COMMANDS_SHOW_H
#define REFEREE_COMMANDS_SHOW_H

#include "referee/commands/query-command.h"
#include "referee/game/history.h"

/* The text columns of the query game. */
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
	int64_t game;		  /* 0: not from a database */
	char *texts[SHOW_TEXTS];  /* of a game of a database: owned, escaped; NULL: none */
	char *replaced;		  /* owned: when and why the game was replaced; NULL: it counts */
	struct setup setup;	  /* rules NULL: the rules of today do not fit the game */
	struct history history;	  /* all its turns and departures */
	struct history_ends ends; /* of a game of a database */
	int ranks[SEATS_MAX];	  /* by seat - 1 */
	bool ranked;
	char why[256]; /* the reason why it cannot be replayed; else "" */

	/* The values of the command line. */
	const char *svg;				/* NULL: no picture */
	const char *number, *rules, *position, *record; /* NULL: not given */
	struct option_list params;
	int64_t players, seed; /* 0: not given */
	int64_t ply;	       /* -1: not given */
	bool plain, explain;   /* explain: --why */
	int count;	       /* turns to show: all, or --ply */
};

/* show.c: reads the texts of the database's game; sets none if there is no such game. A DB_
 * error. */
int show_find(struct show *s);

/* Clears the game, so that another can be loaded. */
void show_forget(struct show *s);

/* show-game.c: fills in setup, history and ranks, as far as the rules of today fit. */
int show_load(struct show *s);

/* show-game.c: makes the game from the command line, without a database. False: it was reported. */
bool show_make(struct show *s, int *status);

/* show-game.c: the position after count turns. False: the game cannot be replayed. */
bool show_position(const struct show *s, int count, struct position *p);

/* "Game 17 of "cup": connect4"; the caller frees it. */
char *show_title(const struct show *s);

/* show-text.c: prints everything as text. A DB_ error. */
int show_text(struct show *s);

/* show-text.c: prints a bot's own text. Each line is indented, so that the end of the text is
 * clear. */
void show_indented(const char *text, size_t size);

/* show-why.c: explains each loss by a fault. A DB_ error. */
int show_why(struct show *s);

/* show-picture.c: writes the picture. Returns the exit status. */
int show_picture(struct show *s);

/* show-replay.c: can a person step through the game with keys on this terminal? The second
 * function does that and returns the exit status. */
bool show_can_replay(const struct show *s);
int show_replay(struct show *s);

#endif
