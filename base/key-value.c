/*
 * key-value.c - splits lines "KEY = VALUE".
 */
#include "base/key-value.h"

#include <string.h>

#include "base/memory.h"

const char *key_value_next(const char *text, struct key_value_line *line)
{
	while (*text != '\0') {
		const char *end = strchrnul(text, '\n'), *equals = strstr(text, " = ");
		const char *next = *end == '\n' ? end + 1 : end;
		if (equals != NULL && equals < end) {
			line->key = text;
			line->key_length = (int)(equals - text);
			line->value = equals + 3;
			line->value_length = (int)(end - line->value);
			return next;
		}
		text = next;
	}
	return NULL;
}

bool key_value_is(const struct key_value_line *line, const char *key)
{
	return line->key_length == (int)strlen(key) &&
	       memcmp(line->key, key, (size_t)line->key_length) == 0;
}

char *key_value_value(const char *text, const char *key)
{
	struct key_value_line line;
	while ((text = key_value_next(text, &line)) != NULL)
		if (key_value_is(&line, key))
			return memory_print("%.*s", line.value_length, line.value);
	return NULL;
}
