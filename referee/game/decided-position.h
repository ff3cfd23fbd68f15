/*
 * decided-position.h - is a position decided within two plies? By the rules alone, for any game.
 *
 * It is where the seat to move can win at once, or leave only moves by which it wins; and where
 * each of its moves loses at once, or lets the next seat win at once. A seat has won a game that is
 * over when no other ranks above it and at least one below, and has lost it when one ranks above
 * it: with more than two seats a win may be shared. Plies of one seat in a row count like others.
 */
#ifndef REFEREE_GAME_DECIDED_POSITION_H
#define REFEREE_GAME_DECIDED_POSITION_H

#include "rules/rules.h"

/* After so many moves that were tried a position counts as not decided. Most open positions need
 * about three times as many as they have moves. */
enum { DECIDED_POSITION_TRIES = 50000 };

/* Of a game that is not over. */
bool decided_position_soon(const struct setup *s, const struct position *p);

#endif
