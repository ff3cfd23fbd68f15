/*
 * config-flags.c - settings from the command line.
 */
#include "referee/config/config-flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "protocol/did-you-mean.h"
#include "referee/config/bot-name.h"
#include "referee/config/foreign-names.h"
#include "referee/config/settings.h"

enum { CONFIG_FLAGS_NAME = 32, CONFIG_FLAGS_MAX = 128 };

/* The text after = in "--key=text", NULL when there is none; name is what stands before. */
static const char *config_flags_part(const char *flag, char name[CONFIG_FLAGS_NAME])
{
	const char *equals = strchr(flag, '=');
	size_t length = equals == NULL ? strlen(flag) : (size_t)(equals - flag);
	snprintf(name, CONFIG_FLAGS_NAME, "%.*s", (int)(length < CONFIG_FLAGS_NAME ? length : 0),
		flag);
	return equals == NULL ? NULL : equals + 1;
}

/* --bot NAME=COMMAND, or the command alone: a name holds neither blanks nor, here, a slash. */
static void config_flags_bot(struct tournament *t, const char *text, struct diagnostics *mistakes)
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

/* The row of a flag --key; NULL: none. */
static const struct setting *config_flags_find(const char *name)
{
	if (strncmp(name, "--", 2) != 0)
		return NULL;
	const struct setting *row = settings_find(settings_of_tournament, name + 2);
	return row != NULL && (row->uses & SETTING_FLAG) ? row : NULL;
}

int settings_flag(struct tournament *t, int argc, char **argv, int i, struct diagnostics *mistakes)
{
	char name[CONFIG_FLAGS_NAME];
	const char *text = config_flags_part(argv[i], name);
	const struct setting *row = config_flags_find(name);
	bool is_bot = strcmp(name, "--bot") == 0;
	int took = 1;
	if (row == NULL && !is_bot)
		return 0;
	bool bare = row != NULL && row->value->bare;
	/* The word behind such a flag is its value only when it can be one: it may be a file. */
	if (text == NULL && bare && (i + 1 >= argc || !settings_can_be(row, argv[i + 1])))
		text = "yes";
	if (text == NULL && i + 1 < argc) {
		text = argv[i + 1];
		took = 2;
	}
	if (text == NULL)
		diagnostics_add(mistakes, (struct origin){NULL, 0}, "%s needs a value: %s %s", name,
			name, is_bot ? "[NAME=]COMMAND" : row->value->shape);
	else if (is_bot)
		config_flags_bot(t, text, mistakes);
	else
		settings_set(t, row, text, (struct origin){row->flag, 0}, mistakes);
	return took;
}

/* What is called so elsewhere; false: nothing is. */
static bool config_flags_foreign(const char *flag, const char *name, struct diagnostics *mistakes)
{
	const struct foreign_names *f = foreign_names_find(flag);
	if (f == NULL)
		return false;
	const char *note = f->note != NULL ? f->note : "";
	if (f->ours != NULL)
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"unknown flag %s; did you mean --%s?%s%s", name, f->ours,
			f->note != NULL ? " " : "", note);
	else
		diagnostics_add(
			mistakes, (struct origin){NULL, 0}, "unknown flag %s; %s", name, note);
	return true;
}

static void config_flags_nearest(
	const char *flag, const char *const *others, int count, struct diagnostics *mistakes)
{
	char name[CONFIG_FLAGS_NAME];
	const char *names[CONFIG_FLAGS_MAX] = {"--bot"};
	int known = 1;
	for (const struct setting *s = settings_of_tournament; s->key != NULL; s++) {
		if (s->uses & SETTING_FLAG)
			names[known++] = s->flag;
	}
	for (int i = 0; i < count && known < CONFIG_FLAGS_MAX; i++)
		names[known++] = others[i];
	config_flags_part(flag, name);
	if (config_flags_foreign(flag, name, mistakes))
		return;
	const char *near = did_you_mean(name, names, known);
	const struct settings_old_name *old =
		strncmp(name, "--", 2) == 0 ? settings_find_old_name(name + 2) : NULL;
	if (old != NULL)
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"%s is now called --%s; write --%s%s%s", name, old->is, old->is,
			old->values != NULL ? " " : "", old->values != NULL ? old->values : "");
	else if (near != NULL)
		diagnostics_add(mistakes, (struct origin){NULL, 0},
			"unknown flag %s; did you mean %s?", name, near);
	else
		diagnostics_add(mistakes, (struct origin){NULL, 0}, "unknown flag %s",
			*name != '\0' ? name : flag);
}

int settings_unknown_flag(int argc, char **argv, int i, const char *const *others, int count,
	struct diagnostics *mistakes)
{
	int rest = i + 1;
	config_flags_nearest(argv[i], others, count, mistakes);
	while (rest < argc && argv[rest][0] != '-')
		rest++;
	return rest - i;
}

/* A line for each of the rows with this use; a flag that can stand alone has its value in []. */
static void config_flags_print(
	FILE *out, const struct setting *row, unsigned use, const char *before, const char *between)
{
	for (; row->key != NULL; row++) {
		bool bare = use == SETTING_FLAG && row->value->bare;
		if ((row->uses & use) == 0 || row->value == &value_later)
			continue;
		char *name = memory_print("%s%s%s%s%s", before, row->key, bare ? "[=" : between,
			row->value->shape, bare ? "]" : "");
		fprintf(out, "  %-22s %s", name, row->help);
		fprintf(out, row->preset != NULL ? " (%s)\n" : "\n", row->preset);
		free(name);
	}
}

void settings_print(FILE *out)
{
	config_flags_print(out, settings_of_tournament, SETTING_FLAG, "--", " ");
	fputs("\nSettings of one bot, in its section bot NAME { } of the file:\n\n", out);
	config_flags_print(out, settings_of_bot, SETTING_FILE, "", " = ");
}
