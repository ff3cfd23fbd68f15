/*
 * nim-heaps.h - who wins nim, by theory: no tree is searched, heaps may be large.
 *
 * A heap of n counts for n mod (take + 1), any number being taken from one, for n itself (Bouton
 * 1901). The sum without carry of what the heaps count for is 0 exactly when the player to move
 * loses; if the last token loses, the same, except that when no heap counts for more than 1 it is
 * the other way round.
 */
#ifndef BOTS_SOLVE_NIM_HEAPS_H
#define BOTS_SOLVE_NIM_HEAPS_H

#include "rules/nim.h"

/* Whether the player to move wins, for two players. */
bool nim_heaps_win(const struct setup *s, const struct position *p);

#endif
