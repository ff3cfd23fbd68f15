/*
 * bot-pool.c - the bots of an arbiter.
 */
#include "referee/arbiter/bot-pool.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static void bot_pool_set_alarm(struct bot_pool *pool)
{
	usec first = 0;
	struct bot_pool_member *m;
	LIST_FOREACH (m, &pool->quitting, quitting_entry)
		if (m->bot.deadline > 0 && (first == 0 || m->bot.deadline < first))
			first = m->bot.deadline;
	deadline_timer_set(&pool->alarm, first);
}

/* Sets a member's state, and takes it off the list of its old state. */
static void bot_pool_set_state(
	struct bot_pool *pool, struct bot_pool_member *m, enum bot_pool_state state)
{
	if (m->state == BOT_POOL_KEPT) {
		TAILQ_REMOVE(&pool->kept, m, kept);
		pool->kept_count--;
	}
	if (m->state == BOT_POOL_QUITTING)
		LIST_REMOVE(m, quitting_entry);
	m->state = state;
}

/* Frees the members that have left. Called when one is late, and when a bot is wanted. */
static void bot_pool_on_alarm(void *arg)
{
	struct bot_pool *pool = arg;
	struct bot_pool_member *m, *next;
	usec now = time_now();
	for (m = LIST_FIRST(&pool->quitting); m != NULL; m = next) {
		next = LIST_NEXT(m, quitting_entry);
		bot_tick(&m->bot, now);
		if (m->bot.phase == BOT_GONE)
			bot_pool_set_state(pool, m, BOT_POOL_FREE);
	}
	bot_pool_set_alarm(pool);
}

bool bot_pool_init(struct bot_pool *pool, const struct arbiter_config *config,
	struct event_base *base, const struct bot_calls *calls)
{
	*pool = (struct bot_pool){.config = config, .base = base, .calls = calls};
	pool->members = memory_get((size_t)config->bots_count, sizeof *pool->members);
	TAILQ_INIT(&pool->kept);
	return deadline_timer_open(&pool->alarm, base, bot_pool_on_alarm, pool);
}

static struct bot_pool_member *bot_pool_add(struct bot_pool *pool, int bot)
{
	struct bot_pool_member *m = memory_get(1, sizeof *m);
	assert(!pool->config->bots[bot].remote || LIST_EMPTY(&pool->members[bot]));
	bot_init(&m->bot, pool->config, &pool->config->bots[bot], pool->base, pool->calls, NULL);
	LIST_INSERT_HEAD(&pool->members[bot], m, entry);
	return m;
}

/* Prefers a running bot. bot_prepare() restarts a leaving one. */
struct bot_process *bot_pool_seat(struct bot_pool *pool, int bot)
{
	struct bot_pool_member *m, *found = NULL;
	LIST_FOREACH (m, &pool->members[bot], entry)
		if (m->state != BOT_POOL_SEATED && (found == NULL || m->state == BOT_POOL_KEPT))
			found = m;
	assert(found == NULL || !found->bot.self->remote || found->state == BOT_POOL_FREE);
	if (found == NULL)
		found = bot_pool_add(pool, bot);
	bot_pool_set_state(pool, found, BOT_POOL_SEATED);
	return &found->bot;
}

static void bot_pool_quit(struct bot_pool *pool, struct bot_pool_member *m)
{
	bot_pool_set_state(pool, m, BOT_POOL_FREE);
	bot_quit(&m->bot);
	if (m->bot.phase != BOT_QUITTING)
		return;
	m->state = BOT_POOL_QUITTING;
	LIST_INSERT_HEAD(&pool->quitting, m, quitting_entry);
	bot_pool_set_alarm(pool);
}

void bot_pool_unseat(struct bot_pool *pool, struct bot_process *b, bool stays)
{
	struct bot_pool_member *m = (struct bot_pool_member *)b;
	assert(m->state == BOT_POOL_SEATED);
	b->owner = NULL;
	if (stays)
		bot_unseat(b);
	if (!stays || (pool->config->terms.restart && !b->self->remote)) {
		bot_pool_quit(pool, m);
		return;
	}
	bot_pool_set_state(pool, m, BOT_POOL_FREE);
	if (b->self->remote)
		return;
	m->state = BOT_POOL_KEPT;
	TAILQ_INSERT_TAIL(&pool->kept, m, kept);
	pool->kept_count++;
	/* The longest unused bots make room. */
	while (pool->kept_count > pool->kept_max)
		bot_pool_quit(pool, TAILQ_FIRST(&pool->kept));
}

void bot_pool_connect(struct bot_pool *pool, int bot, int fd)
{
	assert(bot >= 0 && bot < pool->config->bots_count && pool->config->bots[bot].remote);
	struct bot_pool_member *m = LIST_FIRST(&pool->members[bot]);
	if (m == NULL)
		m = bot_pool_add(pool, bot);
	bot_connect(&m->bot, fd);
}

bool bot_pool_stop(struct bot_pool *pool)
{
	struct bot_pool_member *m;
	for (int i = 0; i < pool->config->bots_count; i++)
		LIST_FOREACH (m, &pool->members[i], entry) {
			if (m->bot.self->remote)
				bot_release(&m->bot);
			else if (m->state != BOT_POOL_QUITTING)
				bot_pool_quit(pool, m);
		}
	for (;;) {
		int left = 0;
		LIST_FOREACH (m, &pool->quitting, quitting_entry)
			left += m->bot.phase != BOT_GONE;
		if (left == 0)
			return true;
		bot_pool_set_alarm(pool);
		if (event_base_loop(pool->base, EVLOOP_ONCE) < 0)
			return false;
	}
}

void bot_pool_clear(struct bot_pool *pool)
{
	for (int i = 0; i < pool->config->bots_count; i++)
		while (!LIST_EMPTY(&pool->members[i])) {
			struct bot_pool_member *m = LIST_FIRST(&pool->members[i]);
			LIST_REMOVE(m, entry);
			free(m);
		}
	free(pool->members);
	deadline_timer_close(&pool->alarm);
}
