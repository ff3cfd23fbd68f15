/*
 * worker-runs.h - the main processes that a worker hears through a broker, and which of them it
 * plays for. Pure: it is told what was heard, the time, and a random number.
 *
 * A main process says its run (worker-session.h) and how many slots play for it, once a second.
 * The worker joins the one with the fewest slots of those that were heard in the last
 * WORKER_RUNS_FORGET and did not refuse it lately. It leaves when another one would have fewer
 * slots than its own even with the worker's, for WORKER_RUNS_UNFAIR and up to as long again, which
 * is drawn at random, so that not all workers leave at once.
 */
#ifndef REFEREE_MACHINES_WORKER_RUNS_H
#define REFEREE_MACHINES_WORKER_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/time.h"
#include "referee/machines/worker-session.h"

enum {
	WORKER_RUNS = 16,     /* that are remembered; the one that was silent longest goes first */
	WORKER_RUNS_TEXT = 64 /* bytes of what is said */
};

#define WORKER_RUNS_FORGET (3 * SECOND)	 /* a run that is silent for longer is gone */
#define WORKER_RUNS_UNFAIR (20 * SECOND) /* also: until one that refused is asked again */

struct worker_run {
	char name[WORKER_SESSION_NAME]; /* "": free */
	int64_t slots;			/* that play for it */
	usec heard, refused;		/* 0: not so */
};

/* Starts as {0}. */
struct worker_runs {
	struct worker_run runs[WORKER_RUNS];
	char mine[WORKER_SESSION_NAME]; /* of the session; "": there is none */
	usec unfair; /* since when another run has fewer slots, or a while later; 0: none */
};

extern const struct line_table worker_hello_table;

/* Writes the text of a main process: "RUN SLOTS". Returns its length. */
size_t worker_runs_write(const char *run, int64_t slots, char text[WORKER_RUNS_TEXT]);

/* Takes what a main process said. False: it is malformed. */
bool worker_runs_receive(struct worker_runs *w, const char *text, size_t length, usec now);

/* The name of the run to join; NULL: none. It is valid until the next call. */
const char *worker_runs_choose(const struct worker_runs *w, usec now);

/* A session with this run begins, or the session ends: its run may be gone, and must be heard
 * again before it is chosen. refused: it did not take the worker. */
void worker_runs_begin(struct worker_runs *w, const char *name);
void worker_runs_end(struct worker_runs *w, bool refused, usec now);

/* Was the run of the session not heard lately? */
bool worker_runs_is_gone(const struct worker_runs *w, usec now);

/* Should the worker, which has these slots, leave its session for another run? To be called all
 * the time. random: from 0. */
bool worker_runs_leaves(struct worker_runs *w, int slots, usec now, long random);

#endif
