/*
 * What the lines of the feed make: tournaments and games that come and go.
 */
#include "referee/web/live-games.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct live_games live;
static struct live_games_news news;

static bool tell(const char *text, int64_t now)
{
	struct live_feed feed;
	char line[256];
	strcpy(line, text);
	ck_assert_msg(live_feed_read(&feed, line), "%s", text);
	return live_games_take(&live, &feed, now, &news);
}

START_TEST(a_game_is_there_from_its_first_line_to_its_end)
	{
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		ck_assert(tell("game 3 9 1000 2 1 connect4 - d\\x20e", 0));
		ck_assert(tell("param 3 9 rows 6", 0));
		ck_assert(tell("player 3 9 2 b 0", 0));
		ck_assert(tell("begun 3 9", 0));
		ck_assert(tell("move 3 9 1 d 10 9 - - - -", 0));
		ck_assert(tell("move 3 9 2 e 10 9 - - - -", 0));
		ck_assert_int_eq(news.ply, 2);
		ck_assert_str_eq(news.text, "e");
		const struct live_games_game *g =
			live_games_find_game(live_games_find(&live, 3), 9);
		ck_assert_str_eq(g->opening, "d e");
		ck_assert_str_eq(g->params[0], "rows=6");
		ck_assert_str_eq(g->names[1], "b");
		ck_assert_ptr_null(g->names[0]);
		ck_assert_int_eq(g->moves_count, 2);
		ck_assert(tell("end 3 9 17 1-0 normal", 0));
		ck_assert_int_eq(news.game, 17);
		ck_assert_ptr_null(live_games_find_game(live_games_find(&live, 3), 9));
		ck_assert_int_eq(live_games_find_ended(live_games_find(&live, 3), 9)->game, 17);
		ck_assert_ptr_null(live_games_find_ended(live_games_find(&live, 3), 8));
		ck_assert(tell("gone 3", 0));
		ck_assert_ptr_null(live_games_find(&live, 3));
		live_games_clear(&live);
	}
END_TEST

static const char *const strange[] = {"gone 4", "figure nothing 4",
	"delays 1 2 3 4 5 6 7 8 9 10 11 12 -", "process abcdefghijklmnop 1 1 1",
	"game 4 1 0 2 1 connect4 - -", "game 3 1 0 7 1 nim - -", "move 3 8 1 d 1 1 - - - -",
	"move 3 9 3 d 1 1 - - - -", "move 3 9 1 abcdefghijklmnopq 1 1 - - - -", "player 3 9 3 x 0",
	"player 3 8 1 x 0", "leave 3 9 5 crash x", "begun 3 8", "param 3 8 a b",
	"end 4 1 1 1-0 normal", "strength 4 1 1 1 1 1 1 1 1 0 - a b -",
	"strength 3 1 1 1 1 1 1 1 1 0 - - b -", "strength 3 1 1 1 1 1 1 1 1 0 - a - -",
	"strength 3 -1 1 1 1 1 1 1 1 0 - a b -", "strength 3 1 - 1 1 1 1 1 1 0 - a b -",
	"strength 3 1 1 1 1 1 1 1 1000000000001 0 - a b -",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b bayes\\x200\\x2010\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x2010\\x200\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x200\\x20inf\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x200\\x2010\\x200.05\\x200.05\\x201"};

START_TEST(a_line_that_fits_nothing_changes_nothing)
	{
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		ck_assert(tell("game 3 9 1000 2 1 connect4 - -", 0));
		uint64_t moments = live.moments;
		ck_assert_msg(!tell(strange[_i], 0), "%s", strange[_i]);
		ck_assert_uint_eq(live.moments, moments);
		ck_assert_int_eq(
			live_games_find_game(live_games_find(&live, 3), 9)->moves_count, 0);
		live_games_clear(&live);
	}
END_TEST

START_TEST(a_game_that_begins_again_begins_empty)
	{
		live_games_init(&live);
		tell("tournament 3 1 0 4 running cup c.db - - -", 0);
		tell("game 3 9 1000 2 1 connect4 - -", 0);
		tell("move 3 9 1 d 10 9 - - - -", 0);
		tell("game 3 9 2000 2 1 connect4 - -", 0);
		ck_assert_int_eq(live_games_find(&live, 3)->games_count, 1);
		ck_assert_int_eq(
			live_games_find_game(live_games_find(&live, 3), 9)->moves_count, 0);
		live_games_clear(&live);
	}
END_TEST

START_TEST(the_time_left_goes_by_the_games_since_it_runs)
	{
		live_games_init(&live);
		tell("tournament 3 1 100 400 running cup c.db - - -", 1000);
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 5000), -1);
		tell("tournament 3 1 200 400 running cup c.db - - -", 11000);
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 11000), 20);
		tell("tournament 3 1 200 400 paused cup c.db - - -", 11000);
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 11000), -1);
		tell("tournament 3 1 200 - running cup c.db - - -", 11000);
		tell("tournament 3 1 300 - running cup c.db - - -", 21000);
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 21000), -1);
		live_games_clear(&live);
	}
END_TEST

/* The pairs of tests/vectors/estimate.py, of which 93.1586 more are to come. */
#define TEN "10 3 57 13 28"

START_TEST(what_came_of_two_bots_games_says_how_strong_they_are)
	{
		struct strength_estimate e;
		live_games_init(&live);
		tell("tournament 3 1 222 - running cup c.db - - -", 1000);
		ck_assert(!live_games_estimate(live_games_find(&live, 3), &e));
		ck_assert(tell("strength 3 0 0 0 0 0 0 0 0 0 - new old -", 1000));
		ck_assert(!live_games_estimate(
			live_games_find(&live, 3), &e)); /* there are no results */
		uint64_t results = live_games_find(&live, 3)->results;
		ck_assert(tell("strength 3 6 5 4 " TEN " 7 - new o\\x20ld -", 1000));
		ck_assert_uint_gt(
			live_games_find(&live, 3)->results, results); /* pages are old now */
		ck_assert(live_games_estimate(live_games_find(&live, 3), &e));
		ck_assert_str_eq(live_games_find(&live, 3)->strength.bot, "new");
		ck_assert_str_eq(live_games_find(&live, 3)->strength.opponent, "o ld");
		ck_assert_int_eq(e.games.count[2], 6);
		ck_assert_int_eq(e.games.count[0], 4);
		ck_assert_int_eq(e.pairs.by_opening, 7);
		ck_assert_double_eq_tol(e.strength.elo.value, 73.048850, 1e-5);
		ck_assert(!e.test);
		live_games_clear(&live);
	}
END_TEST

START_TEST(of_a_test_the_time_left_follows_from_its_ratio)
	{
		static const char *const test =
			"logistic\\x200\\x2010\\x200.05000000000000000\\x200.05";
		char line[256];
		struct strength_estimate e;
		live_games_init(&live);
		tell("tournament 3 1 22 - running cup c.db - - -", 1000);
		tell("tournament 3 1 222 - running cup c.db - - -", 21000);
		snprintf(line, sizeof line, "strength 3 0 0 0 " TEN " 7 - new old %s", test);
		ck_assert(tell(line, 21000));
		ck_assert(live_games_estimate(live_games_find(&live, 3), &e));
		ck_assert(e.test);
		ck_assert_double_eq_tol(e.llr, 1.600876, 1e-5);
		/* 200 games took 20 s, and 186.3 are left. */
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 21000), 18);
		/* It may take no more than 300. */
		snprintf(line, sizeof line, "strength 3 0 0 0 " TEN " 7 300 new old %s", test);
		ck_assert(tell(line, 21000));
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 21000), 7);
		tell("tournament 3 1 222 - done cup c.db - - -", 21000);
		ck_assert_int_eq(live_games_left(live_games_find(&live, 3), 21000), -1);
		live_games_clear(&live);
	}
END_TEST

SUITE("pages/live", CASE(a_game_is_there_from_its_first_line_to_its_end),
	LOOP(a_line_that_fits_nothing_changes_nothing, sizeof strange / sizeof *strange),
	CASE(a_game_that_begins_again_begins_empty),
	CASE(the_time_left_goes_by_the_games_since_it_runs),
	CASE(what_came_of_two_bots_games_says_how_strong_they_are),
	CASE(of_a_test_the_time_left_follows_from_its_ratio))
