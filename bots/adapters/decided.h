/*
 * decided.h - is a game decided, so that a program may stop playing? Many do: at kalah when one
 * store has more than half of the seeds, at tic-tac-toe when no line is left.
 */
#ifndef BOTS_ADAPTERS_DECIDED_H
#define BOTS_ADAPTERS_DECIDED_H

#include <stdbool.h>

#include "rules/rules.h"

/* Does every line of play end with the same scores? False also where that cannot be tried out. */
bool decided(const struct setup *s, const struct position *p);

#endif
