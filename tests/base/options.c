/*
 * Options: every kind of row, every mistake with what would be right, and the help.
 */
#include "base/options.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { WORDS_MAX = 8 };

struct part {
	const char *file;
};

struct values {
	bool loud;
	int format, colour;
	const char *name, *first, *second;
	int64_t rounds;
	struct option_list tags, rest;
	char *const *command;
	int even;
	struct part part;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

/* An even number. */
static bool read_even(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	int number = atoi(text);
	if (number % 2 == 0)
		*(int *)((char *)values + row->at) += number;
	else
		error_set(err, "an even number is needed");
	return number % 2 == 0;
}

static bool can_even(const struct option_row *row, const char *text)
{
	(void)row;
	return *text >= '0' && *text <= '9';
}

#define AT(member) offsetof(struct values, member)

static const struct option_row rows[] = {
	{OPTION("loud", SWITCH, AT(loud)), .letter = 'l', .help = "shout"},
	{OPTION("json", CONSTANT, AT(format)), .min = 7, .help = "write JSON"},
	{OPTION("csv", CONSTANT, AT(format)), .min = 8},
	{OPTION("name", TEXT, AT(name)), .letter = 'n', .value = "NAME", .preset = "none",
		.was = "title", .help = "take this name"},
	{OPTION("rounds", NUMBER, AT(rounds)), .value = "N", .min = -1, .max = 20,
		.help = "play so often"},
	{OPTION("colour", CHOICE, AT(colour)), .value = "COLOUR", .choices = colours,
		.bare = "blue", .help = "paint"},
	{OPTION("tag", LIST, AT(tags)), .value = "TAG", .max = 3, .needs = "name",
		.help = "add a tag"},
	{OPTION("even", READ, AT(even)), .value = "N", .read = read_even, .can = can_even,
		.bare = "2", .help = "add an even number"},
	{OPTION("odd", READ, AT(even)), .value = "N", .max = 1, .read = read_even,
		.help = "do a thing whose description is so long that it does not fit into one line of the help, which has a hundred columns"},
	{.name = NULL},
};

static const struct option_row part_rows[] = {
	{OPTION("a-file-with-a-long-name", TEXT, offsetof(struct part, file)), .value = "FILE",
		.help = "read it"},
	{.name = NULL},
};

static bool word_row(size_t number, struct option_row *row)
{
	*row = (struct option_row){.name = "word", .value = "VALUE", .help = "mean a thing"};
	return number == 0;
}

static bool explain(const char *option, char *line, size_t size)
{
	if (strcmp(option, "-foreign") != 0)
		return false;
	snprintf(line, size, "unknown flag -foreign; here it is --loud");
	return true;
}

static const struct options options = {
	.arguments = {{"FIRST", ARGUMENT_ONE, AT(first), "what comes first"},
		{"SECOND", ARGUMENT_OPTIONAL, AT(second), NULL},
		{"REST", ARGUMENT_ANY, AT(rest), "all that follows"},
		{"COMMAND", ARGUMENT_COMMAND, AT(command), NULL}},
	.groups = {{.rows = rows, .explain = explain},
		{.title = "Part", .rows = part_rows, .at = AT(part)},
		{.title = "Words", .row = word_row, .words = true},
		{.title = "More",
			.rows = part_rows,
			.words = true,
			.brief = "Nothing of it is listed."}}};

static enum options_result read_words(
	struct values *v, const char *const *words, struct reported *told)
{
	char *argv[WORDS_MAX + 2] = {(char *)"program"};
	int argc = 1;
	*v = (struct values){.rounds = 5};
	reported_init(told);
	for (; words[argc - 1] != NULL; argc++)
		argv[argc] = (char *)words[argc - 1];
	enum options_result result = options_read(&options, v, argc, argv, &told->mistakes);
	if (v->command != NULL)
		v->first = v->command[0]; /* argv ends with this function */
	return result;
}

/* Every value as one text. */
static void write_values(const struct values *v, char text[512])
{
	int length = snprintf(text, 512, "%d %d %d %s %s %s %lld %d %s", v->loud, v->format,
		v->colour, v->name != NULL ? v->name : "-", v->first != NULL ? v->first : "-",
		v->second != NULL ? v->second : "-", (long long)v->rounds, v->even,
		v->part.file != NULL ? v->part.file : "-");
	for (int i = 0; i < v->tags.count; i++)
		length += snprintf(text + length, 512 - (size_t)length, " #%s", v->tags.all[i]);
	for (int i = 0; i < v->rest.count; i++)
		length += snprintf(text + length, 512 - (size_t)length, " +%s", v->rest.all[i]);
}

static const struct {
	const char *words[WORDS_MAX + 1];
	const char *values;
} good[] = {
	{{"a"}, "0 0 0 - a - 5 0 -"},
	{{"a", "--loud", "b"}, "1 0 0 - a b 5 0 -"},
	{{"-l", "a", "-n", "x"}, "1 0 0 x a - 5 0 -"},
	{{"-nx", "a"}, "0 0 0 x a - 5 0 -"},
	{{"--name=x=y", "a"}, "0 0 0 x=y a - 5 0 -"},
	{{"--name", "--loud", "a"}, "0 0 0 --loud a - 5 0 -"},
	{{"--name=", "a"}, "0 0 0  a - 5 0 -"},
	{{"--json", "-"}, "0 7 0 - - - 5 0 -"},
	{{"--rounds", "-1", "a"}, "0 0 0 - a - -1 0 -"},
	{{"--rounds=20", "a"}, "0 0 0 - a - 20 0 -"},
	{{"--colour", "green", "a"}, "0 0 1 - a - 5 0 -"},
	{{"--colour", "a"}, "0 0 2 - a - 5 0 -"},
	{{"a", "--colour"}, "0 0 2 - a - 5 0 -"},
	{{"--tag", "x", "--name", "n", "--tag=y", "a"}, "0 0 0 n a - 5 0 - #x #y"},
	{{"--even", "4", "--even", "--even=6", "a"}, "0 0 0 - a - 5 12 -"},
	{{"--even", "a"}, "0 0 0 - a - 5 2 -"},
	{{"a", "b", "c", "--loud", "d"}, "1 0 0 - a b 5 0 - +c +d"},
	{{"--a-file-with-a-long-name", "f", "a"}, "0 0 0 - a - 5 0 f"},
	{{"a", "--", "--loud", "b"}, "0 0 0 - --loud - 5 0 -"},
};

START_TEST(every_kind_of_option_is_read)
	{
		struct values v;
		struct reported told;
		char text[512];
		ck_assert_int_eq(read_words(&v, good[_i].words, &told), OPTIONS_GOOD);
		ck_assert_str_eq(told.text, "");
		write_values(&v, text);
		ck_assert_str_eq(text, good[_i].values);
		options_clear(&options, &v);
		ck_assert_int_eq(v.tags.count + v.rest.count, 0);
	}
END_TEST

static const struct {
	const char *words[WORDS_MAX + 1];
	const char *told;
} wrong[] = {
	{{"--nme", "x", "a"}, "unknown flag --nme; did you mean --name?\n"},
	{{"--xyzzy=1", "a"}, "unknown flag --xyzzy; --help lists all\n"},
	{{"-x", "a"}, "unknown flag -x; --help lists all\n"},
	{{"--=", "a"}, "unknown flag --; --help lists all\n"},
	{{"--title", "x", "a"}, "--title is now called --name; write --name\n"},
	{{"-foreign", "a"}, "unknown flag -foreign; here it is --loud\n"},
	{{"--word", "a"}, "unknown flag --word; did you mean --loud?\n"},
	{{"a", "--name"}, "--name needs a value: --name NAME\n"},
	{{"a", "-n"}, "--name needs a value: --name NAME\n"},
	{{"--loud=yes", "a"}, "--loud \"yes\": it takes no value\n"},
	{{"--json=", "a"}, "--json \"\": it takes no value\n"},
	{{"--csv", "--json", "a"}, "--json and --csv exclude each other; give one of them\n"},
	{{"--name=x", "--name=y", "a"}, "--name \"y\": it is given twice; give it once\n"},
	{{"--odd", "2", "--odd", "2", "a"}, "--odd \"2\": it is given twice; give it once\n"},
	{{"--rounds", "x", "a"}, "--rounds \"x\": a whole number from -1 to 20 is needed\n"},
	{{"--rounds", "21", "a"}, "--rounds \"21\": a whole number from -1 to 20 is needed\n"},
	{{"--rounds", "-2", "a"}, "--rounds \"-2\": a whole number from -1 to 20 is needed\n"},
	{{"--rounds", "3x", "a"}, "--rounds \"3x\": a whole number from -1 to 20 is needed\n"},
	{{"--rounds=", "a"}, "--rounds \"\": a whole number from -1 to 20 is needed\n"},
	{{"--rounds", "99999999999999999999", "a"},
		"--rounds \"99999999999999999999\": a whole number from -1 to 20 is needed\n"},
	{{"--colour=gren", "a"},
		"--colour \"gren\": it is red, green or blue; did you mean green?\n"},
	{{"--colour=x", "a"}, "--colour \"x\": it is red, green or blue\n"},
	{{"--even=3", "a"}, "--even \"3\": an even number is needed\n"},
	{{"--tag", "x", "a"}, "--tag goes with --name\n"},
	{{"--name=n", "--tag=1", "--tag=2", "--tag=3", "--tag=4", "a"},
		"--tag \"4\": it is given more than 3 times\n"},
	{{"--loud"}, "FIRST is missing: what comes first\n"},
	{{"--nme", "--rounds", "x"},
		"unknown flag --nme; did you mean --name?\n--rounds \"x\": a whole number from -1 to 20 is needed\n"},
	{{"--name", "\x1b[2J", "--rounds", "\x1b[2J", "a"},
		"--rounds \"\\x1b[2J\": a whole number from -1 to 20 is needed\n"},
};

START_TEST(every_mistake_is_reported_with_what_would_be_right)
	{
		struct values v;
		struct reported told;
		ck_assert_int_eq(read_words(&v, wrong[_i].words, &told), OPTIONS_WRONG);
		ck_assert_str_eq(told.text, wrong[_i].told);
		options_clear(&options, &v);
	}
END_TEST

START_TEST(a_word_that_no_argument_takes_is_reported)
	{
		static const struct options one = {
			.arguments = {{"FIRST", ARGUMENT_OPTIONAL, AT(first), NULL}}};
		char *argv[] = {(char *)"program", (char *)"a", (char *)"b", NULL};
		struct values v = {.loud = false};
		struct reported told;
		reported_init(&told);
		ck_assert_int_eq(options_read(&one, &v, 3, argv, &told.mistakes), OPTIONS_WRONG);
		ck_assert_str_eq(told.text, "\"b\": one word too many; see --help\n");
	}
END_TEST

START_TEST(the_help_is_asked_for_anywhere_before_two_dashes)
	{
		static const char *const asked[][4] = {
			{"--help"}, {"a", "-h"}, {"--xyzzy", "--help"}};
		static const char *const not_asked[] = {"a", "--", "--help", NULL};
		struct values v;
		struct reported told;
		for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
			ck_assert_int_eq(read_words(&v, asked[i], &told), OPTIONS_HELP);
			options_clear(&options, &v);
		}
		ck_assert_int_eq(read_words(&v, not_asked, &told), OPTIONS_GOOD);
		options_clear(&options, &v);
	}
END_TEST

static char *printed(bool usage)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (usage)
		options_print_usage(&options, "program", out);
	else
		options_print_help(&options, out);
	ck_assert_int_eq(fclose(out), 0);
	return text;
}

START_TEST(the_help_is_made_of_the_rows)
	{
		char *text = printed(true);
		ck_assert_str_eq(
			text, "program FIRST [SECOND] [REST...] [OPTIONS] [-- COMMAND...]\n");
		free(text);
		text = printed(false);
		ck_assert_str_eq(text,
			"\nArguments:\n"
			"  FIRST                 what comes first\n"
			"  REST                  all that follows\n"
			"\nOptions:\n"
			"  -l, --loud            shout\n"
			"  --json                write JSON\n"
			"  -n, --name NAME       take this name (default: none)\n"
			"  --rounds N            play so often\n"
			"  --colour[=COLOUR]     paint\n"
			"  --tag TAG             add a tag\n"
			"  --even[=N]            add an even number\n"
			"  --odd N               do a thing whose description is so long that it does not fit into one line\n"
			"                        of the help, which has a hundred columns\n"
			"\nPart:\n"
			"  --a-file-with-a-long-name FILE\n"
			"                        read it\n"
			"\nWords:\n"
			"  word = VALUE          mean a thing\n"
			"\nMore:\n"
			"  Nothing of it is listed.\n");
		free(text);
	}
END_TEST

SUITE("base/options", LOOP(every_kind_of_option_is_read, sizeof good / sizeof *good),
	LOOP(every_mistake_is_reported_with_what_would_be_right, sizeof wrong / sizeof *wrong),
	CASE(a_word_that_no_argument_takes_is_reported),
	CASE(the_help_is_asked_for_anywhere_before_two_dashes), CASE(the_help_is_made_of_the_rows))
