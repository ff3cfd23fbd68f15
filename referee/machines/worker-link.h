/*
 * worker-link.h - the process that connects the main process with a worker on another machine.
 *
 * To the main process it is an arbiter: it takes the same requests and writes the same lines, after
 * "facts" when the worker is ready. It runs the operator's command, such as "ssh lab07
 * referee worker run --stdin", and holds the dialogue of worker-dialogue.h over its standard streams.
 * It ends when the worker ends or the dialogue fails.
 */
#ifndef REFEREE_MACHINES_WORKER_LINK_H
#define REFEREE_MACHINES_WORKER_LINK_H

#include <stdbool.h>

#include "referee/process/process.h"
#include "referee/bot/arbiter-config.h"

/* The argument of the process, borrowed. */
struct worker_link {
	const struct arbiter_config *config;
	const char *command; /* for a shell */
};

extern const struct process_kind worker_link_process;

#endif
