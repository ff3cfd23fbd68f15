/*
 * adapter-options.c - the table of the options of all adapters, and how they are read.
 */
#include "bots/adapters/adapter-options.h"

#include <regex.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/rows.h"
#include "base/did-you-mean.h"

static const char *const adapter_fallbacks[] = {"middle", "first", "random", NULL};
static const char *const adapter_sites[] = {"theaigames", "riddles", NULL};
static const char *const adapter_restarts[] = {"never", "game", "move", NULL};

const struct adapter_option all_adapter_options[] = {
#define FIELD(field) .offset = offsetof(struct adapter_options, field)
	{"function", "NAME", "call this function; default: agent, my_agent, else the file's last",
		FIELD(function)},
	{"base", "0|1", "count columns, rows and cells from 0 or from 1", VALUE_NUMBER, FIELD(base),
		.max = 1},
	{"move", "PATTERN",
		"write moves in this form: {c} {C} column letter, {d} its number, {r} {t} row from below or above, {R} {r} from 1, {i} cell, {m} as the referee does, {from} {to}",
		FIELD(move)},
	{"pass", "TEXT",
		"write a pass as this text; empty: write nothing, for programs that detect a forced pass themselves",
		FIELD(pass)},
	{"cells", "LETTERS",
		"draw a free cell, then the stones of seat 1, 2, ... with these letters",
		FIELD(cells), .min = 3, .max = SEATS_MAX + 1},
	{"mine", "LETTER", "draw the program's own stones with this letter in every seat",
		FIELD(mine), .min = 1, .max = 1},
	{"restart", "never|game|move",
		"start the program anew: never, for each game, for each move", VALUE_WORD,
		FIELD(restart), .words = adapter_restarts},
	{"gap", "TEXT", "put this between two cells of a row", FIELD(gap)},
	{"first", "LINES",
		"send these lines, separated by commas, to a program in seat 1 before its first move",
		FIELD(first)},
	{"second", "LINES", "send these lines to a program in another seat", FIELD(second)},
	{"turn", "LINE",
		"send this line before each of its moves; {seat} and {stone} are filled in",
		FIELD(turn)},
	{"site", "theaigames|riddles", "write as this site did", VALUE_WORD, FIELD(site),
		.words = adapter_sites},
	{"ask", "REGEX", "wait for this prompt before the other's move is typed", VALUE_REGEX,
		FIELD(ask)},
	{"answer", "REGEX",
		"find the program's move by this expression; its first group is the move",
		VALUE_REGEX, FIELD(answer)},
	{"row", "REGEX",
		"read lines of this form as rows of its board; the first group is the cells",
		VALUE_REGEX, FIELD(row)},
	{"set", "NAME=VALUE", "set an option of the engine; may be repeated", VALUE_PAIRS},
	{"until", "PART", "play the fallback after this part of the move's time, as in 0.8",
		VALUE_PART, FIELD(until)},
	{"fallback", "middle|first|random",
		"play this legal move when the time of --until has passed", VALUE_WORD,
		FIELD(fallback), .words = adapter_fallbacks},
	{"seat", "N", "play seat N alone; the referee seats it nowhere else", VALUE_NUMBER,
		FIELD(seat), .min = 1, .max = SEATS_MAX},
	{"name", "NAME", "introduce the program by this name", FIELD(name)},
	{NULL},
#undef FIELD
};

bool adapter_has(const struct adapter *kind, const char *option)
{
	size_t length = strlen(option);
	for (const char *at = kind->options; at != NULL; at = strchr(at, ' ')) {
		at += *at == ' ';
		if (strncmp(at, option, length) == 0 && (at[length] == ' ' || at[length] == '\0'))
			return true;
	}
	return false;
}

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

const struct adapter *adapter_find(const char *name, struct error *err)
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
static int adapter_option_read(const struct adapter *kind, struct adapter_options *options,
	const char *const *words, struct error *err)
{
	char name[NOTATION_TEXT];
	const char *flag = words[0] + 2, *value = strchr(flag, '=');
	struct did_you_mean near = did_you_mean_to(name);
	snprintf(name, sizeof name, "%.*s", value != NULL ? (int)(value - flag) : 60, flag);
	for (const struct adapter_option *o = all_adapter_options; o->name != NULL; o++) {
		if (!adapter_has(kind, o->name))
			continue;
		did_you_mean_offer(&near, o->name);
		if (strcmp(o->name, name) != 0)
			continue;
		int used = value == NULL ? 2 : 1;
		value = value == NULL ? words[1] : value + 1;
		if (value == NULL)
			return error_set(
				err, "--%s: its value is missing; it is %s", name, o->shape);
		if (!adapter_take(o, options, value, err))
			return error_prefix(err, "--%s: ", name);
		return used;
	}
	return error_set(err, "--%s: %s has no such option; %s%s", name, kind->name,
		near.best != NULL ? "did you mean --" : "see --help",
		near.best != NULL ? near.best : "");
}

const char *const *adapter_read_words(const struct adapter *kind, struct adapter_options *options,
	const char *const *words, struct error *err)
{
	while (*words != NULL && strcmp(*words, "--") != 0) {
		int used = 0;
		if (strncmp(*words, "--", 2) == 0)
			used = adapter_option_read(kind, options, words, err);
		else
			error_set(
				err, "\"%.60s\": the program's command stands behind `--`", *words);
		if (used == 0)
			return NULL;
		words += used;
	}
	if (*words != NULL && words[1] != NULL)
		return words + 1;
	error_set(err, "no command; referee-adapt %s [OPTIONS] -- %s", kind->name, kind->usage);
	return NULL;
}
