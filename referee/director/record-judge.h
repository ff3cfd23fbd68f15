/*
 * record-judge.h - judges an arbiter's record before its game is stored. An arbiter talks to bots,
 * so a bot may have compromised it.
 */
#ifndef REFEREE_DIRECTOR_RECORD_JUDGE_H
#define REFEREE_DIRECTOR_RECORD_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"

struct tournament;

/* t was checked; it is borrowed. Free the result with rejudge_free(). */
struct rejudge *record_judge_create(const struct tournament *t);

/*
 * Was the game played by the rules: moves, turns, its end, ranks? Its seed and opening are set.
 * Times are accepted as they are. So is the oracle's value, if the ranks follow from any value.
 * False: why has the first mismatch.
 */
bool record_judge(struct rejudge *judge, const struct db_game *g, char *why, size_t room);

#endif
