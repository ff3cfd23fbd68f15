/*
 * worker-bench.h - measures how fast this machine is: a fixed search of a house bot, of about 0.2
 * s.
 *
 * The search visits the same nodes on every machine, and its processor time counts, so that games
 * in play change the figure little. The main process compares the speeds of its workers; the figure
 * says nothing else.
 */
#ifndef REFEREE_MACHINES_WORKER_BENCH_H
#define REFEREE_MACHINES_WORKER_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/peer.h"
#include "base/time.h"

enum { WORKER_BENCH_EACH = 3600 /* seconds: a speed is measured again after this time */ };

/* The search may take this long. A process that takes twice as long hangs. */
#define WORKER_BENCH_PATIENCE (20 * SECOND)

/* Measures in a process of its own, which writes the line "speed NODES" of worker-messages.h. done()
 * gets the speed once, and may free the bench; 0: it could not be measured. NULL: the process cannot
 * be started. */
struct worker_bench;
struct worker_bench *worker_bench_begin(
	struct event_base *base, void (*done)(void *owner, int64_t speed), void *owner);

/* Ends it without a call. NULL may be freed. */
void worker_bench_free(struct worker_bench *b);

/* Measures now. 0: one line in err. */
int64_t worker_bench_measure(struct error *err);

/* The speed that a worker measured less than WORKER_BENCH_EACH before now, in seconds since 1970,
 * with the same program on the same processor, and kept in this folder; 0: none. */
int64_t worker_bench_recall(const char *folder, const char *cpu, int64_t now);
void worker_bench_keep(const char *folder, const char *cpu, int64_t now, int64_t speed);

#endif
