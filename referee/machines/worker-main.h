/*
 * worker-main.h - plays games for a referee on another machine: the other side of the dialogue of
 * worker-dialogue.h.
 *
 * It says the facts of this machine, receives the configuration and the bots' folders, examines the
 * bots (worker-examine.h), and runs an arbiter whose lines it passes on. This process is the only
 * one here that reads bytes of the other machine. It says "beat" once a second from the first line
 * on, also while it waits for its own processes.
 *
 * After SIGTERM or SIGINT it says "leaving", and ends when the referee has ended the connection
 * after the games in play, or after leave_after.
 */
#ifndef REFEREE_MACHINES_WORKER_MAIN_H
#define REFEREE_MACHINES_WORKER_MAIN_H

#include <stdbool.h>

#include "base/error.h"
#include "base/time.h"
#include "referee/machines/worker-cache.h"
#include "referee/machines/worker-facts.h"

struct worker_options {
	struct worker_facts facts; /* cpu and so on are filled in, speed is measured */
	struct worker_cache cache;
	usec leave_after;
};

/* Plays until the referee ends the connection: from and to are its two directions. Call it once in
 * a process, after sandbox_prepare(). False: one line in err. */
bool worker_main_run(const struct worker_options *options, int from, int to, struct error *err);

#endif
