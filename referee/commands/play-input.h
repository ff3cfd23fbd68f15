/*
 * play-input.h - the lines that people type, or that come out of a file or a pipe.
 *
 * They are taken one at a time, when somebody is asked; what comes early waits.
 */
#ifndef REFEREE_COMMANDS_PLAY_INPUT_H
#define REFEREE_COMMANDS_PLAY_INPUT_H

#include <event2/event.h>
#include <stdbool.h>

#include "protocol/line.h"

enum { PLAY_INPUT_LINE = 4096 };

enum play_input_status {
	PLAY_INPUT_NONE, /* not yet: wait for events */
	PLAY_INPUT_LINE_READY,
	PLAY_INPUT_TOO_LONG, /* a line that was too long was thrown away */
	PLAY_INPUT_END,
};

struct play_input {
	struct event *event; /* owned */
	struct line_reader lines;
	char room[PLAY_INPUT_LINE];
	bool end;      /* nothing more comes */
	bool skipping; /* the rest of a line that was too long */
};

/* False: there is no room for its event. */
bool play_input_open(struct play_input *in, struct event_base *base, int fd);
void play_input_close(struct play_input *in);

/* The next line, good until the next call; waits for events only after NONE. */
enum play_input_status play_input_next(struct play_input *in, char **line);

#endif
