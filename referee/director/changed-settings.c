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
	char *command, *settings; /* owned: of the last other program of its name; NULL: none */
};

/* Reads those of the bot's other program from the database. */
static int changed_settings_read(struct changed_settings *o, struct db *db, int64_t tournament,
	const char *bot, const char *digest)
{
	struct db_query q;
	db_query(&q, db, "tournament-bots", tournament);
	while (db_next(&q)) {
		if (strcmp(db_text(&q, "name"), bot) != 0 ||
			strcmp(db_text(&q, "digest"), digest) == 0)
			continue;
		const char *settings = db_text(&q, "settings");
		free(o->command);
		free(o->settings);
		o->command = memory_copy(db_text(&q, "command"));
		o->settings = memory_copy(settings != NULL ? settings : "");
	}
	return db_end(&q);
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
	struct changed_settings o = {.command = NULL};
	char *now = bot_definition_with_features(bot), *text = NULL;
	const char *command = bot->command;
	size_t size = 0;
	FILE *out = memory_open(&text, &size);
	if (changed_settings_read(&o, db, tournament, bot->name, digest) == DB_OK &&
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
