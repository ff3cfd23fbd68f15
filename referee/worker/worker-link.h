/*
 * worker-link.h - the process that connects the main process with a worker on another machine.
 *
 * To the main process it is an arbiter: it takes the same requests and writes the same lines. It
 * runs the operator's command, such as "ssh lab07 referee worker --stdin", and talks to it over its
 * standard streams:
 *
 *	worker -> link   worker 2 FACTS (worker-facts.h)
 *	link -> worker   config BYTES, and the text of worker-config.h
 *	                 for each folder of the bots folder BYTES, and a stream of file-tree.h
 *	worker -> link   ready
 *	both             the lines of arbiter.h; at least once a second "beat" from the worker
 *
 * The link tells the main process "worker FACTS" when the worker is ready. It ends when the
 * worker ends, or is silent for HEARTBEAT_PATIENCE.
 */
#ifndef REFEREE_WORKER_WORKER_LINK_H
#define REFEREE_WORKER_WORKER_LINK_H

#include <stdbool.h>

#include "referee/base/process.h"
#include "referee/bot/arbiter-config.h"

enum { WORKER_LINE = 1 << 17 };

/* The argument of the process, borrowed. */
struct worker_link {
	const struct arbiter_config *config;
	const char *command; /* for a shell */
};

extern const struct process_kind worker_link_process;

#endif
