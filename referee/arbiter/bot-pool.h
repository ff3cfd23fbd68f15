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

struct bot_pool_member {
	struct bot_process bot;
	LIST_ENTRY(bot_pool_member) entry;
	TAILQ_ENTRY(bot_pool_member) kept;     /* while it is kept */
	LIST_ENTRY(bot_pool_member) departure; /* while it leaves */
	enum bot_pool_state {
		BOT_POOL_FREE,
		BOT_POOL_SEATED,
		BOT_POOL_KEPT,
		BOT_POOL_LEAVING
	} state;
};

struct bot_pool {
	const struct arbiter_config *config; /* borrowed, as are the next two */
	struct event_base *base;
	const struct bot_calls *calls;
	LIST_HEAD(bot_pool_members, bot_pool_member) * members; /* owned; by bot */
	TAILQ_HEAD(, bot_pool_member) kept; /* who has not played for longest first */
	LIST_HEAD(, bot_pool_member) leaving;
	int kept_count, kept_max;    /* kept_max: the owner sets it */
	struct deadline_timer alarm; /* for those who leave */
};

/* False: no room for events. */
bool bot_pool_init(struct bot_pool *c, const struct arbiter_config *config, struct event_base *base,
	const struct bot_calls *calls);

/* A bot, by its place in the config, that sits nowhere; it may have to be started. */
struct bot_process *bot_pool_seat(struct bot_pool *c, int bot);

/* It sits no more: it is kept, or has to leave. */
void bot_pool_rise(struct bot_pool *c, struct bot_process *b, bool stays);

/* A remote bot has connected; the socket is the pool's from now on. */
void bot_pool_connect(struct bot_pool *c, int bot, int fd);

/* Nobody sits any more, and all have to leave; who has not after the time for it is killed. The
 * connections of remote bots stay open where others have them. False: the events failed. */
bool bot_pool_stop(struct bot_pool *c);
void bot_pool_clear(struct bot_pool *c);

#endif
