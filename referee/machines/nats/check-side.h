/*
 * check-side.h - `referee check --broker`: examines a NATS server before workers use it.
 */
#ifndef REFEREE_MACHINES_NATS_CHECK_SIDE_H
#define REFEREE_MACHINES_NATS_CHECK_SIDE_H

#include <stdbool.h>

struct check_side_terms {
	const char *url, *ca, *nkey, *name, *pool; /* of struct broker_check_terms */
	bool json;
};

/* Prints a line for each finding, and ends the process with the exit status of the command. */
void check_side_run(const struct check_side_terms *terms) __attribute__((noreturn));

#endif
