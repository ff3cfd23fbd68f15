/*
 * Boards as programs print them: lines in many shapes, and the move that led to the board that they
 * show. The game is tic-tac-toe.
 */
#include "bots/adapters/rows.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct adapter_run run;
static struct rows rows;

static void begin(const char *cells, const char *mine, int seat, const char *position)
{
	struct error err;
	memset(&run, 0, sizeof run);
	memset(&rows, 0, sizeof rows);
	run.options.cells = cells;
	run.options.mine = mine;
	run.seat = seat;
	ck_assert(setup_init(&run.setup, rules_find("tictactoe"), 2, 1, NULL, 0, &err));
	ck_assert_msg(
		run.setup.rules->read(&run.setup, &run.position, position, &err), "%s", err.text);
}

/* Adds each line; true: the last of them completes a board, and no earlier one does. */
static bool add(const char *lines)
{
	bool whole = false;
	while (*lines != '\0') {
		char line[128];
		size_t length = strcspn(lines, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, lines);
		ck_assert_msg(!whole, "before \"%s\"", line);
		whole = rows_add(&run, &rows, line);
		lines += length + (lines[length] == '\n');
	}
	return whole;
}

#define START "3/3/3 x 1"
#define AFTER "3/3/x2 o 1"

static const struct shape {
	const char *cells, *mine;
	int seat;
	const char *position, *lines;
	const char *move; /* NULL: there is none; "now": it is the position itself */
} shapes[] = {
	{".xo", NULL, 1, START, "...\n.x.\n...", "b2"},
	{".xo", NULL, 1, START, "..x\n...\n...", "c3"},
	{".xo", NULL, 1, START, "...\n...\nx..", "a1"},
	{".xo", NULL, 2, AFTER, "...\n.o.\nx..", "b2"},
	{".xo", NULL, 1, START, " . . . \n[., x, .]\n(. . .)\r", "b2"},
	/* Lines without a cell between two rows. */
	{".xo", NULL, 1, START, "...\n-----\n.x.\n\n...", "b2"},
	/* Another line empties what was there. */
	{".xo", NULL, 1, START, "...\nx to move\n...\n.x.\n...", "b2"},
	{".xo", NULL, 1, START, "...\n....\n...\n.x.\n...", "b2"},
	{".xo", NULL, 1, START, "...\n..\n...\n.x.\n...", "b2"},
	/* Bars at both ends, at one, at none. */
	{".xo", NULL, 1, START, "| | | |\n| |x| |\n| | | |", "b2"},
	{".xo", NULL, 1, START, "|.|.|.|\n|.|.|x|\n|.|.|.|", "c2"},
	{".xo", NULL, 1, START, " | | \n---+---\n |x| \n | | ", "b2"},
	{".xo", NULL, 1, START, "| | | \n|x| | \n| | | ", "a2"},
	{".xo", NULL, 1, START, ".|.|.|\n.|.|x|\n.|.|.|", "c2"},
	/* A bar behind each cell, where blanks are cells. */
	{" xo", NULL, 1, START, " | | |\n |x| |\n | | |", "b2"},
	{" xo", NULL, 1, START, " | | |\nx| | |\n | | |\r", "a2"},
	{" xo", NULL, 1, START, "| | | \n| | |x\n| | | ", "c2"},
	{" xo", NULL, 1, START, "  | | | |\n  | |x| |\n  | | | |", "b2"},
	/* Blanks are cells. */
	{" xo", NULL, 1, START, "   \n x \n   ", "b2"},
	{" xo", NULL, 1, START, "\nx\n", NULL},
	{" xo", NULL, 2, AFTER, "     \n  o  \nx    ", "b2"},
	/* Letters outside of ASCII. */
	{"⚪🔴🟡", NULL, 1, START, "⚪⚪⚪\n⚪🔴⚪\n⚪⚪⚪", "b2"},
	{"⚪🔴🟡", NULL, 2, AFTER, "│⚪⚪🟡│\n│⚪⚪⚪│\n│🔴⚪⚪│",
		"c3"},
	/* The program's own stone in every seat. */
	{".xo", "o", 1, START, "...\n.o.\n...", "b2"},
	{".xo", "o", 1, START, "...\n.x.\n...", NULL},
	{".xo", "o", 2, AFTER, "...\n.o.\nx..", "b2"},
	{".xo", "x", 2, AFTER, "...\n.x.\no..", "b2"},
	/* No move leads there, or none was made. */
	{".xo", NULL, 1, START, "...\n.o.\n...", NULL},
	{".xo", NULL, 1, START, "...\n.xx\n...", NULL},
	{".xo", NULL, 1, START, "...\n...\n...", "now"},
	{".xo", NULL, 2, AFTER, "...\n...\nx..", "now"},
	{".xo", "o", 2, AFTER, "...\n...\nx..", "now"},
};

START_TEST(the_move_is_found_that_leads_to_the_board)
	{
		const struct shape *row = &shapes[_i];
		char answer[ADAPTER_ANSWER] = "";
		bool now = row->move != NULL && strcmp(row->move, "now") == 0;
		begin(row->cells, row->mine, row->seat, row->position);
		bool whole = add(row->lines);
		ck_assert_msg(whole || row->move == NULL, "%s", row->lines);
		ck_assert_int_eq(whole && rows_are_known(&run, &rows), now);
		ck_assert_int_eq(
			whole && rows_move(&run, &rows, answer), row->move != NULL && !now);
		if (row->move != NULL && !now)
			ck_assert_str_eq(answer, row->move);
	}
END_TEST

START_TEST(after_a_whole_board_another_one_begins)
	{
		char answer[ADAPTER_ANSWER];
		begin(".xo", NULL, 1, START);
		ck_assert(add("...\n...\n..."));
		ck_assert(rows_are_known(&run, &rows));
		ck_assert(!add("...\n.x."));
		ck_assert(!rows_move(&run, &rows, answer)); /* it is not whole */
		ck_assert(add("..."));
		ck_assert(rows_move(&run, &rows, answer));
		ck_assert_str_eq(answer, "b2");
	}
END_TEST

/* --- a board among other lines: the position is after b2 c1, x is to move ------------------------
 */

#define NOW "3/1x1/2o x 2"

/* Lines that begin with / are no rows; the line > is a prompt. NULL: no move is found. */
static const struct search {
	const char *cells, *lines, *move;
} searches[] = {
	/* before and after: with a line between, and without one */
	{".xo", "...\n.x.\n..o\n/---\nx..\n.x.\n..o", "a3"},
	{".xo", "...\n.x.\n..o\nx..\n.x.\n..o", "a3"},
	{".xo", "...\n.x.\n..o\n/You:\n...\nxx.\n..o", "a2"},
	/* the board before twice, boards of earlier in the game, then the one after */
	{".xo", "...\n.x.\n..o\n...\n.x.\n..o\n...\n.xx\n..o", "c2"},
	{".xo", "...\n...\n...\n...\n.x.\n...\n...\n.x.\n..o\nx..\n.x.\n..o", "a3"},
	/* lines between the rows, too */
	{".xo", "...\n/-\n.x.\n/-\n..o\n/=\nx..\n/-\n.x.\n/-\n..o", "a3"},
	/* one line that looks like a row before the board */
	{".xo", "xox\n...\nxx.\n..o", "a2"},
	{".xo", "/A board\nxxx\n...\n.xx\n..o\n/rest", "c2"},
	/* with lines between the rows */
	{".xo", "ooo\n/-\n...\n/-\nxx.\n/-\n..o", "a2"},
	/* A border of free cells makes a board of earlier by chance: it counts when no board
	   follows. */
	{".xo", "...\n...\n...\n/-\n...\n.x.\n..o\n/-\n...\n.x.\nx.o", "a1"},
	{".xo", "/Board\n...\n...\n.x.\nx.o\n>", "a1"},
	{".xo", "/Board\n...\n...\n.x.\nx.o\n...\n/-", "a1"},
	/* No move: the boards before alone, half a board, a board of another game. */
	{".xo", "...\n.x.\n..o\n/-\n...\n.x.\n..o\n>", NULL},
	{".xo", "x..\n.x.\n>", NULL},
	{".xo", "o..\n.x.\n..o\n/-\n>", NULL},
	{".xo", "...\n.x.\n..o\n/-\nx..\n.x.\n>", NULL},
	/* Two boards that no line parts, of which the second is not whole. */
	{".xo", "o.o\n.x.\n..o\n/-\nxx.\n..o\n>", NULL},
};

static bool find(const char *lines, char answer[ADAPTER_ANSWER])
{
	rows_clear(&rows);
	while (*lines != '\0') {
		char line[64];
		size_t length = strcspn(lines, "\n");
		snprintf(line, sizeof line, "%.*s", (int)length, lines);
		bool row = *line != '/' && *line != '>';
		if (row ? rows_find(&run, &rows, line, answer) : rows_end(&run, &rows, answer))
			return true;
		lines += length + (lines[length] == '\n');
	}
	return false;
}

START_TEST(the_board_after_the_move_is_found_among_other_lines)
	{
		const struct search *row = &searches[_i];
		char answer[ADAPTER_ANSWER] = "";
		begin(row->cells, NULL, 1, NOW);
		strcpy(run.moves[0], "b2");
		strcpy(run.moves[1], "c1");
		run.moves_count = 2;
		ck_assert_msg(find(row->lines, answer) == (row->move != NULL), "%s: %s", row->lines,
			answer);
		if (row->move != NULL)
			ck_assert_str_eq(answer, row->move);
	}
END_TEST

/* A board of no position of the game is over with the line behind it: its last rows and the first
 * one of the next board would be a move to c2. */
START_TEST(a_line_parts_a_board_that_is_not_known_from_the_next)
	{
		char answer[ADAPTER_ANSWER] = "";
		begin(".xo", NULL, 1, "2o/xx1/2o x 3");
		strcpy(run.start, "2o/xx1/2o x 3");
		ck_assert(find("ooo\n..o\nxxx\n/-\n..o\nxx.\nx.o", answer));
		ck_assert_str_eq(answer, "a1");
	}
END_TEST

/* Positions of games that began elsewhere are not played out from the start. */
START_TEST(in_a_game_from_another_position_the_present_one_is_known)
	{
		char answer[ADAPTER_ANSWER] = "";
		begin(".xo", NULL, 1, NOW);
		strcpy(run.start, NOW);
		ck_assert(find("...\n.x.\n..o\nx..\n.x.\n..o", answer));
		ck_assert_str_eq(answer, "a3");
	}
END_TEST

static const struct {
	const char *lines, *doubt;
} doubts[] = {
	{"...\n.x.", ""},
	{"...\n.xy",
		"--row: \".xy\" is no row of 3 cells; --cells \".xo\" is a free cell and the stones, and the first group of --row the cells alone"},
	{"o..\n.x.\n..o",
		"--row: no legal move leads to the board that ends with \"..o\"; is --cells \".xo\" its free cell and its stones?"},
	{"...\n.x.\n..o", ""},
	{"+---+\n...", ""},
};

START_TEST(lines_that_give_no_move_say_why)
	{
		char answer[ADAPTER_ANSWER] = "";
		begin(".xo", NULL, 1, NOW);
		ck_assert(!find(doubts[_i].lines, answer));
		ck_assert_str_eq(rows.doubt.text, doubts[_i].doubt);
	}
END_TEST

static const struct {
	const char *cells, *mine;
	int seat;
	const char *stones[3]; /* free, of seats 1 and 2 */
} stones[] = {
	{".xo", NULL, 1, {".", "x", "o"}},
	{".xo", NULL, 2, {".", "x", "o"}},
	{".xo", "o", 1, {".", "o", "x"}},
	{".xo", "o", 2, {".", "x", "o"}},
	{".xo", "x", 2, {".", "o", "x"}},
	{"⚪🔴🟡", NULL, 1, {"⚪", "🔴", "🟡"}},
	{NULL, NULL, 1, {"0", "1", "2"}},
};

START_TEST(each_seat_has_its_letter)
	{
		begin(stones[_i].cells, stones[_i].mine, stones[_i].seat, START);
		for (int seat = 0; seat <= 2; seat++)
			ck_assert_str_eq(rows_stone(&run, seat), stones[_i].stones[seat]);
		ck_assert_int_eq(rows_letters("⚪🔴🟡"), 3);
		ck_assert_int_eq(rows_letters(".xo"), 3);
		ck_assert_int_eq(rows_letters(""), 0);
	}
END_TEST

START_TEST(a_row_is_written_with_the_gap_between_its_cells)
	{
		struct notation_board b;
		char out[64];
		begin(".xo", NULL, 1, "1o1/3/x2 x 2");
		ck_assert(notation_board(&run.setup, &run.position, &b));
		rows_write(&run, &b, 0, out, sizeof out);
		ck_assert_str_eq(out, ".o.");
		run.options.gap = ", ";
		rows_write(&run, &b, 2, out, sizeof out);
		ck_assert_str_eq(out, "x, ., .");
		run.options.mine = "o";
		rows_write(&run, &b, 2, out, sizeof out);
		ck_assert_str_eq(out, "o, ., .");
		rows_write(&run, &b, 2, out, 4); /* it fits as far as it does */
		ck_assert_str_eq(out, "o, ");
	}
END_TEST

SUITE("bots/adapters/rows",
	LOOP(the_move_is_found_that_leads_to_the_board, sizeof shapes / sizeof *shapes),
	CASE(after_a_whole_board_another_one_begins),
	LOOP(the_board_after_the_move_is_found_among_other_lines,
		sizeof searches / sizeof *searches),
	CASE(a_line_parts_a_board_that_is_not_known_from_the_next),
	CASE(in_a_game_from_another_position_the_present_one_is_known),
	LOOP(lines_that_give_no_move_say_why, sizeof doubts / sizeof *doubts),
	LOOP(each_seat_has_its_letter, sizeof stones / sizeof *stones),
	CASE(a_row_is_written_with_the_gap_between_its_cells))
