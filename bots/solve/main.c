/*
 * main.c - referee-solve: finds the subcommand, reads its arguments and runs it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "bots/complete.h"
#include "bots/solve/solve.h"
#include "base/version.h"
#include "bots/help.h"

static void main_help_options(const struct solve *solve)
{
	char name[64];
	for (const struct solve_flag *row = solve->flags; row->name != NULL; row++) {
		snprintf(name, sizeof name, "--%s %s", row->name,
			row->value != NULL ? row->value : "");
		help_row(name, row->help);
	}
}

static int main_help_of(const struct solve *solve)
{
	printf("usage: referee-solve %s %s\n", solve->name, solve->usage);
	help_paragraphs(solve->summary);
	if (solve->flags->name != NULL)
		help_title("Options");
	main_help_options(solve);
	return SOLVE_DONE;
}

static int main_help(void)
{
	char name[64];
	help_begin(&help_of_solve);
	help_title("Commands and their options");
	for (int i = 0; all_solves[i] != NULL; i++) {
		snprintf(name, sizeof name, "%s %s", all_solves[i]->name, all_solves[i]->usage);
		help_row(name, all_solves[i]->summary);
		main_help_options(all_solves[i]);
	}
	help_end(&help_of_solve);
	return SOLVE_DONE;
}

static const struct solve *main_find(const char *name)
{
	for (int i = 0; all_solves[i] != NULL; i++)
		if (strcmp(all_solves[i]->name, name) == 0)
			return all_solves[i];
	return NULL;
}

/* Lists the subcommands, and the nearest to the given name. */
static int main_refuse(const char *name)
{
	char why[SOLVE_WHY];
	struct did_you_mean near = did_you_mean_to(name);

	for (int i = 0; all_solves[i] != NULL; i++)
		did_you_mean_offer(&near, all_solves[i]->name);
	did_you_mean_offer(&near, "--help");
	did_you_mean_offer(&near, "--version");
	snprintf(why, sizeof why, "there is no command \"%.60s\"; %s%s%s", name,
		near.best != NULL ? "did you mean \"" : "--help lists them",
		near.best != NULL ? near.best : "", near.best != NULL ? "\"?" : "");
	return solve_fail(SOLVE_USAGE, why);
}

static int main_run(int argc, char **argv)
{
	struct error err;
	struct solve_call call;

	signal(SIGXFSZ, SIG_IGN); /* a limit on file size must be an error that can be reported */
	if (complete_asked(argc, argv, complete_solve))
		return SOLVE_DONE;
	if (argc < 2)
		return solve_fail(
			SOLVE_USAGE, "a command is missing; referee-solve --help lists them");
	if (strcmp(argv[1], "--help") == 0)
		return main_help();
	if (strcmp(argv[1], "--version") == 0 && argc == 2) {
		version_print("referee-solve");
		return SOLVE_DONE;
	}
	const struct solve *solve = main_find(argv[1]);
	if (solve == NULL)
		return main_refuse(argv[1]);
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], "--help") == 0)
			return main_help_of(solve);
	if (!solve_read_call(solve, (const char *const *)(argv + 2), &call, &err))
		return solve_fail(SOLVE_USAGE, err.text);
	return solve->run(&call);
}

int main(int argc, char **argv)
{
	int status = main_run(argc, argv);
	if ((fflush(stdout) != 0 || ferror(stdout)) && status == SOLVE_DONE)
		return solve_fail(SOLVE_FAULT, "stdout cannot be written");
	return status;
}
