/*
 * opening-shortage.h - has a test fewer openings than it will need pairs of games? Bots that draw
 * nothing by lot play the same pair again from the same opening, and that does not count.
 */
#ifndef REFEREE_DIRECTOR_OPENING_SHORTAGE_H
#define REFEREE_DIRECTOR_OPENING_SHORTAGE_H

#include "referee/director/openings.h"

/* How many different openings there are, counted up to most; of random ones a bound, since some of
 * them may be decided or uneven, and so not drawn. */
int64_t opening_shortage_count(const struct openings *o, const struct setup *s, int64_t most);

/* A line for people before the first game of a test; "" when there are enough, or it is none. */
void opening_shortage(const struct openings *o, const struct setup *s, char *text, size_t room);

#endif
