/*
 * tictactoe.h - the board of tictactoe as bits, for code that visits very many of them.
 */
#ifndef RULES_TICTACTOE_H
#define RULES_TICTACTOE_H

#include "rules/rules.h"

/* The stones of a seat: a1 is bit 0, then by rows up to c3, bit 8. */
unsigned tictactoe_stones(const struct position *p, int seat);

#endif
