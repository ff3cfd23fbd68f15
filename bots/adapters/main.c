/*
 * main.c - referee-adapt KIND [OPTIONS] -- COMMAND: plays with a program of another protocol.
 */
#include <regex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter-options.h"
#include "bots/adapters/adapter.h"
#include "bots/adapters/rows.h"
#include "bots/complete.h"
#include "bots/help.h"
#include "version/version.h"
#include "protocol/did-you-mean.h"

enum { ADAPTER_USAGE = 2 };

static bool adapter_take_text(
	const struct adapter_option *o, const char **field, const char *text, struct error *err)
{
	int length = rows_letters(text);
	if (o->max > 0 && (length < o->min || length > o->max))
		return error_set(err, "\"%.40s\" has %d letters; it has %d to %d", text, length,
			o->min, o->max);
	*field = text;
	return true;
}

static bool adapter_take_regex(const char **field, const char *text, struct error *err)
{
	regex_t compiled;
	char wrong[128];
	int error = regcomp(&compiled, text, REG_EXTENDED);
	if (error != 0) {
		regerror(error, &compiled, wrong, sizeof wrong);
		return error_set(err, "\"%.60s\" is no regular expression: %s", text, wrong);
	}
	regfree(&compiled);
	*field = text;
	return true;
}

static bool adapter_take_number(
	const struct adapter_option *o, int *field, const char *text, struct error *err)
{
	char *end;
	long number = strtol(text, &end, 10);
	if (end == text || *end != '\0' || number < o->min || number > o->max)
		return error_set(
			err, "\"%.40s\"; it is a number from %d to %d", text, o->min, o->max);
	*field = (int)number;
	return true;
}

static bool adapter_take_word(
	const struct adapter_option *o, int *field, const char *text, struct error *err)
{
	for (int i = 0; o->words[i] != NULL; i++)
		if (strcmp(o->words[i], text) == 0) {
			*field = i;
			return true;
		}
	return error_set(err, "\"%.40s\"; it is %s", text, o->shape);
}

static bool adapter_take_part(double *field, const char *text, struct error *err)
{
	char *end;
	*field = strtod(text, &end);
	if (end == text || *end != '\0' || !(*field > 0 && *field <= 1))
		return error_set(
			err, "\"%.40s\"; it is a part of the move's time, as in 0.8", text);
	return true;
}

static bool adapter_take_pair(struct adapter_options *options, const char *text, struct error *err)
{
	if (strchr(text, '=') == NULL || *text == '=')
		return error_set(err, "\"%.40s\"; it is NAME=VALUE", text);
	if (options->set_count == ADAPTER_WORDS)
		return error_set(err, "more than %d options", ADAPTER_WORDS);
	options->set[options->set_count++] = text;
	return true;
}

static bool adapter_take(const struct adapter_option *o, struct adapter_options *options,
	const char *text, struct error *err)
{
	void *field = (char *)options + o->offset;
	switch (o->value) {
	case VALUE_TEXT:
		return adapter_take_text(o, field, text, err);
	case VALUE_REGEX:
		return adapter_take_regex(field, text, err);
	case VALUE_NUMBER:
		return adapter_take_number(o, field, text, err);
	case VALUE_WORD:
		return adapter_take_word(o, field, text, err);
	case VALUE_PART:
		return adapter_take_part(field, text, err);
	case VALUE_PAIRS:
		return adapter_take_pair(options, text, err);
	}
	return false;
}

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

static const struct adapter *adapter_find(const char *name, struct error *err)
{
	struct did_you_mean near = did_you_mean_to(name);
	for (int i = 0; all_adapters[i] != NULL; i++) {
		if (strcmp(all_adapters[i]->name, name) == 0)
			return all_adapters[i];
		did_you_mean_offer(&near, all_adapters[i]->name);
	}
	error_set(err, "no kind \"%.40s\"; %s%s", name,
		near.best != NULL ? "did you mean " : "see referee-adapt --help",
		near.best != NULL ? near.best : "");
	return NULL;
}

/* Reads one option, `--NAME VALUE` or `--NAME=VALUE`. Returns the words it takes; 0: wrong. */
static int adapter_option_read(struct adapter_run *a, char **words, struct error *err)
{
	char name[NOTATION_TEXT];
	const char *flag = words[0] + 2, *value = strchr(flag, '=');
	struct did_you_mean near = did_you_mean_to(name);
	snprintf(name, sizeof name, "%.*s", value != NULL ? (int)(value - flag) : 60, flag);
	for (const struct adapter_option *o = all_adapter_options; o->name != NULL; o++) {
		if (!adapter_has(a->kind, o->name))
			continue;
		did_you_mean_offer(&near, o->name);
		if (strcmp(o->name, name) != 0)
			continue;
		int used = value == NULL ? 2 : 1;
		value = value == NULL ? words[1] : value + 1;
		if (value == NULL)
			return error_set(
				err, "--%s: its value is missing; it is %s", name, o->shape);
		if (!adapter_take(o, &a->options, value, err))
			return error_prefix(err, "--%s: ", name);
		return used;
	}
	return error_set(err, "--%s: %s has no such option; %s%s", name, a->kind->name,
		near.best != NULL ? "did you mean --" : "see --help",
		near.best != NULL ? near.best : "");
}

static bool adapter_read_words(struct adapter_run *a, char **words, struct error *err)
{
	while (*words != NULL && strcmp(*words, "--") != 0) {
		if (strncmp(*words, "--", 2) != 0)
			return error_set(
				err, "\"%.60s\": the program's command stands behind `--`", *words);
		int used = adapter_option_read(a, words, err);
		if (used == 0)
			return false;
		words += used;
	}
	if (*words == NULL || words[1] == NULL)
		return error_set(err, "no command; referee-adapt %s [OPTIONS] -- %s", a->kind->name,
			a->kind->usage);
	a->command = (const char *const *)words + 1;
	return true;
}

static int main_version(void)
{
	char features[FEATURE_LIST];
	version_print("referee-adapt");
	version_print_line("protocols", "UGI with %s", feature_list(features));
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
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
		return EXIT_SUCCESS;
	}
	if (strcmp(argv[1], "--version") == 0)
		return main_version();
	run.kind = adapter_find(argv[1], &err);
	if (run.kind == NULL)
		return adapter_refuse(err.text);
	if (argc > 2 && strcmp(argv[2], "--help") == 0) {
		adapter_help(run.kind);
		return EXIT_SUCCESS;
	}
	run.options = run.kind->preset;
	if (!adapter_read_words(&run, argv + 2, &err))
		return adapter_refuse(err.text);
	return adapter_run(&run);
}
