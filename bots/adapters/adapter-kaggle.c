/*
 * adapter-kaggle.c - agents of Kaggle's ConnectX: a Python function of observation and
 * configuration that returns a column.
 *
 * kaggle.py, which is compiled in, runs the function. Observation and configuration are those of
 * kaggle-environments (connectx.json): the board row by row from the top, 0 for a free cell.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/adapters/adapter.h"
#include "bots/adapters/kaggle.h"

/* The last word is the file; a word before it is the interpreter. */
static bool adapter_kaggle_words(struct adapter_run *a, const char **words, struct error *err)
{
	const char *const *command = a->command;
	if (command[1] != NULL && command[2] != NULL)
		return error_set(err,
			"kaggle: \"%.40s\" is one word too many; write FILE.py, or PYTHON FILE.py",
			command[2]);
	int count = 0;
	words[count++] = command[1] != NULL ? command[0] : "python3";
	words[count++] = "-c";
	words[count++] = adapter_kaggle_py;
	words[count++] = command[1] != NULL ? command[1] : command[0];
	if (a->options.function != NULL)
		words[count++] = a->options.function;
	words[count] = NULL;
	return true;
}

/* Executes the file again, as for each game of Kaggle's. */
static enum adapter_event adapter_kaggle_load(struct adapter_run *a)
{
	char *line;
	a->played = false;
	adapter_send(a, "load\n");
	return adapter_line(a, &line);
}

static bool adapter_kaggle_begin(struct adapter_run *a)
{
	return !a->played || adapter_kaggle_load(a) != ADAPTER_ENDED;
}

static int adapter_kaggle_connect(const struct adapter_run *a)
{
	char text[PARAMETER_TEXT];
	const struct parameter *all = a->setup.rules->parameters;
	for (int i = 0; all != NULL && all[i].name != NULL; i++)
		if (strcmp(all[i].name, "connect") == 0) {
			a->setup.rules->parameter(&a->setup, i, text);
			return (int)strtol(text, NULL, 10);
		}
	return 3; /* of tic-tac-toe */
}

static enum adapter_event adapter_kaggle_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	struct notation_board b;
	char cells[NOTATION_CELLS], *line;
	size_t used = 0;
	move m;
	notation_board(&a->setup, &a->position, &b);
	for (int i = 0; i < b.rows; i++)
		for (int j = 0; j < b.columns && used < sizeof cells - 1; j++)
			cells[used++] = (char)('0' + b.cells[i][j]);
	cells[used] = '\0';
	double limit = a->limit_ms > 0 ? (double)a->limit_ms / 1000 : 60;
	double left = (double)go->time[a->seat - 1] / 1000 - limit;
	adapter_send(a, "move %d %d %d %d %g %g %s\n", b.rows, b.columns, adapter_kaggle_connect(a),
		a->seat, limit, left > 0 ? left : 0, cells);
	enum adapter_event event = adapter_line(a, &line);
	if (event != ADAPTER_LINE)
		return event;
	bool columns = strcmp(a->setup.rules->name, "connect4") == 0;
	const struct notation_form form = {columns ? "{d}" : "{i}", 0, NULL};
	if (notation_read(&a->setup, &a->position, line, &form, &m) == NOTATION_MOVE)
		a->setup.rules->move_text(&a->setup, &a->position, m, answer);
	else
		notation_illegal(&a->setup, &a->position, line, &form, answer, ADAPTER_ANSWER);
	return ADAPTER_LINE;
}

const struct adapter adapter_kaggle = {
	.name = "kaggle",
	.summary =
		"call a Kaggle ConnectX agent: a Python function of (observation, configuration)",
	.usage = "[PYTHON] FILE.py",
	.options = "function until fallback name",
	.games = "connect4 tictactoe",
	.buffer = PROGRAM_AS_IT_IS,
	.words = adapter_kaggle_words,
	.greet = adapter_kaggle_load,
	.begin = adapter_kaggle_begin,
	.ask = adapter_kaggle_ask,
};
