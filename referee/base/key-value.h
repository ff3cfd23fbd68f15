/*
 * key-value.h - texts of lines "KEY = VALUE": a tournament's definition, what a bot was given.
 */
#ifndef REFEREE_BASE_KEY_VALUE_H
#define REFEREE_BASE_KEY_VALUE_H

#include <stdbool.h>

/* A line where it stands: neither ends in a NUL. */
struct keys_line {
	const char *key, *value;
	int key_length, value_length;
};

/* Takes the first line from text on apart; what is no such line is skipped. Returns where the next
 * begins; NULL: there was none. */
const char *keys_next(const char *text, struct keys_line *line);

bool keys_is(const struct keys_line *line, const char *key);

/* The value of the first line with this key, to be freed; NULL: there is none. */
char *keys_value(const char *text, const char *key);

#endif
