/*
 * preparation.h - prepares the bots of a tournament before its first game: builds those that are
 * due (bot-build.h), and asks the others' programs what they cannot play.
 *
 * A bot is asked by starting it once in its own sandbox, until `ugiok`: its features say whether it
 * plays from the usual start alone, and which seats it plays. struct bot keeps both. House bots
 * play everything and are not asked, nor are remote bots, whose features are known when they
 * connect. A bot that does not answer within its startup-timeout, or does not start, counts as one
 * that plays everything: it loses its games by its verdicts.
 *
 * Before the first bot is asked, the owner can hold the programs as they are (bot-programs.h): a
 * bot may write to its files.
 *
 * A process of its own does this (process/process.h), since builds take minutes and bots may hang.
 * It builds one bot after the other, and asks several at a time. If it dies, it is started again,
 * and goes on with the bots that are left.
 */
#ifndef REFEREE_PREPARE_PREPARATION_H
#define REFEREE_PREPARE_PREPARATION_H

#include <event2/event.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"

struct preparation;

struct preparation_calls {
	/* A line for people. */
	void (*report)(void *arg, const char *line);
	/* All builds are done, and no bot was started yet. Called once at most. */
	void (*built)(void *arg);
	/* The bots are prepared; or, with a line in err, they cannot be: a failure of the machine.
	 * The owner may free the preparation in this call, which is the last. */
	void (*ended)(void *arg, const struct error *err);
	void *arg;
};

/* Is there a bot to be built or asked? */
bool preparation_is_needed(const struct tournament *t);

/* Starts it. t, calls and base must stay until it has ended or is freed, and t must not change.
 * Call it after preflight_check(). NULL: one line in err. */
struct preparation *preparation_start(struct tournament *t, struct event_base *base,
	const struct preparation_calls *calls, struct error *err);

/* Kills its process if that still runs. NULL may be freed. */
void preparation_free(struct preparation *p);

/* The same at once, with an event base of its own: returns when it has ended. False: one line in
 * err. */
bool preparation_run(struct tournament *t, void (*report)(void *arg, const char *line),
	void (*built)(void *arg), void *arg, struct error *err);

#endif
