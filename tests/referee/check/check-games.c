/*
 * The question of `referee check --position`: what is given is what is asked, what cannot be asked
 * is told.
 */
#include "referee/check/check-games.h"

#include "tests/lib/test-tournament.h"
#include "tests/lib/reported.h"
#include "tests/lib/suite.h"

enum { QUESTION_WORDS = 8 };

static const struct options question_options = {.groups = {{.rows = check_question_options}}};

/* Takes the words as a command line of flags; returns whether they make a question. */
static bool question_read(struct check_question *q, const char *const *words, const char *game,
	int players, bool clocks, struct reported *told)
{
	struct tournament t;
	int count = 0;
	*q = (struct check_question){.position = NULL};
	reported_init(told);
	test_tournament_init(&t, game, players, players, 1, NULL);
	if (clocks) {
		t.terms.limits.movetime = 0;
		t.terms.limits.tc_time = 60 * SECOND;
	}
	char *argv[QUESTION_WORDS + 2] = {(char *)"check"};
	for (; count < QUESTION_WORDS && words[count] != NULL; count++)
		argv[count + 1] = (char *)words[count];
	options_read(&question_options, q, count + 1, argv, &told->mistakes);
	bool good = told->mistakes.count == 0 && check_question_read(q, &t, &told->mistakes);
	tournament_clear(&t);
	return good;
}

static const struct {
	const char *words[QUESTION_WORDS];
	const char *game;
	int players;
	const char *fen, *moves;
	int seat;
	uint64_t seed;
	usec left[2];
} good[] = {
	{{"--position", "startpos"}, "connect4", 2, "", "", 1, 1},
	{{"--moves="}, "connect4", 2, "", "", 1, 1},
	{{"--moves", "d d e"}, "connect4", 2, "", "d d e", 2, 1},
	{{"--position=x2/3/3 o 1", "--moves=a1 b2"}, "tictactoe", 2, "x2/3/3 o 1", "a1 b2", 2, 1},
	{{"--position", "5 p3 2", "--game-seed", "18446744073709551615"}, "nim", 3, "5 p3 2", "", 3,
		UINT64_MAX},
	{{"--moves=a", "--time-left", "1.5s,2500us"}, "connect4", 2, "", "a", 2, 1,
		{1500000, 2500}},
};

START_TEST(what_is_given_is_asked)
	{
		struct check_question q;
		struct reported told;
		bool read = question_read(&q, good[_i].words, good[_i].game, good[_i].players,
			good[_i].left[0] > 0, &told);
		ck_assert_str_eq(told.text, "");
		ck_assert(read && check_question_given(&q));
		ck_assert_str_eq(q.question.fen, good[_i].fen);
		ck_assert_str_eq(q.question.moves, good[_i].moves);
		ck_assert_int_eq(q.question.seat, good[_i].seat);
		ck_assert(q.question.seed == good[_i].seed);
		ck_assert_int_eq(q.question.left[0], good[_i].left[0]);
		ck_assert_int_eq(q.question.left[1], good[_i].left[1]);
	}
END_TEST

static const struct {
	const char *words[QUESTION_WORDS];
	bool clocks;
	const char *why; /* part of it */
} bad[] = {
	{{"--position"}, false, "--position needs a value"},
	{{"--position", "nonsense"}, false, "--position: "},
	{{"--moves", "d z"}, false, "\"z\""},
	{{"--moves", "d d d d d d d"}, false, "--position: "},
	{{"--moves", "a b a b a b a"}, false, "the game is over there"},
	{{"--moves=", "--time-left=1s,1s"}, false, "only with --tc"},
	{{"--moves=", "--time-left=1s"}, true, "a time for each seat"},
	{{"--moves=", "--time-left=1s,1s,1s"}, true, "a time for each seat"},
	{{"--moves=", "--time-left=1s,x"}, true, "--time-left \"1s,x\""},
	{{"--moves=", "--game-seed=-1"}, false, "a whole number"},
	{{"--moves=", "--game-seed=18446744073709551616"}, false, "a whole number"},
	{{"--moves=", "--game-seed=1x"}, false, "a whole number"},
};

START_TEST(what_cannot_be_asked_is_told)
	{
		struct check_question q;
		struct reported told;
		ck_assert(!question_read(&q, bad[_i].words, "connect4", 2, bad[_i].clocks, &told));
		ck_assert_int_eq(told.mistakes.count, 1);
		ck_assert_msg(strstr(told.text, bad[_i].why) != NULL, "%s", told.text);
	}
END_TEST

SUITE("referee/check/check-games", LOOP(what_is_given_is_asked, sizeof good / sizeof *good),
	LOOP(what_cannot_be_asked_is_told, sizeof bad / sizeof *bad))
