/*
 * start-conditions.h - the conditions before a tournament of the daemon begins. Pure: the time is
 * an argument.
 */
#ifndef REFEREE_DAEMON_START_CONDITIONS_H
#define REFEREE_DAEMON_START_CONDITIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"

struct start_conditions {
	int64_t begins;	  /* as in struct tournament */
	int64_t retry_at; /* the next try after it could not go on; 0: it could */
	const char *why;  /* it could not; NULL: the disk was full */
	int remote;	  /* its remote bots: all, those connected now, those that ever connected */
	int here, seen;
	bool by_operator; /* the operator wants it to begin now */
};

enum start_conditions_for {
	START_CONDITIONS_NOTHING,
	START_CONDITIONS_AGAIN,
	START_CONDITIONS_TIME,
	START_CONDITIONS_HERE,
	START_CONDITIONS_NEVER_SEEN /* more than half of its remote bots never connected */
};

/* Returns the condition that the tournament waits for now, and describes it in err. */
enum start_conditions_for start_conditions_look(
	const struct start_conditions *conditions, int64_t now, struct error *err);

#endif
