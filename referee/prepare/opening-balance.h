/*
 * opening-balance.h - decides whether an opening is even for both seats. It uses the exact value of
 * the position where that is cheap. Otherwise a house bot searches within fixed limits. The same
 * position always has the same answer, on any machine.
 */
#ifndef REFEREE_PREPARE_OPENING_BALANCE_H
#define REFEREE_PREPARE_OPENING_BALANCE_H

#include "base/error.h"
#include "referee/prepare/openings.h"

struct opening_balance;

/* Can openings of this tournament be balanced? False: no; err has a line. */
bool opening_balance_possible(const struct tournament *t, struct error *err);

/* For a tournament that can be balanced. No process starts before the first opening is weighed. */
struct opening_balance *opening_balance_create(const struct tournament *t);
void opening_balance_free(struct opening_balance *balance); /* NULL may be freed */

/* The judge of openings_pick(); e is a struct opening_balance. Caches its answers. */
int64_t opening_balance_weigh(
	void *e, const struct setup *s, uint64_t seed, const struct opening *opening);

#endif
