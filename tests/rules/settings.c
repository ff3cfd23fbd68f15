/*
 * settings.c - settings of games that are taken or refused, ranks from scores, random numbers.
 */
#include "rules/rules.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

enum { SETTINGS_MAX = 3 };

static struct setup settings_setup;

static int settings_count(const char *const settings[SETTINGS_MAX])
{
	int count = 0;
	while (count < SETTINGS_MAX && settings[count] != NULL)
		count++;
	return count;
}

struct settings_bad {
	const char *game;
	int seats;
	const char *settings[SETTINGS_MAX];
	const char *reason; /* a part of it */
};

static const struct settings_bad settings_bad[] = {
	{"tictactoe", 3, {NULL}, "tictactoe is for 2 seats, not 3"},
	{"nim", 5, {NULL}, "nim is for 2, 3 or 4 seats, not 5"},
	{"nim", -1, {NULL}, "2, 3 or 4"},
	{"nim", 1000, {NULL}, "2, 3 or 4"},
	{"tictactoe", 2, {"rows=3"}, "it has none"},
	{"connect4", 2, {"colums=7"}, "did you mean \"columns\"?"},
	{"connect4", 2, {"Rows=7"}, "did you mean \"rows\"?"},
	{"connect4", 2, {"gravity=7"}, "it has columns, rows, connect"},
	{"connect4", 2, {"=7"}, "it has columns, rows, connect"},
	{"connect4", 2, {"rows"}, "KEY=VALUE"},
	{"connect4", 2, {"rows="}, "from 3 to 15"},
	{"connect4", 2, {"rows=six"}, "from 3 to 15"},
	{"connect4", 2, {"rows=6 "}, "from 3 to 15"},
	{"connect4", 2, {"rows=+6"}, "from 3 to 15"},
	{"connect4", 2, {"rows=06"}, "from 3 to 15"},
	{"connect4", 2, {"rows=2"}, "from 3 to 15"},
	{"connect4", 2, {"rows=16"}, "from 3 to 15"},
	{"connect4", 2, {"rows=99999999999999999999"}, "from 3 to 15"},
	{"connect4", 2, {"columns=17"}, "from 3 to 16"},
	{"connect4", 2, {"columns=10"}, "at most 64"},
	{"connect4", 2, {"connect=8"}, "from 3 to 7"},
	{"connect4", 2, {"connect=2"}, "from 3 to 7"},
	{"nim", 2, {"heaps="}, "3/4/5"},
	{"nim", 2, {"heaps=0"}, "3/4/5"},
	{"nim", 2, {"heaps=3/0"}, "3/4/5"},
	{"nim", 2, {"heaps=3/"}, "3/4/5"},
	{"nim", 2, {"heaps=3,4"}, "3/4/5"},
	{"nim", 2, {"heaps=10000"}, "3/4/5"},
	{"nim", 2, {"heaps=1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1"}, "26 heaps"},
	{"nim", 2, {"take=-1"}, "from 0 to"},
	{"nim", 2, {"misere=2"}, "from 0 to 1"},
	{"nim", 2, {"misere=yes"}, "from 0 to 1"},
	{"nim", 2, {"heaps=2049", "take=0"}, "2049 legal moves"},
	{"letters", 2, {"pile="}, "each once"},
	{"letters", 2, {"pile=ABA"}, "each once"},
	{"letters", 2, {"pile=abc"}, "each once"},
	{"letters", 2, {"pile=AB C"}, "each once"},
	{"letters", 2, {"words="}, "AB:3,CAB:7"},
	{"letters", 2, {"words=AB"}, "AB:3,CAB:7"},
	{"letters", 2, {"words=:3"}, "AB:3,CAB:7"},
	{"letters", 2, {"words=AB:3,"}, "AB:3,CAB:7"},
	{"letters", 2, {"words=AB:3;C:1"}, "AB:3,CAB:7"},
	{"letters", 2, {"words=AB:1000001"}, "AB:3,CAB:7"},
	{"letters", 2, {"pile=ABC", "words=ABD:3"}, "\"ABD\" has D"},
	{"othello", 2, {"size=7"}, "an even number from 4 to 10"},
	{"othello", 2, {"size=12"}, "an even number from 4 to 10"},
	{"othello", 2, {"size=x"}, "an even number from 4 to 10"},
	{"breakthrough", 2, {"columns=1"}, "from 2 to 16"},
	{"breakthrough", 2, {"rows=3"}, "from 4 to 32"},
	{"breakthrough", 2, {"columns=9"}, "at most 64"},
	{"gomoku", 2, {"columns=20"}, "from 3 to 19"},
	{"gomoku", 2, {"row=16"}, "from 3 to 15"},
	{"gomoku", 2, {"row=2"}, "from 3 to 15"},
	{"kalah", 2, {"pits=13"}, "from 1 to 12"},
	{"kalah", 2, {"seeds=11"}, "from 1 to 10"},
	{"kalah", 2, {"empty-capture=2"}, "from 0 to 1"},
	{"kalah", 2, {"majority=2"}, "from 0 to 1"},
	{"tree", 2, {"depth=0"}, "from 1 to 64"},
	{"tree", 2, {"depth=13"}, "more than 4096"},
	{"tree", 2, {"branching=2049"}, "from 1 to 2048"},
	{"tree", 2, {"leaves=1,2,3"}, "3 numbers; depth 2 and branching 2 make 4"},
	{"tree", 2, {"leaves=1,2,3,4,5"}, "5 numbers; depth 2 and branching 2 make 4"},
	{"tree", 2, {"leaves=1,2,,4"}, "number 3"},
	{"tree", 2, {"leaves="}, "number 1"},
	{"tree", 2, {"leaves=1,2,3,1000000000000001"}, "number 4"},
};
enum { SETTINGS_BAD = sizeof settings_bad / sizeof *settings_bad };

START_TEST(wrong_settings_are_refused_with_what_would_be_right)
	{
		const struct settings_bad *row = &settings_bad[_i];
		struct error err = {""};
		ck_assert(!setup_init(&settings_setup, rules_find(row->game), row->seats, 1,
			row->settings, settings_count(row->settings), &err));
		ck_assert_msg(strstr(err.text, row->reason) != NULL, "%s", err.text);
		ck_assert_ptr_null(strchr(err.text, '\n'));
	}
END_TEST

struct settings_good {
	const char *game;
	const char *settings[SETTINGS_MAX];
	const char *values[4]; /* of the parameters in their order; NULL: drawn */
};

static const struct settings_good settings_good[] = {
	{"connect4", {NULL}, {"7", "6", "4"}},
	{"connect4", {"rows=7", "columns=8"}, {"8", "7", "4"}},
	{"connect4", {"rows=5", "rows=4"}, {"7", "4", "4"}},
	{"nim", {NULL}, {"21", "3", "1"}},
	{"nim", {"heaps=3/4/5", "take=0", "misere=0"}, {"3/4/5", "0", "0"}},
	{"nim", {"heaps=2048", "take=0"}, {"2048", "0", "1"}},
	{"letters", {"pile=CAB", "words=AB:3,CAB:7"}, {"CAB", "AB:3,CAB:7"}},
	{"letters", {"words=AB:3,CAB:-7"}, {NULL, "AB:3,CAB:-7"}},
	{"othello", {NULL}, {"8"}},
	{"breakthrough", {"columns=5"}, {"5", "8"}},
	{"gomoku", {"rows=19", "row=19"}, {"15", "19", "19"}},
	{"kalah", {"pits=4"}, {"4", "4", "0"}},
	{"tree", {NULL}, {"2", "2", NULL}},
	{"tree", {"leaves=2,-1,3,0"}, {"2", "2", "2,-1,3,0"}},
	{"tree", {"depth=1", "branching=3", "leaves=-1000000000000000,0,7"},
		{"1", "3", "-1000000000000000,0,7"}},
};
enum { SETTINGS_GOOD = sizeof settings_good / sizeof *settings_good };

START_TEST(parameters_are_the_settings_or_else_the_presets)
	{
		const struct settings_good *row = &settings_good[_i];
		static char text[PARAMETER_TEXT];
		struct error err = {""};
		struct setup *s = &settings_setup;
		ck_assert_msg(setup_init(s, rules_find(row->game), 0, 1, row->settings,
				      settings_count(row->settings), &err),
			"%s", err.text);
		ck_assert_int_eq(s->seats, 2);
		for (int i = 0; s->rules->parameters[i].name != NULL; i++) {
			s->rules->parameter(s, i, text);
			if (row->values[i] != NULL)
				ck_assert_str_eq(text, row->values[i]);
			else
				ck_assert_uint_gt(strlen(text), 0);
		}
	}
END_TEST

START_TEST(another_seed_draws_other_piles_words_and_leaves)
	{
		static const struct {
			const char *game;
			int parameter;
		} drawn[] = {{"letters", 0}, {"letters", 1}, {"tree", 2}};
		static char text[2][PARAMETER_TEXT];
		for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
			for (uint64_t seed = 0; seed < 2; seed++) {
				const struct rules *rules = rules_find(drawn[i].game);
				ck_assert(
					setup_init(&settings_setup, rules, 2, seed, NULL, 0, NULL));
				rules->parameter(&settings_setup, drawn[i].parameter, text[seed]);
			}
			ck_assert_str_ne(text[0], text[1]);
		}
	}
END_TEST

START_TEST(a_parameter_as_long_as_may_be_is_taken_and_a_longer_one_is_refused)
	{
		static char words[PARAMETER_TEXT + 16] = "words=";
		static char text[PARAMETER_TEXT];
		const char *settings[] = {"pile=A", words};
		struct error err = {""};
		char *at = words + strlen(words);
		/* 8191 times `A:1,`, then `A:1`: 32767 bytes. */
		for (int i = 0; i < PARAMETER_TEXT / 4; i++, at += 4)
			memcpy(at, "A:1,", 4);
		at[-1] = '\0';
		struct setup *s = &settings_setup;
		ck_assert_msg(setup_init(s, rules_find("letters"), 2, 1, settings, 2, &err), "%s",
			err.text);
		s->rules->parameter(s, 1, text);
		ck_assert_str_eq(text, words + 6);
		struct position p;
		int64_t scores[SEATS_MAX];
		s->rules->start(s, &p);
		s->rules->play(s, &p, 0);
		s->rules->scores(s, &p, scores);
		ck_assert_int_eq(scores[0], PARAMETER_TEXT / 4);
		strcpy(at - 1, "0");
		ck_assert(!setup_init(s, rules_find("letters"), 2, 1, settings, 2, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "longer than 32767"));
	}
END_TEST

struct settings_ranks {
	int seats;
	int64_t scores[SEATS_MAX];
	int ranks[SEATS_MAX];
};

static const struct settings_ranks settings_ranks[] = {
	{2, {1, -1}, {1, 2}},
	{2, {-1, 1}, {2, 1}},
	{2, {0, 0}, {1, 1}},
	{4, {9, 7, 7, 3}, {1, 2, 2, 4}},
	{4, {7, 9, 3, 9}, {3, 1, 4, 1}},
	{6, {0, 0, 0, 0, 0, 1}, {2, 2, 2, 2, 2, 1}},
	{3, {INT64_MIN, INT64_MAX, 0}, {3, 1, 2}},
};
enum { SETTINGS_RANKS = sizeof settings_ranks / sizeof *settings_ranks };

START_TEST(the_best_score_ranks_first_and_ties_share_the_better_place)
	{
		const struct settings_ranks *row = &settings_ranks[_i];
		int ranks[SEATS_MAX];
		rules_ranks(row->scores, row->seats, ranks);
		for (int i = 0; i < row->seats; i++)
			ck_assert_int_eq(ranks[i], row->ranks[i]);
	}
END_TEST

START_TEST(random_numbers_are_splitmix64)
	{
		/* The published first outputs of the generator for seed 1234567. */
		static const uint64_t expected[] = {UINT64_C(6457827717110365317),
			UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
			UINT64_C(4593380528125082431), UINT64_C(16408922859458223821)};
		uint64_t state = 1234567;
		for (int i = 0; i < 5; i++)
			ck_assert_uint_eq(random_next(&state), expected[i]);
	}
END_TEST

START_TEST(numbers_below_six_come_about_equally_often)
	{
		int times[6] = {0};
		uint64_t state = 1;
		for (int i = 0; i < 60000; i++)
			times[random_below(&state, 6)]++;
		for (int i = 0; i < 6; i++)
			ck_assert_int_lt(abs(times[i] - 10000), 500);
		ck_assert_uint_eq(random_below(&state, 1), 0);
		for (int i = 0; i < 100; i++)
			ck_assert_uint_lt(random_below(&state, UINT64_MAX), UINT64_MAX);
	}
END_TEST

/* Three of every four words have room for the number: without care each third number came as often
 * as the other two together. */
START_TEST(large_numbers_come_equally_often_too)
	{
		const uint64_t most = UINT64_C(3) << 62;
		int times[3] = {0};
		uint64_t state = 1;
		for (int i = 0; i < 30000; i++)
			times[random_below(&state, most) % 3]++;
		for (int i = 0; i < 3; i++)
			ck_assert_int_lt(abs(times[i] - 10000), 500);
	}
END_TEST

SUITE("rules/settings", CASE(large_numbers_come_equally_often_too),
	LOOP(wrong_settings_are_refused_with_what_would_be_right, SETTINGS_BAD),
	LOOP(parameters_are_the_settings_or_else_the_presets, SETTINGS_GOOD),
	CASE(another_seed_draws_other_piles_words_and_leaves),
	CASE(a_parameter_as_long_as_may_be_is_taken_and_a_longer_one_is_refused),
	LOOP(the_best_score_ranks_first_and_ties_share_the_better_place, SETTINGS_RANKS),
	CASE(random_numbers_are_splitmix64), CASE(numbers_below_six_come_about_equally_often))
