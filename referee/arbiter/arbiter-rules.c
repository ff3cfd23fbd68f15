/*
 * arbiter-rules.c - asks the program of the rules from the arbiter's loop.
 */
#include "referee/arbiter/arbiter-rules.h"

#include <assert.h>

#include "referee/bot/rules-start.h"

static void arbiter_rules_forget(struct arbiter_rules *r)
{
	for (int i = 0; i < r->count; i++)
		event_free(r->events[i]);
	r->count = 0;
	deadline_timer_set(&r->timer, 0);
}

static void arbiter_rules_look(struct arbiter_rules *r)
{
	arbiter_rules_forget(r);
	rules_process_read(r->rules);
	r->changed(r->owner);
}

static void arbiter_rules_on_read(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	arbiter_rules_look(arg);
}

static void arbiter_rules_on_timer(void *arg)
{
	arbiter_rules_look(arg);
}

/* Waits for the program to write, or for the deadline of its answer. */
static void arbiter_rules_watch(struct arbiter_rules *r)
{
	int fds[RULES_PROCESS_DESCRIPTORS];
	arbiter_rules_forget(r);
	int count = rules_process_descriptors(r->rules, fds);
	for (int i = 0; i < count; i++) {
		struct event *event = event_new(r->base, fds[i], EV_READ, arbiter_rules_on_read, r);
		assert(event != NULL);
		event_add(event, NULL);
		r->events[r->count++] = event;
	}
	deadline_timer_set(&r->timer, rules_process_deadline(r->rules));
}

static void arbiter_rules_start(struct arbiter_rules *r)
{
	r->rules = rules_start_open(r->program, true, &r->why);
}

bool arbiter_rules_open(struct arbiter_rules *r, const struct arbiter_config *config,
	struct event_base *base, void (*changed)(void *owner), void *owner)
{
	*r = (struct arbiter_rules){.rules = config->rules,
		.base = base,
		.config = config,
		.changed = changed,
		.owner = owner};
	if (config->rules_program.argv == NULL)
		return true;
	if (!deadline_timer_open(&r->timer, base, arbiter_rules_on_timer, r))
		return false;
	r->program = rules_start_create(config);
	arbiter_rules_start(r);
	return true;
}

void arbiter_rules_close(struct arbiter_rules *r)
{
	if (r->program == NULL)
		return;
	arbiter_rules_forget(r);
	deadline_timer_close(&r->timer);
	rules_process_close(r->rules);
	rules_start_free(r->program);
	r->program = NULL;
}

const char *arbiter_rules_fault(const struct arbiter_rules *r)
{
	if (r->program == NULL)
		return NULL;
	return r->rules == NULL ? r->why.text : rules_process_fault(r->rules);
}

bool arbiter_rules_renew(struct arbiter_rules *r)
{
	arbiter_rules_forget(r);
	if (r->rules == NULL)
		arbiter_rules_start(r);
	else
		rules_process_restart(r->rules, &r->why);
	return arbiter_rules_fault(r) == NULL;
}

enum rules_process_state arbiter_rules_want(struct arbiter_rules *r, const struct setup *s,
	enum rules_question question, const struct position *p, const char *text)
{
	if (r->program == NULL)
		return RULES_PROCESS_READY;
	enum rules_process_state state = rules_process_want(s, question, p, text);
	if (state == RULES_PROCESS_PENDING)
		arbiter_rules_watch(r);
	return state;
}
