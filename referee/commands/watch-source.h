/*
 * watch-source.h - reads the daemon's live events of a spectator's games, as news.
 */
#ifndef REFEREE_COMMANDS_WATCH_SOURCE_H
#define REFEREE_COMMANDS_WATCH_SOURCE_H

#include <stdbool.h>
#include <stdio.h>

#include "protocol/line.h"
#include "referee/commands/daemon-client.h"
#include "referee/commands/watch-game.h"

struct watch_source {
	FILE *daemon; /* owned, like the next two */
	char *room;
	struct watch_game *game; /* the game so far */
	struct line_reader lines;
	int status;    /* the exit status at the end; -1: the stream has not ended */
	char why[WHY]; /* at the end: a line, or "" */
};

enum watch_got {
	WATCH_GOT_NEWS,	   /* there may be more */
	WATCH_GOT_NOTHING, /* nothing yet: its descriptor does not block */
	WATCH_GOT_END	   /* the stream has ended */
};

/* Asks the daemon. False: there is no daemon, which was reported. Call watch_source_close() only
 * after true. */
bool watch_source_open(struct watch_source *s, const struct daemon_client *call);
void watch_source_close(struct watch_source *s);

/* The next news; skips WATCH_NOTHING. */
enum watch_got watch_source_next(struct watch_source *s, enum watch_news *news);

/* The descriptor to wait for. */
int watch_source_fd(const struct watch_source *s);

#endif
