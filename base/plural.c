/*
 * plural.c - the regular plurals of English.
 */
#include "base/plural.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *one, *many;
} counted_verbs[] = {{" is", " are"}, {" was", " were"}, {" has", " have"}},
  counted_ends[] = {{"y", "ies"}, {"ss", "sses"}, {"ch", "ches"}, {"", "s"}};

const char *plural(double count, const char *one, const char *many)
{
	return count == 1 ? one : many;
}

static bool counted_ends_with(const char *text, size_t length, const char *end)
{
	size_t rest = strlen(end);
	return length >= rest && strncmp(text + length - rest, end, rest) == 0;
}

struct counted counted(int64_t count, const char *words)
{
	struct counted c;
	const char *verb = "";
	size_t length = strlen(words), end = 0;
	for (size_t i = 0; i < sizeof counted_verbs / sizeof *counted_verbs; i++)
		if (counted_ends_with(words, strlen(words), counted_verbs[i].one)) {
			length -= strlen(counted_verbs[i].one);
			verb = plural(count, counted_verbs[i].one, counted_verbs[i].many);
		}
	while (!counted_ends_with(words, length, counted_ends[end].one))
		end++;
	snprintf(c.text, sizeof c.text, "%" PRId64 " %.*s%s%s", count,
		(int)(length - strlen(counted_ends[end].one)), words,
		plural(count, counted_ends[end].one, counted_ends[end].many), verb);
	return c;
}
