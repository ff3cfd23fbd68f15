/*
 * Strikes: who is benched, and that nothing but a higher setting frees it.
 */
#include "referee/director/benching.h"

#include <string.h>

#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

/*
 * A bot's games in order, a letter each: o ok, r resign, i illegal, t time, c crash, f flood, m
 * memory, s startup, a absent, b benched, v void; O: ok, since the other was benched.
 */
static const struct row {
	int strikes;
	const char *games;
	int benched_by; /* which game, from 1; 0: none */
} rows[] = {
	{3, "ccc", 3},
	{3, "cc", 0},
	{3, "itcfmsa", 3},
	{1, "os", 2},
	{3, "ccoccrccoccc", 12},
	{3, "ccobbb", 0}, /* what is lost on the bench is no failure */
	{3, "ccvvc", 5},  /* our own fault counts for no bot */
	{3, "ccOOc", 5},  /* nothing was asked of it */
	{3, "sssooo", 3}, /* games that had begun before */
	{0, "cccccccccccccccccccccccccc", 0},
	{1000000, "ccccccccccc", 0},
};

static const char *strikes_verdict(char letter)
{
	static const char letters[] = "oritcfmsabvO";
	static const char *const verdicts[] = {"ok", "resign", "illegal", "time", "crash", "flood",
		"memory", "startup", "absent", "benched", "void", "ok"};
	return verdicts[strchr(letters, letter) - letters];
}

/* The number of the last game. */
static int64_t strikes_game;

/* A game in which bot 0 did well. */
static bool strikes_one(struct benching *benching, int bot, const char *verdict, const char *reason)
{
	return benching_note(benching, ++strikes_game, (int[]){0, bot},
		       (const char *const[]){"ok", verdict}, 2, reason) == 2;
}

START_TEST(so_many_failures_in_a_row_bench_a_bot_once_and_for_all)
	{
		const struct row *row = &rows[_i];
		struct tournament t;
		struct benching benching;
		int by = 0;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		t.terms.strikes = row->strikes;
		benching_init(&benching, &t);
		for (int i = 0; row->games[i] != '\0'; i++) {
			const char *reason = row->games[i] == 'O' ? "benched" : "normal";
			if (strikes_one(&benching, 1, strikes_verdict(row->games[i]), reason)) {
				ck_assert_int_eq(by, 0);
				by = i + 1;
			}
		}
		ck_assert_int_eq(by, row->benched_by);
		ck_assert_uint_eq(benching_seats(&benching, (int[]){1, 0}, 2), by > 0 ? 1 : 0);
		ck_assert_uint_eq(benching_seats(&benching, (int[]){0, 1}, 2), by > 0 ? 2 : 0);
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

START_TEST(who_has_failed_or_not_played_is_shaky_until_it_does_well_or_is_benched)
	{
		struct tournament t;
		struct benching benching;
		test_tournament_init(&t, "tictactoe", 2, 3, 1, NULL);
		t.terms.strikes = 2;
		benching_init(&benching, &t);
		ck_assert(benching_may_follow(&benching, (int[]){0, 1}, 2));
		strikes_one(&benching, 1, "ok", "normal");
		ck_assert(!benching_may_follow(&benching, (int[]){0, 1}, 2));
		ck_assert(benching_may_follow(&benching, (int[]){0, 2}, 2));
		strikes_one(&benching, 2, "time", "time");
		ck_assert(benching_may_follow(&benching, (int[]){0, 2}, 2));
		ck_assert(!benching_may_follow(&benching, (int[]){0, 1}, 2));
		strikes_one(&benching, 2, "ok", "normal");
		ck_assert(!benching_may_follow(&benching, (int[]){0, 2}, 2));
		strikes_one(&benching, 2, "time", "time");
		strikes_one(&benching, 2, "time", "time");
		ck_assert(!benching_may_follow(&benching, (int[]){0, 2}, 2));
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_bot_of_several_seats_fails_once_a_game)
	{
		static const int bots[] = {0, 1, 0};
		static const char *const both[] = {"crash", "ok", "time"},
					 *const last[] = {"ok", "ok", "crash"},
					 *const none[] = {"ok", "ok", "resign"};
		struct tournament t;
		struct benching benching;
		test_tournament_init(&t, "nim", 3, 3, 1, NULL);
		t.terms.strikes = 2;
		benching_init(&benching, &t);
		ck_assert_uint_eq(benching_note(&benching, 7, bots, both, 3, "normal"), 0);
		ck_assert_uint_eq(benching_note(&benching, 8, bots, none, 3, "normal"), 0);
		ck_assert_uint_eq(benching_note(&benching, 9, bots, last, 3, "normal"), 0);
		ck_assert_uint_eq(benching_note(&benching, 10, bots, both, 3, "normal"), 1);
		ck_assert_int_eq(benching.first[0], 9);
		ck_assert_int_eq(benching.first[1], 0);
		ck_assert_uint_eq(benching_note(&benching, 11, bots, none, 3, "normal"), 0);
		ck_assert_int_eq(benching.first[0], 9);
		ck_assert_uint_eq(benching_seats(&benching, bots, 3), 5);
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

START_TEST(whom_somebody_benched_he_frees_but_for_what_its_games_say)
	{
		struct tournament t;
		struct benching benching;
		int good = 0, failed = 1;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		t.terms.strikes = 1;
		benching_init(&benching, &t);
		strikes_one(&benching, 1, "crash", "crash");
		benching_bench(&benching, good, true);
		benching_bench(&benching, failed, true);
		ck_assert(benching_by_operator(&benching, &good, 1) &&
			  benching_by_operator(&benching, &failed, 1));
		ck_assert_int_eq(benching_count_playing(&benching), 0);
		benching_bench(&benching, good, false);
		benching_bench(&benching, failed, false);
		ck_assert(!benching_by_operator(&benching, &good, 1) &&
			  !benching_by_operator(&benching, &failed, 1));
		ck_assert_uint_eq(benching_seats(&benching, (int[]){good, failed}, 2), 2);
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_row_that_has_ended_has_no_first_game)
	{
		struct tournament t;
		struct benching benching;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		t.terms.strikes = 3;
		benching_init(&benching, &t);
		strikes_game = 40;
		strikes_one(&benching, 1, "crash", "crash");
		strikes_one(&benching, 1, "crash", "crash");
		ck_assert_int_eq(benching.first[1], 41);
		strikes_one(&benching, 1, "ok", "normal");
		ck_assert_int_eq(benching.first[1], 0);
		strikes_one(&benching, 1, "crash", "crash");
		ck_assert_int_eq(benching.first[1], 44);
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

START_TEST(where_strikes_are_not_counted_one_that_is_freed_plays)
	{
		struct tournament t;
		struct benching benching;
		test_tournament_init(&t, "tictactoe", 2, 2, 1, NULL);
		t.terms.strikes = 0;
		benching_init(&benching, &t);
		benching_bench(&benching, 1, true);
		ck_assert_uint_eq(benching_seats(&benching, (int[]){0, 1}, 2), 2);
		benching_bench(&benching, 1, false);
		ck_assert_uint_eq(benching_seats(&benching, (int[]){0, 1}, 2), 0);
		benching_clear(&benching);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/strikes",
	LOOP(so_many_failures_in_a_row_bench_a_bot_once_and_for_all, sizeof rows / sizeof *rows),
	CASE(a_bot_of_several_seats_fails_once_a_game),
	CASE(who_has_failed_or_not_played_is_shaky_until_it_does_well_or_is_benched),
	CASE(whom_somebody_benched_he_frees_but_for_what_its_games_say),
	CASE(a_row_that_has_ended_has_no_first_game),
	CASE(where_strikes_are_not_counted_one_that_is_freed_plays))
