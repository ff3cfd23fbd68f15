/*
 * config-flags.c - makes options of a command line from the settings.
 */
#include "referee/config/config-flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/config/bot-name.h"
#include "referee/config/foreign-names.h"
#include "referee/config/settings.h"

/* A name has no blanks and, in a flag, no slash. */
void settings_add_bot(struct tournament *t, const char *text, struct diagnostics *mistakes)
{
	static const struct origin at = {"--bot", 0};
	size_t length = strcspn(text, "= \t/");
	bool named = text[length] == '=';
	const char *command = named ? text + length + 1 : text;
	char *name = named ? memory_print("%.*s", (int)length, text) : bot_name_make(t, command);
	struct bot *bot = tournament_add_bot(t, name, at, mistakes);
	free(name);
	if (bot != NULL)
		settings_set_bot(
			bot, settings_find(settings_of_bot, "command"), command, at, mistakes);
}

static bool config_flags_read_bot(
	const struct option_row *row, void *values, const char *text, char *why, size_t size)
{
	const struct settings_options *o = values;
	int before = o->mistakes->count;
	(void)row, (void)why, (void)size;
	settings_add_bot(o->tournament, text, o->mistakes);
	return o->mistakes->count == before;
}

static bool config_flags_read(
	const struct option_row *row, void *values, const char *text, char *why, size_t size)
{
	const struct settings_options *o = values;
	const struct setting *setting = row->data;
	(void)why, (void)size;
	return settings_set(
		o->tournament, setting, text, (struct origin){setting->flag, 0}, o->mistakes);
}

static bool config_flags_can(const struct option_row *row, const char *text)
{
	return settings_can_be(row->data, text);
}

/* The option for a setting of a tournament. */
static struct option_row config_flags_row(const struct setting *setting)
{
	return (struct option_row){.name = setting->key,
		.value = setting->value->shape,
		.kind = OPTION_READ,
		.preset = setting->preset,
		.bare = setting->value->bare ? "yes" : NULL,
		.help = setting->value != &value_later ? setting->help : NULL,
		.read = config_flags_read,
		.can = config_flags_can,
		.data = setting};
}

bool settings_option(size_t number, struct option_row *row)
{
	if (number == 0) {
		*row = (struct option_row){.name = "bot",
			.value = "[NAME=]COMMAND",
			.kind = OPTION_READ,
			.help = "add a bot that this command starts, without a shell; without NAME it is called like its program's file",
			.read = config_flags_read_bot};
		return true;
	}
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++)
		if ((s->uses & SETTING_FLAG) && --number == 0) {
			*row = config_flags_row(s);
			return true;
		}
	return false;
}

struct option_row settings_option_of(enum setting_key key)
{
	return config_flags_row(&settings_of_tournament[key]);
}

bool settings_bot_word(size_t number, struct option_row *row)
{
	for (const struct setting *s = settings_of_bot; s->key != NULL; s++)
		if ((s->uses & SETTING_FILE) && s->value != &value_later && number-- == 0) {
			*row = (struct option_row){.name = s->key,
				.value = s->value->shape,
				.preset = s->preset,
				.help = s->help};
			return true;
		}
	return false;
}

static bool config_flags_keep(
	const struct option_row *row, void *values, int64_t number, char *why, size_t size)
{
	bool good = number >= row->min && number <= row->max;
	if (good)
		*(int64_t *)((char *)values + row->at) = number;
	else
		snprintf(why, size, "it is too %s", number < row->min ? "small" : "large");
	return good;
}

bool settings_read_time(
	const struct option_row *row, void *values, const char *text, char *why, size_t size)
{
	usec span;
	return value_read_time(text, &span, why, size) &&
	       config_flags_keep(row, values, span, why, size);
}

bool settings_read_size(
	const struct option_row *row, void *values, const char *text, char *why, size_t size)
{
	int64_t bytes;
	return value_read_size(text, &bytes, why, size) &&
	       config_flags_keep(row, values, bytes, why, size);
}

/* Explains a flag of another manager. */
static bool config_flags_foreign(const char *flag, char *line, size_t size)
{
	const struct foreign_names *f = foreign_names_find(flag);
	if (f == NULL)
		return false;
	const char *note = f->note != NULL ? f->note : "";
	if (f->ours != NULL)
		snprintf(line, size, "unknown flag %s; did you mean --%s?%s%s", flag, f->ours,
			f->note != NULL ? " " : "", note);
	else
		snprintf(line, size, "unknown flag %s; %s", flag, note);
	return true;
}

bool settings_explain(const char *flag, char *line, size_t size)
{
	const struct settings_old_name *old =
		strncmp(flag, "--", 2) == 0 ? settings_find_old_name(flag + 2) : NULL;
	if (config_flags_foreign(flag, line, size))
		return true;
	if (old != NULL)
		snprintf(line, size, "%s is now called --%s; write --%s%s%s", flag, old->is,
			old->is, old->values != NULL ? " " : "",
			old->values != NULL ? old->values : "");
	return old != NULL;
}
