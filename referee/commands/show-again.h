/*
 * show-again.h - repeats the move at which a bot failed, outside a tournament.
 */
#ifndef REFEREE_COMMANDS_SHOW_AGAIN_H
#define REFEREE_COMMANDS_SHOW_AGAIN_H

#include "referee/commands/show.h"

enum { AGAIN_LIMITS = 48 };

/* The bot that failed, as in the database. A field may be NULL if its column may be. */
struct again_bot {
	int seat;
	const char *command, *settings, *asked, *phase;
	usec limit; /* of the phase; 0: unknown */
	bool remote;
};

/* A setting for one move. */
struct again_limit {
	char *key, *value; /* owned */
};

struct again {
	struct again_limit limits[AGAIN_LIMITS]; /* the tournament's, then the bot's own */
	int limits_count;
	int seat; /* the seat to move */
	char position[POSITION_TEXT], board[BOARD_TEXT];
	char *command; /* owned */
	bool relative; /* it has paths relative to the folder of the tournament's start */
	bool remote;   /* the bot came over the network: its command is not known on this machine */
};

/* Fills a in. False: the game cannot be replayed; then a has only the limits. */
bool again_make(struct again *a, const struct show *s, const struct again_bot *bot);
void again_clear(struct again *a);

/* The value of a limit; NULL: it is not set. */
const char *again_limit(const struct again *a, const char *key);

#endif
