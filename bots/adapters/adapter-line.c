/*
 * adapter-line.c - programs that read the others' moves, one a line, and write their own.
 *
 * The program is started for each game and keeps a board of its own. It is told nothing else but
 * the lines of `--first` in seat 1, those of `--second` in another seat, and that of `--turn`
 * before each of its moves.
 */
#include "bots/adapters/adapter.h"

static enum adapter_event adapter_line_tell(struct adapter_run *a, const char *text)
{
	adapter_send(a, "%s\n", text);
	return ADAPTER_LINE;
}

static enum adapter_event adapter_line_ask(
	struct adapter_run *a, const struct message_go *go, char answer[ADAPTER_ANSWER])
{
	char *line;
	(void)go;
	if (a->moves_known == 0)
		adapter_introduce(a, false);
	adapter_follow(a);
	adapter_send_turn(a, a->options.turn);
	for (;;) {
		enum adapter_event event = adapter_line(a, &line);
		if (event != ADAPTER_LINE || adapter_finds(a, line, answer))
			return event;
		adapter_log_line(a, line);
	}
}

const struct adapter adapter_by_line = {
	.name = "line",
	.summary = "send the others' moves, one a line, and read the program's own",
	.usage = "COMMAND...",
	.options = "base move pass answer cells first second turn seat name",
	.preset = {.base = 1, .restart = RESTART_GAME},
	.tell = adapter_line_tell,
	.buffer = PROGRAM_BY_LINE,
	.ask = adapter_line_ask,
};
