/*
 * The messages of a game: limits as a bot gets them, in whole milliseconds, less by the time that
 * has passed when they are sent again; and which bots get `isready` after every position.
 */
#include "base/error.h"
#include "referee/bot/bot-messages.h"

#include <stdlib.h>

#include "protocol/line.h"
#include "base/memory.h"
#include "tests/lib/suite.h"

static const struct {
	struct limits limits;
	usec passed;
	int64_t movetime, time[2]; /* UNKNOWN: not told */
} rows[] = {
	{{.movetime = 100000}, 0, 100, {UNKNOWN, UNKNOWN}},
	{{.movetime = 100000}, 1, 99, {UNKNOWN, UNKNOWN}},
	{{.movetime = 100000}, 98000, 2, {UNKNOWN, UNKNOWN}},
	{{.movetime = 100000}, 99999, 1, {UNKNOWN, UNKNOWN}},
	{{.movetime = 100000}, 5000000, 1, {UNKNOWN, UNKNOWN}},
	{{.movetime = 10}, 0, 1, {UNKNOWN, UNKNOWN}},
	{{.tc_time = 60000000, .tc_increment = 600000}, 0, UNKNOWN, {60000, 60000}},
	{{.tc_time = 60000000, .tc_increment = 600000}, 1500000, UNKNOWN, {60000, 58500}},
	{{.tc_time = 60000000}, 60000000, UNKNOWN, {60000, 1}},
	{{.tc_increment = 2000000, .tc_bank = 5000000}, 3000000, UNKNOWN, {7000, 4000}},
};

START_TEST(what_has_passed_of_a_move_is_not_offered_again)
	{
		struct game *g = memory_get(1, sizeof *g);
		struct setup setup;
		struct error err;
		ck_assert(setup_init(&setup, rules_find("tictactoe"), 2, 1, NULL, 0, &err));
		ck_assert(game_begin(g, &setup, &rows[_i].limits, 0, "", "a1", &err));
		struct message m = go_message_make(g, 2, 0, rows[_i].passed);
		ck_assert_int_eq(m.go.movetime, rows[_i].movetime);
		ck_assert_int_eq(m.go.time[0], rows[_i].time[0]);
		ck_assert_int_eq(m.go.time[1], rows[_i].time[1]);
		free(g);
	}
END_TEST

/* A tournament with every pair of limits: what a plain bot is told of them, and what one with
 * `feature clock` is told. */
static const struct {
	struct limits limits;
	const char *plain, *all;
} kinds[] = {
	{{.movetime = 100000}, "go movetime 100", "go movetime 100"},
	{{.depth = 6}, "go depth 6", "go depth 6"},
	{{.nodes = 500}, "go nodes 500", "go nodes 500"},
	{{.nodes = 500, .movetime = 30000}, "go nodes 500", "go movetime 30 nodes 500"},
	{{.depth = 6, .movetime = 30000}, "go depth 6", "go movetime 30 depth 6"},
	{{.nodes = 500, .depth = 6}, "go nodes 500", "go depth 6 nodes 500"},
	{{.nodes = 500, .depth = 6, .movetime = 30000}, "go nodes 500",
		"go movetime 30 depth 6 nodes 500"},
	{{.tc_time = 10 * SECOND, .tc_increment = 100000},
		"go p1time 10000 p2time 10000 p1inc 100 p2inc 100",
		"go p1time 10000 p2time 10000 p1inc 100 p2inc 100"},
	/* UGI's times are above 0. */
	{{.tc_time = 500, .tc_increment = SECOND}, "go p1time 1 p2time 1 p1inc 1000 p2inc 1000",
		"go p1time 1 p2time 1 p1inc 1000 p2inc 1000"},
	{{.nodes = 500, .tc_time = 10 * SECOND}, "go nodes 500",
		"go nodes 500 p1time 10000 p2time 10000 p1inc 0 p2inc 0"},
	{{.depth = 9, .tc_time = 10 * SECOND, .tc_moves = 40}, "go depth 9",
		"go depth 9 movestogo 40 p1time 10000 p2time 10000 p1inc 0 p2inc 0"},
	{{.nodes = 500, .tc_inf = true}, "go nodes 500", "go nodes 500"},
	{{.tc_inf = true}, "go movetime 60000", "go movetime 60000"},
};

START_TEST(a_plain_bot_is_told_one_kind_of_limit_and_nodes_or_depth_before_time)
	{
		struct game *g = memory_get(1, sizeof *g);
		struct setup setup;
		struct error text;
		ck_assert(setup_init(&setup, rules_find("tictactoe"), 2, 1, NULL, 0, &text));
		ck_assert(game_begin(g, &setup, &kinds[_i].limits, 0, "", "a1", &text));
		struct message plain = go_message_make(g, 2, 0, 0),
			       all = go_message_make(g, 2, FEATURE_CLOCK, 0);
		text.text[message_write(&plain, text.text, sizeof text.text) - 1] = '\0';
		ck_assert_str_eq(text.text, kinds[_i].plain);
		text.text[message_write(&all, text.text, sizeof text.text) - 1] = '\0';
		ck_assert_str_eq(text.text, kinds[_i].all);
		free(g);
	}
END_TEST

/* Each seat has its own clock; for one that has none it is the time of its next move. */
static const struct {
	struct limits other;
	const char *told;
} seats[] = {
	{{.tc_time = 9 * SECOND}, "go p1time 9000 p2time 60000 p1inc 0 p2inc 600"},
	{{.movetime = 250 * MILLISECOND}, "go p1time 250 p2time 60000 p1inc 0 p2inc 600"},
	{{.nodes = 7}, "go p1time 60000 p2time 60000 p1inc 0 p2inc 600"},
};

START_TEST(the_clocks_that_are_told_are_each_seats_own)
	{
		static const struct limits mine = {
			.tc_time = 60 * SECOND, .tc_increment = 600 * MILLISECOND};
		struct game *g = memory_get(1, sizeof *g);
		struct setup setup;
		struct error text;
		ck_assert(setup_init(&setup, rules_find("tictactoe"), 2, 1, NULL, 0, &text));
		ck_assert(game_begin(g, &setup, &mine, 0, "", "a1", &text));
		game_limit(g, 1, &seats[_i].other);
		struct message m = go_message_make(g, 2, 0, 0);
		text.text[message_write(&m, text.text, sizeof text.text) - 1] = '\0';
		ck_assert_str_eq(text.text, seats[_i].told);
		free(g);
	}
END_TEST

static const struct {
	enum isready mode;
	unsigned features;
	bool asked;
} isready_rows[] = {
	{ISREADY_UNSAID, 0, true},
	{ISREADY_AUTO, 0, true},
	{ISREADY_AUTO, FEATURE_ERROR, false},
	{ISREADY_UNSAID, FEATURE_CLOCK, false},
	{ISREADY_NO, 0, false},
	{ISREADY_NO, FEATURE_LEGAL, false},
	{ISREADY_YES, 0, true},
	{ISREADY_YES, FEATURE_LEGAL | FEATURE_NEWGAME, true},
};

START_TEST(a_bot_without_a_feature_is_asked_unless_the_setting_says_otherwise)
	{
		ck_assert_int_eq(
			isready_each_position(isready_rows[_i].mode, isready_rows[_i].features),
			isready_rows[_i].asked);
	}
END_TEST

/* --- a turn ------------------------------------------------------------------------------ */

static const struct {
	const char *fen, *moves;
	unsigned features;
	bool placed, isready;
	const char *lines;
} turns[] = {
	{"", "", FEATURE_NEWGAME, false, false, "position startpos\ngo movetime 1000\n"},
	{"", "a1 b1", FEATURE_NEWGAME, false, false,
		"position startpos moves a1 b1\ngo movetime 1000\n"},
	{"", "", FEATURE_NEWGAME, true, false, "position fen 3/3/3 x 1\ngo movetime 1000\n"},
	{"3/o2/2x x 2", "", FEATURE_NEWGAME, true, false,
		"position fen 3/o2/2x x 2\ngo movetime 1000\n"},
	{"3/o2/2x x 2", "b1", FEATURE_LEGAL, false, false,
		"position fen 3/o2/2x x 2 moves b1\nlegal a1 b2 c2 a3 b3 c3\ngo movetime 1000\n"},
	{"", "", 0, false, true, "position startpos\nisready\n"},
};

START_TEST(a_turn_is_the_position_the_legal_moves_and_the_question)
	{
		static char out[2 * LINE_FROM_REFEREE + 1024];
		struct game *g = memory_get(1, sizeof *g);
		struct setup setup;
		struct error err;
		const struct limits limits = {.movetime = SECOND};
		ck_assert(setup_init(&setup, rules_find("tictactoe"), 2, 1, NULL, 0, &err));
		ck_assert_msg(
			game_begin(g, &setup, &limits, 0, turns[_i].fen, turns[_i].moves, &err),
			"%s", err.text);
		size_t length = turn_message_write(
			&(struct turn_message){g, game_to_move(g), turns[_i].features,
				turns[_i].placed, turns[_i].isready, 0},
			out, sizeof out);
		out[length] = '\0';
		ck_assert_str_eq(out, turns[_i].lines);
		free(g);
	}
END_TEST

static const struct {
	int seats, seat;
	bool opened;
	unsigned features, own_seats;
	const char *lacks; /* "": nothing */
} fits[] = {
	{2, 1, false, FEATURE_LEGAL, 0, ""},
	{3, 1, false, FEATURE_LEGAL, 0,
		"did not send \"feature players\", so it cannot play games of 3 seats"},
	{3, 1, false, FEATURE_LEGAL | FEATURE_PLAYERS, 0, ""},
	{2, 2, false, FEATURE_LEGAL | FEATURE_SEATS, 1,
		"sits in seat 2, which its \"feature seats\" leaves out"},
	{2, 2, false, FEATURE_LEGAL | FEATURE_SEATS, 2, ""},
	{2, 2, false, FEATURE_LEGAL, 1, ""},
	{2, 1, true, FEATURE_LEGAL | FEATURE_STARTPOS_ONLY, 0,
		"sent \"feature startpos-only\", so it cannot play from an opening; openings = none"},
	{2, 1, false, FEATURE_LEGAL | FEATURE_STARTPOS_ONLY, 0, ""},
};

START_TEST(a_bot_must_have_the_features_of_its_seat)
	{
		struct setup setup;
		struct error err = {""};
		ck_assert(setup_init(&setup, rules_find("nim"), fits[_i].seats, 1, NULL, 0, &err));
		ck_assert_int_eq(features_fit(&setup, fits[_i].seat, fits[_i].opened,
					 fits[_i].features, fits[_i].own_seats, &err),
			*fits[_i].lacks == '\0');
		ck_assert_str_eq(err.text, fits[_i].lacks);
	}
END_TEST

SUITE("referee/bot/bot-messages",
	LOOP(a_turn_is_the_position_the_legal_moves_and_the_question, sizeof turns / sizeof *turns),
	LOOP(a_bot_must_have_the_features_of_its_seat, sizeof fits / sizeof *fits),
	LOOP(the_clocks_that_are_told_are_each_seats_own, sizeof seats / sizeof *seats),
	LOOP(a_plain_bot_is_told_one_kind_of_limit_and_nodes_or_depth_before_time,
		sizeof kinds / sizeof *kinds),
	LOOP(what_has_passed_of_a_move_is_not_offered_again, sizeof rows / sizeof *rows),
	LOOP(a_bot_without_a_feature_is_asked_unless_the_setting_says_otherwise,
		sizeof isready_rows / sizeof *isready_rows))
