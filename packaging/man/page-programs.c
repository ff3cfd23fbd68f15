/*
 * page-programs.c - referee-bot(1), referee-solve(1) and referee-adapt(1), from the rows of their
 * help.
 */
#include "packaging/man/pages.h"

#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter-options.h"
#include "bots/arguments.h"
#include "bots/eval/evaluation.h"
#include "bots/help.h"
#include "bots/search/search.h"
#include "bots/settings.h"
#include "bots/solve/solve.h"
#include "base/memory.h"

enum { PAGE_HELP = 512 };

static void page_program_begin(struct mdoc *m, const struct help *help)
{
	char *summary = memory_print("%s.", help->summary);
	mdoc_section(m, "Synopsis");
	for (const char *const *usage = help->usages; *usage != NULL; usage++)
		mdoc_use(m, help->name, *usage);
	mdoc_section(m, "Description");
	mdoc_paragraphs(m, summary);
	mdoc_paragraphs(m, help->about);
	free(summary);
}

static void page_program_lines(struct mdoc *m, const struct help_line *lines, bool options)
{
	mdoc_list(m, true);
	for (; lines->name != NULL; lines++) {
		if (options)
			mdoc_option(m, '\0', lines->name + strlen("--"), NULL, false);
		else
			mdoc_item(m, lines->name);
		mdoc_text(m, lines->help);
	}
	mdoc_list_end(m);
}

static void page_program_end(struct mdoc *m, const struct help *help)
{
	if (help->common != NULL) {
		mdoc_section(m, "Options of every form");
		page_program_lines(m, help->common, true);
	}
	if (help->notes != NULL) {
		mdoc_section(m, "Notes");
		mdoc_paragraphs(m, help->notes);
	}
	mdoc_section(m, "Exit status");
	page_program_lines(m, help->statuses, false);
	mdoc_section(m, "Examples");
	mdoc_examples(m, help->examples);
}

/* --- referee-bot ---------------------------------------------------------------------------- */

static void page_bot_options(struct mdoc *m)
{
	char help[PAGE_HELP];
	mdoc_part(m, settings_title);
	mdoc_list(m, true);
	for (const struct setting *row = all_settings; row->flag != NULL; row++) {
		mdoc_option(m, '\0', row->flag, setting_value(row), false);
		mdoc_text(m, setting_help(row, help, sizeof help));
	}
	mdoc_list_end(m);
	mdoc_part(m, "Other options");
	mdoc_list(m, true);
	for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++) {
		mdoc_option(m, '\0', row->flag, row->value, false);
		mdoc_text(m, row->help);
	}
	mdoc_list_end(m);
}

static void page_bot_names(struct mdoc *m)
{
	mdoc_section(m, "Searches");
	mdoc_list(m, true);
	for (int i = 0; all_searches[i] != NULL; i++)
		mdoc_entry(m, all_searches[i]->name, all_searches[i]->help);
	mdoc_list_end(m);
	mdoc_section(m, "Evaluations");
	mdoc_paragraphs(m, "The best one of each game is first.");
	for (int i = 0; all_rules[i] != NULL; i++) {
		mdoc_part(m, all_rules[i]->name);
		mdoc_list(m, true);
		for (int k = 0; all_evaluations[k] != NULL; k++) {
			if (!evaluation_fits(all_evaluations[k], all_rules[i]))
				continue;
			mdoc_entry(m, all_evaluations[k]->name, all_evaluations[k]->help);
		}
		mdoc_list_end(m);
	}
}

void page_of_bot(struct mdoc *m)
{
	page_program_begin(m, &help_of_bot);
	page_bot_options(m);
	page_bot_names(m);
	page_program_end(m, &help_of_bot);
}

/* --- referee-solve -------------------------------------------------------------------------- */

static void page_solve_command(struct mdoc *m, const struct solve *solve)
{
	char *program = memory_print("referee-solve %s", solve->name);
	mdoc_part(m, solve->name);
	mdoc_line(m, program, solve->usage);
	mdoc_paragraphs(m, solve->summary);
	free(program);
	if (solve->flags->name != NULL) {
		mdoc_list(m, true);
		for (const struct solve_flag *row = solve->flags; row->name != NULL; row++) {
			mdoc_option(m, '\0', row->name, row->value, false);
			mdoc_text(m, row->help);
		}
		mdoc_list_end(m);
	}
}

void page_of_solve(struct mdoc *m)
{
	page_program_begin(m, &help_of_solve);
	mdoc_section(m, "Commands");
	for (int i = 0; all_solves[i] != NULL; i++)
		page_solve_command(m, all_solves[i]);
	page_program_end(m, &help_of_solve);
}

/* --- referee-adapt -------------------------------------------------------------------------- */

static void page_adapt_kind(struct mdoc *m, const struct adapter *kind)
{
	char *program = memory_print("referee-adapt %s [OPTIONS] --", kind->name);
	char *games = memory_print("Games: %s", kind->games != NULL ? kind->games : "all");
	mdoc_part(m, kind->name);
	mdoc_line(m, program, kind->usage);
	mdoc_paragraphs(m, kind->summary);
	mdoc_paragraphs(m, games);
	mdoc_list(m, true);
	for (const struct adapter_option *o = all_adapter_options; o->name != NULL; o++)
		if (adapter_has(kind, o->name)) {
			mdoc_option(m, '\0', o->name, o->shape, false);
			mdoc_text(m, o->help);
		}
	mdoc_list_end(m);
	free(games);
	free(program);
}

void page_of_adapt(struct mdoc *m)
{
	page_program_begin(m, &help_of_adapt);
	mdoc_section(m, "Kinds");
	for (int i = 0; all_adapters[i] != NULL; i++)
		page_adapt_kind(m, all_adapters[i]);
	page_program_end(m, &help_of_adapt);
}
