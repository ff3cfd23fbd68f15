/*
 * blunders.h - the moves of one game that are known to have lost value, each with a better move
 * where one is found.
 */
#ifndef REFEREE_REPORT_BLUNDERS_H
#define REFEREE_REPORT_BLUNDERS_H

#include "db/db.h"
#include "referee/game/move-list.h"

struct blunder {
	int ply, seat;
	int64_t before, after;
	char *bot, *move, *lost; /* owned */
	char better[MOVE_TEXT];	 /* "": not known */
};

struct blunders {
	struct blunder *list; /* owned */
	int count;
};

/* Reads them. h: the game; NULL: it cannot be played again. A DB_ error; blunders_clear() also
 * follows a failure. */
int blunders_load(struct blunders *b, struct db *db, int64_t game, const struct move_list *h);

/* Finds them in the values of each ply of a game that is in no database. Clear it as above. */
void blunders_find(struct blunders *b, const struct move_list *h, const struct db_analysis *values);

/* Prints a line for each. unknown: the number of moves with a value that is not known. */
void blunders_print(const struct blunders *b, int unknown);

/* Frees the list. */
void blunders_clear(struct blunders *b);

#endif
