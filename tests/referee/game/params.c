/*
 * Parameters of a game out of a definition, wherever in it they stand.
 */
#include "referee/game/params.h"

#include <string.h>

#include "tests/lib/suite.h"

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
		struct error err = {""};
		const char *definition = "game = connect4\nparam = rows=5 columns=4\n";
		ck_assert_msg(params_setup(&s,
				      &(struct params_game){.game = "connect4",
					      .definition = definition,
					      .seats = 2,
					      .seed = 1},
				      &err),
			"%s", err.text);
		ck_assert_ptr_eq(s.rules, rules_find("connect4"));
		ck_assert(!params_setup(&s,
			&(struct params_game){
				.game = "chess", .definition = definition, .seats = 2, .seed = 1},
			&err));
		ck_assert_str_eq(err.text, "unknown game \"chess\"");
		ck_assert(!params_setup(&s,
			&(struct params_game){.game = "connect4",
				.definition = "param = rows=-1\n",
				.seats = 2,
				.seed = 1},
			&err));
		ck_assert_ptr_nonnull(strstr(err.text, "rows"));
	}
END_TEST

/* untold: part of the line; NULL: there is none. */
static const struct {
	const char *game, *setting;
	bool usual;
	const char *untold;
} games[] = {
	{"tictactoe", NULL, true, NULL},
	{"connect4", NULL, true, NULL},
	{"connect4", "columns=7", true, NULL},
	{"connect4", "columns=8", false, NULL},
	{"connect4", "rows=5", false, NULL},
	{"connect4", "connect=5", false,
		"connect is 5; it must send that or \"feature legal\", or play with connect=4"},
	{"nim", NULL, true, NULL},
	{"nim", "heaps=3/4/5", false, NULL},
	{"nim", "take=0", false, "take is 0"},
	{"nim", "misere=0", false, "play with misere=1"},
	{"letters", NULL, false, "cannot know the words of a game"},
	{"letters", "pile=ABC", false, "cannot know the words of a game"},
	{"tree", NULL, false, "cannot know the leaves of a game"},
	{"tree", "depth=3", false, "depth is 3"},
	{"chinese-checkers", NULL, true, NULL},
	{"chinese-checkers", "unblock=7", false, "unblock is 7"},
	{"chinese-checkers", "max-plies=100", false, "max-plies is 100"},
};

START_TEST(a_bot_that_is_told_the_name_alone_knows_what_is_usual_and_what_positions_show)
	{
		static struct setup s;
		struct error err = {""};
		const char *setting = games[_i].setting;
		ck_assert_msg(setup_init(&s, rules_find(games[_i].game), 0, 1, &setting,
				      setting != NULL, &err),
			"%s", err.text);
		ck_assert_int_eq(params_usual(&s), games[_i].usual);
		bool untold = params_unknown(&s, &err);
		ck_assert_msg(untold == (games[_i].untold != NULL), "%s", err.text);
		ck_assert_msg(
			!untold || strstr(err.text, games[_i].untold) != NULL, "%s", err.text);
	}
END_TEST

SUITE("judging/params",
	LOOP(parameters_are_the_words_of_their_line, (int)(sizeof texts / sizeof *texts)),
	CASE(a_game_is_set_up_as_its_definition_says),
	LOOP(a_bot_that_is_told_the_name_alone_knows_what_is_usual_and_what_positions_show,
		sizeof games / sizeof *games))
