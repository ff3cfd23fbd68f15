/*
 * The command line: what is taken, and what is refused with which words.
 */
#include "bots/arguments.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/suite.h"

enum { WORDS = 8 };

static const struct {
	const char *words[WORDS];
	const char *search, *eval;
	int64_t depth, nodes, time, seed, hash;
} fine[] = {
	{{NULL}, "best", "best", 0, 0, 0, 0, 0},
	{{"--search", "minimax", "--depth", "6"}, "minimax", "best", 6, 0, 0, 0, 0},
	{{"--search=alphabeta", "--eval=cells", "connect4"}, "alphabeta", "cells", 0, 0, 0, 0, 0},
	{{"--search=perfect", "--game=connect4"}, "perfect", "best", 0, 0, 0, 0, 0},
	{{"--nodes", "100000", "--seed=7", "--hash", "64"}, "best", "best", 0, 100000, 0, 7, 64},
	{{"--time", "250", "--depth", "3", "--depth", "4"}, "best", "best", 4, 0, 250, 0, 0},
};

START_TEST(flags_are_taken_in_both_spellings)
	{
		struct error err;
		struct arguments a;

		ck_assert_msg(arguments_read(&a, fine[_i].words, &err), "%s", err.text);
		const struct search *search = a.settings.search;
		ck_assert_str_eq(search == NULL ? "best" : search->name, fine[_i].search);
		ck_assert_str_eq(a.settings.eval, fine[_i].eval);
		ck_assert_int_eq(a.settings.depth, fine[_i].depth);
		ck_assert_int_eq(a.settings.nodes, fine[_i].nodes);
		ck_assert_int_eq(a.settings.time, fine[_i].time);
		ck_assert_int_eq(a.settings.seed, fine[_i].seed);
		ck_assert_int_eq(a.settings.hash, fine[_i].hash);
	}
END_TEST

static const struct {
	const char *words[WORDS];
	const char *why; /* stands in the reason */
} wrong[] = {
	{{"--dept", "3"}, "unknown flag --dept; did you mean --depth?"},
	{{"--frobnicate"}, "unknown flag --frobnicate; --help lists all"},
	{{"--depth"}, "--depth needs a value: --depth VALUE"},
	{{"--depth", "six"}, "depth is a whole number from 0 to 1024, not \"six\""},
	{{"--depth", "-1"}, "not \"-1\""},
	{{"--depth", "6x"}, "not \"6x\""},
	{{"--depth", ""}, "not \"\""},
	{{"--nodes", "99999999999999999999"}, "nodes is a whole number"},
	{{"--hash=-1"}, "from 0 to 65536"},
	{{"--search", "alfabeta"}, "did you mean alphabeta?"},
	{{"--search", "negamax"},
		"there are best, random, first, minimax, alphabeta, pvs, maxn, paranoid, brs, brs+, opps, mcts, perfect"},
	{{"--eval", "cels"}, "did you mean cells?"},
	{{"--eval", "cells", "nim"}, "no evaluation \"cells\" for nim: there are best, sum, zero"},
	{{"--eval", "line", "--game", "tictactoe"}, "did you mean lines?"},
	{{"conect4"}, "no game \"conect4\"; did you mean connect4?"},
	{{"chess"}, "no game \"chess\"; see referee-bot --list"},
	{{"connect4", "nim"}, "one game is enough"},
	{{"--search", "perfect", "nim"}, "perfect plays connect4 alone, not nim"},
	{{"--search", "perfect", "connect4", "--param", "rows=5"},
		"perfect plays 4 in a row on 7 columns of 6 rows, not 4 on 7 of 5"},
	{{"--search", "perfect", "connect4", "--param", "rows=1"}, "rows \"1\" is not a number"},
	{{"--position", "startpos"}, "which game?"},
	{{"--players", "7", "nim"}, "--players is a number from 2 to 6"},
	{{"--param", "rows", "connect4"}, "--param is KEY=VALUE"},
	{{"--param", "rows=5"}, "which game?"},
	{{"--clock", "sun"}, "--clock is wall or cpu"},
};

START_TEST(a_wrong_command_line_is_told_what_would_be_right)
	{
		struct error err = {""};
		struct arguments a;

		ck_assert(!arguments_read(&a, wrong[_i].words, &err));
		ck_assert_msg(strstr(err.text, wrong[_i].why) != NULL, "%s", err.text);
		ck_assert_ptr_null(strchr(err.text, '\n'));
	}
END_TEST

/* The text that a flag prints in place of playing. */
static const char *printed(const char *flag)
{
	static char text[65536];
	const char *const words[] = {flag, NULL};
	struct error err;
	struct arguments a;
	ck_assert(arguments_read(&a, words, &err));
	ck_assert_ptr_nonnull(a.instead);
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(file);
	fflush(stdout);
	int saved = dup(STDOUT_FILENO);
	dup2(fileno(file), STDOUT_FILENO);
	a.instead();
	fflush(stdout);
	dup2(saved, STDOUT_FILENO);
	close(saved);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* Each of them is in the text, in this order. */
static void has_in_order(const char *text, const char *const *parts)
{
	for (; *parts != NULL; parts++) {
		const char *at = strstr(text, *parts);
		ck_assert_msg(at != NULL, "no \"%s\" there, or not behind the others", *parts);
		text = at + strlen(*parts);
	}
}

START_TEST(the_list_has_games_searches_and_the_evaluations_of_each_game)
	{
		static const char *const parts[] = {"games\n", "  tictactoe  ", "\n  connect4  ",
			"\n  kalah  ", "\nsearches\n", "  random  ", "\n  pvs  ", "\n  perfect  ",
			"\nevaluations, the best one first\n", "\n  connect4\n    threats  ",
			"\n    cells  ", "\n    zero  ", "\n  kalah\n    sowing  ", "\n    store  ",
			"\n    zero  ", NULL};
		has_in_order(printed("--list"), parts);
	}
END_TEST

START_TEST(the_help_has_each_flag_with_its_value)
	{
		static const char *const parts[] = {"usage: referee-bot ",
			"\nOptions of the command line and of UGI", "\n  --search NAME ",
			"\n  --depth N ", "\n  --decisive N ", "\nOther options",
			"\n  --game GAME ", "\n  --clock wall|cpu ", "\n  --list ", "\n  --help ",
			NULL};
		has_in_order(printed("--help"), parts);
		static const char *const version[] = {"referee-bot ", "protocols",
			"UGI with newgame ", "; rules programs ", NULL};
		has_in_order(printed("--version"), version);
	}
END_TEST

SUITE("bots/arguments", LOOP(flags_are_taken_in_both_spellings, sizeof fine / sizeof *fine),
	CASE(the_list_has_games_searches_and_the_evaluations_of_each_game),
	CASE(the_help_has_each_flag_with_its_value),
	LOOP(a_wrong_command_line_is_told_what_would_be_right, sizeof wrong / sizeof *wrong))
