/*
 * few-openings.h - has a test fewer openings than it will need pairs of games? Bots that draw
 * nothing by lot play the same pair again from the same opening, and that does not count.
 */
#ifndef REFEREE_TOURNAMENT_FEW_OPENINGS_H
#define REFEREE_TOURNAMENT_FEW_OPENINGS_H

#include "referee/tournament/openings.h"

/* How many different openings there are, counted up to most; of random ones a bound, since some of
 * them may be decided or uneven, and so not drawn. */
int64_t few_openings_count(const struct openings *o, const struct setup *s, int64_t most);

/* A line for people before the first game of a test; "" when there are enough, or it is none. */
void few_openings(const struct openings *o, const struct setup *s, char *text, size_t room);

#endif
