/*
 * Completion of the last word of a command line, by rows of flags of the test's own.
 */
#include "protocol/complete.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { WORDS = 8, TEXT = 512 };

static const struct complete_flag flags[] = {
	{.name = "depth", .letter = 'd', .value = "N", .help = "h1"},
	{.name = "bot", .letter = 'b', .value = "NAME", .help = "h2", .repeatable = true},
	{.name = "quiet", .letter = 'q', .help = "h3"},
	{.name = "log", .value = "LEVEL", .help = "h4", .bare = true},
	{.name = "bots", .help = "h5"},
};

static bool own_flag(void *arg, size_t number, struct complete_flag *flag)
{
	(void)arg;
	if (number >= sizeof flags / sizeof *flags)
		return false;
	*flag = flags[number];
	return true;
}

/* Only a level is the value of --log. */
static bool own_can(void *arg, const struct complete_flag *flag, const char *word)
{
	(void)arg, (void)flag;
	return strcmp(word, "low") == 0 || strcmp(word, "high") == 0;
}

static void own_value(const struct complete_line *line, const struct complete_flag *flag,
	const struct candidates *c)
{
	static const char *const levels[] = {"low", "high", NULL}, *const bots[] = {
									   "ann", "alf", NULL};
	(void)line;
	if (strcmp(flag->name, "log") == 0)
		candidates_offer_all(c, levels, "level");
	else if (strcmp(flag->name, "bot") == 0)
		candidates_offer_all(c, bots, "bot");
	else
		candidates_ask(c, COMPLETE_FILES);
}

/* The first argument is a colour; the second is a file. */
static void own_argument(const struct complete_line *line, int number, const struct candidates *c)
{
	static const char *const colours[] = {"red", "rose", "blue", NULL};
	(void)line;
	if (number == 0)
		candidates_offer_all(c, colours, "colour");
	else if (number == 1)
		candidates_ask(c, COMPLETE_FILES);
}

static void own_command(void *arg, const char *const *words, int count, const struct candidates *c)
{
	char text[64];
	(void)arg;
	snprintf(text, sizeof text, "%d:%s", count, words[0]);
	c->offer(c->arg, c->before, 0, text, "command");
}

static const struct complete_rows all = {own_flag, own_can, own_value, own_argument, own_command},
				  few = {.flag = own_flag};

/* Adds "BEFORE|WORD", or "BEFORE|<NAMES>". */
static void offered(void *arg, const char *before, int length, const char *word, const char *help)
{
	char *text = arg;
	size_t used = strlen(text);
	snprintf(text + used, TEXT - used, word != NULL ? "%s%.*s%s%s" : "%s%.*s%s<%s>",
		used > 0 ? " " : "", length, before, length > 0 ? "|" : "",
		word != NULL ? word : help);
}

static const struct {
	const char *words[WORDS];
	const char *offered;
	const struct complete_rows *rows; /* NULL: all */
} lines[] = {
	{{""}, "red rose blue"},
	{{"r"}, "red rose"},
	{{"x"}, ""},
	{{"red", ""}, "<files>"},
	{{"red", "x", ""}, "--depth --bot --quiet --log --bots"},
	{{"-"}, "--depth --bot --quiet --log --bots"},
	{{"--"}, "--depth --bot --quiet --log --bots"},
	{{"--bo"}, "--bot --bots"},
	{{"--x"}, ""},
	/* a flag that was given is offered again only if it may be repeated */
	{{"--quiet", "--"}, "--depth --bot --log --bots"},
	{{"-q", "--"}, "--depth --bot --log --bots"},
	{{"--bot", "ann", "--bo"}, "--bot --bots"},
	{{"--bots", "--bo"}, "--bot"},
	{{"--bot=ann", "-bann", "--"}, "--depth --bot --quiet --log --bots"},
	{{"--depth", "3", "--"}, "--bot --quiet --log --bots"},
	{{"-d3", "red", "-"}, "--bot --quiet --log --bots"},
	/* the value of a flag, as the next word or in the same one */
	{{"--bot", ""}, "ann alf"},
	{{"--bot", "an"}, "ann"},
	{{"-b", "al"}, "alf"},
	{{"--bot=a"}, "--bot=|ann --bot=|alf"},
	{{"--bot="}, "--bot=|ann --bot=|alf"},
	{{"-bal"}, "-b|alf"},
	{{"--depth", ""}, "<files>"},
	{{"--depth="}, "--depth=|<files>"},
	{{"--quiet", ""}, "red rose blue"},
	{{"--quiet="}, ""},
	{{"--bot", "--"}, ""},
	/* a value that may be missing */
	{{"--log", ""}, "low high red rose blue"},
	{{"--log", "l"}, "low"},
	{{"--log", "r"}, "red rose"},
	{{"--log", "low", "r"}, "red rose"},
	{{"--log", "red", ""}, "<files>"},
	{{"--log", "--"}, "--depth --bot --quiet --bots"},
	{{"--log=h"}, "--log=|high"},
	/* behind -- stands a command */
	{{"--", "sh", "x"}, "2:sh"},
	{{"--bot", "ann", "red", "--", "sh"}, "1:sh"},
	{{"--bot", "--", "r"}, "red rose"},
	{{"-", ""}, "<files>"},
	/* a program that has flags alone */
	{{""}, "--depth --bot --quiet --log --bots", &few},
	{{"x"}, "", &few},
	{{"--bot", ""}, "", &few},
	{{"--log", ""}, "--depth --bot --quiet --bots", &few},
	{{"--", ""}, "", &few},
};

static struct complete_line line_of(int row)
{
	struct complete_line line = {
		.words = lines[row].words, .rows = lines[row].rows ? lines[row].rows : &all};
	while (line.count < WORDS && line.words[line.count] != NULL)
		line.count++;
	return line;
}

START_TEST(what_can_come_next_is_offered)
	{
		char text[TEXT] = "";
		struct complete_line line = line_of(_i);
		const char *last = line.words[line.count - 1];
		const struct candidates c = {offered, text, last, last};
		complete_line(&line, &c);
		ck_assert_str_eq(text, lines[_i].offered);
	}
END_TEST

START_TEST(values_and_arguments_that_were_given_are_known)
	{
		const char *words[] = {
			"red", "--bot=x", "--log", "low", "-b", "ann", "-q", "f", "--depth", "3"};
		struct complete_line line = {.words = words, .count = 10, .rows = &all};
		ck_assert_str_eq(complete_given(&line, "bot"), "ann");
		ck_assert_str_eq(complete_given(&line, "log"), "low");
		ck_assert_str_eq(complete_given(&line, "quiet"), "");
		ck_assert_ptr_null(complete_given(&line, "bots"));
		/* the last word is not given yet */
		ck_assert_ptr_null(complete_given(&line, "depth"));
		ck_assert_str_eq(complete_argument(&line, 0), "red");
		ck_assert_str_eq(complete_argument(&line, 1), "f");
		ck_assert_ptr_null(complete_argument(&line, 2));
	}
END_TEST

START_TEST(what_follows_two_dashes_is_not_of_this_program)
	{
		const char *words[] = {"red", "--", "--bot", "ann", "x", ""};
		struct complete_line line = {.words = words, .count = 6, .rows = &all};
		ck_assert_ptr_null(complete_given(&line, "bot"));
		ck_assert_str_eq(complete_argument(&line, 0), "red");
		ck_assert_ptr_null(complete_argument(&line, 1));
	}
END_TEST

SUITE("protocol/complete", LOOP(what_can_come_next_is_offered, sizeof lines / sizeof *lines),
	CASE(values_and_arguments_that_were_given_are_known),
	CASE(what_follows_two_dashes_is_not_of_this_program))
