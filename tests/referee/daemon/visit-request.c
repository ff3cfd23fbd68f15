/*
 * Games that the visitors' process asks for: a person's seat, the bot's seats, and the moves
 * before.
 */
#include "referee/daemon/visit-request.h"

#include "referee/prepare/openings.h"
#include "tests/lib/suite.h"
#include "tests/lib/test-tournament.h"

#define GOOD	VISIT_REQUEST_GOOD
#define REFUSED VISIT_REQUEST_REFUSED
#define WRONG	VISIT_REQUEST_WRONG

/* Of three bots the first two play against people; seats: those of the second, bit seat - 1. */
static const struct {
	const char *game;
	int players;
	int seats;
	int64_t key;
	int bot, seat;
	int64_t seed;
	const char *moves;
	enum visit_request_status status;
	const char *why;
} rows[] = {
	{"connect4", 2, 0, 1, 0, 1, 7, "", GOOD, NULL},
	{"connect4", 2, 0, INT64_MAX, 1, 2, INT64_MAX, "d d e", GOOD, NULL},
	/* it plays the second seat alone, so the person has the first */
	{"connect4", 2, 2, 1, 1, 1, 7, "", GOOD, NULL},
	{"connect4", 2, 2, 1, 1, 2, 7, "", REFUSED, "the bot does not play this seat"},
	{"connect4", 2, 1, 1, 1, 2, 7, "", GOOD, NULL},
	{"connect4", 2, 2, 1, 0, 2, 7, "", GOOD, NULL},
	/* of three seats it has two */
	{"nim", 3, 6, 1, 1, 1, 7, "", GOOD, NULL},
	{"nim", 3, 6, 1, 1, 2, 7, "", REFUSED, "the bot does not play this seat"},
	{"nim", 3, 6, 1, 1, 3, 7, "", REFUSED, "the bot does not play this seat"},
	{"nim", 3, 5, 1, 1, 2, 7, "", GOOD, NULL},
	{"nim", 3, 7, 1, 1, 3, 7, "", GOOD, NULL},
	{"connect4", 2, 0, 1, 0, 1, 7, "h", REFUSED, "its moves are not legal, or it is over"},
	{"connect4", 2, 0, 1, 0, 1, 7, "d d d d d d d", REFUSED,
		"its moves are not legal, or it is over"},
	{"connect4", 2, 0, 1, 0, 1, 7, "a b a b a b", GOOD, NULL},
	{"connect4", 2, 0, 1, 0, 1, 7, "a b a b a b a", REFUSED,
		"its moves are not legal, or it is over"},
	/* numbers that a working process never sends */
	{"connect4", 2, 0, 1, 2, 1, 7, "", WRONG, NULL},
	{"connect4", 2, 0, 1, 0, 3, 7, "", WRONG, NULL},
};

START_TEST(a_game_is_begun_refused_or_wrong)
	{
		struct tournament t;
		struct error err = {""};
		test_tournament_init(&t, rows[_i].game, rows[_i].players, 3, 1, NULL);
		t.bots[1].seats = (unsigned)rows[_i].seats;
		const struct web_play_message m = {.kind = WEB_PLAY_PLAY,
			.key = rows[_i].key,
			.bot = rows[_i].bot,
			.seat = rows[_i].seat,
			.seed = rows[_i].seed,
			.text = rows[_i].moves};
		ck_assert_int_eq(visit_request_judge(&t, 2, &m, &err), rows[_i].status);
		ck_assert_str_eq(err.text, rows[_i].why != NULL ? rows[_i].why : "");
		tournament_clear(&t);
	}
END_TEST

START_TEST(moves_may_have_as_many_bytes_as_an_opening)
	{
		static char moves[OPENING_TEXT + 1];
		struct tournament t;
		struct error err;
		test_tournament_init(&t, "connect4", 2, 2, 1, NULL);
		const struct web_play_message m = {
			.kind = WEB_PLAY_PLAY, .key = 1, .seat = 1, .text = moves};
		memset(moves, 'x', OPENING_TEXT - 1);
		ck_assert_int_eq(visit_request_judge(&t, 2, &m, &err), REFUSED);
		ck_assert_str_eq(err.text, "its moves are not legal, or it is over");
		moves[OPENING_TEXT - 1] = 'x';
		ck_assert_int_eq(visit_request_judge(&t, 2, &m, &err), REFUSED);
		ck_assert_str_eq(err.text, "it has too many moves");
		tournament_clear(&t);
	}
END_TEST

SUITE("daemon/visit-request", LOOP(a_game_is_begun_refused_or_wrong, sizeof rows / sizeof *rows),
	CASE(moves_may_have_as_many_bytes_as_an_opening))
