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
			adapter_log_line(a, line);
	}
	program_drop_prompt(&a->program);
	return event;
}

static bool adapter_human_begin(struct adapter_run *a)
{
	return adapter_introduce(a, true);
}

/* Types a move of the others when it asks. */
static enum adapter_event adapter_human_type(struct adapter_run *a, const char *text)
{
	enum adapter_event event = adapter_human_wait(a);
	if (event == ADAPTER_LINE)
		adapter_send(a, "%s\n", text);
	return event;
}

/* Is the line, or the prompt, the end of a board that its move leads to? */
static bool adapter_human_board(struct adapter_run *a, struct rows *seen, const char *line,
	bool prompt, char answer[ADAPTER_ANSWER])
{
	char row[LINE_FROM_BOT];
	if (a->options.row == NULL)
		return false;
	enum adapter_matched matched = adapter_match(a->options.row, line, row, sizeof row);
	if (matched == MATCHED_NOT || prompt)
		return rows_end(a, seen, answer);
	bool found = rows_find(a, seen, matched == MATCHED_GROUP ? row : line, answer);
	a->unread = seen->doubt;
	return found;
}

/* Says in the log that the program does not wait for its own move to be found. */
static void adapter_human_warn(const struct adapter_run *a)
{
	fputs("referee-adapt: the program asks for a move before the adapter has read its own; see --answer and --row\n",
		stderr);
	if (a->unread.text[0] != '\0')
		fprintf(stderr, "referee-adapt: %s\n", a->unread.text);
}

static enum adapter_event adapter_human_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	struct rows seen = {.count = 0};
	bool prompt, prompted = false;
	char *line;
	(void)go;
	rows_clear(&seen);
	if (a->options.row != NULL)
		error_set(&a->unread, "--row: no line that the program prints fits \"%.80s\"",
			a->options.row);
	enum adapter_event event = adapter_follow(a);
	while (event == ADAPTER_LINE) {
		event = adapter_prompt(a, &line, prompted ? NULL : adapter_human_asks, &prompt);
		if (event != ADAPTER_LINE)
			break;
		if (adapter_human_board(a, &seen, line, prompt, answer))
			return ADAPTER_LINE;
		/* Its move may stand before the prompt, in the same line. The prompt stays. */
		if (a->options.answer != NULL && adapter_finds(a, line, answer))
			return ADAPTER_LINE;
		if (prompt)
			adapter_human_warn(a);
		else if (seen.count == 0)
			adapter_log_line(a, line);
		prompted |= prompt;
	}
	return event;
}

const struct adapter adapter_human = {
	.name = "human",
	.summary =
		"play in the place of a person: answer the program's questions, read its board or its words",
	.usage = "COMMAND...",
	.options = "first second ask answer row cells mine base move pass seat name",
	.preset = {.base = 1, .cells = ".XO", .pass = "", .restart = RESTART_GAME},
	.tell = adapter_human_type,
	.buffer = PROGRAM_BY_CHARACTER,
	.begin = adapter_human_begin,
	.ask = adapter_human_ask,
};
