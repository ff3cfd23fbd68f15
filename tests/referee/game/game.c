/*
 * game.c - the judge: forfeits, ranks, points, openings, what bots are told.
 */
#include "referee/game/game.h"

#include <string.h>

#include "rules/process/rules-process.h"
#include "tests/lib/suite.h"

static const struct limits game_no_limits = {.movetime = SECOND};

static struct setup game_setup;
static struct game game_played;

static struct game *game_make(const char *rules, int seats, const char *param, int max_plies,
	const char *fen, const char *moves)
{
	struct error err;
	ck_assert_msg(
		setup_init(&game_setup, rules_find(rules), seats, 1, &param, param != NULL, &err),
		"%s", err.text);
	ck_assert_msg(
		game_begin(&game_played, &game_setup, &game_no_limits, max_plies, fen, moves, &err),
		"%s", err.text);
	return &game_played;
}

/*
 * Nim from a heap, one token a move; departures are seats (bit seat - 1) that leave together
 * before move number `before`; the bot that takes the last token loses. Ranks worked out by hand.
 */
static const struct forfeits {
	int seats;
	const char *heap;
	struct {
		int before;
		unsigned seats;
	} leave[3];
	int ranks[4];
	int moves; /* played until it is over */
	const char *reason;
} forfeits[] = {
	{2, "heaps=4", {{0}}, {1, 2}, 4, "normal"},
	{2, "heaps=4", {{1, 1}}, {2, 1}, 0, "time"},
	{2, "heaps=4", {{1, 2}}, {1, 2}, 0, "time"},
	{2, "heaps=4", {{1, 3}}, {1, 1}, 0, "time"},
	{3, "heaps=4", {{0}}, {3, 1, 1}, 4, "normal"},
	{3, "heaps=4", {{1, 1}}, {3, 1, 2}, 4, "normal"},
	{3, "heaps=4", {{2, 2}}, {1, 3, 2}, 4, "normal"},
	{3, "heaps=4", {{1, 1}, {2, 2}}, {3, 2, 1}, 1, "time"},
	{3, "heaps=4", {{1, 6}}, {1, 2, 2}, 0, "time"},
	{3, "heaps=4", {{1, 7}}, {1, 1, 1}, 0, "time"},
	{4, "heaps=5", {{0}}, {4, 1, 1, 1}, 5, "normal"},
	{4, "heaps=5", {{1, 9}}, {3, 2, 1, 3}, 5, "normal"},
	{4, "heaps=5", {{1, 1}, {2, 2}}, {4, 3, 1, 2}, 5, "normal"},
	{4, "heaps=5", {{1, 1}, {2, 2}, {3, 4}}, {4, 3, 2, 1}, 2, "time"},
	{4, "heaps=5", {{1, 8}, {3, 3}}, {2, 2, 1, 4}, 2, "time"},
};

enum { FORFEITS = sizeof forfeits / sizeof *forfeits };

static void game_leave(struct game *g, unsigned seats)
{
	for (int seat = 1; seat <= g->setup->seats; seat++)
		if (seats & 1u << (seat - 1))
			game_judge(g, seat, VERDICT_TIME, "seat %d", seat);
	game_forfeit(g, seats);
}

START_TEST(who_leaves_ranks_below_who_stays_and_the_first_to_leave_is_last)
	{
		const struct forfeits *f = &forfeits[_i];
		struct game *g = game_make("nim", f->seats, f->heap, 0, "", "");
		int moves = 0, left = 0, ranks[SEATS_MAX];
		while (game_to_move(g) != 0) {
			if (f->leave[left].before == moves + 1)
				game_leave(g, f->leave[left++].seats);
			else if (game_move(g, "a1"))
				moves++;
		}
		game_ranks(g, ranks);
		ck_assert_int_eq(moves, f->moves);
		ck_assert_str_eq(g->reason, f->reason);
		for (int i = 0; i < f->seats; i++)
			ck_assert_msg(ranks[i] == f->ranks[i], "seat %d: %d", i + 1, ranks[i]);
	}
END_TEST

static const struct worth {
	int seats, ranks[6];
	double points[6];
} worths[] = {
	{2, {1, 2}, {1, 0}},
	{2, {1, 1}, {0.5, 0.5}},
	{3, {2, 1, 3}, {0.5, 1, 0}},
	{3, {1, 1, 3}, {0.75, 0.75, 0}},
	{4, {1, 2, 2, 4}, {1, 0.5, 0.5, 0}},
	{4, {1, 1, 1, 1}, {0.5, 0.5, 0.5, 0.5}},
	{6, {1, 2, 3, 4, 5, 6}, {1, 0.8, 0.6, 0.4, 0.2, 0}},
};

enum { WORTHS = sizeof worths / sizeof *worths };

START_TEST(points_are_the_seats_beaten_and_half_of_those_tied)
	{
		const struct worth *w = &worths[_i];
		for (int i = 0; i < w->seats; i++)
			ck_assert_double_eq_tol(
				game_points(w->ranks, 0, w->seats, i + 1), w->points[i], 1e-12);
	}
END_TEST

/*
 * Seats that fail together (bits of one number) and one after another, in this order, until one
 * seat at most is left. Points worked out by hand: a seat that failed has points for those that
 * failed before it alone.
 */
static const struct failures {
	const char *rules;
	int seats;
	unsigned leave[4];
	double points[6];
	const char *result;
} failures[] = {
	{"nim", 2, {3}, {0, 0}, "0-0"},
	{"nim", 2, {1}, {0, 1}, "0-1"},
	{"nim", 2, {2}, {1, 0}, "1-0"},
	{"nim", 3, {7}, {0, 0, 0}, "0 0 0"},
	{"nim", 3, {6}, {1, 0, 0}, "1 2 2"},
	{"nim", 3, {4, 1}, {0.5, 1, 0}, "2 1 3"},
	{"nim", 4, {15}, {0, 0, 0, 0}, "0 0 0 0"},
	{"nim", 4, {14}, {1, 0, 0, 0}, "1 2 2 2"},
	{"nim", 4, {12, 1}, {2.0 / 3, 1, 0, 0}, "2 1 3 3"},
	{"nim", 4, {8, 2, 1}, {2.0 / 3, 1.0 / 3, 1, 0}, "2 3 1 4"},
	{"chinese-checkers", 6, {63}, {0, 0, 0, 0, 0, 0}, "0 0 0 0 0 0"},
	{"chinese-checkers", 6, {62}, {1, 0, 0, 0, 0, 0}, "1 2 2 2 2 2"},
	{"chinese-checkers", 6, {48, 1, 2, 4}, {0.4, 0.6, 0.8, 1, 0, 0}, "4 3 2 1 5 5"},
};

enum { FAILURES = sizeof failures / sizeof *failures };

START_TEST(seats_that_fail_together_earn_nothing_from_each_other)
	{
		const struct failures *f = &failures[_i];
		struct game *g = game_make(f->rules, f->seats, NULL, 0, "", "");
		enum verdict verdicts[SEATS_MAX];
		int ranks[SEATS_MAX];
		char result[GAME_RESULT];
		for (int i = 0; i < 4 && f->leave[i] != 0; i++) {
			for (int seat = 1; seat <= f->seats; seat++)
				if (f->leave[i] & 1u << (seat - 1))
					game_judge(g, seat, VERDICT_STARTUP, "it did not start");
			game_forfeit(g, f->leave[i]);
		}
		ck_assert_str_eq(g->reason, "startup");
		game_ranks(g, ranks);
		for (int i = 0; i < f->seats; i++)
			verdicts[i] = g->seat[i].verdict;
		unsigned failed = game_failed_together(ranks, verdicts, f->seats);
		for (int i = 0; i < f->seats; i++)
			ck_assert_double_eq_tol(
				game_points(ranks, failed, f->seats, i + 1), f->points[i], 1e-12);
		game_result(ranks, failed, f->seats, ' ', result);
		ck_assert_str_eq(result, f->result);
	}
END_TEST

START_TEST(a_draw_of_those_who_stayed_is_a_draw)
	{
		static const int ranks[] = {1, 1};
		static const enum verdict stayed[] = {VERDICT_OK, VERDICT_OK};
		char result[GAME_RESULT];
		ck_assert_uint_eq(game_failed_together(ranks, stayed, 2), 0);
		game_result(ranks, 0, 2, ' ', result);
		ck_assert_str_eq(result, "1/2-1/2");
	}
END_TEST

START_TEST(a_game_ends_at_its_most_plies_and_an_opening_counts_none)
	{
		struct game *g = game_make("connect4", 2, NULL, 3, "", "d d e");
		for (int i = 0; i < 3; i++) {
			ck_assert_int_ne(game_to_move(g), 0);
			ck_assert(game_move(g, "a"));
		}
		ck_assert_int_eq(game_to_move(g), 0);
		ck_assert_str_eq(g->reason, "max-plies");
		int ranks[SEATS_MAX];
		game_ranks(g, ranks);
		ck_assert(ranks[0] == 1 && ranks[1] == 1);
	}
END_TEST

START_TEST(a_game_that_is_decided_has_the_ranks_of_its_scores)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 0, "", "a1 b1");
		int ranks[SEATS_MAX];
		game_decide(g, "oracle", (const int64_t[SEATS_MAX]){-3, 0});
		ck_assert_int_eq(game_to_move(g), 0);
		ck_assert_str_eq(g->reason, "oracle");
		game_ranks(g, ranks);
		ck_assert(ranks[0] == 2 && ranks[1] == 1);
		ck_assert(g->seat[0].verdict == VERDICT_OK && g->seat[1].verdict == VERDICT_OK);
		g = game_make("tictactoe", 2, NULL, 0, "", "a1 b1");
		game_ranks(g, ranks);
		ck_assert(ranks[0] == 1 && ranks[1] == 1);
	}
END_TEST

START_TEST(the_rules_end_a_game_before_its_plies_do)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 1, "", "a1 b1 a2 b2");
		ck_assert(game_move(g, "a3"));
		ck_assert_str_eq(g->reason, "normal");
	}
END_TEST

START_TEST(an_illegal_move_changes_nothing)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 0, "", "a1");
		static const char *const wrong[] = {"a1", "", "a", "a11", "A2", "d1", " a2", "a2 "};
		struct position before = g->position;
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			ck_assert_msg(!game_move(g, wrong[i]), "\"%s\"", wrong[i]);
		ck_assert_mem_eq(&before, &g->position, sizeof before);
		ck_assert_str_eq(g->moves, "a1");
		ck_assert_int_eq(game_to_move(g), 2);
	}
END_TEST

static const struct opening {
	const char *fen, *moves;
	const char *why; /* part of the reason it is refused for; NULL: it is right */
	int to_move;
} openings[] = {
	{"", "", NULL, 1},
	{"", "a1", NULL, 2},
	{"", "a1 b2 c3", NULL, 2},
	{"3/3/3 x 1", "", NULL, 1},
	{"3/3/x2 o 1", "", NULL, 2},
	{"", "a1 a1", "\"a1\" is not legal", 0},
	{"", "z9", "\"z9\" is not legal", 0},
	{"", "a1 anything-but-a-move-of-any-game-there-is", "is no move", 0},
	{"", "a1 b1 a2 b2 a3 b3", "\"b3\" is not legal", 0},
	{"what", "", "", 0},
	{"xxx/xxx/xxx x 1", "", "", 0},
};

enum { OPENINGS = sizeof openings / sizeof *openings };

START_TEST(an_opening_is_taken_or_refused_with_the_reason)
	{
		const struct opening *o = &openings[_i];
		struct error err = {""};
		ck_assert(setup_init(&game_setup, rules_find("tictactoe"), 2, 1, NULL, 0, &err));
		bool good = game_begin(
			&game_played, &game_setup, &game_no_limits, 0, o->fen, o->moves, &err);
		ck_assert_msg(good == (o->why == NULL), "%s", err.text);
		if (good) {
			ck_assert_int_eq(game_to_move(&game_played), o->to_move);
			ck_assert_str_eq(game_played.fen, o->fen);
			ck_assert_str_eq(game_played.moves, o->moves);
		} else {
			ck_assert_msg(strstr(err.text, o->why) != NULL && *err.text != '\0', "%s",
				err.text);
		}
	}
END_TEST

/* The moves that bots are told, played again, must be the position: at every ply of a game whose
 * moves outgrow the list, with a seat that leaves on the way. */
START_TEST(what_bots_are_told_is_the_position_however_long_the_game)
	{
		static struct game told;
		struct game *g = game_make("nim", 3,
			"heaps=9999/9999/9999/9999/9999/9999/9999/9999/9999/9999", 0, "", "");
		struct error err;
		char here[POSITION_TEXT], there[POSITION_TEXT];
		int ply = 0, lists = 0;
		size_t longest = 0;
		for (; game_to_move(g) != 0; ply++) {
			if (ply == 30000)
				game_leave(g, 2);
			size_t before = g->moves_length;
			ck_assert(game_move(g, (const char[]){(char)('a' + ply % 10), '1', '\0'}));
			lists += g->moves_length < before;
			longest = before > longest ? before : longest;
			if (ply % 997 != 0 && g->moves_length >= before)
				continue;
			ck_assert(game_begin(
				&told, &game_setup, &game_no_limits, 0, g->fen, g->moves, &err));
			game_setup.rules->write(&game_setup, &g->position, here);
			game_setup.rules->write(&game_setup, &told.position, there);
			ck_assert_str_eq(here, there);
		}
		ck_assert_int_eq(ply, 99990);
		ck_assert_int_ge(lists, 4);
		ck_assert_uint_lt(longest, GAME_MOVES);
	}
END_TEST

START_TEST(a_seat_that_left_is_told_by_a_position)
	{
		struct game *g = game_make("nim", 3, NULL, 0, "", "a3");
		ck_assert_str_eq(g->fen, "");
		game_leave(g, 2);
		ck_assert_str_eq(g->fen, "18 p3 1 out2");
		ck_assert_str_eq(g->moves, "");
		ck_assert(game_move(g, "a1"));
		ck_assert_str_eq(g->fen, "18 p3 1 out2");
		ck_assert_str_eq(g->moves, "a1");
		ck_assert_int_eq(game_to_move(g), 1);
	}
END_TEST

START_TEST(the_legal_list_is_whole_or_cut_at_a_blank)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 0, "", "b2");
		const char *whole = "a1 b1 c1 a2 c2 a3 b3 c3";
		for (size_t room = 1; room <= 64; room++) {
			char *text = malloc(room);
			size_t length = game_legal(g, text, room);
			ck_assert_uint_eq(length, strlen(text));
			ck_assert_uint_lt(length, room);
			ck_assert_int_eq(strncmp(text, whole, length), 0);
			ck_assert(whole[length] == '\0' || whole[length] == ' ' || length == 0);
			if (room == 64)
				ck_assert_str_eq(text, whole);
			free(text);
		}
	}
END_TEST

START_TEST(a_detail_too_long_is_cut)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 0, "", "");
		game_judge(g, 2, VERDICT_CRASH, "%2000s", "x");
		ck_assert_uint_eq(strlen(g->seat[1].detail), GAME_DETAIL - 1);
		ck_assert_int_eq(g->seat[1].verdict, VERDICT_CRASH);
		ck_assert_int_eq(g->seat[0].verdict, VERDICT_OK);
	}
END_TEST

/* The answer of the seat to move, and the detail that it gets. */
static const struct {
	const char *text;
	enum verdict verdict;
	const char *detail;
} answers[] = {
	{"b2", VERDICT_OK, ""},
	{"resign", VERDICT_RESIGN, ""},
	{"", VERDICT_ILLEGAL, "\"bestmove\" has no move; legal: b1 c1 a2 b2 c2 a3 b3 c3"},
	{"a1", VERDICT_ILLEGAL,
		"\"a1\" is not legal here: it was legal at the start: the column is full, or the place taken; legal: b1 c1 a2 b2 c2 a3 b3 c3"},
};

START_TEST(an_answer_is_played_or_ends_the_game_with_its_words)
	{
		struct game *g = game_make("tictactoe", 2, NULL, 0, "", "a1");
		ck_assert_int_eq(game_answer(g, answers[_i].text), answers[_i].verdict);
		ck_assert_int_eq(g->seat[1].verdict, answers[_i].verdict);
		ck_assert_str_eq(g->seat[1].detail, answers[_i].detail);
		ck_assert_int_eq(g->plies, answers[_i].verdict == VERDICT_OK);
		ck_assert((g->reason == NULL) == (answers[_i].verdict == VERDICT_OK));
	}
END_TEST

/* The program of the rules fails for another game of its arbiter, while a bot of this one thinks.
 */
START_TEST(the_seat_to_move_is_kept_when_the_rules_are_at_fault)
	{
		static const char *const blocks[] = {
			"position a\nturn 1\nlegal x\n", "position b\nturn 2\nlegal y z\n"};
		static const struct limits none;
		static struct setup setup;
		static struct game g;
		struct position p, other;
		struct error err;
		const struct rules *rules =
			rules_process_offline("id name own\nseats 2\n", 0, &err);
		ck_assert(setup_init(&setup, rules, 2, 1, NULL, 0, &err));
		ck_assert(rules_process_restore(&setup, NULL, NULL, false, blocks[0], &p, &err));
		ck_assert(rules_process_restore(&setup, &p, "x", false, blocks[1], &other, &err));
		ck_assert_msg(game_begin(&g, &setup, &none, 0, "", "", &err), "%s", err.text);
		ck_assert_int_eq(game_to_move(&g), 1);
		ck_assert(game_move(&g, "x"));
		ck_assert_int_eq(game_to_move(&g), 2);
		/* Nothing is stored about this move. */
		rules->play(&setup, &other, 1);
		ck_assert_ptr_nonnull(rules_process_fault(rules));
		ck_assert_int_eq(game_to_move(&g), 2);
		rules_process_close(rules);
	}
END_TEST

SUITE("referee/game/game",
	LOOP(who_leaves_ranks_below_who_stays_and_the_first_to_leave_is_last, FORFEITS),
	LOOP(points_are_the_seats_beaten_and_half_of_those_tied, WORTHS),
	LOOP(seats_that_fail_together_earn_nothing_from_each_other, FAILURES),
	CASE(a_draw_of_those_who_stayed_is_a_draw),
	CASE(a_game_ends_at_its_most_plies_and_an_opening_counts_none),
	CASE(a_game_that_is_decided_has_the_ranks_of_its_scores),
	CASE(the_rules_end_a_game_before_its_plies_do), CASE(an_illegal_move_changes_nothing),
	LOOP(an_opening_is_taken_or_refused_with_the_reason, OPENINGS),
	CASE(what_bots_are_told_is_the_position_however_long_the_game),
	CASE(a_seat_that_left_is_told_by_a_position),
	LOOP(an_answer_is_played_or_ends_the_game_with_its_words, sizeof answers / sizeof *answers),
	CASE(the_legal_list_is_whole_or_cut_at_a_blank), CASE(a_detail_too_long_is_cut),
	CASE(the_seat_to_move_is_kept_when_the_rules_are_at_fault))
