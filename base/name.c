/*
 * name.c - names by the tables of Unicode.
 */
#include "base/name.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/memory.h"

static char *name_map(const char *text, utf8proc_option_t options)
{
	utf8proc_uint8_t *mapped = NULL;
	utf8proc_ssize_t length = utf8proc_map((const utf8proc_uint8_t *)text, 0, &mapped,
		UTF8PROC_NULLTERM | UTF8PROC_STABLE | UTF8PROC_COMPOSE | options);
	char *name = memory_copy(length >= 0 ? (const char *)mapped : text);
	free(mapped);
	return name;
}

char *name_compose(const char *text)
{
	return name_map(text, 0);
}

static bool name_is_ascii(const char *text)
{
	while (*text != '\0' && (unsigned char)*text < 0x80)
		text++;
	return *text == '\0';
}

bool name_is_same(const char *a, const char *b)
{
	/* Almost all names are ASCII, and composing takes memory. */
	if (strcmp(a, b) == 0 || name_is_ascii(a) || name_is_ascii(b))
		return strcmp(a, b) == 0;
	char *one = name_compose(a), *other = name_compose(b);
	bool same = strcmp(one, other) == 0;
	free(other);
	free(one);
	return same;
}

char *name_fold(const char *text)
{
	static const char dot[] = "\xcc\x87", dotless[] = "\xc4\xb1";
	char *name = name_map(text, UTF8PROC_CASEFOLD), *to = name;
	/* Capital I with a dot folds to i and a dot above it, dotless i to itself. */
	for (const char *from = name; *from != '\0';) {
		bool after_i = to > name && to[-1] == 'i';
		if (after_i && strncmp(from, dot, strlen(dot)) == 0) {
			from += strlen(dot);
		} else if (strncmp(from, dotless, strlen(dotless)) == 0) {
			*to++ = 'i';
			from += strlen(dotless);
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
	return name;
}
