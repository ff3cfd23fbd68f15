/*
 * watch-game.h - a game in play: its record (live-record.h), with the moves played. Pure except for
 * memory allocation: the time is an argument.
 *
 * The record of a game in play does not say when a seat left while the others played on, but the
 * next seat to move shows it. Such a turn has the verdict VERDICT_VOID until the record's end gives
 * the reason.
 */
#ifndef REFEREE_TERMINAL_WATCH_GAME_H
#define REFEREE_TERMINAL_WATCH_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/web/live-record.h"

enum watch_news {
	WATCH_NOTHING, /* no news to show */
	WATCH_BEGINS,  /* the game and its players are known */
	WATCH_MOVED,   /* the move list has one or more new turns; the last of them is the move */
	WATCH_OVER,    /* the game has ended, and all of it is known */
	WATCH_STORED,  /* the game, or an earlier one, is in the database: see stored */
	WATCH_ABORTED, /* the game was aborted */
	WATCH_WAITS,   /* there is no game yet */
	WATCH_BAD      /* the game cannot be shown: see err */
};

struct watch_game {
	struct live_record live;

	/* Valid from WATCH_BEGINS on. */
	bool begun, over;
	struct setup setup;
	struct move_list *moves;    /* that of live, with the departures too */
	struct game game;	    /* after all turns, with its clocks */
	int learned;		    /* blocks of a rules program that the rules know */
	struct position learned_at; /* the position of the last */
	usec since;		    /* the time when the seat to move was asked */
	int ranks[SEATS_MAX];	    /* valid when the game is over */
	struct watch_stored {
		int number;
		int64_t game;
		char *db; /* owned */
	} stored;
	struct error err;
};

/* A zeroed struct is a valid start. It is large: do not put it on the stack. */
void watch_game_clear(struct watch_game *w);

/* Takes a line at this moment; changes the line. */
enum watch_news watch_game_take(struct watch_game *w, char *line, usec now);

#endif
