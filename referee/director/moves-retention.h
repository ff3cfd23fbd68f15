/*
 * moves-retention.h - removes the moves of older games while a tournament is played, as its setting
 * keep says. Results, ratings and totals stay.
 *
 * It adds a few games to each commit of new ones, so no commit becomes long and none is added. So a
 * tournament that is continued with a smaller keep gets there after some time.
 */
#ifndef REFEREE_DIRECTOR_MOVES_RETENTION_H
#define REFEREE_DIRECTOR_MOVES_RETENTION_H

#include "db/db.h"
#include "referee/tournament/tournament.h"

struct moves_retention {
	struct keep keep;
	int64_t games; /* of the tournament that have their moves; -1: not counted yet */
	int64_t after; /* the moves of all games up to this one are removed */
};

/* Begins with a copy of the setting. */
void moves_retention_init(struct moves_retention *m, const struct keep *keep);

/* Removes the moves of older games, after this many games were written. Call it inside db_begin(),
 * before the commit. now: UTC, milliseconds. DB_ errors. */
int moves_retention_step(
	struct moves_retention *m, struct db *db, int64_t tournament, int written, int64_t now);

/* The setting as it is stored with each game: "keep-moves = 30d". */
enum { MOVES_RETENTION_TEXT = 48 };
void moves_retention_reason(const struct keep *keep, char text[MOVES_RETENTION_TEXT]);

#endif
