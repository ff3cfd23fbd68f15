/*
 * watch-game.h - a game in play, assembled from the lines of the live stream (live-event.h). Pure
 * except for memory allocation: the time is an argument.
 *
 * The record of a game in play does not say when a seat left while the others played on, but the
 * next seat to move shows it. Such a turn has the verdict VERDICT_VOID until the record's end gives
 * the reason.
 */
#ifndef REFEREE_COMMANDS_WATCH_GAME_H
#define REFEREE_COMMANDS_WATCH_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/game/history.h"

enum watch_news {
	WATCH_NOTHING, /* no news to show */
	WATCH_BEGINS,  /* the game and its players are known */
	WATCH_MOVED,   /* the history has one or more new turns; the last of them is the move */
	WATCH_OVER,    /* the game has ended, and all of it is known */
	WATCH_KEPT,    /* the game, or an earlier one, is in the database: see kept */
	WATCH_LOST,    /* the game was aborted */
	WATCH_WAITS,   /* there is no game yet */
	WATCH_BAD      /* the game cannot be shown: see why */
};

struct watch_game {
	int number;
	char *tournament; /* owned, like all texts */
	uint64_t seed;
	struct limits limits[SEATS_MAX];
	const struct rules *rules;
	int seats;
	char *params[PARAMETERS_MAX];
	int params_count;
	char start[POSITION_TEXT];
	char *opening; /* moves; NULL: none */
	char *names[SEATS_MAX];

	/* Valid from WATCH_BEGINS on. */
	bool begun, over;
	struct setup setup;
	struct history history;
	struct game game; /* after all turns, with its clocks */
	usec since;	  /* the time when the seat to move was asked */
	struct history_ends ends;
	int ranks[SEATS_MAX]; /* valid when the game is over, like the next two */
	char reason[32];
	char final[POSITION_TEXT];
	struct watch_kept {
		int number;
		int64_t game;
		char *db;
	} kept;
	char why[256];
};

/* A zeroed struct is a valid start. It is large: do not put it on the stack. */
void watch_game_clear(struct watch_game *w);

/* Takes a line at this moment; changes the line. */
enum watch_news watch_game_take(struct watch_game *w, char *line, usec now);

#endif
