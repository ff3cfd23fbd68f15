/*
 * preparation-process.c - the process that prepares the bots of a tournament: it builds those that
 * are due, then asks several at a time for their features.
 */
#include <errno.h>
#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/cpu-affinity.h"
#include "referee/base/memory.h"
#include "referee/bot/bot.h"
#include "referee/director/arbiter-config-make.h"
#include "referee/director/bot-build.h"
#include "referee/director/preparation-messages.h"
#include "referee/sandbox/sandbox.h"

enum {
	PREPARATION_ASKED_MAX = 16, /* bots that are asked at a time, ... */
	PREPARATION_ASKED_EACH = 2, /* ... and for each processor */
	PREPARATION_CHUNK = 4000    /* bytes of a text in a line */
};

/* A bot that is being asked. */
struct preparation_asked {
	int bot;	    /* its index; -1: free */
	bool greeted, over; /* it answered; it answered or failed */
	struct bot_process process;
};

struct preparation_child {
	struct tournament *t;
	int from, to;
	struct event_base *base;
	struct event *timer;
	struct arbiter_config config;
	struct setup setup;
	struct preparation_asked *asked; /* owned */
	int room, count;
	int next; /* the first bot that was not yet asked */
};

/* The main process reads all the time, so a write may wait. */
static bool preparation_send(const struct preparation_child *c, enum preparation_kind kind,
	const struct preparation_line *l)
{
	char line[PREPARATION_LINE];
	size_t length = line_fields_write(&preparation_rows[kind], l, line, sizeof line), sent = 0;
	while (sent < length) {
		ssize_t count = write(c->to, line + sent, length - sent);
		if (count < 0 && errno != EINTR)
			return false;
		sent += count > 0 ? (size_t)count : 0;
	}
	return true;
}

static bool preparation_send_output(const struct preparation_child *c, int bot)
{
	const char *at = c->t->bots[bot].program->text;
	char part[PREPARATION_CHUNK + 1];
	for (; *at != '\0'; at += strlen(part)) {
		snprintf(part, sizeof part, "%s", at);
		if (!preparation_send(c, PREPARATION_OUTPUT_OF,
			    &(struct preparation_line){.bot = bot, .text = part}))
			return false;
	}
	return true;
}

/* Builds all bots that are due. */
static bool preparation_build(const struct preparation_child *c)
{
	struct error err;
	char why[PREPARATION_CHUNK + 1];
	for (int i = 0; i < c->t->bots_count; i++) {
		struct bot *bot = &c->t->bots[i];
		if (!bot_build_is_due(bot))
			continue;
		enum build_result result = bot_build_make(c->t, bot, &err);
		struct preparation_line line = {.bot = i};
		bool sent;
		if (result == BUILD_BROKEN) {
			error_prefix(&err, "bot %s: ", bot->name);
			line.text = err.text;
			preparation_send(c, PREPARATION_BROKEN, &line);
			return false;
		}
		if (result == BUILD_FAILED) {
			snprintf(why, sizeof why, "%s", bot->program->why);
			line.text = why;
			sent = preparation_send_output(c, i) &&
			       preparation_send(c, PREPARATION_FAILED, &line);
		} else {
			line.took = result == BUILD_MADE ? bot->program->build.took : 0;
			sent = preparation_send(c, PREPARATION_BUILT, &line);
		}
		if (!sent)
			return false;
	}
	return true;
}

static void preparation_on_over(void *owner, struct bot_process *b)
{
	(void)b;
	((struct preparation_asked *)owner)->over = true;
}

static void preparation_on_greeted(void *owner, struct bot_process *b)
{
	((struct preparation_asked *)owner)->greeted = true;
	preparation_on_over(owner, b);
}

static void preparation_on_answered(void *owner, struct bot_process *b, const char *text)
{
	(void)text;
	preparation_on_over(owner, b);
}

static const struct bot_calls preparation_bot_calls = {
	.greeted = preparation_on_greeted,
	.ready = preparation_on_over,
	.answered = preparation_on_answered,
	.failed = preparation_on_over,
	.broken = preparation_on_over,
	.own_diagnosis = true,
};

/* Starts the next bot that is to be asked. False: there is none. */
static bool preparation_ask(struct preparation_child *c, struct preparation_asked *a)
{
	while (c->next < c->t->bots_count && !preparation_asks(&c->t->bots[c->next]))
		c->next++;
	if (c->next == c->t->bots_count)
		return false;
	*a = (struct preparation_asked){.bot = c->next++};
	bot_init(&a->process, &c->config, &c->config.bots[a->bot], c->base, &preparation_bot_calls,
		a);
	bot_prepare(&a->process, &(struct bot_game){.setup = &c->setup, .seat = 1});
	c->count++;
	return true;
}

/* Sends the bot's features, if it was greeted. */
static bool preparation_tell(const struct preparation_child *c, struct preparation_asked *a)
{
	const struct bot_process *b = &a->process;
	unsigned seats = (b->features & FEATURE_SEATS) != 0 ? b->seats : 0;
	if (!a->greeted)
		return true;
	return preparation_send(c, PREPARATION_ANSWER,
		&(struct preparation_line){.bot = a->bot,
			.startpos_only = (b->features & FEATURE_STARTPOS_ONLY) != 0,
			.seats = seats});
}

/* Looks at a bot after an event. */
static bool preparation_look(struct preparation_child *c, struct preparation_asked *a)
{
	struct bot_process *b = &a->process;
	bot_tick(b, time_now());
	bool told = true;
	if (a->over && b->phase != BOT_QUITTING && b->phase != BOT_GONE) {
		told = preparation_tell(c, a);
		bot_quit(b); /* kills one that failed */
	}
	if (b->phase == BOT_GONE) {
		bot_kill(b);
		a->bot = -1;
		c->count--;
	}
	return told;
}

static void preparation_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
}

/* Waits for an event, or for the next deadline. */
static bool preparation_wait(const struct preparation_child *c)
{
	usec now = time_now(), left = SECOND;
	for (int i = 0; i < c->room; i++) {
		usec deadline = c->asked[i].bot < 0 ? 0 : c->asked[i].process.deadline;
		if (deadline > 0 && deadline - now < left)
			left = deadline - now;
	}
	struct timeval wait = time_timeval(left > 0 ? left + 1 : 1);
	event_add(c->timer, &wait);
	return event_base_loop(c->base, EVLOOP_ONCE) >= 0;
}

/* Asks all bots. */
static bool preparation_ask_all(struct preparation_child *c)
{
	bool good = true;
	for (int i = 0; i < c->room; i++)
		c->asked[i].bot = -1;
	do {
		for (int i = 0; i < c->room; i++)
			if (c->asked[i].bot < 0 && !preparation_ask(c, &c->asked[i]))
				break;
		for (int i = 0; i < c->room && good; i++)
			if (c->asked[i].bot >= 0)
				good = preparation_look(c, &c->asked[i]);
	} while (good && c->count > 0 && (good = preparation_wait(c)));
	for (int i = 0; i < c->room; i++)
		if (c->asked[i].bot >= 0)
			bot_kill(&c->asked[i].process);
	return good;
}

static bool preparation_open(struct preparation_child *c, struct error *err)
{
	int most = PREPARATION_ASKED_EACH * cpu_affinity_usable();
	c->room = most < PREPARATION_ASKED_MAX ? most : PREPARATION_ASKED_MAX;
	c->asked = memory_get((size_t)c->room, sizeof *c->asked);
	c->base = event_base_new();
	c->timer = c->base == NULL ? NULL : evtimer_new(c->base, preparation_on_timer, NULL);
	if (c->timer == NULL || !heartbeat_give(c->base))
		return error_set(err, "events cannot be created: out of memory");
	return arbiter_config_make(&c->config, c->t, NULL, err) &&
	       setup_init(&c->setup, c->t->rules, c->t->players, c->t->seed,
		       (const char *const *)c->t->params, c->t->params_count, err);
}

static void preparation_close(struct preparation_child *c)
{
	arbiter_config_clear(&c->config);
	free(c->asked);
	if (c->timer != NULL)
		event_free(c->timer);
	if (c->base != NULL)
		event_base_free(c->base);
}

/* Descriptors that lock built programs were closed when this process began. */
static void preparation_forget_locks(const struct tournament *t)
{
	for (int i = 0; i < t->bots_count; i++)
		if (t->bots[i].program != NULL)
			t->bots[i].program->build.place.lock = -1;
}

/* Waits until bots may be started. */
static void preparation_wait_for_owner(const struct preparation_child *c)
{
	char byte;
	while (read(c->from, &byte, 1) < 0 && errno == EINTR)
		;
}

/* Builds and asks. False: it could not go on; the main process was told, or has ended. */
static bool preparation_prepare(struct preparation_child *c)
{
	const struct preparation_line none = {.text = NULL};
	struct error err;
	if (!preparation_build(c))
		return false;
	if (!preparation_open(c, &err)) {
		preparation_send(
			c, PREPARATION_BROKEN, &(struct preparation_line){.text = err.text});
		return false;
	}
	if (!preparation_send(c, PREPARATION_ASKS, &none))
		return false;
	preparation_wait_for_owner(c);
	return preparation_ask_all(c) && preparation_send(c, PREPARATION_DONE, &none);
}

static int preparation_work(const void *arg, int number, int from, int to)
{
	struct preparation_child c = {.t = (struct tournament *)arg, .from = from, .to = to};
	(void)number;
	if (c.t->affinity == AFFINITY_LIST)
		cpu_affinity_keep(&c.t->processors);
	sandbox_prepare();
	preparation_forget_locks(c.t);
	bool good = preparation_prepare(&c);
	preparation_close(&c);
	tournament_clear(c.t); /* removes what failed builds left */
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind preparation_process = {"referee-prepare", preparation_work};
