/*
 * arbiter-rules.h - the rules of an arbiter's games. Rules that are a program are started here, in
 * a sandbox of their own, and asked without waiting, so that no other game's clock is disturbed.
 *
 * All games of an arbiter share the program. When it fails, each game that is in play is void. The
 * next game starts the program afresh.
 */
#ifndef REFEREE_ARBITER_ARBITER_RULES_H
#define REFEREE_ARBITER_ARBITER_RULES_H

#include <event2/event.h>
#include <stdbool.h>

#include "error/error.h"
#include "referee/base/deadline-timer.h"
#include "referee/bot/arbiter-config.h"
#include "rules-process/rules-process.h"

struct rules_start;

struct arbiter_rules {
	const struct rules *rules;   /* NULL: the program could not be started */
	struct rules_start *program; /* owned; NULL: the rules are not a program */
	struct event_base *base;     /* borrowed, as the next three */
	const struct arbiter_config *config;
	void (*changed)(void *owner);
	void *owner;
	struct event *events[RULES_PROCESS_DESCRIPTORS]; /* owned */
	int count;
	struct deadline_timer timer;
	struct error why; /* of a program that could not be started */
};

/* r: zeroes. changed() is called from the loop after the program has written, or has failed. False:
 * events could not be allocated; a program that does not start is a fault of the rules. */
bool arbiter_rules_open(struct arbiter_rules *r, const struct arbiter_config *config,
	struct event_base *base, void (*changed)(void *owner), void *owner);
void arbiter_rules_close(struct arbiter_rules *r);

/* One sentence; NULL: the rules are not at fault. */
const char *arbiter_rules_fault(const struct arbiter_rules *r);

/* Starts the program again after a fault. No game may be in play. False: it is still at fault. */
bool arbiter_rules_renew(struct arbiter_rules *r);

/* rules_process_want(), with changed() to come after PENDING. Rules that are no program are always
 * READY. */
enum rules_process_state arbiter_rules_want(struct arbiter_rules *r, const struct setup *s,
	enum rules_question question, const struct position *p, const char *text);

#endif
