/*
 * exact-nim.h - the winner of nim, by theory: no tree is searched, so heaps may be large.
 *
 * A heap of n counts as n mod (take + 1); if any number may be taken, as n itself (Bouton 1901).
 * The player to move loses exactly when the sum of the counts without carry is 0. If the last
 * token loses, the same holds, except that it is reversed when no heap counts more than 1.
 */
#ifndef BOTS_SOLVE_EXACT_NIM_H
#define BOTS_SOLVE_EXACT_NIM_H

#include "rules/nim.h"

/* Does the player to move win, for two players? */
bool exact_nim_wins(const struct setup *s, const struct position *p);

#endif
