/*
 * The moves of a game: their record reads back to the same final position, departures come back to
 * the turns where they were, and what is wrong in a record is told with its line.
 */
#include "referee/game/move-list.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static const struct limits move_list_none;

/* A game as rows: turns separated by blanks, "-" for a seat that gives up. The final position is
 * counted by hand. */
static const struct {
	const char *game;
	int seats;
	const char *param, *start, *turns, *final;
	bool over;
} move_list_games[] = {
	{"tictactoe", 2, NULL, "", "b2 a1 c3", "2x/1x1/o2 o 2", false},
	{"tictactoe", 2, NULL, "", "a1 a2 b1 b2 c1", "3/oo1/xxx o 3", true},
	{"tictactoe", 2, NULL, "3/1x1/3 o 1", "a1", "3/1x1/o2 x 2", false},
	{"connect4", 2, "rows=5", "", "d d", "7/7/7/3y3/3r3 r 2", false},
	{"nim", 2, "heaps=5", "", "a3 a1 a1", "0 p2 2", true},
	{"nim", 3, "heaps=9/9", "", "a3 - b2 a1 b1", "5/6 p1 3 out2", false},
	{"nim", 3, "heaps=9/9", "", "- a3 -", "6/9 p2 2 out13", true},
	{"nim", 4, "heaps=9", "", "a1 - - a1", "7 p1 2 out23", false},
};

enum { HISTORY_GAMES = sizeof move_list_games / sizeof *move_list_games };

static void move_list_play(struct move_list *h, struct game *g, const char *turns)
{
	struct error err;
	char copy[128], *rest = copy, *word;
	snprintf(copy, sizeof copy, "%s", turns);
	ck_assert_msg(move_list_replay(h, 0, &move_list_none, g, &err), "%s", err.text);
	while ((word = strsep(&rest, " ")) != NULL) {
		int seat = game_to_move(g);
		if (strcmp(word, "-") == 0) {
			move_list_add_leave(h, seat, VERDICT_RESIGN, "tired\n of it");
			game_judge(g, seat, VERDICT_RESIGN, "tired\n of it");
			game_forfeit(g, 1u << (seat - 1));
		} else {
			move_list_add_move(h, seat, word, NULL);
			ck_assert_msg(game_move(g, word), "%s", word);
		}
	}
}

static void move_list_write(const struct game *g, char text[POSITION_TEXT])
{
	g->setup->rules->write(g->setup, &g->position, text);
}

START_TEST(a_record_reads_back_to_the_same_game)
	{
		struct setup *s = memory_get(2, sizeof *s);
		struct game *g = memory_get(2, sizeof *g);
		struct move_list first, second;
		struct error err;
		char final[POSITION_TEXT];
		const char *param = move_list_games[_i].param;
		ck_assert_msg(setup_init(&s[0], rules_find(move_list_games[_i].game),
				      move_list_games[_i].seats, 1, &param, param != NULL, &err),
			"%s", err.text);
		move_list_init(&first, &s[0], move_list_games[_i].start);
		move_list_name(&first, 2, "a name with blanks");
		move_list_play(&first, &g[0], move_list_games[_i].turns);
		char *text = move_list_text(&first, &g[0], 5);
		ck_assert_int_eq(strstr(text, "\nend ") != NULL, move_list_games[_i].over);
		ck_assert_msg(move_list_read(&second, &s[1], text, &err), "%s", err.text);
		ck_assert_int_eq(second.count, first.count);
		ck_assert_str_eq(second.names[1], "a name with blanks");
		ck_assert_ptr_null(second.names[0]);
		ck_assert(move_list_replay(&second, second.count, &move_list_none, &g[1], &err));
		move_list_write(&g[1], final);
		ck_assert_str_eq(final, move_list_games[_i].final);
		ck_assert_int_eq(g[1].reason != NULL, move_list_games[_i].over);
		for (int i = 0; i < move_list_games[_i].seats; i++) {
			ck_assert_int_eq(g[1].seat[i].left, g[0].seat[i].left);
			ck_assert_str_eq(g[1].seat[i].detail, g[0].seat[i].detail);
		}
		free(text);
		move_list_clear(&first);
		move_list_clear(&second);
		free(s);
		free(g);
	}
END_TEST

START_TEST(turns_that_were_taken_back_are_gone)
	{
		struct setup *s = memory_get(1, sizeof *s);
		struct game *g = memory_get(1, sizeof *g);
		struct move_list h;
		struct error err;
		char text[POSITION_TEXT];
		ck_assert(setup_init(s, rules_find("tictactoe"), 2, 1, NULL, 0, &err));
		move_list_init(&h, s, "");
		move_list_play(&h, g, "b2 a1 -");
		ck_assert_ptr_nonnull(g->reason);
		move_list_cut(&h, 1);
		ck_assert(move_list_replay(&h, 1, &move_list_none, g, &err));
		move_list_write(g, text);
		ck_assert_str_eq(text, "3/1x1/3 o 1");
		ck_assert_ptr_null(g->reason);
		ck_assert_int_eq(g->seat[0].verdict, VERDICT_OK);
		move_list_clear(&h);
		free(s);
		free(g);
	}
END_TEST

static const struct {
	const char *text, *why;
} move_list_wrong[] = {
	{"", "not a record"},
	{"game 0 1\n", "not a record"},
	{"game 0 1\nmove 1 a1 - - - - - -\n", "line 2: no line \"rules"},
	{"rules chess 2\n", "line 1: there is no game \"chess\""},
	{"rules nim 5\n", "line 1: the game does not allow this number of seats"},
	{"rules nim 4611686018427387906\n", "line 1: the game does not allow this number of seats"},
	{"rules nim -\n", "line 1: the game does not allow this number of seats"},
	{"rules nim 2\nrules nim 2\n", "line 2: a second"},
	{"game 0 1\nrules nim 2\ngame 1 1\n", "line 3: a second game"},
	{"rules nim 2\nhello\n", "line 2: not a line"},
	{"rules nim 2\nmove 3 a1 - - - - - -\n", "line 2: the game does not have this seat"},
	{"rules nim 2\nseat 1 - asleep \n", "line 2: unknown verdict"},
	{"rules nim 2\nparam take x\n", "take"},
	{"rules nim 2\nstart 7 p9 1\n", "p9"},
	{"rules nim 2\nmove 2 a1 - - - - - -\n", "move 1, \"a1\" by seat 2"},
	{"rules nim 2\nmove 1 a9 - - - - - -\n", "move 1, \"a9\" by seat 1"},
	{"rules nim 2\nparam heaps 1\nmove 1 a1 - - - - - -\nmove 2 a1 - - - - - -\n", "move 2"},
	{"rules nim 2\nmove 1 a12345678901234567890123456789012 - - - - - -\n",
		"line 2: not a move"},
	{"rules nim 2\nvoid 3 no process\n", "line 2: the game was not played"},
};

START_TEST(what_is_wrong_in_a_record_is_told)
	{
		struct setup *s = memory_get(1, sizeof *s);
		struct move_list h;
		struct error err = {""};
		char *text = memory_copy(move_list_wrong[_i].text);
		ck_assert(!move_list_read(&h, s, text, &err));
		ck_assert_msg(strstr(err.text, move_list_wrong[_i].why) != NULL, "%s", err.text);
		move_list_clear(&h);
		free(text);
		free(s);
	}
END_TEST

START_TEST(numbers_of_a_move_read_back)
	{
		struct setup *s = memory_get(1, sizeof *s);
		struct move_list h;
		struct error err;
		char text[] =
			"rules tictactoe 2\nmove 1 b2 120 80 - 9 -13 5000\nwire 1 < readyok\n";
		ck_assert_msg(move_list_read(&h, s, text, &err), "%s", err.text);
		ck_assert_int_eq(h.count, 1);
		ck_assert_int_eq(h.turns[0].numbers.wall, 120);
		ck_assert_int_eq(h.turns[0].numbers.wait, UNKNOWN);
		ck_assert_int_eq(h.turns[0].numbers.score, -13);
		move_list_clear(&h);
		free(s);
	}
END_TEST

/* connect4 and nim: moves by seat, who ended how, and the turns that this makes, leaving in
 * capitals. */
static const struct {
	const char *game;
	int seats;
	const char *moves[5]; /* "1 a1" */
	enum verdict verdict[3];
	const char *turns;
} move_list_departures[] = {
	{"nim", 3, {"1 a1", "2 a1", "3 a1", "1 a1", "3 a1"}, {[1] = VERDICT_CRASH},
		"1 2 3 1 LEFT2 3"},
	{"nim", 3, {"1 a1", "3 a1", "1 a1"}, {[1] = VERDICT_STARTUP}, "1 LEFT2 3 1"},
	{"nim", 4, {"1 a1", "4 a1"}, {[1] = VERDICT_TIME, [2] = VERDICT_CRASH}, "1 LEFT2 LEFT3 4"},
	{"nim", 3, {"1 a1", "2 a1"}, {[0] = VERDICT_TIME, [2] = VERDICT_CRASH}, "1 2 LEFT3 LEFT1"},
	{"connect4", 2, {"1 d"}, {[1] = VERDICT_ILLEGAL}, "1 LEFT2"},
	{"connect4", 2, {NULL}, {[1] = VERDICT_STARTUP}, "LEFT2"},
	{"connect4", 2, {"1 d", "2 d"}, {VERDICT_OK}, "1 2"},
};

START_TEST(a_seat_left_in_the_turn_that_another_took)
	{
		struct setup *setup = memory_get(1, sizeof *setup);
		struct move_list_ends ends = {.detail = {NULL}};
		struct move_list h;
		struct game *g = memory_get(1, sizeof *g);
		struct error err;
		char turns[128] = "";
		ck_assert(setup_init(setup, rules_find(move_list_departures[_i].game),
			move_list_departures[_i].seats, 1, NULL, 0, &err));
		move_list_init(&h, setup, "");
		for (int i = 0; i < 5 && move_list_departures[_i].moves[i] != NULL; i++) {
			const char *turn = move_list_departures[_i].moves[i];
			move_list_add_move(&h, turn[0] - '0', turn + 2, NULL);
		}
		memcpy(ends.verdict, move_list_departures[_i].verdict,
			sizeof move_list_departures[_i].verdict);
		ck_assert_msg(move_list_add_departures(&h, &ends, &err), "%s", err.text);
		for (int i = 0; i < h.count; i++)
			sprintf(turns + strlen(turns), "%s%s%d", i > 0 ? " " : "",
				h.turns[i].verdict != VERDICT_OK ? "LEFT" : "", h.turns[i].seat);
		ck_assert_str_eq(turns, move_list_departures[_i].turns);
		static const struct limits none;
		ck_assert_msg(move_list_replay(&h, h.count, &none, g, &err), "%s", err.text);
		move_list_clear(&h);
		free(g);
		free(setup);
	}
END_TEST

/* Turns of moves and of departures: those behind the last move belong to all plies. */
START_TEST(so_many_plies_are_so_many_turns)
	{
		static const int turns[] = {0, 1, 3, 6}; /* of a3 - b2 a1 - - */
		struct setup s;
		struct move_list h;
		struct error err;
		ck_assert(setup_init(&s, rules_find("nim"), 4, 1, NULL, 0, &err));
		move_list_init(&h, &s, "");
		move_list_add_move(&h, 1, "a3", NULL);
		move_list_add_leave(&h, 2, VERDICT_RESIGN, "");
		move_list_add_move(&h, 3, "a2", NULL);
		move_list_add_move(&h, 4, "a1", NULL);
		move_list_add_leave(&h, 1, VERDICT_RESIGN, "");
		move_list_add_leave(&h, 3, VERDICT_TIME, "");
		ck_assert_int_eq(move_list_plies(&h, h.count), 3);
		for (int plies = 0; plies <= 3; plies++)
			ck_assert_int_eq(move_list_turns(&h, plies), turns[plies]);
		move_list_clear(&h);
	}
END_TEST

SUITE("referee/game/move-list", CASE(so_many_plies_are_so_many_turns),
	LOOP(a_record_reads_back_to_the_same_game, HISTORY_GAMES),
	CASE(turns_that_were_taken_back_are_gone),
	LOOP(what_is_wrong_in_a_record_is_told, sizeof move_list_wrong / sizeof *move_list_wrong),
	CASE(numbers_of_a_move_read_back),
	LOOP(a_seat_left_in_the_turn_that_another_took,
		sizeof move_list_departures / sizeof *move_list_departures))
