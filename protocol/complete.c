/*
 * complete.c - goes along a command line as its program does, and offers what can come next.
 */
#include "protocol/complete.h"

#include <stdio.h>
#include <string.h>

enum { COMPLETE_FLAG_TEXT = 80, COMPLETE_FLAGS = 512 };

/* --- candidates ------------------------------------------------------------------------------- */

void candidates_offer(const struct candidates *c, const char *word, const char *help)
{
	if (strncmp(word, c->typed, strlen(c->typed)) == 0)
		c->offer(c->arg, c->before, (int)(c->typed - c->before), word, help);
}

void candidates_offer_all(const struct candidates *c, const char *const *words, const char *help)
{
	for (; *words != NULL; words++)
		candidates_offer(c, *words, help);
}

void candidates_ask(const struct candidates *c, const char *names)
{
	c->offer(c->arg, c->before, (int)(c->typed - c->before), NULL, names);
}

struct candidates candidates_after(const struct candidates *c, size_t bytes)
{
	struct candidates after = *c;
	after.typed += bytes;
	return after;
}

/* --- words ------------------------------------------------------------------------------------ */

enum complete_kind { COMPLETE_FLAG, COMPLETE_ARGUMENT, COMPLETE_COMMAND, COMPLETE_NOTHING };

/* A step along the words. */
struct complete_step {
	enum complete_kind kind;
	struct complete_flag flag;
	const char *text; /* the argument, or the flag's value; NULL: it has none */
	bool apart;	  /* the value is a word of its own */
};

/* The flag of a word like --NAME=VALUE or -L. *value: the text behind it; NULL: none. */
static bool complete_find(const struct complete_line *line, const char *word,
	struct complete_flag *flag, const char **value)
{
	bool named = strncmp(word, "--", 2) == 0;
	size_t length = named ? strcspn(word + 2, "=") : 0;
	for (size_t i = 0; line->rows->flag(line->arg, i, flag); i++) {
		if (named ? strlen(flag->name) == length &&
					memcmp(flag->name, word + 2, length) == 0
			  : flag->letter != '\0' && flag->letter == word[1]) {
			const char *rest =
				named ? word + 2 + length + (word[2 + length] == '=') : word + 2;
			bool joined = named ? word[2 + length] == '=' : *rest != '\0';
			*value = joined ? rest : NULL;
			flag->number = i;
			return true;
		}
	}
	return false;
}

/* Reads the word with this number, and its value, of those before the last word. Returns the words
 * that it takes, with the last one if that is its value. */
static int complete_read(const struct complete_line *line, int at, struct complete_step *s)
{
	const char *word = line->words[at];
	*s = (struct complete_step){.kind = COMPLETE_NOTHING};
	if (strcmp(word, "--") == 0) {
		s->kind = COMPLETE_COMMAND;
	} else if (word[0] != '-' || word[1] == '\0') {
		s->kind = COMPLETE_ARGUMENT;
		s->text = word;
	} else if (complete_find(line, word, &s->flag, &s->text)) {
		s->kind = COMPLETE_FLAG;
		const char *next = line->words[at + 1];
		s->apart = s->text == NULL && s->flag.value != NULL;
		if (s->apart && s->flag.bare)
			s->apart = line->rows->can != NULL &&
				   line->rows->can(line->arg, &s->flag, next);
		if (s->apart)
			s->text = next;
	}
	return s->apart ? 2 : 1;
}

const char *complete_given(const struct complete_line *line, const char *flag)
{
	struct complete_step s;
	const char *value = NULL;
	int at = 0;
	while (at < line->count - 1) {
		at += complete_read(line, at, &s);
		if (s.kind == COMPLETE_COMMAND)
			break;
		/* The last word is not given yet. */
		if (s.kind == COMPLETE_FLAG && strcmp(s.flag.name, flag) == 0 && at < line->count)
			value = s.text != NULL ? s.text : "";
	}
	return value;
}

const char *complete_argument(const struct complete_line *line, int number)
{
	struct complete_step s;
	int at = 0;
	while (at < line->count - 1) {
		at += complete_read(line, at, &s);
		if (s.kind == COMPLETE_COMMAND)
			break;
		if (s.kind == COMPLETE_ARGUMENT && number-- == 0)
			return s.text;
	}
	return NULL;
}

/* --- offers ----------------------------------------------------------------------------------- */

static void complete_flags(const struct complete_line *line, const struct candidates *c)
{
	struct complete_step s;
	struct complete_flag flag;
	char word[COMPLETE_FLAG_TEXT];
	bool given[COMPLETE_FLAGS] = {false};
	for (int at = 0; at < line->count - 1;) {
		at += complete_read(line, at, &s);
		if (s.kind == COMPLETE_FLAG && s.flag.number < COMPLETE_FLAGS)
			given[s.flag.number] = true;
	}
	for (size_t i = 0; line->rows->flag(line->arg, i, &flag); i++) {
		snprintf(word, sizeof word, "--%s", flag.name);
		if (flag.help != NULL && (flag.repeatable || i >= COMPLETE_FLAGS || !given[i]))
			candidates_offer(c, word, flag.help);
	}
}

/* Notes that something was offered. */
struct complete_count {
	const struct candidates *c;
	bool any;
};

static void complete_count(
	void *arg, const char *before, int length, const char *word, const char *help)
{
	struct complete_count *count = arg;
	count->any = true;
	count->c->offer(count->c->arg, before, length, word, help);
}

/* Goes along the words before the last. False: the last is the value of a flag, or belongs to a
 * command, and all was offered. *arguments: the number of arguments before it. */
static bool complete_go(
	const struct complete_line *line, int *arguments, const struct candidates *c)
{
	struct complete_step s;
	int at = 0;
	*arguments = 0;
	while (at < line->count - 1) {
		bool next_is_last = at == line->count - 2;
		at += complete_read(line, at, &s);
		*arguments += s.kind == COMPLETE_ARGUMENT;
		if (s.kind == COMPLETE_COMMAND) {
			if (line->rows->command != NULL)
				line->rows->command(
					line->arg, line->words + at, line->count - at, c);
			return false;
		}
		bool joined = s.text != NULL && !s.apart;
		if (s.kind != COMPLETE_FLAG || s.flag.value == NULL || joined || !next_is_last)
			continue;
		if (line->rows->value != NULL)
			line->rows->value(line, &s.flag, c);
		if (!s.flag.bare)
			return false;
	}
	return true;
}

void complete_line(const struct complete_line *line, const struct candidates *c)
{
	struct complete_count count = {c, false};
	const struct candidates counted = {complete_count, &count, c->before, c->typed};
	int arguments;
	if (!complete_go(line, &arguments, &counted))
		return;
	if (*c->typed == '-') { /* perhaps with a value, like --NAME=VALUE or -LVALUE */
		struct complete_flag flag;
		const char *value;
		if (!complete_find(line, c->typed, &flag, &value) || value == NULL ||
			flag.value == NULL) {
			complete_flags(line, c);
			return;
		}
		struct candidates after = candidates_after(c, (size_t)(value - c->typed));
		if (line->rows->value != NULL)
			line->rows->value(line, &flag, &after);
		return;
	}
	if (line->rows->argument != NULL)
		line->rows->argument(line, arguments, &counted);
	if (!count.any && *c->typed == '\0')
		complete_flags(line, c);
}
