/*
 * remote-sessions.h - the connections of remote bots, and the tournament that has each of them.
 *
 * A connection comes from the listener (listener-supervisor.h) with an authenticated name. A
 * tournament that begins claims the names of its remote bots. A new connection goes to the oldest
 * claim that lists its name and has no connection for it. If all such claims have one, the new
 * connection replaces the oldest, which is shut down. If no claim lists the name, the connection
 * waits unassigned. At most UNASSIGNED_MAX of one name wait; the newest stay.
 *
 * Unassigned connections are matched again whenever a claim opens, grows or closes, or a claimed
 * connection ends. So a bot in two tournaments at a time needs two connections.
 *
 * A name may connect only as often as rate-limit.h allows; further connections are closed at once.
 *
 * This module keeps a descriptor of each connection and watches for its end. It never reads. It
 * writes only the reason why it ends a connection (disconnect-reason.h). The process with the
 * duplicate of the descriptor reads and writes, and may read a bot's last words after the end. A
 * bot that shuts down its sending half has disconnected too.
 */
#ifndef REFEREE_DIRECTOR_REMOTE_SESSIONS_H
#define REFEREE_DIRECTOR_REMOTE_SESSIONS_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/time.h"

enum { UNASSIGNED_MAX = 4 };

struct remote_sessions;
struct claim;

/* NULL: errno is set. log: receives lines for people. */
struct remote_sessions *remote_sessions_create(
	struct event_base *base, void (*log)(void *arg, const char *line), void *arg);

/* Closes all connections with the reason that the referee stops. All claims must be closed
 * before. */
void remote_sessions_close_all(struct remote_sessions *r);

/* The same, and frees r. NULL may be freed. */
void remote_sessions_free(struct remote_sessions *r);

/* Adds a connection; r owns fd from now on. */
void remote_sessions_take(struct remote_sessions *r, const char *name, const char *address, int fd);

/* Shuts down all connections of this name. why: for people, "its token ...". */
void remote_sessions_drop(struct remote_sessions *r, const char *name, const char *why);

/* The same because the operator wants it; the bot may connect again. Returns their number. */
int remote_sessions_kick(struct remote_sessions *r, const char *name);

/* The listener has died, and all connections that it relayed have ended: no bot is at fault. */
void remote_sessions_listener_died(struct remote_sessions *r);

/* The listener has given a sign of life, or none when one was due. While it is silent, bots behind
 * it cannot be heard, and none can return. */
void remote_sessions_listener_heard(struct remote_sessions *r);
void remote_sessions_listener_silent(struct remote_sessions *r);

/* The way to the bots was closed for this span until now: the listener or this process stood still.
 * No bot is at fault for its silence then. */
void remote_sessions_held_up(struct remote_sessions *r, usec span);

struct remote_sessions_counts {
	int connections, unassigned; /* all connections; of these, the unassigned ones */
};
/* How many sessions there are, by state. */
struct remote_sessions_counts remote_sessions_counts(const struct remote_sessions *r);

/* Has a bot of this name ever connected? */
bool remote_sessions_has_seen(const struct remote_sessions *r, const char *name);

/* A connection. since: time_utc(). claim NULL: it is unassigned. */
struct remote_sessions_row {
	const struct remote_sessions_link *at; /* NULL: before the first */
	const char *name, *address;
	int64_t since;
	const struct claim *claim;
};

/* Goes on to the next connection in order of arrival. False: there is no other; r may be NULL. */
bool remote_sessions_next(const struct remote_sessions *r, struct remote_sessions_row *row);

/* --- for tournaments ------------------------------------------------------------------------ */

/* These run from an event of their own, never from inside a function of this module. They may call
 * any of these functions. */
struct remote_sessions_calls {
	/* A connection for this bot is available from claim_socket(). It may have replaced an
	 * earlier one, whose end is not reported. */
	void (*connected)(void *owner, int bot);
	/* The connection ended, or was taken away. */
	void (*disconnected)(void *owner, int bot);
};

/* Claims these names for a tournament that begins. names[i] NULL: bot i is local. The names are
 * copied; calls are borrowed. */
struct claim *claim_open(struct remote_sessions *r, const char *const *names, int count,
	const struct remote_sessions_calls *calls, void *owner);

/* Closes the claim; its open connections become unassigned. c may be NULL. */
void claim_close(struct claim *c);

/* Replaces the list of names by a longer one that begins with the same names. */
void claim_join(struct claim *c, const char *const *names, int count);

/* The bot's socket, borrowed until the next call or event; -1: it is not connected, or has not
 * joined yet. */
int claim_socket(const struct claim *c, int bot);

/* Is the listener silent now? Then no game with remote bots begins. */
bool claim_is_silent(const struct claim *c);

/* Has the listener been heard at or after this moment of time_now()? True if none is watched. */
bool claim_has_heard(const struct claim *c, usec since);

/* Was the way to the bots closed in a part of from .. to (time_utc())? */
bool claim_was_held_up(const struct claim *c, int64_t from, int64_t to);

/* When the way to the bots was closed last, by time_now(); 0: never. */
usec claim_held_up_until(const struct claim *c);

/* Did the listener's death leave this bot without a connection in a part of from .. to? Only the
 * time that the bot has to reconnect counts. time_utc() */
bool claim_lost_listener(const struct claim *c, int bot, int64_t from, int64_t to);

#endif
