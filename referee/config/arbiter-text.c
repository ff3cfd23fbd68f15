/*
 * arbiter-text.c - writes and reads the settings of arbiters by the table of settings.
 */
#include "referee/config/arbiter-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/settings.h"

/* Writes a setting: of a list a line for each text. */
static void arbiter_text_write_setting(
	const char *prefix, const struct setting *row, const void *owner, FILE *out)
{
	const char *text;
	for (int i = 0; row->value->list && (text = row->value->item(owner, i)) != NULL; i++)
		fprintf(out, "%s%s = %s\n", prefix, row->key, text);
	if (row->value->list)
		return;
	fprintf(out, "%s%s = ", prefix, row->key);
	row->value->write(row, owner, out);
	fputc('\n', out);
}

/* Has the bot a value of its own? A setting that all bots have is that of the tournament. */
static bool arbiter_text_is_own(const struct setting *row, const struct bot *bot)
{
	return settings_find(settings_of_tournament, row->key) == NULL || row->value->list ||
	       origin_given(&bot->set[row - settings_of_bot]);
}

static void arbiter_text_write_program(
	const char *prefix, const struct bot *bot, bool rules, FILE *out)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++)
		if ((s->uses & SETTING_ARBITER) != 0 && arbiter_text_is_own(s, bot) &&
			!value_is_missing(s, bot) && (!rules || settings_is_of_rules(s)))
			arbiter_text_write_setting(prefix, s, bot, out);
}

char *arbiter_text_write(const struct tournament *t)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++)
		if ((s->uses & SETTING_ARBITER) != 0)
			arbiter_text_write_setting("", s, t, out);
	if (t->rules_program.command != NULL)
		arbiter_text_write_program("rules ", &t->rules_program, true, out);
	for (int i = 0; i < t->bots_count; i++) {
		char *prefix = memory_print("bot %s ", t->bots[i].name);
		arbiter_text_write_program(prefix, &t->bots[i], false, out);
		free(prefix);
	}
	memory_close(out);
	return text;
}

/* The place of a line: "movetime", "bot ann movetime", or "rules memory". */
struct arbiter_text_place {
	const struct setting *row;
	void *owner;
	struct origin *set;
};

/* The bot of a line: the last one, or a new one. NULL: the name is wrong, or taken. */
static struct bot *arbiter_text_bot(struct tournament *t, const char *name, struct origin at)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct bot *last = t->bots_count > 0 ? &t->bots[t->bots_count - 1] : NULL;
	return last != NULL && strcmp(last->name, name) == 0
		       ? last
		       : tournament_add_bot(t, name, at, &mistakes);
}

/* Finds the program of a key, and cuts the key down to the setting. NULL: it is the tournament's.
 * False: a line in err. */
static bool arbiter_text_find_program(
	struct tournament *t, char **key, struct origin at, struct bot **program, struct error *err)
{
	char *rest = *key, *first = strsep(&rest, " ");
	*program = NULL;
	if (rest == NULL)
		return true;
	*key = rest;
	if (strcmp(first, "rules") == 0) {
		*program = &t->rules_program;
		return true;
	}
	const char *name = strcmp(first, "bot") == 0 ? strsep(key, " ") : NULL;
	if (name == NULL || *key == NULL)
		return error_set(err, "\"%.60s %.60s\" names no setting", first, rest);
	*program = arbiter_text_bot(t, name, at);
	return *program != NULL ||
	       error_set(err, "it has a bot \"%.60s\" twice, or one of no valid name", name);
}

static bool arbiter_text_find_place(struct tournament *t, char *key, struct origin at,
	struct arbiter_text_place *place, struct error *err)
{
	struct bot *bot = NULL;
	if (!arbiter_text_find_program(t, &key, at, &bot, err))
		return false;
	const struct setting *rows = bot != NULL ? settings_of_bot : settings_of_tournament;
	const struct setting *row = settings_find(rows, key);
	if (row == NULL || (row->uses & SETTING_ARBITER) == 0 ||
		(bot == &t->rules_program && !settings_is_of_rules(row)))
		return error_set(err, "\"%.60s\" is no setting of games on other machines", key);
	place->row = row;
	place->owner = bot != NULL ? (void *)bot : t;
	place->set = (bot != NULL ? bot->set : t->set) + (row - rows);
	return true;
}

static bool arbiter_text_restore(
	struct tournament *t, char *line, struct origin at, struct error *err)
{
	struct arbiter_text_place place = {.row = NULL};
	struct error wrong;
	char *value = strstr(line, " = ");
	if (value == NULL)
		return error_set(err, "\"%.60s\" is not of the form KEY = VALUE", line);
	*value = '\0';
	value += strlen(" = ");
	if (!arbiter_text_find_place(t, line, at, &place, err))
		return false;
	return settings_restore(place.row, place.owner, place.set, value, at, &wrong) ||
	       error_set(err, "%s = \"%.80s\": %s", place.row->key, value, wrong.text);
}

bool arbiter_text_read(struct tournament *t, char *text, struct error *err)
{
	struct origin at = {"the configuration", 0};
	char *line;
	while ((line = strsep(&text, "\n")) != NULL) {
		at.line++;
		if (*line != '\0' && !arbiter_text_restore(t, line, at, err))
			return false;
	}
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++)
		if ((s->uses & SETTING_ARBITER) != 0 && !s->value->list &&
			!origin_given(&t->set[s - settings_of_tournament]))
			return error_set(err, "it has no %s", s->key);
	for (int i = 0; i < t->bots_count; i++)
		settings_bot_options(t, &t->bots[i]);
	return true;
}
