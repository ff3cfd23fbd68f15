/*
 * watch-game.h - a game in play, put together from the lines of the live stream
 * (live-event.h). Pure but for the memory it takes: the time is an argument.
 *
 * A record does not say when a seat left while the others played on, but who moves next does: until
 * the end says why, such a seat's turn has the verdict VERDICT_VOID.
 */
#ifndef REFEREE_COMMANDS_WATCH_GAME_H
#define REFEREE_COMMANDS_WATCH_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/game/history.h"

enum watch_news {
	WATCH_NOTHING, /* to be shown */
	WATCH_BEGINS,  /* it is known what is played, and by whom */
	WATCH_MOVED,   /* the history has a turn more, or several: who moved is the last */
	WATCH_OVER,    /* it has ended, and all of it is known */
	WATCH_KEPT,    /* it, or one before it, is in the database: kept says where */
	WATCH_LOST,    /* it was aborted */
	WATCH_WAITS,   /* there is no game as yet */
	WATCH_BAD      /* it cannot be shown: why says why */
};

struct watch_game {
	int number;
	char *tournament; /* owned, as all texts */
	uint64_t seed;
	struct limits limits[SEATS_MAX];
	const struct rules *rules;
	int seats;
	char *params[PARAMETERS_MAX];
	int params_count;
	char start[POSITION_TEXT];
	char *opening; /* moves; NULL: none */
	char *names[SEATS_MAX];

	/* From WATCH_BEGINS on. */
	bool begun, over;
	struct setup setup;
	struct history history;
	struct game game; /* after all turns, with its clocks */
	usec since;	  /* when who is to move was asked */
	struct history_ends ends;
	int ranks[SEATS_MAX]; /* when it is over, as the next two */
	char reason[32];
	char final[POSITION_TEXT];
	struct watch_kept {
		int number;
		int64_t game;
		char *db;
	} kept;
	char why[256];
};

/* Of zeroes it has heard nothing. It is large: not for the stack. */
void watch_game_clear(struct watch_game *w);

/* Takes a line (cut up) at this moment. */
enum watch_news watch_game_take(struct watch_game *w, char *line, usec now);

#endif
