/*
 * complete-bot.c - completes the words of referee-bot.
 */
#include <string.h>

#include "bots/arguments.h"
#include "bots/complete.h"
#include "rules/process/rules-process.h"

/* The settings, and after them the other flags. */
static bool complete_bot_flag(void *arg, size_t number, struct complete_flag *flag)
{
	size_t settings = 0;
	(void)arg;
	while (all_settings[settings].flag != NULL && settings < number)
		settings++;
	const struct setting *setting = &all_settings[settings];
	if (setting->flag != NULL) {
		*flag = (struct complete_flag){.name = setting->flag,
			.value = setting_value(setting),
			.help = setting->help};
		return true;
	}
	for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++)
		if (settings++ == number) {
			*flag = (struct complete_flag){.name = row->flag,
				.value = row->value,
				.help = row->help,
				.repeatable = strcmp(row->flag, "param") == 0};
			return true;
		}
	return false;
}

static const char *complete_bot_game(const struct complete_line *line)
{
	const char *game = complete_given(line, "game");
	return game != NULL ? game : complete_argument(line, 0);
}

/* Each evaluation once, or those of the game. */
static void complete_bot_evaluations(const char *game, const struct candidates *c)
{
	const struct rules *rules = game != NULL ? rules_find(game) : NULL;
	for (int i = 0; all_evaluations[i] != NULL; i++) {
		const struct evaluation *e = all_evaluations[i];
		bool seen = rules != NULL && !evaluation_fits(e, rules);
		for (int k = 0; k < i && !seen && rules == NULL; k++)
			seen = strcmp(all_evaluations[k]->name, e->name) == 0;
		if (!seen)
			candidates_offer(c, e->name, e->help);
	}
	candidates_offer(c, "best", "the game's best");
}

/* process: and the command of the rules, whose words are files. */
static void complete_bot_process(const struct candidates *c)
{
	const char *command = rules_process_command(c->typed);
	candidates_offer(c, "process:", "a program has the rules: its command follows");
	if (command == NULL || *command == '\0')
		return;
	const char *blank = strrchr(command, ' ');
	struct candidates word =
		candidates_after(c, (size_t)((blank != NULL ? blank + 1 : command) - c->typed));
	complete_command(NULL, NULL, blank != NULL ? 2 : 1, &word);
}

static void complete_bot_value(const struct complete_line *line, const struct complete_flag *flag,
	const struct candidates *c)
{
	const struct setting *setting = setting_by_flag(flag->name);
	if (setting != NULL && setting->type == SETTING_SEARCH) {
		for (int i = 0; all_searches[i] != NULL; i++)
			candidates_offer(c, all_searches[i]->name, all_searches[i]->help);
		candidates_offer(c, "best", "the game's best");
	} else if (setting != NULL && setting->type == SETTING_EVAL) {
		complete_bot_evaluations(complete_bot_game(line), c);
	} else if (setting == NULL) {
		complete_shape(flag->value, complete_bot_game(line), c);
		if (strcmp(flag->name, "position") == 0)
			candidates_offer(c, "startpos", "the start");
		if (strcmp(flag->name, "game") == 0)
			complete_bot_process(c);
	}
}

static void complete_bot_argument(
	const struct complete_line *line, int number, const struct candidates *c)
{
	if (number == 0 && complete_given(line, "game") == NULL)
		complete_game(c);
}

void complete_bot(const char *const *words, int count, const struct candidates *c)
{
	static const struct complete_rows rows = {
		.flag = complete_bot_flag,
		.value = complete_bot_value,
		.argument = complete_bot_argument,
	};
	complete_line(&(struct complete_line){words, count, &rows, NULL}, c);
}
