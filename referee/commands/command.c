/*
 * command.c - shared parts of all commands: command lines and help.
 */
#include "referee/commands/command.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/did-you-mean.h"
#include "referee/base/escape.h"
#include "referee/base/memory.h"

const char *const command_group_titles[COMMAND_GROUPS] = {
	[COMMAND_PLAY] = "Play and check",
	[COMMAND_RESULTS] = "Results",
	[COMMAND_DATA] = "Data",
	[COMMAND_SERVER] = "Server",
};

const struct command *command_find(const char *name)
{
	for (const struct command *const *c = all_commands; *c != NULL; c++)
		if (strcmp((*c)->name, name) == 0)
			return *c;
	return NULL;
}

void command_tell(void *arg, const char *line)
{
	const struct command *command = arg;
	fprintf(stderr, "referee %s: %s\n", command->name, line);
}

int command_misused(const struct command *command, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "referee %s: ", command->name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	return EXIT_USAGE;
}

bool command_read(
	const struct command *command, void *values, int argc, char *const *argv, int *status)
{
	struct diagnostics mistakes = {.tell = command_tell, .arg = (void *)command};
	switch (options_read(&command->options, values, argc, argv, &mistakes)) {
	case OPTIONS_GOOD:
		return true;
	case OPTIONS_WRONG:
		*status = EXIT_USAGE;
		break;
	case OPTIONS_HELP:
		command_print_help(command, stdout);
		*status = EXIT_SUCCESS;
		break;
	}
	return false;
}

static void command_print_text(const char *text, FILE *out)
{
	if (text == NULL)
		return;
	fputc('\n', out);
	options_print_filled(text, 0, 0, out);
	fputc('\n', out);
}

void command_print_help(const struct command *command, FILE *out)
{
	char *program = memory_print("usage: referee %s", command->name);
	options_print_usage(&command->options, program, out);
	free(program);
	fprintf(out, "\n%s\n", command->summary);
	command_print_text(command->about, out);
	options_print_help(&command->options, out);
	command_print_text(command->notes, out);
	for (const char *const *e = command->examples; e != NULL && *e != NULL; e++)
		fprintf(out, "%s  %s\n", e == command->examples ? "\nExamples:\n" : "", *e);
}

void command_print_all(FILE *out)
{
	fputs("usage: referee COMMAND [...]\n", out);
	for (int group = 0; group < COMMAND_GROUPS; group++) {
		fprintf(out, "\n%s:\n", command_group_titles[group]);
		for (const struct command *const *c = all_commands; *c != NULL; c++)
			if ((int)(*c)->group == group)
				fprintf(out, "  %-12s %s\n", (*c)->name, (*c)->summary);
	}
	fputs("\n`referee help COMMAND` describes a command.\n", out);
}

int command_unknown(const char *name)
{
	struct did_you_mean near = did_you_mean_to(name);
	const struct command *renamed = NULL;
	for (const struct command *const *c = all_commands; *c != NULL; c++) {
		did_you_mean_offer(&near, (*c)->name);
		if ((*c)->was != NULL && strcmp((*c)->was, name) == 0)
			renamed = *c;
	}
	char *shown = escape_text(name, false);
	if (renamed != NULL)
		fprintf(stderr, "referee: %s is now called %s; write `referee %s`\n", shown,
			renamed->name, renamed->name);
	else if (near.best != NULL)
		fprintf(stderr, "referee: there is no command \"%s\"; did you mean \"%s\"?\n",
			shown, near.best);
	else
		fprintf(stderr, "referee: there is no command \"%s\"; `referee help` lists them\n",
			shown);
	free(shown);
	return EXIT_USAGE;
}
