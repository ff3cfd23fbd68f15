/*
 * bot-pool.h - the bots of a process: who sits at a table, who is kept for another game, who is
 * leaving.
 *
 * A bot of this machine has as many processes as it has games at a time; a remote one is itself
 * alone.
 */
#ifndef REFEREE_ARBITER_BOT_POOL_H
#define REFEREE_ARBITER_BOT_POOL_H

#include <stdbool.h>
#include <sys/queue.h>

#include "referee/base/deadline-timer.h"
#include "referee/bot/bot.h"

struct crew_member {
	struct bot_process bot;
	LIST_ENTRY(crew_member) entry;
	TAILQ_ENTRY(crew_member) kept;	   /* while it is kept */
	LIST_ENTRY(crew_member) departure; /* while it leaves */
	enum crew_state { CREW_FREE, CREW_SEATED, CREW_KEPT, CREW_LEAVING } state;
};

struct crew {
	const struct plan *plan; /* borrowed, as are the next two */
	struct event_base *base;
	const struct bot_calls *calls;
	LIST_HEAD(crew_members, crew_member) * members; /* owned; by bot */
	TAILQ_HEAD(, crew_member) kept;			/* who has not played for longest first */
	LIST_HEAD(, crew_member) leaving;
	int kept_count, kept_most;
	struct alarm alarm; /* for those who leave */
};

/* kept_most: bots that are kept at most. False: no room for events. */
bool crew_init(struct crew *c, const struct plan *plan, struct event_base *base,
	const struct bot_calls *calls, int kept_most);

/* A bot, by its place in the plan, that sits nowhere; it may have to be started. */
struct bot_process *crew_seat(struct crew *c, int bot);

/* It sits no more: it is kept, or has to leave. */
void crew_rise(struct crew *c, struct bot_process *b, bool stays);

/* A remote bot has connected; the socket is the crew's from now on. */
void crew_connect(struct crew *c, int bot, int fd);

/* Nobody sits any more, and all have to leave; who has not after the time for it is killed. The
 * connections of remote bots stay open where others have them. False: the events failed. */
bool crew_dismiss(struct crew *c);
void crew_clear(struct crew *c);

#endif
