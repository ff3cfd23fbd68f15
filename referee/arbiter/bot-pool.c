/*
 * bot-pool.c - the bots of an arbiter.
 */
#include "referee/arbiter/bot-pool.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

static void bot_pool_set_alarm(struct bot_pool *c)
{
	usec first = 0;
	struct bot_pool_member *m;
	LIST_FOREACH (m, &c->quitting, quitting_entry)
		if (m->bot.deadline > 0 && (first == 0 || m->bot.deadline < first))
			first = m->bot.deadline;
	deadline_timer_set(&c->alarm, first);
}

/* Sets a member's state, and takes it off the list of its old state. */
static void bot_pool_set_state(
	struct bot_pool *c, struct bot_pool_member *m, enum bot_pool_state state)
{
	if (m->state == BOT_POOL_KEPT) {
		TAILQ_REMOVE(&c->kept, m, kept);
		c->kept_count--;
	}
	if (m->state == BOT_POOL_QUITTING)
		LIST_REMOVE(m, quitting_entry);
	m->state = state;
}

/* Frees the members that have left. Called when one is late, and when a bot is wanted. */
static void bot_pool_on_alarm(void *arg)
{
	struct bot_pool *c = arg;
	struct bot_pool_member *m, *next;
	usec now = time_now();
	for (m = LIST_FIRST(&c->quitting); m != NULL; m = next) {
		next = LIST_NEXT(m, quitting_entry);
		bot_tick(&m->bot, now);
		if (m->bot.phase == BOT_GONE)
			bot_pool_set_state(c, m, BOT_POOL_FREE);
	}
	bot_pool_set_alarm(c);
}

bool bot_pool_init(struct bot_pool *c, const struct arbiter_config *config, struct event_base *base,
	const struct bot_calls *calls)
{
	*c = (struct bot_pool){.config = config, .base = base, .calls = calls};
	c->members = memory_get((size_t)config->bots_count, sizeof *c->members);
	TAILQ_INIT(&c->kept);
	return deadline_timer_open(&c->alarm, base, bot_pool_on_alarm, c);
}

static struct bot_pool_member *bot_pool_add(struct bot_pool *c, int bot)
{
	struct bot_pool_member *m = memory_get(1, sizeof *m);
	assert(!c->config->bots[bot].remote || LIST_EMPTY(&c->members[bot]));
	bot_init(&m->bot, c->config, &c->config->bots[bot], c->base, c->calls, NULL);
	LIST_INSERT_HEAD(&c->members[bot], m, entry);
	return m;
}

/* Prefers a running bot. bot_prepare() restarts a leaving one. */
struct bot_process *bot_pool_seat(struct bot_pool *c, int bot)
{
	struct bot_pool_member *m, *found = NULL;
	LIST_FOREACH (m, &c->members[bot], entry)
		if (m->state != BOT_POOL_SEATED && (found == NULL || m->state == BOT_POOL_KEPT))
			found = m;
	assert(found == NULL || !found->bot.self->remote || found->state == BOT_POOL_FREE);
	if (found == NULL)
		found = bot_pool_add(c, bot);
	bot_pool_set_state(c, found, BOT_POOL_SEATED);
	return &found->bot;
}

static void bot_pool_quit(struct bot_pool *c, struct bot_pool_member *m)
{
	bot_pool_set_state(c, m, BOT_POOL_FREE);
	bot_quit(&m->bot);
	if (m->bot.phase != BOT_QUITTING)
		return;
	m->state = BOT_POOL_QUITTING;
	LIST_INSERT_HEAD(&c->quitting, m, quitting_entry);
	bot_pool_set_alarm(c);
}

void bot_pool_unseat(struct bot_pool *c, struct bot_process *b, bool stays)
{
	struct bot_pool_member *m = (struct bot_pool_member *)b;
	assert(m->state == BOT_POOL_SEATED);
	b->owner = NULL;
	if (stays)
		bot_unseat(b);
	if (!stays || (c->config->terms.restart && !b->self->remote)) {
		bot_pool_quit(c, m);
		return;
	}
	bot_pool_set_state(c, m, BOT_POOL_FREE);
	if (b->self->remote)
		return;
	m->state = BOT_POOL_KEPT;
	TAILQ_INSERT_TAIL(&c->kept, m, kept);
	c->kept_count++;
	/* The longest unused bots make room. */
	while (c->kept_count > c->kept_max)
		bot_pool_quit(c, TAILQ_FIRST(&c->kept));
}

void bot_pool_connect(struct bot_pool *c, int bot, int fd)
{
	assert(bot >= 0 && bot < c->config->bots_count && c->config->bots[bot].remote);
	struct bot_pool_member *m = LIST_FIRST(&c->members[bot]);
	if (m == NULL)
		m = bot_pool_add(c, bot);
	bot_connect(&m->bot, fd);
}

bool bot_pool_stop(struct bot_pool *c)
{
	struct bot_pool_member *m;
	for (int i = 0; i < c->config->bots_count; i++)
		LIST_FOREACH (m, &c->members[i], entry) {
			if (m->bot.self->remote)
				bot_release(&m->bot);
			else if (m->state != BOT_POOL_QUITTING)
				bot_pool_quit(c, m);
		}
	for (;;) {
		int left = 0;
		LIST_FOREACH (m, &c->quitting, quitting_entry)
			left += m->bot.phase != BOT_GONE;
		if (left == 0)
			return true;
		bot_pool_set_alarm(c);
		if (event_base_loop(c->base, EVLOOP_ONCE) < 0)
			return false;
	}
}

void bot_pool_clear(struct bot_pool *c)
{
	for (int i = 0; i < c->config->bots_count; i++)
		while (!LIST_EMPTY(&c->members[i])) {
			struct bot_pool_member *m = LIST_FIRST(&c->members[i]);
			LIST_REMOVE(m, entry);
			free(m);
		}
	free(c->members);
	deadline_timer_close(&c->alarm);
}
