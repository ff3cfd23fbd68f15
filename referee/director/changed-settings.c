/*
 * changed-settings.c - compares a bot's command and settings with those that the database has.
 */
#include "referee/director/changed-settings.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"

struct changed_settings {
	const char *name, *digest; /* the bot's current ones */
	char *command, *settings;  /* owned: of the last other program of its name; NULL: none */
};

static bool changed_settings_on_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { ID, NAME, COMMAND, DIGEST, SETTINGS };
	struct changed_settings *o = arg;
	(void)columns, (void)names;
	if (strcmp(values[NAME].text, o->name) != 0 || strcmp(values[DIGEST].text, o->digest) == 0)
		return true;
	const char *settings = values[SETTINGS].text;
	free(o->command);
	free(o->settings);
	o->command = memory_copy(values[COMMAND].text);
	o->settings = memory_copy(settings != NULL ? settings : "");
	return true;
}

/* Writes the lines of a text that are missing in the other. True: there is one. */
static bool changed_settings_write(FILE *out, const char *lead, const char *text, const char *other)
{
	bool any = false;
	for (size_t length; *text != '\0'; text += length + (text[length] == '\n')) {
		bool there = false;
		length = strcspn(text, "\n");
		for (const char *at = other; *at != '\0' && !there;) {
			size_t size = strcspn(at, "\n");
			there = size == length && strncmp(at, text, length) == 0;
			at += size + (at[size] == '\n');
		}
		if (!there)
			fprintf(out, "%s%.*s", any ? ", " : lead, (int)length, text);
		any |= !there;
	}
	return any;
}

char *changed_settings_describe(
	struct db *db, int64_t tournament, const struct bot *bot, const char *digest)
{
	struct changed_settings o = {.name = bot->name, .digest = digest};
	char *now = bot_definition_with_features(bot), *text = NULL;
	const char *command = bot->command;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	if (db_read(db, "tournament-bots", &tournament, 1, changed_settings_on_bot, &o) == DB_OK &&
		o.command != NULL) {
		bool other = strcmp(o.command, command != NULL ? command : "") != 0;
		bool any = other;
		if (other)
			fputs(" (another command", out);
		any |= changed_settings_write(
			out, any ? "; it has " : " (it has ", now, o.settings);
		any |= changed_settings_write(
			out, any ? "; it had " : " (it had ", o.settings, now);
		fputs(any ? ")" : "", out);
	}
	memory_close(out);
	free(o.command);
	free(o.settings);
	free(now);
	return text;
}
