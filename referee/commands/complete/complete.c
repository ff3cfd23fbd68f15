/*
 * complete.c - completes the words of `referee`: commands, their options and arguments.
 */
#include "referee/commands/complete/complete.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/config/config-flags.h"

enum {
	COMPLETE_SECONDS = 2, /* of a database that is locked, or a daemon that is silent */
	COMPLETE_NAME = 64
};

/* --- options and arguments of a command ------------------------------------------------------- */

static const struct option_row complete_help = {
	.name = "help", .letter = 'h', .help = "print the help of this command"};

/* The row with this number among those of all groups, and --help after them. */
static bool complete_row(const struct command *command, size_t number, struct option_row *row)
{
	for (const struct option_group *g = command->options.groups; !option_group_ends(g); g++)
		for (size_t i = 0; !g->words && option_group_row(g, i, row); i++)
			if (number-- == 0)
				return true;
	*row = complete_help;
	return number == 0;
}

static bool complete_is_repeatable(const struct option_row *row)
{
	const struct setting *setting = settings_of_option(row);
	if (setting != NULL)
		return setting->value->list;
	return (row->kind == OPTION_LIST || row->kind == OPTION_READ) && row->max != 1;
}

static bool complete_flag(void *arg, size_t number, struct complete_flag *flag)
{
	struct option_row row;
	if (!complete_row(arg, number, &row))
		return false;
	*flag = (struct complete_flag){.name = row.name,
		.letter = row.letter,
		.value = row.value,
		.help = row.help,
		.repeatable = complete_is_repeatable(&row),
		.bare = row.bare != NULL};
	return true;
}

static bool complete_can(void *arg, const struct complete_flag *flag, const char *word)
{
	struct option_row row;
	return complete_row(arg, flag->number, &row) && option_can_be(&row, word);
}

static void complete_value(const struct complete_line *line, const struct complete_flag *flag,
	const struct candidates *c)
{
	struct option_row row;
	if (complete_row(line->arg, flag->number, &row))
		complete_option(line->arg, line, &row, c);
}

static void complete_argument_word(
	const struct complete_line *line, int number, const struct candidates *c)
{
	const struct command *command = line->arg;
	const struct option_argument *a = command->options.arguments;
	while (number > 0 && (a->kind == ARGUMENT_ONE || a->kind == ARGUMENT_OPTIONAL)) {
		number--;
		a++;
	}
	if (a->kind != ARGUMENT_NONE && a->kind != ARGUMENT_OLD && a->kind != ARGUMENT_COMMAND)
		complete_word(command, line, a->name, c);
}

static void complete_behind(
	void *arg, const char *const *words, int count, const struct candidates *c)
{
	const struct command *command = arg;
	for (const struct option_argument *a = command->options.arguments; a->kind != ARGUMENT_NONE;
		a++)
		if (a->kind == ARGUMENT_COMMAND)
			complete_program(words, count, c);
}

static const struct complete_rows complete_rows = {
	.flag = complete_flag,
	.can = complete_can,
	.value = complete_value,
	.argument = complete_argument_word,
	.command = complete_behind,
};

/* --- commands --------------------------------------------------------------------------------- */

/* Offers the first word of each command. A word that begins several comes once, with the others as
 * its help. */
static void complete_commands(const struct candidates *c)
{
	for (const struct command *const *one = all_commands; *one != NULL; one++) {
		char word[COMPLETE_NAME];
		const char *name = (*one)->name, *blank = strchr(name, ' ');
		if (blank == NULL) {
			candidates_offer(c, name, (*one)->summary);
			continue;
		}
		size_t length = (size_t)(blank - name) + 1;
		bool first = one == all_commands || strncmp(one[-1]->name, name, length) != 0;
		snprintf(word, sizeof word, "%.*s", (int)length - 1, name);
		if (first)
			candidates_offer(c, word, command_group_titles[(*one)->group]);
	}
}

static void complete_name(const char *const *words, int count, const struct candidates *c)
{
	if (count == 1)
		complete_commands(c);
	else if (count == 2) {
		size_t length = strlen(words[0]);
		for (const struct command *const *one = all_commands; *one != NULL; one++)
			if (strncmp((*one)->name, words[0], length) == 0 &&
				(*one)->name[length] == ' ')
				candidates_offer(c, (*one)->name + length + 1, (*one)->summary);
	}
}

void complete_referee(const char *const *words, int count, const struct candidates *c)
{
	const struct command_words found = command_find_words(count - 1, words);
	if (found.command != NULL) {
		const struct complete_line line = {words + found.used, count - found.used,
			&complete_rows, (void *)found.command};
		complete_line(&line, c);
	} else if (count > 1 && strcmp(words[0], "help") == 0) {
		complete_name(words + 1, count - 1, c);
		if (count == 2 && *words[1] == '-')
			candidates_offer(c, "--all", "list all commands");
	} else {
		complete_name(words, count, c);
	}
	if (count == 1) {
		candidates_offer(c, "help", "list the commands of a first day, or describe one");
		candidates_offer(c, "version", "print the version");
	}
	if (count == 1 && *words[0] == '-') {
		candidates_offer(c, "--help", "list the commands of a first day");
		candidates_offer(c, "--version", "print the version");
	}
}

/* --- output ----------------------------------------------------------------------------------- */

static bool complete_is_plain(const char *text)
{
	while (*text != '\0' && !iscntrl((unsigned char)*text))
		text++;
	return *text == '\0';
}

static void complete_print(
	void *arg, const char *before, int length, const char *word, const char *help)
{
	(void)arg;
	if (word != NULL && complete_is_plain(word))
		printf("%.*s%s\t%s\n", length, before, word, help);
	else if (word == NULL)
		printf("\t%s\t%.*s\n", help, length, before);
}

static void complete_late(int signal)
{
	(void)signal;
	_exit(EXIT_SUCCESS);
}

int complete_main(int argc, char **argv)
{
	if (argc < 3 || strcmp(argv[1], "--") != 0) {
		fputs("usage: referee complete -- WORD...\n", stderr);
		return EXIT_USAGE;
	}
	signal(SIGALRM, complete_late);
	alarm(COMPLETE_SECONDS);
	/* The words are the user's: they may hold line ends, which no candidate has. */
	const char *last = argv[argc - 1];
	if (complete_is_plain(last))
		complete_referee((const char *const *)argv + 2, argc - 2,
			&(struct candidates){complete_print, NULL, last, last});
	return EXIT_SUCCESS;
}
