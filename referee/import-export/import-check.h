/*
 * import-check.h - is a game of a file possible?
 */
#ifndef REFEREE_IMPORT_EXPORT_IMPORT_CHECK_H
#define REFEREE_IMPORT_EXPORT_IMPORT_CHECK_H

#include "db/db.h"
#include "referee/game/rejudge.h"

/* Judges the game by the rules; its tournament's games have this many seats. Sets moves_hash, and
 * ratings that are NaN. False: the first mismatch in err. */
bool import_check_game(struct rejudge *judge, int seats, struct db_game *g, struct error *err);

#endif
