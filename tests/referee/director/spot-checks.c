/*
 * Spot checks: which games are checked, on which machines, and what counts as a difference.
 */
#include <string.h>

#include "referee/director/spot-checks.h"
#include "tests/lib/suite.h"

/* A game with these moves, a letter each. */
static struct db_game game_of(const char *moves, const char *reason, struct db_move list[16])
{
	static char texts[256][2];
	int count = (int)strlen(moves);
	for (int i = 0; i < count; i++) {
		char *text = texts[(unsigned char)moves[i]];
		text[0] = moves[i];
		list[i] = (struct db_move){.seat = 1 + i % 2, .text = text};
	}
	return (struct db_game){.seats = 2, .reason = reason, .moves = list, .moves_count = count};
}

static const struct {
	const char *moves, *reason, *why; /* of the second game; NULL: the same */
} games[] = {
	{"abc", "normal", NULL},
	{"abd", "normal", "move 3 is c there and d elsewhere"},
	{"ab", "normal", "the game has 3 moves there and 2 elsewhere"},
	{"abcd", "normal", "the game has 3 moves there and 4 elsewhere"},
	{"abc", "time", "the game ends by normal there and by time elsewhere"},
};

START_TEST(a_difference_is_found_and_said)
	{
		struct spot_checks s;
		struct job job = {.worker = 2, .number = 7}, taken;
		struct db_move moves[16];
		struct db_game first = game_of("abc", "normal", moves);
		struct error why;
		struct spot_checked checked = {.first = ""};
		spot_checks_init(&s, 1);
		first.id = 99;
		spot_checks_add(&s, &job, &first, "lab07");
		ck_assert(spot_checks_take(&s, 0, "here", &taken));
		ck_assert_int_eq(taken.number, 7);
		struct db_game second = game_of(games[_i].moves, games[_i].reason, moves);
		enum spot_check_result result =
			spot_checks_played(&s, &taken, &second, "here", 0, &checked, &why);
		bool same = games[_i].why == NULL;
		ck_assert_int_eq(result, same ? SPOT_CHECK_SAME : SPOT_CHECK_DIFFERS);
		if (!same)
			ck_assert_str_eq(why.text, games[_i].why);
		ck_assert_str_eq(checked.first, "lab07");
		ck_assert_str_eq(checked.second, "");
		ck_assert_int_eq(checked.second_row, 0);
		ck_assert_int_eq(checked.game, 99);
		ck_assert_int_eq(checked.first_is_wrong, !same);
		ck_assert_int_eq(s.made, 1);
		ck_assert_int_eq(s.differed, !same);
		ck_assert_int_eq(s.count, 0);
		spot_checks_clear(&s);
	}
END_TEST

/* Two workers have different games: this machine plays the same as one of them, or as none. */
static const struct {
	const char *second, *here; /* moves; the first had "abc" */
	bool first_is_wrong;
	const char *why;
} decisions[] = {
	{"abd", "abc", false, "move 3 is c there and d elsewhere"},
	{"abd", "abd", true, "move 3 is c there and d elsewhere"},
	{"abd", "xbd", true, "move 1 is a there and x elsewhere"},
};

START_TEST(this_machine_decides_between_two_workers)
	{
		struct spot_checks s;
		struct job job = {.worker = 2}, taken;
		struct db_move moves[16];
		struct db_game first = game_of("abc", "normal", moves);
		struct error why;
		struct spot_checked checked = {.first = ""};
		spot_checks_init(&s, 1);
		spot_checks_add(&s, &job, &first, "lab07");
		ck_assert(spot_checks_take(&s, 3, "lab08", &taken));
		struct db_game second = game_of(decisions[_i].second, "normal", moves);
		ck_assert_int_eq(
			spot_checks_played(&s, &taken, &second, "lab08", 5, &checked, &why),
			SPOT_CHECK_AGAIN);
		ck_assert_int_eq(s.made, 0);
		ck_assert_int_eq(s.waiting, 1);
		/* No worker may decide. */
		ck_assert(!spot_checks_take(&s, 4, "lab09", &taken));
		ck_assert(spot_checks_take(&s, 0, "here", &taken));
		struct db_game here = game_of(decisions[_i].here, "normal", moves);
		ck_assert_int_eq(spot_checks_played(&s, &taken, &here, "here", 0, &checked, &why),
			SPOT_CHECK_DIFFERS);
		ck_assert_str_eq(checked.first, "lab07");
		ck_assert_str_eq(checked.second, "lab08");
		ck_assert_int_eq(checked.second_row, 5);
		ck_assert_int_eq(checked.first_is_wrong, decisions[_i].first_is_wrong);
		ck_assert_str_eq(why.text, decisions[_i].why);
		ck_assert_int_eq(s.differed, 1);
		ck_assert_int_eq(s.count, 0);
		spot_checks_clear(&s);
	}
END_TEST

/* Nor does another session of its key. */
START_TEST(a_worker_does_not_check_itself)
	{
		struct spot_checks s;
		struct job job = {.worker = 2}, taken, other;
		struct db_move moves[16];
		struct db_game first = game_of("abc", "normal", moves);
		spot_checks_init(&s, 1);
		spot_checks_add(&s, &job, &first, "lab07");
		ck_assert(!spot_checks_take(&s, 2, "lab07", &taken));
		ck_assert(!spot_checks_take(&s, 5, "lab07", &taken));
		ck_assert(spot_checks_take(&s, 3, "lab08", &taken));
		ck_assert_int_eq(taken.worker, 3);
		ck_assert(!spot_checks_take(&s, 1, "lab09", &other)); /* it is being played */
		spot_checks_return(&s, &taken);
		ck_assert(spot_checks_take(&s, 1, "lab09", &other));
		spot_checks_drop(&s, &other);
		ck_assert_int_eq(s.count, 0);
		ck_assert(!spot_checks_take(&s, 1, "lab09", &other));
		spot_checks_clear(&s);
	}
END_TEST

START_TEST(the_drawn_share_is_that_of_the_setting)
	{
		struct spot_checks s;
		int drawn = 0;
		spot_checks_init(&s, 12345);
		for (int i = 0; i < 100000; i++)
			drawn += spot_checks_draws(&s, 2);
		/* binomial: 2000 with a standard deviation of 44 */
		ck_assert_int_ge(drawn, 1800);
		ck_assert_int_le(drawn, 2200);
		ck_assert(!spot_checks_draws(&s, 0));
		ck_assert(spot_checks_draws(&s, 100));
	}
END_TEST

static const struct {
	const char *command;
	struct limits limits;
	bool can;
} bots[] = {
	{"referee-bot --search pvs", {.nodes = 100}, true},
	{"/usr/bin/referee-bot", {.depth = 3}, true},
	{"referee-bot", {.depth = 3, .movetime = 100}, false},
	{"referee-bot", {.nodes = 3, .tc_time = 100}, false},
	{"referee-bot", {.movetime = 100}, false},
	{"python3 bot.py", {.nodes = 100}, false},
};

START_TEST(only_games_that_are_the_same_everywhere_are_checked)
	{
		struct bot list[2] = {{.command = (char *)bots[_i].command},
			{.command = (char *)bots[0].command}};
		struct bot_config configs[2] = {{.has_limits = true, .limits = bots[_i].limits},
			{.has_limits = true, .limits = bots[0].limits}};
		const struct tournament t = {.bots = list, .bots_count = 2};
		const struct arbiter_config config = {.bots = configs, .bots_count = 2};
		struct job job = {.pairing = {.seats = 2, .bot = {1, 0}}};
		ck_assert_int_eq(spot_checks_can(&t, &config, &job), bots[_i].can);
		job.absent = 1;
		ck_assert(!spot_checks_can(&t, &config, &job));
	}
END_TEST

SUITE("referee/director/spot-checks",
	LOOP(a_difference_is_found_and_said, sizeof games / sizeof *games),
	LOOP(this_machine_decides_between_two_workers, sizeof decisions / sizeof *decisions),
	CASE(a_worker_does_not_check_itself), CASE(the_drawn_share_is_that_of_the_setting),
	LOOP(only_games_that_are_the_same_everywhere_are_checked, sizeof bots / sizeof *bots))
