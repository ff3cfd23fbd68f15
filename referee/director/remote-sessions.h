/*
 * remote-sessions.h - which bots are connected from elsewhere, and which tournament has them.
 *
 * A connection comes from the gate (listener-supervisor.h) under a name that was proved. A
 * tournament that begins claims the names that it seats. A new connection goes to the oldest claim
 * that lists its name and has none of it; where all have one it takes the place of the oldest,
 * which is shut down; where nobody claims the name it waits in the lobby, LOBBY_MAX of a name at
 * most, of which the newest stay. Whenever a claim opens, grows or closes, or a claimed connection
 * ends, the lobby is looked through again. So a bot in two tournaments at a time needs two
 * connections.
 *
 * A name may come as often as rate-limit.h lets lines be said: more is closed at once.
 *
 * The roster holds a descriptor of each connection for as long as it lives and hears of its end,
 * but never reads, and writes nothing but why it ends a connection (disconnect-reason.h): that is
 * for whoever got a duplicate, who may read last words after it. Who closes the half that it writes
 * has ended too.
 */
#ifndef REFEREE_DIRECTOR_REMOTE_SESSIONS_H
#define REFEREE_DIRECTOR_REMOTE_SESSIONS_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

enum { LOBBY_MAX = 4 };

struct remote_sessions;
struct claim;

/* NULL with errno. say: a line for people. */
struct remote_sessions *remote_sessions_create(
	struct event_base *base, void (*say)(void *arg, const char *line), void *arg);

/* Closes all connections, which hear that the referee stops; all claims are closed before. */
void remote_sessions_part(struct remote_sessions *r);

/* The same, and frees it; all claims are closed before. NULL may be freed. */
void remote_sessions_free(struct remote_sessions *r);

/* A connection came; fd is the roster's now. */
void remote_sessions_take(struct remote_sessions *r, const char *name, const char *address, int fd);

/* Shuts down all connections of this name; why: for people, "its token ...". */
void remote_sessions_drop(struct remote_sessions *r, const char *name, const char *why);

/* The gate has died, and all that it passed on has ended with it: that is no bot's fault. */
void remote_sessions_cut(struct remote_sessions *r);

struct remote_sessions_counts {
	int connections, lobby; /* in all; of these, that no tournament has */
};
struct remote_sessions_counts remote_sessions_counts(const struct remote_sessions *r);

/* Has a bot of this name ever come in? */
bool remote_sessions_has_seen(const struct remote_sessions *r, const char *name);

/* The connections in the order they came; since: time_utc(). claim NULL: in the lobby. */
struct remote_sessions_row {
	const char *name, *address;
	int64_t since;
	const struct claim *claim;
};
void remote_sessions_each(const struct remote_sessions *r,
	void (*each)(void *arg, const struct remote_sessions_row *row), void *arg);

/* --- for tournaments ------------------------------------------------------------------------ */

/* Out of an event of their own, never from inside a function of this file; any of these may be
 * called in them. */
struct remote_sessions_calls {
	/* A connection for this bot is here: claim_socket() gives it. Also when it took the place
	 * of one that was here, of whose end nothing more is heard. */
	void (*came)(void *owner, int bot);
	/* It ended, or was taken away. */
	void (*left)(void *owner, int bot);
};

/* A tournament that begins wants these names; names[i] NULL: bot i is not remote. The names are
 * copied; calls are borrowed. */
struct claim *claim_open(struct remote_sessions *r, const char *const *names, int count,
	const struct remote_sessions_calls *calls, void *owner);

/* Its connections go back to the lobby, still open. NULL may be closed. */
void claim_close(struct claim *c);

/* Bots came: the whole list anew, longer, and the same as far as it went. */
void claim_join(struct claim *c, const char *const *names, int count);

/* Borrowed, until the next call or the next event; -1: it is not here, or did not join yet. */
int claim_socket(const struct claim *c, int bot);

/* Was this bot without a connection in a game from .. to, or in some of it, since the gate died?
 * Not later than the time it has to come back. time_utc() */
bool claim_was_cut(const struct claim *c, int bot, int64_t from, int64_t to);

#endif
