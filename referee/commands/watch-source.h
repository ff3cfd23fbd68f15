/*
 * watch-source.h - what the daemon tells of the games that somebody looks on at, as news.
 */
#ifndef REFEREE_COMMANDS_WATCH_SOURCE_H
#define REFEREE_COMMANDS_WATCH_SOURCE_H

#include <stdbool.h>
#include <stdio.h>

#include "protocol/line.h"
#include "referee/commands/daemon-client.h"
#include "referee/commands/watch-game.h"

struct watch_source {
	FILE *daemon; /* owned, as the next two */
	char *room;
	struct watch_game *game; /* what there is of it */
	struct line_reader lines;
	int status;    /* the exit status when it has ended; -1: it has not */
	char why[WHY]; /* then: a line, or "" */
};

enum watch_got {
	WATCH_GOT_NEWS,	   /* there may be more */
	WATCH_GOT_NOTHING, /* not yet: its descriptor does not block */
	WATCH_GOT_END	   /* nothing more comes */
};

/* Asks the daemon. False: there is none, which was said. To be closed only after true. */
bool watch_source_open(struct watch_source *s, const struct daemon_client *call);
void watch_source_close(struct watch_source *s);

/* The next news that are none of WATCH_NOTHING. */
enum watch_got watch_source_next(struct watch_source *s, enum watch_news *news);

/* The descriptor that more comes from. */
int watch_source_fd(const struct watch_source *s);

#endif
