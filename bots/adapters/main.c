/*
 * main.c - referee-adapt KIND [options] -- COMMAND: plays with a program of another protocol.
 */
#include <regex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter.h"
#include "bots/adapters/rows.h"
#include "version/version.h"
#include "protocol/did-you-mean.h"

enum { ADAPTER_USAGE = 2 };

/* The kinds of an option's value. */
enum adapter_value { VALUE_TEXT, VALUE_REGEX, VALUE_NUMBER, VALUE_WORD, VALUE_PART, VALUE_PAIRS };

static const char *const adapter_fallbacks[] = {"middle", "first", "random", NULL};
static const char *const adapter_sites[] = {"theaigames", "riddles", NULL};
static const char *const adapter_restarts[] = {"never", "game", "move", NULL};

/* Every option; a kind's row names those that it has. */
static const struct adapter_option {
	const char *name, *shape, *help;
	enum adapter_value value;
	size_t offset;		  /* of its field */
	int min, max;		  /* of a number, or of a text's length; max 0: any */
	const char *const *words; /* of VALUE_WORD, ended by NULL: an enum's, in its order */
} adapter_options[] = {
#define FIELD(field) .offset = offsetof(struct adapter_options, field)
	{"function", "NAME", "Use this function (default: agent, my_agent, the file's last)",
		FIELD(function)},
	{"base", "0|1", "Count columns, rows and cells from 0 or from 1", VALUE_NUMBER, FIELD(base),
		.max = 1},
	{"move", "PATTERN",
		"Write moves so: {c} {C} column letter, {d} its number, {r} {t} row from below or above, {R} {r} from 1, {i} cell, {m} as the referee does, {from} {to}",
		FIELD(move)},
	{"cells", "LETTERS",
		"Draw a free cell, then the stones of seat 1, 2, ... with these letters",
		FIELD(cells), .min = 3, .max = SEATS_MAX + 1},
	{"mine", "LETTER", "Draw the program's own stones with this letter in every seat",
		FIELD(mine), .min = 1, .max = 1},
	{"restart", "never|game|move",
		"Start the program anew: never, for each game, for each move", VALUE_WORD,
		FIELD(restart), .words = adapter_restarts},
	{"gap", "TEXT", "Put this between two cells of a row", FIELD(gap)},
	{"first", "LINES",
		"Send these lines, separated by commas, to a program in seat 1 before its first move",
		FIELD(first)},
	{"second", "LINES", "Send these lines to a program in another seat", FIELD(second)},
	{"turn", "LINE",
		"Send this line before each of its moves; {seat} and {stone} are filled in",
		FIELD(turn)},
	{"site", "theaigames|riddles", "Write as this site did", VALUE_WORD, FIELD(site),
		.words = adapter_sites},
	{"ask", "REGEX", "Wait for this prompt before the other's move is typed", VALUE_REGEX,
		FIELD(ask)},
	{"answer", "REGEX", "Find the program's move so; the first group is the move", VALUE_REGEX,
		FIELD(answer)},
	{"row", "REGEX",
		"Read lines of this form as rows of its board; the first group is the cells",
		VALUE_REGEX, FIELD(row)},
	{"set", "NAME=VALUE", "Set an option of the engine; may be repeated", VALUE_PAIRS},
	{"until", "PART", "Play the fallback after this part of the move's time, as in 0.8",
		VALUE_PART, FIELD(until)},
	{"fallback", "middle|first|random",
		"Play this legal move when the time of --until has passed", VALUE_WORD,
		FIELD(fallback), .words = adapter_fallbacks},
	{"seat", "N", "Play seat N alone; the referee seats it nowhere else", VALUE_NUMBER,
		FIELD(seat), .min = 1, .max = SEATS_MAX},
	{"name", "NAME", "Introduce the program by this name", FIELD(name)},
#undef FIELD
};

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

enum { ADAPTER_OPTIONS = sizeof adapter_options / sizeof *adapter_options };

static bool adapter_has(const struct adapter *kind, const char *option)
{
	size_t length = strlen(option);
	for (const char *at = kind->options; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strncmp(at, option, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

static void adapter_help(const struct adapter *kind)
{
	printf("usage: referee-adapt %s [options] -- %s\n\n%s.\n", kind->name, kind->usage,
		kind->summary);
	printf("Games: %s\n\nOptions:\n", kind->games != NULL ? kind->games : "all");
	for (int i = 0; i < ADAPTER_OPTIONS; i++) {
		const struct adapter_option *o = &adapter_options[i];
		if (adapter_has(kind, o->name))
			printf("  --%s %s\n        %s\n", o->name, o->shape, o->help);
	}
}

static void adapter_help_all(FILE *out)
{
	fputs("usage: referee-adapt KIND [options] -- COMMAND\n\n"
	      "Plays with a program that speaks another protocol. Kinds:\n",
		out);
	for (int i = 0; all_adapters[i] != NULL; i++)
		fprintf(out, "  %-10s %s\n", all_adapters[i]->name, all_adapters[i]->summary);
	fputs("\nreferee-adapt KIND --help lists the options of a kind.\n", out);
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
	for (int i = 0; i < ADAPTER_OPTIONS; i++) {
		const struct adapter_option *o = &adapter_options[i];
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
		return error_set(err, "no command; referee-adapt %s [options] -- %s", a->kind->name,
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
	if (argc < 2 || strcmp(argv[1], "--help") == 0) {
		adapter_help_all(argc < 2 ? stderr : stdout);
		return argc < 2 ? ADAPTER_USAGE : EXIT_SUCCESS;
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
