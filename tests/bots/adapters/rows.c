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
		ck_assert_int_eq(whole && rows_are_now(&run, &rows), now);
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
		ck_assert(rows_are_now(&run, &rows));
		ck_assert(!add("...\n.x."));
		ck_assert(!rows_move(&run, &rows, answer)); /* it is not whole */
		ck_assert(add("..."));
		ck_assert(rows_move(&run, &rows, answer));
		ck_assert_str_eq(answer, "b2");
	}
END_TEST

START_TEST(a_board_that_begins_a_row_later_is_completed_by_the_next)
	{
		char answer[ADAPTER_ANSWER];
		begin(".xo", NULL, 1, START);
		ck_assert(add("xox\n...\n.x."));
		ck_assert(!rows_move(&run, &rows, answer));
		rows_slide(&rows);
		ck_assert_int_eq(rows.count, 2);
		ck_assert(add("..."));
		ck_assert(rows_move(&run, &rows, answer));
		ck_assert_str_eq(answer, "b2");
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
	CASE(a_board_that_begins_a_row_later_is_completed_by_the_next),
	LOOP(each_seat_has_its_letter, sizeof stones / sizeof *stones),
	CASE(a_row_is_written_with_the_gap_between_its_cells))
