/*
 * domineering.h - what an evaluation asks about a position of domineering.
 */
#ifndef RULES_DOMINEERING_H
#define RULES_DOMINEERING_H

#include "rules/rules.h"

/* The lower or left cells of all dominoes that seat could lay, one bit each. */
uint64_t domineering_places(const struct setup *s, const struct position *p, int seat);

#endif
