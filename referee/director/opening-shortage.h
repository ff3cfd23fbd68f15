/*
 * opening-shortage.h - warns if a test has fewer openings than the game pairs that it will need.
 * Bots without randomness repeat a pair from the same opening, and the repetition does not count.
 */
#ifndef REFEREE_DIRECTOR_OPENING_SHORTAGE_H
#define REFEREE_DIRECTOR_OPENING_SHORTAGE_H

#include "referee/director/openings.h"

/* The number of different openings, counted up to most. For random ones it is an upper bound: some
 * may be decided or uneven, and so are never drawn. */
int64_t opening_shortage_count(const struct openings *o, const struct setup *s, int64_t most);

/* A warning before the first game of a test; "" when there are enough openings, or for no test. */
void opening_shortage(const struct openings *o, const struct setup *s, char *text, size_t room);

#endif
