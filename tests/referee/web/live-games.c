/*
 * The state that the events of the live stream add up to: tournaments and games that come and go.
 */
#include "referee/web/live-games.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct live_games live;
static struct live_games_news news;

static bool tell(const char *text, int64_t now)
{
	struct live_event event;
	char line[256];
	strcpy(line, text);
	ck_assert_msg(live_event_read(&event, line), "%s", text);
	return live_games_take(&live, &event, now, &news);
}

/* A game of tournament 3 begins under this number. */
static void begins(int number, int pairing)
{
	static const char *const lines[] = {"limits 2 0 0 0 0 0 fair 1", "rules connect4 2",
		"param rows 6", "player 2 b", "opening d e"};
	char line[128];
	snprintf(line, sizeof line, "%d live 3 %d 1 0 cup", number, pairing);
	ck_assert(tell(line, 0));
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		snprintf(line, sizeof line, "%d %s", number, lines[i]);
		ck_assert_msg(tell(line, 0), "%s", line);
	}
	snprintf(line, sizeof line, "%d game %d 1000", number, pairing);
	ck_assert(tell(line, 0));
	ck_assert_int_eq(news.change, LIVE_GAMES_BEGUN);
}

START_TEST(a_game_is_there_from_its_first_line_until_it_is_stored)
	{
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		begins(7, 9);
		ck_assert(tell("7 move 1 d 10 9 - - - -", 0));
		ck_assert(tell("7 move 2 e 10 9 - - - -", 5000));
		ck_assert_int_eq(news.change, LIVE_GAMES_MOVED);
		ck_assert_int_eq(news.ply, 2);
		ck_assert_str_eq(news.text, "e");
		const struct live_record *record =
			live_games_find_game(live_games_find(&live, 3), 9);
		ck_assert(record->record.begun && record->record.moves.started == 1000 &&
			  record->record.seats == 2 && record->remote[1]);
		ck_assert_int_eq(record->moved, 5000);
		ck_assert(tell("7 ago 2000000", 5000));
		ck_assert_int_eq(record->moved, 3000);
		ck_assert(!tell("7 ago 5001000", 5000)); /* before all time */
		ck_assert_str_eq(record->opening, "d e");
		ck_assert_str_eq(record->record.params[0], "rows=6");
		ck_assert_str_eq(record->record.moves.names[1], "b");
		ck_assert_ptr_null(record->record.moves.names[0]);
		ck_assert_int_eq(record->record.moves.count, 2);
		ck_assert(!tell("7 end normal 2000 7/7/7/7/7/3ry2 r 2", 0));
		ck_assert_int_eq(live_games_find(&live, 3)->games_count, 1);
		ck_assert(tell("7 stored 17 /srv/c.db", 0));
		ck_assert_int_eq(news.change, LIVE_GAMES_OVER);
		ck_assert_int_eq(news.game, 17);
		ck_assert_ptr_null(live_games_find_game(live_games_find(&live, 3), 9));
		ck_assert_int_eq(live_games_find_ended(live_games_find(&live, 3), 9)->game, 17);
		ck_assert_ptr_null(live_games_find_ended(live_games_find(&live, 3), 8));
		ck_assert(tell("gone 3", 0));
		ck_assert_ptr_null(live_games_find(&live, 3));
		live_games_clear(&live);
	}
END_TEST

/* Workers are there until none of them is; the second is heard of first. */
START_TEST(workers_are_kept_with_their_figures)
	{
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		const struct live_games_tournament *t = live_games_find(&live, 3);
		ck_assert(!t->machines);
		ck_assert(tell("worker 3 1 2 4 3 17 2000000 200 5000 lab08 plays", 0));
		ck_assert_int_eq(news.change, LIVE_GAMES_STANDINGS);
		ck_assert(t->machines);
		ck_assert_int_eq(t->workers_count, 2);
		ck_assert_ptr_null(t->workers[0].name);
		ck_assert_str_eq(t->workers[1].name, "lab08");
		ck_assert_int_eq(t->workers[1].slots, 4);
		ck_assert_int_eq(t->workers[1].running, 3);
		ck_assert_int_eq(t->workers[1].played, 17);
		ck_assert_int_eq(t->workers[1].speed, 2000000);
		ck_assert_int_eq(t->workers[1].delay, 200);
		ck_assert_int_eq(t->workers[1].heard, 5000);
		uint64_t results = t->results, version = t->version;
		ck_assert(tell("worker 3 1 2 4 2 18 2000000 -1 6000 lab08 plays", 0));
		ck_assert_uint_eq(t->results, results); /* figures alone are no news */
		ck_assert_uint_eq(t->version, version);
		ck_assert_int_eq(t->workers[1].played, 18);
		ck_assert(tell("worker 3 1 2 4 0 18 2000000 -1 6000 lab08 slow:\\x20x", 0));
		ck_assert_uint_eq(t->results, results + 1);
		ck_assert_str_eq(t->workers[1].state, "slow: x");
		ck_assert(tell("worker 3 0 0 0 0 0 0 0 0 - -", 0));
		ck_assert_int_eq(t->workers_count, 0);
		ck_assert(t->machines);
		live_games_clear(&live);
	}
END_TEST

#define KEY "0000000000000000000000000000000000000000000000000000000000000001"

static const char *const strange[] = {"tournament 0 1 0 4 running cup c.db - - -", "gone 4",
	"metric nothing 4", "delays 1 2 3 4 5 6 7 8 9 10 11 12 18446744073709551615",
	"process abcdefghijklmnop 1 1 1", "7 live 3 10 1 1 cup", "8 live 4 10 1 1 cup",
	"8 rules nim 3", "7 rules nim 3", "7 game 9 2000", "8 move 1 d 1 1 - - - -",
	"7 move 3 d 1 1 - - - -", "7 move 1 abcdefghijklmnopqrstuvwxyzabcdef 1 1 - - - -",
	"7 player 3 x", "8 player 1 x", "7 seat 5 1 crash x", "7 seat 1 1 ok ",
	"7 seat 1 2 resign ", "7 limits 7 0 0 0 0 0 fair 1", "8 param a b", "8 stored 1 /c.db",
	"8 aborted", "wait", "8 ago 5", "strength 4 1 1 1 1 1 1 1 1 0 - a b -",
	"strength 3 1 1 1 1 1 1 1 1 0 - - b -", "strength 3 1 1 1 1 1 1 1 1 0 - a - -",
	"strength 3 -1 1 1 1 1 1 1 1 0 - a b -", "strength 3 1 1 1 1 1 1 1 1000000000001 0 - a b -",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b bayes\\x200\\x2010\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x2010\\x200\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x200\\x20inf\\x200.05\\x200.05",
	"strength 3 1 1 1 1 1 1 1 1 0 - a b logistic\\x200\\x2010\\x200.05\\x200.05\\x201",
	"worker 4 0 1 1 1 1 1 1 1 lab07 plays", "worker 3 1 1 1 1 1 1 1 1 lab07 plays",
	"worker 3 -1 1 1 1 1 1 1 1 lab07 plays", "worker 3 0 -1 1 1 1 1 1 1 lab07 plays",
	"worker 3 0 2049 1 1 1 1 1 1 lab07 plays", "worker 3 1 0 1 1 1 1 1 1 lab07 plays",
	"owners 4 a ann\\n", "owners 3 a ann", "owners 3 a ann\\nb an", "account 1 2 ann ann " KEY,
	"account 0 -1 ann ann " KEY, "account 0 4097 ann ann " KEY, "account 0 1 a\\x20b ann " KEY,
	"account 0 1 ann - " KEY, "account 0 1 ann ann 00", "account 1 1 ann ann " KEY};

START_TEST(a_line_that_fits_nothing_changes_nothing)
	{
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		begins(7, 9);
		uint64_t version = live.version;
		ck_assert_msg(!tell(strange[_i], 0), "%s", strange[_i]);
		ck_assert_uint_eq(live.version, version);
		ck_assert_int_eq(
			live_games_find_game(live_games_find(&live, 3), 9)->record.moves.count, 0);
		live_games_clear(&live);
	}
END_TEST

START_TEST(a_game_that_is_aborted_begins_again_empty)
	{
		live_games_init(&live);
		tell("tournament 3 1 0 4 running cup c.db - - -", 0);
		begins(7, 9);
		tell("7 move 1 d 10 9 - - - -", 0);
		ck_assert(tell("7 aborted", 0));
		ck_assert_int_eq(news.game, 0);
		ck_assert_int_eq(live_games_find_ended(live_games_find(&live, 3), 9)->game, 0);
		begins(5, 9);
		ck_assert_int_eq(live_games_find(&live, 3)->games_count, 1);
		ck_assert_int_eq(
			live_games_find_game(live_games_find(&live, 3), 9)->record.moves.count, 0);
		live_games_clear(&live);
	}
END_TEST

START_TEST(a_list_of_accounts_replaces_the_earlier_one_at_its_end)
	{
		live_games_init(&live);
		ck_assert(tell("account 0 2 ann ann " KEY, 0));
		ck_assert_int_eq(live.accounts.count, 0);
		ck_assert(tell("account 1 2 ann-2 ann " KEY, 0));
		ck_assert_int_eq(live.accounts.count, 2);
		ck_assert_str_eq(live.accounts.all[1].name, "ann-2");
		ck_assert_str_eq(live.accounts.all[1].owner, "ann");
		ck_assert_int_eq(live.accounts.all[1].key[CRYPTO_BYTES - 1], 1);
		ck_assert(tell("account 0 2 bob bob " KEY, 0)); /* and no end of that list */
		ck_assert(tell("account 0 1 eve eve " KEY, 0));
		ck_assert_int_eq(live.accounts.count, 1);
		ck_assert_str_eq(live.accounts.all[0].name, "eve");
		ck_assert(tell("account 0 0 - - -", 0));
		ck_assert_int_eq(live.accounts.count, 0);
		live_games_clear(&live);
	}
END_TEST

START_TEST(owners_of_bots_are_replaced_and_make_results_new)
	{
		const char *bot, *owner;
		live_games_init(&live);
		ck_assert(tell("tournament 3 1 0 4 running cup c.db - - -", 0));
		const struct live_games_tournament *t = live_games_find(&live, 3);
		ck_assert(tell("owners 3 x eve\\n", 0));
		uint64_t results = t->results;
		ck_assert(tell("owners 3 a ann\\nb-2 bob\\n", 0));
		ck_assert_uint_gt(t->results, results);
		char *copy = strdup(t->owners), *rest = copy;
		ck_assert(live_games_next_owner(&rest, &bot, &owner));
		ck_assert_str_eq(bot, "a");
		ck_assert_str_eq(owner, "ann");
		ck_assert(live_games_next_owner(&rest, &bot, &owner));
		ck_assert_str_eq(bot, "b-2");
		ck_assert_str_eq(owner, "bob");
		ck_assert(!live_games_next_owner(&rest, &bot, &owner));
		free(copy);
		ck_assert(tell("owners 3 ", 0));
		ck_assert_str_eq(t->owners, "");
		live_games_clear(&live);
	}
END_TEST

/* log-access.h: without access to its log a fault is told in the referee's own words. */
START_TEST(a_detail_is_shown_to_strangers_only_where_all_is_public)
	{
		live_games_init(&live);
		tell("tournament 3 1 0 4 running cup c.db - - -", 0);
		begins(7, 9);
		ck_assert(tell("7 seat 2 2 crash it said SECRET", 0));
		ck_assert_int_eq(news.change, LIVE_GAMES_LEFT);
		const struct live_record *record =
			live_games_find_game(live_games_find(&live, 3), 9);
		ck_assert_int_eq(record->record.result.ends.verdict[1], VERDICT_CRASH);
		ck_assert_ptr_null(strstr(record->record.result.ends.detail[1], "SECRET"));
		ck_assert(tell("8 live 3 10 1 1 cup", 0));
		ck_assert(tell("8 rules nim 3", 0));
		ck_assert(tell("8 seat 3 2 crash it said SECRET", 0));
		record = live_games_find_game(live_games_find(&live, 3), 10);
		ck_assert_str_eq(record->record.result.ends.detail[2], "it said SECRET");
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

SUITE("referee/web/live-games", CASE(a_game_is_there_from_its_first_line_until_it_is_stored),
	CASE(workers_are_kept_with_their_figures),
	LOOP(a_line_that_fits_nothing_changes_nothing, sizeof strange / sizeof *strange),
	CASE(a_game_that_is_aborted_begins_again_empty),
	CASE(a_list_of_accounts_replaces_the_earlier_one_at_its_end),
	CASE(owners_of_bots_are_replaced_and_make_results_new),
	CASE(a_detail_is_shown_to_strangers_only_where_all_is_public),
	CASE(the_time_left_goes_by_the_games_since_it_runs),
	CASE(what_came_of_two_bots_games_says_how_strong_they_are),
	CASE(of_a_test_the_time_left_follows_from_its_ratio))
