/*
 * adapter-columns.c - solvers that read a position as the columns played so far.
 *
 * They write a score for each column, or one column, or the score of the position. The last repeat
 * what they read and put the score of the side to move behind it; the position after each legal
 * move is then asked about. Pascal Pons' connect4 solver is the best known: it has both forms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter.h"

enum { COLUMNS_NUMBERS = 64, COLUMNS_LETTERS = 26, COLUMNS_LINE = 1024 };

/* An answer. */
struct columns_answer {
	bool repeats; /* the question stands before the numbers */
	int count;
	long numbers[COLUMNS_NUMBERS];
};

/* The column that the scores prefer; the middle one of several. -1: none is legal. */
static int adapter_columns_best(const struct adapter_run *a, const long *scores, int columns)
{
	int best = -1;
	for (int i = 0; i < columns; i++) {
		char text[2] = {(char)('a' + i), '\0'};
		move m;
		if (!rules_read_move(&a->setup, &a->position, text, &m))
			continue;
		int apart = abs(2 * i - columns + 1), before = abs(2 * best - columns + 1);
		if (best < 0 || scores[i] > scores[best] ||
			(scores[i] == scores[best] && apart < before))
			best = i;
	}
	return best;
}

/* Reads the numbers of a line, behind the question if the program repeats it. False: there is
 * something else in the line, or nothing. */
static bool adapter_columns_read(char *line, const char *question, struct columns_answer *answer)
{
	size_t length = strlen(question);
	*answer = (struct columns_answer){.count = 0};
	answer->repeats = strncmp(line, question, length) == 0 && line[length] != '\0' &&
			  strchr(" \t:", line[length]) != NULL;
	if (answer->repeats)
		line += length + 1;
	for (char *word; (word = strsep(&line, " \t,;")) != NULL;) {
		char *end;
		if (*word == '\0')
			continue;
		if (answer->count == COLUMNS_NUMBERS)
			return false;
		answer->numbers[answer->count++] = strtol(word, &end, 10);
		if (*end != '\0')
			return false;
	}
	return answer->count > 0;
}

/* Asks about the moves played, then next; next 0: no more. */
static enum adapter_event adapter_columns_question(
	struct adapter_run *a, char next, struct columns_answer *answer)
{
	char question[ADAPTER_PLIES + 2], *line;
	struct notation_board b;
	int count = a->moves_count;
	notation_board(&a->setup, &a->position, &b);
	for (int i = 0; i < count; i++)
		question[i] = (char)('0' + a->moves[i][0] - 'a' + a->options.base);
	if (next != 0)
		question[count++] = (char)('0' + next - 'a' + a->options.base);
	question[count] = '\0';
	adapter_send(a, "%s\n", question);
	for (;;) {
		char shown[COLUMNS_LINE];
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE)
			return event;
		snprintf(shown, sizeof shown, "%s", line);
		bool found = a->options.answer == NULL ||
			     adapter_match(a->options.answer, line, shown, sizeof shown);
		if (found && adapter_columns_read(shown, question, answer) &&
			(answer->repeats || answer->count == 1 || answer->count == b.columns))
			return ADAPTER_LINE;
		adapter_log_line(a, line);
	}
}

/* Asks for the score of the position after each legal move; the other moves there, so the lowest is
 * the best. */
static enum adapter_event adapter_columns_each(struct adapter_run *a, char text[ADAPTER_ANSWER])
{
	static move moves[MOVES_MAX];
	long lowest = 0;
	int count = a->setup.rules->moves(&a->setup, &a->position, moves);
	for (int i = 0; i < count; i++) {
		struct position after = a->position;
		struct columns_answer answer;
		char column[MOVE_TEXT];
		a->setup.rules->move_text(&a->setup, &a->position, moves[i], column);
		a->setup.rules->play(&a->setup, &after, moves[i]);
		if (a->setup.rules->to_move(&a->setup, &after) == 0) { /* it ends the game */
			snprintf(text, ADAPTER_ANSWER, "%s", column);
			return ADAPTER_LINE;
		}
		enum adapter_event event = adapter_columns_question(a, column[0], &answer);
		if (event != ADAPTER_LINE)
			return event;
		if (i == 0 || answer.numbers[0] < lowest) {
			lowest = answer.numbers[0];
			snprintf(text, ADAPTER_ANSWER, "%s", column);
		}
	}
	return ADAPTER_LINE;
}

static enum adapter_event adapter_columns_ask(
	struct adapter_run *a, const struct message_go *go, char text[ADAPTER_ANSWER])
{
	struct columns_answer answer;
	struct notation_board b;
	(void)go;
	if (a->start[0] != '\0')
		adapter_fail(a,
			"a list of columns begins at the empty board; openings = none, or random:4");
	notation_board(&a->setup, &a->position, &b);
	enum adapter_event event = adapter_columns_question(a, 0, &answer);
	if (event != ADAPTER_LINE)
		return event;
	int best = answer.count == b.columns ? adapter_columns_best(a, answer.numbers, answer.count)
					     : -1;
	long column = answer.numbers[0];
	if (best < 0 && answer.repeats)
		return adapter_columns_each(a, text);
	if (best >= 0)
		snprintf(text, ADAPTER_ANSWER, "%c", (char)('a' + best));
	else if (column >= a->options.base && column - a->options.base < COLUMNS_LETTERS)
		snprintf(text, ADAPTER_ANSWER, "%c", (char)('a' + column - a->options.base));
	else
		snprintf(text, ADAPTER_ANSWER, "%ld", column);
	return ADAPTER_LINE;
}

const struct adapter adapter_columns = {
	.name = "columns",
	.summary =
		"send the columns played as digits, read a score for each column, a column, or a score",
	.usage = "COMMAND...",
	.options = "base answer until fallback restart name",
	.games = "connect4",
	.preset = {.base = 1, .restart = RESTART_NEVER},
	.buffer = PROGRAM_BY_LINE,
	.ask = adapter_columns_ask,
};
