/*
 * games.c - nim by theory against nim played out, tictactoe, and known counts of move sequences.
 */
#include "bots/solve/exact-tictactoe.h"
#include "bots/solve/exact-nim.h"
#include "bots/solve/perft.h"
#include "base/error.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

enum { GAMES_WHY = 256 };

static void games_begin(struct setup *s, struct position *p, const char *game,
	const char *const *settings, int count)
{
	struct error err = {""};

	ck_assert_msg(setup_init(s, rules_find(game), 2, 1, settings, count, &err), "%s", err.text);
	s->rules->start(s, p);
}

/* Whether the player to move wins, by trying everything. */
static bool games_wins(const struct setup *s, const struct position *p)
{
	move moves[MOVES_MAX];
	int64_t scores[SEATS_MAX];
	int count = s->rules->moves(s, p, moves);

	if (count == 0) {
		/* The position string says which seat would be to move. */
		char text[POSITION_TEXT];
		s->rules->write(s, p, text);
		s->rules->scores(s, p, scores);
		return scores[strstr(text, "p1") != NULL ? 0 : 1] > 0;
	}
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		if (!games_wins(s, &next))
			return true;
	}
	return false;
}

START_TEST(theory_and_playing_out_agree_who_wins_nim)
	{
		static const char *const heaps[] = {"heaps=1", "heaps=9", "heaps=1/1", "heaps=3/2",
			"heaps=1/2/3", "heaps=4/4", "heaps=2/2/1", "heaps=5/4", "heaps=1/1/1/1",
			"heaps=3/3/2"};
		static struct setup s;
		struct position p;

		for (int take = 0; take <= 4; take++) {
			for (int misere = 0; misere <= 1; misere++) {
				char limit[32], last[32];
				snprintf(limit, sizeof limit, "take=%d", take);
				snprintf(last, sizeof last, "misere=%d", misere);
				const char *settings[] = {heaps[_i], limit, last};
				games_begin(&s, &p, "nim", settings, 3);
				ck_assert_msg(exact_nim_wins(&s, &p) == games_wins(&s, &p),
					"%s %s %s", heaps[_i], limit, last);
			}
		}
	}
END_TEST

START_TEST(one_heap_is_lost_exactly_when_four_leave_one)
	{
		static struct setup s;
		struct position p;

		for (int n = 1; n <= 9999; n += n < 50 ? 1 : 97) {
			char heap[32];
			snprintf(heap, sizeof heap, "heaps=%d", n);
			const char *settings[] = {heap};
			games_begin(&s, &p, "nim", settings, 1);
			ck_assert_int_eq(exact_nim_wins(&s, &p), n % 4 != 1);
		}
	}
END_TEST

START_TEST(tictactoe_is_drawn_and_has_5478_positions)
	{
		static struct setup s;
		static struct board_tictactoe board;
		struct position p;

		games_begin(&s, &p, "tictactoe", NULL, 0);
		board_tictactoe_init(&board);
		ck_assert_int_eq(board_tictactoe_value(&board, &s, &p), 0);
		ck_assert_uint_eq(board.nodes, 5478);
		ck_assert_int_eq(board_tictactoe_value(&board, &s, &p), 0);
		ck_assert_uint_eq(board.nodes, 5478);
	}
END_TEST

static const struct games_value {
	const char *position;
	int value;
} games_values[] = {
	{"xx1/oo1/3 x 3", 1},
	{"xx1/oo1/x2 o 3", 1},
	{"1x1/xo1/2o x 3", 1},
	{"xox/1x1/o1o x 4", 0},
	{"xxx/oo1/3 o 3", -1},
	{"xox/oxx/oxo o 5", 0},
	{"x2/1o1/2x o 2", 0},
	{"x1x/1o1/3 o 2", 0},
	{"x1x/2o/x1o o 3", -1},
};

START_TEST(tictactoe_values_are_for_the_side_to_move)
	{
		static struct setup s;
		static struct board_tictactoe board;
		struct position p;
		struct error err = {""};

		games_begin(&s, &p, "tictactoe", NULL, 0);
		board_tictactoe_init(&board);
		ck_assert_msg(
			s.rules->read(&s, &p, games_values[_i].position, &err), "%s", err.text);
		ck_assert_int_eq(board_tictactoe_value(&board, &s, &p), games_values[_i].value);
	}
END_TEST

static const struct games_count {
	const char *game, *settings[2];
	int depth;
	uint64_t count;
} games_counts[] = {
	{"connect4", {NULL}, 0, 1},
	{"connect4", {NULL}, 1, 7},
	{"connect4", {NULL}, 2, 49},
	{"connect4", {NULL}, 3, 343},
	{"connect4", {NULL}, 4, 2401},
	{"connect4", {NULL}, 5, 16807},
	{"connect4", {NULL}, 6, 117649},
	{"connect4", {NULL}, 7, 823536},
	{"connect4", {NULL}, 8, 5673234},
	{"tictactoe", {NULL}, 5, 15120},
	{"tictactoe", {NULL}, 6, 54720},
	{"tictactoe", {NULL}, 7, 148176},
	{"tictactoe", {NULL}, 8, 200448},
	{"tictactoe", {NULL}, 9, 127872},
	{"tictactoe", {NULL}, 10, 0},
	{"nim", {"heaps=4", NULL}, 2, 6},
	{"tree", {"depth=3", "branching=3"}, 3, 27},
	{"tree", {"depth=3", "branching=3"}, 4, 0},
};

START_TEST(sequences_are_as_many_as_is_known)
	{
		static struct setup s;
		const struct games_count *row = &games_counts[_i];
		int count = row->settings[0] == NULL ? 0 : row->settings[1] == NULL ? 1 : 2;
		struct position p;
		struct perft_room room;

		games_begin(&s, &p, row->game, row->settings, count);
		ck_assert(perft_room_init(&room, row->depth));
		ck_assert_uint_eq(perft(&s, &p, row->depth, &room), row->count);
		perft_room_clear(&room);
	}
END_TEST

/* Counts by the rules alone. */
static uint64_t games_sequences(const struct setup *s, const struct position *p, int length)
{
	move moves[MOVES_MAX];
	uint64_t sum = 0;

	if (length == 0)
		return 1;
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		sum += games_sequences(s, &next, length - 1);
	}
	return sum;
}

static const char *const games_boards[][3] = {
	{"columns=7", "rows=6", "connect=4"},
	{"columns=4", "rows=4", "connect=4"},
	{"columns=9", "rows=5", "connect=4"},
	{"columns=5", "rows=7", "connect=4"},
	{"columns=5", "rows=5", "connect=3"},
	{"columns=6", "rows=6", "connect=5"},
};

START_TEST(connect4_is_counted_as_its_rules_have_it_all_through_a_game)
	{
		static struct setup s;
		struct position p;
		struct perft_room room;
		uint64_t random = 1;

		games_begin(&s, &p, "connect4", games_boards[_i], 3);
		ck_assert(perft_room_init(&room, 4));
		for (int plies = 0; plies < 400; plies++) {
			move moves[MOVES_MAX];
			int count = s.rules->moves(&s, &p, moves);
			for (int depth = 0; depth <= 4; depth++)
				ck_assert_uint_eq(perft(&s, &p, depth, &room),
					games_sequences(&s, &p, depth));
			if (count == 0)
				s.rules->start(&s, &p);
			else
				s.rules->play(
					&s, &p, moves[random_below(&random, (uint64_t)count)]);
		}
		perft_room_clear(&room);
	}
END_TEST

SUITE("bots/solve/games", LOOP(theory_and_playing_out_agree_who_wins_nim, 10),
	CASE(one_heap_is_lost_exactly_when_four_leave_one),
	CASE(tictactoe_is_drawn_and_has_5478_positions),
	LOOP(tictactoe_values_are_for_the_side_to_move, sizeof games_values / sizeof *games_values),
	LOOP(connect4_is_counted_as_its_rules_have_it_all_through_a_game, 6),
	LOOP(sequences_are_as_many_as_is_known, sizeof games_counts / sizeof *games_counts))
