/*
 * unusual.c - honest bots that do what few do: what they are sent, what is kept of what they say,
 * and that it costs them nothing.
 *
 * plain too: it measures time.
 */
#include "referee/game/adjudication.h"
#include "tests/lib/arbiter-match.h"
#include "tests/lib/suite.h"

#define HONEST	"tests/bench/instant"
#define UNUSUAL "tests/bench/unusual"

static struct match *unusual_play(const char *game, const char *way, int seat)
{
	struct match *m = match_create(game, 2);
	match_honest(m, UNUSUAL, way);
	match_honest(m, HONEST, NULL);
	match_start(m);
	for (int i = 0; i < MATCH_GAMES; i++)
		match_order(m, seat == 1 ? (int[]){0, 1} : (int[]){1, 0});
	match_finish(&m, 1);
	for (int i = 0; i < MATCH_GAMES; i++)
		for (int at = 0; at < 2; at++)
			ck_assert_msg(m->games[i].verdict[at] == VERDICT_OK, "%s: game %d: %s: %s",
				way, i + 1, verdict_table[m->games[i].verdict[at]].name,
				m->games[i].detail[at]);
	return m;
}

/* PROTOCOL.md: of each number the last word counts; text alone is for people. */
static const struct {
	const char *way;
	int64_t found[3];
} kept[] = {
	{"string", {3, 5, 7}},
	{"once", {UNKNOWN, UNKNOWN, UNKNOWN}},
	{"changes", {4, -(1000000 - 2), 7}},
};

START_TEST(of_a_move_the_last_numbers_are_kept_whatever_text_follows)
	{
		struct match *m = unusual_play("tictactoe", kept[_i].way, 1);
		for (int i = 0; i < MATCH_GAMES; i++) {
			/* In seat 1 it has the first and the last of seven moves. */
			ck_assert_int_eq(m->games[i].moves, 7);
			for (int n = 0; n < 3; n++)
				ck_assert_msg(m->games[i].found[n] == kept[_i].found[n],
					"%s: %d: %lld", kept[_i].way, n,
					(long long)m->games[i].found[n]);
		}
		match_free(m);
	}
END_TEST

/* It would resign in the next game. */
START_TEST(a_bot_without_features_is_sent_the_words_of_ugi_alone)
	{
		struct match *m = unusual_play("nim", "bare", _i + 1);
		for (int i = 0; i < MATCH_GAMES; i++)
			ck_assert_int_eq(m->games[i].moves, 21);
		match_free(m);
	}
END_TEST

/* 48 of 64 KiB a turn, in the greeting, before each game, and in each turn of it. */
START_TEST(what_a_bot_writes_is_counted_anew_for_each_turn)
	{
		struct match *m = unusual_play("tictactoe", "much", _i + 1);
		for (int i = 0; i < MATCH_GAMES; i++)
			ck_assert_int_eq(m->games[i].moves, 7);
		match_free(m);
	}
END_TEST

/* 48 KiB and "readyok" with its end are 8 bytes more. */
START_TEST(a_byte_more_than_a_turn_may_have_is_a_flood)
	{
		struct match *m = match_create("tictactoe", 2);
		match_honest(m, UNUSUAL, "much");
		match_honest(m, HONEST, NULL);
		m->bots[0].resources.output = _i == 0 ? 48 * 1024 + 7 : 48 * 1024 + 64;
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		ck_assert_msg(m->games[0].verdict[0] == (_i == 0 ? VERDICT_FLOOD : VERDICT_OK),
			"%s: %s", verdict_table[m->games[0].verdict[0]].name,
			m->games[0].detail[0]);
		match_free(m);
	}
END_TEST

/* In its second game it runs already, and sits in a seat that it does not play. */
START_TEST(a_running_bot_that_cannot_play_the_next_game_loses_that_game_alone)
	{
		struct match *m = match_create("tictactoe", 2);
		match_honest(m, UNUSUAL, "feature seats 1");
		match_honest(m, HONEST, NULL);
		match_start(m);
		match_order(m, (int[]){0, 1});
		match_finish(&m, 1);
		match_order(m, (int[]){1, 0});
		match_finish(&m, 1);
		ck_assert_str_eq(m->games[0].reason, "normal");
		ck_assert_str_eq(m->games[1].reason, "startup");
		ck_assert_int_eq(m->games[1].verdict[0], VERDICT_OK);
		ck_assert_int_eq(m->games[1].verdict[1], VERDICT_STARTUP);
		ck_assert_str_eq(m->games[1].detail[1],
			"sits in seat 2, which its \"feature seats\" leaves out");
		match_free(m);
	}
END_TEST

SUITE("referee/arbiter/unusual-bots", LOOP(a_byte_more_than_a_turn_may_have_is_a_flood, 2),
	LOOP(of_a_move_the_last_numbers_are_kept_whatever_text_follows, sizeof kept / sizeof *kept),
	LOOP(a_bot_without_features_is_sent_the_words_of_ugi_alone, 2),
	LOOP(what_a_bot_writes_is_counted_anew_for_each_turn, 2),
	CASE(a_running_bot_that_cannot_play_the_next_game_loses_that_game_alone))
