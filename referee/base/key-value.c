/*
 * key-value.c - lines "KEY = VALUE" taken apart.
 */
#include "referee/base/key-value.h"

#include <string.h>

#include "referee/base/memory.h"

const char *keys_next(const char *text, struct keys_line *line)
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

bool keys_is(const struct keys_line *line, const char *key)
{
	return line->key_length == (int)strlen(key) &&
	       memcmp(line->key, key, (size_t)line->key_length) == 0;
}

char *keys_value(const char *text, const char *key)
{
	struct keys_line line;
	while ((text = keys_next(text, &line)) != NULL)
		if (keys_is(&line, key))
			return memory_print("%.*s", line.value_length, line.value);
	return NULL;
}
