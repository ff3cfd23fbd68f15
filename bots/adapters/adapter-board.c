/*
 * adapter-board.c - programs that read the board in rows, and write a move or the board after it.
 *
 * `--cells .xo` names a free cell and the stones of seat 1, 2, ...; `--mine o` the program's own
 * stone whatever its seat, the other's is then the remaining letter. `--gap` stands between two
 * cells, `--turn` is a line before the board. Rows come from the top. Games without a board of rows
 * (nim, letters, tree) give their position string.
 */
#include <stdio.h>

#include "bots/adapters/adapter.h"
#include "bots/adapters/rows.h"

/* Sends the board, or the position string of a game without one. True: a board. */
static bool adapter_board_send(struct adapter_run *a)
{
	struct notation_board b;
	char text[POSITION_TEXT];
	bool drawn = notation_board(&a->setup, &a->position, &b);
	adapter_send_turn(a, a->options.turn);
	if (!drawn) {
		a->setup.rules->write(&a->setup, &a->position, text);
		adapter_send(a, "%s\n", text);
	}
	for (int y = 0; drawn && y < b.rows; y++) {
		rows_write(a, &b, y, text, sizeof text);
		adapter_send(a, "%s\n", text);
	}
	if (a->options.restart == RESTART_MOVE)
		program_close_input(&a->program);
	return drawn;
}

static enum adapter_event adapter_board_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	struct rows seen = {.count = 0};
	char *line;
	bool drawn = adapter_board_send(a);
	(void)go;
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE)
			return event;
		bool board = drawn && rows_add(a, &seen, line);
		if (board && rows_move(a, &seen, answer))
			return ADAPTER_LINE;
		if (board && !rows_are_known(a, &seen)) {
			snprintf(answer, ADAPTER_ANSWER, "board-of-no-legal-move");
			return ADAPTER_LINE;
		}
		if (seen.count > 0)
			continue;
		if (adapter_finds(a, line, answer))
			return ADAPTER_LINE;
		adapter_log_line(a, line);
	}
}

const struct adapter adapter_board = {
	.name = "board",
	.summary = "send the board in rows, read a move or the board after it",
	.usage = "COMMAND...",
	.options = "base move answer cells mine gap turn restart until fallback seat name",
	.preset = {.base = 1, .cells = ".xoabcd", .restart = RESTART_NEVER},
	.buffer = PROGRAM_BY_LINE,
	.ask = adapter_board_ask,
};
