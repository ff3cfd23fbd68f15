/*
 * The options of each kind: both spellings, values at and beyond the ends of their ranges, and the
 * line that a mistake gets.
 */
#include "bots/adapters/adapter-options.h"

#include <stdio.h>

#include "referee/config/value-types.h"
#include "tests/lib/suite.h"

enum { WORDS = 10 };

static struct adapter_options options;
static struct error err;

/* Reads the words of a command line behind the program's name. Returns the command; NULL: err. */
static const char *const *read_words(const char *const *words)
{
	const struct adapter *kind = adapter_find(words[0], &err);
	if (kind == NULL)
		return NULL;
	options = kind->preset;
	return adapter_read_words(kind, &options, words + 1, &err);
}

START_TEST(options_are_read_in_both_spellings)
	{
		static const char *const words[] = {"board", "--base", "0", "--cells=.ox", "--mine",
			"o", "--gap=, ", "--turn", "{seat}=", "--restart=move", "--until", "0.5",
			"--fallback=random", "--seat", "2", "--name=a b", "--move", "{t} {d}",
			"--answer=^(.)", "--", "python3", "--base", NULL};
		const char *const *command = read_words(words);
		ck_assert_msg(command != NULL, "%s", err.text);
		ck_assert_str_eq(command[0], "python3");
		ck_assert_str_eq(command[1], "--base");
		ck_assert_ptr_null(command[2]);
		ck_assert_int_eq(options.base, 0);
		ck_assert_str_eq(options.cells, ".ox");
		ck_assert_str_eq(options.mine, "o");
		ck_assert_str_eq(options.gap, ", ");
		ck_assert_str_eq(options.turn, "{seat}=");
		ck_assert_int_eq(options.restart, RESTART_MOVE);
		ck_assert_double_eq(options.until, 0.5);
		ck_assert_int_eq(options.fallback, FALLBACK_RANDOM);
		ck_assert_int_eq(options.seat, 2);
		ck_assert_str_eq(options.name, "a b");
		ck_assert_str_eq(options.move, "{t} {d}");
		ck_assert_str_eq(options.answer, "^(.)");
	}
END_TEST

START_TEST(the_other_options_have_fields_of_their_own)
	{
		static const char *const human[] = {"human", "--first", "a,b", "--second", "c",
			"--ask", "your", "--row", "^[|]", "--pass", "P", "--", "x", NULL};
		ck_assert_msg(read_words(human) != NULL, "%s", err.text);
		ck_assert_str_eq(options.first, "a,b");
		ck_assert_str_eq(options.second, "c");
		ck_assert_str_eq(options.ask, "your");
		ck_assert_str_eq(options.row, "^[|]");
		ck_assert_str_eq(options.pass, "P");
		static const char *const uci[] = {
			"uci", "--set", "A=b", "--set=C D=", "--", "x", NULL};
		ck_assert_msg(read_words(uci) != NULL, "%s", err.text);
		ck_assert_int_eq(options.set_count, 2);
		ck_assert_str_eq(options.set[0], "A=b");
		ck_assert_str_eq(options.set[1], "C D=");
		static const char *const aigames[] = {
			"aigames", "--site", "riddles", "--", "x", NULL};
		ck_assert_msg(read_words(aigames) != NULL, "%s", err.text);
		ck_assert_int_eq(options.site, 1);
		static const char *const kaggle[] = {"kaggle", "--function", "f", "--", "x", NULL};
		ck_assert_msg(read_words(kaggle) != NULL, "%s", err.text);
		ck_assert_str_eq(options.function, "f");
	}
END_TEST

/* An option that is left out is the kind's. */
static const struct {
	const char *kind;
	int base;
	enum adapter_restart restart;
	const char *cells, *pass;
} presets[] = {
	{"columns", 1, RESTART_NEVER, NULL, NULL},
	{"line", 1, RESTART_GAME, NULL, NULL},
	{"board", 1, RESTART_NEVER, ".xoabcd", NULL},
	{"human", 1, RESTART_GAME, ".XO", ""},
	{"aigames", 0, RESTART_GAME, NULL, NULL},
	{"codingame", 0, RESTART_GAME, NULL, NULL},
	{"uci", 1, RESTART_NEVER, NULL, "0000"},
};

static void same_text(const char *text, const char *wanted)
{
	ck_assert_int_eq(text == NULL, wanted == NULL);
	if (text != NULL)
		ck_assert_str_eq(text, wanted);
}

START_TEST(each_kind_has_its_presets)
	{
		const char *const words[] = {presets[_i].kind, "--", "x", NULL};
		ck_assert_msg(read_words(words) != NULL, "%s", err.text);
		ck_assert_int_eq(options.base, presets[_i].base);
		ck_assert_int_eq(options.restart, presets[_i].restart);
		same_text(options.cells, presets[_i].cells);
		same_text(options.pass, presets[_i].pass);
		ck_assert_double_eq(options.until, 0);
	}
END_TEST

static const struct {
	const char *words[WORDS], *why;
} mistakes[] = {
	{{"linne"}, "no kind \"linne\"; did you mean line"},
	{{"chess"}, "no kind \"chess\"; see referee-adapt --help"},
	{{"line"}, "no command; referee-adapt line [OPTIONS] -- COMMAND..."},
	{{"line", "--"}, "no command; referee-adapt line [OPTIONS] -- COMMAND..."},
	{{"line", "--base", "0"}, "no command; referee-adapt line [OPTIONS] -- COMMAND..."},
	{{"line", "x"}, "\"x\": the program's command stands behind `--`"},
	{{"line", "--base"}, "--base: its value is missing; it is 0|1"},
	{{"line", "--base", "2", "--", "x"}, "--base: \"2\"; it is a number from 0 to 1"},
	{{"line", "--base=-1", "--", "x"}, "--base: \"-1\"; it is a number from 0 to 1"},
	{{"line", "--base=", "--", "x"}, "--base: \"\"; it is a number from 0 to 1"},
	{{"line", "--base=1x", "--", "x"}, "--base: \"1x\"; it is a number from 0 to 1"},
	{{"line", "--seat=0", "--", "x"}, "--seat: \"0\"; it is a number from 1 to 6"},
	{{"line", "--seat=7", "--", "x"}, "--seat: \"7\"; it is a number from 1 to 6"},
	{{"line", "--bas", "1", "--", "x"}, "--bas: line has no such option; did you mean --base"},
	{{"line", "--set", "A=1", "--", "x"},
		"--set: line has no such option; did you mean --seat"},
	{{"line", "--qqqqqq", "--", "x"}, "--qqqqqq: line has no such option; see --help"},
	{{"board", "--cells", ".x", "--", "x"}, "--cells: \".x\" has 2 letters; it has 3 to 7"},
	{{"board", "--cells", ".xoabcde", "--", "x"},
		"--cells: \".xoabcde\" has 8 letters; it has 3 to 7"},
	{{"board", "--mine", "xo", "--", "x"}, "--mine: \"xo\" has 2 letters; it has 1 to 1"},
	{{"board", "--mine=", "--", "x"}, "--mine: \"\" has 0 letters; it has 1 to 1"},
	{{"board", "--restart=often", "--", "x"}, "--restart: \"often\"; it is never|game|move"},
	{{"board", "--until=0", "--", "x"},
		"--until: \"0\"; it is a part of the move's time, as in 0.8"},
	{{"board", "--until=1.1", "--", "x"},
		"--until: \"1.1\"; it is a part of the move's time, as in 0.8"},
	{{"board", "--until=nan", "--", "x"},
		"--until: \"nan\"; it is a part of the move's time, as in 0.8"},
	{{"board", "--until=0.5x", "--", "x"},
		"--until: \"0.5x\"; it is a part of the move's time, as in 0.8"},
	{{"line", "--answer=[", "--", "x"}, "--answer: \"[\" is no regular expression: "},
	{{"uci", "--set", "A", "--", "x"}, "--set: \"A\"; it is NAME=VALUE"},
	{{"uci", "--set", "=A", "--", "x"}, "--set: \"=A\"; it is NAME=VALUE"},
};

START_TEST(a_mistake_is_told_with_what_would_be_right)
	{
		ck_assert_ptr_null(read_words(mistakes[_i].words));
		ck_assert_msg(strncmp(err.text, mistakes[_i].why, strlen(mistakes[_i].why)) == 0,
			"%s", err.text);
		if (strcmp(mistakes[_i].words[0], "line") != 0 || strchr(err.text, '[') == NULL)
			ck_assert_str_eq(err.text, mistakes[_i].why);
	}
END_TEST

START_TEST(values_at_the_ends_of_their_ranges_are_taken)
	{
		static const char *const words[] = {"board", "--base=1", "--seat=6", "--cells=.xo",
			"--until=1", "--", "x", NULL};
		ck_assert_msg(read_words(words) != NULL, "%s", err.text);
		ck_assert_double_eq(options.until, 1);
		static const char *const least[] = {
			"board", "--seat=1", "--cells=.123456", "--until=0.001", "--", "x", NULL};
		ck_assert_msg(read_words(least) != NULL, "%s", err.text);
		ck_assert_int_eq(options.seat, 1);
	}
END_TEST

START_TEST(an_engine_may_have_64_options_set)
	{
		const char *words[2 * ADAPTER_WORDS + 8] = {"uci"};
		int count = 1;
		for (int i = 0; i < ADAPTER_WORDS; i++)
			words[count++] = "--set=A=1";
		words[count] = "--";
		words[count + 1] = "x";
		ck_assert_msg(read_words(words) != NULL, "%s", err.text);
		ck_assert_int_eq(options.set_count, ADAPTER_WORDS);
		words[count++] = "--set=A=1";
		words[count] = "--";
		words[count + 1] = "x";
		ck_assert_ptr_null(read_words(words));
		ck_assert_str_eq(err.text, "--set: more than 64 options");
	}
END_TEST

START_TEST(a_kind_has_the_options_that_it_names)
	{
		const struct adapter *line = adapter_find("line", &err);
		ck_assert(adapter_has(line, "base") && adapter_has(line, "name"));
		ck_assert(!adapter_has(line, "bas") && !adapter_has(line, "ase"));
		ck_assert(!adapter_has(line, "set") && !adapter_has(line, "seats"));
		/* Each name is an option, so that --help has it. */
		for (int i = 0; all_adapters[i] != NULL; i++) {
			char names[256];
			snprintf(names, sizeof names, "%s", all_adapters[i]->options);
			for (char *rest = names, *name; (name = strsep(&rest, " ")) != NULL;) {
				bool known = false;
				for (const struct adapter_option *o = all_adapter_options;
					o->name != NULL; o++)
					known |= strcmp(o->name, name) == 0;
				ck_assert_msg(known, "%s: %s", all_adapters[i]->name, name);
			}
		}
	}
END_TEST

/* Referee and bots include nothing of each other, so the names stand in two tables. */
START_TEST(a_tournament_file_knows_every_kind)
	{
		int i = 0;
		for (; all_adapters[i] != NULL && value_adapters[i] != NULL; i++)
			ck_assert_str_eq(all_adapters[i]->name, value_adapters[i]);
		ck_assert_msg(all_adapters[i] == NULL && value_adapters[i] == NULL,
			"%s is in one table alone: bots/adapters/all-adapters.c or referee/config/value-types.c",
			all_adapters[i] != NULL ? all_adapters[i]->name : value_adapters[i]);
		ck_assert_int_gt(i, 7);
	}
END_TEST

SUITE("bots/adapters/adapter-options", CASE(options_are_read_in_both_spellings),
	CASE(the_other_options_have_fields_of_their_own),
	LOOP(each_kind_has_its_presets, sizeof presets / sizeof *presets),
	LOOP(a_mistake_is_told_with_what_would_be_right, sizeof mistakes / sizeof *mistakes),
	CASE(values_at_the_ends_of_their_ranges_are_taken), CASE(an_engine_may_have_64_options_set),
	CASE(a_kind_has_the_options_that_it_names), CASE(a_tournament_file_knows_every_kind))
