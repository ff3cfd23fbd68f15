/*
 * text.h - writing and reading the small texts of rules/: moves, position strings, parameters.
 *
 * Searches and arbiters ask for these texts at every move, so they are written by hand; only
 * reasons why something was refused go through printf.
 */
#ifndef RULES_TEXT_H
#define RULES_TEXT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A text being written into a buffer of the caller's; running over its end is our bug. */
struct text {
	char *begin;
	char *at;
	char *end;
};

/* A text that begins at buffer, which has room bytes. */
static inline struct text text_begin(char *buffer, size_t room)
{
	return (struct text){buffer, buffer, buffer + room};
}

/* Appends one character. */
static inline void text_char(struct text *t, char c)
{
	assert(t->at < t->end);
	*t->at++ = c;
}

/* Ends the text with its NUL; returns its length. */
static inline int text_end(struct text *t)
{
	text_char(t, '\0');
	return (int)(t->at - t->begin) - 1;
}

/* Appends a string. */
void text_string(struct text *t, const char *string);

/* Appends a number in decimal digits. */
void text_number(struct text *t, int64_t number);

/* Takes a number as text_number() writes it (no `+`, no leading zeros) from *at and moves on;
 * false, and nothing taken, when there is none or it does not fit. */
bool text_take_number(const char **at, int64_t *number);

/* Reads a parameter that is one number from low to high; false with a reason in err. */
bool text_parameter(const char *name, const char *text, int64_t low, int64_t high, int *value,
	struct error *err);

#endif
