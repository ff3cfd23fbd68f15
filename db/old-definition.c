/*
 * old-definition.c - definitions of tournaments that older versions wrote, in the words of today.
 *
 * A definition has a line "KEY = VALUE" for each setting, and so have the settings of a bot. Where
 * a key or the form of a value has changed, this file knows both. Today's words stay as they are,
 * so it is safe to translate a text twice.
 */
#include "db/db.h"

#include <stdlib.h>
#include <string.h>

/* The most bytes by which a line grows. */
enum { OLD_DEFINITION_GROWTH = 64 };

static const struct old_definition_key {
	const char *was, *is;
} old_definition_keys[] = {
	{"per-move", "movetime"},
	{"charge", "clock"},
	{"orders", "seat-orders"},
	{"balanced", "balanced-openings"},
	{"oracle", "adjudicate-exact"},
	{"isready", "isready-every-move"},
	{"startup", "startup-timeout"},
	{"newgame", "newgame-timeout"},
	{"quit", "quit-timeout"},
};

/* Values that are one word. */
static const struct old_definition_word {
	const char *key, *was, *is;
} old_definition_words[] = {
	{"isready", "position", "yes"},
	{"isready", "newgame", "no"},
};

/* Values "8:10:40": the names of their numbers, in their order. */
static const struct old_definition_numbers {
	const char *key;
	const char *names[3];
} old_definition_numbers[] = {
	{"resign", {"moves=", " score=", NULL}},
	{"draw", {"moves=", " score=", " from-ply="}},
};

struct old_definition_text {
	const char *text;
	size_t length;
};

static bool old_definition_is(struct old_definition_text t, const char *word)
{
	return t.length == strlen(word) && memcmp(t.text, word, t.length) == 0;
}

/* Appends to out; returns its new end. */
static char *old_definition_put(char *out, const char *text, size_t length)
{
	memcpy(out, text, length);
	return out + length;
}

static char *old_definition_put_key(char *out, struct old_definition_text key)
{
	for (size_t i = 0; i < sizeof old_definition_keys / sizeof *old_definition_keys; i++) {
		const struct old_definition_key *k = &old_definition_keys[i];
		if (old_definition_is(key, k->was))
			return old_definition_put(out, k->is, strlen(k->is));
	}
	return old_definition_put(out, key.text, key.length);
}

/* "4:600 sides=1": a name before each of the numbers of the first word. */
static char *old_definition_put_numbers(
	char *out, struct old_definition_text value, const char *const names[3])
{
	int number = 0;
	bool first_word = true;
	out = old_definition_put(out, names[0], strlen(names[0]));
	for (size_t i = 0; i < value.length; i++) {
		first_word &= value.text[i] != ' ';
		if (value.text[i] != ':' || !first_word || number == 2 ||
			names[number + 1] == NULL) {
			*out++ = value.text[i];
			continue;
		}
		number++;
		out = old_definition_put(out, names[number], strlen(names[number]));
	}
	return out;
}

static char *old_definition_put_value(
	char *out, struct old_definition_text key, struct old_definition_text value)
{
	for (size_t i = 0; i < sizeof old_definition_words / sizeof *old_definition_words; i++) {
		const struct old_definition_word *w = &old_definition_words[i];
		if (old_definition_is(key, w->key) && old_definition_is(value, w->was))
			return old_definition_put(out, w->is, strlen(w->is));
	}
	for (size_t i = 0; i < sizeof old_definition_numbers / sizeof *old_definition_numbers;
		i++) {
		const struct old_definition_numbers *n = &old_definition_numbers[i];
		if (old_definition_is(key, n->key) && memchr(value.text, ':', value.length) != NULL)
			return old_definition_put_numbers(out, value, n->names);
	}
	return old_definition_put(out, value.text, value.length);
}

char *db_definition_today(const char *definition)
{
	size_t lines = 1;
	for (const char *c = definition; *c != '\0'; c++)
		lines += *c == '\n';
	char *text = malloc(strlen(definition) + lines * OLD_DEFINITION_GROWTH + 1), *out = text;
	if (text == NULL)
		abort();
	while (*definition != '\0') {
		struct old_definition_text line = {definition, strcspn(definition, "\n")};
		struct old_definition_text key = {definition, strcspn(definition, " \n")};
		definition += line.length;
		size_t between = line.length - key.length < 3 ? line.length - key.length : 3;
		struct old_definition_text value = {
			key.text + key.length + between, line.length - key.length - between};
		out = old_definition_put_key(out, key);
		out = old_definition_put(out, key.text + key.length, between);
		out = old_definition_put_value(out, key, value);
		if (*definition == '\n')
			*out++ = *definition++;
	}
	*out = '\0';
	return text;
}
