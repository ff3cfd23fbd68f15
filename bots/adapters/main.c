/*
 * main.c - referee-adapt KIND [OPTIONS] -- COMMAND: plays with a program of another protocol.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter-options.h"
#include "bots/adapters/adapter.h"
#include "base/version.h"
#include "bots/complete.h"
#include "bots/help.h"

enum { ADAPTER_USAGE = 2, ADAPTER_FAULT = 70 };

static void adapter_help(const struct adapter *kind)
{
	char name[NOTATION_TEXT];
	printf("usage: referee-adapt %s [OPTIONS] -- %s\n\n%s\n", kind->name, kind->usage,
		kind->summary);
	printf("Games: %s\n", kind->games != NULL ? kind->games : "all");
	help_title("Options");
	for (const struct adapter_option *o = all_adapter_options; o->name != NULL; o++)
		if (adapter_has(kind, o->name)) {
			snprintf(name, sizeof name, "--%s %s", o->name, o->shape);
			help_row(name, o->help);
		}
}

static void adapter_help_all(void)
{
	help_begin(&help_of_adapt);
	help_title("Kinds");
	for (int i = 0; all_adapters[i] != NULL; i++)
		help_row(all_adapters[i]->name, all_adapters[i]->summary);
	help_paragraphs("`referee-adapt KIND --help` lists the options of a kind.");
	help_end(&help_of_adapt);
}

static int adapter_refuse(const char *what)
{
	fprintf(stderr, "referee-adapt: %s\n", what);
	return ADAPTER_USAGE;
}

/* The exit status of a program that has printed what it was asked for. */
static int main_printed(void)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return EXIT_SUCCESS;
	fputs("referee-adapt: stdout cannot be written\n", stderr);
	return ADAPTER_FAULT;
}

static int main_version(void)
{
	char features[FEATURE_LIST];
	version_print("referee-adapt");
	version_print_line("protocols", "UGI with %s", feature_list(features));
	return main_printed();
}

int main(int argc, char **argv)
{
	static struct adapter_run run;
	struct error err;
	if (complete_asked(argc, argv, complete_adapt))
		return EXIT_SUCCESS;
	if (argc < 2)
		return adapter_refuse("a kind is missing; referee-adapt --help lists them");
	if (strcmp(argv[1], "--help") == 0) {
		adapter_help_all();
		return main_printed();
	}
	if (strcmp(argv[1], "--version") == 0 && argc == 2)
		return main_version();
	run.kind = adapter_find(argv[1], &err);
	if (run.kind == NULL)
		return adapter_refuse(err.text);
	if (argc > 2 && strcmp(argv[2], "--help") == 0) {
		adapter_help(run.kind);
		return main_printed();
	}
	run.options = run.kind->preset;
	run.command =
		adapter_read_words(run.kind, &run.options, (const char *const *)argv + 2, &err);
	if (run.command == NULL)
		return adapter_refuse(err.text);
	return adapter_run(&run);
}
