/*
 * complete-solve.c - completes the words of referee-solve.
 */
#include <stdio.h>
#include <string.h>

#include "bots/complete.h"
#include "bots/help.h"
#include "bots/solve/solve.h"

enum { COMPLETE_SOLVE_TEXT = 32 };

static bool complete_solve_flag(void *arg, size_t number, struct complete_flag *flag)
{
	const struct solve *solve = arg;
	size_t at = 0;
	while (solve->flags[at].name != NULL && at < number)
		at++;
	const struct solve_flag *row = &solve->flags[at];
	*flag = row->name != NULL
			? (struct complete_flag){.name = row->name,
				  .value = row->value,
				  .help = row->help,
				  .repeatable = row->repeats}
			: (struct complete_flag){.name = "help", .help = "print the help"};
	return at == number;
}

static void complete_solve_value(const struct complete_line *line, const struct complete_flag *flag,
	const struct candidates *c)
{
	complete_shape(flag->value, complete_argument(line, 0), c);
}

/* The word of the usage with this number: GAME or FILE. */
static void complete_solve_argument(
	const struct complete_line *line, int number, const struct candidates *c)
{
	const struct solve *solve = line->arg;
	char word[COMPLETE_SOLVE_TEXT];
	const char *usage = solve->usage;
	if (number >= solve->words_most)
		return;
	for (; number > 0; number--)
		usage += strcspn(usage, " ") + 1;
	snprintf(word, sizeof word, "%.*s", (int)strcspn(usage, " "), usage);
	complete_shape(word, NULL, c);
}

void complete_solve(const char *const *words, int count, const struct candidates *c)
{
	static const struct complete_rows rows = {
		.flag = complete_solve_flag,
		.value = complete_solve_value,
		.argument = complete_solve_argument,
	};
	for (int i = 0; all_solves[i] != NULL; i++) {
		const struct complete_line line = {
			words + 1, count - 1, &rows, (void *)all_solves[i]};
		if (count == 1)
			candidates_offer(c, all_solves[i]->name, all_solves[i]->summary);
		else if (strcmp(words[0], all_solves[i]->name) == 0)
			complete_line(&line, c);
	}
	for (const struct help_line *row = help_of_solve.common; count == 1 && row->name != NULL;
		row++)
		if (*c->typed == '-')
			candidates_offer(c, row->name, row->help);
}
