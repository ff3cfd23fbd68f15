/*
 * Parameters of a game out of a definition, wherever in it they stand.
 */
#include "referee/judging/params.h"

#include "tests/suite.h"

static const struct {
	const char *definition, *settings[3];
} texts[] = {
	{"param = rows=5 columns=4\n", {"rows=5", "columns=4"}},
	{"game = connect4\nparam = rows=5\ndepth = 3\n", {"rows=5"}},
	{"game = connect4\nparam = rows=5", {"rows=5"}},
	{"who knows\nparam = rows=5\nparam = rows=6\n", {"rows=5"}},
	{"params = rows=5\n", {NULL}},
	{"game = x\nparam = none\n", {NULL}},
	{"nothing like it param = \n\n", {NULL}},
	{"param\n = rows=5\n", {NULL}},
	{"", {NULL}},
};

START_TEST(parameters_are_the_words_of_their_line)
	{
		struct params p;
		int count = 0;
		params_init(&p, texts[_i].definition);
		for (; texts[_i].settings[count] != NULL; count++) {
			ck_assert_int_lt(count, p.count);
			ck_assert_str_eq(p.settings[count], texts[_i].settings[count]);
		}
		ck_assert_int_eq(p.count, count);
		params_clear(&p);
	}
END_TEST

START_TEST(a_game_is_set_up_as_its_definition_says)
	{
		static struct setup s;
		char why[256] = "";
		const char *definition = "game = connect4\nparam = rows=5 columns=4\n";
		ck_assert_msg(
			params_setup(&s, "connect4", 2, 1, definition, why, sizeof why), "%s", why);
		ck_assert_ptr_eq(s.rules, rules_find("connect4"));
		ck_assert(!params_setup(&s, "chess", 2, 1, definition, why, sizeof why));
		ck_assert_str_eq(why, "there is no game \"chess\" here");
		ck_assert(
			!params_setup(&s, "connect4", 2, 1, "param = rows=-1\n", why, sizeof why));
		ck_assert_ptr_nonnull(strstr(why, "rows"));
	}
END_TEST

SUITE("judging/params",
	LOOP(parameters_are_the_words_of_their_line, (int)(sizeof texts / sizeof *texts)),
	CASE(a_game_is_set_up_as_its_definition_says))
