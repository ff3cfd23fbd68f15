/*
 * adapter-human.c - programs meant for a person at the keyboard: prompts, answers, a drawn board.
 *
 * At the start the program gets the answers to its questions (--first when it moves first, --second
 * when the other does), separated by commas. When the prompt of --ask has come, the other's move is
 * typed. The program's own move is found by --answer in what it prints, or by the board: rows that
 * match --row, whose cells are then compared with the legal moves.
 */
#include <stdio.h>

#include "bots/adapters/adapter.h"
#include "bots/adapters/rows.h"

static bool adapter_human_asks(struct adapter_run *a, const char *text)
{
	char found[ADAPTER_ANSWER];
	return a->options.ask != NULL && adapter_match(a->options.ask, text, found, sizeof found);
}

/* Waits for the prompt before the other's move. */
static enum adapter_event adapter_human_wait(struct adapter_run *a)
{
	enum adapter_event event = ADAPTER_LINE;
	bool prompt = a->options.ask == NULL;
	while (event == ADAPTER_LINE && !prompt) {
		char *line;
		event = adapter_prompt(a, &line, adapter_human_asks, &prompt);
		if (event == ADAPTER_LINE && !prompt)
			prompt = adapter_human_asks(a, line);
		if (event == ADAPTER_LINE)
			adapter_note(a, line);
	}
	program_drop_prompt(&a->program);
	return event;
}

static bool adapter_human_begin(struct adapter_run *a)
{
	return adapter_introduce(a, true);
}

/* Types the moves of the others since its own, each when it asks. */
static enum adapter_event adapter_human_type(struct adapter_run *a)
{
	char text[NOTATION_TEXT];
	struct position p;
	int first = adapter_follow(a);
	a->setup.rules->start(&a->setup, &p);
	for (int i = 0; i < a->moves_count; i++) {
		move m;
		rules_read_move(&a->setup, &p, a->moves[i], &m);
		notation_write(&a->setup, &p, m, adapter_pattern(a), a->options.base, text);
		a->setup.rules->play(&a->setup, &p, m);
		if (i < first)
			continue;
		enum adapter_event event = adapter_human_wait(a);
		if (event != ADAPTER_LINE)
			return event;
		adapter_send(a, "%s\n", text);
	}
	return ADAPTER_LINE;
}

/* Is the line the last of a board that its move leads to? */
static bool adapter_human_board(
	struct adapter_run *a, struct rows *seen, const char *line, char answer[ADAPTER_ANSWER])
{
	char row[LINE_FROM_BOT];
	enum adapter_matched matched = MATCHED_NOT;
	if (a->options.row != NULL)
		matched = adapter_match(a->options.row, line, row, sizeof row);
	if (matched == MATCHED_NOT || !rows_add(a, seen, matched == MATCHED_GROUP ? row : line))
		return false;
	if (rows_move(a, seen, answer))
		return true;
	if (seen->lengths[0] == seen->lengths[seen->count - 1])
		rows_slide(seen);
	return false;
}

static enum adapter_event adapter_human_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	struct rows seen = {.count = 0};
	bool prompt, told = false;
	char *line;
	enum adapter_event event = adapter_human_type(a);
	(void)go;
	while (event == ADAPTER_LINE) {
		event = adapter_prompt(a, &line, told ? NULL : adapter_human_asks, &prompt);
		if (event != ADAPTER_LINE)
			break;
		if (adapter_human_board(a, &seen, line, answer))
			return ADAPTER_LINE;
		/* Its move may stand before the prompt, in the same line. The prompt stays. */
		if (a->options.answer != NULL && adapter_finds(a, line, answer))
			return ADAPTER_LINE;
		if (prompt)
			fputs("referee-adapt: the program asks for a move before the adapter has read its own; see --answer and --row\n",
				stderr);
		else if (seen.count == 0)
			adapter_note(a, line);
		told |= prompt;
	}
	return event;
}

const struct adapter adapter_human = {
	.name = "human",
	.summary =
		"play in the place of a person: answer the program's questions, read its board or its words",
	.usage = "COMMAND...",
	.options = "first second ask answer row cells mine base move seat name",
	.preset = {.base = 1, .cells = ".XO", .restart = RESTART_GAME},
	.own_board = true,
	.buffer = PROGRAM_BY_CHARACTER,
	.begin = adapter_human_begin,
	.ask = adapter_human_ask,
};
