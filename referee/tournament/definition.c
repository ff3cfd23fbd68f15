/*
 * definition.c - a definition written from the table of settings, and two of them compared.
 */
#include "referee/tournament/definition.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "referee/tournament/settings.h"

char *tournament_definition(const struct tournament *t)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert(out != NULL);
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (!(s->uses & SETTING_DEFINES))
			continue;
		fprintf(out, "%s = ", s->key);
		s->value->write(s, t, out);
		fputc('\n', out);
	}
	int closed = fclose(out);
	assert(closed == 0 && text != NULL);
	return text;
}

/* One line of a definition. */
struct definition_line {
	const char *key, *value;
	int key_length, value_length;
};

/* Takes the line at text apart. Returns the next line; NULL: there is none here. */
static const char *definition_next(const char *text, struct definition_line *line)
{
	const char *end = strchr(text, '\n');
	const char *equals = strstr(text, " = ");
	if (end == NULL || equals == NULL || equals > end)
		return NULL;
	line->key = text;
	line->key_length = (int)(equals - text);
	line->value = equals + 3;
	line->value_length = (int)(end - line->value);
	return end + 1;
}

/* What a setting was before it was there: its preset, where that is a value. */
static const char *definition_unwritten(const struct definition_line *line)
{
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		bool found = strlen(s->key) == (size_t)line->key_length &&
			     memcmp(s->key, line->key, (size_t)line->key_length) == 0;
		if (found && s->preset != NULL && strchr(s->preset, ' ') == NULL)
			return s->preset;
	}
	return "none";
}

/* Looks in text for the line of the same key; a file of old may lack it. */
static void definition_find(
	const char *text, const struct definition_line *wanted, struct definition_line *found)
{
	while ((text = definition_next(text, found)) != NULL) {
		if (found->key_length == wanted->key_length &&
			memcmp(found->key, wanted->key, (size_t)wanted->key_length) == 0)
			return;
	}
	found->value = definition_unwritten(wanted);
	found->value_length = (int)strlen(found->value);
}

/* Is every line of one also in other? False: *difference is it, and *instead what other has. */
static bool definition_within(const char *one, const char *other,
	struct definition_line *difference, struct definition_line *instead)
{
	while ((one = definition_next(one, difference)) != NULL) {
		definition_find(other, difference, instead);
		if (difference->value_length != instead->value_length ||
			memcmp(difference->value, instead->value, (size_t)instead->value_length) !=
				0)
			return false;
	}
	return true;
}

bool definition_same(const char *began, const char *now, char *why, size_t room)
{
	struct definition_line key, before, after;
	if (!definition_within(now, began, &after, &before))
		key = after;
	else if (!definition_within(began, now, &before, &after))
		key = before;
	else
		return true;
	snprintf(why, room, "%.*s was %.*s when the tournament began, now it is %.*s",
		key.key_length, key.key, before.value_length, before.value, after.value_length,
		after.value);
	return false;
}
