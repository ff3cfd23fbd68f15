/*
 * show-again.h - the move at which a bot failed, to be asked for once more outside a tournament.
 */
#ifndef REFEREE_COMMANDS_SHOW_AGAIN_H
#define REFEREE_COMMANDS_SHOW_AGAIN_H

#include "referee/commands/show.h"

enum { AGAIN_LIMITS = 48 };

/* The bot that failed, as the database has it; what may be NULL there may be so here. */
struct again_bot {
	int seat;
	const char *command, *settings, *asked, *phase;
	usec limit; /* of the phase; 0: not known */
	bool remote;
};

/* A setting that holds for one move. */
struct again_limit {
	char *key, *value; /* owned */
};

struct again {
	struct again_limit limits[AGAIN_LIMITS]; /* the tournament's, then the bot's own */
	int limits_count;
	int seat; /* to move */
	char position[POSITION_TEXT], board[BOARD_TEXT];
	char *command; /* owned */
	bool relative; /* it holds paths that are seen from a folder */
	bool remote;   /* the bot came in over the network: nobody here knows its command */
};

/* Fills a in. False: the game cannot be played again; then only the limits are known. */
bool again_make(struct again *a, const struct show *s, const struct again_bot *bot);
void again_clear(struct again *a);

/* The value of a limit that holds; NULL: it is not set. */
const char *again_limit(const struct again *a, const char *key);

#endif
