/*
 * live-events.h - the games in play and their subscribers. The web process subscribes to every
 * game; each `referee watch` gets one game at a time. Both read the same lines (live-event.h).
 *
 * The lines of a game are kept until it is stored or aborted. No subscriber makes the daemon
 * wait.
 */
#ifndef REFEREE_DAEMON_LIVE_EVENTS_H
#define REFEREE_DAEMON_LIVE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/director/game-queue.h"

struct live_events;
struct live_subscriber;

struct live_subscriber_calls {
	/* One or more whole lines. */
	void (*lines)(void *owner, const char *text, size_t length);

	/* No more lines follow. why: "" when the subscriber got all that it asked for. NULL: the
	 * subscriber gets every game and never ends by itself. */
	void (*ended)(void *owner, const char *why);

	/* Has the subscriber too many unread lines to be shown a game that begins now? NULL:
	 * never. */
	bool (*behind)(void *owner);
};

/* The game that a `watch` asks for. Its text is borrowed while live_events_watch() runs. */
struct watch_options {
	int number;	  /* the game's number; 0: use name */
	const char *name; /* the bot whose last begun game is wanted; NULL: the last begun game */
	bool follow;	  /* after each game show the next one; wait while there is none */
};

/* Makes it, without tournaments. */
struct live_events *live_events_create(void);

/* Ends all `watch` subscribers. The caller first frees subscribers to every game. Accepts NULL. */
void live_events_free(struct live_events *events);

/* Adds a line to the record of a game in play. NULL: the game was aborted, possibly after its
 * end. t is borrowed until live_events_close(). */
void live_events_record(struct live_events *events, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line);

/* The game is committed with this id in this database. */
void live_events_stored(struct live_events *events, int64_t tournament, uint64_t pairing,
	int64_t game, const char *db);

/* Aborts the remaining games of a tournament that has stopped playing. */
void live_events_close(struct live_events *events, int64_t tournament);

/* The number of a game in play; 0: it has not begun, or is over. */
int live_events_number(const struct live_events *events, int64_t tournament, uint64_t pairing);

/* The number of `watch` subscribers. */
int live_events_watchers(const struct live_events *events);

/* Subscribes to every game; at most one such subscriber exists. */
struct live_subscriber *live_events_subscribe(
	struct live_events *events, const struct live_subscriber_calls *calls, void *owner);

/* Sends all lines of all games in play again to a subscriber that lost the earlier lines. */
void live_events_replay(struct live_subscriber *s);

/* Sends the lines so far of the wanted game. lines() and ended() may be called before this
 * returns true; *watcher is NULL if the subscriber has already ended. False: there is no such
 * game, and err has a line. */
bool live_events_watch(struct live_events *events, const struct watch_options *options,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	struct error *err);

/* Ends a subscription; not from within its callbacks. Accepts NULL. */
void live_subscriber_free(struct live_subscriber *s);

#endif
