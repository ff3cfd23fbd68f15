/*
 * startup-check.h - starts bots once each in their own sandboxes, until `ugiok`, several at a time
 * and outside any game.
 */
#ifndef REFEREE_BOT_STARTUP_CHECK_H
#define REFEREE_BOT_STARTUP_CHECK_H

#include <event2/event.h>
#include <stdbool.h>

#include "referee/bot/arbiter-config.h"
#include "referee/bot/bot.h"

struct startup_check_calls {
	/* The index of the next bot in the configuration; -1: there is none. */
	int (*next)(void *owner);
	/* The bot was greeted, or it failed or could not be started: see b->phase, b->verdict,
	 * b->detail and b->ending. It still has its process. False ends the check of all bots. */
	bool (*result)(void *owner, int bot, struct bot_process *b, bool greeted);
};

struct startup_check {
	const struct startup_check_calls *calls; /* borrowed, as all below */
	void *owner;
	struct event_base *base; /* without events that need another loop */
	const struct arbiter_config *config;
	const struct setup *setup; /* of a game for which the bots are prepared */
};

/* Is its command the house bot alone, which plays everything everywhere? */
bool startup_check_is_house(char *const *argv);

/* Starts all bots. Returns when all have ended. False: out of memory for events, or result() was
 * false; then they are killed. */
bool startup_check_run(const struct startup_check *c);

/* How long it waits for events: until just after the next of these deadlines (0: none), and at most
 * for a second. */
usec startup_check_left(const usec *deadlines, int count, usec now);

#endif
