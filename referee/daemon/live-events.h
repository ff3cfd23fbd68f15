/*
 * live-events.h - the games in play and their subscribers: the web process, which gets every game,
 * and each `referee watch`, which gets one game at a time. Both read the same lines (live-event.h).
 *
 * The lines of a game are kept until it is stored or aborted. No subscriber makes the daemon wait.
 */
#ifndef REFEREE_DAEMON_LIVE_EVENTS_H
#define REFEREE_DAEMON_LIVE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/director/game-queue.h"

struct live_events;
struct live_subscriber;

struct live_subscriber_calls {
	/* One or more whole lines. False: the subscriber reads too slowly, and gets nothing more;
	 * as after ended() it is freed then. */
	bool (*lines)(void *owner, const char *text, size_t length);

	/* Nothing more comes. why: "" when all was shown that the subscriber asked for. NULL: the
	 * subscriber gets every game, and never ends by itself. */
	void (*ended)(void *owner, const char *why);

	/* Does too much wait for the subscriber to be shown a game that begins now? NULL: never. */
	bool (*behind)(void *owner);
};

/* The game that a `watch` asks for. Its text is borrowed while live_events_watch() runs. */
struct watch_wish {
	int number;	  /* the game of this number; 0: */
	const char *name; /* the last game of this bot that began; NULL: the last of all */
	bool follow;	  /* afterwards the next one, and so on; waits where there is none */
};

struct live_events *live_events_create(void);

/* Ends all subscribers but those that get every game, which are to be freed before. NULL may be
 * freed. */
void live_events_free(struct live_events *v);

/* A line of the record of a game that is being played; NULL: the game was aborted, which may come
 * after its end too. t is borrowed until live_events_close(). */
void live_events_record(struct live_events *v, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line);

/* A game is committed under this number in this database. */
void live_events_stored(
	struct live_events *v, int64_t tournament, uint64_t pairing, int64_t game, const char *db);

/* Aborts the games of a tournament that are left: it does not play any more. */
void live_events_close(struct live_events *v, int64_t tournament);

/* The number of a game in play; 0: it has not begun, or is over. */
int live_events_number(const struct live_events *v, int64_t tournament, uint64_t pairing);

/* How many `watch` there are. */
int live_events_watchers(const struct live_events *v);

/* A subscriber to every game; there is one at most. */
struct live_subscriber *live_events_subscribe(
	struct live_events *v, const struct live_subscriber_calls *calls, void *owner);

/* Sends the lines of all games in play to a subscriber to every game, which has lost all before. */
void live_events_replay(struct live_subscriber *s);

/* Sends the wanted game's lines so far; lines() and ended() may be called before this returns true,
 * and *watcher is NULL then if it is gone already. False: there is no such game, with a line in
 * why. */
bool live_events_watch(struct live_events *v, const struct watch_wish *wish,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	char *why, size_t room);

/* The subscriber wants no more; not from within its calls. NULL may be freed. */
void live_subscriber_free(struct live_subscriber *s);

#endif
