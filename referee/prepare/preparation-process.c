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

#include "referee/process/cpu-affinity.h"
#include "base/memory.h"
#include "referee/bot/startup-check.h"
#include "referee/prepare/arbiter-config-make.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/preparation-messages.h"
#include "referee/sandbox/sandbox.h"
#include "referee/schedule/schedule.h"

struct preparation_child {
	struct tournament *t;
	int from, to;
	struct event_base *base;
	struct arbiter_config config;
	struct setup setup;
	int next; /* the first bot that was not yet asked */
};

/* The main process reads all the time, so a write may wait. */
static bool preparation_send(const struct preparation_child *c, const struct preparation_line *l)
{
	char line[PREPARATION_LINE];
	size_t length = line_table_write(&preparation_table, l, line, sizeof line), sent = 0;
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
	char part[PREPARATION_TEXT + 1];
	for (; *at != '\0'; at += strlen(part)) {
		snprintf(part, sizeof part, "%s", at);
		if (!preparation_send(c,
			    &(struct preparation_line){PREPARATION_OUTPUT_OF, bot, .text = part}))
			return false;
	}
	return true;
}

/* Builds all bots that are due. */
static bool preparation_build(const struct preparation_child *c)
{
	struct error err;
	char why[PREPARATION_TEXT + 1];
	for (int i = 0; i < c->t->bots_count; i++) {
		struct bot *bot = &c->t->bots[i];
		if (!bot_build_is_due(bot))
			continue;
		enum build_result result = bot_build_make(c->t, bot, &err);
		struct preparation_line line = {PREPARATION_BUILT, i};
		bool sent;
		if (result == BUILD_BROKEN) {
			error_prefix(&err, "bot %s: ", bot->name);
			line.kind = PREPARATION_BROKEN;
			line.text = err.text;
			preparation_send(c, &line);
			return false;
		}
		if (result == BUILD_FAILED) {
			snprintf(why, sizeof why, "%s", bot->program->why);
			line.kind = PREPARATION_FAILED;
			line.text = why;
			sent = preparation_send_output(c, i) && preparation_send(c, &line);
		} else {
			line.took = result == BUILD_MADE ? bot->program->build.took : 0;
			sent = preparation_send(c, &line);
		}
		if (!sent)
			return false;
	}
	return true;
}

/* The next bot that is to be asked. */
static int preparation_next(void *owner)
{
	struct preparation_child *c = owner;
	while (c->next < c->t->bots_count && !preparation_asks(&c->t->bots[c->next]))
		c->next++;
	return c->next < c->t->bots_count ? c->next++ : -1;
}

/* Sends the bot's features, if it was greeted. */
static bool preparation_send_result(void *owner, int bot, struct bot_process *b, bool greeted)
{
	unsigned seats = (b->features & FEATURE_SEATS) != 0 ? b->seats : 0;
	if (!greeted)
		return true;
	return preparation_send(
		owner, &(struct preparation_line){PREPARATION_ANSWER, bot,
			       .startpos_only = (b->features & FEATURE_STARTPOS_ONLY) != 0,
			       .seats = seats, .text = b->author});
}

static const struct startup_check_calls preparation_calls = {
	preparation_next, preparation_send_result};

static bool preparation_open(struct preparation_child *c, struct error *err)
{
	c->base = event_base_new();
	if (c->base == NULL || !heartbeat_start(c->base))
		return error_set(err, "events cannot be created: out of memory");
	return arbiter_config_make(&c->config, c->t, schedule_bot_seats_max(c->t), NULL, err) &&
	       setup_init(&c->setup, c->t->rules, c->t->players, c->t->seed,
		       (const char *const *)c->t->params, c->t->params_count, err);
}

/* Descriptors that lock built programs were closed when this process began. */
static void preparation_forget_locks(const struct tournament *t)
{
	for (int i = 0; i < t->bots_count; i++)
		if (t->bots[i].program != NULL)
			t->bots[i].program->build.place.lock = -1;
	if (t->rules_program.program != NULL)
		t->rules_program.program->build.place.lock = -1;
}

/* Builds and asks. False: it could not go on; the main process was told, or has ended. */
static bool preparation_prepare(struct preparation_child *c)
{
	const struct preparation_line asks = {PREPARATION_ASKS}, done = {PREPARATION_DONE};
	struct error err;
	char byte;
	if (!preparation_build(c))
		return false;
	if (!preparation_open(c, &err)) {
		preparation_send(
			c, &(struct preparation_line){PREPARATION_BROKEN, .text = err.text});
		return false;
	}
	if (!preparation_send(c, &asks))
		return false;
	/* Wait until bots may be started. */
	while (read(c->from, &byte, 1) < 0 && errno == EINTR)
		;
	return startup_check_run(&(struct startup_check){
		       &preparation_calls, c, c->base, &c->config, &c->setup}) &&
	       preparation_send(c, &done);
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
	arbiter_config_clear(&c.config);
	if (c.base != NULL)
		event_base_free(c.base);
	tournament_clear(c.t); /* removes what failed builds left */
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind preparation_process = {"referee-prepare", preparation_work};
