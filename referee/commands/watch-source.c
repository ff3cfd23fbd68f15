/*
 * watch-source.c - reads the daemon's answer to `watch` as it arrives.
 */
#include "referee/commands/watch-source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/base/memory.h"
#include "referee/base/time.h"
#include "referee/web/live-event.h"

enum { WATCH_ROOM = LIVE_EVENT_LINE + 1 /* with the "-" before the line */ };

static void watch_source_end(struct watch_source *s, int status, const char *why)
{
	s->status = status;
	snprintf(s->why, sizeof s->why, "%s", why);
}

/* Takes a line of the answer. False: it is the last line. */
static bool watch_source_take(struct watch_source *s, char *line, enum watch_news *news)
{
	char *why = line;
	*news = WATCH_NOTHING;
	if (*line == '-') {
		*news = watch_game_take(s->game, line + 1, time_now());
		if (*news == WATCH_BAD)
			watch_source_end(s, EXIT_FAULTS, s->game->why);
		return true;
	}
	int status = strncmp(line, "end ", 4) == 0 ? (int)strtol(line + 4, &why, 10) & 0xff : 1;
	watch_source_end(s, status, why + (*why == ' '));
	return false;
}

enum watch_got watch_source_next(struct watch_source *s, enum watch_news *news)
{
	for (;;) {
		char *line, *space;
		size_t length, room;
		enum line_status status;
		while ((status = line_reader_next(&s->lines, &line, &length)) == LINE_READY) {
			if (!watch_source_take(s, line, news))
				return WATCH_GOT_END;
			if (*news != WATCH_NOTHING)
				return WATCH_GOT_NEWS;
		}
		space = line_reader_space(&s->lines, &room);
		ssize_t count = status == LINE_PARTIAL ? read(watch_source_fd(s), space, room) : 0;
		if (count < 0 && errno == EAGAIN)
			return WATCH_GOT_NOTHING;
		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0) {
			watch_source_end(s, EXIT_FAULTS,
				"the daemon has closed the connection: it has ended, or too much was not read; only its own user and root are heard");
			return WATCH_GOT_END;
		}
		line_reader_filled(&s->lines, (size_t)count);
	}
}

int watch_source_fd(const struct watch_source *s)
{
	return fileno(s->daemon);
}

bool watch_source_open(struct watch_source *s, const struct daemon_client *call)
{
	*s = (struct watch_source){.daemon = daemon_client_open(call), .status = -1};
	if (s->daemon == NULL)
		return false;
	s->room = memory_get(WATCH_ROOM, 1);
	s->game = memory_get(1, sizeof *s->game);
	line_reader_init(&s->lines, s->room, WATCH_ROOM);
	daemon_client_send(call, s->daemon);
	return true;
}

void watch_source_close(struct watch_source *s)
{
	watch_game_clear(s->game);
	free(s->game);
	free(s->room);
	fclose(s->daemon);
}
