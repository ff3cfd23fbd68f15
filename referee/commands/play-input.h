/*
 * play-input.h - reads lines that a person types, or lines of a file or a pipe.
 *
 * The game takes one line at a time, when it asks a person. Lines that come early wait.
 */
#ifndef REFEREE_COMMANDS_PLAY_INPUT_H
#define REFEREE_COMMANDS_PLAY_INPUT_H

#include <event2/event.h>
#include <stdbool.h>

#include "protocol/line.h"

enum { PLAY_INPUT_LINE = 4096 };

enum play_input_status {
	PLAY_INPUT_NONE, /* no line yet: wait for events */
	PLAY_INPUT_LINE_READY,
	PLAY_INPUT_TOO_LONG, /* a line was too long and was discarded */
	PLAY_INPUT_END,
};

struct play_input {
	struct event *event; /* owned */
	struct line_reader lines;
	char room[PLAY_INPUT_LINE];
	bool end;      /* the input has ended */
	bool skipping; /* discards the rest of a line that was too long */
};

/* False: its event could not be created. */
bool play_input_open(struct play_input *in, struct event_base *base, int fd);
void play_input_close(struct play_input *in);

/* The next line, valid until the next call. Wait for events only after NONE. */
enum play_input_status play_input_next(struct play_input *in, char **line);

#endif
