/*
 * check-broker.h - `referee check --broker`: examines a NATS server before workers use it.
 */
#ifndef REFEREE_COMMANDS_CHECK_CHECK_BROKER_H
#define REFEREE_COMMANDS_CHECK_CHECK_BROKER_H

#include <stdbool.h>

#include "referee/tournament/tournament.h"

struct check_broker {
	const struct tournament *tournament; /* its settings of the broker */
	const char *worker;		     /* whose key it is; NULL: the referee's own */
	bool json;
};

/* Prints a line for each finding. Returns the exit status. */
int check_broker_run(const struct check_broker *c);

#endif
