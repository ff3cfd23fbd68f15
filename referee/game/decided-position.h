/*
 * decided-position.h - tests if a position is decided within two plies. It uses the rules alone,
 * for any game.
 *
 * The seat to move wins if a move wins at once, or if every reply to one of its moves wins for it.
 * It loses if each of its moves loses at once or lets the next seat win at once. A seat has won a
 * finished game if no other ranks above it and at least one below. It has lost if one ranks above
 * it. So with more than two seats a win may be shared. Several plies of one seat in a row count
 * like others. A win that needs a third ply, such as a double threat with the next move, is not
 * looked for.
 */
#ifndef REFEREE_GAME_DECIDED_POSITION_H
#define REFEREE_GAME_DECIDED_POSITION_H

#include "rules/rules.h"

/* A position counts as not decided after this many tried moves. Most open positions need about
 * three times the number of their moves. */
enum { DECIDED_POSITION_TRIES = 50000 };

/* For a position of a game that is not over. */
bool decided_position_soon(const struct setup *s, const struct position *p);

#endif
