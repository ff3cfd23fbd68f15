/*
 * The rows of help of the house programs: each begins with a verb, and each example is a use of
 * its program with a sentence before it.
 */
#include "bots/help.h"

#include <ctype.h>
#include <string.h>

#include "bots/adapters/adapter-options.h"
#include "bots/arguments.h"
#include "bots/settings.h"
#include "bots/solve/solve.h"
#include "tests/lib/suite.h"

/* The verbs that help begins with. A new one is added here, and then read twice. */
static const char verbs[] =
	" answer begin call choose compute count draw evaluate find introduce judge keep let list look "
	"measure order play print prove put read remember score search send set speak start take "
	"think try use visit wait weight write ";

static void check_row(const char *where, const char *name, const char *help)
{
	char word[32] = " ";
	size_t length = 1 + strcspn(help, " ");
	ck_assert_uint_lt(length + 2, sizeof word);
	memcpy(word + 1, help, length - 1);
	strcpy(word + length, " ");
	ck_assert_msg(strstr(verbs, word) != NULL, "%s %s: %s", where, name, help);
}

START_TEST(every_row_begins_with_a_verb)
	{
		for (const struct setting *row = all_settings; row->flag != NULL; row++)
			check_row("referee-bot", row->flag, row->help);
		for (const struct arguments_flag *row = all_arguments; row->flag != NULL; row++)
			check_row("referee-bot", row->flag, row->help);
		for (const struct adapter_option *row = all_adapter_options; row->name != NULL;
			row++)
			check_row("referee-adapt", row->name, row->help);
		for (int i = 0; all_adapters[i] != NULL; i++)
			check_row("referee-adapt", all_adapters[i]->name, all_adapters[i]->summary);
		for (int i = 0; all_solves[i] != NULL; i++) {
			check_row("referee-solve", all_solves[i]->name, all_solves[i]->summary);
			for (const struct solve_flag *row = all_solves[i]->flags; row->name != NULL;
				row++)
				check_row(all_solves[i]->name, row->name, row->help);
		}
	}
END_TEST

static const struct help *const programs[] = {&help_of_bot, &help_of_solve, &help_of_adapt};

START_TEST(each_program_has_its_statuses_and_examples_with_a_sentence)
	{
		const struct help *help = programs[_i];
		ck_assert_str_eq(help->statuses->name, "0");
		ck_assert(isupper((unsigned char)*help->summary));
		for (const char *const *e = help->examples; *e != NULL; e++)
			if (e == help->examples || **e == '#')
				ck_assert_msg(
					strncmp(*e, "# ", 2) == 0 && (*e)[strlen(*e) - 1] == '.',
					"%s", *e);
			else
				ck_assert_msg(strstr(*e, help->name) != NULL, "%s", *e);
	}
END_TEST

SUITE("bots/help", CASE(every_row_begins_with_a_verb),
	LOOP(each_program_has_its_statuses_and_examples_with_a_sentence,
		sizeof programs / sizeof *programs))
