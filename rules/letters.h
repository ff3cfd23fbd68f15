/*
 * letters.h - the letters held and their worth, for code that asks very often.
 */
#ifndef RULES_LETTERS_H
#define RULES_LETTERS_H

#include "rules/rules.h"

struct letters_view {
	int words;
	const uint32_t *masks; /* the letters of each word, bit 0 is A; in the setup, borrowed */
	const int32_t *worth;  /* of each word; likewise */
	uint32_t held[2];      /* letters, by seat - 1 */
};

/* The parts of a position. */
struct letters_view letters_view(const struct setup *s, const struct position *p);

#endif
