/*
 * tournament-row.h - copies a tournament's row of the database, with texts that it owns.
 */
#ifndef REFEREE_RESULTS_TOURNAMENT_ROW_H
#define REFEREE_RESULTS_TOURNAMENT_ROW_H

#include "db/db.h"

/* Reads the row of this number. The caller clears it in every case. A DB_ error. */
int tournament_row_read(struct db *db, int64_t id, struct db_tournament *t);
void tournament_row_clear(struct db_tournament *t);

#endif
