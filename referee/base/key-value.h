/*
 * key-value.h - texts of lines "KEY = VALUE": a tournament's definition, what a bot was given.
 */
#ifndef REFEREE_BASE_KEY_VALUE_H
#define REFEREE_BASE_KEY_VALUE_H

#include <stdbool.h>

/* A line where it stands: neither ends in a NUL. */
struct key_value_line {
	const char *key, *value;
	int key_length, value_length;
};

/* Takes the first line from text on apart; what is no such line is skipped. Returns where the next
 * begins; NULL: there was none. */
const char *key_value_next(const char *text, struct key_value_line *line);

bool key_value_is(const struct key_value_line *line, const char *key);

/* The value of the first line with this key, to be freed; NULL: there is none. */
char *key_value_value(const char *text, const char *key);

#endif
