/*
 * record-judge.h - judges the record of an arbiter before its game is stored: an arbiter talks to
 * bots, so a bot may have taken it over.
 */
#ifndef REFEREE_DIRECTOR_RECORD_JUDGE_H
#define REFEREE_DIRECTOR_RECORD_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"

struct tournament;

/* t was checked; it is borrowed. Free it with rejudge_free(). */
struct rejudge *record_judge_create(const struct tournament *t);

/*
 * Was the game, whose seed and opening are set, played by the rules: moves, turns, how and where it
 * ended, ranks? Times are taken as they stand. So is the value of the oracle, if the ranks follow
 * from any. False: the first mismatch is in why.
 */
bool record_judge(struct rejudge *judge, const struct db_game *g, char *why, size_t room);

#endif
