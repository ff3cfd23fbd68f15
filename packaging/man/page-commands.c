/*
 * page-commands.c - referee(1) and the page of each command, from the rows of their help.
 */
#include "packaging/man/pages.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

char *page_name(const struct command *command)
{
	char *name = memory_print("referee-%s", command->name);
	for (char *c = name; *c != '\0'; c++)
		*c = *c == ' ' ? '-' : *c;
	return name;
}

/* --- a command ------------------------------------------------------------------------------ */

static void page_command_synopsis(struct mdoc *m, const struct command *command)
{
	char *words, *program = memory_print("referee %s", command->name);
	size_t size;
	FILE *out = memory_open(&words, &size);
	options_print_usage(&command->options, "", out);
	memory_close(out);
	words[strcspn(words, "\n")] = '\0';
	mdoc_section(m, "Synopsis");
	mdoc_use(m, program, words);
	free(program);
	free(words);
}

static void page_command_arguments(struct mdoc *m, const struct command *command)
{
	bool any = false;
	for (const struct option_argument *a = command->options.arguments; a->kind != ARGUMENT_NONE;
		a++) {
		if (a->help == NULL)
			continue;
		if (!any) {
			mdoc_part(m, "Arguments");
			mdoc_list(m, true);
		}
		any = true;
		mdoc_entry(m, a->name, a->help);
	}
	if (any)
		mdoc_list_end(m);
}

/* An option, or a word of the tournament's file. */
static void page_command_option(
	struct mdoc *m, const struct option_group *group, const struct option_row *row)
{
	char *help = option_help(row);
	if (group->words) {
		char *tag = memory_print("`%s`%s%s", row->name,
			row->value == NULL ? ""
			: group->verbs	   ? " "
					   : " = ",
			row->value != NULL ? row->value : "");
		mdoc_item(m, tag);
		free(tag);
	} else {
		mdoc_option(m, row->letter, row->name, row->value, row->bare != NULL);
	}
	mdoc_text(m, help);
	free(help);
}

static void page_command_group(struct mdoc *m, const struct option_group *group)
{
	struct option_row row;
	mdoc_part(m, group->title != NULL ? group->title : "Options");
	if (group->brief != NULL) {
		mdoc_paragraphs(m, group->brief);
		return;
	}
	mdoc_list(m, true);
	for (size_t i = 0; option_group_row(group, i, &row); i++)
		if (row.help != NULL)
			page_command_option(m, group, &row);
	mdoc_list_end(m);
}

void page_of_command(struct mdoc *m, const struct command *command)
{
	char *summary = memory_print("%s.", command->summary);
	page_command_synopsis(m, command);
	mdoc_section(m, "Description");
	mdoc_paragraphs(m, summary);
	if (command->about != NULL)
		mdoc_paragraphs(m, command->about);
	page_command_arguments(m, command);
	for (const struct option_group *g = command->options.groups; !option_group_ends(g); g++)
		page_command_group(m, g);
	if (command->notes != NULL) {
		mdoc_section(m, "Notes");
		mdoc_paragraphs(m, command->notes);
	}
	mdoc_section(m, "Exit status");
	mdoc_paragraphs(m, "0 if the command did its work. referee(1) lists the other statuses.");
	if (command->examples != NULL) {
		mdoc_section(m, "Examples");
		mdoc_examples(m, command->examples);
	}
	free(summary);
}

/* --- referee(1) ----------------------------------------------------------------------------- */

static void page_referee_commands(struct mdoc *m)
{
	mdoc_section(m, "Commands");
	for (int group = 0; group < COMMAND_GROUPS; group++) {
		mdoc_part(m, command_group_titles[group]);
		mdoc_list(m, true);
		for (const struct command *const *c = all_commands; *c != NULL; c++) {
			if ((int)(*c)->group != group)
				continue;
			char *page = page_name(*c), *tag = memory_print("`%s`", (*c)->name);
			char *summary = memory_print("%s.", (*c)->summary);
			mdoc_entry(m, tag, summary);
			free(summary);
			mdoc_reference(m, page, 1, true);
			free(page);
			free(tag);
		}
		mdoc_list_end(m);
	}
}

static void page_referee_list(struct mdoc *m, const struct command_line *lines)
{
	mdoc_list(m, true);
	for (; lines->name != NULL; lines++)
		mdoc_entry(m, lines->name, lines->help);
	mdoc_list_end(m);
}

static void page_referee_lines(struct mdoc *m, const char *title, const struct command_line *lines)
{
	mdoc_section(m, title);
	page_referee_list(m, lines);
}

/* It has no options for people. */
void page_of_broker(struct mdoc *m)
{
	mdoc_section(m, "Description");
	mdoc_paragraphs(m,
		"The referee starts this program where it needs a NATS server: with the setting "
		"broker of a tournament, for `referee worker run --broker` and for `referee check --broker`. "
		"It is not started by hand. They need it beside `referee`, or in PATH.");
}

void page_of_referee(struct mdoc *m)
{
	mdoc_section(m, "Synopsis");
	mdoc_use(m, "referee", "COMMAND [OPTIONS]");
	mdoc_use(m, "referee", "help [--all | COMMAND]");
	mdoc_use(m, "referee", "version");
	mdoc_section(m, "Description");
	mdoc_paragraphs(m, command_about);
	mdoc_paragraphs(m,
		"Each command has its page, which says the same as `referee help COMMAND`. "
		"Data goes to stdout; progress and messages go to stderr.");
	page_referee_commands(m);
	page_referee_lines(m, "Environment", command_environment);
	page_referee_lines(m, "Files", command_files);
	mdoc_part(m, "Of the packages");
	page_referee_list(m, command_package_files);
	page_referee_lines(m, "Exit status", command_statuses);
}
