/*
 * key-value.h - reads texts of lines "KEY = VALUE", such as a tournament's definition.
 */
#ifndef BASE_KEY_VALUE_H
#define BASE_KEY_VALUE_H

#include <stdbool.h>

/* A line inside its text: neither key nor value ends with a NUL. */
struct key_value_line {
	const char *key, *value;
	int key_length, value_length;
};

/* Splits the first line of text that has the form; skips others. Returns the start of the next
 * line; NULL: no line is left. */
const char *key_value_next(const char *text, struct key_value_line *line);

/* Has the line this key? */
bool key_value_is(const struct key_value_line *line, const char *key);

/* The value of the first line with this key; the caller frees it. NULL: no such line. */
char *key_value_value(const char *text, const char *key);

#endif
