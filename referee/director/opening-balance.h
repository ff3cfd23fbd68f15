/*
 * opening-balance.h - is an opening even for both seats? By what its position is exactly worth
 * where that is cheap to know, else by a search of a house bot within fixed limits: the same
 * position always has the same answer, on any machine.
 */
#ifndef REFEREE_DIRECTOR_OPENING_BALANCE_H
#define REFEREE_DIRECTOR_OPENING_BALANCE_H

#include "referee/director/openings.h"

struct opening_balance;

/* Can openings of this tournament be balanced? False, and a line in why: they cannot. */
bool opening_balance_possible(const struct tournament *t, char *why, size_t room);

/* For such a tournament; nothing is started before the first opening is weighed. */
struct opening_balance *opening_balance_create(const struct tournament *t);
void opening_balance_free(struct opening_balance *e); /* NULL may be freed */

/* What openings_pick() is given: a struct opening_balance is the argument. Remembers openings. */
int64_t opening_balance_weigh(
	void *e, const struct setup *s, uint64_t seed, const struct opening *opening);

#endif
