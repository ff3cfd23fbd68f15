/*
 * arguments.c - reads the flags of the command line: those of the settings, and the rows here.
 */
#include "bots/arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "protocol/message.h"
#include "bots/help.h"
#include "bots/rules-child.h"
#include "base/version.h"
#include "rules/process/rules-process.h"

enum { ARGUMENTS_NAME = 64, ARGUMENTS_HELP = 256 };

/* Reports an unknown flag, as `referee` does, with the nearest one. */
static bool arguments_unknown_flag(struct error *err, const char *word, struct did_you_mean near)
{
	int length = (int)strcspn(word, "=");
	if (near.best == NULL)
		return error_set(err, "unknown flag %.*s; --help lists all", length, word);
	return error_set(err, "unknown flag %.*s; did you mean --%s?", length, word, near.best);
}

/* Reports an unknown game, and the nearest one. */
static bool arguments_unknown_game(struct error *err, const char *word, struct did_you_mean near)
{
	if (near.best == NULL)
		return error_set(err, "no game \"%.60s\"; see referee-bot --list", word);
	return error_set(err, "no game \"%.60s\"; did you mean %s?", word, near.best);
}

static bool arguments_wrong(struct error *err, const char *what)
{
	return error_set(err, "%s", what);
}

/*
 * Flags that are not settings.
 */

static bool arguments_game(struct arguments *a, const char *value, struct error *err)
{
	struct did_you_mean near = did_you_mean_to(value);
	const char *command = rules_process_command(value);

	if (a->game != NULL)
		return arguments_wrong(err, "one game is enough");
	if (command != NULL)
		return (a->game = rules_child_open(command, err)) != NULL;
	a->game = rules_find(value);
	for (int i = 0; all_rules[i] != NULL; i++)
		did_you_mean_offer(&near, all_rules[i]->name);
	return a->game != NULL || arguments_unknown_game(err, value, near);
}

static bool arguments_players(struct arguments *a, const char *value, struct error *err)
{
	char *end;
	long n = strtol(value, &end, 10);

	if (end == value || *end != '\0' || n < 2 || n > SEATS_MAX)
		return arguments_wrong(err, "--players is a number from 2 to 6");
	a->players = (int)n;
	return true;
}

static bool arguments_param(struct arguments *a, const char *value, struct error *err)
{
	if (strchr(value, '=') == NULL)
		return arguments_wrong(err, "--param is KEY=VALUE");
	if (a->param_count == PARAMETERS_MAX)
		return arguments_wrong(err, "no game has this many parameters");
	a->params[a->param_count++] = value;
	return true;
}

static bool arguments_position(struct arguments *a, const char *value, struct error *err)
{
	(void)err;
	a->position = value;
	return true;
}

static bool arguments_clock(struct arguments *a, const char *value, struct error *err)
{
	a->cpu_clock = strcmp(value, "cpu") == 0;
	if (!a->cpu_clock && strcmp(value, "wall") != 0)
		return arguments_wrong(err, "--clock is wall or cpu");
	return true;
}

static bool arguments_name(struct arguments *a, const char *value, struct error *err)
{
	(void)err;
	a->name = value;
	return true;
}

static void arguments_version(void)
{
	char features[FEATURE_LIST];

	version_print("referee-bot");
	version_print_line("protocols", "UGI with %s; rules programs %d", feature_list(features),
		RULES_PROCESS_PROTOCOL);
}

static void arguments_list(void)
{
	puts("games");
	for (int i = 0; all_rules[i] != NULL; i++)
		printf("  %-18s%s\n", all_rules[i]->name, all_rules[i]->summary);
	puts("searches");
	for (int i = 0; all_searches[i] != NULL; i++)
		printf("  %-18s%s\n", all_searches[i]->name, all_searches[i]->help);
	puts("evaluations, the best one first");
	for (int i = 0; all_rules[i] != NULL; i++) {
		printf("  %s\n", all_rules[i]->name);
		for (int k = 0; all_evaluations[k] != NULL; k++)
			if (evaluation_fits(all_evaluations[k], all_rules[i]))
				printf("    %-16s%s\n", all_evaluations[k]->name,
					all_evaluations[k]->help);
	}
}

static void arguments_help(void);

const struct arguments_flag all_arguments[] = {
	{"game", "GAME",
		"play this game, for a referee that does not name it; process:COMMAND: a program has the rules",
		arguments_game},
	{"players", "N", "set up that game with this many seats", arguments_players},
	{"param", "KEY=VALUE", "set a parameter of that game (repeatable)", arguments_param},
	{"position", "POSITION",
		"search this position, or startpos for the start; print the result and exit",
		arguments_position},
	{"clock", "wall|cpu", "measure its own time by wall, or by cpu: its processor time",
		arguments_clock},
	{"name", "NAME", "introduce the bot by this name (default: referee-bot)", arguments_name},
	{"list", NULL, "list games, searches and evaluations", NULL, arguments_list},
	{"version", NULL, "print the version", NULL, arguments_version},
	{"help", NULL, "print the help", NULL, arguments_help},
	{NULL},
};

static void arguments_help_row(const char *flag, const char *value, const char *help)
{
	char name[ARGUMENTS_NAME];
	snprintf(name, sizeof name, "--%s%s%s", flag, value != NULL ? " " : "",
		value != NULL ? value : "");
	help_row(name, help);
}

static void arguments_help(void)
{
	help_begin(&help_of_bot);
	help_title(settings_title);
	for (const struct setting *row = all_settings; row->flag != NULL; row++) {
		char help[ARGUMENTS_HELP];
		arguments_help_row(
			row->flag, setting_value(row), setting_help(row, help, sizeof help));
	}
	help_title("Other options");
	for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++)
		arguments_help_row(row->flag, row->value, row->help);
	help_end(&help_of_bot);
}

/*
 * Positional arguments.
 */

static const struct arguments_flag *arguments_find(const char *flag)
{
	for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++)
		if (strcmp(row->flag, flag) == 0)
			return row;
	return NULL;
}

static struct did_you_mean arguments_nearest(const char *flag)
{
	struct did_you_mean near = did_you_mean_to(flag);

	for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++)
		did_you_mean_offer(&near, row->flag);
	for (const struct setting *row = all_settings; row->flag != NULL; row++)
		did_you_mean_offer(&near, row->flag);
	return near;
}

/* Takes `--flag value` or `--flag=value`; returns the arguments used, 0 on a mistake. */
static int arguments_take(struct arguments *a, const char *const *words, struct error *err)
{
	char flag[32];
	const char *given = words[0] + 2, *value = strchr(given, '=');
	int length = value == NULL ? (int)strlen(given) : (int)(value - given);

	snprintf(flag, sizeof flag, "%.*s", length, given);
	const struct setting *setting = setting_by_flag(flag);
	const struct arguments_flag *row = arguments_find(flag);
	if (setting == NULL && row == NULL)
		return arguments_unknown_flag(err, words[0], arguments_nearest(flag));
	if (setting == NULL && row->instead != NULL) {
		a->instead = row->instead;
		return 1;
	}
	int used = value == NULL ? 2 : 1;
	value = value == NULL ? words[1] : value + 1;
	if (value == NULL) {
		error_set(err, "--%s needs a value: --%s VALUE", flag, flag);
		return 0;
	}
	bool fine = setting == NULL ? row->take(a, value, err)
				    : setting_set(setting, &a->settings, value, err);
	return fine ? used : 0;
}

/* Can the search play the game? */
static bool arguments_fit(const struct arguments *a, struct error *err)
{
	struct setup setup;
	const struct search *search = a->settings.search;

	return search == NULL || search->fits == NULL ||
	       (setup_init(&setup, a->game, a->players, (uint64_t)a->settings.seed, a->params,
			a->param_count, err) &&
		       search->fits(&setup, err));
}

bool arguments_read(struct arguments *a, const char *const *words, struct error *err)
{
	*a = (struct arguments){.name = "referee-bot"};
	settings_init(&a->settings);
	while (*words != NULL) {
		int used = 1;
		if (strncmp(*words, "--", 2) == 0)
			used = arguments_take(a, words, err);
		else if (!arguments_game(a, *words, err))
			used = 0;
		if (used == 0)
			return false;
		words += used;
	}
	if (a->instead != NULL)
		return true;
	if (a->game == NULL && (a->position != NULL || a->param_count > 0 || a->players > 0))
		return arguments_wrong(err,
			"which game? name it, as in: referee-bot --position startpos connect4");
	return a->game == NULL ||
	       (arguments_fit(a, err) && settings_evaluation(&a->settings, a->game, err) != NULL);
}
