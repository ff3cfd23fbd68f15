/*
 * bot-pool.h - the bots of an arbiter: seated, kept for a later game, or leaving.
 *
 * A local bot has one process for each of its concurrent games. A remote bot has only one member.
 */
#ifndef REFEREE_ARBITER_BOT_POOL_H
#define REFEREE_ARBITER_BOT_POOL_H

#include <stdbool.h>
#include <sys/queue.h>

#include "referee/process/deadline-timer.h"
#include "referee/bot/bot.h"

struct bot_pool_member {
	struct bot_process bot;
	LIST_ENTRY(bot_pool_member) entry;
	TAILQ_ENTRY(bot_pool_member) kept;	    /* while it is kept */
	LIST_ENTRY(bot_pool_member) quitting_entry; /* while it leaves */
	enum bot_pool_state {
		BOT_POOL_FREE,
		BOT_POOL_SEATED,
		BOT_POOL_KEPT,
		BOT_POOL_QUITTING
	} state;
};

struct bot_pool {
	const struct arbiter_config *config; /* borrowed, as are the next two */
	struct event_base *base;
	const struct bot_calls *calls;
	LIST_HEAD(bot_pool_members, bot_pool_member) * members; /* owned; by bot */
	TAILQ_HEAD(, bot_pool_member) kept;			/* longest unused first */
	LIST_HEAD(, bot_pool_member) quitting;
	int kept_count, kept_max;    /* the owner sets kept_max */
	struct deadline_timer alarm; /* for leaving bots */
};

/* False: events could not be allocated. */
bool bot_pool_init(struct bot_pool *pool, const struct arbiter_config *config,
	struct event_base *base, const struct bot_calls *calls);

/* A bot, by its index in the config, that has no seat. The caller may have to start it. */
struct bot_process *bot_pool_seat(struct bot_pool *pool, int bot);

/* Unseats the bot. stays: the pool may keep it; otherwise it has to leave. */
void bot_pool_unseat(struct bot_pool *pool, struct bot_process *b, bool stays);

/* A remote bot has connected; the pool owns fd from now on. */
void bot_pool_connect(struct bot_pool *pool, int bot, int fd);

/* Unseats all bots and makes them leave. A bot that has not left in time is killed. Remote
 * connections stay open where another process has them. False: the events failed. */
bool bot_pool_stop(struct bot_pool *pool);
void bot_pool_clear(struct bot_pool *pool);

#endif
