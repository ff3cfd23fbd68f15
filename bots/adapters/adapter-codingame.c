/*
 * adapter-codingame.c - programs for CodinGame's "Connect 4" contest.
 *
 * Before the first turn the program reads its id and the other's. Each turn it reads the number of
 * the turn, the rows from the top with `.`, `0`, `1`, the number of legal actions, each of them in
 * a line, and the other's last action (-1: none). It writes a column from 0, or STEAL, which is not
 * in our rules and never offered. The contest has 7 rows and 9 columns; 7 and 8 is the largest such
 * board here, so a program must take the number of columns from the rows.
 */
#include <stdio.h>

#include "bots/adapters/adapter.h"

static enum adapter_event adapter_codingame_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	static move moves[MOVES_MAX];
	struct notation_board b;
	char *line;
	(void)go;
	notation_board(&a->setup, &a->position, &b);
	if (a->moves_known == 0)
		adapter_send(a, "%d %d\n", a->seat - 1, 2 - a->seat);
	a->moves_known = a->moves_count + 1;
	adapter_send(a, "%d\n", a->moves_count);
	for (int i = 0; i < b.rows; i++) {
		char row[NOTATION_ROWS + 1];
		for (int j = 0; j < b.columns; j++)
			row[j] = b.cells[i][j] == 0 ? '.' : (char)('0' + b.cells[i][j] - 1);
		row[b.columns] = '\0';
		adapter_send(a, "%s\n", row);
	}
	const struct notation_form form = {"{d}", 0, NULL};
	int count = a->setup.rules->moves(&a->setup, &a->position, moves);
	adapter_send(a, "%d\n", count);
	for (int i = 0; i < count; i++) {
		char text[NOTATION_TEXT];
		notation_write(&a->setup, &a->position, moves[i], &form, text);
		adapter_send(a, "%s\n", text);
	}
	adapter_send(a, "%d\n", a->moves_count > 0 ? a->moves[a->moves_count - 1][0] - 'a' : -1);
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE || adapter_finds(a, line, answer))
			return event;
		adapter_log_line(a, line);
	}
}

const struct adapter adapter_codingame = {
	.name = "codingame",
	.summary =
		"speak CodinGame's Connect 4: ids, then turn, rows, legal actions, the last action",
	.usage = "COMMAND...",
	.options = "until fallback seat name",
	.games = "connect4",
	.preset = {.base = 0, .restart = RESTART_GAME},
	.buffer = PROGRAM_BY_LINE,
	.ask = adapter_codingame_ask,
};
