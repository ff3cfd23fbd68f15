/*
 * verify-totals.h - the totals that follow from the verified games of a tournament, to compare with
 * those that are stored: of a bot in a seat, and of a bot against another.
 */
#ifndef REFEREE_RESULTS_VERIFY_TOTALS_H
#define REFEREE_RESULTS_VERIFY_TOTALS_H

#include "base/hash-table.h"
#include "referee/game/rejudge.h"
#include "referee/results/verify.h"

/* All zero at first. */
struct verify_totals {
	struct hash_table seats, pairs; /* of rows, by a hash of their two numbers */
};

/* Adds a game as the judge has judged it. */
void verify_totals_add(
	struct verify_totals *t, const struct db_game *g, const struct rejudge *judge);

/* Reports each stored total that is another, or is not there. A DB_ error. */
int verify_totals_compare(struct verify_totals *t, struct db *db, const struct verify_of *of,
	const struct verify_calls *calls);

/* Frees what it holds. */
void verify_totals_clear(struct verify_totals *t);

#endif
