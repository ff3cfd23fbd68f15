/*
 * startup-check.c - asks several bots at a time, each until `ugiok`.
 */
#include "referee/bot/startup-check.h"

#include <stdlib.h>
#include <string.h>

#include "referee/process/cpu-affinity.h"
#include "base/memory.h"

enum {
	STARTUP_CHECK_MAX = 16, /* bots at a time, ... */
	STARTUP_CHECK_EACH = 2	/* ... and for each processor */
};

/* A bot that is being asked. */
struct startup_check_bot {
	int bot;	    /* its index; -1: free */
	bool greeted, over; /* it answered; it answered or failed */
	struct bot_process process;
};

struct startup_check_run {
	const struct startup_check *check;
	struct event *timer;
	struct startup_check_bot *bots; /* owned */
	int room, count;
};

bool startup_check_is_house(char *const *argv)
{
	static const char house[] = "referee-bot";
	const char *slash = strrchr(argv[0], '/');
	return strcmp(slash != NULL ? slash + 1 : argv[0], house) == 0;
}

static void startup_check_on_over(void *owner, struct bot_process *b)
{
	(void)b;
	((struct startup_check_bot *)owner)->over = true;
}

static void startup_check_on_greeted(void *owner, struct bot_process *b)
{
	((struct startup_check_bot *)owner)->greeted = true;
	startup_check_on_over(owner, b);
}

static void startup_check_on_answered(void *owner, struct bot_process *b, const char *text)
{
	(void)text;
	startup_check_on_over(owner, b);
}

static const struct bot_calls startup_check_bot_calls = {
	.greeted = startup_check_on_greeted,
	.ready = startup_check_on_over,
	.answered = startup_check_on_answered,
	.failed = startup_check_on_over,
	.broken = startup_check_on_over,
	.own_diagnosis = true,
};

/* Starts the next bot. False: there is none. */
static bool startup_check_start(struct startup_check_run *r, struct startup_check_bot *a)
{
	const struct startup_check *c = r->check;
	int next = c->calls->next(c->owner);
	if (next < 0)
		return false;
	*a = (struct startup_check_bot){.bot = next};
	bot_init(&a->process, c->config, &c->config->bots[next], c->base, &startup_check_bot_calls,
		a);
	bot_prepare(&a->process, &(struct bot_game){.setup = c->setup, .seat = 1});
	r->count++;
	return true;
}

/* Looks at a bot after an event. */
static bool startup_check_look(struct startup_check_run *r, struct startup_check_bot *a)
{
	const struct startup_check *c = r->check;
	struct bot_process *b = &a->process;
	bot_tick(b, time_now());
	bool reported = true;
	if (a->over && b->phase != BOT_QUITTING && b->phase != BOT_GONE) {
		reported = c->calls->result(c->owner, a->bot, b, a->greeted);
		bot_quit(b); /* kills one that failed */
	}
	if (b->phase == BOT_GONE) {
		bot_kill(b);
		a->bot = -1;
		r->count--;
	}
	return reported;
}

static void startup_check_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
}

usec startup_check_left(const usec *deadlines, int count, usec now)
{
	usec left = SECOND;
	for (int i = 0; i < count; i++)
		if (deadlines[i] > 0 && deadlines[i] - now < left)
			left = deadlines[i] - now;
	return left > 0 ? left + 1 : 1;
}

/* Waits for an event, or for the next deadline. */
static bool startup_check_wait(const struct startup_check_run *r)
{
	usec deadlines[STARTUP_CHECK_MAX];
	for (int i = 0; i < r->room; i++)
		deadlines[i] = r->bots[i].bot < 0 ? 0 : r->bots[i].process.deadline;
	struct timeval wait = time_timeval(startup_check_left(deadlines, r->room, time_now()));
	event_add(r->timer, &wait);
	return event_base_loop(r->check->base, EVLOOP_ONCE) >= 0;
}

static bool startup_check_all(struct startup_check_run *r)
{
	bool good = true;
	for (int i = 0; i < r->room; i++)
		r->bots[i].bot = -1;
	do {
		for (int i = 0; i < r->room; i++)
			if (r->bots[i].bot < 0 && !startup_check_start(r, &r->bots[i]))
				break;
		for (int i = 0; i < r->room && good; i++)
			if (r->bots[i].bot >= 0)
				good = startup_check_look(r, &r->bots[i]);
	} while (good && r->count > 0 && (good = startup_check_wait(r)));
	for (int i = 0; i < r->room; i++)
		if (r->bots[i].bot >= 0)
			bot_kill(&r->bots[i].process);
	return good;
}

bool startup_check_run(const struct startup_check *c)
{
	int most = STARTUP_CHECK_EACH * cpu_affinity_usable();
	struct startup_check_run r = {.check = c};
	r.room = most < STARTUP_CHECK_MAX ? most : STARTUP_CHECK_MAX;
	r.timer = evtimer_new(c->base, startup_check_on_timer, NULL);
	r.bots = memory_get((size_t)r.room, sizeof *r.bots);
	bool good = r.timer != NULL && startup_check_all(&r);
	if (r.timer != NULL)
		event_free(r.timer);
	free(r.bots);
	return good;
}
