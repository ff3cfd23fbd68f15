/*
 * bot-pool.c - the bots of a process.
 */
#include "referee/arbiter/bot-pool.h"

#include <assert.h>
#include <stdlib.h>

#include "referee/base/memory.h"

static void crew_arm(struct crew *c)
{
	usec first = 0;
	struct crew_member *m;
	LIST_FOREACH (m, &c->leaving, departure)
		if (m->bot.deadline > 0 && (first == 0 || m->bot.deadline < first))
			first = m->bot.deadline;
	alarm_set(&c->alarm, first);
}

/* Takes it off the list that it is on. */
static void crew_enter(struct crew *c, struct crew_member *m, enum crew_state state)
{
	if (m->state == CREW_KEPT) {
		TAILQ_REMOVE(&c->kept, m, kept);
		c->kept_count--;
	}
	if (m->state == CREW_LEAVING)
		LIST_REMOVE(m, departure);
	m->state = state;
}

/* Who has left is noted when somebody is late, and when a bot is wanted. */
static void crew_on_alarm(void *arg)
{
	struct crew *c = arg;
	struct crew_member *m, *next;
	usec now = time_now();
	for (m = LIST_FIRST(&c->leaving); m != NULL; m = next) {
		next = LIST_NEXT(m, departure);
		bot_tick(&m->bot, now);
		if (m->bot.phase == BOT_GONE)
			crew_enter(c, m, CREW_FREE);
	}
	crew_arm(c);
}

bool crew_init(struct crew *c, const struct plan *plan, struct event_base *base,
	const struct bot_calls *calls, int kept_most)
{
	*c = (struct crew){.plan = plan, .base = base, .calls = calls, .kept_most = kept_most};
	c->members = memory_get((size_t)plan->bots_count, sizeof *c->members);
	TAILQ_INIT(&c->kept);
	return alarm_open(&c->alarm, base, crew_on_alarm, c);
}

static struct crew_member *crew_hire(struct crew *c, int bot)
{
	struct crew_member *m = memory_get(1, sizeof *m);
	assert(!c->plan->bots[bot].remote || LIST_EMPTY(&c->members[bot]));
	bot_init(&m->bot, c->plan, &c->plan->bots[bot], c->base, c->calls, NULL);
	LIST_INSERT_HEAD(&c->members[bot], m, entry);
	return m;
}

/* One that runs rather than one that does not; one that leaves is started anew by bot_prepare(). */
struct bot_process *crew_seat(struct crew *c, int bot)
{
	struct crew_member *m, *found = NULL;
	LIST_FOREACH (m, &c->members[bot], entry)
		if (m->state != CREW_SEATED && (found == NULL || m->state == CREW_KEPT))
			found = m;
	assert(found == NULL || !found->bot.self->remote || found->state == CREW_FREE);
	if (found == NULL)
		found = crew_hire(c, bot);
	crew_enter(c, found, CREW_SEATED);
	return &found->bot;
}

static void crew_quit(struct crew *c, struct crew_member *m)
{
	crew_enter(c, m, CREW_FREE);
	bot_quit(&m->bot);
	if (m->bot.phase != BOT_LEAVING)
		return;
	m->state = CREW_LEAVING;
	LIST_INSERT_HEAD(&c->leaving, m, departure);
	crew_arm(c);
}

void crew_rise(struct crew *c, struct bot_process *b, bool stays)
{
	struct crew_member *m = (struct crew_member *)b;
	assert(m->state == CREW_SEATED);
	b->owner = NULL;
	if (stays)
		bot_rest(b);
	if (!stays || (c->plan->restart && !b->self->remote)) {
		crew_quit(c, m);
		return;
	}
	crew_enter(c, m, CREW_FREE);
	if (b->self->remote)
		return;
	m->state = CREW_KEPT;
	TAILQ_INSERT_TAIL(&c->kept, m, kept);
	c->kept_count++;
	/* Bots that have not played for long make room. */
	while (c->kept_count > c->kept_most)
		crew_quit(c, TAILQ_FIRST(&c->kept));
}

void crew_connect(struct crew *c, int bot, int fd)
{
	assert(bot >= 0 && bot < c->plan->bots_count && c->plan->bots[bot].remote);
	struct crew_member *m = LIST_FIRST(&c->members[bot]);
	if (m == NULL)
		m = crew_hire(c, bot);
	bot_connect(&m->bot, fd);
}

bool crew_dismiss(struct crew *c)
{
	struct crew_member *m;
	for (int i = 0; i < c->plan->bots_count; i++)
		LIST_FOREACH (m, &c->members[i], entry) {
			if (m->bot.self->remote)
				bot_let_go(&m->bot);
			else if (m->state != CREW_LEAVING)
				crew_quit(c, m);
		}
	for (;;) {
		int left = 0;
		LIST_FOREACH (m, &c->leaving, departure)
			left += m->bot.phase != BOT_GONE;
		if (left == 0)
			return true;
		crew_arm(c);
		if (event_base_loop(c->base, EVLOOP_ONCE) < 0)
			return false;
	}
}

void crew_clear(struct crew *c)
{
	for (int i = 0; i < c->plan->bots_count; i++)
		while (!LIST_EMPTY(&c->members[i])) {
			struct crew_member *m = LIST_FIRST(&c->members[i]);
			LIST_REMOVE(m, entry);
			free(m);
		}
	free(c->members);
	alarm_close(&c->alarm);
}
