/*
 * play-input.c - reads the lines that people type.
 *
 * The descriptor stays blocking, since the shell may share it. One read for each event never waits.
 */
#include "referee/commands/play-input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void play_input_on_event(evutil_socket_t fd, short what, void *arg)
{
	struct play_input *in = arg;
	size_t room;
	char *space = line_reader_space(&in->lines, &room);
	ssize_t count = read(fd, space, room);
	(void)what;
	if (count > 0)
		line_reader_filled(&in->lines, (size_t)count);
	else if (count == 0 || (errno != EINTR && errno != EAGAIN))
		in->end = true;
}

bool play_input_open(struct play_input *in, struct event_base *base, int fd)
{
	*in = (struct play_input){.event = event_new(base, fd, EV_READ, play_input_on_event, in)};
	line_reader_init(&in->lines, in->room, sizeof in->room);
	return in->event != NULL;
}

void play_input_close(struct play_input *in)
{
	if (in->event != NULL)
		event_free(in->event);
	in->event = NULL;
}

/* A last line without a newline still counts. */
static bool play_input_finish(struct play_input *in)
{
	size_t room;
	char *space = line_reader_space(&in->lines, &room);
	if (in->lines.end == in->lines.start || room == 0)
		return false;
	*space = '\n';
	line_reader_filled(&in->lines, 1);
	return true;
}

enum play_input_status play_input_next(struct play_input *in, char **line)
{
	size_t length;
	for (;;) {
		switch (line_reader_next(&in->lines, line, &length)) {
		case LINE_READY:
			if (!in->skipping)
				return PLAY_INPUT_LINE_READY;
			in->skipping = false;
			return PLAY_INPUT_TOO_LONG;
		case LINE_TOO_LONG:
			line_reader_clear(&in->lines);
			in->skipping = true;
			break;
		case LINE_PARTIAL:
			if (!in->end)
				return event_add(in->event, NULL) == 0 ? PLAY_INPUT_NONE
								       : PLAY_INPUT_END;
			if (!play_input_finish(in))
				return PLAY_INPUT_END;
		}
	}
}
