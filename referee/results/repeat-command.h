/*
 * repeat-command.h - the command that asks a bot of a stored game for a move again: the settings
 * for one move, from the tournament's definition and the bot's own settings, and the position as it
 * was sent.
 */
#ifndef REFEREE_RESULTS_REPEAT_COMMAND_H
#define REFEREE_RESULTS_REPEAT_COMMAND_H

#include <stdbool.h>

#include "base/time.h"
#include "referee/results/stored-game.h"

enum { REPEAT_LIMITS = 48 };

/* The bot in its seat, as in the database. Texts are borrowed; a text may be NULL if its column may
 * be. */
struct repeat_bot {
	int seat;
	const char *command, *settings, *asked, *phase;
	usec limit; /* of the phase; 0: unknown */
	bool remote;
	bool home; /* for its author: without the paths of this machine */
};

/* A setting for one move. */
struct repeat_limit {
	char *key, *value; /* owned */
};

struct repeat_command {
	struct repeat_limit limits[REPEAT_LIMITS]; /* the tournament's, then the bot's own */
	int limits_count;
	int seat; /* the seat to move */
	char position[POSITION_TEXT];
	char *board, *command; /* owned; board: as board-terminal.h draws it */
	bool relative;	       /* it has paths relative to the folder of the tournament's start */
	bool remote; /* the bot came over the network: its command is not known on this machine */
};

/* Makes the command for the question at which the bot failed, in its seat. False: the game cannot
 * be replayed; then r has only the limits. The caller clears r in both cases. */
bool repeat_command_make(
	struct repeat_command *r, const struct stored_game *g, const struct repeat_bot *bot);

/* Likewise for the question after this number of turns. */
bool repeat_command_make_at(struct repeat_command *r, const struct stored_game *g,
	const struct repeat_bot *bot, int turns);

/* A tournament, whose texts are borrowed. */
struct repeat_tournament {
	const struct rules *rules;
	int seats;
	const char *definition;
};

/* Makes the command that checks the bot as a tournament does: with its openings, and whole games.
 * The seat of the bot is not used. */
void repeat_command_make_check(struct repeat_command *r, const struct repeat_tournament *tournament,
	const struct repeat_bot *bot);

/* Frees what it holds. */
void repeat_command_clear(struct repeat_command *r);

/* The value of a limit; NULL: it is not set. */
const char *repeat_command_limit(const struct repeat_command *r, const char *key);

#endif
