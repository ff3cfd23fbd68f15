/*
 * options.c - parses command lines by rows.
 */
#include "base/options.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "base/memory.h"
#include "base/quantity.h"

enum {
	OPTIONS_ROWS = 256, /* rows of all groups together */
	OPTIONS_NAME = 64,
	OPTIONS_WHY = 256,
	OPTIONS_COLUMN = 24 /* column where help texts begin */
};

static const struct origin options_nowhere;

/* --- rows ----------------------------------------------------------------------------------- */

bool option_group_ends(const struct option_group *group)
{
	return group->rows == NULL && group->row == NULL;
}

bool option_group_row(const struct option_group *group, size_t number, struct option_row *row)
{
	if (group->row != NULL)
		return group->row(number, row);
	*row = group->rows[number];
	return row->name != NULL;
}

/* A row, as the command line uses it. */
struct options_found {
	struct option_row row;
	void *values; /* struct that row.at is an offset in */
	int number;   /* index among all rows */
};

/* State while a command line is read. */
struct options_reading {
	const struct options *o;
	void *values;
	int argc;
	char *const *argv;
	int next;		  /* index of the next word */
	bool given[OPTIONS_ROWS]; /* by row index */
	int arguments;		  /* arguments read so far */
	struct diagnostics *mistakes;
	int wrong; /* mistakes, including those that a row's reader reported */
};

/* Finds the row with this name or letter. */
static bool options_find(
	const struct options_reading *r, const char *name, char letter, struct options_found *found)
{
	int number = 0;
	for (const struct option_group *g = r->o->groups; !option_group_ends(g); g++) {
		for (size_t i = 0; option_group_row(g, i, &found->row); i++, number++) {
			assert(number < OPTIONS_ROWS);
			found->number = number;
			found->values = (char *)r->values + g->at;
			if (!g->words && (name != NULL ? strcmp(found->row.name, name) == 0
						       : found->row.letter == letter))
				return true;
		}
	}
	return false;
}

static void *options_place(const struct options_found *found)
{
	return (char *)found->values + found->row.at;
}

/* --- mistakes ------------------------------------------------------------------------------- */

static void options_wrong_value(
	struct options_reading *r, const struct option_row *row, const char *text, const char *why)
{
	char flag[OPTIONS_NAME + 2];
	snprintf(flag, sizeof flag, "--%s", row->name);
	r->wrong++;
	diagnostics_add_value(r->mistakes, (struct origin){flag, 0}, row->name, text, why);
}

/* A group's explanation of the option, or the option's name in an older version. */
static bool options_explain(const struct options *o, const char *flag, char *line, size_t size)
{
	struct option_row row;
	for (const struct option_group *g = o->groups; !option_group_ends(g); g++)
		for (size_t i = 0; option_group_row(g, i, &row); i++)
			if (!g->words && row.was != NULL && strncmp(flag, "--", 2) == 0 &&
				strcmp(row.was, flag + 2) == 0) {
				snprintf(line, size, "%s is now called --%s; write --%s", flag,
					row.name, row.name);
				return true;
			}
	for (const struct option_group *g = o->groups; !option_group_ends(g); g++)
		if (g->explain != NULL && g->explain(flag, line, size))
			return true;
	return false;
}

static const char *options_nearest(const struct options *o, const char *flag)
{
	struct option_row row;
	struct did_you_mean near = did_you_mean_to(flag + strspn(flag, "-"));
	for (const struct option_group *g = o->groups; !option_group_ends(g); g++)
		for (size_t i = 0; !g->words && option_group_row(g, i, &row); i++)
			did_you_mean_offer(&near, row.name);
	return near.best;
}

/* Reports the option and skips the words that may be its values. */
static void options_unknown(struct options_reading *r, const char *word)
{
	char *flag = memory_print("%.*s", (int)strcspn(word, "="), word), line[OPTIONS_WHY];
	const char *near = options_nearest(r->o, flag);
	r->wrong++;
	if (options_explain(r->o, flag, line, sizeof line))
		diagnostics_add(r->mistakes, options_nowhere, "%s", line);
	else if (near != NULL)
		diagnostics_add(r->mistakes, options_nowhere, "unknown flag %s; did you mean --%s?",
			flag, near);
	else
		diagnostics_add(r->mistakes, options_nowhere, "unknown flag %s; --help lists all",
			*flag != '\0' ? flag : word);
	free(flag);
	while (r->next < r->argc && r->argv[r->next][0] != '-')
		r->next++;
}

/* --- values --------------------------------------------------------------------------------- */

void option_list_add(struct option_list *list, const char *text)
{
	list->all = memory_resize(list->all, (size_t)list->count + 1, sizeof *list->all);
	list->all[list->count++] = text;
}

static bool options_read_number(
	const struct option_row *row, const char *text, int64_t *number, struct error *err)
{
	char *end;
	errno = 0;
	int64_t value = strtoll(text, &end, 10);
	bool begins = (*text >= '0' && *text <= '9') || (*text == '-' && text[1] >= '0');
	bool good = begins && *end == '\0' && errno == 0 && value >= row->min && value <= row->max;
	if (good)
		*number = value;
	else if (row->max == INT64_MAX)
		error_set(err, "a whole number from %" PRId64 " on is needed", row->min);
	else
		error_set(err, "a whole number from %" PRId64 " to %" PRId64 " is needed", row->min,
			row->max);
	return good;
}

static int options_choice(const struct option_row *row, const char *text)
{
	for (int i = 0; row->choices[i] != NULL; i++)
		if (strcmp(row->choices[i], text) == 0)
			return i;
	return -1;
}

static bool options_read_choice(
	const struct option_row *row, const char *text, int *choice, struct error *err)
{
	int found = options_choice(row, text), count = 0;
	if (found >= 0) {
		*choice = found;
		return true;
	}
	while (row->choices[count] != NULL)
		count++;
	error_clear(err);
	for (int i = 0; i < count; i++)
		error_append(err, "%s%s",
			i == 0		 ? "it is "
			: i == count - 1 ? " or "
					 : ", ",
			row->choices[i]);
	const char *near = did_you_mean(text, row->choices, count);
	return near != NULL ? error_append(err, "; did you mean %s?", near) : false;
}

static bool options_add_to_list(struct options_found *found, const char *text, struct error *err)
{
	struct option_list *list = options_place(found);
	if (found->row.max > 0 && list->count >= found->row.max)
		return error_set(err, "it is given more than %" PRId64 " times", found->row.max);
	option_list_add(list, text);
	return true;
}

/* Stores the value. Only a list may be given more than once. */
static bool options_store(
	struct options_reading *r, struct options_found *found, const char *text, struct error *err)
{
	const struct option_row *row = &found->row;
	bool repeated = r->given[found->number];
	r->given[found->number] = true;
	bool adds = row->kind == OPTION_LIST || (row->kind == OPTION_READ && row->max != 1);
	if (repeated && !adds)
		return error_set(err, "it is given twice; give it once");
	switch (row->kind) {
	case OPTION_TEXT:
		*(const char **)options_place(found) = text;
		return true;
	case OPTION_NUMBER:
		return options_read_number(row, text, options_place(found), err);
	case OPTION_TIME:
		return quantity_read_time_in(text, row->min, row->max, options_place(found), err);
	case OPTION_SIZE:
		return quantity_read_size_in(text, row->min, row->max, options_place(found), err);
	case OPTION_CHOICE:
		return options_read_choice(row, text, options_place(found), err);
	case OPTION_LIST:
		return options_add_to_list(found, text, err);
	case OPTION_READ:
		return row->read(row, found->values, text, err);
	case OPTION_SWITCH:
	case OPTION_CONSTANT:
		break;
	}
	return false;
}

bool option_can_be(const struct option_row *row, const char *text)
{
	return row->kind == OPTION_CHOICE ? options_choice(row, text) >= 0 : row->can(row, text);
}

/* --- words ---------------------------------------------------------------------------------- */

static void options_switch(struct options_reading *r, struct options_found *found, const char *text)
{
	r->given[found->number] = true;
	if (text != NULL)
		options_wrong_value(r, &found->row, text, "it takes no value");
	else if (found->row.kind == OPTION_SWITCH)
		*(bool *)options_place(found) = true;
	else
		*(int *)options_place(found) = (int)found->row.min;
}

/* An option with a value: text, or if NULL the next word. */
static void options_option(struct options_reading *r, struct options_found *found, const char *text)
{
	const struct option_row *row = &found->row;
	struct error err = {""};
	char line[OPTIONS_WHY];
	const char *next = r->next < r->argc ? r->argv[r->next] : NULL;
	if (row->kind == OPTION_SWITCH || row->kind == OPTION_CONSTANT) {
		options_switch(r, found, text);
		return;
	}
	if (text == NULL && row->bare != NULL && (next == NULL || !option_can_be(row, next)))
		text = row->bare;
	if (text == NULL && next != NULL) {
		text = next;
		r->next++;
	}
	if (text == NULL) {
		snprintf(line, sizeof line, "--%s needs a value: --%s %s", row->name, row->name,
			row->value);
		r->wrong++;
		diagnostics_add(r->mistakes, options_nowhere, "%s", line);
	} else if (!options_store(r, found, text, &err)) {
		r->wrong++;
		if (*err.text != '\0')
			options_wrong_value(r, row, text, err.text);
	}
}

/* Reads --NAME, --NAME=VALUE, -L or -LVALUE. False: --help or -h. */
static bool options_flag(struct options_reading *r, const char *word)
{
	struct options_found found;
	char name[OPTIONS_NAME];
	const char *equals = strchr(word, '=');
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
		return false;
	if (strncmp(word, "--", 2) == 0) {
		snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
		if (options_find(r, name, '\0', &found))
			options_option(r, &found, equals != NULL ? equals + 1 : NULL);
		else
			options_unknown(r, word);
	} else if (options_find(r, NULL, word[1], &found)) {
		options_option(r, &found, word[2] != '\0' ? word + 2 : NULL);
	} else {
		options_unknown(r, word);
	}
	return true;
}

/* A word that no argument takes. Where a database is an option, its file may be that word. */
static void options_too_many(struct options_reading *r, const char *word)
{
	struct options_found found;
	const char *end = strrchr(word, '.');
	r->wrong++;
	if (end != NULL && strcmp(end, ".db") == 0 && options_find(r, "db", '\0', &found))
		diagnostics_add(r->mistakes, options_nowhere,
			"\"%s\": one word too many; write --db %s", word, word);
	else
		diagnostics_add(r->mistakes, options_nowhere, "\"%s\": one word too many; %s", word,
			r->o->arguments[0].kind == ARGUMENT_NONE ? "only options are taken"
								 : "see --help");
}

/* Reads a word that is not an option. */
static void options_argument(struct options_reading *r, const char *word)
{
	const struct option_argument *a = r->o->arguments;
	for (int i = 0; a->kind != ARGUMENT_NONE && a->kind != ARGUMENT_COMMAND; i++, a++) {
		void *place = (char *)r->values + a->at;
		bool list = a->kind == ARGUMENT_SOME || a->kind == ARGUMENT_ANY;
		if (list)
			option_list_add(place, word);
		else if (i < r->arguments)
			continue;
		else
			*(const char **)place = word;
		r->arguments++;
		return;
	}
	options_too_many(r, word);
}

/* Reads the words behind --. */
static void options_rest(struct options_reading *r)
{
	const struct option_argument *a = r->o->arguments;
	while (a->kind != ARGUMENT_NONE && a->kind != ARGUMENT_COMMAND)
		a++;
	if (a->kind == ARGUMENT_COMMAND)
		*(char *const **)((char *)r->values + a->at) = r->argv + r->next;
	else
		while (r->next < r->argc)
			options_argument(r, r->argv[r->next++]);
}

/* --- the whole line ------------------------------------------------------------------------- */

static void options_check_arguments(struct options_reading *r)
{
	int i = 0;
	for (const struct option_argument *a = r->o->arguments; a->kind != ARGUMENT_NONE; a++, i++)
		if ((a->kind == ARGUMENT_ONE || a->kind == ARGUMENT_SOME) && i >= r->arguments) {
			r->wrong++;
			diagnostics_add(r->mistakes, options_nowhere, "%s is missing%s%s", a->name,
				a->help != NULL ? ": " : "", a->help != NULL ? a->help : "");
		}
}

static void options_check_needs(struct options_reading *r)
{
	int number = 0;
	struct option_row row;
	struct options_found other;
	for (const struct option_group *g = r->o->groups; !option_group_ends(g); g++)
		for (size_t i = 0; option_group_row(g, i, &row); i++, number++) {
			if (row.needs == NULL || !r->given[number])
				continue;
			bool known = options_find(r, row.needs, '\0', &other);
			assert(known);
			if (r->given[other.number])
				continue;
			r->wrong++;
			diagnostics_add(r->mistakes, options_nowhere, "--%s goes with --%s",
				row.name, row.needs);
		}
}

/* Two options that set the same value exclude each other. */
static void options_check_constants(struct options_reading *r)
{
	int number = 0;
	struct option_row row, other;
	for (const struct option_group *g = r->o->groups; !option_group_ends(g); g++)
		for (size_t i = 0; option_group_row(g, i, &row); i++, number++) {
			if (row.kind != OPTION_CONSTANT || !r->given[number])
				continue;
			int before = number - (int)i;
			for (size_t j = 0; j < i && option_group_row(g, j, &other); j++, before++) {
				if (other.kind != OPTION_CONSTANT || other.at != row.at ||
					!r->given[before])
					continue;
				r->wrong++;
				diagnostics_add(r->mistakes, options_nowhere,
					"--%s and --%s exclude each other; give one of them",
					other.name, row.name);
			}
		}
}

enum options_result options_read(const struct options *o, void *values, int argc, char *const *argv,
	struct diagnostics *mistakes)
{
	struct options_reading r = {.o = o,
		.values = values,
		.argc = argc,
		.argv = argv,
		.next = 1,
		.mistakes = mistakes};
	int before = mistakes->count;
	while (r.next < argc) {
		const char *word = argv[r.next++];
		if (strcmp(word, "--") == 0) {
			options_rest(&r);
			break;
		}
		if (word[0] != '-' || word[1] == '\0')
			options_argument(&r, word);
		else if (!options_flag(&r, word))
			return OPTIONS_HELP;
	}
	if (r.wrong == 0 && mistakes->count == before) {
		options_check_arguments(&r);
		options_check_needs(&r);
		options_check_constants(&r);
	}
	return r.wrong == 0 && mistakes->count == before ? OPTIONS_GOOD : OPTIONS_WRONG;
}

void option_list_clear(struct option_list *list)
{
	free(list->all);
	*list = (struct option_list){NULL, 0};
}

void options_clear(const struct options *o, void *values)
{
	struct option_row row;
	for (const struct option_argument *a = o->arguments; a->kind != ARGUMENT_NONE; a++)
		if (a->kind == ARGUMENT_SOME || a->kind == ARGUMENT_ANY)
			option_list_clear((void *)((char *)values + a->at));
	for (const struct option_group *g = o->groups; !option_group_ends(g); g++)
		for (size_t i = 0; option_group_row(g, i, &row); i++)
			if (row.kind == OPTION_LIST && !g->words)
				option_list_clear((void *)((char *)values + g->at + row.at));
}

/* --- help ----------------------------------------------------------------------------------- */

void options_print_usage(const struct options *o, const char *program, FILE *out)
{
	static const char *const forms[] = {[ARGUMENT_ONE] = " %s",
		[ARGUMENT_OPTIONAL] = " [%s]",
		[ARGUMENT_SOME] = " %s...",
		[ARGUMENT_ANY] = " [%s...]",
		[ARGUMENT_COMMAND] = " [-- %s...]"};
	fputs(program, out);
	const struct option_argument *a = o->arguments;
	for (; a->kind != ARGUMENT_NONE && a->kind != ARGUMENT_COMMAND; a++)
		if (a->kind != ARGUMENT_OLD)
			fprintf(out, forms[a->kind], a->name);
	if (!option_group_ends(o->groups))
		fputs(" [OPTIONS]", out);
	if (a->kind == ARGUMENT_COMMAND)
		fprintf(out, forms[a->kind], a->name);
	fputc('\n', out);
}

void options_print_filled(const char *text, int column, int indent, FILE *out)
{
	bool first = true;
	while (*text != '\0') {
		int length = (int)strcspn(text, " \n");
		if (!first && column + 1 + length > OPTIONS_WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			column = indent;
			first = true;
		}
		if (length > 0) {
			column += fprintf(out, "%s%.*s", first ? "" : " ", length, text);
			first = false;
		}
		text += length;
		if (*text == '\n') {
			/* An empty line stays empty. */
			fprintf(out, "\n%*s", text[1] == '\n' || text[1] == '\0' ? 0 : indent, "");
			column = indent;
			first = true;
		}
		text += *text != '\0';
	}
}

void options_print_row(const char *name, const char *help, FILE *out)
{
	int length = fprintf(out, "  %s", name);
	if (length + 2 > OPTIONS_COLUMN) {
		fputc('\n', out);
		length = 0;
	}
	fprintf(out, "%*s", OPTIONS_COLUMN - length, "");
	options_print_filled(help, OPTIONS_COLUMN, OPTIONS_COLUMN, out);
	fputc('\n', out);
}

char *option_help(const struct option_row *row)
{
	return memory_print("%s%s%s%s", row->help, row->preset != NULL ? " (default: " : "",
		row->preset != NULL ? row->preset : "", row->preset != NULL ? ")" : "");
}

static void options_print_option(
	const struct option_group *g, const struct option_row *row, FILE *out)
{
	char letter[8] = "";
	if (row->letter != '\0')
		snprintf(letter, sizeof letter, "-%c, ", row->letter);
	char *name = memory_print("%s%s%s%s%s%s", letter, g->words ? "" : "--", row->name,
		row->value == NULL	? ""
		: row->bare != NULL	? "[="
		: g->words && !g->verbs ? " = "
					: " ",
		row->value != NULL ? row->value : "",
		row->value != NULL && row->bare != NULL ? "]" : "");
	char *help = option_help(row);
	options_print_row(name, help, out);
	free(name);
	free(help);
}

void options_print_help(const struct options *o, FILE *out)
{
	struct option_row row;
	bool any = false;
	for (const struct option_argument *a = o->arguments; a->kind != ARGUMENT_NONE; a++) {
		if (a->help == NULL)
			continue;
		fputs(any ? "" : "\nArguments:\n", out);
		options_print_row(a->name, a->help, out);
		any = true;
	}
	for (const struct option_group *g = o->groups; !option_group_ends(g); g++) {
		fprintf(out, "\n%s:\n", g->title != NULL ? g->title : "Options");
		if (g->brief != NULL) {
			fprintf(out, "%*s", 2, "");
			options_print_filled(g->brief, 2, 2, out);
			fputc('\n', out);
		}
		for (size_t i = 0; g->brief == NULL && option_group_row(g, i, &row); i++)
			if (row.help != NULL)
				options_print_option(g, &row, out);
	}
}
