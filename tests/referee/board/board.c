/*
 * A board's cells hold what the position has, whatever they held before, and pages get only what
 * changed.
 */
#include "base/json.h"
#include "base/error.h"
#include "referee/board/board.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { BOARD_MOVES = 12 };

/* The SVG of a board; to be freed. */
static char *board_drawn(const struct board *b)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	board_draw(out, b);
	fclose(out);
	return text;
}

static char *board_changed(const struct board *before, const struct board *now)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);
	board_changes(&(struct json_writer){.out = out, .script = true}, before, now);
	fclose(out);
	return text;
}

static const char *const board_games[] = {"tictactoe", "connect4", "nim", "letters", "tree",
	"chinese-checkers", "othello", "breakthrough", "gomoku", "kalah"};

/* Games of random moves: a board that has shown every position before is the same as a new one. */
START_TEST(a_board_keeps_nothing_of_earlier_positions)
	{
		static struct setup setup;
		static move moves[MOVES_MAX];
		const struct rules *r = rules_find(board_games[_i]);
		struct position start, before, now;
		struct error err;
		char text[MOVE_TEXT];
		uint64_t state = 11;
		ck_assert(setup_init(&setup, r, 0, 1, NULL, 0, &err));
		r->start(&setup, &start);
		now = start;
		struct board *old = board_create(&setup, &start);
		for (int ply = 0; ply < 60 && r->to_move(&setup, &now) != 0; ply++) {
			int count = r->moves(&setup, &now, moves);
			move m = moves[random_below(&state, (uint64_t)count)];
			struct board_scene scene = {
				&setup, &now, &before, text, r->to_move(&setup, &now)};
			r->move_text(&setup, &now, m, text);
			before = now;
			r->play(&setup, &now, m);
			struct board *new = board_create(&setup, &start);
			board_show(old, &scene);
			board_show(new, &scene);
			char *a = board_drawn(old), *b = board_drawn(new);
			ck_assert_str_eq(a, b);
			ck_assert(board_alike(old, new));
			free(a);
			a = board_changed(old, new);
			ck_assert_str_eq(a, "[]");
			free(a);
			free(b);
			board_free(new);
		}
		board_free(old);
	}
END_TEST

/* Cells of a grid count from a1 by rows, then come the marks of the last move: from, to. */
static const struct {
	const char *game, *params[4], *moves[BOARD_MOVES], *changes;
} board_rows[] = {
	{"connect4", {NULL}, {"d"}, "[3,\"1\",43,\"3 l\"]"},
	{"connect4", {NULL}, {"d", "d"}, "[10,\"2\",43,\"10 l\"]"},
	{"connect4", {"columns=5", "rows=4", "connect=3"}, {"a", "a", "b", "b", "c"},
		"[0,\"1w\",1,\"1w\",2,\"1w\",21,\"2 l\"]"},
	{"tictactoe", {NULL}, {"a1", "a2", "b2", "a3", "c3"},
		"[0,\"1w\",4,\"1w\",8,\"1w\",10,\"8 l\"]"},
	{"nim", {"heaps=3/4"}, {"b2"}, "[15,\"g\",16,\"g\",25,\"2\"]"},
	{"nim", {"heaps=3/4"}, {"b2", "a1"}, "[2,\"g\",12,\"2\",15,\"\",16,\"\"]"},
	/* c4 is d5's disc turned over: only the move is marked. */
	{"othello", {NULL}, {"d3"}, "[19,\"1\",27,\"1\",65,\"19 l\"]"},
	{"breakthrough", {NULL}, {"a2b3"}, "[8,\"0\",17,\"1\",64,\"8 f\",65,\"17 l\"]"},
	{"gomoku", {"columns=3", "rows=3", "row=3"}, {"a1", "a2", "b2", "a3", "c3"},
		"[0,\"1w\",4,\"1w\",8,\"1w\",10,\"8 l\"]"},
	/* A pit is its seeds and their number; seat 1 has three pits and a store, then seat 2. */
	{"kalah", {"pits=3", "seeds=1"}, {"a"}, "[0,\"s0\",1,\"0\",2,\"s2\",3,\"2\",16,\"0 e\"]"},
	/* Rows below hold 1, 2, 3, 4 cells: j4 is cell 6, i5 the fifth of the next row. */
	{"chinese-checkers", {NULL}, {"j4i5"}, NULL},
};

START_TEST(a_move_changes_these_cells)
	{
		static struct setup setup;
		struct position start, before, now;
		struct error err;
		int count = 0, mover = 0, params = 0;
		while (board_rows[_i].params[params] != NULL)
			params++;
		const struct rules *r = rules_find(board_rows[_i].game);
		ck_assert_msg(setup_init(&setup, r, 0, 1, board_rows[_i].params, params, &err),
			"%s", err.text);
		r->start(&setup, &start);
		now = before = start;
		struct board *old = board_create(&setup, &start);
		struct board *new = board_create(&setup, &start);
		struct board_scene scene = {.setup = &setup, .now = &now};
		board_show(new, &scene);
		for (; count < BOARD_MOVES && board_rows[_i].moves[count] != NULL; count++) {
			move m;
			struct board *swap = old;
			old = new;
			new = swap;
			ck_assert(rules_read_move(&setup, &now, board_rows[_i].moves[count], &m));
			before = now;
			mover = r->to_move(&setup, &now);
			r->play(&setup, &now, m);
			scene = (struct board_scene){
				&setup, &now, &before, board_rows[_i].moves[count], mover};
			board_show(new, &scene);
		}
		char *changes = board_changed(old, new);
		if (board_rows[_i].changes != NULL)
			ck_assert_str_eq(changes, board_rows[_i].changes);
		else
			ck_assert_msg(strstr(changes, "\",122,\"6 f\",123,\"14 1l\"") != NULL, "%s",
				changes);
		free(changes);
		board_free(old);
		board_free(new);
	}
END_TEST

/* The cells that a click chooses. */
static const struct {
	const char *game, *moves[BOARD_MOVES];
	int cells[2], count;
} board_choices[] = {
	{"othello", {"d3"}, {19}, 1}, /* not the disc that turns over */
	{"othello", {"d3", "c3"}, {18}, 1},
	{"breakthrough", {"a2b3"}, {8, 17}, 2},
	{"gomoku", {"o15"}, {224}, 1},
	{"kalah", {"b"}, {2}, 1},
	{"kalah", {"a", "f"}, {24}, 1}, /* behind six pits and a store of two cells each */
	{"connect4", {"d", "d"}, {10}, 1},
	{"chinese-checkers", {"j4i5"}, {6, 14}, 2},
};

START_TEST(a_move_is_chosen_by_these_cells)
	{
		static struct setup setup;
		struct position start, before, now;
		struct error err;
		int cells[8];
		const struct rules *r = rules_find(board_choices[_i].game);
		struct board_scene scene = {.setup = &setup, .now = &now, .before = &before};
		ck_assert(setup_init(&setup, r, 0, 1, NULL, 0, &err));
		r->start(&setup, &start);
		now = start;
		struct board *b = board_create(&setup, &start);
		for (int i = 0; (scene.move = board_choices[_i].moves[i]) != NULL; i++) {
			move m;
			ck_assert(rules_read_move(&setup, &now, scene.move, &m));
			before = now;
			scene.mover = r->to_move(&setup, &now);
			r->play(&setup, &now, m);
			board_show(b, &scene);
			if (board_choices[_i].moves[i + 1] == NULL)
				break;
		}
		ck_assert_int_eq(board_touched(b, &scene, cells, 8), board_choices[_i].count);
		for (int i = 0; i < board_choices[_i].count; i++)
			ck_assert_int_eq(cells[i], board_choices[_i].cells[i]);
		board_free(b);
	}
END_TEST

SUITE("referee/board/board",
	LOOP(a_move_is_chosen_by_these_cells, sizeof board_choices / sizeof *board_choices),
	LOOP(a_board_keeps_nothing_of_earlier_positions, sizeof board_games / sizeof *board_games),
	LOOP(a_move_changes_these_cells, sizeof board_rows / sizeof *board_rows))
